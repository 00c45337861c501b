// Cancel, while worlds and songs are on their way: at once, and what showed stays.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { zipSync } from 'fflate';

import { loudSong } from '../node/support/sound.mjs';
import { openFiles, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';
import { roomWorld } from './worlds.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const world = JSON.stringify(roomWorld());
const box = boxModel([{ name: 'root', parent: -1, at: [0, 0, 0] }], [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);

/** A page whose requests for `held` wait until `go` is called. */
async function heldPage(t, held) {
  const page = await browser.page(t, { hash: null, reducedMotion: 'reduce' });
  let go;
  const going = new Promise((resolve) => (go = resolve));
  await page.route(held, async (route) => {
    await going;
    await route.continue();
  });
  await page.goto(page.origin);
  return Object.assign(page, { go });
}
async function cancel(page) {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.locator('.loading').waitFor({ state: 'hidden' });
}

for (const [kind, held, file] of [
  ['world', '**/world-page.js', { name: 'late.world.json', text: world }],
  ['song', '**/music-page.js', { name: 'late.v2m', text: loudSong() }],
  ['song that is read', '**/music-worker.js', { name: 'late.v2m', text: loudSong() }],
])
  test(`a ${kind} that was cancelled does not come later`, async (t) => {
    const page = await heldPage(t, held);
    await openFiles(page, [{ name: 'box.md5mesh', text: box }]);
    await shown(page);
    await openFiles(page, [file]);
    await cancel(page);
    assert.match(await page.title(), /^box\.md5mesh/);
    page.go();
    await page.waitForTimeout(1000);
    assert.match(await page.title(), /^box\.md5mesh/);
    assert.equal(await page.locator('.tabs').isVisible(), false);
    assert.equal(await page.locator('.world-room, .song-room').filter({ visible: true }).count(), 0);
    // The next one is not in its way.
    await openFiles(page, [{ ...file, name: `next${file.name.slice(4)}` }]);
    await page.waitForFunction(() => document.title.startsWith('next'));
    assert.deepEqual(page.errors, []);
  });

for (const [kind, held, file] of [
  ['world', '**/world-page.js', { name: 'late.world.json', text: world }],
  ['song', '**/music-worker.js', { name: 'late.v2m', text: loudSong() }],
])
  test(`a ${kind} that comes after a model that was opened later does not cover it`, async (t) => {
    const page = await heldPage(t, held);
    await openFiles(page, [{ name: 'first.md5mesh', text: box }]);
    await shown(page);
    await openFiles(page, [file]);
    await page.locator('.loading').waitFor();
    await openFiles(page, [{ name: 'second.md5mesh', text: box }]);
    await page.waitForFunction(() => document.title.startsWith('second'));
    page.go();
    await page.waitForTimeout(1500);
    assert.match(await page.title(), /^second/);
    assert.equal(await page.locator('.world-room, .song-room').filter({ visible: true }).count(), 0);
    // It waits among the documents.
    await page.locator('.tab-compact select').selectOption({ label: file.name });
    await page.waitForFunction(() => document.title.startsWith('late'));
    await page.locator('.world-room, .song-room').filter({ visible: true }).waitFor();
    assert.deepEqual(page.errors, []);
  });

test('an address that comes after a model that was opened later does not cover it', async (t) => {
  const page = await browser.page(t, { reducedMotion: 'reduce' });
  let go;
  const going = new Promise((resolve) => (go = resolve));
  await page.route('**/late.md5mesh', async (route) => {
    await going;
    await route.fulfill({ body: box });
  });
  await page.evaluate(() => (location.hash = 'src=late.md5mesh'));
  await page.locator('.loading').waitFor();
  await openFiles(page, [{ name: 'second.md5mesh', text: box }]);
  await page.waitForFunction(() => document.title.startsWith('second'));
  go();
  await page.locator('.tab-compact select option', { hasText: 'late.md5mesh' }).waitFor({ state: 'attached' });
  await page.waitForTimeout(1500);
  assert.match(await page.title(), /^second/);
  await page.locator('.tab-compact select').selectOption({ label: 'late.md5mesh' });
  await page.waitForFunction(() => document.title.startsWith('late'));
  assert.deepEqual(page.errors, []);
});

test('an archive that is read after a model that was opened later does not cover it', async (t) => {
  const page = await browser.page(t, { hash: null, reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const { slice, arrayBuffer } = Blob.prototype,
      held = new WeakSet(),
      going = new Promise((resolve) => (globalThis.go = resolve));
    const isHeld = (blob) => held.has(blob) || blob.name === 'late.zip';
    Blob.prototype.slice = function (...range) {
      const part = slice.apply(this, range);
      if (isHeld(this)) held.add(part);
      return part;
    };
    Blob.prototype.arrayBuffer = async function () {
      if (isHeld(this)) await going;
      return arrayBuffer.call(this);
    };
  });
  await page.goto(page.origin);
  await openFiles(page, [{ name: 'first.md5mesh', text: box }]);
  await shown(page);
  await openFiles(page, [{ name: 'late.zip', text: zipSync({ 'inside.md5mesh': Buffer.from(box) }) }]);
  await page.locator('.loading').waitFor();
  await openFiles(page, [{ name: 'second.md5mesh', text: box }]);
  await page.waitForFunction(() => document.title.startsWith('second'));
  await page.evaluate(() => globalThis.go());
  await page.locator('.tab-compact select option', { hasText: 'inside.md5mesh' }).waitFor({ state: 'attached' });
  await page.waitForTimeout(1500);
  assert.match(await page.title(), /^second/);
  assert.deepEqual(page.errors, []);
});

test('the world that shows comes back where it was when the next one is cancelled', async (t) => {
  const page = await browser.page(t, { reducedMotion: 'reduce' });
  await openFiles(page, [{ name: 'first.world.json', text: world }]);
  const at = (time) =>
    page.waitForFunction((text) => document.querySelector('.world-room')?.dataset.time === text, time.toFixed(4));
  await at(0);
  await page.getByRole('slider', { name: 'Time' }).evaluate((slider) => {
    slider.valueAsNumber = 0.5;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await at(0.5);
  // An engine that hears nothing any more.
  await page.evaluate(() => {
    globalThis.engineWorker.postMessage = () => undefined;
    document.querySelector('.world-room').dataset.old = '';
  });
  await openFiles(page, [{ name: 'second.world.json', text: world }]);
  await page.locator('.loading').waitFor();
  await page.evaluate(() => document.querySelector('.loading button').click());
  await page.waitForFunction(
    () => document.querySelector('.world-room:not([data-old])')?.dataset.time === (0.5).toFixed(4),
  );
  assert.equal(await page.locator('.world-room').count(), 1);
  assert.match(await page.title(), /^first/);
  assert.deepEqual(page.errors, []);
});
