// `npm run build`: the wasm core, the bundles, their types and the documentation, all into dist/. Fails when an embedded model costs too much.

import { join } from 'node:path';

import { buildProduct } from './compile.mjs';
import { root, stop } from './run.mjs';
import { setUp } from './setup.mjs';
import { checkSizes } from './size.mjs';
import { emitTypes } from './types.mjs';

setUp('wasm');
await buildProduct();
emitTypes(join(root, 'dist'));
// Imported late: setUp may have to install what it needs first.
const { buildDocs } = await import('./docs/site.mjs');
await buildDocs(join(root, 'dist/docs'), join(root, 'dist'));
const over = checkSizes(join(root, 'dist'));
if (over.length > 0) stop(over.join('\n'));
