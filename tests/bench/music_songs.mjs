// Songs for the benchmark of the synthesizer: files to be played, and one with a chosen number of voices.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { filesBelow } from '../../web/build/run.mjs';
import { song } from '../node/support/sound.mjs';
import { shared } from '../node/support/vitrine.mjs';
import { root } from './harness.mjs';

/** The project's own songs, and the public ones where they lie beside the checkout: { name, path }. */
export function songFiles() {
  const own = filesBelow(join(root, 'public/samples'), '.v2m');
  const corpus = shared === null ? [] : filesBelow(join(shared, 'corpus/v2m'), '.v2m');
  return [...own, ...corpus].map((path) => ({ name: basename(path, '.v2m'), path }));
}

/** Three oscillators, two filters, both envelopes and LFOs at work, held as long as the key; no effects of channels. */
const busyPatch = {
  0: 64, 1: 64,
  2: 1, 4: 64, 5: 66, 6: 40, 7: 90,
  8: 2, 10: 52, 11: 62, 12: 70, 13: 80,
  14: 3, 16: 76, 17: 64, 18: 64, 19: 60,
  20: 1, 21: 90, 22: 60, 23: 6, 24: 80, 25: 40, 26: 1, 27: 64, 29: 32,
  32: 10, 33: 80, 34: 100, 35: 64, 36: 60, 37: 60,
  38: 10, 39: 80, 40: 100, 41: 64, 42: 60, 43: 60,
  44: 1, 47: 60, 50: 60, 51: 3, 54: 50, 57: 60,
  59: 20, 69: 32, 72: 64, 73: 64, 74: 32, 75: 32, 78: 64, 82: 2, 83: 90, 84: 32, 88: 4,
}; // prettier-ignore

/** A song that holds `voices` keys, four to a channel, for `seconds`. */
export function chordOf(voices, seconds) {
  const channels = [];
  for (let voice = 0; voice < voices; ++voice) {
    const channel = (channels[voice >> 2] ??= { notes: [], programs: [[0, 0]] });
    channel.notes.push([0, 36 + ((voice * 7) % 60), 100]);
  }
  for (const { notes } of channels) notes.push(...notes.map(([, note]) => [192 * seconds, note, 0]));
  const bytes = song({ channels, patches: [0], texts: null, maxTicks: 192 * seconds });
  // The last patch ends with its 89 parameters and the count of modulations.
  const parameters = bytes.length - 90;
  for (let i = 0; i < 89; ++i) bytes[parameters + i] = busyPatch[i] ?? 0;
  return bytes;
}

/**
 * Four voices on each of the 16 channels, held for `seconds`, with everything else at random by `seed`: every parameter of
 * 16 patches and of the song, 255 modulations of each patch.
 */
export function hostileOf(seed, seconds) {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 196314165) + 907633515) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const channels = Array.from({ length: 16 }, (_, channel) => {
    const keys = [0, 1, 2, 3].map((i) => 24 + 20 * i + random(20));
    return {
      notes: [...keys.map((key) => [0, key, 127]), ...keys.map((key) => [192 * seconds, key, 0])],
      programs: [[0, channel]],
    };
  });
  const size = 89 + 1 + 3 * 255;
  const bytes = song({ channels, patches: channels.map(() => 255), texts: null, maxTicks: 192 * seconds });
  const first = bytes.length - 16 * size,
    // 23 globals, the length of the patches, their places.
    globals = first - 16 * 4 - 4 - 23;
  for (let i = 0; i < 23; ++i) bytes[globals + i] = random(128);
  for (let at = first; at < bytes.length; at += size) {
    for (let i = 0; i < 89; ++i) bytes[at + i] = random(128);
    // The first envelope holds, and four voices are allowed.
    bytes.set([0, 64, 127, 64, 64, 127], at + 32);
    bytes[at + 88] = 4;
    // source, amount, destination: anything but the envelope that holds.
    for (let row = at + 90; row < at + size; row += 3)
      bytes.set([random(13), random(128), random(2) === 0 ? random(32) : 38 + random(50)], row);
  }
  return bytes;
}

export const bytesOf = ({ path }) => new Uint8Array(readFileSync(path));
