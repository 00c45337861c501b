// "Download for my site": the archive alone, on another server, shows the model.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';

import { unzipSync } from 'fflate';

import { encodePng } from '../../dist/node/index.js';
import { serve } from '../../web/build/serve.mjs';
import { openFiles, press, shown, startBrowser } from './harness.mjs';
import { boxModel, sliderAction, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** The archive of what `page` shows, served from a folder of its own; its page, once the action is there. */
async function site(t, page) {
  await press(page, 'Embed');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download for my site' }).click();
  const files = unzipSync(readFileSync(await (await download).path())),
    folder = mkdtempSync(join(tmpdir(), 'vitrine-site-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const server = await serve(folder, 0);
  t.after(() => server.close());
  const shownThere = await browser.page(t, { hash: null });
  await shownThere.goto(`http://localhost:${server.port}/`);
  await shownThere.waitForFunction(() => document.querySelector('vitrine-viewer').duration > 0);
  return { files, page: shownThere };
}

const plain = (...rgb) =>
  Buffer.from(
    encodePng(
      4,
      4,
      new Uint8Array(64).map((_, i) => [...rgb, 255][i % 4]),
    ),
  );

test('an image that is called as the model keeps its bytes, and images of one name their folders', async (t) => {
  const page = await browser.page(t, { reducedMotion: 'reduce' });
  const red = plain(220, 20, 20),
    blue = plain(20, 20, 220);
  const joints = [{ name: 'origin', parent: -1, at: [0, 0, 0] }],
    one = boxModel(joints, [{ joint: 0, min: [-1, -3, -1], max: [1, -1, 1] }]),
    two = boxModel(joints, [{ joint: 0, min: [-1, 1, -1], max: [1, 3, 1] }]);
  const mesh = (text) => text.slice(text.indexOf('mesh {'));
  await openFiles(page, [
    {
      name: 'pair.md5mesh',
      text:
        one.replace('numMeshes 1', 'numMeshes 2').replace('"clay"', '"left/skin.png"') +
        mesh(two).replace('"clay"', '"pair.png"'),
    },
    { name: 'slide.md5anim', text: sliderAction },
    { name: 'skin.png', text: red },
    { name: 'pair.png', text: blue },
  ]);
  await shown(page);
  const there = await site(t, page);
  assert.deepEqual(Buffer.from(there.files['pair.png']), blue);
  assert.deepEqual(Buffer.from(there.files['skin.png']), red);
  assert.equal(await there.page.locator('vitrine-viewer').getAttribute('poster'), 'pair-poster.png');
  assert.ok(there.files['pair-poster.png'].length > 0);
  assert.deepEqual(there.page.errors, []);
});

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
