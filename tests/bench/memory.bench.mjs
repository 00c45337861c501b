// Memory of a page that adds 20 viewers and removes them again, 30 times: after every fifth round the heap of the page's
// scripts, its nodes, and the private memory of the process of the page and of that which draws. Once every viewer goes, and
// the engine with the last; once a viewer stays, and the engine with it.
//
// node tests/bench/memory.bench.mjs [--rounds N] [--viewers N]

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { serve } from '../../web/build/serve.mjs';
import { launchBrowser, viewersDrawn } from './browser.mjs';
import { root } from './harness.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, viewers: { type: 'string', default: '20' } },
});
const rounds = Number(values.rounds),
  viewers = Number(values.viewers);
const kEvery = Math.max(1, Math.round(rounds / 6));

const viewer = (
  id,
) => `<vitrine-viewer id="${id}" controls loading="eager" style="display: inline-block; width: 120px; height: 90px"
  src="samples/column/column.md5mesh" animations="samples/column/bend.md5anim" alt="A column that bends"></vitrine-viewer>`;

/** MB that a process has for itself alone. */
function privateOf(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kb = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return (kb('Private_Clean') + kb('Private_Dirty')) / 1024;
}

async function measure(browser, address, stays) {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const session = await page.context().newCDPSession(page),
    whole = await browser.newBrowserCDPSession();
  await page.route('**/page.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Page</title><script type="module" src="element.js"></script><body>${stays ? viewer('stays') : ''}<main></main>`,
    }),
  );
  await page.goto(`${address}/page.html`);
  const round = async () => {
    await page.evaluate(
      (html) => {
        document.querySelector('main').innerHTML = html;
      },
      Array.from({ length: viewers }, (_, i) => viewer(`v${i}`)).join(''),
    );
    await viewersDrawn(page, viewers + (stays ? 1 : 0));
    await page.evaluate(() => document.querySelector('main').replaceChildren());
    for (let i = 0; i < 100 && !stays && page.workers().length > 0; ++i) await page.waitForTimeout(50);
  };
  const look = async () => {
    // Trees of elements go in several rounds of collection.
    for (let i = 0; i < 5; ++i) {
      await session.send('HeapProfiler.collectGarbage');
      if (stays) await page.workers()[0].evaluate(() => globalThis.gc());
      await page.waitForTimeout(200);
    }
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
    const megabytes = (type) => processInfo.filter((each) => each.type === type).map(({ id }) => privateOf(id));
    return {
      scripts: usedSize / 2 ** 20,
      renderer: Math.max(...megabytes('renderer')),
      gpu: Math.max(...megabytes('GPU')),
      nodes: (await session.send('Memory.getDOMCounters')).nodes,
    };
  };
  const looks = [];
  for (let i = 1; i <= rounds; ++i) {
    await round();
    if (i % kEvery === 0) looks.push(await look());
  }
  await page.close();
  return looks;
}

const server = await serve(join(root, 'dist'));
const browser = await launchBrowser('--js-flags=--expose-gc');
try {
  for (const stays of [false, true]) {
    const looks = await measure(browser, `http://localhost:${server.port}`, stays);
    const title = stays ? 'one viewer stays' : 'all go';
    console.log(`\n${title}: after ${looks.map((_, i) => (i + 1) * kEvery).join(', ')} rounds of ${viewers} viewers`);
    // What the first rounds leave is code, caches and room that is used again.
    const since = (looks.length - 2) * kEvery * viewers;
    for (const name of Object.keys(looks[0])) {
      const values = looks.map((each) => each[name]);
      const each = `${(((values.at(-1) - values[1]) / since) * 1024).toFixed(1)} KB a viewer since the second`;
      console.log(
        `  ${name.padEnd(10)} ${values.map((value) => value.toFixed(1).padStart(8)).join('')} ${name === 'nodes' ? '' : `MB, ${each}`}`,
      );
    }
  }
} finally {
  await browser.close();
  server.close();
}
