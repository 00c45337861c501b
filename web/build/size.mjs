// What an embedded model costs to fetch, in a table, and the limit past which the build fails.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { viewParts } from './formats.mjs';
import { root } from './run.mjs';

const kKiB = 1024;

/** Everything a page with <vitrine-viewer> fetches besides a model: at most so much, compressed, for each format. */
export const kEmbedLimit = 120 * kKiB;
/** The same for a page that shows all formats. */
export const kAllLimit = 164 * kKiB;

const scripts = ['element.js', 'engine-worker.js'];
const part = (name) => `vitrine-view-${name}.wasm`;
/** What the models of each format are read with; images that browsers do not decode come to it. */
const readers = Object.fromEntries(viewParts().map(({ title, name }) => [title, [name]]));
const always = [...scripts, 'vitrine-view.wasm'];
const all = [...always, ...Object.values(readers).flat().map(part), part('images')];

/** What a page that shows models of a format fetches for them. */
export const filesOf = (format) => [...always, ...readers[format].map(part)];

/** [{ name, bytes, gzip }] of what viewing fetches from `dist`. */
export function embedSizes(dist) {
  return all.map((name) => {
    const text = readFileSync(join(dist, name));
    return { name, bytes: text.length, gzip: gzipSync(text, { level: 9 }).length };
  });
}

/** Prints the tables; returns what is over its limit, in words. */
export function checkSizes(dist) {
  const sizes = new Map(embedSizes(dist).map((entry) => [entry.name, entry]));
  const row = (name, bytes, gzip, limit = '') =>
    console.log(`  ${name.padEnd(28)} ${String(bytes).padStart(9)} ${(gzip / kKiB).toFixed(1).padStart(9)} KiB ${limit}`.trimEnd());
  const head = (title) => console.log(`\n${title}\n  ${'file'.padEnd(28)} ${'bytes'.padStart(9)} ${'gzip'.padStart(9)}`);
  const over = [];
  const sum = (what, files, limit) => {
    const total = (key) => files.reduce((before, name) => before + sizes.get(name)[key], 0);
    row(what, total('bytes'), total('gzip'), limit && `of ${limit / kKiB}`);
    if (total('gzip') > limit)
      over.push(`${what}: ${(total('gzip') / kKiB).toFixed(1)} KiB compressed, the limit is ${limit / kKiB} KiB`);
  };
  head('An embedded model fetches');
  for (const { name, bytes, gzip } of sizes.values()) row(name, bytes, gzip);
  head('In all');
  sum('the scripts', scripts);
  for (const format of Object.keys(readers)) sum(format, filesOf(format), kEmbedLimit);
  for (const format of Object.keys(readers))
    sum(`${format}, TGA or DDS images`, [...filesOf(format), part('images')], kEmbedLimit);
  sum('every format on one page', all, kAllLimit);
  return over;
}

if (process.argv[1]?.endsWith('size.mjs')) {
  const over = checkSizes(process.argv[2] ?? join(root, 'dist'));
  for (const line of over) console.error(line);
  if (over.length > 0) process.exitCode = 1;
}
