// A document that is being made: one text, one history. Panes show what it says and give it steps; it knows no page.

import { History, type Entry } from './history';
import { nodeAt, nodeIn, pointerOf, scan, type Broken, type TextNode } from './scan';
import { composed, isIdle, mapped, spliced, type Splice } from './splices';
import type { Words } from './words';

export type { Splice } from './splices';
export type { Words } from './words';

/** What one gesture does. */
export interface Step {
  /** For undo, in the words of the page: "Set range of lamp". */
  label: Words;
  /** Of the text before it; in order, and none overlaps another. */
  splices: readonly Splice[];
  /** JSON pointers that are chosen after it; without them the choice stays. */
  select?: readonly string[];
  /** Steps of one gesture that follow one another and have the same key are one: a drag, a held key, typing. */
  gesture?: string;
}

/** What a gesture gives: the step, or why there is none, in a sentence for the user. */
export type Attempt = Step | { refused: Words };

type DraftEvent = 'text' | 'selection' | 'page' | 'saved';

/** All of a draft, as JSON. Entries are not changed once they are there: who stores them may go by identity. */
export interface DraftState {
  text: string;
  /** The text that was saved last; undefined when that is the text itself. */
  savedText?: string;
  /** What can be undone, the oldest first, and redone, the next first. */
  done: readonly Entry[];
  undone: readonly Entry[];
  selection: readonly string[];
  page: string;
}

/** Without a pause of this length steps of one gesture go on being one. */
const kPause_ms = 1000;

type Listener = (event: DraftEvent, loose: boolean) => void;

export class Draft {
  #text: string;
  #root: TextNode;
  #rootText: string;
  #broken: Broken | undefined;
  #version = 0;
  #changes: readonly Splice[] = [];
  /** From the last text that was JSON to this one, while this one is not. */
  #pending: Splice[] = [];
  #selection: readonly string[] = [];
  #page = '';
  #savedText: string;
  #wasSaved = true;
  #refusal: Words | undefined;
  #history: History;
  #isLoose = false;
  #lastStep_ms = -Infinity;
  readonly #now: () => number;
  readonly #listeners = new Set<Listener>();

  /** A text that is no JSON is taken too: its tree is an empty object. `now` counts milliseconds. */
  constructor(text: string, now: () => number = () => performance.now()) {
    const found = scan(text);
    this.#text = this.#savedText = text;
    this.#rootText = found.root ? text : '{}';
    this.#root = found.root ?? scan('{}').root!;
    this.#broken = found.broken;
    this.#now = now;
    this.#history = new History();
  }

  static restore(state: DraftState): Draft {
    const draft = new Draft(state.text);
    draft.#savedText = state.savedText ?? state.text;
    draft.#wasSaved = draft.isSaved;
    draft.#history = new History(state.done, state.undone);
    draft.#selection = state.selection;
    draft.#page = state.page;
    return draft;
  }

