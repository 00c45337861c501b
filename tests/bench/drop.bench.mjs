// From the drop of a file of 1, 10 and 100 MB to the first picture of it, in Chromium, and how that grows.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve } from '../../web/build/serve.mjs';
import { largeModel } from '../browser/models.mjs';
import { launchBrowser } from './browser.mjs';
import { growth, report, root } from './harness.mjs';

/** Vertices along a side of the square. */
const kSides = [57, 177, 547];
const kRuns = 3;
const dist = process.env.VITRINE_DIST ?? join(root, 'dist');
const server = await serve(dist, 0);
const browser = await launchBrowser();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-'));
const file = join(folder, 'large.md5mesh');

/** Milliseconds from the file's arrival on a page that stands ready. */
async function firstPicture() {
  const context = await browser.newContext({ viewport: { width: 480, height: 360 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`http://localhost:${server.port}/`);
  await page.getByRole('button', { name: /^Heron/ }).waitFor();
  await page.waitForTimeout(1500);
  await page.evaluate(() => {
    const stage = document.getElementById('stage');
    globalThis.picture = new Promise((resolve) => {
      document.querySelector('[data-testid=files]').addEventListener(
        'change',
        () => {
          const start = performance.now();
          let before;
          const look = () => {
            const frames = Number(stage.dataset.frames ?? 0);
            // Frames of the start page may have been counted.
            if (!document.body.classList.contains('is-empty')) before ??= frames;
            if (frames > before) resolve(performance.now() - start);
            else requestAnimationFrame(look);
          };
          look();
        },
        { capture: true, once: true },
      );
    });
  });
  // From disk, so that its bytes never pass through the connection to the browser.
  await page.getByTestId('files').setInputFiles(file);
  const spent = await page.evaluate(() => globalThis.picture);
  await context.close();
  return spent;
}

try {
  const costs = {},
    cases = [];
  for (const side of kSides) {
    const text = largeModel(side);
    writeFileSync(file, text);
    const megabytes = text.length / 1e6;
    costs[text.length] = [];
    for (let run = 0; run < kRuns; ++run) costs[text.length].push(await firstPicture());
    cases.push({ name: `${megabytes.toFixed(0)} MB`, values: costs[text.length], unit: 'ms' });
  }
  report('drop', cases);
  growth('a drop', costs);
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}
