// The ways between the start page and documents, and what a drop says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { dropFolder, openFiles, startBrowser } from './harness.mjs';
import { slideAction, sliderAction, sliderJoints, sliderModel, boxModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const shown = (page, name) => page.waitForFunction((wanted) => document.title.includes(wanted), name);
const gallery = (page) => page.locator('.gallery');
const tabs = (page) => page.getByRole('tab');
const cube = boxModel(sliderJoints, [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);

test('the start page lies over open documents, and the browser goes back to them', async (t) => {
  const page = await browser.page(t);
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(page, 'slider.md5mesh');
  await page.getByRole('link', { name: /start page/ }).click();
  await gallery(page).waitFor();
  await page.goBack();
  await gallery(page).waitFor({ state: 'hidden' });
  assert.match(await page.title(), /slider\.md5mesh/);
  await page.getByRole('link', { name: /start page/ }).click();
  await page.getByRole('button', { name: 'Back to slider.md5mesh' }).click();
  await gallery(page).waitFor({ state: 'hidden' });
  assert.deepEqual(page.errors, []);
});

test('a sample has its address in the link', async (t) => {
  const page = await browser.page(t);
  await page.getByRole('button', { name: /column/i }).click();
  await shown(page, 'column');
  await page.waitForFunction(() => location.hash.includes('samples'));
  const { hash } = new URL(page.url());
  const other = await browser.page(t, { hash });
  await shown(other, 'column');
});

test('an empty folder is answered', async (t) => {
  const page = await browser.page(t);
  await dropFolder(page, 'empty', []);
  await page.getByText('The drop contained no files.').waitFor();
});

test('an action that waits does not join a model that brings its own', async (t) => {
  const page = await browser.page(t, { width: 1200, height: 800 });
  await openFiles(page, [{ name: 'lone.md5anim', text: sliderAction }]);
  await shown(page, 'lone.md5anim');
  const own = slideAction(sliderJoints, [[[0, 0, 0]], [[0, 1, 0]]]);
  await openFiles(page, [
    { name: 'other.md5mesh', text: cube },
    { name: 'own.md5anim', text: own },
  ]);
  await shown(page, 'other.md5mesh');
  await tabs(page).nth(1).waitFor();
  assert.equal(await tabs(page).count(), 2);
});

test('export is GLB at first, and one click saves it', async (t) => {
  const page = await browser.page(t);
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(page, 'slider.md5mesh');
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const saved = page.waitForEvent('download');
  await page.locator('.exporter button[type=submit]').click();
  assert.equal((await saved).suggestedFilename(), 'slider.glb');
});

test('every card has its picture before the engine has drawn anything', async (t) => {
  const page = await browser.page(t, { hash: null });
  await page.route(/\.wasm$/, () => {});
  await page.goto(`${page.origin}/`);
  const images = page.locator('.sample img');
  await images.first().waitFor();
  assert.equal(await images.count(), await page.locator('.sample').count());
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    assert.ok(await image.evaluate((it) => it.decode().then(() => it.naturalWidth >= 360)));
  }
});

test('where folders cannot be chosen there is no button for it, and the page says what can', async (t) => {
  const page = await browser.page(t, { hash: null, width: 390, height: 844 });
  const folder = page.getByRole('button', { name: 'Open a folder' }),
    instead = page.getByText('Choose all files of a model at once, or an archive of its folder.');
  await page.goto(page.origin);
  await folder.waitFor();
  assert.equal(await instead.count(), 0);
  await page.addInitScript(() => {
    delete globalThis.showDirectoryPicker;
    delete HTMLInputElement.prototype.webkitdirectory;
  });
  await page.reload();
  await instead.waitFor();
  assert.equal(await folder.count(), 0);
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: sliderAction },
  ]);
  await shown(page, 'slider.md5mesh');
  assert.deepEqual(page.errors, []);
});
