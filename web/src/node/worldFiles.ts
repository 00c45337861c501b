// Which world documents operands mean, and where the files lie that they name.

import { dirname, posix } from 'node:path';

import { isArchive, unpack } from '../archives/archive';
import { plainName } from '../core/gzipName';
import { foldPath, type Mounted, mounted } from '../base/mount';
import { VitrineError } from '../base/errors';
import { DocumentUsageError, UsageError } from './command';
import { archiveEndings, ending, expand, fileWithin, readFile, readStandardInput } from './files';
import { unpacked } from './inputs';
import { InputPaths } from './outputs';
import { statOf } from './system';

export interface WorldInput {
  source: string;
  /** Its bytes; throws DocumentUsageError where there is no reading it. */
  text(): Uint8Array;
  /** A file that the document names, relative to it; nothing outside of its folder or archive. */
  beside(name: string): Uint8Array | undefined;
  /** Paths that were read on disk: the operands, and the files that `beside` found. */
  inputs: InputPaths;
}

type Entry = Mounted & { bytes: Uint8Array };

export const isWorldName = (name: string): boolean => plainName(name).toLowerCase().endsWith('.world.json');

/** Whether paths, folders, patterns or archives hold a world document. */
export const holdWorlds = (operands: readonly string[]): boolean =>
  operands.some((operand) => {
    if (operand === '-') return false;
    const wanted = (name: string): boolean => isWorldName(name) || archiveEndings.has(ending(name));
    const paths = statOf(operand)?.isFile() === true ? [operand].filter(wanted) : expand(operand, wanted);
    return paths.some((path) => isWorldName(path) || unpackable(path).some(({ name }) => isWorldName(name)));
  });

/** Opening a file reports that it cannot be unpacked. */
function unpackable(path: string): readonly { name: string }[] {
  try {
    return unpack(path, unpacked(path, readFile(path)), isWorldName);
  } catch (error) {
    if (error instanceof VitrineError || error instanceof DocumentUsageError) return [];
    throw error;
  }
}

/**
 * The world documents of paths, folders, patterns, archives and standard input. Archives that are named one by one lie
 * over one another, later over earlier; what a document on disk names is looked for beside it, then in the archives.
 */
export async function openWorlds(operands: readonly string[], inputs = new InputPaths()): Promise<WorldInput[]> {
  if (operands.length === 0) throw new UsageError('name one world document, or - for standard input');
  if (operands.filter((operand) => operand === '-').length > 1)
    throw new UsageError('standard input can be read only once');
  const texts: { source: string; text: () => Uint8Array; folder: string }[] = [];
  const entries: Entry[] = [];
  const take = (path: string, given: Uint8Array, folder: string, root: object): void => {
    const bytes = unpacked(path, given);
    if (!isArchive(bytes)) texts.push({ source: path, text: () => bytes, folder });
    else
      for (const entry of unpack(path, bytes))
        entries.push({ name: `${path}/${entry.name}`, bytes: entry.bytes, archive: path, ...root });
  };
  for (const operand of operands) {
    if (operand === '-') {
      take('stdin', await readStandardInput(), '.', { root: '' });
      continue;
    }
    // Archives of a folder are looked into where it has no document of its own.
    const named = expand(operand, isWorldName);
    const paths = named.length > 0 ? named : expand(operand, (name) => archiveEndings.has(ending(name)));
    if (paths.length === 0) throw new UsageError(`there is no world document (*.world.json) in '${operand}'`);
    for (const path of paths) {
      inputs.add(path);
      if (isWorldName(path))
        texts.push({ source: path, text: () => unpacked(path, readFile(path)), folder: dirname(path) });
      else take(path, readFile(path), dirname(path), paths[0] === operand ? { root: '' } : {});
    }
  }
  const seen = mounted(entries);
  /** Files by path below the archives' root. */
  const packed = new Map(seen.map((entry) => [foldPath(inside(entry)), entry.bytes]));
  const worlds: WorldInput[] = texts.map(({ source, text, folder }) => ({
    source,
    text,
    beside: (name) => {
      const path = name.replaceAll('\\', '/'),
        onDisk = fileWithin(folder, path);
      if (onDisk === undefined)
        return packed.get(foldPath(posix.normalize(plainName(path)))) ?? packed.get(pathIn(folder, path));
      inputs.add(onDisk);
      return unpacked(onDisk, readFile(onDisk));
    },
    inputs,
  }));
  for (const entry of seen) {
    if (!isWorldName(entry.name)) continue;
    const folder = posix.dirname(inside(entry));
    worlds.push({
      source: entry.name,
      text: () => entry.bytes,
      beside: (name) => packed.get(pathIn(folder, name)),
      inputs,
    });
  }
  if (worlds.length === 0)
    throw new UsageError(`there is no world document (*.world.json) in '${operands.join("', '")}'`);
  return worlds;
}

/** Path of an entry as it is mounted. */
const inside = ({ name, archive = '', root }: Entry): string =>
  (root ?? archive.slice(0, archive.lastIndexOf('/') + 1)) + name.slice(archive.length + 1);

const pathIn = (folder: string, name: string): string =>
  foldPath(posix.join(folder, plainName(name).replaceAll('\\', '/')));
