// `npm run samples [FOLDER]`: the project's own models and the icons of the page, made anew. The same bytes on every run.

import { join } from 'node:path';

import { root, run } from './run.mjs';
import { setUp } from './setup.mjs';

setUp();
const { build } = await import('esbuild');

/** Bundles one of the generators and runs it. */
async function make(name, ...args) {
  const program = join(root, `build/${name}.mjs`);
  await build({
    entryPoints: [join(root, `web/src/samples/${name}.ts`)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  run('node', [program, ...args]);
}

await make('index', ...process.argv.slice(2));
// Samples that are made elsewhere to be compared need no icons.
if (process.argv.length < 3) await make('icons');
