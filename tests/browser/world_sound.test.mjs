// A world with a song: the sound leads, and the picture shows the tick that is heard.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { loudSong } from '../node/support/sound.mjs';
import { openFiles, startBrowser } from './harness.mjs';
import { roomWorld } from './worlds.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

async function openWorld(t, sound, options = {}) {
  const page = await browser.page(t, { width: 1000, height: 600, reducedMotion: 'reduce', ...options, hash: null });
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    // Seconds that every following of the sound asked for, and frames that were drawn.
    globalThis.followed = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message?.type === 'follow') globalThis.followed.push(message.time);
      return postMessage.call(this, message, ...rest);
    };
  });
  await page.goto(page.origin);
  await openFiles(page, [
    { name: 'room.world.json', text: JSON.stringify(roomWorld(sound && { sound })) },
    { name: 'loud.v2m', text: loudSong() },
  ]);
  await page.waitForFunction(() => globalThis.document.querySelector('.world-room')?.dataset.time !== undefined);
  return Object.assign(page, { asked });
}
const tickOf = (page) =>
  page.evaluate(() => Math.round(Number(document.querySelector('.world-room').dataset.time) * 60));

test('the picture is the tick that is heard, after a seek as well', async (t) => {
  const page = await openWorld(t, { music: 'loud.v2m' });
  const button = page.getByRole('button', { name: 'Sound' });
  await button.waitFor();
  for (const from of [0, 5]) {
    await page.getByRole('slider', { name: 'Time' }).evaluate((slider, value) => {
      slider.valueAsNumber = value;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }, from);
    await page.waitForFunction((text) => document.querySelector('.world-room').dataset.time === text, from.toFixed(4));
    await page.evaluate(() => void (globalThis.followed.length = 0));
    await page.locator('.world-canvas').focus();
    await page.keyboard.press('Space');
    await page.waitForFunction((least) => Number(document.querySelector('.world-room').dataset.time) > least, from + 1);
    await page.keyboard.press('Space');
    // What was asked for last is what shows, when it has been drawn.
    await page.waitForFunction(() => globalThis.followed.at(-1) === undefined && globalThis.followed.length > 2);
    const times = (await page.evaluate(() => globalThis.followed)).filter((time) => typeof time === 'number'),
      last = Math.floor(times.at(-1) * 60 + 1e-6);
    await page.waitForFunction(
      (tick) => Math.round(Number(document.querySelector('.world-room').dataset.time) * 60) === tick,
      last,
    );
    await page.waitForTimeout(500);
    assert.ok(
      times.every((time, i) => i === 0 || time >= times[i - 1]),
      'the clock never goes back',
    );
    assert.ok(times[0] >= from - 0.01 && times[0] < from + 0.5, `it begins at ${times[0]}`);
    assert.equal(await tickOf(page), last);
  }
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('at another speed, and muted before a first click, it goes by its own clock', async (t) => {
  const page = await openWorld(t, { music: 'loud.v2m' });
  await page.getByRole('button', { name: 'Sound' }).waitFor();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('2');
  await page.locator('.world-canvas').focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(document.querySelector('.world-room').dataset.time) > 0.5);
  assert.equal(await page.evaluate(() => globalThis.followed.some((time) => time !== undefined)), false);
});

test('the button silences the song, which leads on', async (t) => {
  const page = await openWorld(t, { music: 'loud.v2m' });
  const button = page.getByRole('button', { name: 'Sound' });
  await button.waitFor();
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  await page.locator('.world-canvas').focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => globalThis.followed.at(-1) > 0.2);
  await button.click();
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  const at = await page.evaluate(() => globalThis.followed.at(-1));
  await page.waitForFunction((before) => globalThis.followed.at(-1) > before + 0.3, at);
});

test('a world without a song fetches nothing of songs', async (t) => {
  const page = await openWorld(t, undefined);
  assert.equal(await page.getByRole('button', { name: 'Sound' }).isVisible(), false);
  assert.deepEqual(
    page.asked.filter((url) => /music-|sound/.test(url)),
    [],
  );
});
