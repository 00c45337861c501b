// `npm start`: from a fresh checkout to the page in the browser.

import { join } from 'node:path';

import { buildSite } from './compile.mjs';
import { root, stop } from './run.mjs';
import { serve } from './serve.mjs';
import { setUp } from './setup.mjs';

const wanted = Number(process.env.PORT || 8420);
if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65535) stop(`PORT is not a port number: ${process.env.PORT}`);

setUp('wasm');
await buildSite();
const { port } = await serve(join(root, 'dist'), wanted);
if (port !== wanted) console.log(`Port ${wanted} is taken; using ${port}.`);
console.log(`Vitrine is at http://localhost:${port} (Ctrl+C ends it)`);
