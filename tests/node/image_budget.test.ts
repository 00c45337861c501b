// What decoders unpack is what was paid for: the size that is read ahead is that of the picture, whatever else a file holds.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { decodeAnyImage, imageSize } from '../../web/src/images/anyImage';
import type { CoreModule } from '../../web/src/core/core';
import { PixelBudget } from '../../web/src/images/imageLimits';
import { trueColour } from '../../web/src/images/paletted';
// @ts-expect-error plain JavaScript
import { lmp, pcx, quakePalette } from './support/paletted.mjs';
// @ts-expect-error plain JavaScript
import { gif, pngChunk } from './support/pictures.mjs';

const decode = (bytes: Uint8Array, pixels: number): string => {
  const { width, height } = decodeAnyImage(undefined as unknown as CoreModule, bytes, new PixelBudget(pixels));
  return `${width} x ${height}`;
};
/** Eight bits of grey. */
const header = (width: number, height: number): Buffer =>
  pngChunk('IHDR', Uint8Array.of(0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0));
const png = (...chunks: Buffer[]): Buffer => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
const nothing = new Uint8Array();

/** 32 x 32 pixels of middle grey, with `between` before the frame. */
const jpeg = (between: number[]): Uint8Array => {
  const table = (kind: number): number[] => [0xff, 0xc4, 0, 20, kind, 1, ...Array<number>(15).fill(0), 0];
  return Uint8Array.from([
    ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1), ...between],
    ...[0xff, 0xc0, 0, 11, 8, 0, 32, 0, 32, 1, 1, 0x11, 0],
    ...[...table(0), ...table(0x10)],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0, 0, 0, 0xff, 0xd9],
  ]);
};

describe('the size that is paid for', () => {
  test('of a PNG with two headers is that of the first', () => {
    const rows = pngChunk('IDAT', deflateSync(new Uint8Array(9 * 8)));
    const bytes = png(header(1, 1), header(8, 8), rows, pngChunk('IEND', nothing));
    assert.equal(decode(bytes, 1), '1 x 1');
  });

  test('of a JPEG is found behind markers without a length, bytes that belong to nothing, and a comment that ends as a frame begins', () => {
    const comment = [0xff, 0xfe, 0, 4, 0xff, 0xc0];
    for (const between of [[], [0], [0xff], [0xff, 0x01], [0xff, 0xd8], [0xff, 0], [7, 0xff, 0xd0, 9], comment]) {
      const bytes = jpeg(between);
      assert.deepEqual(imageSize(bytes), { width: 32, height: 32 }, between.join());
      assert.equal(decode(bytes, 1024), '32 x 32', between.join());
      assert.throws(() => decode(bytes, 1023), { code: 'LIMIT_PIXELS' }, between.join());
    }
  });

  test('of a GIF counts a picture that is larger than the screen', () => {
    const bytes = gif({
      width: 1,
      height: 1,
      palette: [
        [0, 0, 0],
        [9, 9, 9],
      ],
      indices: Array(16).fill(1),
      frame: [0, 0, 4, 4],
    }) as Uint8Array;
    assert.equal(decode(bytes, 17), '1 x 1');
    assert.throws(() => decode(bytes, 16), { code: 'LIMIT_PIXELS' });
  });

  test('of an image of a palette is paid for before it has its colours', () => {
    const six = [0, 1, 2, 3, 4, 5];
    for (const [name, bytes] of [
      ['a.pcx', pcx(3, 2, six, quakePalette)],
      ['a.lmp', lmp(3, 2, six)],
    ] as [string, Uint8Array][]) {
      const coloured = (pixels: number) => trueColour(name, bytes, quakePalette, new PixelBudget(pixels));
      assert.deepEqual(imageSize(coloured(6)), { width: 3, height: 2 }, name);
      assert.throws(() => coloured(5), { code: 'LIMIT_PIXELS' }, name);
    }
  });

  test('of a PCX counts what its lines hold beyond the picture', () => {
    const bytes = new Uint8Array(1_200_000);
    bytes.set(pcx(1, 1100, []) as Uint8Array);
    bytes.set([254, 255], 66);
    assert.throws(() => trueColour('a.pcx', bytes, quakePalette), { code: 'IMAGE_HEADER' });
  });
});

test('a PNG of many chunks with wrong checksums has one warning', () => {
  const wrong = ['aaAa', 'bbBb', 'ccCc'].map((type) => pngChunk(type, nothing).fill(1, 8));
  const rows = pngChunk('IDAT', deflateSync(new Uint8Array(2)));
  const bytes = png(header(1, 1), ...wrong, rows, pngChunk('IEND', nothing));
  const { issues = [] } = decodeAnyImage(undefined as unknown as CoreModule, bytes);
  assert.deepEqual(
    issues.map(({ message }) => message),
    ['the checksum of the chunk aaAa of the PNG is wrong'],
  );
});
