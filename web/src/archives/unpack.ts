// Files as their readers want them: out of an archive, as the platform unpacks it, and out of gzip.

import { checkUnpacked, type PackedFile, tooMuch } from './archive';
import { VitrineError } from '../base/errors';
import { gunzip } from './gzip';
import { isGzip, isPackedData } from '../core/gzipName';

/**
 * The bytes of a file, whether it is packed or not. Rejects with VitrineError ARCHIVE_DAMAGED, ARCHIVE_LIMIT or
 * ARCHIVE_METHOD, and with what `watch` throws.
 */
export async function plainFile(
  name: string,
  data: Blob | ArrayBuffer | PackedFile,
  watch?: (loaded: number) => void,
): Promise<Blob | ArrayBuffer> {
  if ('archive' in data) return unpackFile(name, data, watch);
  if (!(await isPackedData(data))) return data;
  const bytes = data instanceof Blob ? await data.arrayBuffer() : data;
  return new Blob([gunzip(name, new Uint8Array(bytes), undefined, watch) as Uint8Array<ArrayBuffer>]);
}

async function unpackFile(name: string, file: PackedFile, watch?: (loaded: number) => void): Promise<Blob> {
  const packed = file.archive.slice(file.offset, file.offset + file.packedBytes);
  if (!file.deflated) {
    const stored = new Uint8Array(await packed.arrayBuffer());
    checkUnpacked(name, file, stored);
    return isGzip(stored) ? new Blob([gunzip(name, stored) as Uint8Array<ArrayBuffer>]) : packed;
  }
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
      damaged(tooMuch(file.bytes));
    }
    bytes.set(value, loaded);
    loaded += value.length;
    watch?.(loaded);
  }
  checkUnpacked(name, file, bytes.subarray(0, loaded));
  return new Blob([gunzip(name, bytes) as Uint8Array<ArrayBuffer>]);
}
