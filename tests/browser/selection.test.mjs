// What is selected stands out, and keeps its look.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openFiles, picture, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const root = [{ name: 'origin', parent: -1, at: [0, 0, 0] }];
const box = (side) => boxModel(root, [{ joint: 0, min: [-side, -side, -side], max: [side, side, side] }]);
const isCyan = ([r, g, b]) => g > r + 60 && b > r + 60;
const isViolet = ([r, g, b]) => r > g + 15 && b > g + 30;

/** Places of a picture, in 0..1, whose colour `is`. */
const places = (image, is) =>
  Array.from({ length: 100 * 100 }, (_, i) => [(i % 100) / 100, Math.floor(i / 100) / 100]).filter(([x, y]) =>
    is(image.at(x, y)),
  );

test('a selected mesh has an outline around it, and looks as it does without', async (t) => {
  const page = await browser.page(t, { width: 1000, height: 800, reducedMotion: 'reduce' });
  await openFiles(page, [{ name: 'box.md5mesh', text: box(1) }]);
  await shown(page);
  const plain = await picture(page);
  assert.equal(places(plain, isCyan).length, 0);
  const { x, y, width, height } = await page.locator('#stage').boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.locator('[role=treeitem][aria-selected=true]').waitFor();
  const selected = await picture(page),
    ring = places(selected, isCyan),
    [left, right] = [Math.min(...ring.map(([at]) => at)), Math.max(...ring.map(([at]) => at))],
    [top, bottom] = [Math.min(...ring.map(([, at]) => at)), Math.max(...ring.map(([, at]) => at))];
  assert.ok(right - left > 0.1 && bottom - top > 0.1, 'it goes around');
  // Halfway between the middle, where the axes are, and the outline.
  const middle = [(left + right) / 2, (top + bottom) / 2];
  for (const [dx, dy] of [
    [-0.25, 0.2],
    [0.25, 0.2],
    [0, -0.3],
  ]) {
    const at = [middle[0] + dx * (right - left), middle[1] + dy * (bottom - top)];
    assert.deepEqual(selected.at(...at), plain.at(...at), `${at}`);
  }
  assert.deepEqual(page.errors, []);
});

test('the document that is laid over has another colour than the selection', async (t) => {
  const page = await browser.page(t, { width: 1000, height: 800, reducedMotion: 'reduce' });
  await openFiles(page, [{ name: 'box.md5mesh', text: box(1) }]);
  await shown(page);
  await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose files/ }).click();
  await (await chosen).setFiles([{ name: 'large.md5mesh', mimeType: 'text/plain', buffer: Buffer.from(box(1.4)) }]);
  await page.getByRole('radio', { name: 'Overlay' }).waitFor();
  const over = await picture(page);
  assert.ok(places(over, isViolet).length > 100, 'the second is violet');
  assert.equal(places(over, isCyan).length, 0);
  assert.deepEqual(page.errors, []);
});
