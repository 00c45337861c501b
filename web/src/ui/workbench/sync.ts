// Keeps the core at the text of the draft: one request under way at a time, each with what is different by then.

import type { WorldChange } from '../../core/world';
import type { WorldIssue } from '../../core/worldReport';
import type { BenchEngine } from './bench';
import type { Draft, Splice } from './text/draft';
import type { Broken } from './text/scan';

/** Typed text is read after so long a rest, in ms. */
const kRestMs = 150;
const kToken = /[-+.\w]/;

/** The stretch in which two texts differ, in whole numbers and words; undefined where they are the same. */
export function difference(from: string, to: string): Splice | undefined {
  if (from === to) return undefined;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from.charCodeAt(start) === to.charCodeAt(start)) ++start;
  let end = 0;
  while (end < shorter - start && from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end)) ++end;
  while (start > 0 && kToken.test(from[start - 1]!)) --start;
  while (end > 0 && kToken.test(from[from.length - end]!)) --end;
  return { from: start, to: from.length - end, text: to.slice(start, to.length - end) };
}

interface SyncHost {
  readonly engine: BenchEngine;
  readonly draft: Draft;
  /** An English sentence in the language of the page. */
  say(text: string): string;
  /** Opens a text where nothing is shown any more; gives why it cannot be. */
  reopen(text: string): Promise<readonly WorldIssue[] | undefined>;
  /** The text was taken, or refused: `refusal` then has the reasons. */
  settled(refusal: readonly WorldIssue[] | undefined): void;
}

export class CoreSync {
  /** The last text that the core has taken. */
  taken: string;
  #refused: string | undefined;
  /** The text of the last change, and what made it of the one before. */
  #last: { text: string; before: string; splices: readonly Splice[] };
  #isBusy = false;
  #isLoose = false;
  /** What the core has is approximate: a drag went on when it was sent. */
  #wasLoose = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Files have come that the text missed. */
  #isAnew = false;

  constructor(
    private readonly host: SyncHost,
    taken: string,
  ) {
    this.taken = taken;
    this.#last = { text: taken, before: taken, splices: [] };
  }

  /** A drag is not over: memory and collision of the picture are those from before it. */
  get isApproximate(): boolean {
    return this.#wasLoose;
  }

  /** The draft has another text. `typed`: it may change again at once. */
  changed(loose: boolean, typed: boolean): void {
    const { text, changes } = this.host.draft;
    this.#last = { text, before: this.#last.text, splices: changes };
    this.#isLoose = loose;
    clearTimeout(this.#timer);
    if (typed) this.#timer = setTimeout(() => void this.#send(), kRestMs);
    else void this.#send();
  }

  /** The replay of the last edit is over; with errors it came to nothing, and the core has a text from before it. */
  async replayed(issues: readonly WorldIssue[]): Promise<void> {
    const errors = issues.filter(({ severity }) => severity === 0);
    if (errors.length === 0) return;
    this.#refused = this.taken;
    this.host.settled(errors);
    const wasBusy = this.#isBusy;
    this.#isBusy = true;
    const found = (await this.host.engine.ask({ type: 'document' })) as { text: string } | undefined;
    this.#isBusy = wasBusy;
    if (found) this.taken = found.text;
    if (!wasBusy) void this.#send();
  }

  /** What the core has is opened again, with files that it missed. */
  anew(): void {
    this.#isAnew = true;
    void this.#send();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** From the text of the core to this one: those of one step as they were made, of several what is different. */
  #splices(text: string): readonly Splice[] {
    const { before, splices, text: last } = this.#last;
    if (text === this.taken) return [];
    if (last === text && before === this.taken && splices.length > 0) return splices;
    const splice = difference(this.taken, text);
    return splice ? [splice] : [];
  }

  #broken(text: string, { at, message }: Broken): WorldIssue {
    const line = text.slice(0, at).split('\n').length;
    return { code: 'WORLD_JSON', severity: 0, path: '', message: this.host.say(message), line };
  }

  async #send(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (await this.#step());
    } finally {
      this.#isBusy = false;
    }
  }

  /** True while there may be more to send. */
  async #step(): Promise<boolean> {
    const { draft, engine, settled } = this.host,
      { text, broken } = draft,
      loose = this.#isLoose;
    if (this.#isAnew) {
      this.#isAnew = false;
      settled(await this.host.reopen(this.taken));
      return true;
    }
    if (broken) {
      if (text !== this.#refused) settled([this.#broken(text, broken)]);
      this.#refused = text;
      return false;
    }
    if (text === this.#refused) return false;
    const splices = this.#splices(text);
    if (splices.length === 0 && (loose || !this.#wasLoose)) {
      if (this.#refused !== undefined) settled(undefined);
      this.#refused = undefined;
      return false;
    }
    const change = (await engine.ask({ type: 'edit', splices, loose })) as WorldChange | undefined;
    if (!change) {
      // The world has ended, as a frame asked for too much: the text may be one that it can be opened with.
      const issues = await this.host.reopen(text);
      this.#refused = issues ? text : undefined;
      if (!issues) this.taken = text;
      settled(issues);
      return true;
    }
    if (change.state === 'refused') {
      this.#refused = text;
      settled(change.issues);
    } else {
      this.#refused = undefined;
      this.taken = text;
      this.#wasLoose = loose;
      settled(undefined);
    }
    return true;
  }
}
