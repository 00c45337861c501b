// Parts of the page whose scripts are fetched with their first use: what is asked for while they come, and when they do not.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { filesOfPage } from '../../web/build/offline.mjs';
import { dist, dropFolder, openFiles, press, shown, startBrowser } from './harness.mjs';
import { boxModel, sliderAction, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const files = [
  { name: 'slider.md5mesh', text: sliderModel },
  { name: 'slide.md5anim', text: sliderAction },
];
const box = boxModel([{ name: 'rock', parent: -1, at: [0, 0, 0] }], [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);
const many = Array.from({ length: 30 }, (_, i) => ({ name: `box${i}.md5mesh`, text: box }));

/** A page, and whether the script `name` is let through, kept waiting, or refused. */
async function open(t, name) {
  const page = await browser.page(t, { width: 1280, height: 720, reducedMotion: 'reduce' });
  const script = { asked: 0, isRefused: false, held: undefined };
  await page.route(`**/${name}.js`, async (route) => {
    script.asked += 1;
    await script.held;
    await (script.isRefused ? route.abort() : route.continue());
  });
  return { page, script };
}
const refused = (page) => page.errors.filter((text) => !text.includes('ERR_FAILED'));

test('every script that the page fetches later is kept for days without a network', () => {
  const names = [...readFileSync(join(dist, 'app.js'), 'utf8').matchAll(/\bimport\("\.\/([\w-]+\.js)"\)/g)].map(
    ([, name]) => name,
  );
  assert.ok(names.length >= 4, names.join());
  const kept = filesOfPage(dist);
  assert.deepEqual(
    names.filter((name) => !kept.includes(name)),
    [],
  );
});

test('the dialog of Embed opens when its script has come, once for two clicks', async (t) => {
  const { page, script } = await open(t, 'page-embed');
  await openFiles(page, files);
  await shown(page);
  assert.equal(script.asked, 0);
  let release;
  script.held = new Promise((resolve) => (release = resolve));
  await press(page, 'Embed');
  await press(page, 'Embed');
  const dialog = page.getByRole('dialog', { name: 'Embed' });
  assert.equal(await dialog.count(), 0);
  release();
  await dialog.waitFor();
  assert.equal(
    await dialog
      .getByRole('textbox', { name: 'Element' })
      .inputValue()
      .then((text) => text.includes('slider.md5mesh')),
    true,
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(script.asked, 1);
  assert.deepEqual(page.errors, []);
});

test('a dialog that cannot be fetched is said to be missing, and comes with the next click', async (t) => {
  const { page, script } = await open(t, 'page-embed');
  await openFiles(page, files);
  await shown(page);
  script.isRefused = true;
  await press(page, 'Embed');
  const note = page.getByText('Embed could not be loaded. Check the connection and try again.');
  await note.waitFor();
  script.isRefused = false;
  await press(page, 'Embed');
  await page.getByRole('dialog', { name: 'Embed' }).waitFor();
  assert.equal(await note.isVisible(), false);
  assert.deepEqual(refused(page), []);
});

test('a library that cannot be fetched is said to be missing, and comes with the next drop', async (t) => {
  const { page, script } = await open(t, 'page-library');
  script.isRefused = true;
  await dropFolder(page, 'base', many);
  const note = page.getByText('Library could not be loaded. Check the connection and try again.');
  await note.waitFor();
  script.isRefused = false;
  await dropFolder(page, 'base', many);
  await page.getByRole('region', { name: 'Library' }).waitFor();
  await page.locator('.catalog-card:visible').first().waitFor();
  assert.equal(await note.isVisible(), false);
  assert.deepEqual(refused(page), []);
});

test('an export for an engine says that its script cannot be fetched, and can be asked for again', async (t) => {
  const { page, script } = await open(t, 'export-files');
  await openFiles(page, files);
  await shown(page);
  script.isRefused = true;
  await press(page, 'Export');
  const panel = page.locator('#panel-export');
  await panel.getByRole('combobox', { name: 'Format' }).selectOption('md5mesh');
  const start = panel.getByRole('button', { name: 'Export', exact: true });
  await start.click();
  await panel
    .locator('.issues', { hasText: 'Export could not be loaded. Check the connection and try again.' })
    .waitFor();
  script.isRefused = false;
  await start.click();
  await panel.getByRole('link', { name: 'Save file' }).waitFor();
  assert.deepEqual(refused(page), []);
});
