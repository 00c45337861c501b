// Files as pages hand them to an engine.

import type { PackedFile } from '../archives/archive';

export type FileData = Blob | ArrayBuffer | PackedFile;

/** A file by its bytes, by a handle the engine reads itself, or by its place in an archive. */
export interface SourceFile {
  name: string;
  data: FileData;
}

export const isPacked = (data: FileData): data is PackedFile => 'archive' in data;

/** Bytes of a file, unpacked. */
export const sizeOf = (data: FileData): number =>
  data instanceof Blob ? data.size : isPacked(data) ? data.bytes : data.byteLength;

/** New files take the place of older ones with the same name. */
export function mergeFiles(old: readonly SourceFile[], fresh: readonly SourceFile[]): SourceFile[] {
  const names = new Set(fresh.map(({ name }) => name));
  return [...old.filter(({ name }) => !names.has(name)), ...fresh];
}
