// Pixels as a PNG, the same bytes on every host. Emscripten has no zlib without fetching it, so fflate deflates here.

import { zlibSync } from 'fflate';

import { filterRows, pngFile } from './pngparts';

/** fflate’s 6 makes a picture of a model up to a seventh smaller and takes three times as long: most of the time of a small poster. */
const kLevel = 2;

/** `rgba`: width * height * 4 bytes, rows from the top, colours not multiplied by alpha. */
export function encodePng(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const { channels, bytes } = filterRows(width, height, rgba);
  return pngFile(width, height, channels, zlibSync(bytes, { level: kLevel }));
}

/** `samples`: width * height * 6 bytes, red, green and blue of 16 bits each, high byte first, rows from the top. */
export function encodeWidePng(width: number, height: number, samples: Uint8Array): Uint8Array {
  const size = width * 6,
    rows = new Uint8Array((size + 1) * height);
  for (let y = 0; y < height; ++y) rows.set(samples.subarray(y * size, (y + 1) * size), y * (size + 1) + 1);
  return pngFile(width, height, 3, zlibSync(rows, { level: kLevel }), 16);
}
