// `npm run cycles [-- CYCLES]`: opens, plays and closes the samples and the valid test data in Node over and over (2,000
// times by default), and prints what the process and the core hold. Fails when either grows.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { filesBelow, root, stop } from './run.mjs';

const kTimes = [0, 0.37, 1.25];
const kRows = 8;
/** What a heap may move between two collections without having grown. */
const kSlackBytes = 2 ** 20;

const cycles = Number(process.argv[2] ?? 2000);
if (!Number.isInteger(cycles) || cycles < 2 * kRows) stop(`usage: npm run cycles [-- CYCLES], at least ${2 * kRows}`);
if (globalThis.gc === undefined) {
  const again = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), String(cycles)], {
    stdio: 'inherit',
  });
  process.exit(again.status ?? 1);
}

const module = join(root, 'dist/node/index.js');
if (!existsSync(module)) stop('npm run build comes first');
const { createVitrine, VitrineError } = await import(pathToFileURL(module).href);

/** Files that open together: each model, animation or song for itself. */
const files = ['public/samples', 'tests/data']
  .flatMap((folder) => filesBelow(join(root, folder), ''))
  .filter((path) => !/invalid|crash|\.(png|jpg|json|md|ts|txt|html)$/.test(relative(root, path)))
  .map((path) => ({ name: basename(path), bytes: readFileSync(path) }));

const vitrine = await createVitrine();
let opened = 0;
/** Bytes of the core's memory, as the last document that was posed shows them. */
let core = 0;
function cycle(file) {
  const document = vitrine.load([file]);
  try {
    if (!document.shown) return;
    ++opened;
    const actions = document.actions.filter(({ playable }) => playable);
    for (const action of [undefined, ...actions.map(({ name }) => name)])
      for (const time of kTimes) core = document.pose({ action, time }).matrices.buffer.byteLength;
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
  } finally {
    document.dispose();
  }
}

const rows = [];
for (let i = 0; i < cycles; ++i) {
  cycle(files[i % files.length]);
  if ((i + 1) % Math.floor(cycles / kRows) !== 0) continue;
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  rows.push({ cycles: i + 1, opened, heap: heapUsed, core, rss });
}
const MB = (bytes) => (bytes / 2 ** 20).toFixed(2);
console.log(`${files.length} files in turn\n\n| cycles | opened | heap, MB | core, MB | process, MB |\n| --: | --: | --: | --: | --: |`);
for (const row of rows) console.log(`| ${row.cycles} | ${row.opened} | ${MB(row.heap)} | ${MB(row.core)} | ${MB(row.rss)} |`);

// By a quarter of the way every file has been open at least once, unless there are more of them than cycles.
const settled = rows.find((row) => row.cycles >= files.length) ?? rows.at(-1);
const last = rows.at(-1);
if (last.core > settled.core) stop(`the core has grown by ${MB(last.core - settled.core)} MB`);
if (last.heap > settled.heap + kSlackBytes) stop(`the heap has grown by ${MB(last.heap - settled.heap)} MB`);
if (opened === 0) stop('nothing was opened');
console.log('\nneither has grown');
