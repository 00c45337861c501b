// Sound as a WAV file: two sides, 16 bits or floats.

import { kSongRate } from './song';

const bytesOf = (float: boolean): number => (float ? 8 : 4);

/** Header for `pairs` of samples, left and right. */
export function wavHeader(pairs: number, float = false): Uint8Array<ArrayBuffer> {
  const bits = float ? 32 : 16,
    frame = bytesOf(float),
    bytes = pairs * frame,
    out = new Uint8Array(44),
    view = new DataView(out.buffer);
  const tag = (at: number, text: string) => out.set(new TextEncoder().encode(text), at);
  tag(0, 'RIFF');
  view.setUint32(4, 36 + bytes, true);
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, float ? 3 : 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, kSongRate, true);
  view.setUint32(28, kSongRate * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, bits, true);
  tag(36, 'data');
  view.setUint32(40, bytes, true);
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
  const samples = wavSamples(sound, float),
    out = new Uint8Array(44 + samples.length);
  out.set(wavHeader(sound.length / 2, float));
  out.set(samples, 44);
  return out;
}
