// One parameter as its row and its control see it: what stands at the key, in one operator or in several, and how it
// changes. And what every control has.

import type { Json } from '../../world/text';
import type { Bench } from '../bench';
import type { Attempt, Splice, Step } from '../text/draft';
import { removeValue, setRaw, setValue } from '../text/gestures';
import { nodeAt, pointerTo, type TextNode, valueOf } from '../text/scan';
import type { KeyInfo } from '../text/schema';
import { t, type Words } from '../text/words';
import type { Scrub } from './numbers';

export type Members = { [key: string]: Json };
export const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A component or a value that a parameter of the subroutine gives. */
export const paramOf = (value: Json | undefined): string | undefined =>
  isMembers(value) && typeof value['param'] === 'string' ? value['param'] : undefined;

/** Several attempts as one step. Each is of the text as it is, and none touches what another does. */
export function together(attempts: readonly Attempt[], label: Words, gesture?: string): Attempt {
  const splices: Splice[] = [];
  for (const attempt of attempts) {
    if ('refused' in attempt) return attempt;
    for (const splice of attempt.splices) splices.push(splice);
  }
  splices.sort((a, b) => a.from - b.from || a.to - b.to);
  const step: Step = { label, splices };
  return gesture === undefined ? step : { ...step, gesture };
}

/** Takes a step; why it cannot be taken is said aloud. */
export function apply(bench: Bench, attempt: Attempt, isLoose?: boolean): boolean {
  const { draft } = bench;
  if (draft.apply(attempt, isLoose)) return true;
  bench.say(bench.words(draft.refusal));
  return false;
}

export interface ChangeOptions {
  /** Changes of one gesture with the same name are one step. */
  gesture?: string;
  /** It goes on: `settle` ends it. */
  isLoose?: boolean;
}

export class Field {
  readonly bench: Bench;
  readonly info: KeyInfo;
  /** Of the objects that hold the key; what the last one has shows. */
  readonly owners: readonly string[];
  /** Of the key in each of them. */
  readonly pointers: readonly string[];

  constructor(bench: Bench, info: KeyInfo, owners: readonly string[]) {
    this.bench = bench;
    this.info = info;
    this.owners = owners;
    this.pointers = owners.map((owner) => pointerTo(owner, info.name));
  }

  /** Where what shows stands. */
  get pointer(): string {
    return this.pointers.at(-1)!;
  }

  nodeAt(below = ''): TextNode | undefined {
    return nodeAt(this.bench.draft.root, this.pointer + below);
  }

  /** What is written at the key, or below it; undefined where nothing is. */
  read(below = '', pointer = this.pointer): Json | undefined {
    const { rootText, root } = this.bench.draft,
      node = nodeAt(root, pointer + below);
    return node && valueOf(rootText, node);
  }

  ownerIsThere(index: number): boolean {
    return nodeAt(this.bench.draft.root, this.owners[index]!) !== undefined;
  }

  /** The characters of it. */
  spelling(below = '', pointer = this.pointer): string {
    const { rootText, root } = this.bench.draft,
      node = nodeAt(root, pointer + below);
    return node ? rootText.slice(node.from, node.to) : '';
  }

  get isSeveral(): boolean {
    return this.pointers.length > 1;
  }
  get isGiven(): boolean {
    return this.nodeAt() !== undefined;
  }
  /** It is an object of a value and a function, or of a parameter: literals stand at `value` then. */
  get isWrapped(): boolean {
    return this.info.animated && isMembers(this.read());
  }
  get isAnimated(): boolean {
    return this.isWrapped && this.nodeAt('/anim') !== undefined;
  }
  /** The parameter of the subroutine that gives the whole value. */
  get param(): string | undefined {
    return this.info.animated || this.info.kind === 'text' ? paramOf(this.read()) : undefined;
  }
  /** The literal, without the function over it; what holds without the key where there is none. */
  get literal(): Json | undefined {
    const value = this.isWrapped ? this.read('/value') : this.read();
    return value === undefined ? this.info.initial : value;
  }
  /** The others of several have something else. */
  differs(below: string): boolean {
    const own = JSON.stringify(this.read(below) ?? null);
    return this.pointers.some((pointer) => JSON.stringify(this.read(below, pointer) ?? null) !== own);
  }

  /** Where literals of one of the owners stand. */
  literalPointer(pointer: string): string {
    return this.info.animated && isMembers(this.read('', pointer)) ? `${pointer}/value` : pointer;
  }

  /** For undo. */
  get label(): Words {
    return t('Set {name}', { name: this.info.name });
  }

  /** One attempt for each owner, as one step. */
  change(attempt: (pointer: string, owner: string) => Attempt, { gesture, isLoose }: ChangeOptions = {}): boolean {
    const attempts = this.pointers.map((pointer, at) => attempt(pointer, this.owners[at]!)),
      [first] = attempts,
      label = attempts.length === 1 && first && 'label' in first ? first.label : this.label;
    return apply(this.bench, together(attempts, label, gesture && `${gesture} ${this.pointer}`), isLoose);
  }

  /** Puts a literal there, spelled as it shall be; an owner that is missing is made around it. */
  put(value: Json, options?: ChangeOptions): boolean {
    return this.change((pointer, owner) => {
      const { root } = this.bench.draft;
      if (!nodeAt(root, owner)) return setValue(this.bench.draft, owner, { [this.info.name]: value });
      return setValue(this.bench.draft, this.literalPointer(pointer), value);
    }, options);
  }

  putRaw(raw: string, options?: ChangeOptions): boolean {
    return this.change((pointer, owner) => {
      const { root } = this.bench.draft;
      if (!nodeAt(root, owner)) return setValue(this.bench.draft, owner, { [this.info.name]: JSON.parse(raw) as Json });
      return setRaw(this.bench.draft, this.literalPointer(pointer), raw);
    }, options);
  }

  /** Takes the key away. */
  reset(): void {
    const { draft } = this.bench,
      given = this.pointers.filter((pointer) => nodeAt(draft.root, pointer)),
      attempts = given.map((pointer) => removeValue(draft, pointer));
    if (given.length > 0) apply(this.bench, together(attempts, t('Reset {name}', { name: this.info.name })));
  }

  /** Ends a drag or a held key. */
  settle(): void {
    this.bench.draft.settle();
  }

  /** Takes back what a drag or a held key has done so far. */
  giveUp(): void {
    this.bench.draft.cancel();
  }
}

/** What every control of a parameter has. */
export interface Control {
  readonly element: HTMLElement;
  /** Takes over what the text says now. The row makes another one where `shapeOf` its field is another. */
  show(): void;
  /** What dragging the name does. */
  readonly scrub?: Scrub | undefined;
  /** It takes the line below the name. */
  readonly isWide?: boolean;
}

/** Rows for the keys of an object inside. */
export interface Rows {
  readonly element: HTMLElement;
  show(): void;
}

/** The row around a control. */
export interface ControlHost {
  /** A sentence at the field; an empty one takes it away. */
  complain(message: string): void;
  /** Rows for keys of objects that stand at these places. */
  rows(owners: readonly string[], keys: readonly KeyInfo[]): Rows;
}
