// PAK archives of Quake, Quake II and Half-Life: "PACK", where the directory lies and how long it is, then for each file a
// name of 56 bytes, its offset and its length. Nothing is packed, and there are no check sums.

import {
  type ArchiveKind,
  type ArchiveLimits,
  Bytes,
  nameOf,
  type PackedEntry,
  plainPath,
  refuse,
  type Wanted,
} from './archiveParts';

const kHeaderBytes = 12;
const kEntryBytes = 64;
const kNameBytes = 56;

export const pak: ArchiveKind = {
  is: (bytes) => bytes[0] === 0x50 && bytes[1] === 0x41 && bytes[2] === 0x43 && bytes[3] === 0x4b,
  read: readPak,
};

function* readPak(
  archive: string,
  size: number,
  wanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Generator<Wanted, PackedEntry[], Uint8Array> {
  const damaged = (reason: string, offset: number): never => refuse(archive, 'ARCHIVE_DAMAGED', reason, offset);
  const header = new Bytes(yield [0, Math.min(size, kHeaderBytes)]);
  if (header.bytes.length < kHeaderBytes)
    damaged(`a PAK begins with ${kHeaderBytes} bytes, this one has ${header.bytes.length}`, 0);
  const offset = header.u32(4),
    bytes = header.u32(8),
    entries = Math.floor(bytes / kEntryBytes);
  if (bytes % kEntryBytes !== 0)
    damaged(`its directory of ${bytes} bytes is not a multiple of ${kEntryBytes}, the bytes of an entry`, 8);
  if (entries > limits.entries)
    refuse(archive, 'ARCHIVE_LIMIT', `more than ${limits.entries} entries: the directory counts ${entries}`, 8);
  if (offset < kHeaderBytes || offset + bytes > size)
    damaged(`its directory of ${bytes} bytes at ${offset} is outside of its ${size} bytes`, 4);
  const at = new Bytes(yield [offset, bytes]);
  if (at.bytes.length < bytes) damaged('it ends before its directory does', offset + at.bytes.length);

  const found = new Map<string, PackedEntry>(),
    ranges: Range[] = [{ from: offset, to: offset + bytes, what: 'the directory', entry: offset }];
  let total = 0;
  for (let i = 0; i < entries; ++i) {
    const p = i * kEntryBytes,
      entry = offset + p,
      given = nameUntilNul(at.bytes.subarray(p, p + kNameBytes)),
      shown = JSON.stringify(given),
      start = at.u32(p + kNameBytes),
      length = at.u32(p + kNameBytes + 4);
    if (start < kHeaderBytes && length > 0)
      damaged(`entry ${shown} begins at ${start}, in the header`, entry + kNameBytes);
    if (start + length > size)
      damaged(
        `entry ${shown} of ${length} bytes at ${start} ends beyond the archive’s ${size} bytes`,
        entry + kNameBytes,
      );
    total += length;
    if (total > limits.unpackedBytes)
      refuse(archive, 'ARCHIVE_LIMIT', `more than ${limits.unpackedBytes} bytes: passed with entry ${shown}`, entry);
    if (length > 0) ranges.push({ from: start, to: start + length, what: `entry ${shown}`, entry });
    const name = plainPath(given);
    if (name === null) refuse(archive, 'ARCHIVE_PATH', `entry ${shown} leads out of the archive`, entry);
    // Games find the first of two files with the same name.
    else if (name !== '' && !name.endsWith('/') && wanted(name) && !found.has(name))
      found.set(name, { name, offset: start, packedBytes: length, bytes: length, deflated: false });
  }
  checkOverlaps(archive, ranges);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Range {
  from: number;
  to: number;
  what: string;
  /** Where it stands in the directory. */
  entry: number;
}

/** Several names for the same bytes save room; bytes that belong to two files in part are damage. */
function checkOverlaps(archive: string, ranges: Range[]): void {
  ranges.sort((a, b) => a.from - b.from || a.to - b.to);
  let last: Range | undefined;
  for (const range of ranges) {
    if (last && range.from < last.to && !(range.from === last.from && range.to === last.to))
      refuse(archive, 'ARCHIVE_DAMAGED', `${range.what} overlaps ${last.what}`, range.entry);
    last = range;
  }
}

/** Bytes after the first NUL are left over from longer names. */
function nameUntilNul(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return nameOf(end < 0 ? bytes : bytes.subarray(0, end));
}
