// A page that nobody looks at for an hour goes on where it was: its time does not jump, and nothing is caught up.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openFiles, shown, startBrowser } from './harness.mjs';
import { slideAction, sliderJoints, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** Goes before a worker's script: the next frame comes an hour later once the page has said so, as after a tab was hidden. */
const clock = `{
  const next = globalThis.requestAnimationFrame.bind(globalThis),
    now = performance.now.bind(performance);
  let hours = 0;
  const channel = new BroadcastChannel('hours');
  channel.onmessage = ({ data }) => data === 'pass' && channel.postMessage((hours += 1));
  performance.now = () => now() + hours * 3.6e6;
  globalThis.requestAnimationFrame = (callback) => next((time) => callback(time + hours * 3.6e6));
}
`;
async function open(t, files) {
  const page = await browser.page(t, { hash: null });
  await page.route(/worker\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: clock + (await response.text()) });
  });
  await page.goto(page.origin);
  await openFiles(page, files);
  return page;
}
const anHour = (page) =>
  page.evaluate(async () => {
    const channel = new BroadcastChannel('hours');
    const passed = new Promise((resolve) => (channel.onmessage = resolve));
    channel.postMessage('pass');
    await passed;
    channel.close();
  });

test('an action goes on where it was', async (t) => {
  // Of 23 s, which an hour is no multiple of.
  const page = await open(t, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: slideAction(sliderJoints, [[[0, -4, 0]], [[0, 4, 0]]], 1 / 23) },
  ]);
  await shown(page);
  const slider = page.getByRole('slider', { name: 'Time' });
  const seconds = async () => Number(await slider.inputValue());
  const isPast = (time) =>
    page.waitForFunction((least) => Number(document.querySelector('.timeline [type=range]').value) > least, time);
  await isPast(0.1);
  const before = await seconds(),
    start = performance.now();
  await anHour(page);
  await isPast(before + 0.1);
  const passed = (await seconds()) - before;
  assert.ok(passed <= (performance.now() - start) / 1000 + 5, `${passed} s`);
  assert.deepEqual(page.errors, []);
});

const world = {
  kind: 'vitrine-world',
  version: 1,
  materials: { wall: { color: { value: [1, 0.6, 0.4], anim: { b: 'sin(TIME)', c: 'XYZ' } } } },
  meshes: { hall: { material: 'wall', boxes: [{ min: [-3, 0, -3], max: [3, 3, 3] }] } },
  scenes: { room: { op: 'add', in: ['hall'] } },
  camera: { at: [0, 1.5, 2.5], dir: [0, -0.3, -1], fov: 70 },
};

test('a world goes on where it was', async (t) => {
  const page = await open(t, [{ name: 'hall.world.json', text: JSON.stringify(world) }]);
  const play = page.getByRole('button', { name: 'Play', exact: true });
  const seconds = () => page.evaluate(() => Number(document.querySelector('.world-room').dataset.time));
  const isPast = (time) =>
    page.waitForFunction((least) => Number(document.querySelector('.world-room')?.dataset.time) > least, time);
  await page.waitForFunction(() => document.querySelector('.world-room')?.dataset.time !== undefined);
  if (await play.isVisible()) await play.click();
  await isPast(0.2);
  const before = await seconds(),
    start = performance.now();
  await anHour(page);
  await isPast(before + 0.1);
  const passed = (await seconds()) - before;
  assert.ok(passed <= (performance.now() - start) / 1000 + 5, `${passed} s`);
  assert.deepEqual(page.errors, []);
});
