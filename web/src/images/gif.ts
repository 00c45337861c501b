// The first picture of a GIF as RGBA: what a viewer shows before the animation goes on. Pixels that it leaves free, and
// those of its transparent colour, are empty. Measured instead of it: omggif 1.0.10 gives the same pixels, but has had no
// release since 2019, wraps what reaches past the right edge into the next row, and meets cut files with a TypeError.

import type { DecodedImage } from './image';
import { checkPixels, PixelBudget, refuseImage } from './imageLimits';

/** False for a header that is cut off. */
export const isGif = (bytes: Uint8Array): boolean =>
  bytes.length >= 13 && /^GIF8[79]a$/.test(String.fromCharCode(...bytes.subarray(0, 6)));

/** First row and step of the four passes of an interlaced picture. */
const kPasses = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

const cutOff = (): never => refuseImage('the GIF is cut off');

/** `budget` has paid for the screen. */
export function decodeGif(bytes: Uint8Array, budget = new PixelBudget()): DecodedImage {
  const word = (at: number): number => bytes[at]! | (bytes[at + 1]! << 8);
  if (bytes.length < 13) cutOff();
  const width = word(6),
    height = word(8);
  checkPixels(width, height, bytes.length);
  const paletteAt = (at: number, flags: number): Uint8Array =>
    flags & 0x80 ? bytes.subarray(at, at + 3 * 2 ** ((flags & 7) + 1)) : new Uint8Array();
  const shared = paletteAt(13, bytes[10]!);
  let at = 13 + shared.length,
    transparent = -1;
  for (;;) {
    if (at >= bytes.length) cutOff();
    const kind = bytes[at]!;
    if (kind === 0x3b) refuseImage('the GIF holds no picture');
    if (kind === 0x2c) break;
    if (kind !== 0x21) refuseImage('the GIF has a block of an unknown kind');
    if (bytes[at + 1] === 0xf9 && bytes[at + 2] === 4) transparent = bytes[at + 3]! & 1 ? bytes[at + 6]! : -1;
    at += 2;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
    ++at;
  }
  if (at + 11 > bytes.length) cutOff();
  const left = word(at + 1),
    top = word(at + 3),
    columns = word(at + 5),
    lines = word(at + 7),
    flags = bytes[at + 9]!;
  checkPixels(columns, lines, bytes.length);
  // What lies beyond the screen is unpacked as well.
  if (columns * lines > width * height) budget.take(columns, lines);
  const own = paletteAt(at + 10, flags);
  const palette = own.length > 0 ? own : shared;
  const indices = unpackLzw(bytes, at + 10 + own.length, columns * lines);

  const rgba = new Uint8ClampedArray(width * height * 4);
  const order = flags & 0x40 ? interlaced(lines) : undefined;
  for (let row = 0; row < lines; ++row) {
    const y = top + (order ? order[row]! : row);
    if (y >= height) continue;
    for (let column = 0; column < columns && left + column < width; ++column) {
      const index = indices[row * columns + column]!;
      if (index === transparent) continue;
      const out = (y * width + left + column) * 4;
      rgba[out] = palette[3 * index] ?? 0;
      rgba[out + 1] = palette[3 * index + 1] ?? 0;
      rgba[out + 2] = palette[3 * index + 2] ?? 0;
      rgba[out + 3] = 255;
    }
  }
  let hasAlpha = false;
  for (let i = 3; i < rgba.length && !hasAlpha; i += 4) hasAlpha = rgba[i] === 0;
  return { width, height, rgba, hasAlpha };
}

function interlaced(lines: number): number[] {
  return kPasses.flatMap(([first, step]) => {
    const count = Math.max(0, Math.ceil((lines - first) / step));
    return Array.from({ length: count }, (_, i) => first + i * step);
  });
}

/** `count` colour numbers out of blocks of codes of 3 to 12 bits. */
function unpackLzw(bytes: Uint8Array, at: number, count: number): Uint8Array {
  const first = bytes[at++]!;
  if (!(first >= 1 && first <= 11)) refuseImage(`codes of ${first} bits are not those of a GIF`);
  const out = new Uint8Array(count);
  const clear = 2 ** first,
    end = clear + 1;
  // Per code: the code before it, its last number, and its length, as it is written from the end.
  const before = new Uint16Array(4096),
    last = new Uint8Array(4096),
    lengths = new Uint16Array(4096);
  for (let code = 0; code < clear; ++code) {
    last[code] = code;
    lengths[code] = 1;
  }
  let codes = end + 1,
    bits = first + 1,
    previous = -1,
    held = 0,
    heldBits = 0,
    left = 0,
    written = 0;
  while (written < count) {
    while (heldBits < bits) {
      if (left === 0) {
        left = bytes[at++] ?? 0;
        if (left === 0) cutOff();
      }
      if (at >= bytes.length) cutOff();
      held |= bytes[at++]! << heldBits;
      heldBits += 8;
      --left;
    }
    const code = held & (2 ** bits - 1);
    held >>>= bits;
    heldBits -= bits;
    if (code === clear) {
      codes = end + 1;
      bits = first + 1;
      previous = -1;
      continue;
    }
    if (code === end) cutOff();
    if (code > codes || (code === codes && (previous < 0 || codes === 4096)))
      refuseImage('the GIF holds a code that is not there');
    // The code that is just being made repeats the previous one and its first number.
    const known = code < codes ? code : previous;
    let length = lengths[known]!,
      from = known;
    const place = written;
    for (let i = place + length - 1; i >= place; --i) {
      if (i < count) out[i] = last[from]!;
      from = before[from]!;
    }
    if (code === codes && place + length < count) out[place + length] = out[place]!;
    if (code === codes) ++length;
    written += length;
    if (previous >= 0 && codes < 4096) {
      before[codes] = previous;
      last[codes] = out[place]!;
      lengths[codes] = lengths[previous]! + 1;
      if (++codes === 2 ** bits && bits < 12) ++bits;
    }
    previous = code;
  }
  return out;
}
