// Changes of a patch as rows of a list that scrolls any length: lines with some around them, or fields of records.

import type { FieldChange, PatchReport, TextHunk } from '../../core/sourceMap';
import { h } from '../dom';
import { t } from '../language';
import { hex } from '../../formats/view';
import { visible } from '../source/visible';
import { VirtualList } from '../virtual';
import { numberText } from '../words';

const kRowPixels = 18;

type Row = { kind: 'head' | 'same' | 'old' | 'new'; text: string };
const kinds = { ' ': 'same', '-': 'old', '+': 'new' } as const;

export class DiffView {
  readonly element: HTMLElement;
  private readonly list: VirtualList;
  private rows: Row[] = [];

  constructor() {
    this.list = new VirtualList(kRowPixels, (index) => this.row(index), {
      tabindex: '0',
      role: 'group',
      'aria-label': t('Changes'),
    });
    this.element = this.list.element;
    this.element.classList.add('diff');
  }

  show(report: PatchReport | undefined): void {
    if (!report) this.rows = [];
    else this.rows = report.text ? lineRows(report.diff as TextHunk[]) : fieldRows(report.diff as FieldChange[]);
    this.element.scrollTop = 0;
    this.list.show(this.rows.length);
  }

  private row(index: number): HTMLElement {
    const { kind, text } = this.rows[index]!;
    return h('span', { class: `diff-row is-${kind}`, text, attributes: { translate: 'no' } });
  }
}

const lineRows = (hunks: readonly TextHunk[]): Row[] =>
  hunks.flatMap(({ line, lines, newLine, newLines, rows }) => [
    { kind: 'head' as const, text: `@@ -${line},${lines} +${newLine},${newLines} @@` },
    ...rows.map(([sign, text]) => ({ kind: kinds[sign], text: `${sign} ${visible(text)}` })),
  ]);

const valueText = (value: FieldChange['before']): string =>
  value === null ? '' : ` = ${typeof value === 'number' ? numberText(value) : String(value)}`;

const fieldRows = (changes: readonly FieldChange[]): Row[] =>
  changes.flatMap(({ offset, field, type, before, after, hexBefore, hexAfter, size, newSize }) => [
    {
      kind: 'head' as const,
      text: `${hex(offset)}  ${visible(field) || t('bytes')}${type && ` (${type})`}${size === newSize ? '' : ` · ${size} → ${newSize}`}`,
    },
    ...(size > 0 ? [{ kind: 'old' as const, text: `- ${hexBefore}${valueText(before)}` }] : []),
    ...(newSize > 0 ? [{ kind: 'new' as const, text: `+ ${hexAfter}${valueText(after)}` }] : []),
  ]);
