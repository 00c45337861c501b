// Splices for what is changed in a tree: tokens, members, elements. All are of the one text that the tree is of.

import type { Json } from '../../world/text';
import { keysOf } from './keys';
import { kindAt, placeOf } from './places';
import { valueOf, type TextNode } from './scan';
import type { Splice } from './splices';
import {
  childIndent,
  indentAt,
  isBroken,
  keyEnd,
  Raw,
  startOf,
  styleOf,
  written,
  writtenValue,
  brokenValue,
  type Written,
} from './style';

/** A child that stays, or a new one. */
export type Item = TextNode | New;

export interface New {
  /** The name of a member. */
  key?: string;
  value: Written;
  /** The bytes of its name, where it has some already. */
  rawKey?: string;
  /** Each of its members on a line of its own. */
  isBroken?: boolean;
}

const isNew = (item: Item): item is New => 'value' in item;

/** The bytes of a value, to be put elsewhere. */
export const rawOf = (text: string, node: TextNode): Raw =>
  new Raw(text.slice(node.from, node.to), indentAt(text, startOf(node)));

/** Other children for an object or list. Those that stay do so in their order, with each byte around them. */
export function arranged(text: string, node: TextNode, items: readonly Item[]): Splice[] {
  const kept = items.filter((item): item is TextNode => !isNew(item));
  if (kept.length === 0) return refilled(text, node, items.filter(isNew));
  const splices: Splice[] = [],
    writer = new Writer(text, node);
  let fresh: string[] = [],
    before: TextNode | undefined;
  for (const item of items) {
    if (isNew(item)) {
      fresh.push(writer.write(item));
      continue;
    }
    gap(node, before, item, fresh, writer.separator(before, item), splices);
    fresh = [];
    before = item;
  }
  gap(node, before, undefined, fresh, writer.separator(before, undefined), splices);
  return splices;
}

/** Between two children that stay: what was there goes, what is new comes. */
function gap(
  node: TextNode,
  before: TextNode | undefined,
  after: TextNode | undefined,
  fresh: readonly string[],
  separator: string,
  splices: Splice[],
): void {
  const first = before ? before.index + 1 : 0,
    end = after ? after.index : node.children.length,
    isCut = end > first;
  if (!isCut && fresh.length === 0) return;
  if (!before) {
    const from = startOf(isCut ? node.children[first]! : after!);
    splices.push({ from, to: startOf(after!), text: fresh.map((one) => one + separator).join('') });
  } else if (isCut && after && fresh.length === 0) {
    splices.push({ from: startOf(node.children[first]!), to: startOf(after), text: '' });
  } else {
    const to = isCut ? node.children[end - 1]!.to : before.to;
    splices.push({ from: before.to, to, text: fresh.map((one) => separator + one).join('') });
  }
}

/** What is inside when nothing of it stays. */
function refilled(text: string, node: TextNode, items: readonly New[]): Splice[] {
  const inside = { from: node.from + 1, to: node.to - 1 };
  if (items.length === 0) return node.children.length === 0 ? [] : [{ ...inside, text: '' }];
  const style = styleOf(text, node),
    value: Written =
      node.kind === 'array'
        ? items.map((item) => item.value)
        : Object.fromEntries(items.map((item) => [item.key ?? '', item.value]));
  const wantsLines = isBroken(text, node) || items.some((item) => item.isBroken),
    whole = (wantsLines ? brokenValue : writtenValue)(value, style, indentAt(text, node.from));
  return [{ ...inside, text: whole.slice(1, -1) }];
}

/** Writes children as their siblings are written. */
class Writer {
  readonly #indent: string;
  readonly #isBroken: boolean;

  constructor(
    readonly text: string,
    readonly node: TextNode,
  ) {
    this.#isBroken = isBroken(text, node);
    this.#indent = childIndent(text, node);
  }

