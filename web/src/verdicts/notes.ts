// Findings of a lenient reading of a text, by the rule that some engine has about them. A note is kept where it was seen
// first and counted from there: a file of a million plus signs is one note.

/** Which file a note is about: of an MD5 model one of two; a model with vertex frames, or one of its skins. */
export type Part = 'mesh' | 'anim' | 'model' | 'skin';

export interface Note {
  rule: string;
  part: Part;
  /** Byte offset in the file; undefined for what has no place. */
  offset: number | undefined;
  /** The text there, or its amount. */
  found?: string | number;
  limit?: string | number;
  /** How often. */
  count: number;
}

export class Notes {
  private readonly byRule = new Map<string, Note>();

  constructor(readonly part: Part) {}

  /** One note for each `rule` and distinguishing detail. */
  add(rule: string, offset: number | undefined, found?: string | number, limit?: string | number): void {
    const known = this.byRule.get(rule);
    if (known) known.count += 1;
    else
      this.byRule.set(rule, {
        rule,
        part: this.part,
        offset,
        ...(found !== undefined && { found }),
        ...(limit !== undefined && { limit }),
        count: 1,
      });
  }

  has(rule: string): boolean {
    return this.byRule.has(rule);
  }

  get all(): readonly Note[] {
    return [...this.byRule.values()];
  }
}

/** 1-based line and column of byte offsets; lines end at LF, CR LF or a lone CR, columns count bytes. */
export function placesOf(bytes: Uint8Array, offsets: readonly number[]): Map<number, { line: number; column: number }> {
  const places = new Map<number, { line: number; column: number }>();
  let line = 1,
    start = 0,
    at = 0;
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    for (; at < Math.min(offset, bytes.length); at++) {
      const byte = bytes[at];
      if (byte === kLineFeed || (byte === kCarriageReturn && bytes[at + 1] !== kLineFeed)) {
        line += 1;
        start = at + 1;
      }
    }
    places.set(offset, { line, column: offset - start + 1 });
  }
  return places;
}

const kLineFeed = 10,
  kCarriageReturn = 13;
