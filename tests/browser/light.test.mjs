// The light of the view and the front of a folder's models.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { copyLink, openFiles, picture, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const root = [{ name: 'origin', parent: -1, at: [0, 0, 0] }];
const box = boxModel(root, [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);
const image = (level) => {
  const rgba = new Uint8Array(8 * 8 * 4).fill(level);
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255;
  return Buffer.from(encodePng(8, 8, rgba));
};
const open = async (t, files, options = {}) => {
  const page = await browser.page(t, { width: 900, height: 700, reducedMotion: 'reduce', ...options });
  await openFiles(page, files);
  await shown(page);
  return page;
};
const middle = async (page) => (await picture(page)).at(0.5, 0.5).reduce((sum, value) => sum + value, 0);
const menu = (page) => page.getByRole('region', { name: 'Light' });
const hash = async (page, name) => {
  await copyLink(page);
  return page.evaluate((key) => new URLSearchParams(location.hash.slice(1)).get(key), name);
};

test('environment, exposure and direction change the picture, and the link keeps them', async (t) => {
  const page = await open(t, [{ name: 'box.md5mesh', text: box }]);
  const plain = await middle(page);
  assert.equal(await hash(page, 'light'), null);
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await menu(page).getByRole('combobox', { name: 'Environment' }).selectOption({ label: 'Dark' });
  const dark = await middle(page);
  assert.ok(dark < plain * 0.8, `${dark} of ${plain}`);
  await menu(page)
    .getByRole('slider', { name: 'Exposure' })
    .evaluate((slider) => {
      slider.value = '3';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
  assert.ok((await middle(page)) > dark * 1.3);
  await menu(page).getByRole('slider', { name: 'Light direction' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  assert.equal(await hash(page, 'light'), 'dark,3,5');
  // The address alone brings it back.
  await page.evaluate(() => (location.hash = location.hash.replace('dark,3,5', 'torch,-1,90')));
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  assert.equal(await menu(page).getByRole('combobox', { name: 'Environment' }).inputValue(), 'torch');
  assert.equal(await menu(page).getByRole('slider', { name: 'Exposure' }).inputValue(), '-1');
  await menu(page).getByRole('button', { name: 'Reset' }).click();
  assert.ok(Math.abs((await middle(page)) - plain) < 6);
  assert.deepEqual(page.errors, []);
});

test('a model with a nearly black image is lit until it is legible; an ordinary one is left alone', async (t) => {
  const files = (level) => [
    { name: 'box.md5mesh', text: box },
    { name: 'clay.png', text: image(level) },
  ];
  const black = await open(t, files(14));
  await black.waitForFunction(() => Number(document.querySelector('#light-menu input').value) > 0);
  const lit = await middle(black);
  await black.getByRole('button', { name: 'Light', exact: true }).click();
  await menu(black).getByRole('button', { name: 'Reset' }).click();
  const unlit = await middle(black);
  assert.ok(lit > unlit * 1.5, `${lit} of ${unlit}`);
  const ordinary = await open(t, files(120));
  await picture(ordinary);
  assert.equal(await ordinary.locator('#light-menu input').first().inputValue(), '0');
});

test('"This is the front" is remembered for the models of the folder', async (t) => {
  const page = await open(t, [{ name: 'box.md5mesh', text: box }]);
  await page.locator('#stage').focus();
  await page.keyboard.press('3');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'This is the front' }).click();
  await page.keyboard.press('Escape');
  await page.locator('#stage').focus();
  await page.keyboard.press('1');
  assert.match(await hash(page, 'camera'), /^90,0,/);
  assert.equal(await hash(page, 'front'), '90');
  await openFiles(page, [{ name: 'other.md5mesh', text: box }]);
  await page.waitForFunction(() => document.title.includes('other'));
  const yaw = Number((await hash(page, 'camera')).split(',')[0]);
  assert.ok(Math.abs(yaw - (90 + (0.6 * 180) / Math.PI)) < 1, `${yaw}`);
});
