// Sound as a WAV file: two sides, 16 bits or floats.

import { kSongRate } from './song';

const bytesOf = (float: boolean): number => (float ? 8 : 4);

/**
 * Header for `pairs` of samples, left and right. Floats are no PCM: their format has the size of its extension, here none,
 * and a chunk `fact` with the number of samples.
 */
export function wavHeader(pairs: number, float = false): Uint8Array<ArrayBuffer> {
  const frame = bytesOf(float),
    bytes = pairs * frame,
    format = float ? 18 : 16,
    out = new Uint8Array(float ? 58 : 44),
    view = new DataView(out.buffer);
  const chunk = (at: number, name: string, size: number): number => {
    out.set(new TextEncoder().encode(name), at);
    view.setUint32(at + 4, size, true);
    return at + 8;
  };
  out.set(new TextEncoder().encode('WAVE'), chunk(0, 'RIFF', out.length - 8 + bytes));
  const at = chunk(12, 'fmt ', format);
  view.setUint16(at, float ? 3 : 1, true);
  view.setUint16(at + 2, 2, true);
  view.setUint32(at + 4, kSongRate, true);
  view.setUint32(at + 8, kSongRate * frame, true);
  view.setUint16(at + 12, frame, true);
  view.setUint16(at + 14, float ? 32 : 16, true);
  if (float) view.setUint32(chunk(at + format, 'fact', 4), pairs, true);
  chunk(out.length - 8, 'data', bytes);
  return out;
}

/** `sound` is left and right in turn. 16 bits cut what is above full scale and round the rest to nearest. */
export function wavSamples(sound: Float32Array, float = false): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array((sound.length / 2) * bytesOf(float)),
    view = new DataView(out.buffer);
  sound.forEach((x, i) => {
    if (float) view.setFloat32(4 * i, x, true);
    else view.setInt16(2 * i, Math.round(Math.max(-1, Math.min(1, x)) * 32767), true);
  });
  return out;
}

/** A whole file. */
export function encodeWav(sound: Float32Array, float = false): Uint8Array {
  const header = wavHeader(sound.length / 2, float),
    samples = wavSamples(sound, float),
    out = new Uint8Array(header.length + samples.length);
  out.set(header);
  out.set(samples, header.length);
  return out;
}
