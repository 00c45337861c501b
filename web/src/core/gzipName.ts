// How gzip files are named and recognised, without what unpacks them.

import { soundKinds } from './formats';

/** Players of songs name theirs with a z at the end. */
const kEnding = new RegExp(`\\.gz$|(?<=\\.(?:${Object.values(soundKinds).flat().join('|')}))z$`, 'i');

/** The name of what is inside: `a/hero.tga.gz` is a/hero.tga. */
export const plainName = (path: string): string => path.replace(kEnding, '');
export const isPackedName = (path: string): boolean => kEnding.test(path);

export const isGzip = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b;

/** Whether a file of its own is a gzip file; false for one that cannot be read, which its reader reports. */
export async function isPackedData(data: Blob | ArrayBuffer): Promise<boolean> {
  const head =
    data instanceof Blob
      ? await data
          .slice(0, 2)
          .arrayBuffer()
          .catch(() => undefined)
      : data;
  return head !== undefined && isGzip(new Uint8Array(head, 0, Math.min(2, head.byteLength)));
}

/** Files under the names of what is inside them. Of `x.iqm` and `x.iqm.gz` in one folder the plain one counts. */
export function underPlainNames<File extends { name: string }>(files: readonly File[]): File[] {
  if (!files.some(({ name }) => isPackedName(name))) return [...files];
  const names = new Set(files.map(({ name }) => name));
  return files
    .filter(({ name }) => !isPackedName(name) || !names.has(plainName(name)))
    .map((file) => ({ ...file, name: plainName(file.name) }));
}
