// Archives among the files of a drop: what lies in them takes their place, as files that are unpacked when read.

import { inflateEntry, isArchive, listArchive } from '../../core/archive';
import { VitrineError } from '../../core/errors';
import { byMountOrder, type Mounted, mounted } from '../../core/mount';
import type { SourceFile } from '../../engine/messages';

export interface Unfolded {
  files: SourceFile[];
  /** Archives in the order they are mounted. */
  archives: string[];
  /** Archives that could not be opened, and why. */
  refused: VitrineError[];
}

const kArchiveName = /\.(zip|pk3|pk4)$/i;
/** Files of unknown endings whose first bytes are looked at. */
const kMostLooks = 64;

/** `known` tells files by their names that can be of use, and `given` whatever was dropped or chosen together. */
export async function unfold(given: readonly SourceFile[], known: (name: string) => boolean): Promise<Unfolded> {
  let looks = 0;
  const looksLikeArchive = async ({ name, data }: SourceFile): Promise<boolean> => {
    if (!(data instanceof Blob)) return false;
    if (kArchiveName.test(name)) return true;
    if (known(name) || ++looks > kMostLooks) return false;
    return data
      .slice(0, 4)
      .arrayBuffer()
      .then(
        (head) => isArchive(new Uint8Array(head)),
        () => false,
      );
  };
  const are = await Promise.all(given.map(looksLikeArchive));
  const archives = given.filter((_, i) => are[i]).sort(byMountOrder),
    refused: VitrineError[] = [],
    contents: (SourceFile & Mounted)[] = [];
  for (const { name, data } of archives) {
    try {
      contents.push(...(await filesOfArchive(name, data as Blob, known)));
    } catch (error) {
      refused.push(
        error instanceof VitrineError
          ? error
          : new VitrineError('FILE_UNREADABLE', `${name}: ${error instanceof Error ? error.message : String(error)}`),
      );
    }
  }
  const all: (SourceFile & Mounted)[] = [...given.filter((_, i) => !are[i]), ...contents];
  return {
    files: mounted(all).map(({ name, data }) => ({ name, data })),
    archives: archives
      .map(({ name }) => name)
      .filter((name) => refused.every(({ issues }) => issues[0]?.source !== name)),
    refused,
  };
}

/** The files of one archive, named with the archive as a folder. */
export async function filesOfArchive(
  archive: string,
  blob: Blob,
  known: (name: string) => boolean,
): Promise<(SourceFile & Mounted)[]> {
  const read = async (offset: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  const entries = await listArchive(archive, blob.size, read, known);
  const files: (SourceFile & Mounted)[] = [];
  for (const { name, ...entry } of entries) {
    const path = `${archive}/${name}`;
    // Browsers without streams that unpack get the bytes.
    const data =
      typeof DecompressionStream === 'undefined'
        ? (inflateEntry(path, entry, await read(entry.offset, entry.packedBytes)).slice().buffer as ArrayBuffer)
        : { archive: blob, ...entry };
    files.push({ name: path, data, archive });
  }
  return files;
}
