// How long a page's main thread is busy at a time: processor time of the longest task while the page opens models of
// three sizes, and while fifty figures come into view. What grows with a file is the engine's work, in its own thread.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve } from '../../web/build/serve.mjs';
import { largeModel } from '../browser/models.mjs';
import { launchBrowser } from './browser.mjs';
import { growth, median, report, root, target } from './harness.mjs';

const kSides = [150, 212, 300];
const kRuns = 5;
/** Longer tasks are felt: https://www.w3.org/TR/longtasks-1/. */
const kLongMs = 50;
const dist = process.env.VITRINE_DIST ?? join(root, 'dist');

/** Processor time in ms of the longest task of the page's main thread in a trace. */
function longestTask(trace) {
  const { traceEvents } = JSON.parse(trace);
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && main.has(`${pid}/${tid}`),
  );
  assert.ok(tasks.length > 100, `the trace holds the page's tasks: ${tasks.length}`);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

if (!existsSync(join(dist, 'app.js'))) throw new Error('no dist/: run npm run build first');
const server = await serve(dist, 0);
const browser = await launchBrowser();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-'));
const file = join(folder, 'large.md5mesh');

/** The longest task of `work`, on a fresh page at `address`, once what `ready` waits for is there. */
async function longestOf(address, ready, work) {
  const context = await browser.newContext({ viewport: { width: 480, height: 360 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.route('**/fifty.html', (route) => route.fulfill({ contentType: 'text/html', body: fifty }));
  await page.goto(`http://localhost:${server.port}/${address}`);
  await ready(page);
  await page.waitForTimeout(1500);
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await work(page);
  await page.waitForTimeout(1000);
  const trace = (await browser.stopTracing()).toString();
  await context.close();
  return longestTask(trace);
}

const openLarge = () =>
  longestOf(
    '',
    (page) => page.getByRole('button', { name: /^Heron/ }).waitFor(),
    async (page) => {
      // From disk, so that its bytes never pass through the connection to the browser.
      await page.getByTestId('files').setInputFiles(file);
      await page.waitForFunction(
        () =>
          !document.body.classList.contains('is-empty') && Number(document.getElementById('stage').dataset.frames) > 0,
      );
    },
  );

/** Fifty figures that show themselves as the page is scrolled to its end. */
const fifty = `<!doctype html><script type="module" src="/element.js"></script><main hidden>${'<vitrine-viewer src="/samples/heron/heron.md5mesh" controls style="display: block; height: 200px"></vitrine-viewer>'.repeat(50)}</main>`;
const openFifty = () =>
  longestOf(
    'fifty.html',
    (page) => page.waitForFunction(() => customElements.get('vitrine-viewer')),
    async (page) => {
      await page.evaluate(() => (document.querySelector('main').hidden = false));
      for (const i of [0, 25, 49])
        await page.evaluate(async (index) => {
          const viewer = document.querySelectorAll('vitrine-viewer')[index];
          viewer.scrollIntoView({ block: 'center' });
          await new Promise((resolve) => viewer.addEventListener('load', resolve, { once: true }));
        }, i);
    },
  );

try {
  const costs = {};
  for (const side of kSides) {
    writeFileSync(file, largeModel(side));
    const triangles = 2 * (side - 1) ** 2;
    costs[triangles] = [];
    for (let run = 0; run < kRuns; ++run) costs[triangles].push(await openLarge());
  }
  const figures = [];
  for (let run = 0; run < kRuns; ++run) figures.push(await openFifty());
  const cases = Object.entries(costs).map(([triangles, values]) => ({
    name: `longest task, ${triangles} triangles`,
    values,
    unit: 'ms',
  }));
  cases.push({ name: 'longest task, fifty figures', values: figures, unit: 'ms' });
  report('page', cases);
  growth('the longest task', costs, 0.5);
  const longest = Math.max(...cases.map(({ values }) => median(values)));
  target(`${kLongMs} ms over the longest task`, kLongMs / longest, 1);
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}
