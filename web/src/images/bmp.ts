// BMP images as RGBA: headers of 12 to 124 bytes, 1 to 32 bits a pixel, bit masks, both run lengths. Files from the net
// are not trusted: every size is checked before anything is made. Measured instead of it: fast-bmp 4 reads headers of 124
// bytes alone, which textures of games do not have.

import type { DecodedImage } from './image';
import { checkPixels, refuseImage } from './imageLimits';

export const isBmp = (bytes: Uint8Array): boolean => bytes[0] === 0x42 && bytes[1] === 0x4d;

/** biCompression. */
const kPlain = 0,
  kRuns8 = 1,
  kRuns4 = 2,
  kMasks = 3,
  kAlphaMasks = 6;

interface Header {
  width: number;
  height: number;
  /** The last row of the picture comes first. */
  upwards: boolean;
  bits: number;
  compression: number;
  /** Red, green, blue, alpha: where their bits are. */
  masks: readonly number[];
  /** Blue, green, red of each colour, every `step` bytes. */
  palette: Uint8Array;
  step: number;
  pixels: number;
}

export function decodeBmp(bytes: Uint8Array): DecodedImage {
  const header = headerOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes);
  const { width, height } = header;
  const rgba = new Uint8ClampedArray(width * height * 4);
  const { compression } = header;
  if (compression === kRuns8 || compression === kRuns4) runs(header, bytes, rgba);
  else rows(header, bytes, rgba);
  let hasAlpha = false;
  for (let i = 3; i < rgba.length && !hasAlpha; i += 4) hasAlpha = rgba[i] !== 255;
  return { width, height, rgba, hasAlpha };
}

function headerOf(view: DataView, bytes: Uint8Array): Header {
  if (bytes.length < 26) refuseImage('the BMP header is cut off');
  const size = view.getUint32(14, true),
    old = size === 12;
  if (!old && size < 40) refuseImage(`the BMP header of ${size} bytes is of an unknown kind`);
  if (bytes.length < 14 + size) refuseImage('the BMP header is cut off');
  const width = old ? view.getUint16(18, true) : view.getInt32(18, true),
    signed = old ? view.getInt16(20, true) : view.getInt32(22, true),
    height = Math.abs(signed),
    bits = view.getUint16(old ? 24 : 28, true),
    compression = old ? kPlain : view.getUint32(30, true);
  checkPixels(width, height, bytes.length);
  const fits: Record<number, readonly number[]> = {
    [kPlain]: [1, 2, 4, 8, 16, 24, 32],
    [kRuns8]: [8],
    [kRuns4]: [4],
    [kMasks]: [16, 32],
    [kAlphaMasks]: [16, 32],
  };
  if (!fits[compression]?.includes(bits))
    refuseImage(`BMP compression ${compression} with ${bits} bits is not decoded`);
  const masked = compression === kMasks || compression === kAlphaMasks;
  // The masks stand behind a header of 40 bytes, and inside of a longer one.
  const maskBytes = masked && size === 40 ? (compression === kAlphaMasks ? 16 : 12) : 0;
  const masks = [0, 0, 0, 0];
  if (masked) {
    const count = size >= 56 || compression === kAlphaMasks ? 4 : 3;
    if (bytes.length < 54 + 4 * count) refuseImage('the BMP masks are cut off');
    for (let i = 0; i < count; ++i) masks[i] = view.getUint32(54 + 4 * i, true);
  } else if (bits === 16) masks.splice(0, 3, 0x7c00, 0x3e0, 0x1f);
  else if (bits === 32) masks.splice(0, 3, 0xff0000, 0xff00, 0xff);
  const step = old ? 3 : 4,
    begin = 14 + size + maskBytes;
  const named = old ? 0 : view.getUint32(46, true);
  const colours = bits > 8 ? 0 : Math.min(2 ** bits, named || 2 ** bits);
  // Some writers omit the pixel offset.
  const pixels = view.getUint32(10, true) || begin + colours * step;
  const palette = bytes.subarray(begin, Math.min(begin + colours * step, bytes.length));
  return { width, height, upwards: signed > 0, bits, compression, masks, palette, step, pixels };
}

