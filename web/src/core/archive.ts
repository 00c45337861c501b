// Archives within limits: what the directory declares is judged before anything is unpacked, and unpacking keeps to what
// was declared. The directory is read piece by piece, so that an archive need not be in memory.

import {
  type ArchiveEntry,
  type ArchiveKind,
  type ArchiveLimits,
  kArchiveLimits,
  type PackedEntry,
  refuse,
} from './archiveparts';
import { inflateUpTo } from './inflate';
import { pak } from './pak';
import { zip } from './zip';

export {
  type ArchiveEntry,
  type ArchiveLimits,
  kArchiveLimits,
  nameOf,
  type PackedEntry,
  type PackedFile,
} from './archiveparts';

const kinds: readonly ArchiveKind[] = [zip, pak];

/** Endings of the names of archives, as people give them. */
export const archiveEndings = ['zip', 'pk3', 'pk4', 'pak'];

const kindOf = (first: Uint8Array): ArchiveKind | undefined => kinds.find((kind) => kind.is(first));

/** True for what begins like an archive. */
export const isArchive = (first: Uint8Array): boolean => kindOf(first) !== undefined;

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
  const reading = (kindOf(bytes) ?? zip).read(archive, bytes.length, wanted, limits);
  let step = reading.next();
  while (!step.done) step = reading.next(bytes.subarray(step.value[0], step.value[0] + step.value[1]));
  return step.value.map((entry) => {
    const packed = bytes.subarray(entry.offset, entry.offset + entry.packedBytes);
    return { name: entry.name, bytes: inflateEntry(`${archive}/${entry.name}`, entry, packed) };
  });
}

/** Bytes that identify the kind of an archive. */
const kFirstBytes = 4;

/** As `unpack`, without the bytes: what lies where, of an archive that is read as it is asked for. */
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

/** The bytes of an entry out of its packed ones. */
export function inflateEntry(name: string, entry: Omit<PackedEntry, 'name'>, packed: Uint8Array): Uint8Array {
  const bytes = entry.deflated ? inflated(name, entry.bytes, packed) : packed;
  checkUnpacked(name, entry, bytes);
  return bytes;
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
