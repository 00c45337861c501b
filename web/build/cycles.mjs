// `npm run cycles [-- CYCLES] [--browser|--firefox|--webkit]`: opens, plays and closes the samples, the valid test data and
// the models of other people (VITRINE_SHARED, where they are) over and over, in Node or on the page in Chromium, Firefox or
// WebKit, and prints what is held meanwhile. Fails when any of it grows. By default 2,000 cycles, or each document three times if that is more.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { filesBelow, root, stop } from './run.mjs';

const kTimes = [0, 0.37, 1.25];
const kRows = 8;
/** Bytes that a heap may vary between two collections without having grown. */
const kSlackBytes = 2 ** 20;

/**
 * All processes of a browser: what they hold when depends on their collections, which nothing asks for. WebKit puts those off
 * as long as the machine has memory: there this is shown, not judged.
 */
const kSlackOfProcesses = 96 * kSlackBytes;

const browsers = ['--browser', '--firefox', '--webkit'];
const browser = browsers.find((each) => process.argv.includes(each));
const wanted = process.argv.slice(2).find((argument) => argument !== browser);
if (wanted !== undefined && !(Number.isInteger(Number(wanted)) && wanted >= 2 * kRows))
  stop(`usage: npm run cycles [-- CYCLES] [${browsers.join('|')}], at least ${2 * kRows}`);
if (globalThis.gc === undefined) {
  const again = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exit(again.status ?? 1);
}

const module = join(root, 'dist/node/index.js');
if (!existsSync(module)) stop('npm run build comes first');
const { createVitrine, VitrineError } = await import(pathToFileURL(module).href);

const isWorld = (name) => name.endsWith('.world.json');
const isSong = (name) => /\.(v2m|vfx)$/.test(name);
/** Files that a document needs beside its own. */
function companions(path) {
  if (isWorld(path)) return filesBelow(dirname(path), '').filter((other) => !isWorld(other));
  return path.endsWith('.gltf') ? filesBelow(dirname(path), '.bin') : [];
}
const read = (path) => ({ name: basename(path), bytes: readFileSync(path) });

const corpus = resolve(root, process.env.VITRINE_SHARED ?? '../shared', 'corpus');
if (!existsSync(corpus)) console.log('without models of other people: VITRINE_SHARED is absent');
/** Files of each document, its own first: each model, animation, song and world. */
const documents = [join(root, 'public/samples'), join(root, 'tests/data'), corpus]
  .flatMap((folder) => (existsSync(folder) ? filesBelow(folder, '').map((path) => [folder, path]) : []))
  .filter(([folder, path]) => {
    const name = relative(folder, path);
    if (/invalid|crash|hostile|cases/.test(name)) return false;
    return isWorld(name) || !/\.(png|jpg|gif|json|md|py|log|ts|txt|html)$/.test(name);
  })
  .map(([, path]) => [path, ...companions(path)].map(read));

/** Those that become documents on the page: an animation, or a mesh without its skeleton, joins the one that shows. */
async function standing() {
  const vitrine = await createVitrine();
  return documents.filter(([first, ...others]) => {
    if (isWorld(first.name) || isSong(first.name)) return true;
    const document = vitrine.load([first, ...others]);
    const { info, issues } = document.report;
    document.dispose();
    return info.meshes?.length > 0 && !issues.messages.some(({ code }) => code === 'QMSH_SKELETON_MISSING');
  });
}

async function cycleInNode(rowCycles, row) {
  const vitrine = await createVitrine();
  let opened = 0;
  function cycleModel(files) {
    const document = vitrine.load(files);
    try {
      if (!document.shown) return;
      ++opened;
      const actions = document.actions.filter(({ playable }) => playable);
      for (const action of [undefined, ...actions.map(({ name }) => name)])
        for (const time of kTimes) document.pose({ action, time });
    } finally {
      document.dispose();
    }
  }
  function cycleWorld([first, ...others]) {
    const world = vitrine.world(first.bytes, (name) => others.find((other) => other.name === basename(name))?.bytes);
    try {
      world.render({ times: kTimes, width: 32, height: 24 });
      ++opened;
    } finally {
      world.dispose();
    }
  }
  function cycleSong([file]) {
    const song = vitrine.song(file);
    song.render(0, 0.1);
    ++opened;
    song.dispose();
  }
  function cycle(files) {
    const [{ name }] = files;
    const way = isWorld(name) ? cycleWorld : isSong(name) ? cycleSong : cycleModel;
    try {
      way(files);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
    }
  }
  for (let i = 1; i <= cycles; ++i) {
    cycle(documents[(i - 1) % documents.length]);
    if (i % rowCycles !== 0) continue;
    // The same document was open last whenever it is counted.
    cycle(documents[0]);
    // The target of a weak reference that was read lives until the script rests, and what a collection ends lets go of
    // more for the next one.
    for (let pass = 0; pass < 4; ++pass) {
      await new Promise(setImmediate);
      globalThis.gc();
    }
    row({ cycles: i, opened, heap: process.memoryUsage().heapUsed, core: vitrine.heapBytes });
  }
}

const MB = (bytes) => (bytes / 2 ** 20).toFixed(2);
const columns = { cycles: 'cycles', opened: 'opened', heap: 'heap, MB', resident: 'processes, MB', engine: 'heap of the engine, MB', core: 'core, MB', objects: 'objects of WebGL', workers: 'workers', sounds: 'sounds' };
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
const all = browser ? await standing() : documents;
const cycles = Number(wanted ?? Math.max(2000, 3 * all.length));
// Of more than a third as many documents every second, third... is taken, so that each comes again.
const every = Math.ceil((3 * all.length) / cycles);
const chosen = all.filter((_, i) => i % every === 0);
const rowCycles = Math.floor(cycles / kRows);
console.log(`${chosen.length} documents in turn\n`);
if (browser === '--browser') {
  const { cycleInBrowser } = await import('../../tests/browser/cycles.mjs');
  await cycleInBrowser(chosen, cycles, rowCycles, row);
} else if (browser) {
  const { cycleElsewhere } = await import('../../tests/browser/cycles_elsewhere.mjs');
  await cycleElsewhere(browser.slice(2), chosen, cycles, rowCycles, row);
} else {
  await cycleInNode(rowCycles, row);
}

// Each document has been open once by the first of these rows, unless there are more of them than cycles.
const settled = rows.find((found) => found.cycles >= chosen.length) ?? rows.at(-1);
const last = rows.at(-1);
const slacks = { heap: kSlackBytes, resident: browser === '--webkit' ? Infinity : kSlackOfProcesses, engine: kSlackBytes, core: 0, objects: 0, workers: 0, sounds: 0 };
for (const [key, slack] of Object.entries(slacks))
  if (last[key] > settled[key] + slack) stop(`${columns[key]}: has grown by more than can be`);
if (last.opened === 0) stop('nothing was opened');
console.log('\nnothing has grown');