/** A colour of the palette into a pixel; one that is not there is black. */
function paint({ palette, step }: Header, index: number, rgba: Uint8ClampedArray, at: number): void {
  const from = index * step;
  rgba[at] = palette[from + 2] ?? 0;
  rgba[at + 1] = palette[from + 1] ?? 0;
  rgba[at + 2] = palette[from] ?? 0;
  rgba[at + 3] = 255;
}

function rows(header: Header, bytes: Uint8Array, rgba: Uint8ClampedArray): void {
  const { width, height, upwards, bits, masks, pixels } = header;
  const stride = Math.ceil((width * bits) / 32) * 4;
  // The padding of the last row may be missing.
  const needed = stride * (height - 1) + Math.ceil((width * bits) / 8);
  if (needed > bytes.length - pixels) refuseImage('the pixels of the BMP are cut off');
  const channels = masks.map(channel);
  for (let y = 0; y < height; ++y) {
    let out = (upwards ? height - 1 - y : y) * width * 4;
    const row = pixels + y * stride;
    for (let x = 0; x < width; ++x, out += 4) {
      if (bits <= 8) {
        const byte = bytes[row + ((x * bits) >> 3)]!,
          shift = 8 - bits - ((x * bits) & 7);
        paint(header, (byte >> shift) & (2 ** bits - 1), rgba, out);
      } else if (bits === 24) {
        const at = row + x * 3;
        rgba[out] = bytes[at + 2]!;
        rgba[out + 1] = bytes[at + 1]!;
        rgba[out + 2] = bytes[at]!;
        rgba[out + 3] = 255;
      } else {
        const at = row + x * (bits / 8);
        const low = bytes[at]! | (bytes[at + 1]! << 8),
          value = bits === 16 ? low : (low | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
        for (let c = 0; c < 3; ++c) rgba[out + c] = channels[c]!(value);
        rgba[out + 3] = masks[3] ? channels[3]!(value) : 255;
      }
    }
  }
}

/** The number under a mask, stretched to 0 to 255. */
function channel(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  let shift = 0;
  while (((mask >>> shift) & 1) === 0) ++shift;
  const most = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most);
}

/** Run lengths; what they pass over is colour 0. */
function runs(header: Header, bytes: Uint8Array, rgba: Uint8ClampedArray): void {
  const { width, height, upwards, compression, pixels } = header;
  for (let at = 0; at < rgba.length; at += 4) paint(header, 0, rgba, at);
  const wide = compression === kRuns8;
  let x = 0,
    y = 0,
    at = pixels;
  const put = (index: number): void => {
    if (x < width && y < height) paint(header, index, rgba, ((upwards ? height - 1 - y : y) * width + x) * 4);
    ++x;
  };
  const nibble = (byte: number, i: number): number => (i % 2 === 0 ? byte >> 4 : byte & 15);
  while (y < height) {
    if (at + 2 > bytes.length) refuseImage('the pixels of the BMP are cut off');
    const count = bytes[at]!,
      value = bytes[at + 1]!;
    at += 2;
    if (count > 0) {
      for (let i = 0; i < count; ++i) put(wide ? value : nibble(value, i));
    } else if (value === 0) {
      x = 0;
      ++y;
    } else if (value === 1) {
      return;
    } else if (value === 2) {
      if (at + 2 > bytes.length) refuseImage('the pixels of the BMP are cut off');
      x += bytes[at]!;
      y += bytes[at + 1]!;
      at += 2;
    } else {
      const used = wide ? value : (value + 1) >> 1;
      if (used > bytes.length - at) refuseImage('the pixels of the BMP are cut off');
      for (let i = 0; i < value; ++i) put(wide ? bytes[at + i]! : nibble(bytes[at + (i >> 1)]!, i));
      at += used + (used & 1);
    }
  }
}
