// `npm run samples [FOLDER]`: the project's own models, made anew. The same bytes on every run.

import { join } from 'node:path';

import { root, run } from './run.mjs';
import { setUp } from './setup.mjs';

setUp();
const { build } = await import('esbuild');

const program = join(root, 'build/samples.mjs');
await build({
  entryPoints: [join(root, 'web/src/samples/index.ts')],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
run('node', [program, ...process.argv.slice(2)]);
