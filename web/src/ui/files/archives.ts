// Archives among the files of a drop: what lies in them takes their place, as files that are unpacked when read.

import { pushAll } from '../../base/lists';
import { archiveEndings, inflateEntry, isArchive, listArchive } from '../../archives/archive';
import { unreadable, VitrineError } from '../../base/errors';
import { plainName, underPlainNames } from '../../core/gzipName';
import { byMountOrder, foldPath, type Mounted, mounted } from '../../base/mount';
import type { SourceFile } from '../../protocol/files';

export interface Unfolded {
  files: SourceFile[];
  /** Archives in the order they are mounted. */
  archives: string[];
  /** Archives that could not be opened, and why. */
  refused: VitrineError[];
}

const kArchiveName = new RegExp(`\\.(${archiveEndings.join('|')})$`, 'i');
/** Files of unknown endings whose first bytes are looked at. */
const kMostLooks = 64;

/**
 * `known` picks the files that can be of use by their names, and `given` whatever was dropped or chosen together. Gzip files
 * come under the names of what is in them, and are unpacked when they are read.
 */
export async function unfold(asked: readonly SourceFile[], known: (name: string) => boolean): Promise<Unfolded> {
  const given = underPlainNames(asked);
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
      pushAll(contents, await filesOfArchive(name, data as Blob, known));
    } catch (error) {
      refused.push(
        error instanceof VitrineError
          ? error
          : new VitrineError(
              'FILE_UNREADABLE',
              error instanceof DOMException
                ? unreadable(name)
                : `${name}: ${error instanceof Error ? error.message : String(error)}`,
            ),
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

/** The files with what `changes` has in their place; undefined when none of them changes. */
export async function replaced(
  files: readonly SourceFile[],
  changes: ReadonlyMap<Blob, Blob>,
  known: (name: string) => boolean,
): Promise<SourceFile[] | undefined> {
  const read = new Map<Blob, Map<string, SourceFile>>();
  const result: SourceFile[] = [];
  let any = false;
  for (const file of files) {
    const { name, data } = file,
      blob = data instanceof Blob ? data : 'archive' in data ? data.archive : undefined,
      now = blob && changes.get(blob);
    if (!blob || !now) {
      result.push(file);
      continue;
    }
    any = true;
    if (data === blob) {
      result.push({ name, data: now });
      continue;
    }
    let inside = read.get(blob);
    if (!inside) {
      const archive = archiveOf(name);
      // An archive that is just being written counts as empty: what lay in it goes, until it can be read.
      const fresh = await filesOfArchive(archive, now, known).catch(() => []);
      inside = new Map(fresh.map((each) => [foldPath(each.name), each]));
      read.set(blob, inside);
    }
    const again = inside.get(foldPath(name));
    if (again) result.push({ name, data: again.data });
  }
  return any ? result : undefined;
}

/** The archive that a path leads into. */
function archiveOf(path: string): string {
  const parts = path.split('/');
  const at = parts.findIndex((part) => kArchiveName.test(part));
  return parts.slice(0, at < 0 ? 1 : at + 1).join('/');
}

/** The files of one archive, named with the archive as a folder. */
async function filesOfArchive(
  archive: string,
  blob: Blob,
  known: (name: string) => boolean,
): Promise<(SourceFile & Mounted)[]> {
  const read = async (offset: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  const entries = underPlainNames(await listArchive(archive, blob.size, read, (name) => known(plainName(name))));
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
