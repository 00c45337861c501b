// Songs on the page: a roll, a player that a person starts, switches of channels, load errors; with the keyboard alone, in
// every language, and without a byte on pages that show models.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { effects, loudSong } from '../node/support/sound.mjs';
import { copyLink, openFiles, shown, startBrowser } from './harness.mjs';
import { boxModel, sliderAction, sliderModel } from './models.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const song = { name: 'loud.v2m', text: loudSong() };
const openPage = (t, options = {}) => browser.page(t, { width: 1100, height: 640, ...options });
async function openSong(t, { file = song, ...options } = {}) {
  const page = await openPage(t, options);
  await openFiles(page, [file]);
  await page.locator('.song-room').waitFor();
  return page;
}
const state = (page, wanted) =>
  page.waitForFunction((text) => document.querySelector('.song-room').dataset.state === text, wanted);
const slider = (page) => page.locator('.song-slider');
const timeOf = async (page) => Number(await slider(page).inputValue());
const sounding = (page, seconds) =>
  page.waitForFunction((least) => Number(document.querySelector('.song-slider').value) > least, seconds);
const meters = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.song-meter > span')].map(({ style }) => style.transform));

test('curves of a model that are open give way to a song', async (t) => {
  const page = await openPage(t, { hash: '#panel=curves', reducedMotion: 'reduce' });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: sliderAction },
  ]);
  const curves = page.locator('.curves');
  await curves.waitFor();
  await openFiles(page, [song]);
  await page.locator('.song-room').waitFor();
  assert.equal(await curves.isVisible(), false);
  await page.getByRole('button', { name: 'Play', exact: true }).click({ trial: true });
});

test('a song with bytes behind its last section plays', async (t) => {
  const text = Buffer.concat([Buffer.from(song.text), Buffer.from('note\0')]);
  const page = await openSong(t, { file: { name: 'tail.v2m', text } });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page, 0.2);
  assert.deepEqual(page.errors, []);
});

test('a page that shows a model fetches nothing of songs', async (t) => {
  const page = await openPage(t, { hash: null }),
    asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(page.origin);
  const box = boxModel(
    [{ name: 'root', parent: -1, at: [0, 0, 0] }],
    [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }],
  );
  await openFiles(page, [{ name: 'box.md5mesh', text: box }]);
  await shown(page);
  assert.deepEqual(
    asked.filter((url) => /music|sound/.test(url)),
    [],
  );
});

