// The list of all actions: search, arrow keys that show one after the other, and the star of the first one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { openFiles, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const files = [
  { name: 'slider.md5mesh', text: sliderModel },
  ...['idle', 'walk', 'jump'].map((name) => ({ name: `${name}.md5anim`, text: sliderAction })),
];
const playing = (page, name) =>
  page.waitForFunction(
    (wanted) => document.querySelector('select.action').selectedOptions[0]?.textContent === wanted,
    name,
  );

test('actions are searched, shown by arrow keys, and one is starred for the next time', async (t) => {
  const page = await browser.page(t, { width: 1000, height: 700, reducedMotion: 'reduce' });
  await openFiles(page, files);
  await shown(page);
  await playing(page, 'idle');
  await page.getByRole('button', { name: 'All actions' }).click();
  const menu = page.getByRole('region', { name: 'Actions' });
  const search = menu.getByRole('searchbox', { name: 'Search actions' });
  await search.fill('jum');
  assert.equal(await menu.locator('.action-entry').count(), 1);
  await search.fill('');
  await page.keyboard.press('ArrowDown');
  await playing(page, 'jump');
  await page.keyboard.press('ArrowDown');
  await playing(page, 'walk');
  await menu.getByRole('button', { name: 'Show jump first' }).click();
  await page.evaluate(axe);
  const found = await page.evaluate(async () =>
    (await globalThis.axe.run('#action-menu', { resultTypes: ['violations'] })).violations.map(({ id }) => id),
  );
  assert.deepEqual(found, []);
  // The same model in a page of the same visitor.
  await page.reload();
  await openFiles(page, files);
  await shown(page);
  await playing(page, 'jump');
  assert.deepEqual(page.errors, []);
});
