// How long the page's thread is busy at a time in WebKit, where the engine has no other thread to draw on: for each sample
// the longest tasks until it shows, and while it plays. `node tests/webkit/tasks.mjs`, on a machine that does nothing else.

import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

import { skip, startWebkit } from './harness.mjs';

const sample = (path) => fileURLToPath(new URL(`../../public/samples/${path}`, import.meta.url));
const kPlayedMs = 3000;

if (skip) {
  console.log(`skipped: ${skip}`);
  process.exit();
}
const webkit = await startWebkit(),
  { page } = webkit;
/** Longest tasks since the last call, in milliseconds. */
const longest = () => page.evaluate(() => globalThis.tasks.splice(0).sort((a, b) => b - a).slice(0, 3).map(Math.round)); // prettier-ignore
try {
  console.log(
    `load ${loadavg()[0].toFixed(1)}\n${'sample'.padEnd(24)} ${'until it shows, ms'.padEnd(24)} while it plays, ms`,
  );
  for (const { files } of JSON.parse(readFileSync(sample('index.json'), 'utf8'))) {
    await page.goto(`${webkit.origin}/`);
    // Samples of the start page are drawn first.
    await new Promise((resolve) => setTimeout(resolve, kPlayedMs));
    await page.evaluate(() => {
      globalThis.tasks = [];
      const { port1, port2 } = new MessageChannel();
      let last = performance.now();
      port1.onmessage = () => {
        const now = performance.now();
        if (now - last > 8) globalThis.tasks.push(now - last);
        last = now;
        port2.postMessage(0);
      };
      port2.postMessage(0);
    });
    await page.choose('[data-testid=files]', ...files.map(sample));
    await page.until(() => document.title !== 'Vitrine');
    const opening = await longest();
    await new Promise((resolve) => setTimeout(resolve, kPlayedMs));
    console.log(`${files[0].padEnd(24)} ${opening.join(', ').padEnd(24)} ${(await longest()).join(', ')}`);
  }
} finally {
  await webkit.stop();
}
