// Cancel, while worlds and songs are on their way: at once, and what showed stays.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

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
