// Zip archives, pk3 and pk4 included: the sizes that the directory declares are judged before anything is unpacked.

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

const kEndBytes = 22;
const kEntryBytes = 46;
const kLocalBytes = 30;
const kMaxComment = 0xffff;
const kMethods: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};

/** True for what begins like a zip file (also an empty one). */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

export const zip: ArchiveKind = { is: isZip, read: readDirectory };

interface Directory {
  entries: number;
  offset: number;
  bytes: number;
  /** Bytes before the first entry that the directory does not count. */
  shift: number;
}

/** Asks for stretches of the archive one after the other, and ends in its wanted files, sorted by name. */
function* readDirectory(
  archive: string,
  size: number,
  wanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Generator<Wanted, PackedEntry[], Uint8Array> {
  const damaged = (reason: string): never => refuse(archive, 'ARCHIVE_DAMAGED', `not a readable archive: ${reason}`);
  const directory = yield* findDirectory(archive, size);
  const { entries, offset, bytes, shift } = directory;
  if (entries > limits.entries)
    refuse(archive, 'ARCHIVE_LIMIT', `more than ${limits.entries} entries: the directory counts ${entries}`);
  if (offset < 0 || bytes < entries * kEntryBytes || offset + bytes > size)
    damaged('its directory is outside of it, the file is cut off or damaged');
  const at = new Bytes(yield [offset, bytes]);
  if (at.bytes.length < bytes) damaged('it ends before its directory does');

  const found = new Map<string, PackedEntry>();
  let unpacked = 0;
  for (let i = 0, p = 0; i < entries; ++i) {
    if (p + kEntryBytes > bytes || at.u32(p) !== 0x02014b50)
      damaged(`its directory breaks off at entry ${i + 1} of ${entries}`);
    const flags = at.u16(p + 8),
      method = at.u16(p + 10),
      nameBytes = at.u16(p + 28),
      next = p + kEntryBytes + nameBytes + at.u16(p + 30) + at.u16(p + 32);
    if (next > bytes) damaged(`its directory breaks off at entry ${i + 1} of ${entries}`);
    const given = nameOf(at.bytes.subarray(p + kEntryBytes, p + kEntryBytes + nameBytes));
    const shown = JSON.stringify(given);
    const [plain, packedBytes, start] = widened(at, p, p + kEntryBytes + nameBytes, at.u16(p + 30));
    unpacked += plain;
    if (unpacked > limits.unpackedBytes)
      refuse(
        archive,
        'ARCHIVE_LIMIT',
        `unpacks to more than ${limits.unpackedBytes} bytes: passed with entry ${shown} of ${plain} bytes`,
      );
    if (unpacked > limits.ratio * size)
      refuse(
        archive,
        'ARCHIVE_LIMIT',
        `unpacks to more than ${limits.ratio} times its size: passed with entry ${shown} of ${plain} bytes`,
      );
    const name = plainPath(given);
    if (name === null) refuse(archive, 'ARCHIVE_PATH', `entry ${shown} leads out of the archive`);
    else if (!name.endsWith('/') && wanted(name)) {
      if ((flags & 1) !== 0 || method === 99)
        refuse(archive, 'ARCHIVE_ENCRYPTED', `entry ${shown} is encrypted; unpack the archive with its password first`);
      if (method !== 0 && method !== 8)
        refuse(
          archive,
          'ARCHIVE_METHOD',
          `entry ${shown} is packed with ${kMethods[method] ?? `method ${method}`}; stored and deflated entries can be read`,
        );
      if (start + shift + kLocalBytes + packedBytes > size) damaged(`entry ${shown} is beyond its end`);
      const entry = { name, offset: start + shift, packedBytes, bytes: plain, deflated: method === 8 };
      found.set(name, { ...entry, crc: at.u32(p + 16) });
    }
    p = next;
  }

  // The local header may hold other extra fields than the directory: it determines where the bytes begin.
  for (const entry of found.values()) {
    const local = new Bytes(yield [entry.offset, kLocalBytes]);
    const broken = local.bytes.length < kLocalBytes || local.u32(0) !== 0x04034b50;
    const begin = broken ? size : entry.offset + kLocalBytes + local.u16(26) + local.u16(28);
    if (begin + entry.packedBytes > size)
      damaged(`entry ${JSON.stringify(entry.name)} is not where the directory has it, the file is cut off or damaged`);
    entry.offset = begin;
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The record at the end, and the wider one of zip64 that it stands for. */
function* findDirectory(archive: string, size: number): Generator<Wanted, Directory, Uint8Array> {
  const damaged = (reason: string): never => refuse(archive, 'ARCHIVE_DAMAGED', `not a readable archive: ${reason}`);
  const tailBytes = Math.min(size, kEndBytes + kMaxComment),
    tail = new Bytes(yield [size - tailBytes, tailBytes]);
  let at = tail.bytes.length - kEndBytes;
  while (at >= 0 && tail.u32(at) !== 0x06054b50) --at;
  if (at < 0) return damaged('it has no directory at its end, the file is cut off or no zip');
  const end = size - tailBytes + at;
  const plain = {
    disks: tail.u16(at + 4) + tail.u16(at + 6),
    entries: tail.u16(at + 10),
    bytes: tail.u32(at + 12),
    offset: tail.u32(at + 16),
  };
  if (plain.entries === 0xffff || plain.bytes === 0xffffffff || plain.offset === 0xffffffff) {
    const locator = end >= 20 ? new Bytes(yield [end - 20, 20]) : undefined;
    if (locator?.bytes.length === 20 && locator.u32(0) === 0x07064b50) {
      const where = locator.u64(8);
      const wide = where + 56 <= size ? new Bytes(yield [where, 56]) : undefined;
      if (wide?.bytes.length !== 56 || wide.u32(0) !== 0x06064b50)
        return damaged('its zip64 directory is not at its stated place, the file is cut off or damaged');
      return { entries: wide.u64(32), bytes: wide.u64(40), offset: wide.u64(48), shift: 0 };
    }
  }
  if (plain.disks > 0 && plain.disks < 0xffff)
    refuse(archive, 'ARCHIVE_METHOD', 'it is one part of an archive in several files; join them first');
  // A program that unpacks itself stands before the first entry, and is not counted.
  const offset = end - plain.bytes;
  return { entries: plain.entries, bytes: plain.bytes, offset, shift: offset - plain.offset };
}

/** Size, packed size and offset of an entry; those of zip64 stand in an extra field. */
function widened(at: Bytes, p: number, extra: number, extraBytes: number): [number, number, number] {
  const values: [number, number, number] = [at.u32(p + 24), at.u32(p + 20), at.u32(p + 42)];
  for (let e = extra; e + 4 <= extra + extraBytes; e += 4 + at.u16(e + 2)) {
    if (at.u16(e) !== 1) continue;
    const last = Math.min(extra + extraBytes, e + 4 + at.u16(e + 2));
    let field = e + 4;
    for (const i of [0, 1, 2] as const) {
      if (values[i] !== 0xffffffff || field + 8 > last) continue;
      values[i] = at.u64(field);
      field += 8;
    }
  }
  return values;
}
