// The synthesizer against a second one, written plainly (support/v2_model.mjs): on songs made at random, one part of it
// after another, in every generation of patches. What reference renders do not touch is tried here.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { song as write } from './support/sound.mjs';
import { renderModel, storedGlobals, storedParameters } from './support/v2_model.mjs';

/** More than a second, in frames of 128 samples. */
const frames = 360;
let vitrine;
before(async () => (vitrine = await createVitrine()));

/** Random numbers, the same ones every time. */
function dice(seed) {
  const next = () => (seed = (Math.imul(seed, 48271) >>> 0) % 2147483647 || 1) / 2147483647;
  const from = (low, high) => low + Math.floor(next() * (high - low + 1));
  return { from, of: (...list) => list[from(0, list.length - 1)], chance: (part) => next() < part };
}

/** Bytes of a song whose patches and globals are what `description` says of this generation. */
function bytesOf({ version, patches, globals, ...rest }) {
  const bytes = write({ ...rest, version, texts: null, patches: patches.map(({ rows }) => rows.length) });
  const size = patches.reduce((sum, { values, rows }) => sum + values.length + 1 + 3 * rows.length, 0);
  let at = bytes.length - size;
  bytes.set(globals, at - 4 * patches.length - 4 - globals.length);
  for (const { values, rows } of patches) {
    const body = [...values, rows.length, ...rows.flat()];
    bytes.set(body, at);
    at += body.length;
  }
  return bytes;
}

/** A sound that is heard and does nothing special, as all 89 parameters. */
function plainPatch(d) {
  const p = Array(89).fill(0);
  const set = (at, values) => values.forEach((value, i) => (p[at + i] = value));
  set(0, [64, 64]);
  set(2, [d.of(1, 2, 3), 0, 64, 64, d.from(20, 100), 100, 0, 0, 64, 64, 0, 0, 0, 0, 64, 64, 0, 0]);
  set(20, [0, 64, 0, 0, 64, 0, 0, 64, 0, 32, 127, 64]);
  set(32, [d.from(0, 30), 80, 90, 64, 70, 127, 20, 70, 60, 64, 60, 127]);
  set(44, [1, 0, 0, 70, 0, 0, 64, 3, 0, 0, 60, 0, 0, 64, 0]);
  set(59, [90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 127, 64, 64, 64, 32, 32, 20, 20, 64, 0, 0, 1, 2, 90, 32, 20, 64, 64, 16]);
  return p;
}
// Reverb and delay are there and silent; all is let through.
const plainGlobals = () => [64, 64, 32, 0, 64, 64, 64, 64, 32, 20, 64, 0, 127, 0, 0, 1, 2, 90, 32, 20, 64, 64, 0];

/** Some notes on a channel, `gap` ticks apart: some equal, some at once, some struck again before they are let go of. */
function notesOf(d, gap = 24) {
  const notes = [];
  for (let i = 0; i < 9; ++i) {
    const key = d.from(36, 84),
      tick = i * gap + (d.chance(0.3) ? 0 : d.from(0, 11));
    notes.push([tick, key, d.from(40, 127)]);
    if (d.chance(0.3)) notes.push([tick, d.chance(0.5) ? key : key + 7, d.from(40, 127)]);
    if (d.chance(0.8)) notes.push([tick + d.from(0, 2 * gap), key, 0]);
  }
  return notes.sort((a, b) => a[0] - b[0]);
}

/** `shape(d, patch, globals)` makes the part at random; it may return modulations. */
function songOf(seed, shape = () => [], { version = 6, channelCount = 3, events = false, polyphony } = {}) {
  const d = dice(seed),
    globals = plainGlobals();
  const patches = Array.from({ length: 4 }, () => {
    const all = plainPatch(d);
    const rows = shape(d, all, globals) ?? [];
    if (polyphony) all[88] = d.of(...polyphony);
    return { all, rows };
  });
  const channels = [];
  for (let i = 0; i < channelCount; ++i) {
    // Programs are not named in their order, and one channel never names any.
    const programs = i === 1 ? [] : [[0, d.from(0, 3)]];
    const controllers = {};
    if (events) {
      for (let k = 0; k < 4; ++k) programs.push([24 * d.from(1, 8), d.from(0, 3)]);
      // The second of two rows at a tick comes behind the notes.
      programs.push([48, 1], [48, 2]);
      programs.sort((a, b) => a[0] - b[0]);
      for (const number of [1, 3, 6, 7])
        controllers[number] = [12, 12, 48, 60, 97].map((tick) => [tick, d.from(0, 127)]);
    }
    const bends = events ? [5, 5, 31, 80].map((tick) => [tick, d.from(0, 127), d.from(0, 127)]) : [];
    channels.push({ notes: notesOf(d), programs, controllers, bends });
  }
  const tempo = events ? [[0, 500000], [30, 612345], [31, 333333], [100, 450001]] : [[0, 500000]]; // prettier-ignore
  const stored = storedParameters(version);
  return {
    version,
    division: events ? 97 : 96,
    maxTicks: 400,
    tempo,
    channels,
    patches: patches.map(({ all, rows }) => ({ values: stored.map((i) => all[i]), rows })),
    globals: storedGlobals(version).map((i) => globals[i]),
  };
}

