// The document of `vitrine view` as it is on disk. What cannot be read now is tried again, and stays as it was.

import { dirname } from 'node:path';

import type { ReadOptions } from '../../core/formats';
import type { LiveNote, PageState } from '../../core/live';
import { isImageName } from '../../core/names';
import { ending, inFolder } from '../files';
import type { Vitrine } from '../index';
import { statOf } from '../system';
import { isWorldName } from '../worldFiles';
import { besideIn, Disk, type DiskFile, pathsOf, stampOf } from './disk';
import { type Finding, groupsOf, isWhole, type Made, type Make, placed, verify } from './verify';

/** Two looks in a row this many ms apart find the same: the writer has finished. */
const kSettleMs = 25;
/** Interval in ms at which an unreadable file is tried again, */
const kAgainMs = 120;
/** for so long; afterwards a change on disk is waited for. */
const kTryMs = 2000;
/** Said only when it lasts: programs write in pieces, or take a file away before they write it again. */
const kPatienceMs = 300;
/** A file of a folder that is gone for so long belongs to the document no more. */
const kGoneMs = 1500;

export interface LiveOptions {
  operands: readonly string[];
  read: ReadOptions;
  /** Endings besides those of the formats that folders are searched for. */
  endings?: readonly string[];
  /** Makes something of each document that is read. */
  make?: Make;
  /** More companions of these files, by path. */
  asks?(files: readonly DiskFile[]): readonly string[];
}

interface Waiting {
  since: number;
  note: LiveNote;
}

export class LiveDocument {
  /** The files and notes are others than before. `changed` are the names of files that are new or different. */
  onChange: (changed: readonly string[]) => void = () => undefined;
  private readonly disk = new Disk();
  private files = new Map<string, DiskFile>();
  /** Files that left at the last change: a page may still be fetching them. */
  private before = new Map<string, DiskFile>();
  private findings = new Map<string, Finding>();
  private waiting = new Map<string, Waiting>();
  private asked: readonly string[] = [];
  private missing: readonly string[] = [];
  private companions: readonly string[] = [];
  private print = '';
  private taken = '';
  private sent = '';
  /** When the last change was noticed, by performance.now(). */
  noticed = performance.now();
  readonly wanted: (name: string) => boolean;
  private readonly operands: ReadonlySet<string>;

  constructor(
    private readonly vitrine: Vitrine,
    private readonly options: LiveOptions,
  ) {
    const known = new Set(vitrine.formats.flatMap(({ extensions }) => extensions.map((one) => one.split('.').at(-1)!)));
    for (const one of options.endings ?? []) known.add(one);
    this.wanted = (name) => known.has(ending(name)) || isImageName(name) || isWorldName(name);
    this.operands = new Set(options.operands);
  }

  /** Everything as it is now, whatever is wrong with it. */
  open(): void {
    this.print = this.taken = this.fingerprint();
    this.take();
  }

  /** For the watcher: takes what has changed. Ms until it wants to look again, undefined for whenever. */
  look(): number | undefined {
    const print = this.fingerprint(),
      settled = print === this.print;
    this.print = print;
    if (!settled) return kSettleMs;
    const tries = [...this.waiting.values()].some(({ since }) => Date.now() - since < kTryMs);
    if (print === this.taken && !tries && !this.disk.doubtful) return undefined;
    this.taken = print;
    this.noticed = performance.now();
    this.take();
    return this.waiting.size > 0 && [...this.waiting.values()].some(({ since }) => Date.now() - since < kTryMs)
      ? kAgainMs
      : undefined;
  }

  /** Folders in which something can change. */
  get folders(): Set<string> {
    const { operands } = this.options;
    const named = operands.map((path) => (statOf(path)?.isDirectory() ? path : dirname(path)));
    return new Set([...named, ...[...this.files.keys()].map((path) => dirname(path))]);
  }

  get shownFiles(): readonly DiskFile[] {
    return [...this.files.values()];
  }

  /** What was made of the documents as they are shown. */
  get made(): readonly Made[] {
    return [...this.findings.values()].flatMap(({ made }) => made ?? []);
  }

  get state(): PageState {
    const all = [...this.files.values()],
      short = inFolder(all.map(({ path }) => path));
    const now = Date.now();
    return {
      files: all.map(({ path, bytes, hash }) => ({ name: short(path), bytes: bytes.length, hash })),
      notes: [...this.waiting.values()]
        .filter(({ since }) => now - since >= kPatienceMs)
        .map(({ note }) => ({ ...note, file: short(note.file) })),
    };
  }

