// Loudness against the numbers of its standards: the filters and the sine of ITU-R BS.1770-5, the signals of EBU Tech 3341
// with their gates.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Loudness } from '../../dist/node/index.js';

/** Stretches of [seconds, dB of full scale, sides] of a sine. */
function measured(rate, hertz, stretches) {
  const loudness = new Loudness(rate);
  for (const [seconds, level, sides = 'both'] of stretches) {
    const sound = new Float32Array(2 * Math.round(seconds * rate));
    for (let i = 0; i < sound.length / 2; ++i) {
      const x = 10 ** (level / 20) * Math.sin((2 * Math.PI * hertz * i) / rate);
      if (sides !== 'right') sound[2 * i] = x;
      if (sides !== 'left') sound[2 * i + 1] = x;
    }
    // In pieces that fit no block.
    for (let at = 0; at < sound.length; at += 7778) loudness.add(sound.subarray(at, at + 7778));
  }
  return loudness.integrated;
}
const near = (found, wanted, tolerance) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} LUFS, expected ${wanted}`);

for (const rate of [44100, 48000]) {
  test(`a sine of 997 Hz at full scale on one side is -3.01 LKFS at ${rate} Hz`, () => {
    near(measured(rate, 997, [[3, 0, 'left']]), -3.01, 0.005);
    near(measured(rate, 997, [[3, 0, 'right']]), -3.01, 0.005);
    near(measured(rate, 997, [[3, 0]]), 0, 0.005);
  });

  // EBU Tech 3341, table 1: stereo sines of 1000 Hz, within 0.1 LU.
  for (const [name, stretches, wanted] of [
    ['case 1', [[20, -23]], -23],
    ['case 2', [[20, -33]], -33],
    [
      'case 3',
      [
        [10, -36],
        [60, -23],
        [10, -36],
      ],
      -23,
    ],
    [
      'case 4',
      [
        [10, -72],
        [10, -36],
        [60, -23],
        [10, -36],
        [10, -72],
      ],
      -23,
    ],
    [
      'case 5',
      [
        [20, -26],
        [20.1, -20],
        [20, -26],
      ],
      -23,
    ],
  ])
    test(`EBU Tech 3341 ${name} at ${rate} Hz`, () => near(measured(rate, 1000, stretches), wanted, 0.1));
}

test('silence has no loudness', () => {
  assert.equal(measured(44100, 997, [[2, -80]]), null);
  assert.equal(measured(44100, 997, []), null);
});
