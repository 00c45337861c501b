// Clicks in the view that are awaited: what a person is told, what a miss says, which keys rest, and how it ends.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openFiles, overlayOn, settled, shown, startBrowser } from './harness.mjs';
import { sliderModel } from './models.mjs';

let browser, page;
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: () => undefined }, { width: 1100, height: 760, reducedMotion: 'reduce' });
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(page);
  await settled(page);
});
after(() => browser?.stop());

const line = () => page.locator('.stage-note:not([hidden])');
const stage = () => page.locator('#stage');
const cursor = () => stage().evaluate((element) => getComputedStyle(element).cursor);
const pressed = (name) => overlayOn(page, name);
/** The middle of what is free of panels, and a place beside the model. */
const places = () =>
  page.evaluate(() => {
    const left = document.querySelector('.panel.left')?.getBoundingClientRect().right ?? 0,
      right = document.querySelector('.panel.right')?.getBoundingClientRect().left ?? innerWidth;
    return { model: [(left + right) / 2, innerHeight / 2], beside: [(left + right) / 2, innerHeight - 60] };
  });

test('two points: the line says which is next and when nothing was hit; letters rest until Escape', async () => {
  await stage().focus();
  const wireframe = await pressed('wireframe'),
    grid = await pressed('grid');
  await page.keyboard.press('m');
  await line().filter({ hasText: 'Click the first point on the model. Esc ends this.' }).waitFor();
  assert.equal(await cursor(), 'crosshair');
  const { model, beside } = await places();
  await page.mouse.click(...beside);
  await line().filter({ hasText: 'Nothing is there. Click the model, or press Esc.' }).waitFor();
  await stage().focus();
  for (const key of 'wgvmh') await page.keyboard.press(key);
  assert.equal(await pressed('wireframe'), wireframe);
  assert.equal(await pressed('grid'), grid);
  assert.equal(await page.locator('#panel-curves').isVisible(), false);
  await page.mouse.click(...model);
  await line().filter({ hasText: 'Click the second point on the model. Esc ends this.' }).waitFor();
  await page.mouse.click(model[0] + 20, model[1]);
  await page.locator('.measure dl dt').first().waitFor();
  await line().filter({ hasText: 'Click the first point' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await line().count(), 0);
  assert.notEqual(await cursor(), 'crosshair');
  await page.keyboard.press('w');
  assert.notEqual(await pressed('wireframe'), wireframe);
  await page.keyboard.press('w');
});

test('an annotation: the same, and it ends with its click', async () => {
  await page.getByRole('button', { name: 'Annotations', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Annotations' });
  await panel.getByRole('button', { name: 'Add annotation' }).click();
  await line().filter({ hasText: 'Click the place on the model. Esc ends this.' }).waitFor();
  const { model, beside } = await places();
  await page.mouse.click(...beside);
  await line().filter({ hasText: 'Nothing is there.' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await line().count(), 0);
  assert.equal(await panel.getByRole('textbox').count(), 0);
  await panel.getByRole('button', { name: 'Add annotation' }).click();
  await page.mouse.click(...model);
  await panel.getByRole('textbox', { name: 'Text of annotation 1' }).waitFor();
  assert.equal(await line().count(), 0);
  assert.deepEqual(page.errors, []);
});

test('one click is awaited at a time: what waited for another ends', async () => {
  const panel = page.getByRole('complementary', { name: 'Annotations' });
  const measure = page.getByRole('button', { name: 'Pick two points', exact: true, includeHidden: true });
  await stage().focus();
  await page.keyboard.press('m');
  await line().filter({ hasText: 'Click the first point' }).waitFor();
  await page.getByRole('button', { name: 'Annotations', exact: true }).click();
  await panel.getByRole('button', { name: 'Add annotation' }).click();
  await line().filter({ hasText: 'Click the place on the model.' }).waitFor();
  assert.equal(await measure.getAttribute('aria-pressed'), 'false');
  await page.getByRole('button', { name: 'Measure and section', exact: true }).click();
  await measure.click();
  await line().filter({ hasText: 'Click the first point' }).waitFor();
  assert.equal(await page.locator('.panel [aria-pressed=true]', { hasText: 'Add annotation' }).count(), 0);
  await page.keyboard.press('Escape');
  assert.equal(await line().count(), 0);
  assert.deepEqual(page.errors, []);
});
