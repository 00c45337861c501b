// Files that take a while: the page stays alive, and a load can be called off.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { differing, openFiles, pause, picture, scrub, settled, shown, startBrowser } from './harness.mjs';
import { largeModel, sliderAction, sliderModel } from './models.mjs';

let browser, folder, file;
before(async () => {
  browser = await startBrowser();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-'));
  file = join(folder, 'large.md5mesh');
  writeFileSync(file, largeModel());
});
after(async () => {
  await browser?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

/** From disk, so that its bytes never pass through the test's own connection. */
const openLarge = (page) => page.getByTestId('files').setInputFiles(file);

test('what the page is handed of a large file does not grow with it', async (t) => {
  const page = await browser.page(t, { width: 480, height: 360 });
  await page.getByRole('button', { name: /^Heron/ }).waitFor();
  await page.evaluate(() => {
    const sizeOf = (value, seen = new Set()) => {
      if (typeof value === 'string') return value.length;
      if (typeof value !== 'object' || value === null) return 8;
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
      if (seen.has(value)) return 0;
      seen.add(value);
      return Object.entries(value).reduce((sum, [key, held]) => sum + key.length + sizeOf(held, seen), 0);
    };
    globalThis.handed = 0;
    globalThis.engineWorker.addEventListener('message', ({ data }) => (globalThis.handed += sizeOf(data)));
  });
  await openLarge(page);
  await shown(page);
  await settled(page);
  assert.match(await page.locator('.status').textContent(), /178,802 triangles/);
  const { handed, elements } = await page.evaluate(() => ({
    handed: globalThis.handed,
    elements: document.querySelectorAll('*').length,
  }));
  t.diagnostic(`${handed} bytes in the engine's messages, ${elements} elements`);
  // The file has 27 MB, and its vertices alone 3 MB.
  assert.ok(handed > 1000 && handed < 300_000, `the engine's messages hold ${handed} bytes`);
  assert.ok(elements < 3000, `the page has ${elements} elements`);
});

/** Presses the button to cancel `late` ms after the engine said that it parses; the page does nothing in between. */
async function cancelLarge(page, late) {
  const cancelled = page.evaluate(
    (late) =>
      new Promise((resolve) => {
        const worker = globalThis.engineWorker;
        worker.addEventListener('message', function parsing({ data }) {
          if (data.type !== 'progress' || data.phase !== 'parsing') return;
          worker.removeEventListener('message', parsing);
          const start = performance.now();
          while (performance.now() - start < late);
          document.querySelector('.loading button').click();
          resolve();
        });
      }),
    late,
  );
  await openLarge(page);
  await cancelled;
}

for (const [when, late] of [
  // While the engine cannot answer.
  ['in the middle of parsing', 0],
  // When the engine has long told, but the page has not heard it yet.
  ['when it is ready already', 4000],
])
  test(`a load that is cancelled ${when} leaves the page as it was, and usable`, async (t) => {
    const page = await browser.page(t, { width: 480, height: 360 });
    await openFiles(page, [
      { name: 'slider.md5mesh', text: sliderModel },
      { name: 'slide.md5anim', text: sliderAction },
    ]);
    await shown(page);
    await pause(page);
    await scrub(page, 0.3);
    const before = await picture(page);
    await cancelLarge(page, late);
    await page.getByText('Cancelled.').waitFor();
    assert.equal(await page.locator('.document-name').textContent(), 'slider.md5mesh');
    // An engine that does not answer in time is another by then.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
    await page.waitForFunction(() => document.querySelectorAll('.viewer-canvas').length === 1);
    assert.equal(differing(before, await picture(page), 8), 0);
    await openFiles(page, [{ name: 'other.md5mesh', text: sliderModel }]);
    await page.waitForFunction(() => document.querySelector('.document-name').textContent === 'other.md5mesh');
    await settled(page);
    assert.deepEqual(page.errors, []);
  });
