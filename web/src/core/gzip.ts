// Files that lie compressed on a server, each by itself: `hero.md5mesh.gz` is hero.md5mesh.

export type Bytes = Uint8Array<ArrayBuffer>;

const kEnding = /\.gz$/i;

export const isCompressed = (path: string): boolean => kEnding.test(path);
export const plainName = (path: string): string => path.replace(kEnding, '');

/** What a gzip file holds. A server may have let the browser inflate it already. */
export async function inflated(body: ReadableStream<Bytes>): Promise<ReadableStream<Bytes>> {
  const reader = body.getReader(),
    { value: first } = await reader.read();
  const whole = new ReadableStream<Bytes>({
    start: (out) => first && out.enqueue(first),
    async pull(out) {
      const { done, value } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const isPacked = first?.[0] === 0x1f && first[1] === 0x8b;
  return isPacked ? whole.pipeThrough(new DecompressionStream('gzip')) : whole;
}
