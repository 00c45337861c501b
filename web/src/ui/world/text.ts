// The text of a world document on the page: its values by pointer, and where in it the operators stand.

import type { WorldOutline } from '../../core/world';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const parts = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Where each object and each text of a JSON text ends, by where it begins. */
function extents(text: string): Map<number, number> {
  const ends = new Map<number, number>(),
    open: number[] = [];
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (c === '"') {
      const start = i;
      for (++i; i < text.length && text[i] !== '"'; ++i) if (text[i] === '\\') ++i;
      ends.set(start, i + 1);
    } else if (c === '{' || c === '[') open.push(i);
    else if (c === '}' || c === ']') ends.set(open.pop() ?? i, i + 1);
  }
  return ends;
}

/** Where the bytes of a line in UTF-8 stand among its characters; asked for in rising order, it walks the line once. */
function charsOf(line: string): (bytes: number) => number {
  let chars = 0,
    seen = 0;
  return (bytes) => {
    while (seen < bytes && chars < line.length) {
      const code = line.codePointAt(chars)!;
      seen += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      chars += code < 0x10000 ? 1 : 2;
    }
    return chars;
  };
}

export class WorldText {
  readonly lines: string[];
  readonly root: Json;
  /** Per operator: first and last line, from 1, and how long it is. */
  readonly #places: { from: number; to: number; size: number }[];
  /** By pointer. */
  readonly #operators = new Map<string, number>();

  constructor(
    readonly text: string,
    readonly outline: WorldOutline,
  ) {
    this.lines = text.split('\n');
    this.root = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
    const starts = [0];
    for (const line of this.lines) starts.push(starts.at(-1)! + line.length + 1);
    const ends = extents(text);
    /** Lines before an offset, by halving. */
    const lineOf = (offset: number): number => {
      let [low, high] = [0, starts.length - 1];
      while (low + 1 < high) {
        const middle = (low + high) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    };
    this.#places = outline.operators.map(() => ({ from: 0, to: 0, size: Infinity }));
    let last = 0,
      chars = charsOf('');
    for (const [i, { line, column }] of [...outline.operators.entries()].sort(
      ([, a], [, b]) => a.line - b.line || a.column - b.column,
    )) {
      if (line === 0) continue;
      if (line !== last) chars = charsOf(this.lines[line - 1] ?? '');
      last = line;
      const start = (starts[line - 1] ?? text.length) + chars(column - 1),
        end = ends.get(start) ?? start + 1;
      this.#places[i] = { from: line, to: lineOf(end - 1), size: end - start };
    }
    outline.operators.forEach(({ pointer }, i) => {
      if (!this.#operators.has(pointer)) this.#operators.set(pointer, i);
    });
  }

  /** Undefined where there is nothing. */
  at(pointer: string): Json | undefined {
    let value: Json | undefined = this.root;
    for (const part of parts(pointer)) {
      if (value === null || typeof value !== 'object') return undefined;
      value = (value as { [key: string]: Json })[part];
    }
    return value;
  }

  /** Keeps the values that are shown up with a change that the document has taken. */
  put(pointer: string, value: Json): void {
    const way = parts(pointer),
      last = way.pop(),
      owner = this.at(pointer.slice(0, pointer.lastIndexOf('/')));
    if (last === undefined || owner === null || typeof owner !== 'object') return;
    (owner as { [key: string]: Json })[last] = value;
  }

  lineRange(operator: number): { from: number; to: number } {
    return this.#places[operator] ?? { from: 0, to: 0 };
  }

  /** The innermost operator of a line; -1. */
  operatorAt(line: number): number {
    let best = -1,
      size = Infinity;
    this.#places.forEach((place, operator) => {
      if (place.from > line || place.to < line || place.size >= size) return;
      [best, size] = [operator, place.size];
    });
    return best;
  }

  /** The operator that a pointer leads to or into; -1. */
  operatorOf(pointer: string): number {
    for (let own = pointer; ; own = own.slice(0, own.lastIndexOf('/'))) {
      const operator = this.#operators.get(own);
      if (operator !== undefined) return operator;
      if (!own.includes('/')) return -1;
    }
  }
}
