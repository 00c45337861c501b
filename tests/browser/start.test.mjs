// The ways between the start page and documents, and what a drop says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

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
  for (const image of await images.all())
    assert.ok(await image.evaluate((it) => it.decode().then(() => it.naturalWidth >= 360)));
  // Nothing lies over a picture until the model is drawn; an empty stage is drawn before.
  await page.locator('.thumbnail canvas').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => Number(document.getElementById('stage').dataset.frames) > 0);
  assert.equal(await page.locator('.thumbnail canvas:visible').count(), 0);
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

const root = fileURLToPath(new URL('../..', import.meta.url));
const familiesOf = async (list) => (await list.locator('dd').allTextContents()).join(' · ');

test('the start page names every format that shows or sounds, and so does the error for another kind', async (t) => {
  const page = await browser.page(t),
    rows = readFileSync(join(root, 'public/docs/formats.md'), 'utf8').matchAll(
      /^\|[^|]*\| `[^`]+` *\| ([^|]*) \| (?:model|sound) /gm,
    ),
    endings = [...rows].map(([, files]) => /`\.(?:\w+\.)*(\w+)`/.exec(files)[1]);
  assert.ok(endings.length > 12, `${endings.length} formats`);
  // Families stand for their files, where people know them by another name.
  const known = { md5mesh: 'MD5', scene: 'KRI', tmp: 'QMSH' };
  const start = await familiesOf(page.locator('.drop-target .families'));
  for (const ending of endings) assert.match(start, new RegExp(`\\b${known[ending] ?? ending}\\b`, 'i'), ending);
  assert.equal(await page.getByRole('link', { name: 'Documentation' }).getAttribute('href'), 'docs/index.html');
  await openFiles(page, [{ name: 'cube.obj', text: 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' }]);
  const error = page.getByRole('alertdialog');
  await error.waitFor();
  assert.equal(await familiesOf(error.locator('.families')), start);
  assert.doesNotMatch(await error.textContent(), /@0x/);
});

test('what was opened is among the recent, and opens from its handle', async (t) => {
  const page = await browser.page(t);
  await page.evaluate(async (text) => {
    const folder = await navigator.storage.getDirectory(),
      handle = await folder.getFileHandle('slider.md5mesh', { create: true }),
      writer = await handle.createWritable();
    await writer.write(text);
    await writer.close();
    globalThis.showOpenFilePicker = async () => [handle];
  }, sliderModel);
  await page.getByRole('button', { name: 'Open files' }).click();
  await shown(page, 'slider.md5mesh');
  // Files of a field have no handles: only their name is kept.
  await openFiles(page, [{ name: 'named.md5mesh', text: sliderModel }]);
  await shown(page, 'named.md5mesh');
  const isKept = (name) =>
    new Promise((resolve) => {
      const request = indexedDB.open('vitrine', 1);
      request.onsuccess = () => {
        const names = request.result.transaction('recent').objectStore('recent').getAllKeys();
        names.onsuccess = () => resolve(names.result.includes(name));
      };
    });
  await page.waitForFunction(isKept, 'named.md5mesh');
  await page.goto(page.origin);
  await page.reload();
  const recent = page.getByRole('region', { name: 'Recent' });
  await recent.waitFor();
  assert.deepEqual(await recent.getByRole('listitem').allTextContents(), ['named.md5mesh', 'slider.md5mesh']);
  await page.evaluate(() => delete globalThis.showOpenFilePicker);
  const chosen = page.waitForEvent('filechooser');
  await recent.getByRole('button', { name: 'named.md5mesh' }).click();
  await chosen;
  await recent.getByText(/Only the name of .*named\.md5mesh.* is kept/).waitFor();
  await recent.getByRole('button', { name: 'slider.md5mesh' }).click();
  await shown(page, 'slider.md5mesh');
  await page.goto(page.origin);
  await page.reload();
  await recent.getByRole('button', { name: 'Clear' }).click();
  await recent.waitFor({ state: 'hidden' });
  assert.deepEqual(page.errors, []);
});

test('a world of the samples shows its picture until it is drawn, also from its link', async (t) => {
  const page = await browser.page(t);
  // Its engine never comes.
  await page.route('**/world-worker.js', () => undefined);
  await page.getByRole('button', { name: /island/ }).click();
  const picture = page.locator('.opening');
  await picture.getByText('A world with its song').waitFor();
  assert.ok(await picture.locator('img').evaluate((it) => it.decode().then(() => it.naturalWidth > 0)));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await picture.waitFor({ state: 'hidden' });
  await page.goto(`${page.origin}/#src=samples/island/island.world.json`);
  await picture.getByText('A world with its song').waitFor();
});

test('an address that does not exist has a way back', async (t) => {
  const page = await browser.page(t, { hash: null }),
    answer = await page.goto(`${page.origin}/docs/none/at-all.html`);
  assert.equal(answer.status(), 404);
  await page.getByRole('link', { name: 'Open Vitrine' }).click();
  await gallery(page).waitFor();
  const script = await fetch(`${page.origin}/none.js`);
  assert.deepEqual([script.status, (await script.text()).trim()], [404, 'not found']);
});
