// Drops of many models: the library with its posters, and the order of a few.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { dropFolder, openFiles, startBrowser } from './harness.mjs';
import { boxModel, sliderAction, sliderModel } from './models.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** Other joints than the slider's: its action does not play on them. */
const root = ['rock', 'pebble', 'sand'].map((name, i) => ({ name, parent: i - 1, at: [0, 0, 0] }));
const box = boxModel(root, [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);
const boxes = boxModel(
  root,
  [0, 2, 4].map((x) => ({ joint: 0, min: [x, 0, 0], max: [x + 1, 1, 1] })),
);
/** Thirty boxes in two folders, and a slider with its action in a third. */
const many = [
  ...Array.from({ length: 30 }, (_, i) => ({ name: `${i % 2 ? 'odd' : 'even'}/box${i}.md5mesh`, text: box })),
  { name: 'actors/slider.md5mesh', text: sliderModel },
  { name: 'actors/slide.md5anim', text: sliderAction },
  { name: 'broken/cut.md5mesh', text: sliderModel.slice(0, 300) },
];
const catalog = (page) => page.getByRole('region', { name: 'Library' });
const cards = (page) => page.locator('.catalog-card:visible');
const said = (page, text) => catalog(page).getByText(text).waitFor();

async function dropped(t, options = {}) {
  const page = await browser.page(t, { width: 1200, height: 800, ...options });
  await dropFolder(page, 'base', many, 7);
  await catalog(page).waitFor();
  return page;
}

test('a folder of many models opens as a library with posters that the core draws', async (t) => {
  const page = await dropped(t);
  await said(page, '32 of 32 models');
  const card = page.locator('[data-name="base/actors/slider.md5mesh"]');
  await card.locator('img:visible').waitFor();
  assert.match(await card.textContent(), /slider\.md5mesh.*md5mesh · 1 action/);
  const drawn = await card.locator('img').evaluate(async (image) => {
    await image.decode();
    const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
    return data.filter((value, i) => i % 4 === 3 && value === 255).length;
  });
  assert.ok(drawn > 500, `${drawn} opaque pixels`);
  await page.locator('.catalog-card.has-errors').waitFor({ state: 'attached' });
  assert.deepEqual(page.errors, []);
});

test('the library is searched by name, folder, format, actions and problems', async (t) => {
  const page = await dropped(t);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('box1');
  await said(page, '11 of 32 models');
  await page.getByRole('listbox', { name: 'Folders' }).getByRole('option', { name: /odd/ }).click();
  await said(page, '6 of 32 models');
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('');
  await said(page, '15 of 32 models');
  await page.getByRole('option', { name: /All folders/ }).click();
  await page.getByRole('combobox', { name: 'Actions' }).selectOption({ label: 'With actions' });
  await said(page, '1 of 32 models');
  await page.getByRole('combobox', { name: 'Actions' }).selectOption({ label: 'With or without actions' });
  await page.getByRole('combobox', { name: 'Problems' }).selectOption({ label: 'With problems' });
  await page.locator('[data-name="base/broken/cut.md5mesh"]:visible').waitFor();
});

test('a card opens its model with its animations, and the library comes back', async (t) => {
  const page = await dropped(t);
  await page.locator('[data-name="base/actors/slider.md5mesh"]').click();
  await page.waitForFunction(() => document.title.includes('slider.md5mesh'));
  await catalog(page).waitFor({ state: 'hidden' });
  await page
    .getByRole('combobox', { name: 'Action' })
    .locator('option', { hasText: 'slide' })
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await catalog(page).waitFor();
  await page.getByRole('button', { name: 'Back to slider.md5mesh' }).click();
  await catalog(page).waitFor({ state: 'hidden' });
});

test('arrow keys walk over the cards, and Enter opens one', async (t) => {
  const page = await dropped(t);
  await cards(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const name = await page.evaluate(() => document.activeElement.dataset.name);
  assert.equal(name, await cards(page).nth(1).getAttribute('data-name'));
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title.includes('slider.md5mesh'));
});

test('posters are kept by the browser: a second visit draws none', async (t) => {
  const page = await dropped(t);
  await page.locator('.catalog progress').waitFor({ state: 'hidden' });
  await page.evaluate(() => {
    globalThis.kept = caches.open('vitrine-posters-1').then((cache) => cache.keys());
  });
  const keys = await page.evaluate(async () => (await globalThis.kept).map(({ url }) => url));
  assert.equal(keys.length, 32);
  assert.ok(keys.some((url) => url.includes('slider.md5mesh')));
});

test('files of a large folder reach the worker a few at a time, each once', async (t) => {
  const page = await browser.page(t, { width: 1200, height: 800 });
  await page.evaluate(() => {
    globalThis.given = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message?.type === 'files') globalThis.given.push(message.files.map(({ name }) => name));
      return post.call(this, message, ...more);
    };
  });
  const thousand = Array.from({ length: 1000 }, (_, i) => ({ name: `m${i}/box${i}.md5mesh`, text: box }));
  await dropFolder(page, 'base', thousand);
  await said(page, '1,000 of 1,000 models');
  await page.locator('[data-name="base/m0/box0.md5mesh"] img:not([hidden])').waitFor({ state: 'attached' });
  const given = await page.evaluate(() => globalThis.given);
  assert.ok(
    given.every(({ length }) => length <= 200),
    given.map(({ length }) => length).join(),
  );
  assert.equal(new Set(given.flat()).size, 1000);
  assert.equal(given.flat().length, 1000);
  assert.deepEqual(page.errors, []);
});

