// Writes the draft into the browser's storage: its steps as they come, each once, and the files that came with it.

import {
  answer,
  changeDrafts,
  kDrafts,
  type KeptDraft,
  type KeptFile,
  type KeptStep,
  kFiles,
  kSteps,
  lockOf,
  ofDraft,
} from '../../drafts';
import type { Bench } from '../bench';
import type { DraftState } from '../text/draft';
import type { Entry } from '../text/history';

/** A page that was left gives its locks back after a moment. */
const kLockMs = 2000;

/** Holds a lock until the signal; false where another page has it. */
export function hold(name: string, until: AbortSignal): Promise<boolean> {
  const { locks } = navigator;
  // Pages of an insecure origin have none.
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = (): Promise<void> => {
      resolve(true);
      return new Promise((release) => {
        if (until.aborted) release();
        until.addEventListener('abort', () => release());
      });
    };
    locks.request(name, { signal: AbortSignal.timeout(kLockMs) }, held).catch(() => resolve(false));
  });
}

/** What was changed is kept after so many ms, and with it what changes until then. */
const kDelayMs = 400;

export class Recorder {
  readonly id: string;
  /** Numbers of the steps, and those that are stored. */
  readonly #numbers = new WeakMap<Entry, number>();
  #stored: readonly Entry[] = [];
  #last = 0;
  readonly #files = new Set<unknown>();
  /** How many steps were done when it was saved. */
  #savedAt: number;
  readonly #opened: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing = Promise.resolve();
  #isOver = false;

  /** `going`: the draft that is gone on with; it stays where it is. `failed`: nothing can be kept. */
  constructor(
    private readonly bench: Bench,
    private readonly base: IDBDatabase,
    private readonly handle: FileSystemFileHandle | undefined,
    private readonly going: KeptDraft | undefined,
    private readonly failed: () => void,
  ) {
    this.id = going?.id ?? crypto.randomUUID();
    this.#opened = going?.opened ?? bench.draft.text;
    this.#savedAt = going ? going.done - going.steps : bench.draft.isSaved ? bench.draft.steps.length : 0;
  }

  /** Until the signal the draft is this page's alone. */
  async begin(signal: AbortSignal): Promise<void> {
    await hold(lockOf(this.id), signal);
    if (!this.going) return;
    const kept = await stepsOf(this.base, this.id),
      entries = this.#entries();
    // The same steps, in the same order: they need not be written again.
    kept.forEach(({ number }, i) => {
      const entry = entries[i];
      if (entry) this.#numbers.set(entry, number);
      this.#last = Math.max(this.#last, number);
    });
    this.#stored = entries.slice(0, kept.length);
    for (const file of this.bench.file.files) this.#files.add(file.data);
  }

  /** A step, or another choice. */
  changed(): void {
    if (this.#timer !== undefined || this.#isOver) return;
    this.#timer = setTimeout(() => void this.flush(), kDelayMs);
  }

  /** Answers when it is kept that there is nothing to save. */
  saved(): Promise<void> {
    this.#savedAt = this.bench.draft.steps.length;
    return this.flush();
  }

  /** Writes what there is; answers when it is kept. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isOver) return this.#writing;
    this.#writing = this.#writing.then(() => this.#write()).catch(() => this.failed());
    return this.#writing;
  }

  async end(): Promise<void> {
    if (this.#timer !== undefined) await this.flush();
    this.#isOver = true;
    await this.#writing;
    this.base.close();
  }

  /** Those that are done, then those that can be done again, as they follow one another. */
  #entries(): Entry[] {
    const { done, undone } = this.bench.draft.toJSON();
    return [...done, ...[...undone].reverse()];
  }

  async #write(): Promise<void> {
    const { id } = this,
      entries = this.#entries(),
      kept = new Set(this.#stored),
      wanted = new Set(entries);
    const fresh: KeptStep[] = entries
      .filter((entry) => !kept.has(entry))
      .map((entry) => ({ id, number: this.#number(entry), entry }));
    const gone = this.#stored.filter((entry) => !wanted.has(entry)).map((entry) => this.#numbers.get(entry)!);
    const { draft, file } = this.bench;
    // An untouched document leaves nothing behind.
    if (entries.length === 0 && kept.size === 0 && draft.isSaved) return;
    const files = file.files.filter(({ data }) => !this.#files.has(data));
    await changeDrafts(this.base, (store) => {
      store(kDrafts).put(this.draft);
      for (const step of fresh) store(kSteps).put(step);
      for (const number of gone) store(kSteps).delete([id, number]);
      for (const { name, data } of files) store(kFiles).put({ id, name, data } satisfies KeptFile);
    });
    for (const { data } of files) this.#files.add(data);
    this.#stored = entries;
  }

  #number(entry: Entry): number {
    const known = this.#numbers.get(entry) ?? ++this.#last;
    this.#numbers.set(entry, known);
    return known;
  }

  /** Without its steps and files. */
  get draft(): KeptDraft {
    const { draft, file } = this.bench,
      { text, savedText, done, selection, page } = draft.toJSON();
    return {
      id: this.id,
      name: file.name,
      steps: draft.isSaved ? 0 : Math.max(1, Math.abs(done.length - this.#savedAt)),
      at: Date.now(),
      opened: this.#opened,
      text,
      ...(savedText !== undefined && { savedText }),
      selection,
      page,
      done: done.length,
      ...(file.base !== undefined && { base: file.base }),
      ...(this.handle && { handle: this.handle }),
    };
  }
}

const stepsOf = (base: IDBDatabase, id: string): Promise<KeptStep[]> =>
  answer(base.transaction(kSteps).objectStore(kSteps).getAll(ofDraft(id)) as IDBRequest<KeptStep[]>);

export const filesOf = (base: IDBDatabase, id: string): Promise<KeptFile[]> =>
  answer(base.transaction(kFiles).objectStore(kFiles).getAll(ofDraft(id)) as IDBRequest<KeptFile[]>);

/** All of a kept draft, with its history. */
export async function stateOf(base: IDBDatabase, draft: KeptDraft): Promise<DraftState> {
  const steps = await stepsOf(base, draft.id).finally(() => base.close()),
    entries = steps.map(({ entry }) => entry),
    { text, savedText, selection, page, done } = draft;
  return {
    text,
    ...(savedText !== undefined && { savedText }),
    done: entries.slice(0, done),
    undone: entries.slice(done).reverse(),
    selection,
    page,
  };
}
