// The steps of a draft, to and fro. Entries are plain and are replaced, never changed: they are stored as they are.

import { composed, inverted, type Splice } from './splices';
import type { Words } from './words';

/** A step that was taken. */
export interface Entry {
  readonly label: Words;
  /** Its key, or ''. */
  readonly gesture: string;
  /** Of the text before it. */
  readonly splices: readonly Splice[];
  /** Of the text after it: they take it back. */
  readonly back: readonly Splice[];
  readonly selectionBefore: readonly string[];
  readonly selection: readonly string[];
  readonly pageBefore: string;
  readonly page: string;
}

/** A step as it is taken. */
interface Taken {
  label: Words;
  gesture: string;
  before: { text: string; selection: readonly string[]; page: string };
  splices: readonly Splice[];
  selection: readonly string[];
  page: string;
}

const kMostSteps = 10_000;
const kMostUnits = 50_000_000;

const unitsOf = ({ splices, back }: Entry): number =>
  [...splices, ...back].reduce((sum, { text }) => sum + text.length + 16, 0);

export class History {
  readonly #done: Entry[];
  readonly #undone: Entry[];
  /** Characters that the entries hold, about. */
  #units = 0;

  constructor(done: readonly Entry[] = [], undone: readonly Entry[] = []) {
    this.#done = [...done];
    this.#undone = [...undone];
    for (const entry of [...done, ...undone]) this.#units += unitsOf(entry);
  }

  /** The oldest first. */
  get done(): readonly Entry[] {
    return this.#done;
  }
  /** The next one to redo last. */
  get undone(): readonly Entry[] {
    return this.#undone;
  }

  /** `goesOn`: it is one with the step before it when that has its key. */
  add(taken: Taken, goesOn: boolean): void {
    const { label, gesture, before, splices, selection, page } = taken,
      last = this.#done.at(-1);
    let entry: Entry = {
      label,
      gesture,
      splices: splices.map((splice) => ({ ...splice })),
      back: inverted(before.text, splices),
      selectionBefore: before.selection,
      selection,
      pageBefore: before.page,
      page,
    };
    if (goesOn && last && gesture !== '' && last.gesture === gesture && this.#undone.length === 0) {
      entry = {
        ...entry,
        splices: composed(last.splices, entry.splices),
        back: composed(entry.back, last.back),
        selectionBefore: last.selectionBefore,
        pageBefore: last.pageBefore,
      };
      this.#take(this.#done.pop()!);
    }
    for (const gone of this.#undone.splice(0)) this.#take(gone);
    this.#done.push(entry);
    this.#units += unitsOf(entry);
    this.#limit();
  }

  undo(): Entry | undefined {
    const entry = this.#done.pop();
    if (entry) this.#undone.push(entry);
    return entry;
  }

  redo(): Entry | undefined {
    const entry = this.#undone.pop();
    if (entry) this.#done.push(entry);
    return entry;
  }

  /** The last step, which is none any more. */
  forget(): Entry | undefined {
    const entry = this.#done.pop();
    if (entry) this.#take(entry);
    return entry;
  }

  /** A drag that ended where it began is no step. `back` has what was there, `splices` what is. */
  dropIdle(): void {
    const last = this.#done.at(-1);
    if (last && last.splices.every(({ text }, i) => text === last.back[i]?.text)) this.forget();
  }

  #take(entry: Entry): void {
    this.#units -= unitsOf(entry);
  }

  #limit(): void {
    let count = 0;
    for (; this.#done.length - count > 1; ++count) {
      if (this.#done.length - count <= kMostSteps && this.#units <= kMostUnits) break;
      this.#take(this.#done[count]!);
    }
    if (count > 0) this.#done.splice(0, count);
  }
}
