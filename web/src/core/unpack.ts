// A file out of an archive, as the platform unpacks it.

import { checkUnpacked, type PackedFile, tooMuch } from './archive';
import { VitrineError } from './errors';

/** Rejects with VitrineError ARCHIVE_DAMAGED, and with what `watch` throws. */
export async function unpackFile(name: string, file: PackedFile, watch?: (loaded: number) => void): Promise<Blob> {
  const packed = file.archive.slice(file.offset, file.offset + file.packedBytes);
  if (!file.deflated) {
    checkUnpacked(name, file, new Uint8Array(await packed.arrayBuffer()));
    return packed;
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
  return new Blob([bytes]);
}
