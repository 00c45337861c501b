// The script of the text, fetched when it is looked at for the first time.

import type { PaneMaker } from '../bench';
import { CodePane } from './pane';

export const codePane: PaneMaker = (bench) => new CodePane(bench);
