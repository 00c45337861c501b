// Additions to the pages of the documentation; everything is readable without scripts.

import { addCopyButtons } from './copy';
import { startExamples } from './examples';
import { startSearch } from './search';

addCopyButtons(document);
startExamples(document);
startSearch(document);
