// Files that lie packed in an archive: unpacked where they are read, when they are first read, and then kept. What lies
// in an archive and is not asked for costs nothing.

import { checkUnpacked, type PackedEntry } from '../core/archive';
import { VitrineError } from '../core/errors';

export interface PackedFile extends Omit<PackedEntry, 'name'> {
  archive: Blob;
}

export type FileData = Blob | ArrayBuffer | PackedFile;

const unpacked = new WeakMap<PackedFile, Promise<Blob>>();

const isPacked = (data: FileData): data is PackedFile => 'archive' in data;

/** Bytes of a file, unpacked. */
export const sizeOf = (data: FileData): number =>
  data instanceof Blob ? data.size : isPacked(data) ? data.bytes : data.byteLength;

/** What can be read as it stands. Rejects with VitrineError for what cannot be unpacked. `watch` may throw to end it. */
export function plainData(name: string, data: FileData, watch?: (loaded: number) => void): Promise<Blob | ArrayBuffer> {
  if (!isPacked(data)) return Promise.resolve(data);
  const known = unpacked.get(data);
  if (known) return known;
  const result = unpackFile(name, data, watch ?? (() => undefined));
  unpacked.set(data, result);
  // Another attempt may have more luck, or not be cancelled.
  result.catch(() => unpacked.delete(data));
  return result;
}

async function unpackFile(name: string, file: PackedFile, watch: (loaded: number) => void): Promise<Blob> {
  const packed = file.archive.slice(file.offset, file.offset + file.packedBytes);
  if (!file.deflated) return packed;
  const bytes = new Uint8Array(file.bytes);
  let loaded = 0;
  const damaged = (reason: string): never => {
    throw new VitrineError('ARCHIVE_DAMAGED', `${name}: ${reason}`, [
      { code: 'ARCHIVE_DAMAGED', severity: 0, message: reason, source: name },
    ]);
  };
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader
      .read()
      .catch((error: unknown) =>
        damaged(`it cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`),
      );
    if (done) break;
    if (loaded + value.length > bytes.length) {
      await reader.cancel().catch(() => undefined);
      damaged(`it unpacks to more than the ${file.bytes} bytes that the archive’s directory says`);
    }
    bytes.set(value, loaded);
    loaded += value.length;
    watch(loaded);
  }
  checkUnpacked(name, file, bytes.subarray(0, loaded));
  return new Blob([bytes]);
}
