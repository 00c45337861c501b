// How an md5mesh or md5anim text is written: its tokens, read more leniently than any engine does, its numbers, its lines,
// and notes about everything that some engine takes otherwise: brackets without blanks, comments, bytes that end a text
// early.

import type { Notes } from './notes';

export interface Token {
  /** A bracket is a token of its own; a text in quotes is without them. */
  text: string;
  quoted: boolean;
  /** Byte offsets. */
  start: number;
  end: number;
  /** A line ends between it and the token before it: at LF, or at CR in a text that has no LF at all. */
  newLine: boolean;
}

const kLineFeed = 10,
  kReturn = 13,
  kBlank = 32,
  kQuote = 34,
  kSlash = 47,
  kStar = 42;
const kBrackets = new Set([...'(){}'].map((c) => c.charCodeAt(0)));

export class Scanner {
  /** The longest token, and the longest that is no command line. */
  longest = { bytes: 0, offset: 0 };
  longestPlain = { bytes: 0, offset: 0 };
  /** Blocks that are open. */
  depth = 0;
  private readonly text: string;
  private readonly length: number;
  private at = 0;
  private readonly lineEnd: number;
  private lastEnd = -1;
  private lastBracket = false;
  private ahead: Token | undefined;

  constructor(
    bytes: Uint8Array,
    private readonly notes: Notes,
  ) {
    // One character a byte: offsets are the file's.
    this.text = new TextDecoder('latin1').decode(bytes);
    this.length = this.endOf(bytes);
    this.lineEnd = this.text.includes('\n') ? kLineFeed : kReturn;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      notes.add('token.bom', 0);
      this.at = 3;
    }
  }

  /** A NUL ends the text for engines that read it as a C string. */
  private endOf(bytes: Uint8Array): number {
    const nul = bytes.indexOf(0);
    if (nul < 0) return bytes.length;
    if (bytes.subarray(nul).some((byte) => byte > kBlank)) this.notes.add('token.nul', nul);
    return nul;
  }

  peek(): Token | undefined {
    return (this.ahead ??= this.read());
  }

  next(): Token | undefined {
    const token = this.peek();
    this.ahead = undefined;
    return token;
  }

  /** Where the text ends. */
  get end(): number {
    return this.length;
  }

  /** The bytes between two offsets, one character each. */
  slice(from: number, to: number): string {
    return this.text.slice(from, to);
  }

  /** A token that is a command line does not count among the plain ones. */
  measure(token: Token, plain: boolean): void {
    const bytes = token.end - token.start - (token.quoted ? 2 : 0);
    if (bytes > this.longest.bytes) this.longest = { bytes, offset: token.start };
    if (plain && bytes > this.longestPlain.bytes) this.longestPlain = { bytes, offset: token.start };
  }

  private code(at: number): number {
    return at < this.length ? this.text.charCodeAt(at) : -1;
  }

  private read(): Token | undefined {
    const newLine = this.skipBlanks();
    if (this.at >= this.length) return undefined;
    const start = this.at,
      first = this.code(start);
    if (first === kQuote) return this.quoted(start, newLine);
    const bracket = kBrackets.has(first);
    if (bracket) this.at += 1;
    else this.skipWord();
    const text = this.text.slice(start, this.at);
    if (start === this.lastEnd && (bracket || this.lastBracket)) this.noteTight(start, text);
    return this.made({ text, quoted: false, start, end: this.at, newLine }, bracket);
  }

  private made(token: Token, bracket: boolean): Token {
    this.lastEnd = token.end;
    this.lastBracket = bracket;
    return token;
  }

  private noteTight(start: number, text: string): void {
    const brace = /[{}]/.test(text) || /[{}]/.test(this.text.charAt(start - 1));
    this.notes.add(
      brace ? 'token.brace_spacing' : 'token.paren_spacing',
      start - 1,
      this.text.slice(start - 1, start + 1),
    );
  }

  private skipWord(): void {
    for (; this.at < this.length; this.at++) {
      const code = this.code(this.at);
      if (code <= kBlank || code === kQuote || kBrackets.has(code)) return;
      if (code === kSlash && [kSlash, kStar].includes(this.code(this.at + 1))) {
        this.notes.add('token.comment_glued', this.at);
        return;
      }
    }
  }

  private quoted(start: number, newLine: boolean): Token {
    const close = this.text.indexOf('"', start + 1);
    const end = close < 0 || close >= this.length ? this.length : close;
    if (end === this.length) this.notes.add('block.unclosed', start, '"');
    const text = this.text.slice(start + 1, end);
    if (/[\r\n]/.test(text)) this.notes.add('token.quote_newline', start);
    this.at = Math.min(this.length, end + 1);
    return this.made({ text, quoted: true, start, end: this.at, newLine }, false);
  }

  /** Past blanks and comments; true when a line feed was among them. */
  private skipBlanks(): boolean {
    let newLine = false;
    for (;;) {
      const code = this.code(this.at);
      if (code < 0) return newLine;
      if (code === this.lineEnd) newLine = true;
      if (code <= kBlank) this.at += 1;
      else if (code === kSlash && this.code(this.at + 1) === kSlash) this.skipLine();
      else if (code === kSlash && this.code(this.at + 1) === kStar) newLine = this.skipBlock() || newLine;
      else return newLine;
    }
  }

  private skipLine(): void {
    const start = this.at;
    while (this.at < this.length && this.code(this.at) !== kLineFeed && this.code(this.at) !== kReturn) this.at += 1;
    if (this.code(this.at) !== kReturn || this.code(this.at + 1) === kLineFeed || this.notes.has('token.cr_only'))
      return;
    const feed = this.text.indexOf('\n', this.at),
      rest = this.text.slice(this.at, feed < 0 ? this.length : feed);
    // Engines end a line at LF: what follows the comment is part of it to them.
    if (/\S/.test(rest)) this.notes.add('token.cr_only', start);
  }

  private skipBlock(): boolean {
    const start = this.at,
      close = this.text.indexOf('*/', start + 2);
    const end = close < 0 || close >= this.length ? this.length : close + 2;
    if (end === this.length && close < 0) this.notes.add('block.unclosed', start, '/*');
    if (this.depth > 0) this.notes.add('token.block_comment', start);
    this.at = end;
    // A reader by lines loses what shares a line with the comment.
    const line = /^[ \t]*([^\s]*)/.exec(this.text.slice(end, end + 64));
    if (line?.[1] && line[1] !== 'commandline') this.notes.add('token.block_comment_line', start);
    return this.text.slice(start, end).includes(String.fromCharCode(this.lineEnd));
  }
}

