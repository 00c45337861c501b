// Files that lie compressed, each by itself: `hero.md5mesh.gz` is hero.md5mesh. The bytes decide what is unpacked; the
// name only loses its ending, since a browser or a server may have unpacked the file already.

import { Gunzip } from 'fflate';

import { kArchiveLimits, refuse } from './archiveParts';
import { crc32 } from '../base/crc32';
import { isGzip } from '../core/gzipName';

/** Packed bytes that are unpacked at a time, to 1,032 times as many at most. */
const kPiece = 1 << 14;
const kHeaderBytes = 10;
/** Check sum and length after the packed bytes. */
const kTrailerBytes = 8;

export const kGzipLimits = {
  /** Of one file, as in base/limits.h. */
  unpackedBytes: 256 * 2 ** 20,
  ratio: kArchiveLimits.ratio,
};

/**
 * The bytes of a gzip file with one member or several; other bytes come back as they are. Throws VitrineError:
 * ARCHIVE_LIMIT past a limit, ARCHIVE_DAMAGED where it is cut off or a check sum differs, ARCHIVE_METHOD for gzip in gzip.
 * `watch` may throw to end it.
 */
export function gunzip(
  name: string,
  bytes: Uint8Array,
  limits = kGzipLimits,
  watch?: (unpacked: number) => void,
): Uint8Array<ArrayBuffer> | Uint8Array {
  if (!isGzip(bytes)) return bytes;
  const damaged = (reason: string, offset?: number): never => refuse(name, 'ARCHIVE_DAMAGED', reason, offset);
  if (bytes.length < kHeaderBytes + kTrailerBytes) damaged('the gzip file is cut off', bytes.length);
  if (bytes[2] !== 8) refuse(name, 'ARCHIVE_METHOD', `the gzip file is packed with method ${bytes[2]}, not deflate`, 2);

  const parts: Uint8Array[] = [];
  /** Where in the unpacked bytes each member ends, and where its trailer is in the packed ones. */
  const ends: { unpacked: number; trailer: number }[] = [];
  let unpacked = 0;
  const stream = new Gunzip((part) => {
    if (part.length > 0) parts.push(part);
    unpacked += part.length;
  });
  stream.onmember = (offset) => void ends.push({ unpacked, trailer: offset - kTrailerBytes });
  for (let at = 0; at < bytes.length; at += kPiece) {
    try {
      stream.push(bytes.subarray(at, at + kPiece), at + kPiece >= bytes.length);
    } catch (error) {
      damaged(`the gzip file cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (unpacked > limits.unpackedBytes)
      refuse(name, 'ARCHIVE_LIMIT', `unpacks to more than ${limits.unpackedBytes} bytes`);
    if (unpacked > limits.ratio * bytes.length)
      refuse(name, 'ARCHIVE_LIMIT', `unpacks to more than ${limits.ratio} times its size`);
    watch?.(unpacked);
  }
  ends.push({ unpacked, trailer: bytes.length - kTrailerBytes });

  const whole = joined(parts, unpacked),
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let begin = 0;
  for (const { unpacked: end, trailer } of ends) {
    const length = view.getUint32(trailer + 4, true);
    if (length !== end - begin)
      damaged(`the gzip file unpacks to ${end - begin} bytes, its end states ${length}`, trailer + 4);
    if (view.getUint32(trailer, true) !== crc32(whole, begin, end))
      damaged('the gzip file’s bytes are not those that were packed: the check sum differs', trailer);
    begin = end;
  }
  if (isGzip(whole)) refuse(name, 'ARCHIVE_METHOD', 'a gzip file inside a gzip file; unpack it once, then open it');
  return whole;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
