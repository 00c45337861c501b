// Pixels as a PNG, the same bytes on every host. Emscripten has no zlib without fetching it, so fflate deflates here.

import { zlibSync } from 'fflate';

import { filterRows, pngFile } from './pngparts';

/** `rgba`: width * height * 4 bytes, rows from the top, colours not multiplied by alpha. */
export function encodePng(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const { channels, bytes } = filterRows(width, height, rgba);
  return pngFile(width, height, channels, zlibSync(bytes, { level: 6 }));
}