/** Signal to noise in dB of the core's sound, the model's is the signal. */
function compare(description) {
  const model = renderModel(description, frames),
    song = vitrine.song({ name: 'a.v2m', bytes: bytesOf(description) });
  const sound = song.render(0, (frames * 128) / 44100);
  song.dispose();
  let signal = 0,
    noise = 0;
  for (let i = 0; i < model.length; ++i) {
    signal += model[i] ** 2;
    noise += (model[i] - sound[i]) ** 2;
  }
  return { snr: 10 * Math.log10(signal / Math.max(noise, 1e-30)), level: 10 * Math.log10(signal / model.length) };
}

function check(t, seeds, least, shape, options) {
  let worst = Infinity;
  for (let seed = 1; seed <= seeds; ++seed) {
    const { snr, level } = compare(songOf(seed * 7919, shape, options));
    assert.ok(level > -70, `song ${seed} is heard: ${level.toFixed(1)} dB`);
    assert.ok(snr >= least, `song ${seed}: ${snr.toFixed(1)} dB`);
    worst = Math.min(worst, snr);
  }
  t.diagnostic(`${seeds} songs, ${worst.toFixed(1)} dB at least`);
}

const oscillators = (modes) => (d, p) => {
  for (const at of [2, 8, 14]) {
    const values = [d.of(...modes), d.from(0, 1), d.from(52, 76), d.from(0, 127), d.from(0, 127), d.from(40, 127)];
    values.forEach((value, i) => (p[at + i] = value));
  }
  // The first one adds: there is something to multiply.
  p[3] = 0;
};

