// Zip and pk4 archives within limits: the sizes that the directory declares are judged before anything is unpacked, and
// unpacking keeps to what was declared. The directory is read piece by piece, so that an archive need not be in memory.

import { inflateSync } from 'fflate';

import { VitrineError } from './errors';

export interface ArchiveLimits {
  entries: number;
  unpackedBytes: number;
  /** Unpacked bytes of everything over packed bytes of the archive. */
  ratio: number;
}

export const kArchiveLimits: ArchiveLimits = { entries: 10_000, unpackedBytes: 2 ** 30, ratio: 200 };

export interface ArchiveEntry {
  /** Path inside the archive, with forward slashes. */
  name: string;
  bytes: Uint8Array;
}

/** Where an entry lies packed. */
export interface PackedEntry {
  /** Path inside the archive, with forward slashes. */
  name: string;
  /** Of its packed bytes in the archive. */
  offset: number;
  packedBytes: number;
  bytes: number;
  deflated: boolean;
  crc: number;
}

/** A stretch of the archive that is wanted next. */
type Wanted = readonly [offset: number, length: number];

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
export function isArchive(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

/**
 * The files of an archive for which `wanted` holds, sorted by name. Throws VitrineError: ARCHIVE_LIMIT past a limit,
 * ARCHIVE_PATH for a name that leads out of the archive, ARCHIVE_ENCRYPTED and ARCHIVE_METHOD for a wanted file that is
 * packed in a way that is not read, ARCHIVE_DAMAGED for anything else that cannot be unpacked.
 */
export function unpack(
  archive: string,
  bytes: Uint8Array,
  wanted: (name: string) => boolean = () => true,
  limits: ArchiveLimits = kArchiveLimits,
): ArchiveEntry[] {
  const reading = readDirectory(archive, bytes.length, wanted, limits);
  let step = reading.next();
  while (!step.done) step = reading.next(bytes.subarray(step.value[0], step.value[0] + step.value[1]));
  return step.value.map((entry) => {
    const packed = bytes.subarray(entry.offset, entry.offset + entry.packedBytes);
    return { name: entry.name, bytes: inflateEntry(`${archive}/${entry.name}`, entry, packed) };
  });
}

/** As `unpack`, without the bytes: what lies where, of an archive that is read as it is asked for. */
export async function listArchive(
  archive: string,
  size: number,
  read: (offset: number, length: number) => Promise<Uint8Array>,
  wanted: (name: string) => boolean = () => true,
  limits: ArchiveLimits = kArchiveLimits,
): Promise<PackedEntry[]> {
  const reading = readDirectory(archive, size, wanted, limits);
  let step = reading.next();
  while (!step.done) step = reading.next(await read(...step.value));
  return step.value;
}

/** The bytes of an entry out of its packed ones. */
export function inflateEntry(name: string, entry: Omit<PackedEntry, 'name'>, packed: Uint8Array): Uint8Array {
  let bytes = packed;
  if (entry.deflated) {
    try {
      bytes = inflateSync(packed, { out: new Uint8Array(entry.bytes) });
    } catch (error) {
      return refuse(name, 'ARCHIVE_DAMAGED', `it cannot be unpacked: ${textOf(error)}`);
    }
  }
  checkUnpacked(name, entry, bytes);
  return bytes;
}

/** Throws ARCHIVE_DAMAGED when these are not the bytes that the directory tells of. */
export function checkUnpacked(name: string, entry: Omit<PackedEntry, 'name'>, bytes: Uint8Array): void {
  if (bytes.length !== entry.bytes)
    refuse(name, 'ARCHIVE_DAMAGED', `it unpacks to ${bytes.length} bytes, the archive’s directory says ${entry.bytes}`);
  if (crc32(bytes) !== entry.crc)
    refuse(name, 'ARCHIVE_DAMAGED', 'its bytes are not those that were packed: the check sum differs');
}

function refuse(source: string, code: string, reason: string): never {
  throw new VitrineError(code, `${source}: ${reason}`, [{ code, severity: 0, message: reason, source }]);
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

class Bytes {
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u16 = (at: number): number => this.view.getUint16(at, true);
  u32 = (at: number): number => this.view.getUint32(at, true);
  u64 = (at: number): number => this.u32(at) + this.u32(at + 4) * 2 ** 32;
}

interface Directory {
  entries: number;
  offset: number;
  bytes: number;
  /** What stands before the first entry and is not counted by the directory. */
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
    damaged('its directory lies outside of it, the file is cut off or damaged');
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
      if (start + shift + kLocalBytes + packedBytes > size) damaged(`entry ${shown} lies beyond its end`);
      const entry = { name, offset: start + shift, packedBytes, bytes: plain, deflated: method === 8 };
      found.set(name, { ...entry, crc: at.u32(p + 16) });
    }
    p = next;
  }

  // The local header may hold other extra fields than the directory: it says where the bytes begin.
  for (const entry of found.values()) {
    const local = new Bytes(yield [entry.offset, kLocalBytes]);
    const broken = local.bytes.length < kLocalBytes || local.u32(0) !== 0x04034b50;
    const begin = broken ? size : entry.offset + kLocalBytes + local.u16(26) + local.u16(28);
    if (begin + entry.packedBytes > size)
      damaged(`entry ${JSON.stringify(entry.name)} is not where the directory says, the file is cut off or damaged`);
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
        return damaged('its zip64 directory is not where it says, the file is cut off or damaged');
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

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** UTF-8 where it is; what is not counts as Latin letters. */
export function nameOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}

/** The name with forward slashes; null when it is absolute, names a drive, or steps upwards. */
function plainPath(name: string): string | null {
  const path = name.replaceAll('\\', '/');
  const outside =
    path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\0') || path.split('/').includes('..');
  return outside ? null : path;
}

let crcTable: Uint32Array | undefined;

/** The check sum of zip files. */
export function crc32(bytes: Uint8Array): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; ++k) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    return c;
  });
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; ++i) crc = crcTable[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