  toJSON(): DraftState {
    return {
      text: this.#text,
      ...(!this.isSaved && { savedText: this.#savedText }),
      done: [...this.#history.done],
      undone: [...this.#history.undone],
      selection: this.#selection,
      page: this.#page,
    };
  }

  get text(): string {
    return this.#text;
  }
  /** Of the text as it is; of the last one that was JSON while `broken` says why this one is not. */
  get root(): TextNode {
    return this.#root;
  }
  /** The text that `root` is of: `text`, or while that is broken the last one that was JSON. */
  get rootText(): string {
    return this.#rootText;
  }
  get broken(): Broken | undefined {
    return this.#broken;
  }
  /** Counts texts. */
  get version(): number {
    return this.#version;
  }
  /** What made this text of the version before it. */
  get changes(): readonly Splice[] {
    return this.#changes;
  }
  /** JSON pointers of what is chosen; the last one is in front. Pointers follow their values through each step. */
  get selection(): readonly string[] {
    return this.#selection;
  }
  /** Pointer of the page that shows (see pages.ts). */
  get page(): string {
    return this.#page;
  }
  get isSaved(): boolean {
    return this.#text === this.#savedText;
  }
  get undoLabel(): Words | undefined {
    return this.#history.done.at(-1)?.label;
  }
  get redoLabel(): Words | undefined {
    return this.#history.undone.at(-1)?.label;
  }
  /** The labels of the steps that can be undone, the last one first. */
  get steps(): readonly Words[] {
    return this.#history.done.map(({ label }) => label).reverse();
  }
  /** The last refusal of `apply`. */
  get refusal(): Words | undefined {
    return this.#refusal;
  }

  /** Returns what ends the listening. `text` comes after the text is scanned; `loose`: the gesture goes on. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes a step, or says why it cannot; true when it was taken. `loose`: a drag that goes on; `settle` ends it. */
  apply(attempt: Attempt, loose = false): boolean {
    if ('refused' in attempt) {
      this.#refusal = attempt.refused;
      return false;
    }
    this.#refusal = undefined;
    const { label, splices, select, gesture } = attempt;
    if (isIdle(this.#text, splices)) {
      if (select) this.select(select);
      return true;
    }
    const now = this.#now(),
      goesOn = gesture !== undefined && (this.#isLoose || now - this.#lastStep_ms < kPause_ms),
      before = { text: this.#text, selection: this.#selection, page: this.#page };
    this.#lastStep_ms = now;
    this.#isLoose = loose;
    const changed = this.#change(splices, select);
    this.#history.add(
      { label, gesture: gesture ?? '', before, splices, selection: this.#selection, page: this.#page },
      goesOn,
    );
    this.#tell(changed, loose);
    return true;
  }

  /** Ends a drag: the next step of the same gesture is another one. */
  settle(): void {
    const wasLoose = this.#isLoose;
    this.#isLoose = false;
    this.#lastStep_ms = -Infinity;
    if (!wasLoose) return;
    this.#history.dropIdle();
    this.#changes = [];
    this.#tell({ text: true }, false);
  }

  /** Takes a drag that goes on back, as if it had not been; false when there is none. */
  cancel(): boolean {
    if (!this.#isLoose) return false;
    this.#isLoose = false;
    this.#lastStep_ms = -Infinity;
    const entry = this.#history.forget();
    if (entry) this.#goTo(entry.back, entry.selectionBefore, entry.pageBefore);
    return true;
  }

  undo(): boolean {
    this.settle();
    const entry = this.#history.undo();
    if (entry) this.#goTo(entry.back, entry.selectionBefore, entry.pageBefore);
    return entry !== undefined;
  }

  redo(): boolean {
    this.settle();
    const entry = this.#history.redo();
    if (entry) this.#goTo(entry.splices, entry.selection, entry.page);
    return entry !== undefined;
  }

  /** Pointers without a value are left out. */
  select(pointers: readonly string[]): void {
    const found = pointers.filter((pointer) => nodeAt(this.#root, pointer));
    if (same(found, this.#selection)) return;
    this.#selection = found;
    this.#tell({ selection: true }, this.#isLoose);
  }

  openPage(pointer: string): void {
    if (pointer === this.#page) return;
    this.#page = pointer;
    this.#tell({ page: true }, this.#isLoose);
  }

  markSaved(): void {
    this.#savedText = this.#text;
    this.#tell({}, false);
  }

  // -- inside -----------------------------------------------------------------------------------------------------------

  /** Puts another text in place; says what else it changed. */
  #change(splices: readonly Splice[], select?: readonly string[], page?: string): Changed {
    const text = spliced(this.#text, splices),
      found = scan(text),
      was = { selection: this.#selection, page: this.#page };
    this.#pending = composed(this.#pending, splices);
    this.#text = text;
    this.#changes = splices;
    this.#version += 1;
    this.#broken = found.broken;
    if (found.root) {
      const follow = (pointer: string): string => this.#follow(pointer, found.root);
      const chosen = select ?? [...new Set(this.#selection.map(follow))];
      this.#page = page !== undefined && nodeAt(found.root, page) ? page : follow(this.#page);
      this.#root = found.root;
      this.#rootText = text;
      this.#pending = [];
      this.#selection = chosen.filter((pointer) => nodeAt(found.root, pointer));
    }
    return { text: true, selection: !same(was.selection, this.#selection), page: was.page !== this.#page };
  }

  /** Where the value of a pointer is in the next tree; of what went away, what was around it. */
  #follow(pointer: string, next: TextNode): string {
    for (let node = nodeAt(this.#root, pointer); node; node = node.parent) {
      const at = mapped(node.from, this.#pending);
      if (at === undefined) continue;
      for (let found: TextNode | undefined = nodeIn(next, at); found && found.from <= at; found = found.parent)
        if (found.from === at) return pointerOf(found);
    }
    return '';
  }

  /** To another point of the history. */
  #goTo(splices: readonly Splice[], selection: readonly string[], page: string): void {
    const changed = this.#change(splices, undefined, page),
      was = this.#selection;
    this.#selection = this.#returned(splices, selection);
    this.#tell({ ...changed, selection: changed.selection || !same(was, this.#selection) }, false);
  }

  /** What was chosen then, when it is about what changed; else what changed. */
  #returned(splices: readonly Splice[], selection: readonly string[]): readonly string[] {
    if (this.#broken) return this.#selection;
    const first = splices[0]!,
      node = nodeIn(this.#root, Math.min(first.from + 1, first.from + first.text.length)),
      place = pointerOf(node);
    const known = selection.filter((pointer) => nodeAt(this.#root, pointer));
    const isAbout = known.some((pointer) => isWithin(place, pointer) || isWithin(pointer, place));
    return isAbout ? known : [place];
  }

  #tell(changed: Changed, loose: boolean): void {
    const events: DraftEvent[] = [];
    if (changed.text) events.push('text');
    if (changed.page) events.push('page');
    if (changed.selection) events.push('selection');
    if (this.isSaved !== this.#wasSaved) events.push('saved');
    this.#wasSaved = this.isSaved;
    for (const event of events) for (const listener of [...this.#listeners]) listener(event, loose);
  }
}

interface Changed {
  text?: boolean;
  selection?: boolean;
  page?: boolean;
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);

const isWithin = (pointer: string, outer: string): boolean => pointer === outer || pointer.startsWith(`${outer}/`);
