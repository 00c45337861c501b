// What a place of the text belongs to, which stretch of it a problem is about, and what would repair it.

import type { WorldIssue } from '../../../core/worldReport';
import type { Bench } from '../bench';
import { nodeAt, nodeIn, pointerOf, type TextNode } from '../text/scan';

const kTables = new Set([
  'models',
  'textures',
  'materials',
  'meshes',
  'scenes',
  'effects',
  'specials',
  'subroutines',
  'splines',
]);
const kLists = new Set(['segments', 'portals', 'entities', 'post']);
/** Keys that hold operators, or names of them. */
const kSlots = new Set(['texture', 'detail', 'bump', 'env', 'lightmap', 'material', 'scene', 'inside', 'root']);

/** An operator, the name of one, an event, or an entry of a table or list of the document. */
function isChoice(node: TextNode): boolean {
  const { parent, key } = node;
  if (!parent) return false;
  if (node.kind === 'object' && node.children.some((child) => child.key === 'op')) return true;
  if (!parent.parent) return key === 'camera' || key === 'world';
  if (!parent.parent.parent && (kTables.has(parent.key ?? '') || kLists.has(parent.key ?? ''))) return true;
  return node.kind === 'string' && (parent.kind === 'array' ? parent.key === 'in' : kSlots.has(key ?? ''));
}

/** Pointer of what a cursor at this offset chooses; undefined outside of all. */
export function choiceAt(root: TextNode, offset: number): string | undefined {
  for (let node: TextNode | undefined = nodeIn(root, offset); node; node = node.parent)
    if (isChoice(node)) return pointerOf(node);
  return undefined;
}

/** The stretch of the text that shows what a pointer leads to, with its key; undefined where there is nothing. */
export function rangeOf(root: TextNode, pointer: string): { from: number; to: number } | undefined {
  const node = nodeAt(root, pointer);
  return node && { from: node.keyFrom ?? node.from, to: node.to };
}

/** Where in a text, in UTF-16 code units, a line and a column of it in bytes of UTF-8 are; both count from 1. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let i = 1; i < line; ++i) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  let bytes = 1;
  while (bytes < column && start < text.length && text[start] !== '\n') {
    const code = text.codePointAt(start)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    start += code < 0x10000 ? 1 : 2;
  }
  return start;
}

export interface Place {
  from: number;
  to: number;
  /** What may take its place, as the words of JSON strings: what fits best first. */
  repairs: string[];
}

const kUnknown = /^unknown (operator|key|shape) "/;
const kMeant = /, did you mean "(.*)"\?$|, the nearest is (.*)$/s;
type Schema = Pick<Bench['schema'], 'operators' | 'keysOf' | 'kindOf'>;
const kMostLetters = 64;
const kAlike = 0.5;
/** Of any operator. */
const kCommon = new Set(['op', 'name', 'in', 'comment']);

/** Operators that have all the other keys of the object; none where it has no others. */
function operatorsFor({ parent }: TextNode, { operators }: Schema): string[] {
  const keys = (parent?.children ?? []).flatMap(({ key = '' }) => (kCommon.has(key) ? [] : [key]));
  if (keys.length === 0) return [];
  return [...operators.values()]
    .filter((info) => keys.every((key) => info.keys.some(({ name }) => name === key)))
    .map(({ op }) => op);
}

/** Keys that the object may have besides those it has. */
function keysFor(text: string, { parent }: TextNode, { kindOf, operators, keysOf }: Schema): string[] {
  const kind = parent && kindOf(text, parent);
  const infos = kind === undefined ? [] : (operators.get(kind)?.keys ?? keysOf(kind));
  return infos.map(({ name }) => name).filter((name) => parent!.children.every(({ key }) => key !== name));
}

/** How alike two words are, 0 to 1: the letters that they have in one order. */
function likeness(a: string, b: string): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const row = [0];
    for (let j = 0; j < b.length; ++j) row.push(letter === b[j] ? before[j]! + 1 : Math.max(before[j + 1]!, row[j]!));
    before = row;
  }
  return (2 * before[b.length]!) / Math.max(1, a.length + b.length);
}

/** The most alike, then what the reader means, which knows letters alone. */
function ranked(written: string, names: readonly string[], meant: readonly string[]): string[] {
  const alike = names
    .map((name) => ({ name, likeness: likeness(written.slice(0, kMostLetters), name) }))
    .filter((each) => each.likeness >= kAlike)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ name }) => name);
  return [...new Set([...alike.slice(0, 1), ...meant])];
}

/** The stretch that an issue of this text is about: a key, a short value, or the first line of a long one. */
export function placeOf(
  text: string,
  root: TextNode,
  { path, line, column, message }: WorldIssue,
  schema: Schema,
): Place | undefined {
  const node = path.startsWith('/') ? nodeAt(root, path) : undefined,
    [, kind] = kUnknown.exec(message) ?? [],
    [, word, shape] = kMeant.exec(message) ?? [];
  const meant = [word ?? shape ?? []].flat();
  if (node && kind === 'key' && node.keyFrom !== undefined) {
    const names = keysFor(text, node, schema),
      has = (name: string): boolean => node.parent!.children.some(({ key }) => key === name);
    const repairs = ranked(
      node.key!,
      names,
      meant.filter((name) => !has(name)),
    );
    return { from: node.keyFrom, to: keyEnd(text, node), repairs };
  }
  const from = node?.from ?? (line ? offsetOf(text, line, column ?? 1) : undefined);
  if (from === undefined) return undefined;
  const lineEnd = text.indexOf('\n', from),
    last = lineEnd < 0 ? text.length : lineEnd,
    to = Math.min(node?.to ?? last, text[last - 1] === '\r' ? last - 1 : last);
  if (node?.kind !== 'string') return { from, to: Math.max(from, to), repairs: [] };
  const names = kind === 'operator' ? operatorsFor(node, schema) : [];
  return { from, to, repairs: ranked(text.slice(node.from + 1, node.to - 1), names, meant) };
}

/** Behind the quote that ends the name of a member. */
function keyEnd(text: string, { keyFrom, from }: TextNode): number {
  const end = text.lastIndexOf('"', text.lastIndexOf(':', from - 1));
  return end > keyFrom! ? end + 1 : from;
}
