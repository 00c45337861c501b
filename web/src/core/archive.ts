// Zip and pk4 archives, unpacked within limits: the sizes that the directory declares are judged before anything is
// inflated, and inflating never writes more than was declared.

import { unzipSync } from 'fflate';

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

/** True for what begins like a zip file (also an empty one). */
export function isArchive(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

/**
 * The files of an archive for which `wanted` holds, sorted by name. Throws VitrineError: ARCHIVE_LIMIT past a limit,
 * ARCHIVE_PATH for a name that leads out of the archive, ARCHIVE_DAMAGED for anything that cannot be unpacked.
 */
export function unpack(
  archive: string,
  bytes: Uint8Array,
  wanted: (name: string) => boolean = () => true,
  limits: ArchiveLimits = kArchiveLimits,
): ArchiveEntry[] {
  let entries = 0;
  let unpacked = 0;
  const refuse = (code: string, reason: string): never => {
    throw new VitrineError(code, `${archive}: ${reason}`, [{ code, severity: 0, message: reason, source: archive }]);
  };
  const admit = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    entries += 1;
    unpacked += originalSize;
    const path = plainPath(name);
    if (entries > limits.entries) refuse('ARCHIVE_LIMIT', `more than ${limits.entries} entries`);
    if (unpacked > limits.unpackedBytes) refuse('ARCHIVE_LIMIT', `unpacks to more than ${limits.unpackedBytes} bytes`);
    if (unpacked > limits.ratio * bytes.length)
      refuse('ARCHIVE_LIMIT', `unpacks to more than ${limits.ratio} times its size`);
    if (path === null) refuse('ARCHIVE_PATH', `entry ${JSON.stringify(name)} leads out of the archive`);
    return path !== null && !path.endsWith('/') && wanted(path);
  };
  try {
    const files = unzipSync(bytes, { filter: admit });
    return Object.entries(files)
      .map(([name, data]) => ({ name: plainPath(name) ?? name, bytes: data }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (error instanceof VitrineError) throw error;
    return refuse(
      'ARCHIVE_DAMAGED',
      `not a readable archive: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The name with forward slashes; null when it is absolute, names a drive, or steps upwards. */
function plainPath(name: string): string | null {
  const path = name.replaceAll('\\', '/');
  const outside =
    path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\0') || path.split('/').includes('..');
  return outside ? null : path;
}
