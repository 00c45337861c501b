// Records and blocks of an MD5 text, for both kinds of file: what stands on which line, and where a block begins and ends.

import { Notes, type Part } from './notes';
import { looksNumeric, readFloat, readInt, Scanner, type Token } from './scanner';

/** `i` a whole number, `f` a number, brackets themselves. */
type Shape = string;

export interface Header {
  /** Undefined where there is no such key. */
  version?: { value: number; offset: number };
  commandline?: { offset: number; quoted: boolean };
}

/** Largest count that a header is believed about. */
const kMostCounted = 2 ** 31 - 1;

export class Reading {
  readonly notes: Notes;
  readonly scanner: Scanner;
  readonly header: Header = {};
  private reached = -1;

  /** `keys` are the file's own, in their order; letter case is the format's. */
  constructor(
    bytes: Uint8Array,
    part: Part,
    private readonly keys: readonly string[],
  ) {
    this.notes = new Notes(part);
    this.scanner = new Scanner(bytes, this.notes);
  }

  /** The key that a token is, in any letter case; notes one that is written otherwise. */
  keyOf(token: Token, keys = this.keys, rule = 'header.keyword_case'): string | undefined {
    if (token.quoted) return undefined;
    const key = keys.find((k) => k.toLowerCase() === token.text.toLowerCase());
    if (key !== undefined && key !== token.text) this.notes.add(rule, token.start, token.text, key);
    return key;
  }

  isKey(token: Token, keys = this.keys): boolean {
    return !token.quoted && keys.some((key) => key.toLowerCase() === token.text.toLowerCase());
  }

  /** Keys come in the order of the list; `rule` is about one that does not. */
  ordered(key: string, token: Token, rule: string, repeats = false): void {
    const at = this.keys.indexOf(key);
    if (at < this.reached || (at === this.reached && !repeats)) this.notes.add(rule, token.start, key);
    this.reached = Math.max(this.reached, at);
  }

  version(): void {
    const token = this.scanner.peek();
    if (!token || this.isKey(token)) return;
    this.scanner.next();
    this.header.version = { value: readInt(token, this.notes), offset: token.start };
    this.restOfLine('header.unknown_key');
  }

  /** The command line is one token; what follows it on the line is too much. */
  commandline(key: Token): void {
    const token = this.scanner.peek();
    if (!token || (token.newLine && !token.quoted) || /^[{}()]$/.test(token.text)) {
      this.header.commandline = { offset: key.start, quoted: false };
      this.notes.add('commandline.value', key.start);
      return;
    }
    this.scanner.next();
    this.scanner.measure(token, false);
    this.header.commandline = { offset: key.start, quoted: token.quoted };
    this.unquoted(token);
    if (!token.quoted) this.notes.add('commandline.quoted', token.start, token.text.slice(0, 40));
    this.restOfLine('header.unknown_key');
  }

  /** Some readers part words at other characters than those of a path. */
  unquoted({ text, quoted, start }: Token): void {
    if (!quoted && !/^[A-Za-z_][\w/\\:.]*$/.test(text)) this.notes.add('word.unquoted', start, text.slice(0, 40));
  }

  /** The whole number after a key. */
  count(key: Token, cut = false): { value: number; offset: number } {
    const token = this.scanner.peek();
    if (!token || !looksNumeric(token)) {
      this.notes.add('row.shape', key.start, key.text);
      return { value: 0, offset: key.start };
    }
    this.scanner.next();
    this.scanner.measure(token, true);
    const value = readInt(token, this.notes, cut);
    if (value < 0 || value > kMostCounted) this.notes.add('count.range', token.start, value);
    if (token.newLine) this.notes.add('token.record_split', token.start);
    return { value: Math.max(0, value), offset: key.start };
  }

  /** The same with its fraction. */
  real(key: Token): { value: number; offset: number } {
    const token = this.scanner.peek();
    if (!token || !looksNumeric(token)) return this.count(key);
    this.scanner.next();
    return { value: readFloat(token, this.notes), offset: token.start };
  }

  /** Past a `{`; false where there is none. `inner` words may stand before it: frame 3 { */
  open(keyword: Token): boolean {
    const brace = this.scanner.peek();
    if (brace?.text !== '{' || brace.quoted) {
      this.notes.add('row.shape', keyword.start, keyword.text);
      return false;
    }
    this.scanner.next();
    this.scanner.depth += 1;
    if (brace.newLine) this.notes.add('token.same_line', brace.start, keyword.text);
    else if (this.scanner.slice(keyword.end, brace.start) !== ' ')
      this.notes.add('token.blank_exact', keyword.start, keyword.text);
    this.exact = !brace.newLine && this.scanner.slice(keyword.end, brace.start) === ' ';
    return true;
  }

  /** The block that was opened last has its brace one blank after the word. */
  exact = true;

  /** At the end of a block: takes its `}`. Notes a text that ends before it. */
  closes(): boolean {
    const token = this.scanner.peek();
    if (token && (token.text !== '}' || token.quoted)) return false;
    if (!token) this.notes.add('block.unclosed', this.scanner.end, '}');
    else {
      this.scanner.next();
      const before = this.scanner.slice(token.start - 1, token.start);
      if (before !== '\n') this.notes.add('token.brace_column0', token.start);
    }
    this.scanner.depth = Math.max(0, this.scanner.depth - 1);
    return true;
  }

  /**
   * The numbers of a record by its shape, into `into`; false where the record is another. `first` began it. A record over
   * several lines is noted; what is not understood is left out up to the next line.
   */
  record(shape: Shape, first: Token, into: number[]): boolean {
    into.length = 0;
    for (const kind of shape) {
      const token = this.scanner.peek();
      const fits = token && !token.quoted && (/[()]/.test(kind) ? token.text === kind : !/^[(){}]$/.test(token.text));
      if (!fits) {
        this.notes.add('row.shape', token?.start ?? this.scanner.end, first.text.slice(0, 40));
        this.skipLine();
        return false;
      }
      this.scanner.next();
      this.scanner.measure(token, true);
      if (token.newLine) this.notes.add('token.record_split', token.start, first.text.slice(0, 40));
      if (kind === 'i') into.push(readInt(token, this.notes));
      else if (kind === 'f') into.push(readFloat(token, this.notes));
    }
    return true;
  }

  /** Text after a record on its line: the next record, or surplus values. */
  afterRecord(begins: (token: Token) => boolean): void {
    const token = this.scanner.peek();
    if (!token || token.newLine || token.text === '}') return;
    if (begins(token)) this.notes.add('token.own_line', token.start);
    else this.restOfLine('row.extra');
  }

  private restOfLine(rule: string): void {
    const token = this.scanner.peek();
    if (!token || token.newLine || this.isKey(token) || /^[{}]$/.test(token.text)) return;
    this.notes.add(rule, token.start, token.text.slice(0, 40));
    this.skipLine();
  }

  /** Up to the next line or the end of the block. */
  skipLine(): void {
    for (let token = this.scanner.peek(); token && !token.newLine && token.text !== '}'; token = this.scanner.peek())
      this.scanner.next();
  }

  /** Skips unknown words: up to a key of `keys` or the end of the block. */
  skipTo(keys: readonly string[]): void {
    let open = 0;
    for (let token = this.scanner.peek(); token; token = this.scanner.peek()) {
      if (open === 0 && (token.text === '}' || this.isKey(token, keys))) return;
      if (token.text === '{' && !token.quoted) open += 1;
      if (token.text === '}' && !token.quoted) open -= 1;
      this.scanner.next();
    }
  }
}
