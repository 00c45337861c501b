// Equal images found by their bytes, and large ones made smaller: means worked by hand.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { equalBytes, pixelsEach, reduced } from '../../web/src/images/imageGroups';
import { imageSize } from '../../web/src/images/anyImage';
import { checkPixels, PixelBudget } from '../../web/src/images/imageLimits';

describe('images', () => {
  test('of equal bytes are one group, in the order in which they come', () => {
    const a = Uint8Array.of(1, 2, 3),
      twin = Uint8Array.of(1, 2, 3),
      other = Uint8Array.of(1, 2, 4),
      longer = Uint8Array.of(1, 2, 3, 4);
    const groups = equalBytes([
      [0, a],
      [1, other],
      [2, twin],
      [3, longer],
      [4, a],
    ]);
    assert.deepEqual([...groups.values()], [[0, 2, 4], [1], [3]]);
    assert.equal(groups.get(a)?.length, 3);
  });

  test('that fit keep their size, and many large ones are quartered until all fit', () => {
    assert.equal(pixelsEach([]), 2 ** 24);
    assert.equal(pixelsEach(Array(4).fill(4096 * 4096)), 2 ** 24);
    // Five of 4096 x 4096 are more than 2^26: each is held as 2048 x 2048.
    assert.equal(pixelsEach(Array(5).fill(4096 * 4096)), 2 ** 22);
    assert.equal(pixelsEach(Array(4096).fill(8192 * 8192)), 2 ** 14);
    // Of 8192 x 4096 each is held as 4096 x 2048: five of them fit.
    assert.equal(pixelsEach(Array(5).fill(8192 * 4096)), 2 ** 24);
  });

  test('are halved to the means of four pixels', () => {
    const rgba = Uint8ClampedArray.from(
      [
        [0, 10, 20, 255],
        [4, 10, 20, 255],
        [9, 9, 9, 9],
        [8, 10, 20, 255],
        [12, 10, 24, 55],
        [9, 9, 9, 9],
      ].flat(),
    );
    const image = { width: 3, height: 2, rgba, hasAlpha: true };
    assert.equal(reduced(image, 6), image);
    const { width, height, rgba: half, hasAlpha } = reduced(image, 5);
    assert.deepEqual([width, height, hasAlpha, [...half]], [1, 1, true, [6, 10, 21, 205]]);
  });

  test('of one column are halved down', () => {
    const rgba = Uint8ClampedArray.from([10, 30, 50, 70].flatMap((value) => [value, value, value, 255]));
    const { width, height, rgba: half } = reduced({ width: 1, height: 4, rgba, hasAlpha: false }, 2);
    assert.deepEqual([width, height, [...half]], [1, 2, [20, 20, 20, 255, 60, 60, 60, 255]]);
  });

  test('past the budget are refused, and smaller ones still fit', () => {
    const budget = new PixelBudget(10);
    budget.take(2, 3);
    for (const [width, height] of [
      [5, 1],
      [2, 3],
    ] as const)
      assert.throws(() => budget.take(width, height), { name: 'VitrineError', code: 'LIMIT_PIXELS' });
    budget.take(4, 1);
    assert.throws(() => budget.take(1, 1), { code: 'LIMIT_PIXELS' });
  });

  test('have four million pixels, and 1,024 more for each byte of the file', () => {
    // 8192 x 8192 - 2048 x 2048 pixels are 1,024 each for 61,440 bytes.
    checkPixels(8192, 8192, 61440);
    assert.throws(() => checkPixels(8192, 8192, 61439), { code: 'LIMIT_PIXELS' });
  });

  test('tell their size in the header', () => {
    const tga = Uint8Array.from([0, 0, 2, ...Array(9).fill(0), 3, 1, 5, 0, 24, 0]);
    assert.deepEqual(imageSize(tga), { width: 259, height: 5 });
    const dds = new Uint8Array(128);
    dds.set([0x44, 0x44, 0x53, 0x20]);
    dds.set([7, 0, 0, 0, 9], 12);
    assert.deepEqual(imageSize(dds), { width: 9, height: 7 });
    const bmp = (header: number[]): Uint8Array =>
      Uint8Array.from([0x42, 0x4d, ...Array<number>(12).fill(0), ...header, ...Array<number>(20).fill(0)]);
    assert.deepEqual(imageSize(bmp([12, 0, 0, 0, 3, 1, 5, 0])), { width: 259, height: 5 });
    assert.deepEqual(imageSize(bmp([40, 0, 0, 0, 3, 1, 0, 0, 0xfb, 0xff, 0xff, 0xff])), { width: 259, height: 5 });
    for (const cut of [[], [0x89], [0xff, 0xd8, 0xff], [0x42, 0x4d, 0]])
      assert.deepEqual(imageSize(Uint8Array.from(cut)), { width: 0, height: 0 });
  });
});
