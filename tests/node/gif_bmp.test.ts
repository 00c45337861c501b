// GIF and BMP: the specification's own picture, pictures worked by hand, and files that are cut off or changed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { decodeBmp, isBmp } from '../../web/src/images/bmp';
import { VitrineError } from '../../web/src/base/errors';
import { decodeGif, isGif } from '../../web/src/images/gif';
// @ts-expect-error plain JavaScript
import * as pictures from './support/pictures.mjs';

type Maker = (picture: object) => Uint8Array;
const { bmp, gif } = pictures as { bmp: Maker; gif: Maker };

/** Numbers that are the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pixels = ({ rgba }: { rgba: Uint8ClampedArray }): number[][] =>
  Array.from({ length: rgba.length / 4 }, (_, i) => [...rgba.subarray(4 * i, 4 * i + 4)]);

/** No answer but a picture or a VitrineError, for every cut and for many changed bytes. */
function survives(decode: (bytes: Uint8Array) => { rgba: Uint8ClampedArray }, file: Uint8Array): void {
  const tried = (bytes: Uint8Array): void => {
    try {
      decode(bytes);
    } catch (error) {
      assert.ok(error instanceof VitrineError, String(error));
    }
  };
  for (let length = 0; length < file.length; ++length) tried(file.slice(0, length));
  for (let at = 0; at < file.length; ++at)
    for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
      const changed = file.slice();
      changed[at] = value;
      // A size of many million pixels is a fine one, and slow to fill.
      if (at >= 6 && at < 26 && value > 1) continue;
      tried(changed);
    }
}

describe('a GIF', () => {
  // The 10 x 10 picture that explanations of the format are written around, byte by byte.
  const known = Buffer.from(
    '4749463839610a000a00910000ffffffff00000000ff00000021f90400000000002c000000000a000a00' +
      '0002168c2d99872a1cdc33a00275ec95faa8de608c04914c01003b',
    'hex',
  );

  test('known byte by byte decodes to its known colours', () => {
    assert.ok(isGif(known));
    const image = decodeGif(known);
    assert.deepEqual([image.width, image.height, image.hasAlpha], [10, 10, false]);
    const colours = [
      [255, 255, 255, 255],
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ];
    const expected = [
      ...Array(3).fill('1111122222'),
      '1110000222',
      '1110000222',
      '2220000111',
      '2220000111',
      ...Array(3).fill('2222211111'),
    ];
    assert.deepEqual(
      pixels(image),
      expected.flatMap((row: string) => [...row].map((index) => colours[Number(index)])),
    );
  });

  const next = random(7);
  for (const [width, height, colours, interlaced] of [
    [1, 1, 2, false],
    [37, 21, 2, true],
    [64, 64, 256, false],
    [131, 97, 200, true],
    [9, 5, 4, true],
  ] as const) {
    test(`of ${width} x ${height} in ${colours} colours${interlaced ? ', interlaced,' : ''} decodes to what was written`, () => {
      const palette = Array.from({ length: colours }, () => [next(256), next(256), next(256)]);
      // Runs and noise, so that codes grow to twelve bits and are cleared.
      const indices = Array.from({ length: width * height }, (_, i) =>
        i % 3 === 0 ? next(colours) : (i >> 4) % colours,
      );
      const image = decodeGif(gif({ width, height, palette, indices, interlaced }));
      assert.deepEqual(
        pixels(image),
        indices.map((index) => [...palette[index]!, 255]),
      );
    });
  }

  test('is empty where its picture does not reach, and in its transparent colour', () => {
    const file = gif({
      width: 3,
      height: 2,
      palette: [
        [10, 20, 30],
        [40, 50, 60],
      ],
      indices: [0, 1],
      frame: [1, 1, 2, 1],
      transparent: 1,
    });
    const image = decodeGif(file);
    const free = [0, 0, 0, 0];
    assert.deepEqual(pixels(image), [free, free, free, free, [10, 20, 30, 255], free]);
    assert.equal(image.hasAlpha, true);
  });

  test('with a picture that is larger than any image is refused before room is made for it', () => {
    const header = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
    const picture = [0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x44, 0x01, 0, 0x3b];
    assert.throws(() => decodeGif(Uint8Array.from([...header, ...picture])), { message: /65535 x 65535/ });
    picture.splice(5, 4, 0x60, 0x09, 0x60, 0x09);
    const message = '2400 x 2400 pixels are too many for a file of 35 bytes';
    assert.throws(() => decodeGif(Uint8Array.from([...header, ...picture])), { code: 'LIMIT_PIXELS', message });
  });

  test('that is cut off or changed is decoded or refused', () => {
    survives(decodeGif, known);
    const palette = Array.from({ length: 16 }, (_, i) => [i, i, i]);
    survives(
      decodeGif,
      gif({ width: 9, height: 9, palette, indices: Array.from({ length: 81 }, () => next(16)), interlaced: true }),
    );
  });
});