  write(item: New): string {
    const style = styleOf(this.text, this.node),
      value =
        item.isBroken && this.#isBroken
          ? brokenValue(item.value, style, this.#indent)
          : writtenValue(item.value, style, this.#indent, !this.#isBroken);
    return item.key === undefined ? value : (item.rawKey ?? JSON.stringify(item.key)) + this.#colon() + value;
  }

  #colon(): string {
    const like = this.node.children[0],
      own = like && this.text.slice(keyEnd(this.text, like), like.from);
    return own === undefined || own.includes('\n') ? styleOf(this.text, this.node).colon : own;
  }

  /** As it is there between these two, or between others. */
  separator(before: TextNode | undefined, after: TextNode | undefined): string {
    const { children } = this.node,
      right = before ? before.index + 1 : (after?.index ?? 0);
    for (const at of [right, right - 1, right + 1, 1]) {
      const [a, b] = [children[at - 1], children[at]];
      if (a && b) return this.text.slice(a.to, startOf(b));
    }
    if (this.#isBroken) return `,${this.text.slice(this.node.from + 1, startOf(children[0]!))}`;
    return styleOf(this.text, this.node).comma;
  }
}

// -- members ----------------------------------------------------------------------------------------------------------------

/** Where a key belongs among others of an object: in the schema's order, notes and inputs last. */
function rankOf(text: string, node: TextNode): (key: string) => number {
  const kind = kindAt(text, node, placeOf(text, node)),
    keys = kind === undefined ? [] : keysOf(kind).map(({ name }) => name);
  const isOperator = keys[0] === 'name';
  return (key) => {
    if (isOperator && key === 'op') return -1;
    if (key === 'in') return 1002;
    if (key === 'comment' && !keys.includes(key)) return 1001;
    const found = keys.indexOf(key);
    return found < 0 ? 1000 : found;
  };
}

/** Members put into an object, each at its place in the order of the schema. */
export function withMembers(text: string, node: TextNode, members: readonly (New & { key: string })[]): Splice[] {
  return arranged(text, node, withMemberItems(text, node, node.children, members));
}

/** Children of an object with members put in at their places. */
export function withMemberItems(
  text: string,
  node: TextNode,
  children: readonly Item[],
  members: readonly (New & { key: string })[],
): Item[] {
  const rank = rankOf(text, node),
    items = [...children];
  for (const member of members) {
    const own = rank(member.key);
    let at = items.length;
    while (at > 0 && rank(items[at - 1]!.key ?? '') > own) at -= 1;
    items.splice(at, 0, member);
  }
  return items;
}

/** Children of an object or list without some. */
export const without = (text: string, node: TextNode, gone: readonly TextNode[]): Splice[] =>
  arranged(
    text,
    node,
    node.children.filter((child) => !gone.includes(child)),
  );

/** A child as a new one elsewhere, by its bytes. */
export const takenOut = (text: string, node: TextNode): New & { value: Raw } => ({
  value: rawOf(text, node),
  ...(node.key !== undefined && { key: node.key, rawKey: text.slice(node.keyFrom, keyEnd(text, node)) }),
});

/** Changes of many objects and lists of one text, each of whose children gives way to others or stays. */
export class Plan {
  readonly #changes = new Map<TextNode, Map<TextNode, readonly Item[]>>();
  readonly #more: Splice[] = [];

  constructor(readonly text: string) {}

  /** Nothing, or other items, in place of a member or element. */
  replace(node: TextNode, items: readonly Item[] = []): void {
    const changes = this.#changes.get(node.parent!);
    if (changes) changes.set(node, items);
    else this.#changes.set(node.parent!, new Map([[node, items]]));
  }

  /** Splices that do not touch what is replaced. */
  add(splices: readonly Splice[]): void {
    for (const splice of splices) this.#more.push(splice);
  }

  /** Changes inside of what goes away go with it. */
  splices(): Splice[] {
    const isGone = (node: TextNode): boolean => {
      for (let at: TextNode | undefined = node; at?.parent; at = at.parent)
        if (this.#changes.get(at.parent)?.has(at)) return true;
      return false;
    };
    const all = [...this.#more];
    for (const [node, changes] of this.#changes)
      if (!isGone(node))
        for (const splice of arranged(
          this.text,
          node,
          node.children.flatMap((child) => changes.get(child) ?? [child]),
        ))
          all.push(splice);
    return inOrder(all);
  }
}

/** Another value in place of one, by its bytes. */
function replaced(text: string, node: TextNode, value: Written): Splice {
  const style = styleOf(text, node),
    isWide = node.parent !== undefined && node.parent.kind === 'array' && !isBroken(text, node.parent);
  return { from: node.from, to: node.to, text: writtenValue(value, style, indentAt(text, startOf(node)), isWide) };
}

/** An object with its keys in the order of the schema. */
export function ordered(kind: string, members: { [key: string]: Written }): { [key: string]: Written } {
  const names = ['op', ...keysOf(kind).map(({ name }) => name)],
    rank = (key: string): number => (key === 'in' ? 1001 : names.indexOf(key) + 1 || 1000);
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => rank(a) - rank(b)));
}

// -- values -----------------------------------------------------------------------------------------------------------------

const isList = (value: Json): value is Json[] => Array.isArray(value);

function isEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object' || isList(a) !== isList(b))
    return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && isEqual((a as { [k: string]: Json })[key]!, (b as { [k: string]: Json })[key]!),
    )
  );
}

