// The look of every panel against pictures of it that were looked at: tests/browser/goldens/*.png.
//
// Both pictures are averaged over squares of 10 pixels, so that the edges of letters and of the rasteriser do not count;
// a square differs when some channel is more than 28 of 255 levels off, and a panel when more than 6 parts of 100 of its
// squares differ. Repeated runs of one machine, idle and busy, stay below that; a panel whose first part is missing has
// 10.7 of 100.
//
// VITRINE_GOLDENS=write makes them anew; look at every one before it is committed.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { openFiles, settled, startBrowser } from './harness.mjs';

const kSquare = 10;
const kLevels = 28;
const kShare = 0.06;
const folder = new URL('goldens/', import.meta.url);
const writes = process.env.VITRINE_GOLDENS === 'write';

let browser, page;
before(async () => {
  browser = await startBrowser();
  page = await browser.page(
    { after: () => undefined },
    { width: 1100, height: 640, colorScheme: 'dark', reducedMotion: 'reduce' },
  );
  if (writes) mkdirSync(folder, { recursive: true });
});
after(() => browser.stop());

const sample = (path) => ({
  name: path.split('/').at(-1),
  text: readFileSync(new URL(`../../public/samples/${path}`, import.meta.url)),
});
const open = async (...paths) => {
  await openFiles(page, paths.map(sample));
  await page.waitForFunction((name) => document.title.startsWith(name), sample(paths[0]).name);
  await settled(page);
};
/** Numbers of this machine and moment are left out. */
const calm = () =>
  page.evaluate(async () => {
    document.getElementById('stage').style.visibility = 'hidden';
    for (const element of document.querySelectorAll('.status, .panel dl'))
      if (element.matches('.status') || / ms/.test(element.textContent)) element.style.visibility = 'hidden';
    document.activeElement?.blur();
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    await new Promise(requestAnimationFrame);
  });
const panel = async (name) => {
  await page.evaluate(
    (id) => document.querySelector(`[aria-controls="panel-${id}"][aria-pressed=false]`)?.click(),
    name,
  );
  await page.locator(`#panel-${name}.is-open`).waitFor();
  await calm();
  return page.locator(`#panel-${name}`);
};

/** Share of the squares in which two pictures differ; 1 where their sizes do. */
const difference = (a, b) =>
  page.evaluate(
    async ([pictures, square, levels]) => {
      const [first, second] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (Math.abs(first.width - second.width) > 2 || Math.abs(first.height - second.height) > 2) return 1;
      const columns = Math.floor(Math.min(first.width, second.width) / square),
        rows = Math.floor(Math.min(first.height, second.height) / square);
      const mean = ({ data, width }, column, row, channel) => {
        let sum = 0;
        for (let y = row * square; y < (row + 1) * square; ++y)
          for (let x = column * square; x < (column + 1) * square; ++x) sum += data[(y * width + x) * 4 + channel];
        return sum / (square * square);
      };
      let differing = 0;
      for (let row = 0; row < rows; ++row)
        for (let column = 0; column < columns; ++column)
          if ([0, 1, 2].some((c) => Math.abs(mean(first, column, row, c) - mean(second, column, row, c)) > levels))
            ++differing;
      return differing / (columns * rows);
    },
    [[a.toString('base64'), b.toString('base64')], kSquare, kLevels],
  );

const path = (name) => fileURLToPath(new URL(`${name}.png`, folder));
async function same(name, locator) {
  const now = await locator.screenshot();
  if (writes) return writeFileSync(path(name), now);
  const share = await difference(readFileSync(path(name)), now);
  assert.ok(share <= kShare, `${name}: ${(share * 100).toFixed(1)} % of the squares differ`);
}

test('the hierarchy, details, export, files, statistics, materials and source of a skinned model', async () => {
  await open('heron/heron.md5mesh', 'heron/heron_body.png');
  await page.getByRole('treeitem', { name: 'neck2' }).click();
  for (const name of ['hierarchy', 'details', 'files', 'materials', 'compare', 'measure'])
    await same(name, await panel(name));
  await panel('export');
  // The losses come by themselves.
  await page.locator('#panel-export', { hasText: 'Round-trip check' }).waitFor();
  await same('export', await panel('export'));
  await panel('statistics');
  await page.locator('#panel-statistics', { hasText: 'open edges' }).waitFor();
  await same('statistics', await panel('statistics'));
  await panel('source');
  await page.locator('.source-row', { hasText: 'MD5Version' }).waitFor();
  await same('source', await panel('source'));
});

test('problems, in both themes', async () => {
  await open('broken/broken.md5mesh');
  await same('problems', await panel('problems'));
  await page.emulateMedia({ colorScheme: 'light' });
  await same('problems-light', await panel('problems'));
  await page.emulateMedia({ colorScheme: 'dark' });
});

test('the structure of a binary file and the curves of its first action', async () => {
  await open('lighthouse/lighthouse.scene');
  await panel('structure');
  await page.locator('.record-row').nth(3).click();
  await page.locator('.record').waitFor();
  await same('structure', await panel('structure'));
  await page.evaluate(() => document.querySelector('[aria-controls="panel-structure"]').click());
  await page.locator('#stage').focus();
  await page.keyboard.press('v');
  await page.locator('.channel-row').first().waitFor();
  await settled(page);
  await calm();
  // The record has selected its node, whose curves come first; the picture is that of all.
  await page.getByLabel('Only selected').uncheck();
  await page.locator('.channel-row').nth(4).waitFor();
  await settled(page);
  await calm();
  await same('curves', page.locator('.curves'));
});

test('the sheet of keys', async () => {
  await page.evaluate(() => document.querySelector('dialog.help').showModal());
  await calm();
  await same('keys', page.locator('dialog.help').first());
  await page.evaluate(() => document.querySelector('dialog.help').close());
});

test('a panel that has changed is told from one that has not', async (t) => {
  if (writes) return t.skip('pictures are being made');
  await open('heron/heron.md5mesh', 'heron/heron_body.png');
  const body = await panel('details');
  const whole = await body.screenshot();
  assert.ok((await difference(whole, await body.screenshot())) < 0.001);
  await page.evaluate(() => document.querySelector('#panel-details .section:not([hidden])').remove());
  const share = await difference(whole, await body.screenshot());
  assert.ok(share > kShare, `${(share * 100).toFixed(1)} % of the squares differ`);
  t.diagnostic(`${(share * 100).toFixed(1)} % without its first part`);
});

test('the pictures are small', () => {
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
  assert.ok(bytes < 600_000, `${bytes} bytes`);
});
