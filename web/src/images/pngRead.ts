// PNG images as RGBA where the platform decodes none: every colour type and depth, Adam7 included. The stored numbers
// are taken as they are, as textures are: no gamma, no profile. Measured instead of it: pngjs 7 gives the same for 129 of 130
// images and rounds 16 bits otherwise, but runs in Node alone; fast-png refuses interlaced grey of 1, 2 and 4 bits.

import type { DecodedImage } from './image';
import { checkPixels, imageWarning, refuseImage } from './imageLimits';
import { inflateUpTo } from '../base/inflate';
import { crc32 } from '../base/crc32';
import { paeth } from './pngWrite';
import type { Issue } from '../base/issues';

export const isPng = (bytes: Uint8Array): boolean =>
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, i) => bytes[i] === byte);

interface Header {
  width: number;
  height: number;
  depth: number;
  colorType: number;
  interlaced: boolean;
}

interface Unpacked {
  header: Header;
  palette: Uint8Array;
  transparency: Uint8Array;
  passes: readonly (readonly [x: number, y: number, dx: number, dy: number])[];
  /** A pixel. */
  bits: number;
  /** Size of each pass. */
  sizes: { width: number; height: number }[];
  raw: Uint8Array<ArrayBuffer>;
  issues: Issue[];
}

/** Numbers a pixel, by colour type. */
const kChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const kDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** First column and row, and the steps, of the seven passes of Adam7. */
const kPasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function decodePng(bytes: Uint8Array): DecodedImage {
  const { header, palette, transparency, passes, bits, sizes, raw, issues } = unpackPng(bytes);
  const rgba = new Uint8ClampedArray(header.width * header.height * 4);
  // As nearly all textures are: without a detour for each pixel.
  const isPlain =
    !header.interlaced &&
    header.depth === 8 &&
    (header.colorType === 6 || (header.colorType === 2 && transparency.length === 0));
  const put = isPlain ? undefined : pixelWriter(header, palette, transparency, rgba);
  let from = 0,
    strange = 0;
  passes.forEach(([x0, y0, dx, dy], pass) => {
    const { width, height } = sizes[pass]!;
    if (width === 0) return;
    const size = Math.ceil((width * bits) / 8);
    let above = new Uint8Array(size);
    for (let row = 0; row < height; ++row) {
      const line = raw.subarray(from + 1, from + 1 + size);
      if (raw[from]! > 4) ++strange;
      unfilter(raw[from]!, line, above, Math.max(1, bits >> 3));
      if (!put) putRow(line, header.colorType === 6, rgba, row * width * 4);
      else
        for (let column = 0; column < width; ++column)
          put(line, column, ((y0 + row * dy) * header.width + x0 + column * dx) * 4);
      above = line;
      from += 1 + size;
    }
  });
  if (strange > 0) {
    issues.push(
      imageWarning(
        'IMAGE_DAMAGED',
        `${strange === 1 ? '1 row' : `${strange} rows`} of the PNG had a filter that there is not`,
      ),
    );
  }
  let hasAlpha = false;
  const mayHave = !isPlain || header.colorType === 6;
  for (let i = 3; i < rgba.length && mayHave && !hasAlpha; i += 4) hasAlpha = rgba[i] !== 255;
  return { width: header.width, height: header.height, rgba, hasAlpha, ...(issues.length > 0 && { issues }) };
}

/** Chunks and unpacked rows, as filtered. Throws VitrineError IMAGE_HEADER where the picture is none, or not whole. */
export function unpackPng(bytes: Uint8Array): Unpacked {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: Header | undefined;
  let palette = new Uint8Array(),
    transparency = new Uint8Array();
  const data: Uint8Array[] = [];
  let wrong: string | undefined;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at),
      type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (length > bytes.length - at - 12) refuseImage(`the chunk ${named(type)} is cut off`);
    const body = bytes.slice(at + 8, at + 8 + length);
    if (view.getUint32(at + 8 + length) !== crc32(bytes, at + 4, at + 8 + length)) wrong ??= named(type);
    // The size that was paid for is that of the first chunk.
    if (type === 'IHDR' && at === 8) header = headerOf(body, bytes.length);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') data.push(body);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  if (!header) return refuseImage('the PNG has no header');
  const passes = header.interlaced ? kPasses : ([[0, 0, 1, 1]] as const);
  const bits = header.depth * kChannels[header.colorType]!;
  const sizes = passes.map(([x, y, dx, dy]) => ({
    width: Math.max(0, Math.ceil((header.width - x) / dx)),
    height: Math.max(0, Math.ceil((header.height - y) / dy)),
  }));
  const total = sizes.reduce(
    (sum, { width, height }) => sum + (width && height * (1 + Math.ceil((width * bits) / 8))),
    0,
  );
  const packed = new Uint8Array(data.reduce((sum, { length }) => sum + length, 0));
  data.reduce((at, part) => (packed.set(part, at), at + part.length), 0);
  const { bytes: raw, unpacked } = inflated(total, packed);
  if (unpacked < total) refuseImage(`the pixels end after ${unpacked} of ${total} bytes`);
  const issues =
    wrong === undefined
      ? []
      : [imageWarning('IMAGE_DAMAGED', `the checksum of the chunk ${wrong} of the PNG is wrong`)];
  return { header, palette, transparency, passes, bits, sizes, raw, issues };
}

