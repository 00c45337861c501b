// Stretches of a text and what takes their place: applied, turned back, joined.

/** A stretch of the text, in UTF-16 code units, and what takes its place. */
export interface Splice {
  from: number;
  to: number;
  text: string;
}

/** The text after splices, which are in order and do not overlap. Throws RangeError where they are not or leave the text. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const splice of splices) {
    if (splice.from < at || splice.to < splice.from || splice.to > text.length)
      throw new RangeError(`splice ${splice.from}..${splice.to} of ${text.length} after ${at}`);
    parts.push(text.slice(at, splice.from), splice.text);
    at = splice.to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** What takes `splices` of `text` back: splices of the text after them. */
export function inverted(text: string, splices: readonly Splice[]): Splice[] {
  let moved = 0;
  return splices.map((splice) => {
    const from = splice.from + moved;
    moved += splice.text.length - (splice.to - splice.from);
    return { from, to: from + splice.text.length, text: text.slice(splice.from, splice.to) };
  });
}

/** True when the text stays as it is. */
export function isIdle(text: string, splices: readonly Splice[]): boolean {
  const grown = splices.reduce((sum, splice) => sum + splice.text.length - (splice.to - splice.from), 0);
  return grown === 0 && spliced(text, splices) === text;
}

/** Joins rows of what is kept and what is replaced; neighbours become one splice. */
class Joined {
  readonly splices: Splice[] = [];
  #at = 0;

  keep(length: number): void {
    this.#at += length;
  }

  replace(length: number, text: string): void {
    if (length === 0 && text === '') return;
    const last = this.splices.at(-1);
    if (last?.to === this.#at) {
      last.to += length;
      last.text += text;
    } else this.splices.push({ from: this.#at, to: this.#at + length, text });
    this.#at += length;
  }
}

/** One list for two that follow one another: `second` is of the text after `first`. */
export function composed(first: readonly Splice[], second: readonly Splice[]): Splice[] {
  const out = new Joined();
  /** In the text before, between and of `first`. */
  let [before, between, i] = [0, 0, 0];
  /** What is left of the text of a splice of `first`. */
  let left = '';
  /** Walks the text between up to `end`; what is there is kept or cut out. */
  const walk = (end: number, isCut: boolean): void => {
    while (between < end) {
      if (left !== '') {
        const count = Math.min(left.length, end - between);
        if (!isCut) out.replace(0, left.slice(0, count));
        left = left.slice(count);
        between += count;
        continue;
      }
      const next = first[i],
        count = Math.min(next ? next.from - before : Infinity, end - between);
      if (count > 0) {
        if (isCut) out.replace(count, '');
        else out.keep(count);
        before += count;
        between += count;
      } else enter();
    }
  };
  const enter = (): void => {
    const next = first[i++]!;
    out.replace(next.to - next.from, '');
    before = next.to;
    left = next.text;
  };
  for (const splice of second) {
    walk(splice.from, false);
    walk(splice.to, true);
    out.replace(0, splice.text);
  }
  if (left !== '') out.replace(0, left);
  for (; i < first.length; ++i) {
    out.keep(first[i]!.from - before);
    out.replace(first[i]!.to - first[i]!.from, first[i]!.text);
    before = first[i]!.to;
  }
  return out.splices;
}

/** Where a value that begins at an offset begins after splices; undefined when it went away. */
export function mapped(offset: number, splices: readonly Splice[]): number | undefined {
  let moved = 0;
  for (const { from, to, text } of splices) {
    if (from > offset) break;
    // Another value at its place; what is inserted before it moves it.
    if (from === offset && to > from) break;
    if (to > offset) return undefined;
    moved += text.length - (to - from);
  }
  return offset + moved;
}
