// The service worker of a built page: its script with the list of the page's files and their hashes.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import { root } from './run.mjs';

const folders = ['icons', 'languages', 'samples', 'styles'];
const scripts = ['app.js', 'page-worker.js', 'engine-tools.js', 'export-images.js', 'export-files.js', 'light-panorama.js', 'engine-profiles.js', 'simplifier.js', 'engine-onpage.js', 'page-embed.js', 'page-library.js'];
/** Files of embedded viewers alone. */
const foreign = ['styles/element.css', 'styles/embed.css'];

/** Paths of all that the page may ask for, sorted. */
export function filesOfPage(out) {
  const below = folders.flatMap((folder) =>
    existsSync(join(out, folder))
      ? readdirSync(join(out, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      : [],
  );
  const top = ['index.html', 'manifest.webmanifest', ...scripts].filter((name) => existsSync(join(out, name)));
  const code = scripts.filter((name) => top.includes(name)).map((name) => readFileSync(join(out, name), 'utf8'));
  // The cores that the page's scripts name.
  const cores = readdirSync(out).filter((name) => /^vitrine-.*\.(mjs|wasm)$/.test(name) && code.some((text) => text.includes(name)));
  return [...top, ...cores, ...below]
    .filter((name) => !foreign.includes(name) && statSync(join(out, name)).isFile())
    .sort();
}

/** Writes service-worker.js beside the page in `out`, whose files must be there. */
export async function writeServiceWorker(out) {
  const hash = (name) => createHash('sha256').update(readFileSync(join(out, name))).digest('hex');
  const files = Object.fromEntries(filesOfPage(out).map((name) => [name, hash(name)]));
  await build({
    absWorkingDir: root,
    entryPoints: { 'service-worker': join(root, 'web/src/offline/worker.ts') },
    outdir: out,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    define: { VITRINE_FILES: JSON.stringify(files) },
  });
}
