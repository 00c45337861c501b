// `npm start`: from a fresh checkout to the page in the browser, and then to all that goes beside the page.

import { fork } from 'node:child_process';
import { join } from 'node:path';

import { buildPage } from './compile.mjs';
import { root, stop } from './run.mjs';
import { serve } from './serve.mjs';
import { setUp } from './setup.mjs';

const wanted = Number(process.env.PORT || 8420);
if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65535) stop(`PORT is not a port number: ${process.env.PORT}`);

setUp('wasm');
await buildPage();
const { port } = await serve(join(root, 'dist'), wanted);
if (port !== wanted) console.log(`Port ${wanted} is taken; using ${port}.`);
const address = `http://localhost:${port}`;
console.log(`Vitrine is at ${address} (Ctrl+C ends it). Its documentation, element and command are being built now.`);
// Compilers are waited for, and this process has a server to run.
fork(join(root, 'web/build/beside.mjs')).on('exit', (code) => {
  if (code === 0) console.log(`Everything is built. The documentation is at ${address}/docs/index.html`);
  else console.error(`Building the rest failed; the page at ${address} works without it.`);
});
