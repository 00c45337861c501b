// What an embedded model costs to fetch, in a table, and the limit past which the build fails.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from './run.mjs';

const kKiB = 1024;

/** Everything a page with <vitrine-viewer> fetches besides models: at most so much, compressed. */
export const kEmbedLimit = 168 * kKiB;
/** The scripts among it: the element, the engine and its shaders. */
export const kScriptLimit = 43 * kKiB;

/** [{ name, bytes, gzip }] of what viewing fetches from `dist`. */
export function embedSizes(dist) {
  return ['element.js', 'engine-worker.js', 'vitrine-view.wasm'].map((name) => {
    const text = readFileSync(join(dist, name));
    return { name, bytes: text.length, gzip: gzipSync(text, { level: 9 }).length };
  });
}

/** Prints the table; returns what is over its limit, in words. */
export function checkSizes(dist) {
  const sizes = embedSizes(dist);
  const sum = (list, key) => list.reduce((total, entry) => total + entry[key], 0);
  const scripts = sizes.filter(({ name }) => !name.endsWith('.wasm'));
  const row = (name, bytes, gzip, limit = '') =>
    `  ${name.padEnd(20)} ${String(bytes).padStart(9)} ${(gzip / kKiB).toFixed(1).padStart(9)} KiB ${limit}`.trimEnd();
  console.log(`\nAn embedded model fetches\n  ${'file'.padEnd(20)} ${'bytes'.padStart(9)} ${'gzip'.padStart(9)}`);
  for (const { name, bytes, gzip } of sizes) console.log(row(name, bytes, gzip));
  console.log(row('scripts', sum(scripts, 'bytes'), sum(scripts, 'gzip'), `of ${kScriptLimit / kKiB}`));
  console.log(row('all', sum(sizes, 'bytes'), sum(sizes, 'gzip'), `of ${kEmbedLimit / kKiB}`));
  return [
    [scripts, kScriptLimit, 'the scripts of an embedded model'],
    [sizes, kEmbedLimit, 'an embedded model'],
  ].flatMap(([list, limit, what]) => {
    const gzip = sum(list, 'gzip');
    return gzip > limit ? [`${what}: ${(gzip / kKiB).toFixed(1)} KiB compressed, the limit is ${limit / kKiB} KiB`] : [];
  });
}

if (process.argv[1]?.endsWith('size.mjs')) {
  const over = checkSizes(process.argv[2] ?? join(root, 'dist'));
  for (const line of over) console.error(line);
  if (over.length > 0) process.exitCode = 1;
}
