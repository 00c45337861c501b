// Where results are written: never over a file that is read or over one another, and whole or not at all.

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { DocumentUsageError, UsageError } from './command';
import { statOf, systemReason } from './system';
import { cut } from './terminal';

/** Characters that are replaced in names of files. */
const kUnfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*\\]/gu;
/** More links than a name leads over are a ring. */
const kMostLinks = 40;

export interface Output {
  /** `-` is standard output. */
  path: string;
  data: string | Uint8Array;
  /** Its folder is made where there is none. */
  makesFolder?: boolean;
}

/** The file that `path` leads to over its links, also where there is none yet. */
function target(path: string): string {
  let here = resolve(path);
  for (let i = 0; i < kMostLinks; ++i) {
    try {
      here = resolve(dirname(here), readlinkSync(here));
    } catch {
      break;
    }
  }
  try {
    return join(realpathSync(dirname(here)), basename(here));
  } catch {
    return here;
  }
}

const fileIdentity = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

/** Keys by which paths are compared: the real path, and device and inode of the file. */
function identities(path: string): string[] {
  const found = statOf(path);
  // Devices and pipes take all that is written to them.
  if (found && !found.isFile()) return [];
  return [target(path), ...(found ? [fileIdentity(found)] : [])];
}

/** The files on disk that a command reads, whatever they are called. */
export class InputPaths {
  /** What every command may read besides its operands: files that options name, and standard input. */
  static readonly others = new InputPaths();

  private readonly known = new Set<string>();
  private fresh: string[] = [];

  add(path: string): void {
    if (statOf(path)) this.addKeys(identities(path));
  }

  /** A file that is read by its number, as standard input may be. */
  addOpen(file: number): void {
    const found = fstatSync(file);
    if (found.isFile()) this.addKeys([fileIdentity(found)]);
  }

  has(path: string): boolean {
    return identities(path).some((identity) => this.known.has(identity) || InputPaths.others.known.has(identity));
  }

  /** What came since the last call, for `addKeys` in another thread. */
  newKeys(): string[] {
    const keys = this.fresh;
    this.fresh = [];
    return keys;
  }

  addKeys(keys: readonly string[]): void {
    for (const key of keys) {
      if (this.known.has(key)) continue;
      this.known.add(key);
      this.fresh.push(key);
    }
  }
}

const none = new InputPaths();

/** All that one command writes. Everything is planned, and so checked, before the first byte is written. */
export class Outputs {
  private readonly planned = new Set<string>();

  /** Throws UsageError for a path that is read, planned already, a folder, or a file that may not be written to. */
  plan(paths: readonly string[], inputs = none): void {
    for (const path of paths) {
      if (path === '-') {
        if (this.planned.has(path)) throw new UsageError('standard output can hold one result only; name a file');
        this.planned.add(path);
        continue;
      }
      refuseRead(path, inputs);
      const found = statOf(path);
      if (path === '' || /[/\\]$/.test(path) || found?.isDirectory())
        throw new DocumentUsageError(`'${cut(path)}' is a folder; name a file`);
      if (found?.isFile()) refuseProtected(path);
      const ids = identities(path);
      if (ids.some((id) => this.planned.has(id)))
        throw new DocumentUsageError(`'${cut(path)}' is named twice: each result needs a file of its own`);
      for (const id of ids) this.planned.add(id);
    }
  }

  /**
   * Writes what was planned, and throws DocumentUsageError that names the file where it cannot. Several files come
   * into being together: none has its name before all are on the disk, and where one cannot have its name, those that
   * were replaced before it come back, and folders that were made for them go.
   */
  store(files: readonly Output[]): void {
    new Group(files).finish();
  }

  write(files: readonly Output[], inputs?: InputPaths): void {
    this.plan(
      files.map(({ path }) => path),
      inputs,
    );
    this.store(files);
  }

  /**
   * Writes results of a batch, which learns what it reads as it goes on. Where they would replace a file, or `waits`, they
   * are on the disk but do not have their names: the function that is returned, for when all has been read, gives them
   * those, or throws DocumentUsageError where one of the files that they would replace has been read.
   */
  begin(files: readonly Output[], inputs: InputPaths, waits = false): (() => void) | undefined {
    const paths = files.map(({ path }) => path);
    this.plan(paths, inputs);
    const replaces = paths.some((path) => statOf(path)),
      group = new Group(files);
    if (!waits && !replaces) return void group.finish();
    return () => {
      try {
        for (const path of paths) refuseRead(path, inputs);
      } catch (error) {
        group.drop();
        throw error;
      }
      group.finish();
    };
  }
}