describe('a BMP', () => {
  const red = [255, 0, 0, 255],
    green = [0, 255, 0, 255],
    blue = [0, 0, 255, 255],
    white = [255, 255, 255, 255];
  const palette = [red, green, blue, white].map((colour) => colour.slice(0, 3));

  for (const [what, file, expected] of [
    [
      '24 bits',
      {
        bits: 24,
        rows: [
          [0, 0, 255, 0, 255, 0, 255, 0, 0],
          [255, 255, 255, 1, 2, 3, 0, 0, 255],
        ],
      },
      [red, green, blue, white, [3, 2, 1, 255], red],
    ],
    [
      '24 bits from the top',
      {
        bits: 24,
        downwards: true,
        rows: [
          [0, 0, 255, 0, 255, 0, 255, 0, 0],
          [255, 255, 255, 1, 2, 3, 0, 0, 255],
        ],
      },
      [red, green, blue, white, [3, 2, 1, 255], red],
    ],
    [
      'a palette and 8 bits',
      {
        bits: 8,
        palette,
        rows: [
          [0, 1, 2],
          [3, 2, 0],
        ],
      },
      [red, green, blue, white, blue, red],
    ],
    [
      'a palette and 4 bits',
      {
        bits: 4,
        palette,
        rows: [
          [0x01, 0x20],
          [0x32, 0x00],
        ],
      },
      [red, green, blue, white, blue, red],
    ],
    [
      'a palette and 1 bit',
      { bits: 1, palette: palette.slice(0, 2), rows: [[0b01000000], [0b10100000]] },
      [red, green, red, green, red, green],
    ],
    [
      '32 bits, the fourth byte unused',
      {
        bits: 32,
        rows: [
          [0, 0, 255, 0, 0, 255, 0, 7, 255, 0, 0, 9],
          [255, 255, 255, 0, 255, 0, 0, 0, 0, 0, 255, 0],
        ],
      },
      [red, green, blue, white, blue, red],
    ],
    [
      '32 bits with alpha',
      {
        bits: 32,
        masks: [0xff0000, 0xff00, 0xff, 0xff000000],
        rows: [
          [0, 0, 255, 128, 0, 255, 0, 255, 255, 0, 0, 0],
          [255, 255, 255, 255, 255, 0, 0, 1, 0, 0, 255, 255],
        ],
      },
      [[255, 0, 0, 128], green, [0, 0, 255, 0], white, [0, 0, 255, 1], red],
    ],
    // 5 bits each: 31 is all of it; 6 bits of green by masks.
    [
      '16 bits',
      {
        bits: 16,
        rows: [
          [0x00, 0x7c, 0xe0, 0x03, 0x1f, 0x00],
          [0xff, 0x7f, 0x10, 0x00, 0x00, 0x7c],
        ],
      },
      [red, green, blue, white, [0, 0, 132, 255], red],
    ],
    [
      '16 bits by masks',
      {
        bits: 16,
        masks: [0xf800, 0x7e0, 0x1f],
        rows: [
          [0x00, 0xf8, 0xe0, 0x07, 0x1f, 0x00],
          [0xff, 0xff, 0x20, 0x00, 0x00, 0xf8],
        ],
      },
      [red, green, blue, white, [0, 4, 0, 255], red],
    ],
    // A run of two, one by one of three with padding, end of line, end.
    [
      'runs of 8 bits',
      { bits: 8, palette, data: { compression: 1, bytes: [1, 3, 1, 2, 1, 0, 0, 0, 0, 3, 0, 1, 2, 0, 0, 1] } },
      [red, green, blue, white, blue, red],
    ],
    [
      'runs of 4 bits',
      { bits: 4, palette, data: { compression: 2, bytes: [3, 0x32, 0, 0, 0, 3, 0x01, 0x20, 0, 1] } },
      [red, green, blue, white, blue, white],
    ],
    [
      'runs with a step',
      { bits: 8, palette, data: { compression: 1, bytes: [0, 2, 2, 1, 1, 1, 0, 1] } },
      [red, red, green, red, red, red],
    ],
  ] as [string, object, number[][]][]) {
    test(`with ${what} decodes to its colours`, () => {
      const bytes = bmp({ width: 3, height: 2, ...file });
      assert.ok(isBmp(bytes));
      const image = decodeBmp(bytes);
      assert.deepEqual(pixels(image), expected);
      assert.equal(
        image.hasAlpha,
        expected.some(([, , , alpha]) => alpha !== 255),
      );
      survives(decodeBmp, bytes);
      // Without the place of its pixels they are what follows masks and palette.
      assert.deepEqual(pixels(decodeBmp(bytes.fill(0, 10, 14))), expected);
    });
  }

  test('of OS/2 has a palette of three bytes each', () => {
    const file = Uint8Array.from([
      ...[0x42, 0x4d, 40, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 12, 0, 0, 0, 2, 0, 1, 0, 1, 0, 1, 0],
      ...[0, 0, 255, 0, 255, 0, 0b01000000, 0, 0, 0],
    ]);
    assert.deepEqual(pixels(decodeBmp(file)), [red, green]);
  });

  for (const [what, change, message] of [
    ['an unknown compression', { at: 30, bytes: [4] }, /compression 4 with 24 bits/],
    ['no width', { at: 18, bytes: [0] }, /size 0 x 2/],
    ['more pixels than are decoded', { at: 18, bytes: [0, 0, 0, 0x7f] }, /the size \d+ x 2/],
    ['fewer bytes than its size asks for', { at: 18, bytes: [30] }, /cut off/],
  ] as [string, { at: number; bytes: number[] }, RegExp][]) {
    test(`with ${what} is refused`, () => {
      const bytes = bmp({ width: 3, height: 2, bits: 24, rows: [Array(9).fill(1), Array(9).fill(2)] } as Parameters<
        typeof bmp
      >[0]);
      bytes.set(change.bytes, change.at);
      assert.throws(() => decodeBmp(bytes), { name: 'VitrineError', message });
    });
  }
});