test('a song shows its channels and waits; it plays by the keyboard alone, and pauses', async (t) => {
  const page = await openSong(t);
  assert.equal(await page.locator('.document-name').textContent(), 'loud.v2m');
  assert.deepEqual(await page.locator('.song-name').allTextContents(), ['Channel 0', 'Channel 1']);
  assert.match(await page.locator('.song-about').first().textContent(), /^Program 0 · C3–F♯3$/);
  assert.equal(await timeOf(page), 0);
  assert.equal(await page.locator('.song-room').getAttribute('data-state'), 'paused');
  // The roll has the focus.
  await page.keyboard.press('Space');
  await state(page, 'playing');
  await sounding(page, 0.5);
  await page.waitForFunction(() => document.querySelectorAll('.song-channel.is-sounding').length === 2);
  await page.keyboard.press('Space');
  await state(page, 'paused');
  const at = await timeOf(page);
  assert.equal(await page.locator('.song-channel.is-sounding').count(), 0);
  assert.deepEqual(await meters(page), ['scaleX(0)', 'scaleX(0)']);
  await page.waitForTimeout(300);
  assert.ok(Math.abs((await timeOf(page)) - at) < 0.2, 'it stays where it was paused');
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('a note is lit while its voice sounds, where the song stands and while it plays', async (t) => {
  // Twelve seconds of release: every key is let go long before.
  const bytes = loudSong();
  bytes[bytes.length - 90 + 36] = 100;
  const page = await openSong(t, { file: { name: 'long.v2m', text: bytes }, colorScheme: 'dark' });
  /** Whether the notes at 0 s and at 1.75 s are lit: of one key and one velocity, in the first lane of the whole song. */
  const lit = (...wanted) =>
    page.waitForFunction((each) => {
      const canvas = document.querySelector('.song-roll'),
        ratio = canvas.width / canvas.clientWidth,
        context = canvas.getContext('2d');
      const isLit = [0, 1.75].map((start) => {
        const x = ((start + 0.12) * canvas.clientWidth) / 12,
          { data } = context.getImageData(Math.round(x * ratio), Math.round(50 * ratio), 1, Math.round(90 * ratio)),
          brightest = data.reduce((most, value, i) => (i % 4 === 3 ? most : Math.max(most, value)), 0);
        return brightest > 230;
      });
      return isLit.every((is, i) => is === each[i]);
    }, wanted);
  await lit(false, false);
  await page.keyboard.press('ArrowRight');
  await lit(true, false);
  await page.keyboard.press('Space');
  await sounding(page, 2.2);
  await lit(true, true);
  await page.keyboard.press('Space');
  await state(page, 'paused');
  await lit(true, true);
  await page.keyboard.press('Home');
  await lit(false, false);
});

test('media keys play, pause and seek, and the roll follows them', async (t) => {
  const page = await openPage(t, { hash: null, colorScheme: 'dark' });
  await page.addInitScript(() => {
    globalThis.handlers = {};
    navigator.mediaSession.setActionHandler = (name, handler) => (globalThis.handlers[name] = handler);
  });
  await page.goto(page.origin);
  await openFiles(page, [song]);
  await page.locator('.song-room').waitFor();
  const press = (name, details = {}) =>
    page.evaluate(([key, given]) => globalThis.handlers[key](given), [name, details]);
  await page.keyboard.press('Space');
  await sounding(page, 0.3);
  assert.deepEqual(
    await page.evaluate(() => [navigator.mediaSession.metadata.title, navigator.mediaSession.playbackState]),
    ['loud.v2m', 'playing'],
  );
  await press('pause');
  await state(page, 'paused');
  assert.equal(await page.evaluate(() => navigator.mediaSession.playbackState), 'paused');
  for (let i = 0; i < 8; ++i) await page.keyboard.press('+');
  const at = (seconds) =>
    page.waitForFunction(
      (wanted) => Math.abs(Number(document.querySelector('.song-slider').value) - wanted) < 0.02,
      seconds,
    );
  /** The line of the moment is the brightest in the last row of the roll. */
  const lineShows = () =>
    page.waitForFunction(() => {
      const canvas = document.querySelector('.song-roll'),
        { data } = canvas.getContext('2d').getImageData(0, canvas.height - 1, canvas.width, 1);
      return data.some((value, i) => i % 4 === 0 && value > 200);
    });
  for (const [name, details, seconds] of [
    ['seekto', { seekTime: 11 }, 11],
    ['seekbackward', {}, 1],
    ['seekforward', { seekOffset: 4 }, 5],
    ['stop', {}, 0],
  ]) {
    await press(name, details);
    await at(seconds);
    await lineShows();
  }
  await press('play');
  await state(page, 'playing');
});

test('keys seek, zoom, mute and repeat', async (t) => {
  const page = await openSong(t);
  for (const [key, seconds] of [
    ['End', 11.9],
    ['ArrowLeft', 10.9],
    ['Shift+ArrowLeft', 0.9],
    ['ArrowRight', 1.9],
    ['Home', 0],
  ]) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      (wanted) => Math.abs(Number(document.querySelector('.song-slider').value) - wanted) < 0.1,
      seconds,
    );
  }
  await page.keyboard.press('l');
  assert.equal(await page.getByRole('button', { name: 'Loop' }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('m');
  assert.equal(await page.getByRole('button', { name: 'Mute', exact: true }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('2');
  assert.equal(await page.getByRole('button', { name: 'Channel 1: Mute' }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Shift+Digit1');
  assert.equal(await page.getByRole('button', { name: 'Channel 0: Solo' }).getAttribute('aria-pressed'), 'true');
});

test('a seek while it plays goes on from there', async (t) => {
  const page = await openSong(t);
  await page.keyboard.press('Space');
  await sounding(page, 0.2);
  await slider(page).evaluate((element) => {
    element.valueAsNumber = 8;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await sounding(page, 8.3);
  assert.ok((await timeOf(page)) < 11);
  await state(page, 'playing');
});

test('a click on M silences a channel, on S all others; its meter says so', async (t) => {
  const page = await openSong(t);
  await page.keyboard.press('Space');
  await sounding(page, 0.4);
  await page.getByRole('button', { name: 'Channel 0: Mute' }).click();
  await page.waitForTimeout(400);
  const [muted, other] = await meters(page);
  assert.equal(muted, 'scaleX(0)');
  assert.notEqual(other, 'scaleX(0)');
  await page.getByRole('button', { name: 'Channel 0: Solo' }).click();
  assert.deepEqual(
    await page.locator('.song-channel').evaluateAll((rows) => rows.map((row) => row.classList.contains('is-silent'))),
    [false, true],
    'solo goes before mute',
  );
});

test('the end of a song stops it, and Play begins anew; a loop goes on', async (t) => {
  const page = await openSong(t);
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await state(page, 'playing');
  await sounding(page, 11.8);
  await state(page, 'paused');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => {
    const at = Number(document.querySelector('.song-slider').value);
    return at > 0.1 && at < 3;
  });
  await page.keyboard.press('l');
  await slider(page).evaluate((element) => {
    element.valueAsNumber = 11.5;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await sounding(page, 11.4);
  await page.waitForFunction(() => Number(document.querySelector('.song-slider').value) < 3);
  assert.equal(await page.locator('.song-room').getAttribute('data-state'), 'playing');
});

test('a hidden tab pauses, unless it was asked to go on', async (t) => {
  const page = await openSong(t);
  const hide = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  await page.keyboard.press('Space');
  await state(page, 'playing');
  await hide();
  await state(page, 'paused');
  await page.getByRole('checkbox', { name: 'Play in background' }).check();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await state(page, 'playing');
  await hide();
  await page.waitForTimeout(200);
  await state(page, 'playing');
});

test('a browser that starts no sound, before a person acted or without an output, is told of politely', async (t) => {
  for (const [told, stub] of [
    ['Press Play', () => Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })],
    [
      'no audio output',
      () => {
        globalThis.AudioContext = class extends AudioContext {
          constructor(options) {
            super(options);
            void this.suspend();
          }
          resume() {
            return new Promise(() => undefined);
          }
          get state() {
            return 'suspended';
          }
        };
      },
    ],
  ]) {
    const page = await openPage(t, { hash: null });
    await page.addInitScript(stub);
    await page.goto(page.origin);
    await openFiles(page, [song]);
    await page.locator('.song-room').waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('status').filter({ hasText: told }).waitFor();
    assert.equal(await page.locator('.song-room').getAttribute('data-state'), 'paused');
    assert.deepEqual(page.errors, []);
  }
});

test('a song that cannot be played is refused with its code and offset, and the one before stays', async (t) => {
  const page = await openSong(t);
  await openFiles(page, [{ name: 'cut.v2m', text: loudSong().slice(0, 300) }]);
  const loadError = page.locator('.load-error');
  await loadError.waitFor();
  assert.match(await loadError.textContent(), /cut\.v2m/);
  assert.match(await loadError.textContent(), /V2M_[A-Z_]+/);
  assert.match(await loadError.textContent(), /@0x[0-9a-f]+|offset/i);
  assert.equal(await page.locator('.document-name').textContent(), 'loud.v2m');
});

test('a link opens a song at its time, and the one that is copied says where it stands', async (t) => {
  const page = await openPage(t, { hash: null });
  await page.route('**/loud.v2m', (route) => route.fulfill({ body: Buffer.from(loudSong()) }));
  await page.goto(`${page.origin}/#src=loud.v2m&time=5`);
  await page.locator('.song-room').waitFor();
  await sounding(page, 4.99);
  await copyLink(page);
  assert.match(await page.evaluate(() => location.hash), /src=loud\.v2m&time=4\.99\d+/);
});

test('an effect file shows its effects above the notes of its song', async (t) => {
  const rows = [{ minor: 3, gain: 0, start: 44100, end: 88200 }];
  const page = await openSong(t, { file: { name: 'some.vfx', text: effects({ music: loudSong(), rows }) } });
  const box = await page.locator('.song-roll').boundingBox();
  // A click on an effect goes to its start: 1 s of the 12 that show.
  await page.mouse.click(box.x + (box.width * 1.5) / 12, box.y + 42);
  await page.waitForFunction(() => Math.abs(Number(document.querySelector('.song-slider').value) - 1) < 0.02);
});

test('songs and models are tabs beside each other; a song that is left pauses and keeps its place', async (t) => {
  const page = await openSong(t);
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForFunction(() => Number(document.querySelector('.song-slider').value) > 9.9);
  const box = boxModel(
    [{ name: 'root', parent: -1, at: [0, 0, 0] }],
    [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }],
  );
  await page.keyboard.press('Space');
  await state(page, 'playing');
  await openFiles(page, [{ name: 'box.md5mesh', text: box }]);
  await page.locator('.song-room').waitFor({ state: 'hidden' });
  await state(page, 'paused');
  await page.getByRole('tab', { name: 'loud.v2m' }).click();
  await page.locator('.song-room').waitFor();
  await sounding(page, 9.9);
  await state(page, 'paused');
});

test('axe finds nothing, wide and narrow, dark and light', async (t) => {
  const page = await openSong(t);
  await page.evaluate(axe);
  for (const [width, colorScheme] of [
    [1100, 'dark'],
    [1100, 'light'],
    [360, 'dark'],
    [360, 'light'],
  ]) {
    await page.setViewportSize({ width, height: 640 });
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(300);
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run('.song-room', { resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`));
    });
    assert.deepEqual(found, [], `${width} ${colorScheme}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${width}: nothing sticks out`);
  }
});

for (const [locale, play, channel] of [
  ['de', 'Abspielen', 'Kanal 0'],
  ['pl', 'Odtwarzaj', 'Kanał 0'],
  ['ru', 'Играть', 'Канал 0'],
  ['sk', 'Prehrať', 'Kanál 0'],
])
  test(`a song in ${locale}`, async (t) => {
    const page = await openSong(t, { locale });
    assert.equal(await page.locator('.song-transport .play').getAttribute('aria-label'), play);
    assert.equal(await page.locator('.song-name').first().textContent(), channel);
  });
