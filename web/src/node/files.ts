// Operands to files: paths, folders, glob patterns, archives and standard input.

import {
  closeSync,
  type Dirent,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';

import { archiveEndings as endingsOfArchives, isArchive, nameOf, unpack } from '../archives/archive';
import type { InputFile } from '../core/document';
import { plainName, underPlainNames } from '../core/gzipName';
import { type Mounted, mounted } from '../base/mount';
import { isImageName, lumpOf } from '../core/names';
import { isPaletteName } from '../images/paletted';
import { isHelper } from './batchJobs';
import { DocumentUsageError, UsageError } from './command';
import { unpacked } from './inputs';
import { InputPaths } from './outputs';
import { oddNames, statOf, systemReason } from './system';
import { type Resolve, Surroundings } from './surroundings';
import { cut, plain } from './terminal';

export interface Gathered {
  /** Files for the core. */
  files: InputFile[];
  /** Paths that were read on disk: archives themselves, and the images that `resolve` found. */
  inputs: InputPaths;
  /** Looks on disk for what the files ask for. */
  resolve: Resolve;
}

/** Of what is inside, for a gzip file. */
export const ending = (name: string): string =>
  lumpOf(name) ?? basename(plainName(name)).toLowerCase().split('.').slice(1).pop() ?? '';

/** `endings` are those of the formats: what folders, patterns and archives hold besides is passed over. */
export async function gather(operands: readonly string[], endings: readonly string[]): Promise<Gathered> {
  if (operands.length === 0) throw new UsageError('name at least one file');
  if (operands.filter((operand) => operand === '-').length > 1)
    throw new UsageError('standard input can be read only once');
  const known = new Set(endings.flatMap((e) => e.split('.').slice(-1)));
  const wanted = (name: string): boolean => known.has(ending(name)) || isImageName(name);
  const folders = new Set<string>();
  const inputs = new InputPaths();
  const files: (InputFile & Mounted)[] = [];

  // Archives that are named one by one lie over one another wherever they are, those below a folder where they lie.
  let mountedAt: { root?: string } = {};
  const take = (name: string, given: Uint8Array): void => {
    const bytes = unpacked(name, given);
    if (!isArchive(bytes)) files.push({ name, bytes });
    else
      for (const entry of unpack(name, bytes, wanted))
        files.push({ name: `${name}/${entry.name}`, bytes: entry.bytes, archive: name, ...mountedAt });
  };
  for (const operand of operands) {
    const before = files.length;
    if (operand === '-') {
      take('stdin', await readStandardInput());
      continue;
    }
    const paths = expand(operand, (name) => wanted(name) || archiveEndings.has(ending(name)));
    mountedAt = paths[0] === operand ? { root: '' } : {};
    for (const path of paths) {
      folders.add(dirname(path));
      inputs.add(path);
      take(path, readFile(path));
    }
    if (files.length === before) throw new UsageError(`nothing that Vitrine can read in '${operand}'`);
  }
  return {
    files: mounted(underPlainNames(files)).map(({ name, bytes }) => ({ name, bytes })),
    inputs,
    resolve: besides(folders, inputs),
  };
}

/** A game's palette lies in a folder beside that of the models, or beside one above. */
const kPaletteFolders = ['.', '..', join('..', '..'), join('..', '..', '..')];

export const surroundingsOf = (inputs: InputPaths): Surroundings => new Surroundings(inputs, { entriesOf, readFile });

/** Answers for a game's palette, and looks around the models for all else; what it finds is an input. */
export function besides(folders: Iterable<string>, inputs: InputPaths, around = surroundingsOf(inputs)): Resolve {
  const palette = (name: string): Uint8Array | undefined => {
    if (!isPaletteName(name)) return undefined;
    for (const folder of folders) {
      const path = kPaletteFolders.map((up) => join(folder, up, name)).find((one) => statOf(one)?.isFile() === true);
      if (path === undefined) continue;
      inputs.add(path);
      return readFile(path);
    }
    return undefined;
  };
  return Object.assign(palette, { around });
}

/** A file in a folder or below it, by the name that a document has for it; undefined where the name or a link leads out. */
export function fileWithin(folder: string, name: string): string | undefined {
  const path = normalize(name.replaceAll('\\', '/'));
  if (isAbsolute(path) || /^[a-z]:/i.test(path) || path.split(sep)[0] === '..') return undefined;
  const there = [path, `${path}.gz`].map((one) => join(folder, one)).find((one) => statOf(one)?.isFile() === true);
  if (there === undefined) return undefined;
  return realpathSync(there).startsWith(join(realpathSync(folder), sep)) ? there : undefined;
}

/** More than any archive that is opened; what goes on without end is refused while it still comes in. */
const kMostInputBytes = 2 ** 30;

let standardInput: Promise<Uint8Array> | undefined;

/** Everything up to the end of standard input; who asks again gets the same bytes. */
export const readStandardInput = (): Promise<Uint8Array> => (standardInput ??= readToEnd());

/** Piece by piece as it comes. */
async function readToEnd(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  InputPaths.others.addOpen(process.stdin.fd);
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Uint8Array);
    total += (chunk as Uint8Array).length;
    if (total > kMostInputBytes) throw new UsageError(`standard input holds more than ${kMostInputBytes} bytes`);
  }
  return Buffer.concat(chunks);
}

export const archiveEndings: ReadonlySet<string> = new Set(endingsOfArchives);

