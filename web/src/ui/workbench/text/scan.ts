// The text of a world as a tree of places: where each value begins and ends. Every gesture works on these places, so that what
// it does not touch stays as it was written.

import type { Json } from '../../world/text';
import { t, type Words } from './words';

export type NodeKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A value of the text. Offsets are UTF-16 code units. */
export interface TextNode {
  readonly kind: NodeKind;
  /** The characters of the value: from `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  readonly parent: TextNode | undefined;
  /** The name of a member, decoded, and where it begins (at its quote). */
  readonly key?: string;
  readonly keyFrom?: number;
  /** Among its siblings. */
  readonly index: number;
  /** Of objects and arrays, in the order of the text. */
  readonly children: readonly TextNode[];
}

/** Why a text is no JSON. */
export interface Broken {
  at: number;
  /** A sentence for the reader, as `t` takes it. */
  message: string;
}

export type Scan = { root: TextNode; broken?: undefined } | { root?: undefined; broken: Broken };

/** As the reader of the core. */
const kDepth = 256;
const kValues = 4_000_000;

const kNone: TextNode[] = [];

/** One shape for all values, so that the tree is read quickly. */
class Value implements TextNode {
  to = 0;
  constructor(
    readonly kind: NodeKind,
    readonly from: number,
    readonly parent: Value | undefined,
    readonly key: string | undefined,
    readonly keyFrom: number | undefined,
    readonly index: number,
    readonly children: TextNode[],
  ) {}
}

class Stop extends Error {
  constructor(
    readonly at: number,
    words: Words,
  ) {
    super(words.text);
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isHex = (code: number): boolean => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);

/** A step is tried before it is taken: the tree of what it makes, and the links in it, are wanted twice. */
let last: { text: string; found: Scan } | undefined;

/** The tree of a text, or where and why it is no JSON. A byte order mark is skipped. */
export function scan(text: string): Scan {
  if (last?.text !== text) last = { text, found: scanned(text) };
  return last.found;
}

function scanned(text: string): Scan {
  try {
    return { root: new Scanner(text).run() };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { broken: { at: error.at, message: error.message } };
  }
}

class Scanner {
  #at = 0;
  #values = 0;
  #depth = 0;
  /** The open object or array. */
  #open: Value | undefined;
  #root: Value | undefined;

