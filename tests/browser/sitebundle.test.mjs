// "Download for my site": the archive alone, on another server, shows the model.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';

import { unzipSync } from 'fflate';

import { serve } from '../../web/build/serve.mjs';
import { openFiles, press, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

test('the dialog shows the element live, and its archive works by itself', async (t) => {
  const page = await browser.page(t, { width: 1400, height: 800, reducedMotion: 'reduce' });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: sliderAction },
  ]);
  await shown(page);
  await press(page, 'Embed');
  await page.locator('.embed-preview vitrine-viewer').waitFor();
  await page.waitForFunction(() => document.querySelector('.embed-preview vitrine-viewer').duration > 0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download for my site' }).click();
  const archive = await download;
  assert.equal(archive.suggestedFilename(), 'slider-site.zip');
  const files = unzipSync(readFileSync(await archive.path()));
  for (const name of ['index.html', 'slider.md5mesh', 'slide.md5anim', 'slider.png', 'vitrine/element.js'])
    assert.ok(files[name]?.length > 0, name);
  assert.deepEqual(page.errors, []);

  const folder = mkdtempSync(join(tmpdir(), 'vitrine-site-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const server = await serve(folder, 0);
  t.after(() => server.close());
  const site = await browser.page(t, { hash: null });
  await site.goto(`http://localhost:${server.port}/`);
  await site.waitForFunction(() => document.querySelector('vitrine-viewer').duration > 0);
  assert.equal(await site.locator('vitrine-viewer').getAttribute('src'), 'slider.md5mesh');
  // The model names an image that nobody gave: it is asked for beside the page.
  assert.deepEqual(
    site.errors.filter((text) => !text.includes('404')),
    [],
  );
});
