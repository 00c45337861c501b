// Sizes of what an embedded model fetches and of the package, in a table, and the limits past which the build fails.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { viewedFormats } from './formats.mjs';
import { output, root } from './run.mjs';

const kKiB = 1024;

/** Everything a page with <vitrine-viewer> fetches besides a model: at most so much, compressed, for each format. */
export const kEmbedLimit = (format) => (kOwnLimits[format] ?? 130) * kKiB;
/**
 * In KiB, where a reader is worth more than a limit: IQM is two readers, text and binary, and glTF's JSON is parsed by a
 * library. Ten KiB of each core fit the actions of other files to a model and find the file that a name means; pages whose
 * models need neither pay for them too, and so they do for the frames of vertices that scenes may have, with a KiB. glTF's
 * straight curves are planned once and then posed four times as fast, for two KiB more. QMSH is two readers as well.
 */
const kOwnLimits = { iqm: 135, gltf: 169, qmsh: 131 };
/** Bytes that have to stay free of it, for fixes. */
export const kSlack = 3 * kKiB;

const scripts = ['element.js', 'engine-worker.js'];
const core = (name) => `vitrine-view-${name}.wasm`;
const formats = viewedFormats();
/** `vitrine/song` and all that it fetches in a page. */
const songFiles = ['song.js', 'music-worker.js', 'music-worklet.js', 'vitrine-sound.wasm'];
export const kSongLimit = 70 * kKiB;
/** Particles are drawn by a script that other models do not need. */
const kParticles = 'engine-extras.js';
/** So are frames that a file stores vertex by vertex, and images of a palette. */
const kFrames = 'engine-frames.js';
const all = [...scripts, ...formats.map(core), core('images'), kFrames, kParticles];

/** Files that a page with models of a format fetches, without the core for images that browsers do not decode. */
export const filesOf = (format) => [...scripts, ...(format === 'quake' ? [kFrames] : []), core(format)];

/** [{ name, bytes, gzip }] of what viewing fetches from `dist`. */
export const embedSizes = (dist) => sizesOf(dist, all);
export const songSizes = (dist) => sizesOf(dist, songFiles);

function sizesOf(dist, names) {
  return names.map((name) => {
    const text = readFileSync(join(dist, name));
    return { name, bytes: text.length, gzip: gzipSync(text, { level: 9 }).length };
  });
}

/** Prints the tables; returns what is over its limit, in words. */
export function checkSizes(dist) {
  const songs = songSizes(dist),
    sizes = new Map([...embedSizes(dist), ...songs].map((entry) => [entry.name, entry]));
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
  for (const name of all) row(name, sizes.get(name).bytes, sizes.get(name).gzip);
  head('In all');
  sum('the scripts', scripts);
  for (const format of formats) sum(format, filesOf(format), kEmbedLimit(format) - kSlack);
  for (const format of formats) sum(`${format}, TGA or DDS images`, [...filesOf(format), core('images')], kEmbedLimit(format));
  sum('kri, particles', [...filesOf('kri'), kParticles]);
  head('vitrine/song fetches');
  for (const { name, bytes, gzip } of songs) row(name, bytes, gzip);
  sum('in all', songFiles, kSongLimit);
  return over;
}

/** The package, as npm packs it: at most so many bytes. A twelfth of it is the workbench for worlds with its editor of text. */
export const kPackageLimit = 3_850_000;

/** Bytes of the tarball that npm would make of `folder`. */
export function packedBytes(folder = root) {
  const [{ size }] = JSON.parse(output('npm', ['pack', folder, '--dry-run', '--ignore-scripts', '--json']));
  return size;
}

/** Prints the size of the package; returns what is over its limit, in words. */
export function checkPackage(bytes) {
  const text = (number) => `${(number / 1e6).toFixed(2)} MB`;
  console.log(`\nThe package\n  ${'packed'.padEnd(28)} ${String(bytes).padStart(9)} ${text(bytes).padStart(13)} of ${text(kPackageLimit)}`);
  return bytes > kPackageLimit ? [`the package: ${text(bytes)} packed, the limit is ${text(kPackageLimit)}`] : [];
}

if (process.argv[1]?.endsWith('size.mjs')) {
  const dist = process.argv[2] ?? join(root, 'dist');
  const over = [...checkSizes(dist), ...(process.argv[2] ? [] : checkPackage(packedBytes()))];
  for (const line of over) console.error(line);
  if (over.length > 0) process.exitCode = 1;
}
