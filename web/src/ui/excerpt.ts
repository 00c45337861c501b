import type { Issue } from '../core/report';
import { h } from './dom';
import { t } from './language';

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
  // Where a line is longer than its place, the arrow keys must be able to move it.
  sizes.observe(element);
  return element;
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const { scrollWidth, clientWidth } = target;
    if (scrollWidth > clientWidth) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
  }
});