  constructor(readonly text: string) {
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  run(): TextNode {
    this.#value();
    while (this.#open) {
      const code = this.#skip();
      if (code === (this.#open.kind === 'object' ? 125 : 93)) this.#close();
      else this.#next(this.#open, code);
    }
    this.#skip();
    if (this.#at < this.text.length) this.#stop(t('The text should end here.'));
    return this.#root!;
  }

  #stop(words: Words, at = this.#at): never {
    // Comments are what people try most often.
    if (this.text[at] === '/') throw new Stop(at, t('JSON has no comments. A key "comment" holds one.'));
    throw new Stop(at, at >= this.text.length ? t('The text ends too early.') : words);
  }

  /** Behind blanks; returns the character there. */
  #skip(): number {
    const { text } = this;
    for (let at = this.#at; ; ++at) {
      const code = text.charCodeAt(at);
      if (code === 32 || code === 10 || code === 13 || code === 9) continue;
      this.#at = at;
      return code;
    }
  }

  /** The next member or element of what is open. */
  #next(open: Value, code: number): void {
    if (open.children.length > 0) {
      if (code !== 44)
        this.#stop(
          open.kind === 'object' ? t('A comma or } should stand here.') : t('A comma or ] should stand here.'),
        );
      const comma = this.#at++;
      const after = this.#skip();
      if (after === 125 || after === 93) throw new Stop(comma, t('This comma is one too many.'));
    }
    if (open.kind === 'array') return this.#value();
    const keyFrom = this.#at;
    if (this.text.charCodeAt(keyFrom) !== 34) this.#stop(t('A name in quotes should stand here.'));
    const escaped = this.#string();
    const key = escaped
      ? (JSON.parse(this.text.slice(keyFrom, this.#at)) as string)
      : this.text.slice(keyFrom + 1, this.#at - 1);
    if (this.#skip() !== 58) this.#stop(t('A colon should stand here.'));
    this.#at += 1;
    this.#value(key, keyFrom);
  }

  #add(kind: NodeKind, children: TextNode[], key?: string, keyFrom?: number): Value {
    if (++this.#values > kValues) throw new Stop(this.#at, t('The text has more than 4,000,000 values.'));
    const parent = this.#open;
    const value = new Value(kind, this.#at, parent, key, keyFrom, parent ? parent.children.length : 0, children);
    if (parent) parent.children.push(value);
    else this.#root = value;
    return value;
  }

  #value(key?: string, keyFrom?: number): void {
    const code = this.#skip();
    if (code === 123 || code === 91) {
      if (++this.#depth > kDepth) throw new Stop(this.#at, t('The text nests deeper than 256.'));
      this.#open = this.#add(code === 123 ? 'object' : 'array', [], key, keyFrom);
      this.#at += 1;
    } else if (code === 34) {
      const value = this.#add('string', kNone, key, keyFrom);
      this.#string();
      value.to = this.#at;
    } else if (code === 45 || isDigit(code)) {
      const value = this.#add('number', kNone, key, keyFrom);
      this.#number();
      value.to = this.#at;
    } else this.#word(key, keyFrom);
  }

  #close(): void {
    const closed = this.#open!;
    closed.to = ++this.#at;
    this.#depth -= 1;
    this.#open = closed.parent;
  }

  #word(key?: string, keyFrom?: number): void {
    for (const word of ['true', 'false', 'null'] as const) {
      if (!this.text.startsWith(word, this.#at)) continue;
      const value = this.#add(word === 'null' ? 'null' : 'boolean', kNone, key, keyFrom);
      value.to = this.#at += word.length;
      return;
    }
    this.#stop(t('A value should stand here.'));
  }

  /** True when it has escapes. */
  #string(): boolean {
    const { text } = this,
      from = this.#at;
    let escaped = false;
    for (let at = from + 1; ; ++at) {
      const code = text.charCodeAt(at);
      if (code === 34) {
        this.#at = at + 1;
        return escaped;
      }
      if (code === 92) {
        escaped = true;
        at = this.#escape(at);
      } else if (code < 32) throw new Stop(at, t('A string stays on its line; \\n stands for a new one.'));
      else if (Number.isNaN(code)) throw new Stop(from, t('This string has no end.'));
    }
  }

  /** The last character of the escape that begins there. */
  #escape(at: number): number {
    const kind = this.text[at + 1] ?? '';
    if (kind === 'u') {
      for (let i = 2; i < 6; ++i)
        if (!isHex(this.text.charCodeAt(at + i))) throw new Stop(at, t('JSON has no such escape.'));
      return at + 5;
    }
    if (kind === '' || !'"\\/bfnrt'.includes(kind)) throw new Stop(at, t('JSON has no such escape.'));
    return at + 1;
  }

  #number(): void {
    const { text } = this,
      from = this.#at;
    let at = from;
    const digits = (): void => {
      if (!isDigit(text.charCodeAt(at))) throw new Stop(from, t('JSON writes numbers in another way.'));
      while (isDigit(text.charCodeAt(at))) at += 1;
    };
    if (text.charCodeAt(at) === 45) at += 1;
    const start = at;
    digits();
    if (text.charCodeAt(start) === 48 && at > start + 1) throw new Stop(from, t('JSON writes numbers in another way.'));
    if (text.charCodeAt(at) === 46) {
      at += 1;
      digits();
    }
    if ((text.charCodeAt(at) | 32) === 101) {
      const sign = text.charCodeAt(++at);
      if (sign === 43 || sign === 45) at += 1;
      digits();
    }
    this.#at = at;
  }
}

// -- places -----------------------------------------------------------------------------------------------------------------

const escapedPart = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The parts of a JSON pointer, decoded. */
export const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The pointer of a member or element. */
export const pointerTo = (pointer: string, key: string | number): string => `${pointer}/${escapedPart(String(key))}`;

/** The pointer of the value around; of the root it is the root's. */
export const ownerOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** JSON pointer (RFC 6901) of a value. */
export function pointerOf(node: TextNode): string {
  const parts: string[] = [];
  for (let at = node; at.parent; at = at.parent)
    parts.push(at.key === undefined ? String(at.index) : escapedPart(at.key));
  return parts.length === 0 ? '' : `/${parts.reverse().join('/')}`;
}

export function rootOf(node: TextNode): TextNode {
  let root = node;
  while (root.parent) root = root.parent;
  return root;
}

export function nodeAt(root: TextNode, pointer: string): TextNode | undefined {
  let node: TextNode | undefined = root;
  for (const part of partsOf(pointer)) {
    if (!node) return undefined;
    if (node.kind === 'object') node = member(node, part);
    else node = /^(0|[1-9]\d*)$/.test(part) ? node.children[Number(part)] : undefined;
  }
  return node;
}

/** The innermost value around an offset; the name of a member belongs to its value. */
export function nodeIn(root: TextNode, offset: number): TextNode {
  for (let node = root; ;) {
    let [low, high] = [0, node.children.length];
    // The last child that begins at the offset or before it.
    while (low < high) {
      const middle = (low + high) >> 1,
        child = node.children[middle]!;
      if ((child.keyFrom ?? child.from) <= offset) low = middle + 1;
      else high = middle;
    }
    const child = node.children[low - 1];
    if (!child || child.to < offset) return node;
    node = child;
  }
}

/** Undefined where there is none; of two with one name, the first. */
export function member(node: TextNode, key: string): TextNode | undefined {
  if (node.kind !== 'object') return undefined;
  for (const child of node.children) if (child.key === key) return child;
  return undefined;
}

export const valueOf = (text: string, node: TextNode): Json => JSON.parse(text.slice(node.from, node.to)) as Json;

/** The characters of a string, decoded; undefined for other values. */
export function stringOf(text: string, node: TextNode | undefined): string | undefined {
  if (node?.kind !== 'string') return undefined;
  const inside = text.slice(node.from + 1, node.to - 1);
  return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside;
}
