// The workbench for worlds: what a gesture costs, in processor time of scripts and core alone, and on a page with 2,000
// operators; each against the time that it may take. No other browser may run meanwhile.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createVitrine } from '../../dist/node/index.js';
import { importSource } from '../../web/build/source.mjs';
import { startBrowser } from '../browser/harness.mjs';
import { largeWorld, openWorld } from '../browser/workbench.mjs';
import { median, processorMs, report, root } from './harness.mjs';

const kRuns = 15;
const { scan } = await importSource('web/src/ui/workbench/text/scan.ts');
const { pagesOf, stackOf } = await importSource('web/src/ui/workbench/text/pages.ts');

/** Milliseconds of processor time of each run, after three that are not counted. */
function spent(work) {
  const times = [];
  for (let run = -3; run < kRuns; ++run) {
    const start = processorMs();
    work();
    if (run >= 0) times.push(processorMs() - start);
  }
  return times;
}
const rows = [];
function row(name, values, most, unit = 'ms') {
  rows.push({ name, values, unit });
  const value = median(values);
  console.log(`  ${name.padEnd(46)} ${value.toFixed(1)} of ${most} ${unit}: ${value <= most ? 'within' : 'OVER'}`);
}

/** A scene of `count` meshes in a row, one operator each. */
const wide = (count) =>
  JSON.stringify(
    {
      kind: 'vitrine-world',
      version: 1,
      scenes: {
        s: {
          op: 'add',
          in: Array.from({ length: count }, (_, i) => ({ op: 'light', name: `l${i}`, at: [i, 0, 0], range: i + 0.5 })),
        },
      },
      entities: ['s'],
    },
    null,
    1,
  );

let long = wide(2000);
while (long.length < 400 * 1024) long = wide(Math.ceil((2000 * 410 * 1024) / long.length));
// What was scanned last is remembered: each run has a text of its own.
const longs = Array.from({ length: kRuns + 3 }, (_, i) => long + ' '.repeat(i));
row(
  'scan of 400 KB',
  spent(() => scan(longs.pop())),
  12,
);
const blocks = wide(2000),
  scanned = scan(blocks).root,
  page = pagesOf(blocks, scanned).find(({ name }) => name === 's');
row(
  '2,000 blocks laid',
  spent(() => stackOf(blocks, page)),
  4,
);

/** Edits of one number of a world, as the page makes them: loosely while it is dragged, then for good. */
const vitrine = await createVitrine();
function edits(name, text, files, seconds, most) {
  const world = vitrine.world(text, files);
  world.evaluate(0);
  world.seek(seconds);
  while (world.replay() > 0);
  world.evaluate(seconds);
  let now = text,
    turn = 0;
  /** Of the camera, which each frame reads, or of the tempo, after which all is played anew. */
  const edit = (key, loose) => {
    const found = new RegExp(`"${key}": *([\\d.]+)`).exec(now),
      from = found.index + found[0].length - found[1].length,
      splice = { from, to: from + found[1].length, text: String(60 + (++turn % 50) / 10) };
    const change = world.edit([splice], { loose });
    if (change.state === 'refused') throw new Error(JSON.stringify(change.issues));
    while (change.state === 'replays' && world.replay() > 0);
    world.evaluate(seconds);
    now = now.slice(0, from) + splice.text + now.slice(splice.to);
  };
  row(
    `${name}: dragged, next frame`,
    spent(() => edit('fov', true)),
    16.7,
  );
  row(
    `${name}: tempo at ${seconds} s, replayed`,
    spent(() => edit('bpm', false)),
    most,
  );
  world.dispose();
}
const island = join(root, 'public/samples/island'),
  beside = (name) => {
    try {
      return readFileSync(join(island, name));
    } catch {
      return undefined;
    }
  };
edits('island', readFileSync(join(island, 'island.world.json'), 'utf8'), beside, 30, 250);
edits('2,000 operators', largeWorld(), undefined, 30, 400);

const browser = await startBrowser(),
  ends = [],
  test = { after: (end) => ends.push(end) };
try {
  const text = largeWorld(),
    shown = await openWorld(browser, test, text, { name: 'large.world.json', watch: true });
  await shown.evaluate(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) =>
      globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
  });
  const start = performance.now();
  await shown.getByRole('button', { name: 'Edit', exact: true }).click();
  await shown.locator('.bench-block').first().waitFor();
  row('2,000 operators: to the first edit', [performance.now() - start], 1500);
  await shown.locator('.bench-stack').focus();
  await shown.keyboard.press('ArrowDown');
  await shown.keyboard.press('ArrowUp');
  // From a key to the picture that has what it made; asking for the text meanwhile would be most of it.
  await shown.evaluate(() => {
    globalThis.longTasks = [];
    globalThis.gestures = [];
    let pressed, isTaken;
    addEventListener('keydown', ({ timeStamp }) => ([pressed, isTaken] = [timeStamp, false]), { capture: true });
    globalThis.engineWorker.addEventListener('message', ({ data }) => {
      if (data.type === 'answer' && data.value?.state === 'taken') isTaken = true;
      if (data.type === 'changed') isTaken = true;
      if (data.type !== 'frame' || !isTaken || pressed === undefined) return;
      globalThis.gestures.push(performance.now() - pressed);
      pressed = undefined;
    });
  });
  for (let i = 0; i < kRuns; ++i) {
    await shown.keyboard.press('Control+d');
    await shown.waitForFunction((count) => globalThis.gestures.length > count, i);
  }
  row('2,000 operators: blocks in the DOM', [await shown.locator('.bench-block').count()], 300, 'blocks');
  row('2,000 operators: one more, to the picture', await shown.evaluate(() => globalThis.gestures), 400);
  row(
    '2,000 operators: longest task of the page',
    [Math.max(0, ...(await shown.evaluate(() => globalThis.longTasks)))],
    50,
  );
} finally {
  for (const end of ends) await end();
  await browser.stop();
}
report('Workbench for worlds', rows);
