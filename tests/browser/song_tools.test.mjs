// Beside a song on the page: its sounds in units and with their bytes, a keyboard, its structure with the ways between
// roll, bytes and sounds, and its export as WAV and MIDI.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { createVitrine, encodeWav, levelsOf, normalise } from '../../dist/node/index.js';
import { loudSong } from '../node/support/sound.mjs';
import { openFiles, startBrowser } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const dusk = new Uint8Array(readFileSync('public/samples/dusk/dusk.v2m'));

let browser, vitrine;
before(async () => {
  browser = await startBrowser();
  vitrine = await createVitrine();
});
after(() => browser?.stop());

/** Commands to the worklet are written down. */
const writeDown = () => {
  globalThis.told = [];
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message, ...more) {
    if (message?.type === 'note') globalThis.told.push(message);
    return postMessage.call(this, message, ...more);
  };
};

async function openSong(t, bytes = dusk, options = {}) {
  const page = await browser.page(t, { width: 1100, height: 760, hash: null, ...options });
  await page.addInitScript(writeDown);
  await page.goto(page.origin);
  await openFiles(page, [{ name: 'a/dusk.v2m', text: bytes }]);
  await page.locator('.song-room').waitFor();
  return page;
}
/** The notes struck on the first channel, counted in the file: note events as planes of times, keys and velocities, the
 * last two as differences. */
function notesOfFirstChannel(bytes) {
  const at = new DataView(bytes.buffer, bytes.byteOffset);
  const count = at.getUint32(12 + at.getUint32(8, true) * 10, true);
  const velocities = 12 + at.getUint32(8, true) * 10 + 4 + 4 * count;
  let velocity = 0;
  let struck = 0;
  for (const difference of bytes.subarray(velocities, velocities + count)) {
    velocity = (velocity + difference) & 255;
    if (velocity > 0) struck++;
  }
  return struck;
}
const openTool = (page, name) => page.locator('.song-tool', { hasText: name }).click();
const valueOf = (page, module, name) =>
  page
    .locator('.sound-module', { has: page.locator('h3', { hasText: module }) })
    .first()
    .evaluate((element, wanted) => {
      const names = [...element.querySelectorAll('dt')];
      return names.find(({ textContent }) => textContent === wanted)?.nextElementSibling.textContent;
    }, name);