  file(hash: string): Uint8Array | undefined {
    const find = (files: ReadonlyMap<string, DiskFile>): DiskFile | undefined =>
      [...files.values()].find((file) => file.hash === hash);
    return (find(this.files) ?? find(this.before))?.bytes;
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  private get named(): string[] {
    return pathsOfThere(this.options.operands, this.wanted);
  }

  /** Times and sizes of all that belongs to the document, and whether something has come that it misses. */
  private fingerprint(): string {
    const paths = [...new Set([...this.named, ...this.companions, ...this.files.keys()])];
    const folders = this.folders,
      came = this.missing.filter((name) => besideIn(folders, name) !== undefined);
    return [...paths.map((path) => `${path} ${stampOf(path)}`), ...came].join('\n');
  }

  private take(): void {
    const { disk } = this,
      first = this.sent === '',
      now = Date.now();
    disk.doubtful = false;
    const named = new Set(this.named),
      fresh = new Map<string, DiskFile>(),
      held = new Map<string, LiveNote>();
    const hold = (path: string, kind: LiveNote['kind'], message: string): void => {
      const old = this.files.get(path);
      if (old) fresh.set(path, old);
      held.set(path, { file: path, kind, message });
    };
    for (const path of new Set([...named, ...this.asked, ...this.files.keys()])) {
      const file = disk.read(path);
      if (file && (file.bytes.length > 0 || first)) fresh.set(path, file);
      else if (!this.files.has(path)) continue;
      else if (file) hold(path, 'broken', 'it is empty');
      else if (stampOf(path) !== undefined) hold(path, 'broken', 'it cannot be read');
      else if (!this.isPast(path, now)) hold(path, 'gone', '');
    }
    this.holdCut(fresh, hold, now);
    const { findings, companions, missing } = this.read(fresh, named, hold, first);
    this.companions = companions;
    this.missing = missing.slice(0, 256);
    this.findings = findings;
    for (const path of companions) {
      const file = fresh.get(path) ?? disk.read(path);
      if (file) fresh.set(path, file);
    }
    // Companions that are no longer needed.
    for (const path of fresh.keys())
      if (!named.has(path) && !companions.includes(path) && !this.asked.includes(path) && !held.has(path))
        fresh.delete(path);
    this.asked = this.options.asks?.([...fresh.values()]) ?? [];
    for (const path of this.asked) {
      const file = fresh.get(path) ?? disk.read(path);
      if (file) fresh.set(path, file);
    }
    this.waiting = new Map(
      [...held].map(([path, note]) => {
        const since = this.waiting.get(path)?.since ?? now;
        return [path, { since, note }];
      }),
    );
    disk.keep(new Set([...fresh.keys(), ...this.companions]));
    this.become(fresh);
  }

  /** A file of a folder that has not come back. */
  private isPast(path: string, now: number): boolean {
    const since = this.waiting.get(path)?.since ?? now;
    return !this.operands.has(path) && now - since > kGoneMs;
  }

  /** Images that end too early are waited for a while. */
  private holdCut(
    fresh: Map<string, DiskFile>,
    hold: (path: string, kind: LiveNote['kind'], message: string) => void,
    now: number,
  ): void {
    for (const [path, file] of fresh) {
      const old = this.files.get(path);
      if (!old || old.hash === file.hash || isWhole(path, file.bytes)) continue;
      if (now - (this.waiting.get(path)?.since ?? now) < kTryMs) hold(path, 'broken', 'its end is missing');
    }
  }

  /** Reads every group; one that was better before keeps its files, unless another can do with the new ones. */
  private read(
    fresh: Map<string, DiskFile>,
    named: ReadonlySet<string>,
    hold: (path: string, kind: LiveNote['kind'], message: string) => void,
    first: boolean,
  ): { findings: Map<string, Finding>; companions: string[]; missing: string[] } {
    const findings = new Map<string, Finding>(),
      worse = new Map<string, Finding>(),
      fine = new Set<string>(),
      companions = new Set<string>(),
      missing = new Set<string>();
    const known = new Set([...this.companions, ...this.asked]);
    const own = [...fresh.values()].filter(({ path }) => named.has(path) || !known.has(path));
    for (const group of groupsOf(own, this.vitrine.formats)) {
      const before = this.findings.get(group.key),
        changed = [...group.files, ...(before?.companions ?? []).flatMap((path) => fresh.get(path) ?? [])].filter(
          ({ path, hash }) => this.files.get(path)?.hash !== hash,
        );
      const finding =
        before && changed.length === 0 && !this.cameFor(before)
          ? before
          : verify(this.vitrine, group, this.disk, this.options.read, this.options.make);
      const isWorse = !first && before && ((before.shown && !finding.shown) || finding.errors > before.errors);
      if (isWorse) for (const { path } of changed) worse.set(path, finding);
      else for (const { path } of group.files) fine.add(path);
      const kept = isWorse ? before : finding;
      findings.set(group.key, kept);
      for (const path of kept.companions) companions.add(path);
      for (const name of kept.missing) missing.add(name);
    }
    for (const [path, finding] of worse)
      if (!fine.has(path)) {
        if (this.files.has(path)) hold(path, 'broken', finding.first ? placed(finding.first) : '');
        else fresh.delete(path);
      }
    return { findings, companions: [...companions], missing: [...missing] };
  }

  /** Something that was missing is there, or a companion is gone. */
  private cameFor({ companions, missing }: Finding): boolean {
    const { folders } = this;
    return (
      missing.some((name) => besideIn(folders, name) !== undefined) ||
      companions.some((path) => stampOf(path) === undefined)
    );
  }

  private become(fresh: Map<string, DiskFile>): void {
    const changed = [...fresh.values()].filter(({ path, hash }) => this.files.get(path)?.hash !== hash),
      left = [...this.files.keys()].some((path) => !fresh.has(path));
    if (changed.length > 0 || left) this.before = this.files;
    this.files = fresh;
    const state = this.state,
      sent = JSON.stringify(state);
    if (sent === this.sent) return;
    this.sent = sent;
    const short = inFolder([...fresh.keys()]);
    this.onChange(changed.map(({ path }) => short(path)));
  }
}

/** The same, of operands of which some are not there now. */
function pathsOfThere(operands: readonly string[], wanted: (name: string) => boolean): string[] {
  return operands.flatMap((operand) => {
    try {
      return pathsOf([operand], wanted);
    } catch {
      return [];
    }
  });
}
