// Files that lie compressed on a server, each by itself: `hero.md5mesh.gz` is hero.md5mesh.

const kEnding = /\.gz$/i;
/** Most bytes of one unpacked file (base/limits.h): a few kilobytes can unpack to any size. */
const kMostBytes = 256 * 2 ** 20;

export const isCompressed = (path: string): boolean => kEnding.test(path);
export const plainName = (path: string): string => path.replace(kEnding, '');

/** Unpacks a gzip file; rejects if it is too large. The browser may have unpacked it already. */
export async function inflated(file: Blob): Promise<Blob> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file;
  const parts: BlobPart[] = [];
  let length = 0;
  for (const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    length += value.length;
    if (length > kMostBytes) throw new RangeError();
  }
}