function refuseRead(path: string, inputs: InputPaths): void {
  if (inputs.has(path)) throw new DocumentUsageError(`'${cut(path)}' is one of the files that are read; name another`);
}

/** Files that come into being together. Those that are given up, or left when the process ends, are removed. */
class Group {
  private static readonly open = new Set<Group>();
  private readonly beside: Beside[] = [];
  private readonly folders: string[][] = [];
  /** What has no disk to be on; all other data is there, and no longer in memory. */
  private readonly printed: readonly Output[];

  /** Puts them on the disk, without their names. */
  constructor(files: readonly Output[]) {
    this.printed = files.filter(({ path }) => path === '-');
    if (Group.open.size === 0) process.once('exit', Group.dropAll);
    Group.open.add(this);
    holdSignals();
    try {
      for (const { path, data, makesFolder } of files) {
        if (path === '-') continue;
        if (makesFolder) this.folders.push(makeFolder(dirname(path)));
        const made = writeBeside(path, data);
        if (made) this.beside.push(made);
      }
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  finish(): void {
    const { beside, printed } = this;
    try {
      for (const one of beside) moveIntoPlace(one, beside.length > 1);
    } catch (error) {
      this.drop();
      throw error;
    }
    this.close();
    for (const { before } of beside) if (before !== undefined) remove(before);
    for (const { data } of printed) process.stdout.write(data);
  }

  drop(): void {
    for (const one of this.beside) undo(one);
    removeEmpty(this.folders.reverse().flat());
    this.close();
  }

  static readonly dropAll = (): void => {
    for (const group of Group.open) group.drop();
  };

  static get isOpen(): boolean {
    return Group.open.size > 0;
  }

  private close(): void {
    Group.open.delete(this);
    if (Group.open.size > 0) return;
    process.off('exit', Group.dropAll);
    holdSignals();
  }
}

const kSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let holding = false;

/**
 * A signal that comes while files are written ends the process once they are, or are removed: a listener runs only then.
 * A command that listens itself ends in a way of its own.
 */
function holdSignals(): void {
  if (!holding) for (const name of kSignals) if (process.listenerCount(name) === 0) process.on(name, raise);
  holding = true;
  // Signals are handed out between two turns.
  setImmediate(() => setImmediate(() => !Group.isOpen && release()));
}

function release(): void {
  for (const name of kSignals) process.off(name, raise);
  holding = false;
}

function raise(name: NodeJS.Signals): void {
  Group.dropAll();
  release();
  process.kill(process.pid, name);
}

let written = 0;

/** A file that is on the disk and does not have its name yet. */
interface Beside {
  path: string;
  there: string;
  beside: string;
  replaces: boolean;
  moved: boolean;
  /** A second name of what was there before. */
  before?: string;
}

function failed(path: string, error: unknown): never {
  throw new DocumentUsageError(`cannot write '${cut(path)}': ${systemReason(error)}`);
}

/** A file takes the place of the old one whatever the rights of that are: those are asked first. */
function refuseProtected(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    failed(path, error);
  }
}

/** Writes beside an existing file of the name. Undefined for a device or a pipe, which has no name to be moved to. */
function writeBeside(path: string, data: string | Uint8Array): Beside | undefined {
  const found = statOf(path);
  if (found && !found.isFile()) {
    try {
      writeFileSync(path, data);
      return undefined;
    } catch (error) {
      return failed(path, error);
    }
  }
  const there = target(path),
    beside = join(dirname(there), `.vitrine-${process.pid}-${Date.now().toString(36)}-${written++}.part`);
  try {
    writeFileSync(beside, data, { flag: 'wx' });
    if (found) chmodSync(beside, found.mode & 0o7777);
  } catch (error) {
    remove(beside);
    failed(path, error);
  }
  return { path, there, beside, replaces: found !== undefined, moved: false };
}

function moveIntoPlace(one: Beside, keepsBefore: boolean): void {
  if (one.replaces && keepsBefore) {
    const before = `${one.beside}.before`;
    try {
      linkSync(one.there, before);
      one.before = before;
    } catch {
      // A file system without links: what is replaced cannot come back.
    }
  }
  try {
    renameSync(one.beside, one.there);
    one.moved = true;
  } catch (error) {
    failed(one.path, error);
  }
}

/** Removes new files and restores replaced ones. */
function undo({ there, beside, replaces, moved, before }: Beside): void {
  if (!moved) remove(beside);
  else if (!replaces) remove(there);
  else if (before !== undefined) renameSync(before, there);
  if (!moved && before !== undefined) remove(before);
}

/** What cannot be removed stays: why the writing failed is what there is to say. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Its folder is none, or no longer there.
  }
}

/** A folder for results, with those above it; the new ones, the deepest first. Throws UsageError where there can be none. */
export function makeFolder(folder: string): string[] {
  try {
    const first = mkdirSync(folder, { recursive: true });
    const made: string[] = [];
    if (first !== undefined)
      for (let here = resolve(folder); here.length >= resolve(first).length; here = dirname(here)) made.push(here);
    return made;
  } catch (error) {
    throw new UsageError(`cannot make the folder '${cut(folder)}': ${systemReason(error)}`);
  }
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // It holds something else.
    }
  }
}

