// Files that lie packed, in an archive or as gzip: unpacked where they are read, when they are first read, and then kept.
// What is not asked for costs nothing.

import { type FileData, isPacked } from '../protocol/files';
import { VitrineError } from '../base/errors';
import { isPackedData } from '../core/gzipName';
import type { plainFile } from '../archives/unpack';
import { fetchPart } from './lazyScripts';

const unpacked = new WeakMap<FileData, Promise<Blob | ArrayBuffer>>();

/** Unpacks a file where it is packed. Rejects with VitrineError if that fails. `watch` may throw to end it. */
export async function plainData(
  name: string,
  data: FileData,
  watch?: (loaded: number) => void,
): Promise<Blob | ArrayBuffer> {
  if (!isPacked(data) && !(await isPackedData(data))) return data;
  const known = unpacked.get(data);
  if (known) return known;
  const result = fetchPart('engine-extras')
    .then((extras) => extras.plainFile(name, data, watch))
    .catch(ours);
  unpacked.set(data, result);
  // Another attempt may have more luck, or not be cancelled.
  result.catch(() => unpacked.delete(data));
  return result;
}

/** The extras are a script with a class VitrineError of their own. */
function ours(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'VitrineError') throw error;
  const { code, message, issues } = error as VitrineError;
  throw new VitrineError(code, message, issues);
}

declare module './lazyScripts' {
  interface Extras {
    plainFile: typeof plainFile;
  }
}
