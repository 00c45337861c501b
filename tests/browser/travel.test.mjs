// The view goes along with a model that travels far, and frames each action until a person has moved the camera.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openFiles, scrub, settled, shown, startBrowser } from './harness.mjs';
import { slideAction, sliderJoints, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** A box with edges of 2 that goes from one end of 100 units to the other, and one that nearly stands. */
const far = slideAction(
  sliderJoints,
  Array.from({ length: 21 }, (_, i) => [[0, -50 + i * 5, 0]]),
  20,
);
const near = slideAction(sliderJoints, [[[0, 0, 0]], [[0, 0.1, 0]]], 1);
/** Notes at two opposite corners of the box: where they are on the page, in pixels. */
async function corners(page) {
  await settled(page);
  return page
    .locator('.note-marks > li')
    .evaluateAll((marks) =>
      marks
        .filter(({ hidden }) => !hidden)
        .map((mark) => [mark.getBoundingClientRect().x, mark.getBoundingClientRect().y]),
    );
}
async function size(page) {
  const found = await corners(page);
  assert.equal(found.length, 2, 'both corners are in the view');
  const [[ax, ay], [bx, by]] = found;
  return Math.hypot(ax - bx, ay - by);
}

async function open(t) {
  const page = await browser.page(t, { width: 1000, height: 700, reducedMotion: 'reduce', hash: '' });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'far.md5anim', text: far },
    { name: 'near.md5anim', text: near },
  ]);
  await shown(page);
  await page.evaluate(() => {
    location.hash = `notes=${encodeURIComponent('v0.0|a;v0.7|b')}`;
  });
  await page.locator('.note-marks > li').nth(1).waitFor({ state: 'attached' });
  return page;
}
const action = (page, label) => page.getByRole('combobox', { name: 'Action' }).selectOption({ label });

test('a model that travels fifty times its size stays large and in the view', async (t) => {
  const page = await open(t);
  await action(page, 'far');
  await page.waitForFunction(() => document.querySelector('.clock').textContent.includes('/21'));
  for (const part of [0, 0.3, 0.5, 0.8, 1]) {
    await scrub(page, part);
    const pixels = await size(page);
    assert.ok(pixels > 120, `${pixels} pixels between two corners at ${part}`);
  }
  assert.deepEqual(page.errors, []);
});

test('each action is framed until a person has moved the camera', async (t) => {
  const page = await open(t);
  await action(page, 'near');
  await page.waitForFunction(() => document.querySelector('.clock').textContent.includes('/2'));
  await scrub(page, 0);
  const still = await size(page);
  await action(page, 'far');
  await scrub(page, 0);
  await action(page, 'near');
  await scrub(page, 0);
  assert.ok(Math.abs((await size(page)) - still) < 2, 'framed as before');
  await page.locator('#stage').focus();
  for (let i = 0; i < 4; ++i) await page.keyboard.press('-');
  const moved = await size(page);
  assert.ok(moved < still * 0.95, 'further away');
  await action(page, 'far');
  await action(page, 'near');
  await scrub(page, 0);
  assert.ok(Math.abs((await size(page)) - moved) < 2, 'left where the person has put it');
});
