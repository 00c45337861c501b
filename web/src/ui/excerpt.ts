import type { Issue } from '../core/report';
import { h } from './dom';
import { t } from './language';

/** Letters that a narrow panel has room for, beside the number of the line. */
const kShort = 26;

/** The line of the file with a caret under the column; undefined for binary files. */
export function excerptOf({ excerpt, line }: Issue): HTMLElement | undefined {
  if (!excerpt) return undefined;
  // The caret counts bytes; a tab before it stays a tab, or the caret would stand elsewhere.
  const before = new TextDecoder().decode(new TextEncoder().encode(excerpt.text).subarray(0, excerpt.caret));
  const indent = before.replace(/[^\t]/gu, ' '),
    number = String(line ?? '');
  const element = h(
    'pre',
    { class: 'excerpt', attributes: { role: 'group', 'aria-label': t('Line {line}', { line: number }) } },
    h('span', { class: 'excerpt-line', text: `${number} │ ` }),
    excerpt.text,
    '\n',
    h('span', { class: 'excerpt-line', text: `${' '.repeat(number.length)} │ ` }),
    h('span', { class: 'excerpt-caret', text: `${indent}^` }),
  );
  // A line that may be longer than its place is moved by the arrow keys.
  if (excerpt.text.replaceAll('\t', '    ').length > kShort) element.tabIndex = 0;
  return element;
}
