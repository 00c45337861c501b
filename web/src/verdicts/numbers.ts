// How a number is written, by the rules that engines have about it.

import type { Notes } from './notes';
import type { Token } from './scanner';

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
