// Exports of several files: the core hands them over one after the other.

import type { ExportReport } from './report';

export interface ExportedPart {
  /** May hold folders, relative to the first file. */
  name: string;
  bytes: Uint8Array;
}

/** The files of an export, the main one first; undefined where it is one file without a name of its own. */
export function exportedParts(bytes: Uint8Array, { files }: ExportReport): ExportedPart[] | undefined {
  let at = 0;
  return files?.map(({ name, bytes: size }) => ({ name, bytes: bytes.subarray(at, (at += size)) }));
}
