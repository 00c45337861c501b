// A module of the sources for a script of the build: TypeScript, with what it imports, as one.

import { join } from 'node:path';

import { root } from './run.mjs';

/** The exports of `path`, which is relative to the repository. */
export async function importSource(path) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({ entryPoints: [join(root, path)], format: 'esm', bundle: true, write: false, logLevel: 'warning' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
