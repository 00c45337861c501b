// Shared code of the readers of archives: limits, errors, numbers and names.

import { VitrineError } from '../base/errors';

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
  /** Offset of its packed bytes in the archive. */
  offset: number;
  packedBytes: number;
  bytes: number;
  deflated: boolean;
  /** Check sum of its bytes, where the archive has one. */
  crc?: number;
}

/** A file that lies packed in an archive. */
export interface PackedFile extends Omit<PackedEntry, 'name'> {
  archive: Blob;
}

/** A stretch of the archive that is wanted next. */
export type Wanted = readonly [offset: number, length: number];

/** A kind of archive: how it is recognised and how its directory is read. */
export interface ArchiveKind {
  is(first: Uint8Array): boolean;
  /** Asks for stretches of the archive one after the other, and ends in its wanted files. */
  read(
    archive: string,
    size: number,
    wanted: (name: string) => boolean,
    limits: ArchiveLimits,
  ): Generator<Wanted, PackedEntry[], Uint8Array>;
}

/** Throws VitrineError; `offset` is where in the archive it stands. */
export function refuse(source: string, code: string, reason: string, offset?: number): never {
  const place = offset === undefined ? {} : { offset };
  throw new VitrineError(code, `${source}: ${reason}`, [{ code, severity: 0, message: reason, source, ...place }]);
}

/** Little-endian numbers. */
export class Bytes {
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u16 = (at: number): number => this.view.getUint16(at, true);
  u32 = (at: number): number => this.view.getUint32(at, true);
  u64 = (at: number): number => this.u32(at) + this.u32(at + 4) * 2 ** 32;
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
export function plainPath(name: string): string | null {
  const path = name.replaceAll('\\', '/');
  const outside =
    path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\0') || path.split('/').includes('..');
  return outside ? null : path;
}
