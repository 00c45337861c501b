// Text on its way to a terminal. Names and messages come from hostile files: control characters, bidirectional overrides
// and line separators are shown as escapes, never sent.

import { largest } from '../base/lists';
import type { Issue } from '../core/report';
import { plainWords } from '../base/textFormat';

/** `3 joints`, `1 joint`. */
export const { countOf } = plainWords;

/** `1 error, 3 warnings` */
export const problemCount = ({ numErrors, numWarnings }: { numErrors: number; numWarnings: number }): string =>
  `${countOf(numErrors, 'error')}, ${countOf(numWarnings, 'warning')}`;

const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (c: string): string => {
  const code = c.codePointAt(0) as number;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
};

/** One line of safe text. */
export const plain = (text: string): string => text.replace(unsafe, escaped);

/** Names that a stranger chose are at most this long in a message. */
const kMostName = 160;

/** Nothing that is told of a file is longer. */
const kMostMessage = 1000;

/** A line for a loss. Messages have the count in them, or are about one thing; few are without. */
export function lossText({ message, count, largest }: { message: string; count: number; largest: number }): string {
  const isCounted = count === 1 || new RegExp(`(^|[^\\d.])${count}(?![\\d.])`).test(message);
  const facts = [...(isCounted ? [] : [String(count)]), ...(largest > 0 ? [`at most ${decimal(largest)}`] : [])];
  return `lost: ${plain(message)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/** A name for a message: its beginning and its end where it is long. */
export const cut = (name: string, most = kMostName): string =>
  name.length <= most ? name : `${name.slice(0, most / 2)}…${name.slice(-most / 2)}`;

/** JSON whose strings are safe on a terminal as well (JSON.stringify leaves DEL, C1 and bidirectional controls alone). */
export function json(value: unknown): string {
  const unit = (c: string): string =>
    Array.from({ length: c.length }, (_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
  return indented(value).replace(unsafe, (c) => (c === '\n' ? c : unit(c)));
}

/** Deeper lines are not moved in any further: a chain of thousands of joints would be blanks for the most part. */
export const kMostIndent = 64;

function isDeep(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth === kMostIndent) return true;
    for (const member of Object.values(next.value))
      if (typeof member === 'object') open.push({ value: member, depth: next.depth + 1 });
  }
  return false;
}

/** As JSON.stringify with two blanks, which gives up at a few thousand levels and moves each of them in further. */
function indented(value: unknown): string {
  if (!isDeep(value)) return JSON.stringify(value, null, 2) ?? 'null';
  const parts: string[] = [];
  const open: { entries: [name: string, value: unknown][]; next: number; end: string }[] = [];
  const line = (): string => `\n${'  '.repeat(Math.min(open.length, kMostIndent))}`;
  const put = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) parts.push(JSON.stringify(one) ?? 'null');
    else {
      const entries = Array.isArray(one)
        ? one.map((member): [string, unknown] => ['', member])
        : Object.entries(one)
            .filter(([, member]) => member !== undefined)
            .map(([name, member]): [string, unknown] => [`${JSON.stringify(name)}: `, member]);
      const [start, end] = Array.isArray(one) ? ['[', ']'] : ['{', '}'];
      parts.push(entries.length > 0 ? start : start + end);
      if (entries.length > 0) open.push({ entries, next: 0, end });
    }
  };
  put(value);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const entry = top.entries[top.next];
    if (entry) {
      parts.push(top.next++ > 0 ? ',' : '', line(), entry[0]);
      put(entry[1]);
    } else {
      open.pop();
      parts.push(line(), top.end);
    }
  }
  return parts.join('');
}

const severities = ['error', 'warning', 'note', 'hint'] as const;
export const severityName = (issue: Issue): (typeof severities)[number] => severities[issue.severity];

export const hexOffset = (offset: number): string => `@0x${offset.toString(16)}`;

/** `walk.md5mesh:212:18: error MD5_X: text (place)`; binary files give `room.scene @0x1f40 (place): error X: text`. */
export function issueLine(issue: Issue): string {
  const { line, column, offset, path, code, message } = issue,
    source = cut(issue.source);
  const said = `${severityName(issue)} ${code}: ${cut(message, kMostMessage)}`;
  const place = path && !message.includes(path) ? ` (${cut(path, kMostMessage)})` : '';
  // Issues that concern no file have no source.
  if (!source) return plain(`${said}${place}`);
  if (line !== undefined) return plain(`${source}:${line}:${column}: ${said}${place}`);
  if (offset !== undefined) return plain(`${source} ${hexOffset(offset)}${place}: ${said}`);
  return plain(`${source}: ${said}${place}`);
}

/** The line of an issue, the source with a caret under the place, and what can be done. */
export function issueText(issue: Issue): string {
  const lines = [issueLine(issue)];
  if (issue.excerpt && issue.line !== undefined) {
    const { text, caret } = issue.excerpt;
    const shown = (part: string): string => plain(part.replaceAll('\t', ' '));
    const before = Buffer.from(text).subarray(0, caret).toString();
    const number = String(issue.line);
    lines.push(`  ${number} | ${shown(text)}`, `  ${' '.repeat(number.length)} | ${' '.repeat(shown(before).length)}^`);
  }
  if (issue.help) lines.push(`  help: ${plain(issue.help)}`);
  return lines.join('\n');
}

const kColours: Readonly<Record<string, number>> = { error: 31, warning: 33, info: 36, hint: 36 };

/**
 * How text is written to `stream`: with the severities of issues in colour on a terminal, unless NO_COLOR is set
 * (no-color.org) or the terminal has none; FORCE_COLOR asks for it elsewhere too.
 */
export function painter(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): (text: string) => string {
  const asked = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  if (env.NO_COLOR || env.TERM === 'dumb' || !(asked || stream.isTTY)) return (text) => text;
  return (text) =>
    text.replace(
      /\b(error|warning|info|hint) (?=[A-Z][A-Z0-9_]+: )/g,
      (_, word: string) => `\x1b[${kColours[word]}m${word}\x1b[0m `,
    );
}

/** Cells are at most this long where all cells of their column are padded to them. */
const kMostCell = 1000;

/** Columns padded to their widest cell; numbers to the right. Long cells are cut, except in the last column. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const text = rows.map((row) =>
    row.map((cell, c) => plain(c < row.length - 1 ? cut(String(cell), kMostCell) : String(cell))),
  );
  const widths = (text[0] ?? []).map((_, c) => largest(text, (row) => (row[c] ?? '').length));
  return text
    .map((row, r) =>
      row
        .map((cell, c) =>
          typeof rows[r]?.[c] === 'number' ? cell.padStart(widths[c] ?? 0) : cell.padEnd(widths[c] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * A name and what it means on each line; on a terminal the meanings are broken at its width and stay in their column,
 * or below a name that leaves too little room.
 */
export function glossary(rows: readonly (readonly [name: string, meaning: string])[], columns?: number): string {
  if (columns === undefined) return table(rows);
  const widest = largest(rows, ([name]) => name.length) + 2,
    indent = Math.min(widest, 30),
    room = Math.max(20, columns - indent - 1);
  return rows
    .map(([name, meaning]) => {
      const lines = folded(plain(meaning), room + 1).map((line) => ' '.repeat(indent) + line);
      const label = plain(name);
      if (label.length + 2 > indent) return [label, ...lines].join('\n');
      return [label.padEnd(indent) + (lines[0] ?? '').slice(indent), ...lines.slice(1)].join('\n');
    })
    .join('\n');
}

/** Lines of fewer than `columns` characters, where words allow it, after as many spaces; without `columns`, one line. */
export function folded(text: string, columns: number | undefined, indent = 0): string[] {
  const room = (columns ?? Infinity) - indent - 1,
    lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => ' '.repeat(indent) + line);
}

/** A short decimal for people; machines read JSON. What is no finite number comes as null from the core. */
export const decimal = (x: number | null): string => (x === null ? 'not finite' : String(Number(x.toPrecision(6))));
