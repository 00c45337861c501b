// Files in a zip, without the folders above the page's own. What packs is fetched when it is needed.

import type { Zippable } from 'fflate';

const bytesOf = async (data: Blob | ArrayBuffer): Promise<Uint8Array> =>
  new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);

/** Names keep their folders; parts that lead out of the archive are left out. */
export async function zipOf(
  files: readonly { name: string; data: Blob | ArrayBuffer }[],
): Promise<Uint8Array<ArrayBuffer>> {
  const entries: Zippable = {};
  for (const { name, data } of files) entries[inside(name)] = await bytesOf(data);
  const { zipped } = await import('./exportFiles');
  return zipped(entries) as Uint8Array<ArrayBuffer>;
}

const inside = (name: string): string =>
  name
    .split(/[\\/]+/)
    .filter((part) => !/^(?:\.{0,2}|[a-z]:)$/i.test(part))
    .join('/');
