// Images of equal bytes are decoded once, and where a document has many large ones, each is held smaller.

import type { DecodedImage } from './image';
import { pushTo } from '../base/lists';
import { crc32 } from '../base/crc32';

/** Things by the bytes they have; equal bytes are one key. */
export function equalBytes<T>(items: Iterable<readonly [T, Uint8Array]>): Map<Uint8Array, T[]> {
  const groups = new Map<Uint8Array, T[]>();
  const byLength = new Map<number, Uint8Array[]>();
  const sums = new Map<Uint8Array, number>();
  const sumOf = (bytes: Uint8Array): number => {
    const sum = sums.get(bytes) ?? crc32(bytes);
    sums.set(bytes, sum);
    return sum;
  };
  for (const [item, bytes] of items) {
    const group = groups.get(bytes);
    if (group) {
      group.push(item);
      continue;
    }
    const others = byLength.get(bytes.length) ?? [];
    const equal = others.find((other) => sumOf(other) === sumOf(bytes) && isEqual(other, bytes));
    if (equal) {
      groups.get(equal)!.push(item);
    } else {
      groups.set(bytes, [item]);
      pushTo(byLength, bytes.length, bytes);
    }
  }
  return groups;
}

/** Of arrays of one length. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; ++i) if (a[i] !== b[i]) return false;
  return true;
}

/** The whole of a document's images in the core's memory, 4 bytes each. */
const kHeldPixels = 2 ** 26;
/** One image: 4096 x 4096, the side of the largest picture. */
const kMostPixels = 2 ** 24;

/** How many pixels each may have so that all together fit, by their numbers of pixels. */
export function pixelsEach(sizes: readonly number[]): number {
  const held = (pixels: number, most: number): number => {
    while (pixels > most) pixels /= 4;
    return pixels;
  };
  let most = kMostPixels;
  while (most > 1 && sizes.reduce((sum, pixels) => sum + held(pixels, most), 0) > kHeldPixels) most /= 4;
  return most;
}

/** Half as wide and high, again and again, until it has at most so many pixels: each the mean of the four before. */
export function reduced(image: DecodedImage, most: number): DecodedImage {
  while (image.width * image.height > most) image = halved(image);
  return image;
}

function halved({ width, height, rgba, ...rest }: DecodedImage): DecodedImage {
  const columns = Math.max(1, width >> 1),
    rows = Math.max(1, height >> 1),
    out = new Uint8ClampedArray(columns * rows * 4);
  // A side of one pixel stays: it is its own neighbour.
  const right = width > 1 ? 4 : 0,
    below = height > 1 ? width * 4 : 0;
  for (let y = 0, to = 0; y < rows; ++y)
    for (let x = 0; x < columns; ++x)
      for (let channel = 0; channel < 4; ++channel) {
        const from = (2 * y * width + 2 * x) * 4 + channel;
        out[to++] = (rgba[from]! + rgba[from + right]! + rgba[from + below]! + rgba[from + right + below]!) / 4;
      }
  return { ...rest, width: columns, height: rows, rgba: out };
}
