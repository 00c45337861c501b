// `npm run build`: the wasm core, the bundles and their types, all into dist/.

import { join } from 'node:path';

import { buildProduct } from './compile.mjs';
import { root } from './run.mjs';
import { setUp } from './setup.mjs';
import { emitTypes } from './types.mjs';

setUp('wasm');
await buildProduct();
emitTypes(join(root, 'dist'));
