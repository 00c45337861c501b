// Archives within limits: what the directory declares is judged before anything is unpacked, and unpacking keeps to what
// was declared. The directory is read piece by piece, so that an archive need not be in memory.

import {
  type ArchiveEntry,
  type ArchiveKind,
  type ArchiveLimits,
  kArchiveLimits,
  type PackedEntry,
  refuse,
} from './archiveParts';
import { crc32 } from '../base/crc32';
import { gunzip } from './gzip';
import { plainName, underPlainNames } from '../core/gzipName';
import { inflateUpTo } from '../base/inflate';
import { pak } from './pak';
import { zip } from './zip';

export {
  type ArchiveEntry,
  type ArchiveLimits,
  kArchiveLimits,
  nameOf,
  type PackedEntry,
  type PackedFile,
} from './archiveParts';

const kinds: readonly ArchiveKind[] = [zip, pak];

/** Endings of the names of archives, as people give them. */
export const archiveEndings = ['zip', 'pk3', 'pk4', 'pak'];

const kindOf = (first: Uint8Array): ArchiveKind | undefined => kinds.find((kind) => kind.is(first));

/** True for what begins like an archive. */
export const isArchive = (first: Uint8Array): boolean => kindOf(first) !== undefined;

/**
 * The files of an archive for which `wanted` holds, sorted by name; gzip files under the names of what is in them. Throws VitrineError: ARCHIVE_LIMIT past a limit,
 * ARCHIVE_PATH for a name that leads out of the archive, ARCHIVE_ENCRYPTED and ARCHIVE_METHOD for a wanted file that is
 * packed in a way that is not read, ARCHIVE_DAMAGED for anything else that cannot be unpacked.
 */
export function unpack(
  archive: string,
  bytes: Uint8Array,
  wanted: (name: string) => boolean = () => true,
  limits: ArchiveLimits = kArchiveLimits,
): ArchiveEntry[] {
  const read = (offset: number, length: number): Uint8Array => bytes.subarray(offset, offset + length);
  let unpacked = 0;
  const entries = listEntries(archive, bytes.length, read, (name) => wanted(plainName(name)), limits).map((entry) => {
    const packed = bytes.subarray(entry.offset, entry.offset + entry.packedBytes),
      plain = inflateEntry(`${archive}/${entry.name}`, entry, packed);
    // What the directory states is judged already; a gzip file in the archive unpacks to more.
    unpacked += plain.length;
    if (unpacked > limits.unpackedBytes)
      refuse(archive, 'ARCHIVE_LIMIT', `unpacks to more than ${limits.unpackedBytes} bytes`);
    return { name: entry.name, bytes: plain };
  });
  return underPlainNames(entries);
}

/** As `unpack`, without the bytes: what lies where. */
export function listEntries(
  archive: string,
  size: number,
  read: (offset: number, length: number) => Uint8Array,
  wanted: (name: string) => boolean,
  limits: ArchiveLimits = kArchiveLimits,
): PackedEntry[] {
  const reading = (kindOf(read(0, kFirstBytes)) ?? zip).read(archive, size, wanted, limits);
  let step = reading.next();
  while (!step.done) step = reading.next(read(...step.value));
  return step.value;
}

/** Bytes that identify the kind of an archive. */
const kFirstBytes = 4;

/** The same of an archive that is not at hand at once. */
export async function listArchive(
  archive: string,
  size: number,
  read: (offset: number, length: number) => Promise<Uint8Array>,
  wanted: (name: string) => boolean = () => true,
  limits: ArchiveLimits = kArchiveLimits,
): Promise<PackedEntry[]> {
  const kind = kindOf(await read(0, Math.min(size, kFirstBytes))) ?? zip,
    reading = kind.read(archive, size, wanted, limits);
  let step = reading.next();
  while (!step.done) step = reading.next(await read(...step.value));
  return step.value;
}

/** The bytes of an entry out of its packed ones; of a gzip file those that are in it. */
export function inflateEntry(name: string, entry: Omit<PackedEntry, 'name'>, packed: Uint8Array): Uint8Array {
  const bytes = entry.deflated ? inflated(name, entry.bytes, packed) : packed;
  checkUnpacked(name, entry, bytes);
  return gunzip(name, bytes);
}

function inflated(name: string, size: number, packed: Uint8Array): Uint8Array {
  try {
    const { bytes, unpacked } = inflateUpTo(size, packed, 'deflate');
    if (unpacked <= size) return bytes.subarray(0, unpacked);
  } catch (error) {
    return refuse(name, 'ARCHIVE_DAMAGED', `it cannot be unpacked: ${textOf(error)}`);
  }
  return refuse(name, 'ARCHIVE_DAMAGED', tooMuch(size));
}

/** What a file of an archive does that the directory gives `size` bytes. */
export const tooMuch = (size: number): string =>
  `it unpacks to more than the ${size} bytes that the archive’s directory gives`;

/** Throws ARCHIVE_DAMAGED when these are not the bytes that the directory describes. */
export function checkUnpacked(name: string, entry: Omit<PackedEntry, 'name'>, bytes: Uint8Array): void {
  if (bytes.length !== entry.bytes)
    refuse(
      name,
      'ARCHIVE_DAMAGED',
      `it unpacks to ${bytes.length} bytes, the archive’s directory gives ${entry.bytes}`,
    );
  if (entry.crc !== undefined && crc32(bytes) !== entry.crc)
    refuse(name, 'ARCHIVE_DAMAGED', 'its bytes are not those that were packed: the check sum differs');
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