const kPlain = /^-?(?:0|[1-9]\d*)?(?:\.\d*)?$/;
const kDecimal = /^([-+]?)(\d*)(\.\d*)?(?:([eE])[-+]?\d+)?([fF]?)$/;

/** The value of a number, 0 for what is none; notes what some engine takes otherwise. */
export function readFloat(token: Token, notes: Notes): number {
  const { text } = token;
  if (!token.quoted && kPlain.test(text) && /\d/.test(text)) return Number(text);
  return oddNumber(token, notes, false);
}

/** A whole number; `cut` takes a fraction as all engines do for it. */
export function readInt(token: Token, notes: Notes, cut = false): number {
  if (!token.quoted && /^(?:-?[1-9]\d*|-?0)$/.test(token.text)) return Number(token.text);
  return Math.trunc(oddNumber(token, notes, !cut));
}

export const looksNumeric = (token: Token): boolean => !token.quoted && /^[-+]?(?:\.?\d|nan|inf)/i.test(token.text);

function oddNumber({ text, start, quoted }: Token, notes: Notes, whole: boolean): number {
  const say = (rule: string): void => notes.add(rule, start, text.slice(0, 40));
  if (/#(?:ind|inf|qnan|snan)/i.test(text)) return (say('num.ind'), 0);
  if (/^[-+]?(?:nan|inf(?:inity)?)$/i.test(text)) return (say('num.nan'), 0);
  if (/^[-+]?0x[\da-f]+$/i.test(text)) return (say('num.hex'), Number(text.replace(/^[-+]/, '')));
  const parts = kDecimal.exec(text);
  if (quoted || !parts || !/\d/.test(`${parts[2]}${parts[3] ?? ''}`)) return (say('num.word'), 0);
  const [, sign = '', before = '', fraction, exponent, suffix] = parts;
  if (sign === '+') say('num.plus');
  if (exponent === 'E') say('num.exponent_upper');
  if (suffix) say('num.suffix');
  const fractional = fraction !== undefined || exponent !== undefined;
  if (whole && fractional) say('num.float_for_int');
  if (/^0\d*$/.test(before) && before !== '0' && !fractional && octal(before) !== Number(before)) say('num.octal_int');
  // A 0 without a point after it begins an octal number, which ends before the exponent or the point.
  if (fractional && before.startsWith('0') && !(before === '0' && fraction !== undefined)) say('num.exponent_zero');
  const value = Number(suffix ? text.slice(0, -1) : text);
  if (Number.isFinite(value)) return value;
  say('num.nan');
  return 0;
}

const octal = (digits: string): number => (/^[0-7]+$/.test(digits) ? parseInt(digits, 8) : NaN);

/** A buffer of 512 bytes holds so much of a line. */
const kPiece = 511;
const kHeader = /^\s*(?:num\w+|frameRate)\b/i;
const kBlock = /^\s*(?:joints|mesh|hierarchy|bounds|baseframe|frame)\b/i;

export function noteLines(bytes: Uint8Array, notes: Notes): void {
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('\r') && !text.includes('\n')) notes.add('line.cr_only', 0);
  let start = 0,
    swallowing = false,
    number = 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start),
      end = feed < 0 ? text.length : feed;
    number += 1;
    if (end - start > kPiece) noteLong(text.slice(start, start + 64), start, end - start, notes);
    // The first two lines are read apart.
    if (number > 2) swallowing = noteSwallowed(text.slice(start, Math.min(end, start + 256)), start, swallowing, notes);
    start = end + 1;
  }
}

/** Numbers that are cut in two; a long comment or command line is harmless. */
function noteLong(begin: string, start: number, bytes: number, notes: Notes): void {
  if (/^\s*[-+.\d]/.test(begin)) notes.add('line.max', start, bytes, kPiece);
}

/**
 * A value that no blank follows takes the next lines with it, up to an empty one. Returns whether the next line is taken.
 */
function noteSwallowed(line: string, start: number, swallowed: boolean, notes: Notes): boolean {
  if (/^\s*$/.test(line)) return false;
  if (swallowed && kBlock.test(line)) notes.add('header.blank_line_before_block', start, line.trim().slice(0, 40));
  const rate = /^\s*frameRate\s+(\S+)/i.exec(line);
  if (swallowed && rate && Number(rate[1]) !== kDefaultRate)
    notes.add('header.blank_after_value', start, rate[1], kDefaultRate);
  if (/\s$/.test(line)) return false;
  return swallowed || kHeader.test(line);
}

/** Rate of an animation whose rate was not read. */
const kDefaultRate = 24;
