// Pixels as a PNG, the same bytes on every host. Emscripten has no zlib without fetching it, so fflate deflates here.

import { zlibSync } from 'fflate';

import { filterRows, pngFile } from './pngParts';

/** fflate’s 6 makes a picture of a model a tenth smaller, and takes more than twice as long: most of the time of a small poster. */
const kLevel = 3;
/** For many pictures: a fifth sooner than 3, and up to a twentieth larger. */
const kSoonLevel = 2;

const png = (width: number, height: number, rgba: Uint8Array | Uint8ClampedArray, level: 2 | 3): Uint8Array => {
  const { channels, bytes } = filterRows(width, height, rgba);
  return pngFile(width, height, channels, zlibSync(bytes, { level }));
};

/** `rgba`: width * height * 4 bytes, rows from the top, colours not multiplied by alpha. */
export const encodePng = (width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Uint8Array =>
  png(width, height, rgba, kLevel);

/** The same for pictures of which there may be many. */
export const encodePngSoon: typeof encodePng = (width, height, rgba) => png(width, height, rgba, kSoonLevel);

/** `samples`: width * height * 6 bytes, red, green and blue of 16 bits each, high byte first, rows from the top. */
export function encodeWidePng(width: number, height: number, samples: Uint8Array): Uint8Array {
  const size = width * 6,
    rows = new Uint8Array((size + 1) * height);
  for (let y = 0; y < height; ++y) rows.set(samples.subarray(y * size, (y + 1) * size), y * (size + 1) + 1);
  return pngFile(width, height, 3, zlibSync(rows, { level: kLevel }), 16);
}
