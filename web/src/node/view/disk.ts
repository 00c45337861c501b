// The files that `vitrine view` hands to its page: those that were named, and companions out of their folders.

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

import { UsageError } from '../command';
import { archiveEndings, ending, expand, readFile } from '../files';
import { statOf } from '../system';

export interface DiskFile {
  path: string;
  bytes: Uint8Array;
  hash: string;
}

/** Mark that changes with a file, without reading it; undefined where there is no file. */
export function stampOf(path: string): string | undefined {
  const found = statOf(path);
  return found?.isFile() ? `${found.ino} ${found.size} ${found.mtimeMs}` : undefined;
}

/** A file that was written a moment before it was read may be written again without any other time or size. */
const kSureMs = 2000;
/** Files larger than this are not read once more for that. */
const kMostDoubtBytes = 2 ** 26;

/** Reads files, each once as long as it stays the same. */
export class Disk {
  private readonly known = new Map<string, { stamp: string; sure: boolean; file: DiskFile }>();

  /** Some file has to be read once more to be sure of it. */
  doubtful = false;

  /** Undefined for what is not there, or cannot be read now. */
  read(path: string): DiskFile | undefined {
    const stamp = stampOf(path),
      before = this.known.get(path);
    if (stamp === undefined) return undefined;
    if (before?.stamp === stamp && before.sure) return before.file;
    try {
      const bytes = readFile(path),
        age = Date.now() - (statOf(path)?.mtimeMs ?? 0);
      // Modified while it was read; the next poll retries.
      if (stampOf(path) !== stamp) return void (this.doubtful = true);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32),
        sure = age > kSureMs || age < 0 || bytes.length > kMostDoubtBytes,
        file = before?.file.hash === hash ? before.file : { path, bytes, hash };
      this.doubtful ||= !sure;
      this.known.set(path, { stamp, sure, file });
      return file;
    } catch {
      return undefined;
    }
  }

  /** Only these are needed any more. */
  keep(paths: ReadonlySet<string>): void {
    for (const path of this.known.keys()) if (!paths.has(path)) this.known.delete(path);
  }
}

/** The operands' files by path, those of folders and patterns as far as `wanted` and as they lie inside. */
export function pathsOf(operands: readonly string[], wanted: (name: string) => boolean): string[] {
  const paths = operands.flatMap((operand) => {
    if (statOf(operand)?.isFile()) return [operand];
    const found = expand(operand, (name) => wanted(name) || archiveEndings.has(ending(name)));
    const within = insideOf(folderOf(operand));
    return found.filter(within);
  });
  return [...new Set(paths)];
}

/** The folder of an operand that is a folder, a pattern, or a file that is not there any more. */
function folderOf(operand: string): string {
  if (statOf(operand)?.isDirectory()) return operand;
  const wild = operand.search(/[*?[{]/);
  return dirname(wild < 0 ? operand : `${operand.slice(0, wild)}x`);
}

/** Whether a path leads to something inside the folder, over its links. */
export function insideOf(folder: string): (path: string) => boolean {
  const real = realOf(folder);
  return (path) => {
    const there = realOf(path);
    return real !== undefined && there !== undefined && (real === sep || there.startsWith(real + sep));
  };
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Where a companion lies: by the path that a document gives it, else by its name; never outside the folders. */
export function besideIn(folders: Iterable<string>, name: string): string | undefined {
  const plain = name.replaceAll('\\', '/');
  const tries = plain.split('/').includes('..') || plain.includes('\0') ? [basename(plain)] : [plain, basename(plain)];
  for (const folder of folders) {
    const inside = insideOf(folder);
    for (const one of tries) {
      const path = join(folder, one);
      if (statOf(path)?.isFile() && inside(path)) return path;
    }
  }
  return undefined;
}

/** Throws UsageError for an operand that names nothing now. */
export function checkOperands(operands: readonly string[], wanted: (name: string) => boolean): void {
  if (operands.length === 0) throw new UsageError('name at least one file or folder');
  for (const operand of operands) {
    if (operand === '-') throw new UsageError('standard input does not change; name files');
    if (pathsOf([operand], wanted).length === 0) throw new UsageError(`nothing that Vitrine can read in '${operand}'`);
  }
}