describe('the synthesizer gives what a second one gives', () => {
  test('of plain sounds', (t) => check(t, 2, 60));
  test('of oscillators with corners, tuned and ringing', (t) => check(t, 3, 50, oscillators([0, 1, 2, 3])));
  test('of noise', (t) => check(t, 2, 50, oscillators([4, 3])));
  test('of frequency modulation', (t) =>
    check(t, 4, 40, (d, p) => {
      oscillators([3])(d, p);
      p[7] = d.from(5, 25);
      [p[8], p[9]] = [5, d.from(0, 1)];
      p[13] = d.from(60, 127);
      p[14] = 0;
    }));
  test('of filters and their routing', (t) =>
    check(t, 4, 50, (d, p) => {
      p[26] = d.from(0, 2);
      p[27] = d.from(0, 127);
      for (const at of [20, 23]) [p[at], p[at + 1], p[at + 2]] = [d.from(0, 5), d.from(30, 127), d.from(0, 90)];
    }));
  test('of ladder filters', (t) =>
    check(t, 2, 40, (d, p) => {
      [p[20], p[21], p[22]] = [d.of(6, 7), d.from(30, 110), d.from(0, 70)];
    }));
  test('of distortions of voices', (t) =>
    check(t, 5, 40, (d, p) => {
      [p[28], p[29], p[30], p[31]] = [
        d.of(1, 2, 5, 6, 7, 8, 9, 10, 11),
        d.from(10, 90),
        d.from(40, 120),
        d.from(0, 80),
      ];
    }));
  test('of crushed and decimated voices', (t) =>
    check(t, 4, 25, (d, p) => {
      [p[28], p[29], p[30], p[31]] = [d.of(3, 4), d.from(20, 50), d.from(60, 127), d.from(0, 127)];
      p[2] = 3;
    }));
  test('of envelopes, LFOs and key restarts', (t) =>
    check(t, 5, 50, (d, p) => {
      for (const at of [32, 38])
        [d.from(0, 90), d.from(0, 110), d.from(0, 127), d.from(40, 90), d.from(0, 100), d.from(60, 127)].forEach(
          (value, i) => (p[at + i] = value),
        );
      for (const at of [44, 51])
        [
          d.from(0, 4),
          d.from(0, 1),
          d.from(0, 1),
          d.from(40, 110),
          d.from(0, 127),
          d.from(0, 2),
          d.from(0, 60),
        ].forEach((value, i) => (p[at + i] = value));
      p[58] = d.from(0, 2);
      return [[10, d.from(30, 100), 0], [11, d.from(50, 80), 7], [9, 90, 6]]; // prettier-ignore
    }));
  test('of every source of modulation on every parameter of a voice and a channel', (t) =>
    check(
      t,
      12,
      35,
      (d, p) => {
        [p[20], p[21]] = [1, 90];
        // What a rounding decides stays as it is: modes, switches, decimator and crusher.
        const still = new Set([
          2, 3, 8, 9, 14, 15, 20, 23, 26, 28, 44, 45, 46, 47, 51, 52, 53, 54, 58, 66, 68, 79, 80, 81, 82,
        ]);
        const rows = [];
        for (let i = 0; i < 6; ++i) {
          const to = d.from(0, 88);
          if (!still.has(to)) rows.push([d.from(0, 14), d.from(40, 88), to]);
        }
        return rows;
      },
      { events: true },
    ));
  test('of voices that are taken away, of all channels at once', (t) =>
    check(t, 2, 50, undefined, { channelCount: 15, polyphony: [0, 1, 2, 4, 16] }));
  test('of more than 64 voices', (t) =>
    check(t, 1, 50, (d, p) => void ([p[34], p[36]] = [110, 127]), { channelCount: 15, polyphony: [127] }));
  test('of events: programs, controllers, bends and tempi at equal and at odd ticks', (t) =>
    check(
      t,
      3,
      45,
      (d) =>
        [
          [1, 90, 5],
          [7, 100, 59],
          [3, 30, 0],
        ]
          .map((row) => row.concat())
          .slice(0, d.from(1, 3)),
      {
        events: true,
      },
    ));
  test('of the chain of a channel', (t) =>
    check(t, 5, 40, (d, p) => {
      p[66] = d.from(0, 1);
      p[67] = d.from(0, 127);
      [p[68], p[69], p[70], p[71]] = [
        d.of(0, 1, 2, 5, 6, 7, 8, 9, 10, 11),
        d.from(20, 60),
        d.from(50, 110),
        d.from(0, 80),
      ];
      for (let i = 72; i < 79; ++i) p[i] = d.from(0, 127);
      p[73] = d.from(20, 108);
      [0, 1, 2].forEach((i) => (p[79 + i] = d.from(0, i === 0 ? 2 : 1)));
      [p[82], p[83], p[84], p[85], p[86], p[87]] = [d.from(0, 10), d.from(60, 110), d.from(0, 127), d.from(0, 127), d.from(0, 90), d.from(50, 80)]; // prettier-ignore
    }));
  test('of aux buses', (t) =>
    check(t, 4, 45, (d, p) => {
      for (let i = 60; i < 64; ++i) p[i] = d.from(0, 100);
      // An oscillator that reads a bus replaces what is before it: two patches in three are heard without one.
      if (d.chance(0.3)) [p[8], p[13], p[9]] = [d.of(6, 7), 80, d.from(0, 1)];
    }));
  test('of reverb, delay, cuts and compressor of the song', (t) =>
    check(t, 4, 40, (d, p, g) => {
      [p[64], p[65]] = [d.from(20, 120), d.from(20, 120)];
      for (let i = 0; i < 22; ++i) g[i] = d.from(0, 127);
      [g[0], g[5], g[11], g[12]] = [d.from(20, 127), d.from(20, 108), d.from(0, 40), d.from(60, 127)];
      [g[13], g[14], g[15]] = [d.from(0, 2), d.from(0, 1), d.from(0, 1)];
      [g[16], g[17], g[18], g[20], g[21]] = [
        d.from(0, 20),
        d.from(60, 110),
        d.from(0, 127),
        d.from(0, 90),
        d.from(50, 80),
      ];
    }));
  for (const version of [0, 1, 2, 3, 4, 5])
    test(`of generation ${version}, with its modulations`, (t) =>
      check(
        t,
        1,
        40,
        (d, p, g) => {
          [p[20], p[21], p[64], p[65], g[3]] = [1, d.from(60, 110), 60, 60, 60];
          g[4] = 90;
          // Destinations as the generation counts them: osc 1 colour, filter 1 cutoff, channel volume and reverb.
          const places = storedParameters(version);
          const to = (index) => places.indexOf(index);
          return [[9, d.from(50, 90), to(6)], [10, d.from(60, 90), to(21)], [0, d.from(64, 90), to(59)], [12, 70, to(64)]]; // prettier-ignore
        },
        { version, events: true },
      ));
});
