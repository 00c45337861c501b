// WebP, by the codec that a host brings: browsers have their own, Node one that is read when the first image asks for it.
// Of an animation the first picture is shown, as browsers show it.

import type { DecodedImage } from './image';
import { checkPixels, refuseImage } from './imageLimits';

/** Pixels of a still file. Throws where it is damaged. */
type Codec = (bytes: Uint8Array) => { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> };

let codec: Codec | undefined;
export const decodeWebpWith = (decode: Codec): void => void (codec = decode);
export const decodesWebp = (): boolean => codec !== undefined;

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
export const isWebp = (bytes: Uint8Array): boolean => textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP';

interface Chunk {
  kind: string;
  /** Of its data. */
  at: number;
  end: number;
}

function* chunksOf(bytes: Uint8Array, from: number, to: number): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = from; at + 8 <= to;) {
    const size = view.getUint32(at + 4, true),
      end = Math.min(at + 8 + size, to);
    yield { kind: textAt(bytes, at), at: at + 8, end };
    at = end + (size & 1);
  }
}

const u24 = (bytes: Uint8Array, at: number): number => bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);

/** The size that the file states; nothing where it is cut off. */
export function webpSize(bytes: Uint8Array): { width: number; height: number } {
  const [first] = chunksOf(bytes, 12, bytes.length);
  const none = { width: 0, height: 0 };
  if (!first) return none;
  const { kind, at, end } = first;
  if (kind === 'VP8X' && end - at >= 10) return { width: u24(bytes, at + 4) + 1, height: u24(bytes, at + 7) + 1 };
  if (kind === 'VP8 ' && end - at >= 10)
    return {
      width: (bytes[at + 6]! | (bytes[at + 7]! << 8)) & 0x3fff,
      height: (bytes[at + 8]! | (bytes[at + 9]! << 8)) & 0x3fff,
    };
  if (kind === 'VP8L' && end - at >= 5) {
    const bits = bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 24);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return none;
}

/** Throws VitrineError for what is damaged. */
export function decodeWebp(bytes: Uint8Array): DecodedImage {
  const { width, height } = webpSize(bytes);
  checkPixels(width, height, bytes.length);
  const still = firstPicture(bytes);
  const picture = decoded(still?.bytes ?? bytes);
  const { left = 0, top = 0 } = still ?? {};
  const isWhole = left === 0 && top === 0 && picture.width === width && picture.height === height;
  if (!isWhole && (left + picture.width > width || top + picture.height > height))
    refuseImage('a picture of the WebP reaches past its edge');
  const rgba = isWhole ? picture.data : new Uint8ClampedArray(width * height * 4);
  for (let y = 0; !isWhole && y < picture.height; ++y)
    rgba.set(picture.data.subarray(y * picture.width * 4, (y + 1) * picture.width * 4), ((top + y) * width + left) * 4);
  return { width, height, rgba, hasAlpha: rgba.some((value, i) => i % 4 === 3 && value !== 255) };
}

function decoded(bytes: Uint8Array): ReturnType<Codec> {
  try {
    return codec!(bytes);
  } catch {
    return refuseImage('the WebP is damaged or cut off');
  }
}

/** The first picture of an animation as a file of its own, and where it lies. */
function firstPicture(bytes: Uint8Array): { bytes: Uint8Array; left: number; top: number } | undefined {
  for (const { kind, at, end } of chunksOf(bytes, 12, bytes.length)) {
    if (kind !== 'ANMF' || end - at < 16) continue;
    const parts = [...chunksOf(bytes, at + 16, end)].filter((part) => /^(?:ALPH|VP8[ L])$/.test(part.kind));
    const size = parts.reduce((sum, part) => sum + 8 + part.end - part.at + ((part.end - part.at) & 1), 0);
    const hasAlpha = parts.some((part) => part.kind === 'ALPH'),
      head = hasAlpha ? 18 : 0;
    const out = new Uint8Array(12 + head + size),
      view = new DataView(out.buffer);
    const put = (text: string, to: number): void =>
      out.set(
        [...text].map((letter) => letter.charCodeAt(0)),
        to,
      );
    put('RIFF', 0);
    view.setUint32(4, out.length - 8, true);
    put('WEBP', 8);
    if (hasAlpha) {
      put('VP8X', 12);
      view.setUint32(16, 10, true);
      out[20] = 0x10;
      out.set(bytes.subarray(at + 6, at + 12), 24);
    }
    let to = 12 + head;
    for (const part of parts) {
      const length = part.end - part.at;
      put(part.kind, to);
      view.setUint32(to + 4, length, true);
      out.set(bytes.subarray(part.at, part.end), to + 8);
      to += 8 + length + (length & 1);
    }
    return { bytes: out, left: 2 * u24(bytes, at), top: 2 * u24(bytes, at + 3) };
  }
  return undefined;
}
