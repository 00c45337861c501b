// What is packed as zip files and PNG pack it, up to a size that is known: a few kilobytes can unpack to gigabytes.

import { Inflate, Unzlib } from 'fflate';

/** Packed bytes that are unpacked at a time, to 1,032 times as many at most. */
const kPiece = 1 << 16;

const streams = { deflate: Inflate, zlib: Unzlib };

/** All that `packed` unpacks to where that is at most `size` bytes and nothing is wrong with it, else undefined. */
export type Inflater = (size: number, packed: Uint8Array, kind: keyof typeof streams) => Uint8Array | undefined;
let inflateWhole: Inflater | undefined;

/** A host that unpacks faster by itself; what it does not take, and what is damaged, is unpacked here. */
export function inflateWith(host: Inflater): void {
  inflateWhole = host;
}

/**
 * The first `size` bytes that `packed` unpacks to. `unpacked` tells how many there were; once they are more than `size`,
 * the rest is left packed. Throws what fflate throws on damaged bytes.
 */
export function inflateUpTo(
  size: number,
  packed: Uint8Array,
  kind: keyof typeof streams,
): { bytes: Uint8Array<ArrayBuffer>; unpacked: number } {
  const bytes = new Uint8Array(size),
    whole = inflateWhole?.(size, packed, kind);
  if (whole) {
    bytes.set(whole);
    return { bytes, unpacked: whole.length };
  }
  let unpacked = 0,
    at = 0;
  const stream = new streams[kind]((part) => {
    if (unpacked < size) bytes.set(part.subarray(0, size - unpacked), unpacked);
    unpacked += part.length;
  });
  do {
    const end = at + kPiece;
    stream.push(packed.subarray(at, end), end >= packed.length);
    at = end;
  } while (at < packed.length && unpacked <= size);
  return { bytes, unpacked };
}
