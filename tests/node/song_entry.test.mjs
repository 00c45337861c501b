// `vitrine/song`: the same samples as the module's songs, out of 70 KiB, in Node.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine, encodeWav } from '../../dist/node/index.js';
import { encodeWav as songWav, openSong, songRate } from '../../dist/song.js';
import { kSongLimit, songSizes } from '../../web/build/size.mjs';
import { effects, loudSong } from './support/sound.mjs';
import { root } from './support/vitrine.mjs';

const dusk = readFileSync(join(root, 'public/samples/dusk/dusk.v2m'));
const bits = (floats) => Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);

describe('vitrine/song', () => {
  let vitrine;
  before(async () => (vitrine = await createVitrine()));

  test('renders what the module does, bit for bit, wherever a stretch begins and whichever channel it is of', async () => {
    const song = await openSong(dusk),
      whole = vitrine.song({ name: 'dusk.v2m', bytes: dusk });
    for (const [from, seconds, options] of [
      [0, 1, {}],
      [1.2345, 0.5, {}],
      [2.5, 0.5, { channel: 3 }],
      [0.25, 0.5, {}],
    ])
      assert.ok(
        bits(song.render(from, seconds, options)).equals(bits(whole.render(from, seconds, options))),
        `${from} s, ${JSON.stringify(options)}`,
      );
    assert.equal(song.duration, whole.seconds);
    assert.equal(songRate, 44100);
  });

  test('lists notes, programs and tempo as the tables of the module do', async () => {
    const song = await openSong(loudSong()),
      { table } = vitrine.sound({ name: 'loud.v2m', bytes: loudSong() });
    assert.equal(song.version, table.version);
    assert.equal(song.programCount, table.patches.count);
    assert.equal(song.notes.length, 96);
    assert.deepEqual(
      song.notes.slice(0, 3).map(({ channel, note, velocity }) => [channel, note, velocity]),
      [
        [0, 48, 100],
        [0, 49, 100],
        [0, 50, 100],
      ],
    );
    assert.deepEqual(song.effects, []);
  });

  test('writes WAV files as the module does', async () => {
    const song = await openSong(loudSong());
    for (const float of [false, true])
      assert.deepEqual(song.wav({ from: 1, seconds: 0.1, float }), encodeWav(song.render(1, 0.1), float));
    // Two seconds of tails behind the last event, as `vitrine render` gives a song.
    assert.equal(song.wav().length, 44 + 4 * Math.round((song.duration + 2) * songRate));
    assert.deepEqual(songWav(new Float32Array(4)), encodeWav(new Float32Array(4)));
  });

  test('opens the song inside a VFX file, and its effects', async () => {
    const { bytes, rows } = vfxFile(),
      song = await openSong(bytes);
    assert.equal(song.effects.length, rows.length);
    for (const [i, { start, end, loop = 0, gain = 0 }] of rows.entries()) {
      assert.deepEqual([song.effects[i].start, song.effects[i].end], [start / songRate, end / songRate]);
      const stretch = song.render(start / songRate, (end - start) / songRate),
        factor = 10 ** (gain / 5 / 20),
        played = song.renderEffect(i);
      assert.equal(played.length, stretch.length);
      for (let k = 0; k < stretch.length; k += 997) assert.equal(played[k], Math.fround(stretch[k] * factor));
      // Its last `loop` samples repeat; without them it ends.
      const longer = song.renderEffect(i, { seconds: (end - start + 5000) / songRate });
      assert.equal(longer.length, 2 * (end - start + (loop > 0 ? 5000 : 0)));
      for (let k = 0; loop > 0 && k < 5000; k += 97)
        assert.equal(longer[2 * (end - start + k)], played[2 * (end - start - loop + (k % loop))]);
    }
    assert.throws(() => song.renderEffect(rows.length), RangeError);
  });

  test('takes a compiled core, and copies the bytes that it is given', async () => {
    const wasm = await WebAssembly.compile(readFileSync(join(root, 'dist/vitrine-sound.wasm'))),
      bytes = Buffer.from(loudSong()),
      song = await openSong(bytes, { wasm }),
      first = song.render(0, 0.1);
    bytes.fill(0);
    // Another choice of channels reads the song from its start again.
    song.render(0, 0.1, { channel: 1 });
    assert.ok(bits(song.render(0, 0.1)).equals(bits(first)));
  });

  test('says why where it cannot', async () => {
    for (const bytes of [new Uint8Array(), Buffer.from('<!doctype html>'), dusk.subarray(0, 300), new Uint8Array(4096)])
      await assert.rejects(openSong(bytes), { name: 'VitrineError', code: 'SONG_REFUSED' });
    await assert.rejects(openSong('dusk.v2m'), TypeError);
    const song = await openSong(loudSong());
    assert.throws(() => song.render(-1, 1), RangeError);
    assert.throws(() => song.render(0, 1e9), RangeError);
    assert.throws(() => song.render(0, 1, { channel: 16 }), RangeError);
    await assert.rejects(song.play(), { code: 'NO_AUDIO' });
    song.dispose();
    assert.throws(() => song.render(0, 1), { code: 'DOCUMENT_DISPOSED' });
  });

  test('costs at most 70 KiB, compressed, with all that it fetches', () => {
    const sizes = songSizes(join(root, 'dist'));
    const total = sizes.reduce((sum, { gzip }) => sum + gzip, 0);
    assert.equal(kSongLimit, 70 * 1024);
    assert.ok(total <= kSongLimit, `${total} bytes`);
    // Every file that its scripts name is counted, but for the full core: the worker asks it why a song is refused.
    const counted = new Set(sizes.map(({ name }) => name));
    for (const name of ['song.js', 'music-worklet.js'])
      for (const [, found] of readFileSync(join(root, 'dist', name), 'utf8').matchAll(
        /"\.\/([\w-]+\.(?:js|mjs|wasm))"/g,
      ))
        assert.ok(counted.has(found), found);
  });
});

function vfxFile() {
  const rows = [
    { minor: 0, gain: -10, start: 0, end: 22050 },
    { minor: 1, start: 44100, end: 66150, loop: 1000 },
  ];
  return { bytes: effects({ music: loudSong(), rows }), rows };
}
