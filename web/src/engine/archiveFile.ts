// Files that lie packed in an archive: unpacked where they are read, when they are first read, and then kept. What lies
// in an archive and is not asked for costs nothing.

import { type FileData, isPacked } from '../protocol/files';
import type { PackedFile } from '../core/archive';
import type { unpackFile } from '../core/unpack';
import { fetchPart } from './lazyScripts';

const unpacked = new WeakMap<PackedFile, Promise<Blob>>();

/** Unpacks a file where it is packed. Rejects with VitrineError if that fails. `watch` may throw to end it. */
export function plainData(name: string, data: FileData, watch?: (loaded: number) => void): Promise<Blob | ArrayBuffer> {
  if (!isPacked(data)) return Promise.resolve(data);
  const known = unpacked.get(data);
  if (known) return known;
  const result = fetchPart('engine-extras').then((extras) => extras.unpackFile(name, data, watch));
  unpacked.set(data, result);
  // Another attempt may have more luck, or not be cancelled.
  result.catch(() => unpacked.delete(data));
  return result;
}

declare module './lazyScripts' {
  interface Extras {
    unpackFile: typeof unpackFile;
  }
}
