// What pages cost that nobody touches: a hundred figures at rest, in processor time of the page's main thread, and a
// thousand frames of a model that plays, in bytes that scripts allocate, on the page and in its engine. At the rate of
// the screen: without that limit most of what is counted is the browser's own for frames that are not drawn.

import { join } from 'node:path';

import { serve } from '../../web/build/serve.mjs';
import { debuggerOf } from '../browser/cycles.mjs';
import { launchBrowser, viewersDrawn } from './browser.mjs';
import { report, root, target } from './harness.mjs';

const kViewers = 100;
const kSeconds = 10;
const kFrames = 1000;
const dist = process.env.VITRINE_DIST ?? join(root, 'dist');
const server = await serve(dist, 0);
const address = `http://localhost:${server.port}`;

/** Milliseconds that the main thread works in `kSeconds` while `kViewers` figures stand there. */
async function restOf(browser) {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const one = `<vitrine-viewer controls loading="eager" style="display: inline-block; width: 60px; height: 50px" src="samples/column/column.md5mesh"></vitrine-viewer>`;
  await page.route('**/rest.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Rest</title><script type="module" src="element.js"></script><body>${one.repeat(kViewers)}`,
    }),
  );
  await page.goto(`${address}/rest.html`);
  await viewersDrawn(page, kViewers);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  await page.waitForTimeout(3000);
  const before = await spent();
  await page.waitForTimeout(1000 * kSeconds);
  const all = (await spent()) - before;
  await page.close();
  return all;
}

/** Bytes that scripts allocate in a frame, on the page and in its engine. */
async function allocatedOf(browser) {
  const page = await browser.newPage({ viewport: { width: 320, height: 240 }, serviceWorkers: 'block' });
  page.setDefaultTimeout(600_000);
  const debug = await debuggerOf(page);
  await page.goto(`${address}/`);
  await page.getByRole('button', { name: /^Heron/ }).click();
  const frames = () => page.evaluate(() => Number(document.getElementById('stage').dataset.frames));
  await page.waitForFunction(() => Number(document.getElementById('stage').dataset.frames) > 100);
  const options = {
    samplingInterval: 1024,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  };
  const threads = [debug.page, debug.engine];
  for (const ask of threads) await ask('HeapProfiler.startSampling', options);
  const first = await frames();
  await page.waitForFunction(
    (last) => Number(document.getElementById('stage').dataset.frames) >= last,
    first + kFrames,
    {
      polling: 1000,
    },
  );
  const count = (await frames()) - first;
  const bytes = [];
  for (const ask of threads) {
    const { profile } = await ask('HeapProfiler.stopSampling');
    const sum = ({ selfSize, children }) => children.reduce((all, child) => all + sum(child), selfSize);
    bytes.push(sum(profile.head) / count);
  }
  await page.close();
  return { count, bytes };
}

const browser = await launchBrowser();
try {
  const rest = await restOf(browser);
  report('idle', [{ name: `${kViewers} figures at rest`, values: [rest / kSeconds], unit: 'ms/s' }]);
  target('main thread of resting figures, under 1 ms in a second', kSeconds / rest, 1);
  const { count, bytes } = await allocatedOf(browser);
  console.log(
    `  ${count} frames of a playing model: scripts allocate ${bytes[0].toFixed(0)} bytes a frame on the page, ${bytes[1].toFixed(0)} in its engine`,
  );
} finally {
  await browser.close();
  server.close();
}
