// Still PNG files of equal size as one animated PNG (APNG 1.0), which viewers without support show as its first frame.

import { crc32 } from '../src/base/crc32';

const kSignature = 8;

interface Chunk {
  type: string;
  data: Uint8Array;
}

function chunksOf(png: Uint8Array): Chunk[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: Chunk[] = [];
  for (let at = kSignature; at < png.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(type: string, ...data: readonly Uint8Array[]): Uint8Array {
  const length = data.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(12 + length),
    view = new DataView(bytes.buffer);
  view.setUint32(0, length);
  for (let i = 0; i < 4; ++i) bytes[4 + i] = type.charCodeAt(i);
  let at = 8;
  for (const part of data) {
    bytes.set(part, at);
    at += part.length;
  }
  view.setUint32(at, crc32(bytes, 4, at));
  return bytes;
}

const uint32s = (...values: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(values.length * 4),
    view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setUint32(i * 4, value));
  return bytes;
};

/** An endless animation of PNG files with equal headers; each frame shows for `numerator / denominator` seconds. */
export function animatedPng(frames: readonly Uint8Array[], [numerator, denominator]: [number, number]): Uint8Array {
  const files = frames.map(chunksOf);
  const header = files[0]?.find(({ type }) => type === 'IHDR')?.data;
  if (!header) throw new RangeError('an animation needs at least one frame');
  const size = header.subarray(0, 8);
  const delay = new Uint8Array(6); // numerator, denominator, dispose_op NONE, blend_op SOURCE
  new DataView(delay.buffer).setUint16(0, numerator);
  new DataView(delay.buffer).setUint16(2, denominator);

  let sequence = 0;
  const out = [frames[0]!.slice(0, kSignature), chunk('IHDR', header), chunk('acTL', uint32s(files.length, 0))];
  files.forEach((file, i) => {
    const own = file.find(({ type }) => type === 'IHDR')!.data;
    if (own.some((byte, at) => byte !== header[at]))
      throw new RangeError(`frame ${i} has another size or pixel format`);
    out.push(chunk('fcTL', uint32s(sequence++), size, uint32s(0, 0), delay));
    for (const { type, data } of file)
      if (type === 'IDAT') out.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', uint32s(sequence++), data));
  });
  out.push(chunk('IEND'));
  const bytes = new Uint8Array(out.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of out) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
