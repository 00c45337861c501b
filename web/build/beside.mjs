// Builds what goes beside a page: the element, the command line and the documentation.

import { buildBeside } from './compile.mjs';

await buildBeside();