test('each program is a panel of values in units, with the notes that use it and its bytes', async (t) => {
  const page = await openSong(t);
  await openTool(page, 'Sounds');
  await page.locator('.sound-module').first().waitFor();
  const program = page.getByRole('combobox', { name: 'Program' });
  // Ten programs, and the song as a whole.
  assert.equal(await program.locator('option').count(), 11);
  assert.match(
    await page.locator('.sound-modules > p').first().textContent(),
    new RegExp(`^${notesOfFirstChannel(dusk)} notes on channel 0, E3 to A5\\. 108 bytes from [\\d,]+ on$`),
  );
  assert.equal(await valueOf(page, 'Voice', 'Transpose'), '12 semitones');
  // 54 of 128 on ten octaves below the 14,037 Hz of a filter that runs twice per sample.
  const cutoff = await valueOf(page, 'Filter 1', 'Cutoff');
  assert.ok(Math.abs(Number.parseFloat(cutoff) - 14037 * 2 ** (10 * (54 / 128 - 1)) * 1) < 3, cutoff);
  assert.ok((await page.locator('.sound-picture polyline').count()) >= 4);
  await program.selectOption('2');
  await page.getByRole('checkbox', { name: 'Bytes' }).check();
  for (const [module, name] of [
    ['Oscillator 1', 'Volume'],
    ['Filter 1', 'Cutoff'],
    ['Channel', 'To the reverb'],
    ['Polyphony', 'Voices at most'],
  ]) {
    const [, raw, at] = /· (\d+) @ (\d+)$/.exec(await valueOf(page, module, name));
    assert.equal(dusk[Number(at)], Number(raw), `${module} ${name}`);
  }
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('the whole song is a panel of its effects, each value with its byte', async (t) => {
  const page = await openSong(t);
  await openTool(page, 'Sounds');
  await page.locator('.sound-module').first().waitFor();
  await page.getByRole('combobox', { name: 'Program' }).selectOption({ label: 'Whole song' });
  assert.deepEqual(
    (await page.locator('.sound-module h3').allTextContents()).map((text) => text.split(' ')[0]),
    ['Reverb', 'Delay', 'Cuts', 'Compressor'],
  );
  assert.ok(await page.locator('.sound-keys').isHidden());
  await page.getByRole('checkbox', { name: 'Bytes' }).check();
  const [, raw, at] = /· (\d+) @ (\d+)$/.exec(await valueOf(page, 'Delay', 'Feedback'));
  assert.equal(dusk[Number(at)], Number(raw));
});

const chosen = (page) => page.locator('.song-chosen > span').textContent();
const meaning = (page, text) =>
  page.waitForFunction(
    (wanted) => document.querySelector('.song-bytes .hex-meaning')?.textContent.startsWith(wanted),
    text,
  );

test('a note leads to its bytes and its sound, bytes lead to notes and sounds, sounds to both', async (t) => {
  const page = await openSong(t);
  // By the keyboard: the first note, its bytes, the note after it.
  await page.locator('.song-roll').focus();
  await page.keyboard.press('.');
  const first = await chosen(page);
  assert.match(first, /^[A-G]♯?\d on channel \d+, velocity \d+, 0\.00 to /);
  await page.locator('.song-chosen').getByRole('button', { name: 'Bytes' }).click();
  await meaning(page, 'notes: note[0]');
  await page.locator('.song-roll').focus();
  await page.keyboard.press('.');
  assert.notEqual(await chosen(page), first);
  await page.keyboard.press(',');
  assert.equal(await chosen(page), first);
  await meaning(page, 'notes: note[0]');

  // A byte of another note is chosen: the roll shows that note.
  await page.locator('.song-bytes .hex').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((before) => document.querySelector('.song-chosen > span').textContent !== before, first);
  const second = await chosen(page);

  // The sound of that note, and the notes of that sound.
  await page
    .locator('.song-chosen')
    .getByRole('button', { name: /^Program/ })
    .click();
  await page.locator('.sound-module').first().waitFor();
  const program = await page.getByRole('combobox', { name: 'Program' }).inputValue();
  assert.equal(await page.locator('.song-chosen button').first().textContent(), `Program ${program}`);
  assert.equal(await chosen(page), second);
  await page.getByRole('button', { name: 'Show notes' }).click();
  assert.ok(await page.locator('.song-chosen').isHidden());

  // A value leads to its byte, and a byte of another patch to its sound.
  await page.getByRole('checkbox', { name: 'Bytes' }).check();
  const place = page.locator('.sound-module .sound-place').first(),
    [, raw] = /^(\d+) @ \d+$/.exec(await place.textContent());
  await place.click();
  await meaning(page, `voice pan = ${raw}`);
  await page.getByRole('searchbox', { name: 'Find a section' }).fill('patch 3');
  await page.locator('.song-bytes .record-row').first().click();
  await page.waitForFunction(() => document.querySelector('.song-bytes .record h3').textContent === 'patch 3');
  await openTool(page, 'Sounds');
  await page.waitForFunction(() => document.querySelector('.sound-choice select').value === '3');
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('keys of the computer and the pointer play the chosen program, and everything is let go of', async (t) => {
  const page = await openSong(t);
  await openTool(page, 'Sounds');
  await page.locator('.sound-module').first().waitFor();
  await page.getByRole('combobox', { name: 'Program' }).selectOption('3');
  const told = () => page.evaluate(() => globalThis.told.map(({ program, key, velocity }) => [program, key, velocity]));
  const keys = page.locator('.sound-keys');
  await keys.focus();
  await page.keyboard.down('g');
  await page.waitForFunction(() => globalThis.told.length > 0);
  assert.equal(await page.locator('.sound-key.is-held').count(), 1);
  await page.keyboard.up('g');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('w');
  assert.deepEqual(await told(), [
    [3, 55, 100],
    [3, 55, 0],
    [3, 61, 100],
    [3, 61, 0],
  ]);
  const box = await keys.boundingBox();
  await page.mouse.move(box.x + 5, box.y + box.height - 5);
  await page.mouse.down();
  await page.waitForFunction(() => globalThis.told.length === 5);
  await openTool(page, 'Sounds');
  await page.waitForFunction(() => globalThis.told.length === 6);
  assert.deepEqual((await told()).slice(4), [
    [3, 60, 100],
    [3, 60, 0],
  ]);
  await page.mouse.up();
  // The song itself has not begun.
  assert.notEqual(await page.locator('.song-room').getAttribute('data-state'), 'playing');
});

test('WAV and MIDI are the files of the module, with what MIDI cannot hold', async (t) => {
  const bytes = loudSong(),
    page = await openSong(t, bytes),
    song = vitrine.song({ name: 'a.v2m', bytes });
  t.after(() => song.dispose());
  await openTool(page, 'Export');
  const saved = async (button) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const sound = song.render(0, song.seconds + 2);
  for (const [button, float] of [
    ['WAV, 16 bits', false],
    ['WAV, floats', true],
  ]) {
    const file = await saved(button);
    assert.equal(file.name, 'dusk.wav');
    assert.ok(file.bytes.equals(encodeWav(sound, float)), button);
  }
  const midi = await saved('MIDI file'),
    { bytes: wanted, report } = song.midi();
  assert.equal(midi.name, 'dusk.mid');
  assert.ok(midi.bytes.equals(wanted));
  assert.deepEqual(
    await page.locator('.song-saved .losses li').allTextContents(),
    report.losses.map(({ message, count }) => `${message} (${count})`),
  );
});

test('clipped samples of a WAV file are counted, and the loudest comes to −1 dB on request', async (t) => {
  const bytes = loudSong(8),
    page = await openSong(t, bytes),
    song = vitrine.song({ name: 'a.v2m', bytes });
  const sound = song.render(0, song.seconds + 2);
  song.dispose();
  await openTool(page, 'Export');
  const saved = async (button) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return readFileSync(await download.path());
  };
  const { over, peakDb } = levelsOf(sound);
  assert.ok(over > 0);
  await saved('WAV, 16 bits');
  const told = await page.locator('.song-over').textContent();
  assert.equal(
    told,
    `Samples clipped: ${over.toLocaleString('en')}, over full scale by up to ${peakDb.toFixed(1)} dB.`,
  );
  await saved('WAV, floats');
  assert.match(await page.locator('.song-over').textContent(), /^Samples over full scale: .* The file keeps them/);
  await page.getByLabel('WAV: the loudest sample at −1 dB').check();
  const file = await saved('WAV, 16 bits');
  normalise(sound);
  assert.ok(file.equals(encodeWav(sound)));
  assert.equal(await page.locator('.song-over').count(), 0);
});

test('sounds and export have no faults of accessibility, dark, light and narrow', async (t) => {
  for (const options of [{ colorScheme: 'dark' }, { colorScheme: 'light' }, { width: 360, height: 700 }]) {
    const page = await openSong(t, dusk, options);
    for (const name of ['Sounds', 'Structure', 'Export']) {
      await openTool(page, name);
      if (name === 'Structure') await page.locator('.song-bytes .record-row').first().click();
      if (name === 'Sounds') await page.locator('.sound-module').first().waitFor();
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run('.song-room'));
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
        [],
        name,
      );
    }
    // Escape closes, and gives the focus back.
    await page.locator('.song-save-kinds button').first().focus();
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('.song-tools').isHidden());
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Export');
  }
});
