// Gzip files on the page and in the element: models, actions, images, songs and worlds, alone and in archives.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { zipSync } from 'fflate';

import { encodePng } from '../../dist/node/index.js';
import { loudSong } from '../node/support/sound.mjs';
import { embed, files, loaded } from './embedding.mjs';
import { openFiles, picture, shown, startBrowser } from './harness.mjs';
import { boxModel, sliderAction, sliderModel } from './models.mjs';

const red = new Uint8Array(64).map((_, i) => (i % 4 === 0 || i % 4 === 3 ? 230 : 20));
const crate = boxModel(
  [{ name: 'origin', parent: -1, at: [0, 0, 0] }],
  [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }],
).replace('shader "clay"', 'shader "models/crate_d"');
const png = gzipSync(Buffer.from(encodePng(4, 4, red)));
const model = gzipSync(sliderModel),
  action = gzipSync(sliderAction),
  song = gzipSync(Buffer.from(loudSong()));
Object.assign(files, {
  'packed.md5mesh.gz': model,
  'packed.md5anim.gz': action,
  // As a server that sends the bytes without saying how they are encoded.
  'content.md5mesh': model,
  'cut.md5mesh.gz': model.subarray(0, 200),
  'loud.v2mz': song,
});

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const open = async (t, given, hash) => {
  const page = await browser.page(t, { width: 900, height: 700, reducedMotion: 'reduce', ...(hash && { hash }) });
  if (given) await openFiles(page, given);
  return page;
};
const name = (page) => page.locator('.document-name').textContent();
const isRed = async (page) => {
  for (let i = 0; i < 20; ++i) {
    const [r, g, b] = (await picture(page)).at(0.5, 0.5);
    if (r > 1.5 * Math.max(g, b)) return;
    await page.waitForTimeout(250);
  }
  assert.fail('the picture never turned red');
};

test('a model, its action and its image are shown under the names of what is inside them', async (t) => {
  const page = await open(t, [
    { name: 'crate.md5mesh.gz', text: gzipSync(crate) },
    { name: 'crate_d.png.gz', text: png },
  ]);
  await shown(page);
  assert.equal(await name(page), 'crate.md5mesh');
  await isRed(page);
  assert.deepEqual(page.errors, []);
});

test('the bytes decide, and a companion comes packed too', async (t) => {
  const page = await open(t, [
    { name: 'slider.md5mesh', text: model },
    { name: 'slide.md5anim.gz', text: action },
  ]);
  await shown(page);
  await page.waitForFunction(() => document.body.textContent.includes('slide'));
  assert.equal(await page.getByRole('slider', { name: 'Time' }).isVisible(), true);
  assert.deepEqual(page.errors, []);
});

test('gzip files in a zip are files of it', async (t) => {
  const packed = zipSync({ 'a/crate.md5mesh.gz': gzipSync(crate), 'a/crate_d.png.gz': png });
  const page = await open(t, [{ name: 'x.zip', text: packed }]);
  await shown(page);
  assert.equal(await name(page), 'crate.md5mesh');
  await isRed(page);
});

test('a damaged one is refused with the reason', async (t) => {
  const page = await open(t, [{ name: 'cut.md5mesh.gz', text: model.subarray(0, 200) }]);
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  assert.match(await dialog.textContent(), /gzip file (cannot be unpacked|is cut off)/);
});

test('a song called .v2mz plays', async (t) => {
  const page = await open(t, [{ name: 'loud.v2mz', text: song }]);
  await page.locator('.song-room').waitFor();
  assert.deepEqual(page.errors, []);
});

const figure = (src, more = '') =>
  `<vitrine-viewer id="fig" class="figure" src="${src}" alt="A thing" loading="eager" textures="none" ${more}></vitrine-viewer>`;

test('the element shows packed models and actions, by name or by content', async (t) => {
  for (const src of ['packed.md5mesh.gz', 'content.md5mesh']) {
    const page = await embed(browser, t, figure(src, 'animations="packed.md5anim.gz"'));
    await loaded(page);
    assert.deepEqual(
      await page.evaluate(() => {
        const { report } = document.getElementById('fig');
        return [report.info.statistics.triangles, report.info.actions.map((each) => each.name)];
      }),
      [12, ['packed']],
    );
    assert.deepEqual(page.errors, []);
  }
});

test('the element opens packed files that the page has, and songs', async (t) => {
  const page = await embed(browser, t, figure('loud.v2mz'));
  await loaded(page);
  assert.ok((await page.evaluate(() => document.getElementById('fig').duration)) > 11);
  await page.evaluate(
    (bytes) => document.getElementById('fig').open([{ name: 'mine.md5mesh.gz', data: new Uint8Array(bytes) }]),
    [...model],
  );
  await loaded(page);
  assert.equal(await page.evaluate(() => document.getElementById('fig').report.files[0].name), 'mine.md5mesh');
});

test('the element says what is wrong with a damaged one', async (t) => {
  const page = await embed(browser, t, figure('cut.md5mesh.gz'));
  await page.waitForFunction(() => document.getElementById('fig').error, undefined, { timeout: 30_000 });
  assert.deepEqual(
    await page.evaluate(() => {
      const { code, message } = document.getElementById('fig').error;
      return [code, /gzip file/.test(message)];
    }),
    ['ARCHIVE_DAMAGED', true],
  );
});
