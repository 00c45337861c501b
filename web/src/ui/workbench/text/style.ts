// How a text is written: its ends of lines, indents and separators. What is new is written the same way.

import { rootOf, type TextNode } from './scan';

interface Style {
  eol: string;
  /** One level of indent; '' when the whole text stands on one line. */
  unit: string;
  /** Between a name and its value, and between elements of one line. */
  colon: string;
  comma: string;
  /** Inside the braces of an object on one line. */
  pad: string;
  isOneLine: boolean;
}

/** Longer objects are broken into lines. */
const kWidth = 100;

const styles = new WeakMap<TextNode, Style>();

/** The style of the text around a value. */
export function styleOf(text: string, node: TextNode): Style {
  const root = rootOf(node);
  let style = styles.get(root);
  if (!style) styles.set(root, (style = readStyle(text, root)));
  return style;
}

function readStyle(text: string, root: TextNode): Style {
  const first = root.children[0],
    lead = first ? text.slice(root.from + 1, startOf(first)) : '\n  ';
  const isOneLine = !lead.includes('\n'),
    own = first ? text.slice(keyEnd(text, first), first.from) : ': ';
  const colon = own.includes('\n') ? ': ' : own,
    found = shortSeparators(text, root);
  const space = colon.endsWith(' ') ? ' ' : '';
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    unit: isOneLine ? '' : lead.slice(lead.lastIndexOf('\n') + 1) || '  ',
    colon,
    comma: found.comma ?? `,${space}`,
    pad: found.pad ?? (isOneLine ? '' : space),
    isOneLine,
  };
}

/** As the first elements and members that share a line have them. */
function shortSeparators(text: string, root: TextNode): { comma?: string; pad?: string } {
  const found: { comma?: string; pad?: string } = {},
    open: TextNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const [first, second] = node.children;
    if (!first) continue;
    const comma = second && text.slice(first.to, startOf(second)),
      pad = text.slice(node.from + 1, startOf(first));
    if (comma !== undefined && !comma.includes('\n')) found.comma ??= comma;
    if (node.kind === 'object' && !pad.includes('\n')) found.pad ??= pad;
    if (found.comma !== undefined && found.pad !== undefined) break;
    for (let i = node.children.length - 1; i >= 0; --i) open.push(node.children[i]!);
  }
  return found;
}

/** Where a member or element begins: at its name, if it has one. */
export const startOf = (node: TextNode): number => node.keyFrom ?? node.from;

/** Behind the closing quote of a member's name; of an element, where it begins. */
export function keyEnd(text: string, node: TextNode): number {
  if (node.keyFrom === undefined) return node.from;
  let at = node.keyFrom + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The blanks that the line of an offset begins with. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

/** True when what is inside begins on a line of its own. */
export function isBroken(text: string, node: TextNode): boolean {
  const first = node.children[0];
  return first !== undefined && text.slice(node.from, startOf(first)).includes('\n');
}

/** The indent that children have, or would have. */
export function childIndent(text: string, node: TextNode): string {
  const first = node.children[0];
  if (first && isBroken(text, node)) return indentAt(text, startOf(first));
  const own = indentAt(text, node.from);
  return first ? own : own + styleOf(text, node).unit;
}

/** Bytes of another place under another indent. Strings have no line ends, so that no value changes. */
function reindented(raw: string, from: string, to: string): string {
  if (from === to || !raw.includes('\n')) return raw;
  return raw
    .split('\n')
    .map((line, i) => (i === 0 ? line : line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n');
}

/** A value whose bytes are there already; `indent` is that of their line. */
export class Raw {
  constructor(
    readonly text: string,
    readonly indent: string,
  ) {}
}

/** What can be written: JSON, with values among it that are bytes of the text. */
export type Written = null | boolean | number | string | Raw | readonly Written[] | { readonly [key: string]: Written };

const isObject = (value: Written): value is { readonly [key: string]: Written } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Raw);

function onOneLine(value: Written, style: Style): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map((one: Written) => onOneLine(one, style)).join(style.comma)}]`;
  if (!isObject(value)) return typeof value === 'number' ? written(value) : JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => JSON.stringify(key) + style.colon + onOneLine(one, style));
  return members.length === 0 ? '{}' : `{${style.pad}${members.join(style.comma)}${style.pad}}`;
}

/** The characters of a value under an indent: on one line up to 100 characters. `wide`: longer ones as well. */
export function writtenValue(value: Written, style: Style, indent: string, wide = false): string {
  if (value instanceof Raw) return reindented(value.text, value.indent, indent);
  const line = onOneLine(value, style);
  if (style.isOneLine || (!line.includes('\n') && (wide || line.length <= kWidth))) return line;
  return brokenValue(value, style, indent);
}

/** The characters of a value with each member on a line of its own. */
export function brokenValue(value: Written, style: Style, indent: string): string {
  const inner = indent + style.unit,
    isList = Array.isArray(value);
  if (style.isOneLine || (!isList && !isObject(value))) return writtenValue(value, style, indent, true);
  const rows = isList
    ? value.map((one: Written) => writtenValue(one, style, inner))
    : Object.entries(value as { [key: string]: Written }).map(
        ([key, one]) => JSON.stringify(key) + style.colon + writtenValue(one, style, inner),
      );
  if (rows.length === 0) return isList ? '[]' : '{}';
  const [open, close] = isList ? '[]' : '{}';
  return `${open}${style.eol}${rows.map((row) => inner + row).join(`,${style.eol}`)}${style.eol}${indent}${close}`;
}

/** A number without the noise of its last binary digits, and with the decimals of a step where one is given. */
export function written(value: number, step?: number): string {
  if (!Number.isFinite(value)) return '0';
  if (step !== undefined && step > 0) {
    const decimals = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step) - 1e-9)));
    if (Math.abs(value) < 1e15) return String(Number(value.toFixed(decimals)) || 0);
  }
  const short = Number(value.toPrecision(12));
  return String(Math.abs(short - value) <= Math.abs(value) * 1e-13 ? short || 0 : value);
}
