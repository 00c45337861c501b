// `npm run cycles [-- CYCLES] [--browser]`: opens, plays and closes the samples and the valid test data over and over (2,000
// times by default), in Node or on the page in Chromium, and prints what is held meanwhile. Fails when any of it grows.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { filesBelow, root, stop } from './run.mjs';

const kTimes = [0, 0.37, 1.25];
const kRows = 8;
/** Bytes that a heap may vary between two collections without having grown. */
const kSlackBytes = 2 ** 20;

const inBrowser = process.argv.includes('--browser');
const cycles = Number(process.argv.slice(2).find((argument) => argument !== '--browser') ?? 2000);
if (!Number.isInteger(cycles) || cycles < 2 * kRows)
  stop(`usage: npm run cycles [-- CYCLES] [--browser], at least ${2 * kRows}`);
if (globalThis.gc === undefined) {
  const again = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
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

/** Files that become a document of their own on the page; an animation joins the one that shows. */
async function models() {
  const vitrine = await createVitrine();
  return files.filter((file) => {
    const document = vitrine.load([file]);
    const { meshes = [] } = document.report.info;
    document.dispose();
    return meshes.length > 0;
  });
}

async function cycleInNode(rowCycles, row) {
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
  for (let i = 1; i <= cycles; ++i) {
    cycle(files[(i - 1) % files.length]);
    if (i % rowCycles !== 0) continue;
    // The target of a weak reference that was read lives until the script rests.
    await new Promise(setImmediate);
    globalThis.gc();
    row({ cycles: i, opened, heap: process.memoryUsage().heapUsed, core });
  }
}

const MB = (bytes) => (bytes / 2 ** 20).toFixed(2);
const columns = { cycles: 'cycles', opened: 'opened', heap: 'heap, MB', engine: 'heap of the engine, MB', core: 'core, MB', objects: 'objects of WebGL' };
const rows = [];
function row(found) {
  const keys = Object.keys(found);
  if (rows.length === 0) {
    console.log(`| ${keys.map((key) => columns[key]).join(' | ')} |`);
    console.log(`|${' --: |'.repeat(keys.length)}`);
  }
  rows.push(found);
  console.log(`| ${keys.map((key) => (columns[key].endsWith('MB') ? MB(found[key]) : found[key])).join(' | ')} |`);
}
const rowCycles = Math.floor(cycles / kRows);
if (inBrowser) {
  const { cycleInBrowser } = await import('../../tests/browser/cycles.mjs');
  const chosen = await models();
  console.log(`${chosen.length} files in turn\n`);
  await cycleInBrowser(chosen, cycles, rowCycles, row);
} else {
  console.log(`${files.length} files in turn\n`);
  await cycleInNode(rowCycles, row);
}

// By a quarter of the way every file has been open at least once, unless there are more of them than cycles.
const settled = rows.find((found) => found.cycles >= files.length) ?? rows.at(-1);
const last = rows.at(-1);
for (const [key, slack] of Object.entries({ heap: kSlackBytes, engine: kSlackBytes, core: 0, objects: 0 }))
  if (last[key] > settled[key] + slack) stop(`${columns[key]}: has grown by more than can be`);
if (last.opened === 0) stop('nothing was opened');
console.log('\nnothing has grown');
