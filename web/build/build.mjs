// `npm run build`: the wasm core, the bundles, their types and the documentation, all into dist/. Fails when an embedded model costs too much.

import { join } from 'node:path';

import { buildSite } from './compile.mjs';
import { root, stop } from './run.mjs';
import { setUp } from './setup.mjs';
import { checkPackage, checkSizes, packedBytes } from './size.mjs';

setUp('wasm');
await buildSite();
const over = [...checkSizes(join(root, 'dist')), ...checkPackage(packedBytes())];
if (over.length > 0) stop(over.join('\n'));
