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

/** The archive that the open dialog of `page` gives, served from a folder of its own; its page, once the action is there. */
async function siteOf(t, page) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download for my site' }).click();
  const archive = await download,
    files = unzipSync(readFileSync(await archive.path())),
    folder = mkdtempSync(join(tmpdir(), 'vitrine-site-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const server = await serve(folder, 0);
  t.after(() => server.close());
  const there = await browser.page(t, { hash: null });
  await there.goto(`http://localhost:${server.port}/`);
  await there.waitForFunction(() => document.querySelector('vitrine-viewer').duration > 0);
  return { name: archive.suggestedFilename(), files, there };
}

const plain = (...rgb) =>
  Buffer.from(
    encodePng(
      4,
      4,
      new Uint8Array(64).map((_, i) => [...rgb, 255][i % 4]),
    ),
  );

test('an image that is called as the model keeps its bytes, and the poster has another name', async (t) => {
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
  await press(page, 'Embed');
  const { files, there } = await siteOf(t, page);
  assert.deepEqual(Buffer.from(files['pair.png']), blue);
  assert.deepEqual(Buffer.from(files['skin.png']), red);
  assert.equal(await there.locator('vitrine-viewer').getAttribute('poster'), 'pair-poster.png');
  assert.ok(files['pair-poster.png'].length > 0);
  assert.deepEqual(there.errors, []);
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
  const { name: archive, files, there } = await siteOf(t, page);
  assert.equal(archive, 'slider-site.zip');
  for (const name of ['index.html', 'slider.md5mesh', 'slide.md5anim', 'slider.png', 'vitrine/element.js'])
    assert.ok(files[name]?.length > 0, name);
  assert.deepEqual(page.errors, []);
  assert.equal(await there.locator('vitrine-viewer').getAttribute('src'), 'slider.md5mesh');
  // The model names an image that nobody gave: it is asked for beside the page.
  assert.deepEqual(
    there.errors.filter((text) => !text.includes('404')),
    [],
  );
});