/** What makes a value of another: only tokens that differ. `step`: new numbers take its decimals. */
export function changed(text: string, node: TextNode, value: Json, step?: number): Splice[] {
  if (node.kind === 'number' && typeof value === 'number') {
    const raw = written(value, step),
      old = Number(text.slice(node.from, node.to));
    return old === value || old === Number(raw) ? [] : [{ from: node.from, to: node.to, text: raw }];
  }
  if (node.kind === 'array' && isList(value)) return changedList(text, node, value, step);
  if (node.kind === 'object' && value !== null && typeof value === 'object' && !isList(value))
    return changedObject(text, node, value, step);
  return isEqual(valueOf(text, node), value) ? [] : [replaced(text, node, value)];
}

function changedList(text: string, node: TextNode, value: Json[], step?: number): Splice[] {
  const old = node.children,
    same = (child: TextNode | undefined, one: Json): boolean =>
      child !== undefined && isEqual(valueOf(text, child), one);
  if (old.length === value.length) return old.flatMap((child, i) => changed(text, child, value[i]!, step));
  let head = 0,
    tail = 0;
  const shorter = Math.min(old.length, value.length);
  while (head < shorter && same(old[head], value[head]!)) head += 1;
  while (tail < shorter - head && same(old[old.length - 1 - tail], value[value.length - 1 - tail]!)) tail += 1;
  const items: Item[] = [
    ...old.slice(0, head),
    ...value.slice(head, value.length - tail).map((one) => ({ value: one })),
    ...old.slice(old.length - tail),
  ];
  return arranged(text, node, items);
}

function changedObject(text: string, node: TextNode, value: { [key: string]: Json }, step?: number): Splice[] {
  const kept = node.children.filter(({ key }) => Object.hasOwn(value, key!)),
    fresh = Object.entries(value).filter(([key]) => !kept.some((child) => child.key === key));
  const inside = kept.flatMap((child) => changed(text, child, value[child.key!]!, step));
  const around = arranged(
    text,
    node,
    withMemberItems(
      text,
      node,
      kept,
      fresh.map(([key, one]) => ({ key, value: one })),
    ),
  );
  return inOrder([...inside, ...around]);
}

/** Splices of different places, as a step has them. */
export const inOrder = (splices: readonly Splice[]): Splice[] =>
  [...splices].sort((a, b) => a.from - b.from || a.to - b.to);