test('two thousand models have no more elements in the page than thirty have, and each can be reached', async (t) => {
  const page = await browser.page(t, { width: 1200, height: 800 });
  const models = Array.from({ length: 2000 }, (_, i) => ({
    name: `f${String(i).padStart(4, '0')}/box${String(i).padStart(4, '0')}.md5mesh`,
    text: box,
  }));
  await dropFolder(page, 'base', models);
  await said(page, '2,000 of 2,000 models');
  await cards(page).first().waitFor();
  const elements = () => page.evaluate(() => document.querySelectorAll('.catalog :not(option)').length);
  assert.ok((await elements()) < 500, `${await elements()} elements`);
  const grid = page.locator('.catalog-grid');
  for (const part of [0.5, 1]) {
    await grid.evaluate((element, at) => element.scrollTo(0, element.scrollHeight * at), part);
    const number = part === 1 ? '1999' : '1000';
    await page.locator(`[data-name="base/f${number}/box${number}.md5mesh"] img:visible`).waitFor();
    assert.ok((await elements()) < 500, `${await elements()} elements`);
  }
  // The last by keys alone, and the focus stays with its card while the grid is scrolled away.
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await cards(page).first().focus();
  await page.keyboard.press('End');
  const focused = () => page.evaluate(() => document.activeElement.dataset.name);
  assert.equal(await focused(), 'base/f1999/box1999.md5mesh');
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await page.locator('[data-name="base/f0000/box0000.md5mesh"]').waitFor();
  assert.equal(await focused(), 'base/f1999/box1999.md5mesh');
  // Folders too.
  await page.getByRole('listbox', { name: 'Folders' }).focus();
  await page.keyboard.press('End');
  await said(page, '1 of 2,000 models');
  await page.keyboard.press('Home');
  await said(page, '2,000 of 2,000 models');
  assert.deepEqual(page.errors, []);
});

test('nothing against the library in either theme, and it fits a phone', async (t) => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await dropped(t, { colorScheme, width: 390, height: 844, hasTouch: true });
    await page.evaluate(axe);
    const found = await page.evaluate(async () =>
      (await globalThis.axe.run('.catalog', { resultTypes: ['violations'] })).violations.map(
        ({ id, nodes }) => `${id} ${nodes[0].target}`,
      ),
    );
    assert.deepEqual(found, []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels wide`);
    await page.locator('[data-name="base/actors/slider.md5mesh"]').tap();
    await page.waitForFunction(() => document.title.includes('slider.md5mesh'));
  }
});

test('what holds actions and next to no triangles comes after the models', async (t) => {
  const page = await browser.page(t, { width: 1200, height: 800 });
  const many = Array.from({ length: 120 }, (_, x) => ({ joint: 0, min: [x, 0, 0], max: [x + 0.5, 1, 1] }));
  await openFiles(page, [
    { name: 'a.md5mesh', text: sliderModel },
    { name: 'a.md5anim', text: sliderAction },
    { name: 'b.md5mesh', text: boxModel(root, many) },
  ]);
  await page.waitForFunction(() => document.title.includes('b.md5mesh'));
  assert.deepEqual(await page.locator('.tab-name').allTextContents(), ['b.md5mesh', 'a.md5mesh']);
});

test('of a few models the one with the most actions shows first, then the one with the most triangles', async (t) => {
  const page = await browser.page(t, { width: 1200, height: 800 });
  await openFiles(page, [
    { name: 'a.md5mesh', text: box },
    { name: 'b.md5mesh', text: boxes },
    { name: 'c.md5mesh', text: sliderModel },
    { name: 'c.md5anim', text: sliderAction },
  ]);
  await page.waitForFunction(() => document.title.includes('c.md5mesh'));
  assert.deepEqual(await page.locator('.tab-name').allTextContents(), ['c.md5mesh', 'b.md5mesh', 'a.md5mesh']);
});

test('a file of actions alone joins the model with as many joints, in one drop and later', async (t) => {
  const data = (name) => readFileSync(new URL(`../data/iqm/reference/${name}.iqm`, import.meta.url)),
    mesh = { name: 'mesh.iqm', text: data('v01_base') },
    fly = { name: 'fly.iqm', text: data('v24_anim_only') },
    other = { name: 'other.iqm', text: data('v07_ushort_300_joints') };
  const actions = (page) => page.locator('.timeline .action option').allTextContents();
  const page = await browser.page(t, { width: 1200, height: 800, reducedMotion: 'reduce' });
  await openFiles(page, [fly, other, mesh]);
  await page.waitForFunction(() => document.title.includes('mesh.iqm'));
  assert.deepEqual(await page.locator('.tab-name').allTextContents(), ['mesh.iqm', 'other.iqm']);
  const together = await actions(page);
  const later = await browser.page(t, { width: 1200, height: 800, reducedMotion: 'reduce' });
  await openFiles(later, [mesh]);
  await later.waitForFunction(() => document.title.includes('mesh.iqm'));
  const alone = await actions(later);
  await openFiles(later, [fly]);
  await later.waitForFunction(
    (count) => document.querySelectorAll('.timeline .action option').length > count,
    alone.length,
  );
  assert.deepEqual(await actions(later), together);
  assert.match(await later.title(), /mesh\.iqm/);
  assert.equal(await later.locator('.tab-name').count(), 0);
});
