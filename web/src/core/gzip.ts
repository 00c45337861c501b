// Files that lie compressed on a server, each by itself: `hero.md5mesh.gz` is hero.md5mesh.

const kEnding = /\.gz$/i;
/** What one file may hold (base/limits.h): a few kilobytes can be made to hold anything. */
const kMostBytes = 256 * 2 ** 20;

export const isCompressed = (path: string): boolean => kEnding.test(path);
export const plainName = (path: string): string => path.replace(kEnding, '');

/** What a gzip file holds; rejects where that is too much. A server may have let the browser inflate it already. */
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
