// Pixels as a PNG, the same bytes on every host: filtered rows, compressed, and chunks around them. Emscripten has no zlib
// without fetching it, so fflate deflates here.

import { zlibSync } from 'fflate';

import { crc32 } from '../base/crc32';

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

const kSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

interface PngRows {
  /** Bytes a pixel: 3 without transparency, 4 with. */
  channels: 3 | 4;
  /** A filter byte and the filtered bytes, row by row from the top: what is to be compressed (zlib). */
  bytes: Uint8Array;
}

/**
 * Filters each row by the rule that leaves the smallest numbers. `rgba` holds width * height * 4 bytes; without `wanted`
 * its transparency decides about the channels.
 */
export function filterRows(
  width: number,
  height: number,
  rgba: Uint8Array | Uint8ClampedArray,
  wanted?: 3 | 4,
): PngRows {
  if (!(isCount(width) && isCount(height)) || rgba.length !== width * height * 4)
    throw new RangeError(`an image of ${width} x ${height} pixels has not ${rgba.length} bytes`);
  let channels: 3 | 4 = wanted ?? 3;
  for (let i = 3; i < rgba.length && !wanted && channels === 3; i += 4) if (rgba[i] !== 255) channels = 4;
  const size = width * channels,
    bytes = new Uint8Array((size + 1) * height);
  // A pixel of nothing before each row.
  let row = new Uint8Array(channels + size),
    above = new Uint8Array(channels + size);
  for (let y = 0, at = 0; y < height; ++y, at += size) {
    for (let from = y * width * 4, to = channels; to < size + channels; from += 4, to += channels) {
      row[to] = rgba[from]!;
      row[to + 1] = rgba[from + 1]!;
      row[to + 2] = rgba[from + 2]!;
      if (channels === 4) row[to + 3] = rgba[from + 3]!;
    }
    const rule = bestRule(row, above, channels);
    bytes[at++] = rule;
    filterRow(rule, row, above, channels, bytes.subarray(at, at + size));
    [row, above] = [above, row];
  }
  return { channels, bytes };
}

const isCount = (side: number): boolean => Number.isInteger(side) && side > 0;

/** A fifth of the bytes chooses a rule almost as well as all of them; 5 steps through every channel. */
const kProbe = 5;

/** The rule that leaves the least sum of magnitudes in the bytes looked at; of equal ones the first. */
function bestRule(row: Uint8Array, above: Uint8Array, channels: number): number {
  const { length } = row;
  let plain = 0,
    left = 0,
    up = 0,
    mean = 0,
    nearest = 0;
  for (let i = channels; i < length; i += kProbe) {
    const x = row[i]!,
      a = row[i - channels]!,
      b = above[i]!,
      c = above[i - channels]!;
    plain += magnitude(x);
    left += magnitude(x - a);
    up += magnitude(x - b);
    mean += magnitude(x - ((a + b) >> 1));
    nearest += magnitude(x - paeth(a, b, c));
  }
  const sums = [plain, left, up, mean, nearest];
  return sums.indexOf(Math.min(...sums));
}

/** Absolute value of a signed byte. */
const magnitude = (x: number): number => Math.abs((x << 24) >> 24);

/** Rules as in section 9.2 of the PNG specification. A loop for each: one that asks for its rule at every byte is slower. */
function filterRow(rule: number, row: Uint8Array, above: Uint8Array, channels: number, out: Uint8Array): void {
  const { length } = out;
  if (rule === 0) out.set(row.subarray(channels));
  else if (rule === 1) for (let i = 0; i < length; ++i) out[i] = row[i + channels]! - row[i]!;
  else if (rule === 2) for (let i = channels; i < length + channels; ++i) out[i - channels] = row[i]! - above[i]!;
  else if (rule === 3)
    for (let i = 0; i < length; ++i) out[i] = row[i + channels]! - ((row[i]! + above[i + channels]!) >> 1);
  else for (let i = 0; i < length; ++i) out[i] = row[i + channels]! - paeth(row[i]!, above[i + channels]!, above[i]!);
}