/** The bytes of a file or a pipe; a DocumentUsageError when there is no reading it, or no end to it. */
export function readFile(path: string): Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(oddNames.get(path) ?? path, 'r');
    const found = fstatSync(file);
    if (found.isFIFO()) return readPipe(file);
    if (found.isFile() || found.isDirectory()) return readFileSync(file);
    throw new Error('it is neither a file nor a pipe');
  } catch (error) {
    throw new DocumentUsageError(`cannot read '${cut(path)}': ${systemReason(error)}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The same for a file that an option names: no result is written over it. */
export function readOptionFile(path: string): Uint8Array {
  InputPaths.others.add(path);
  return readFile(path);
}

function readPipe(file: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const chunk = new Uint8Array(1 << 16),
      bytes = readSync(file, chunk);
    if (bytes === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, bytes));
    total += bytes;
    if (total > kMostInputBytes) throw new Error(`it holds more than ${kMostInputBytes} bytes`);
  }
}

/** A path as it is, all wanted files below a folder, or those that a pattern matches. */
export function expand(operand: string, wanted: (name: string) => boolean): string[] {
  const found = statOf(operand);
  if (found?.isDirectory()) return filesBelow(operand).filter(wanted);
  if (found && !found.isFile() && !found.isFIFO())
    throw new UsageError(`'${cut(operand)}' is neither a file, a folder nor a pipe`);
  if (found) return [operand];
  if (!/[*?[{]/.test(operand)) throw new UsageError(`no such file: '${cut(operand)}'`);
  const fixed = baseOf(operand);
  const pattern = globToRegExp(join(operand));
  return existsSync(fixed) ? filesBelow(fixed).filter((path) => pattern.test(path) && wanted(path)) : [];
}

/** The folder that all paths of an operand lie in: itself, that of a file, or the one before a pattern's first wildcard. */
export function baseOf(operand: string): string {
  const found = statOf(operand);
  if (found?.isDirectory()) return operand;
  return dirname(found ? operand : `${operand.slice(0, operand.search(/[*?[{]/))}x`);
}

/** Sorted, so that a document does not depend on the file system. Links are followed to files, never to folders. */
function filesBelow(folder: string): string[] {
  const found: string[] = [];
  /** `raw` is the folder as the disk has it. Old archives hold names that are no UTF-8; each gets one of its own. */
  const walk = (path: string, raw: Buffer): void => {
    const entries = entriesOf(path, raw);
    const taken = new Set(entries.flatMap(({ name }) => (isUtf8(name) ? [nameOf(name)] : [])));
    for (const entry of entries) {
      const there = Buffer.concat([raw, Buffer.from(sep), entry.name]);
      let name = nameOf(entry.name);
      if (!isUtf8(entry.name)) {
        while (taken.has(name)) name = `_${name}`;
        taken.add(name);
      }
      const here = join(path, name);
      if (entry.isDirectory()) walk(here, there);
      else if (isFile(entry, there)) {
        if (!isUtf8(there)) oddNames.set(here, there);
        found.push(here);
      }
    }
  };
  walk(folder, Buffer.from(folder));
  return found.sort();
}

const isFile = (entry: Dirent<Buffer>, path: Buffer): boolean =>
  entry.isFile() || (entry.isSymbolicLink() && statOf(path)?.isFile() === true);

/** Folders whose message is out: several look into the same one. */
const passedOver = new Set<string>();

/** A folder that cannot be looked into is skipped, with one message. */
export function entriesOf(path: string, raw: Buffer): Dirent<Buffer>[] {
  try {
    return readdirSync(raw, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    // Each thread of a batch looks; the one that asks says so.
    if (!isHelper() && !passedOver.has(path))
      process.stderr.write(`vitrine: passed over '${plain(cut(path))}': ${systemReason(error)}\n`);
    passedOver.add(path);
    return [];
  }
}

/** `*` and `?` within a name, `**` across folders, `[abc]` one of several characters, `{a,b}` alternatives. */
export function globToRegExp(pattern: string): RegExp {
  const tokens = pattern.match(/\*\*\/|\*\*+|\[[^\]/]+\]|\{[^{}]*\}|[^]/gu) ?? [];
  const source = tokens.map((token): string => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '*') return '[^/]*';
    if (/^\*+$/.test(token)) return '.*';
    if (token === '?') return '[^/]';
    if (/^\[.+\]$/.test(token))
      return `[${token
        .slice(1, -1)
        .replace(/^!/, '^')
        .replace(/[\\\]]/g, '\\$&')}]`;
    if (/^\{.*\}$/.test(token)) {
      return `(?:${token
        .slice(1, -1)
        .split(',')
        .map((part) => globToRegExp(part).source.slice(1, -1))
        .join('|')})`;
    }
    return token.replace(/[\\^$.|?*+()[\]{}/]/g, '\\$&');
  });
  try {
    return new RegExp(`^${source.join('')}$`, 'su');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`'${pattern}' is not a pattern: a range of characters goes from the lower to the higher`);
  }
}

/** Names without the folder that all of them lie in. */
export function inFolder(names: readonly string[]): (name: string) => string {
  const folders = names.map((name) => name.split(/[\\/]/).slice(0, -1)),
    [first = []] = folders;
  const differs = first.findIndex((part, i) => folders.some((folder) => folder[i] !== part)),
    depth = differs < 0 ? first.length : differs,
    shared = first.slice(0, depth).join('/');
  return (name) => {
    const path = name.replaceAll('\\', '/');
    return depth > 0 && path.startsWith(`${shared}/`) ? path.slice(shared.length + 1) : name;
  };
}
