// The curves panel over a hundred thousand keys: what panning and zooming cost the page's main thread a frame, beside
// drawing every key and every line in the same browser on a canvas of the same size.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { serve } from '../../web/build/serve.mjs';
import { boxesText } from '../browser/qmsh_models.mjs';
import { launchBrowser } from './browser.mjs';
import { median, report, root } from './harness.mjs';

const kCurves = 10;
const kKeys = 10_000;
const kRuns = 3;
const kMoves = 20;
const kNaiveFrames = 4;
/** Of the main thread: sixty frames a second. */
const kBudgetMs = 1000 / 60;
const dist = process.env.VITRINE_DIST ?? join(root, 'dist');

/** Ten bones of which each goes to and fro, a key every frame. */
function scene() {
  const boxes = Array.from({ length: kCurves }, (_, i) => ({
    bone: `b${i}`,
    min: [i, -0.5, -0.5],
    max: [i + 0.8, 0.5, 0.5],
  }));
  const keys = (bone) =>
    Array.from({ length: kKeys }, (_, i) => `${i + 1},${(Math.sin(i / (7 + bone)) * (1 + (i % 13))).toFixed(4)}`);
  const curves = boxes.map(({ bone }, i) => `"${bone}" { "LocX" LINEAR CONST { ${keys(i).join(' ')} } }`);
  return boxesText(boxes, { curves: `"go" { ${curves.join('\n')} }` });
}

if (!existsSync(join(dist, 'app.js'))) throw new Error('no dist/: run npm run build first');
const server = await serve(dist, 0);
const browser = await launchBrowser();
const runs = { panning: [], zooming: [], naive: [] };
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`http://localhost:${server.port}/`);
  await page
    .getByTestId('files')
    .setInputFiles([{ name: 'keys.qmsh.tmp', mimeType: 'application/octet-stream', buffer: Buffer.from(scene()) }]);
  await page.waitForFunction(() => !document.body.classList.contains('is-empty'), undefined, { timeout: 60_000 });
  const pause = page.getByRole('button', { name: 'Pause' });
  if (await pause.count()) await pause.click();
  await page.locator('#stage').focus();
  await page.keyboard.press('v');
  await page.waitForFunction(() => Number(document.querySelector('.curves-plot').dataset.drawn) > 0);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const task = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  const drawn = () => page.evaluate(() => Number(document.querySelector('.curves-plot').dataset.drawn));
  const { x, y, width, height } = await page.locator('.curves-plot').boundingBox();
  const [middleX, middleY] = [x + width / 2, y + height / 2];

  /** Milliseconds a drawn frame. */
  const measure = async (work) => {
    const before = [await task(), await drawn()];
    await work();
    return ((await task()) - before[0]) / Math.max(1, (await drawn()) - before[1]);
  };
  const panning = () =>
    measure(async () => {
      await page.mouse.move(middleX + 200, middleY);
      await page.mouse.down();
      await page.mouse.move(middleX - 200, middleY, { steps: kMoves });
      await page.mouse.up();
    });
  const zooming = () =>
    measure(async () => {
      await page.mouse.move(middleX, middleY);
      for (let i = 0; i < kMoves; ++i) await page.mouse.wheel(0, i < kMoves / 2 ? -40 : 40);
    });
  const naive = async () => {
    const before = await task();
    await page.evaluate(
      async ([w, h, curves, keys, frames]) => {
        const canvas = (globalThis.naive ??= document.body.appendChild(document.createElement('canvas')));
        [canvas.width, canvas.height] = [w, h];
        const ctx = canvas.getContext('2d');
        const values = (globalThis.values ??= Array.from({ length: curves }, (_, c) =>
          Float32Array.from({ length: keys }, (_, i) => Math.sin(i / (7 + c)) * (1 + (i % 13))),
        ));
        for (let f = 0; f < frames; ++f) {
          await new Promise(requestAnimationFrame);
          ctx.clearRect(0, 0, w, h);
          for (const list of values) {
            ctx.beginPath();
            list.forEach((value, i) => ctx.lineTo((i / keys) * w - f, h / 2 - value * 6));
            ctx.stroke();
            list.forEach((value, i) => ctx.fillRect((i / keys) * w - f - 2, h / 2 - value * 6 - 2, 4, 4));
          }
        }
      },
      [Math.round(width), Math.round(height), kCurves, kKeys, kNaiveFrames],
    );
    return ((await task()) - before) / kNaiveFrames;
  };
  for (let run = -1; run < kRuns; ++run)
    for (const [name, work] of Object.entries({ panning, zooming, naive })) {
      const ms = await work();
      if (run >= 0) runs[name].push(ms);
    }
} finally {
  await browser.close();
  server.close();
}

// Frames a second of the main thread alone: more is better.
report(
  'curves',
  Object.entries(runs).map(([name, list]) => ({
    name: `${name} over ${(kCurves * kKeys) / 1000}k keys`,
    values: list.map((ms) => 1000 / ms),
    unit: 'frame/s',
  })),
);
for (const name of ['panning', 'zooming']) {
  const ms = median(runs[name]);
  console.log(
    `  ${name}: ${ms.toFixed(2)} ms of main thread a frame, naive ${median(runs.naive).toFixed(2)} ms; ` +
      `budget ${kBudgetMs.toFixed(1)} ms: ${ms <= kBudgetMs ? 'kept' : 'NOT kept'}`,
  );
}
