// Images of exports that are kept: by their bytes, and at the price of the first time.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PixelBudget } from '../../web/src/images/imageLimits';
import { ImageCache } from '../../web/src/node/imageCache';

const image = (byte: number): Uint8Array => new Uint8Array(8).fill(byte);
/** What an export has of an image of so many pixels, and how often it was made. */
function exporter(cache: ImageCache, pixels: number) {
  const counts = { made: 0 };
  const of = (source: Uint8Array, budget: PixelBudget): Uint8Array | undefined =>
    cache.of(source, ['png'], budget, () => {
      if (!budget.takes(pixels)) return undefined;
      ++counts.made;
      return source.map((byte) => byte + 1);
    });
  return { counts, of };
}

test('equal bytes are made once, and changed bytes of one array anew', () => {
  const { counts, of } = exporter(new ImageCache(), 4),
    source = image(1);
  assert.deepEqual(of(source, new PixelBudget(4)), image(2));
  assert.deepEqual(of(image(1), new PixelBudget(4)), image(2));
  assert.equal(counts.made, 1);
  source.fill(5);
  assert.deepEqual(of(source, new PixelBudget(4)), image(6));
  assert.equal(counts.made, 2);
});

test('a kept image takes of the budget what it took first, so that a second export has the images of the first', () => {
  const { of } = exporter(new ImageCache(), 4);
  const run = (): boolean[] => {
    const budget = new PixelBudget(10);
    return [1, 2, 3].map((byte) => of(image(byte), budget) !== undefined);
  };
  assert.deepEqual(run(), [true, true, false]);
  assert.deepEqual(run(), [true, true, false]);
});