/** Whether a file has these bytes already. */
export function holds(path: string, data: string | Uint8Array): boolean {
  if (statOf(path)?.size !== data.length) return false;
  try {
    return Buffer.compare(readFileSync(path), Buffer.from(data)) === 0;
  } catch {
    return false;
  }
}

/** Names that were not given before: the one that is wanted, or the same with a number, from 2. */
export class FreeNames {
  private readonly taken = new Set<string>();
  /** The last number of each name that was wanted: many documents may have one name. */
  private readonly numbers = new Map<string, number>();

  /** `named` puts '' or '-2' into the name. */
  next(named: (suffix: string) => string, isUsed: (name: string) => boolean): string {
    const wanted = named('');
    let name = wanted,
      number = this.numbers.get(wanted.toLowerCase()) ?? 1;
    while (this.taken.has(name.toLowerCase()) || isUsed(name)) name = named(`-${++number}`);
    this.numbers.set(wanted.toLowerCase(), number);
    this.taken.add(name.toLowerCase());
    return name;
  }
}

/** Paths in a folder for the documents of a batch: that of the document, with another ending. */
export class OutputNames {
  private readonly names = new FreeNames();

  constructor(
    private readonly folder: string,
    /** Endings of models, to be replaced. */
    private readonly endings: readonly string[],
  ) {}

  /**
   * `below` is the document's path; the folder is made. Neither inputs nor what was named before are written over.
   * Without `ending` the file keeps its own. Throws DocumentUsageError for a folder that cannot be made.
   */
  next(below: string, ending?: string, inputs = none): string {
    const parts = below
      .split(/[\\/]/)
      .map((part) => part.replace(kUnfit, '_'))
      .filter((part) => !/^\.*$/.test(part));
    const name = parts.pop() ?? 'model',
      stem = this.stem(name),
      end = ending === undefined ? name.slice(stem.length) : `.${ending}`;
    const folder = join(this.folder, ...parts);
    const path = this.names.next(
      (suffix) => join(folder, stem + suffix + end),
      (used) => inputs.has(used),
    );
    try {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw new DocumentUsageError(`cannot make the folder '${cut(folder)}': ${systemReason(error)}`);
    }
    return path;
  }

  private stem(name: string): string {
    const lower = name.toLowerCase();
    const [longest] = this.endings.filter((ending) => lower.endsWith(`.${ending}`)).sort((a, b) => b.length - a.length);
    const stem = longest === undefined ? name.replace(/\.[^.]*$/, '') : name.slice(0, -longest.length - 1);
    return stem === '' ? 'model' : stem;
  }
}

/** Throws DocumentUsageError for files that are there already: such folders hold what took hours. */
export function refuseExisting(outputs: readonly Output[]): void {
  const there = outputs.filter(({ path }) => path !== '-' && existsSync(path)).map(({ path }) => `'${cut(path)}'`);
  if (there.length === 0) return;
  throw new DocumentUsageError(
    `${there.join(', ')} ${there.length === 1 ? 'exists' : 'exist'} already; --force overwrites ${there.length === 1 ? 'it' : 'them'}`,
  );
}
