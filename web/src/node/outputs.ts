// Where results are written: never over a file that is read.

import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { UsageError } from './command';

/** What no file system and no shell should have to bear in a name. */
const kUnfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*\\]/gu;

/** The files on disk that a command reads, whatever they are called. */
export class InputPaths {
  private readonly real = new Set<string>();

  add(path: string): void {
    if (existsSync(path)) this.real.add(realpathSync(path));
  }

  has(path: string): boolean {
    return existsSync(path) && this.real.has(realpathSync(path));
  }

  /** Throws UsageError when writing `output` would destroy one of them. */
  refuse(output: string): void {
    if (output !== '-' && this.has(output))
      throw new UsageError(`'${output}' is one of the files that are read; name another`);
  }
}

/** Writes a result, `-` to standard output. UsageError instead of one that is read. */
export function writeOutput(output: string, data: string | Uint8Array, inputs: InputPaths): void {
  inputs.refuse(output);
  if (output === '-') process.stdout.write(data);
  else writeFileSync(output, data);
}

/** Throws UsageError when two results would go to one file. */
export function refuseTwice(output: string, report: string | boolean | undefined): void {
  if (typeof report === 'string' && output !== '-' && resolve(output) === resolve(report))
    throw new UsageError(`'${report}' is named twice: for the file and for its report`);
}

/** Paths in a folder for the documents of a batch: that of the document, with another ending. */
export class OutputNames {
  private readonly taken = new Set<string>();

  constructor(
    private readonly folder: string,
    /** Endings of models, to be replaced. */
    private readonly endings: readonly string[],
  ) {}

  /** `below` is the document's path; the folder is made. Neither inputs nor what was named before are written over. */
  next(below: string, ending: string, inputs: InputPaths): string {
    const parts = below
      .split(/[\\/]/)
      .map((part) => part.replace(kUnfit, '_'))
      .filter((part) => !/^\.*$/.test(part));
    const stem = this.stem(parts.pop() ?? 'model');
    const folder = join(this.folder, ...parts);
    let path = join(folder, `${stem}.${ending}`);
    for (let i = 2; this.taken.has(path.toLowerCase()) || inputs.has(path); ++i)
      path = join(folder, `${stem}-${i}.${ending}`);
    this.taken.add(path.toLowerCase());
    mkdirSync(dirname(path), { recursive: true });
    return path;
  }

  private stem(name: string): string {
    const lower = name.toLowerCase();
    const [longest] = this.endings.filter((ending) => lower.endsWith(`.${ending}`)).sort((a, b) => b.length - a.length);
    const stem = longest === undefined ? name.replace(/\.[^.]*$/, '') : name.slice(0, -longest.length - 1);
    return stem === '' ? 'model' : stem;
  }
}