/** The one of left, above and corner that is nearest to left + above - corner. */
export function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner),
    toAbove = Math.abs(left - corner),
    toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** The file around the compressed rows. */
export function pngFile(
  width: number,
  height: number,
  channels: 3 | 4,
  compressed: Uint8Array,
  depth: 8 | 16 = 8,
): Uint8Array {
  return fileOf([
    headerChunk(width, height, channels, depth),
    chunk('IDAT', compressed),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** An animated file of compressed rectangles, the first of which is the whole picture; it plays for ever. */
export function animatedPng(
  width: number,
  height: number,
  channels: 3 | 4,
  framesPerSecond: number,
  last: number,
  frames: readonly { rect: { x: number; y: number; width: number; height: number }; data: Uint8Array }[],
): Uint8Array {
  const numbers = (...values: number[]): Uint8Array => {
    const bytes = new Uint8Array(values.length * 4),
      view = new DataView(bytes.buffer);
    values.forEach((value, i) => view.setUint32(i * 4, value));
    return bytes;
  };
  const joined = (...parts: Uint8Array[]): Uint8Array => {
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  };
  // A fraction of a second; what was drawn stays, and the next frame replaces what it covers.
  const timing = (above: number, below: number): Uint8Array =>
    new Uint8Array([above >> 8, above & 255, below >> 8, below & 255, 0, 0]);
  const usual = timing(1, framesPerSecond),
    whole = Math.abs(last * framesPerSecond - 1) < 1e-9;
  let sequence = 0;
  const chunks = frames.flatMap(({ rect, data }, i) => [
    chunk(
      'fcTL',
      joined(
        numbers(sequence++, rect.width, rect.height, rect.x, rect.y),
        i < frames.length - 1 || whole ? usual : timing(Math.round(last * 1e4), 1e4),
      ),
    ),
    i === 0 ? chunk('IDAT', data) : chunk('fdAT', joined(numbers(sequence++), data)),
  ]);
  return fileOf([
    headerChunk(width, height, channels, 8),
    chunk('acTL', numbers(frames.length, 0)),
    ...chunks,
    chunk('IEND', new Uint8Array()),
  ]);
}

function headerChunk(width: number, height: number, channels: 3 | 4, depth: number): Uint8Array {
  const header = new Uint8Array(13),
    view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, channels === 4 ? 6 : 2], 8);
  return chunk('IHDR', header);
}

function fileOf(chunks: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(kSignature.length + chunks.reduce((sum, { length }) => sum + length, 0));
  out.set(kSignature);
  let at = kSignature.length;
  for (const one of chunks) {
    out.set(one, at);
    at += one.length;
  }
  return out;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length + 12),
    view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; ++i) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  view.setUint32(out.length - 4, crc32(out, 4, out.length - 4));
  return out;
}

/** Chunks that make up the picture; all others say how to show it, or say something about it. */
const kPictureChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** The same picture without colour profiles, animation and texts; undefined when the file is damaged. */
export function barePng(bytes: Uint8Array): Uint8Array | undefined {
  if (kSignature.some((byte, i) => bytes[i] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: [from: number, to: number][] = [[0, kSignature.length]];
  const seen = new Set<string>();
  for (let at = kSignature.length; !seen.has('IEND');) {
    if (bytes.length - at < 12) return undefined;
    const length = view.getUint32(at),
      end = at + 12 + length;
    if (end > bytes.length || view.getUint32(end - 4) !== crc32(bytes, at + 4, end - 4)) return undefined;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if ((seen.size === 0) !== (type === 'IHDR') || (type === 'IHDR' && length !== 13)) return undefined;
    if (kPictureChunks.has(type)) kept.push([at, end]);
    seen.add(type);
    at = end;
  }
  if (!seen.has('IDAT')) return undefined;
  const out = new Uint8Array(kept.reduce((sum, [from, to]) => sum + to - from, 0));
  let at = 0;
  for (const [from, to] of kept) {
    out.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  return out;
}
