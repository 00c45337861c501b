// What a frame of a world costs the thread that draws it, in Chromium: evaluate, tables, shadow volumes and submission of
// 1,000 jobs with 4 lights, standing and moving. In processor time of the thread, so that the drawing itself, which is
// another process, and other programs on the machine do not count.

import { serve } from '../../web/build/serve.mjs';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { median, report, root, target } from './harness.mjs';

const kRuns = 5;
const kFrames = 30;
const kMostMs = 4;

/** 1,000 boxes under four lights that reach all of them; `moves`: the lights go around. */
function documentOf(moves) {
  const at = (place) => (moves ? { value: place, anim: { b: 'sin(TIME)', c: 'X' } } : place);
  const light = (i) => ({ op: 'light', at: at([i * 8, 6 + i, -i * 8]), range: 100 });
  const rows = Array.from({ length: 25 }, (_, row) => ({
    op: 'transform',
    translate: [0, 0, -row],
    in: [{ op: 'multiply', count: 40, translate: [1, 0, 0], in: ['crate'] }],
  }));
  return JSON.stringify({
    kind: 'vitrine-world',
    version: 1,
    meshes: { crate: { op: 'mesh', boxes: [{ min: [-0.3, 0, -0.3], max: [0.3, 0.6, 0.3] }] } },
    scenes: { all: { op: 'add', in: [...[0, 1, 2, 3].map(light), ...rows] } },
    camera: { at: [20, 20, 10], dir: [0, -1, -1] },
  });
}

const server = await serve(process.env.VITRINE_DIST ?? join(root, 'dist'), 0, {});
const browser = await launchBrowser();
const page = await browser.newPage();
await page.route('**/blank.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
await page.goto(`http://localhost:${server.port}/blank.html`);
await page.evaluate(async () => {
  const engine = await import('/world-worker.js');
  globalThis.open = async (text) => {
    globalThis.worlds ??= await engine.WorldEngine.start(() => undefined);
    const files = new engine.WorldFiles([]);
    globalThis.player = (
      await engine.WorldPlayer.open(globalThis.worlds.core, new TextEncoder().encode(text), files)
    ).player;
    globalThis.tick = 0;
  };
  globalThis.frames = (count) => {
    const { worlds, player } = globalThis;
    let counts;
    for (let i = 0; i < count; ++i) {
      player.evaluateAll([globalThis.tick++ / 60], 1.6);
      counts = worlds.draw(player, 64, 40, engine.readSwitch('final'), 1);
    }
    return counts;
  };
});
const session = await page.context().newCDPSession(page);
await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' }).catch(() => undefined);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });
const spent = async () => {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
};

for (const moves of [false, true]) {
  await page.evaluate((text) => globalThis.open(text), documentOf(moves));
  const counts = await page.evaluate(() => globalThis.frames(30));
  const values = [];
  for (let run = 0; run < kRuns; ++run) {
    const before = await spent();
    await page.evaluate((count) => globalThis.frames(count), kFrames);
    values.push((await spent()) - before);
  }
  const ms = values.map((all) => all / kFrames),
    name = moves ? 'four lights that move' : 'four lights that stand';
  report(`world_frame_${moves ? 'moving' : 'standing'}`, [
    { name: `1000 jobs, ${name}`, values: ms.map((each) => 1000 / each), unit: '1/s' },
  ]);
  const jobs = Object.values(counts.jobs).reduce((sum, count) => sum + count, 0);
  console.log(`  ${median(ms).toFixed(2)} ms a frame; ${jobs} jobs in ${counts.drawCalls} draw calls`);
  target(`${name}: ${kMostMs} ms of processor time, ${kMostMs} / ms`, kMostMs / median(ms), 1);
}
await browser.close();
server.close();