function inflated(size: number, packed: Uint8Array): ReturnType<typeof inflateUpTo> {
  try {
    return inflateUpTo(size, packed, 'zlib');
  } catch (error) {
    return refuseImage(`the pixels cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A chunk's type as it may be shown. */
const named = (type: string): string => type.replace(/[^A-Za-z]/g, '?');

function headerOf(body: Uint8Array, packedBytes: number): Header {
  if (body.length < 13) refuseImage('the header of the PNG is cut off');
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colorType = 0, , , interlace = 0] = body.subarray(8, 13);
  checkPixels(width, height, packedBytes);
  if (!kDepths[colorType]?.includes(depth)) refuseImage(`PNG has no colour type ${colorType} with ${depth} bits`);
  return { width, height, depth, colorType, interlaced: interlace === 1 };
}

function unfilter(rule: number, line: Uint8Array, above: Uint8Array, step: number): void {
  const { length } = line;
  if (rule === 1) {
    for (let i = step; i < length; ++i) line[i]! += line[i - step]!;
  } else if (rule === 2) {
    for (let i = 0; i < length; ++i) line[i]! += above[i]!;
  } else if (rule === 3) {
    const first = Math.min(step, length);
    for (let i = 0; i < first; ++i) line[i]! += above[i]! >> 1;
    for (let i = step; i < length; ++i) line[i]! += (line[i - step]! + above[i]!) >> 1;
  } else if (rule === 4) {
    const first = Math.min(step, length);
    for (let i = 0; i < first; ++i) line[i]! += above[i]!;
    for (let i = step; i < length; ++i) line[i]! += paeth(line[i - step]!, above[i]!, above[i - step]!);
  }
}

/** A row of eight bits a number, in true colour. */
function putRow(line: Uint8Array, isWithAlpha: boolean, rgba: Uint8ClampedArray, to: number): void {
  if (isWithAlpha) return rgba.set(line, to);
  const { length } = line;
  for (let at = 0; at < length; at += 3, to += 4) {
    rgba[to] = line[at]!;
    rgba[to + 1] = line[at + 1]!;
    rgba[to + 2] = line[at + 2]!;
    rgba[to + 3] = 255;
  }
}

type PutPixel = (line: Uint8Array, column: number, to: number) => void;

function pixelWriter(
  { depth, colorType }: Header,
  palette: Uint8Array,
  transparency: Uint8Array,
  rgba: Uint8ClampedArray,
): PutPixel {
  const channels = kChannels[colorType]!,
    most = 2 ** depth - 1;
  /** Number `k` of a row, as stored. */
  const number = (line: Uint8Array, k: number): number =>
    depth === 8
      ? line[k]!
      : depth === 16
        ? line[2 * k]! * 256 + line[2 * k + 1]!
        : (line[(k * depth) >> 3]! >> (8 - depth - ((k * depth) & 7))) & most;
  const byte = (value: number): number => (depth === 16 ? value >> 8 : depth === 8 ? value : (value * 255) / most);
  // Grey and true colour images may have one transparent colour.
  const key = Array.from(
    { length: transparency.length >> 1 },
    (_, i) => transparency[2 * i]! * 256 + transparency[2 * i + 1]!,
  );
  return (line, column, to) => {
    const at = column * channels,
      first = number(line, at);
    if (colorType === 3) {
      for (let k = 0; k < 3; ++k) rgba[to + k] = palette[first * 3 + k] ?? 0;
      rgba[to + 3] = transparency[first] ?? 255;
      return;
    }
    const grey = channels < 3,
      colors = [first, grey ? first : number(line, at + 1), grey ? first : number(line, at + 2)];
    for (let k = 0; k < 3; ++k) rgba[to + k] = byte(colors[k]!);
    const keyed = key.length >= (grey ? 1 : 3) && key.slice(0, 3).every((value, k) => value === colors[k]);
    rgba[to + 3] = colorType >= 4 ? byte(number(line, at + channels - 1)) : keyed ? 0 : 255;
  };
}
