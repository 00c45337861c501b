// <vitrine-viewer src="song.v2m">: silent until it is unmuted, with the properties and events of <audio>, under a strict
// policy; nothing of it on pages that show models.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { loudSong } from '../node/support/sound.mjs';
import { embed, files, loaded, slider } from './embedding.mjs';
import { startBrowser } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
files['loud.v2m'] = Buffer.from(loudSong());
files['cut.v2m'] = Buffer.from(loudSong().slice(0, 300));

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const viewer = (attributes = '', src = 'loud.v2m') =>
  `<vitrine-viewer id="fig" class="figure" src="${src}" alt="A song" loading="eager" ${attributes}></vitrine-viewer>`;
const openSong = async (t, attributes, options) => {
  const page = await embed(browser, t, viewer(attributes), options);
  await loaded(page);
  return page;
};
const get = (page, name) => page.evaluate((key) => document.getElementById('fig')[key], name);
const listen = (page) =>
  page.evaluate(() => {
    globalThis.heard = [];
    for (const name of ['play', 'pause', 'ended', 'volumechange', 'timeupdate', 'seeked'])
      document.getElementById('fig').addEventListener(name, () => globalThis.heard.push(name));
  });
const heard = (page, name) => page.waitForFunction((wanted) => globalThis.heard.includes(wanted), name);

test('a song has what <audio> has, and is silent until it is unmuted', async (t) => {
  const page = await openSong(t, 'volume="0.5"');
  assert.deepEqual(
    await page.evaluate(() => {
      const { paused, ended, muted, volume, currentTime } = document.getElementById('fig');
      return { paused, ended, muted, volume, currentTime };
    }),
    { paused: true, ended: false, muted: true, volume: 0.5, currentTime: 0 },
  );
  assert.ok(Math.abs((await get(page, 'duration')) - 11.9) < 0.1);
  await listen(page);
  await page.evaluate(() => {
    const fig = document.getElementById('fig');
    fig.muted = false;
    fig.volume = 0.25;
    fig.setAttribute('muted', '');
  });
  await heard(page, 'volumechange');
  await page.waitForFunction(() => document.getElementById('fig').muted);
  assert.equal(await get(page, 'volume'), 0.25);
  assert.equal(
    await page.evaluate(() => {
      try {
        document.getElementById('fig').volume = 2;
      } catch (error) {
        return error.name;
      }
    }),
    'RangeError',
  );
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('Play is a person’s word: it sounds, pauses, seeks and ends, by the keyboard alone', async (t) => {
  const page = await openSong(t);
  await listen(page);
  await page.locator('#fig').evaluate((fig) => fig.shadowRoot.querySelector('.stage').focus());
  await page.keyboard.press('Space');
  await heard(page, 'play');
  assert.equal(await get(page, 'muted'), false);
  await heard(page, 'timeupdate');
  await page.waitForFunction(() => document.getElementById('fig').currentTime > 0.3);
  await page.keyboard.press('Space');
  await heard(page, 'pause');
  assert.equal(await get(page, 'paused'), true);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.getElementById('fig').currentTime > 11.8);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => Math.abs(document.getElementById('fig').currentTime - 10.9) < 0.1);
  await page.keyboard.press('Space');
  await heard(page, 'ended');
  assert.equal(await get(page, 'ended'), true);
  assert.deepEqual(page.errors, []);
});

test('a page that writes `muted` keeps the sound off when Play is pressed', async (t) => {
  const page = await openSong(t, 'muted');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => document.getElementById('fig').currentTime > 0.1);
  assert.equal(await get(page, 'muted'), true);
  await page.getByRole('button', { name: 'Unmute' }).click();
  assert.equal(await get(page, 'muted'), false);
});

test('before anybody has clicked, play() is refused as <audio> refuses it, without a word in the console', async (t) => {
  const page = await openSong(t, 'playing', {
    before: (fresh) =>
      fresh.addInitScript(() =>
        Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
      ),
  });
  const name = await page.evaluate(() =>
    document
      .getElementById('fig')
      .play()
      .catch((error) => error.name),
  );
  assert.equal(name, 'NotAllowedError');
  assert.equal(await get(page, 'paused'), true);
  assert.deepEqual(page.errors, []);
});

test('a broken song says its code and its place; another source takes its place', async (t) => {
  const page = await embed(browser, t, viewer('', 'cut.v2m'));
  await page.waitForFunction(() => document.getElementById('fig').error);
  assert.match(await page.evaluate(() => document.getElementById('fig').error.code), /^V2M_/);
  const text = await page.locator('#fig').evaluate((fig) => fig.shadowRoot.querySelector('.fault').textContent);
  assert.match(text, /cut\.v2m/);
  await page.evaluate(() => (document.getElementById('fig').src = 'loud.v2m'));
  await page.waitForFunction(() => document.getElementById('fig').duration > 11);
  // A model after a song, and a song after a model.
  await page.evaluate(() => {
    document.getElementById('fig').setAttribute('textures', 'none');
    document.getElementById('fig').src = 'cube.md5mesh';
  });
  await page.waitForFunction(() => document.getElementById('fig').report?.format === 'md5');
  assert.equal(await page.evaluate(() => Object.keys(document.getElementById('fig')).includes('muted')), false);
  await page.evaluate(() => (document.getElementById('fig').src = 'loud.v2m'));
  await page.waitForFunction(() => document.getElementById('fig').duration > 11);
});

test('a page that shows a model asks for nothing of songs', async (t) => {
  const asked = [];
  const page = await embed(browser, t, slider('loading="eager"'), {
    before: (fresh) => fresh.on('request', (request) => asked.push(request.url())),
  });
  await loaded(page);
  assert.deepEqual(
    asked.filter((url) => /song|music|sound/.test(url)),
    [],
  );
});

test('a page that shows a song asks for no engine of models', async (t) => {
  const asked = [];
  await openSong(t, '', { before: (page) => page.on('request', (request) => asked.push(request.url())) });
  assert.deepEqual(
    asked
      .map((url) => url.split('/').pop())
      .filter((name) => /\.(js|wasm|mjs)$/.test(name))
      .sort(),
    ['element-song.js', 'element.js', 'music-worker.js', 'vitrine-sound.wasm'],
  );
});

test('axe finds nothing in either theme', async (t) => {
  const page = await openSong(t, '', { policy: "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:" });
  await page.evaluate(axe);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.getElementById('fig').setAttribute('theme', name), theme);
    await page.waitForTimeout(300);
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run('#fig', { resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`));
    });
    assert.deepEqual(found, [], theme);
  }
});
