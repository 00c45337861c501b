// Dialog of automatic fixes: choice, changes, remaining problems, and the download.

import { fill } from '../../base/lists';
import type { FieldChange, Fix, Patch, PatchReport, TextHunk } from '../../core/sourceMap';
import { hex } from '../../formats/view';
import type { SourceFile } from '../../protocol/files';
import type { Viewer } from '../../viewer/viewer';
import { h, iconButton } from '../dom';
import { rowText, t } from '../language';
import { visible } from '../inert';
import { VirtualList } from '../virtual';
import { baseName, bytesText, countOf, numberText } from '../words';

const kRowPixels = 18;

type Row = { kind: 'head' | 'same' | 'old' | 'new'; text: string };
const kinds = { ' ': 'same', '-': 'old', '+': 'new' } as const;

/** Changes of a patch as rows of a list that scrolls any length: lines with some around them, or fields of records. */
class DiffView {
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

export class FixDialog {
  readonly element: HTMLDialogElement;
  private readonly files = h('select', {
    class: 'select wide',
    attributes: { 'aria-label': t('File') },
    on: { change: () => this.list() },
  });
  private readonly fixes = h('ul', { class: 'fix-list' });
  private readonly diff = new DiffView();
  private readonly said = h('p', { class: 'fix-check', attributes: { role: 'status' } });
  private readonly download = h('a', { class: 'button primary', text: t('Download the fixed file') });
  private all: Fix[] = [];
  private source: SourceFile[] | undefined;
  private asked = 0;
  private address = '';

  constructor(private readonly viewer: Viewer) {
    this.element = h(
      'dialog',
      { class: 'help fixes', attributes: { 'aria-labelledby': 'fixes-title' } },
      h(
        'header',
        {},
        h('h2', { id: 'fixes-title', text: t('Fix') }),
        iconButton('close', t('Close'), () => this.element.close()),
      ),
      h('div', { class: 'fixes-body' }, this.files, this.fixes, this.diff.element, this.said),
      h(
        'footer',
        {},
        this.download,
        h('button', {
          class: 'button',
          text: t('Close'),
          attributes: { type: 'button' },
          on: { click: () => this.element.close() },
        }),
      ),
    );
    this.element.addEventListener('close', () => this.release());
    this.element.addEventListener('keydown', (event) => event.stopPropagation());
  }

  /** Fixes of the shown files, or of these files that did not open. */
  async known(files?: SourceFile[]): Promise<Fix[]> {
    const fixes = (await this.viewer.ask('fixes', files ? { files } : {})) ?? [];
    return fixes;
  }

  open(fixes: Fix[], source?: SourceFile[]): void {
    this.all = fixes;
    this.source = source;
    const names = [...new Set(fixes.map(({ file }) => file))];
    fill(
      this.files,
      names.map((name) => h('option', { text: visible(name), attributes: { value: name } })),
    );
    this.files.hidden = names.length < 2;
    this.list();
    if (!this.element.open) this.element.showModal();
  }

  private list(): void {
    const own = this.all.filter(({ file }) => file === this.files.value);
    fill(
      this.fixes,
      own.map(({ code, title, changes }) => {
        const box = h('input', {
          attributes: { type: 'checkbox', value: code },
          on: { change: () => void this.patch() },
        });
        box.checked = true;
        return h(
          'li',
          {},
          h(
            'label',
            {},
            box,
            h('span', { text: rowText(title) }),
            h('span', { class: 'quiet numbers', text: countOf(changes, 'change') }),
            h('code', { text: code }),
          ),
        );
      }),
    );
    void this.patch();
  }

  private async patch(): Promise<void> {
    const asked = ++this.asked,
      file = this.files.value;
    const codes = [...this.fixes.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
    this.release();
    this.said.textContent = codes.length === 0 ? t('Nothing is selected.') : t('Opening the fixed file…');
    if (codes.length === 0) {
      this.diff.show(undefined);
      return;
    }
    const patch = await this.viewer.ask('patch', {
      file,
      codes,
      ...(this.source && { files: this.source }),
    });
    if (asked !== this.asked) return;
    this.diff.show(patch?.report);
    this.said.textContent = patch ? checkText(patch) : t('Nothing could be fixed.');
    if (!patch) return;
    this.address = URL.createObjectURL(new Blob([patch.bytes as BlobPart], { type: 'application/octet-stream' }));
    this.download.href = this.address;
    this.download.download = baseName(file);
    this.download.hidden = false;
    this.element.dataset.patched = codes.join(' ');
  }

  private release(): void {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = '';
    this.download.hidden = true;
    this.download.removeAttribute('href');
    delete this.element.dataset.patched;
  }
}

/** Result of opening the fixed file. */
function checkText({ report: { check, changes, bytesBefore, bytesAfter } }: Patch): string {
  const { opens, gone, left, arose } = check;
  const said = [
    bytesBefore === bytesAfter
      ? t('{changes} in {size}; all other bytes are unchanged.', {
          changes: countOf(changes, 'change'),
          size: bytesText(bytesAfter),
        })
      : t('{changes}, {before} become {after}; all other bytes are unchanged.', {
          changes: countOf(changes, 'change'),
          before: countOf(bytesBefore, 'byte'),
          after: countOf(bytesAfter, 'byte'),
        }),
  ];
  if (!opens) said.push(t('The fixed file still does not open.'));
  if (gone.length > 0 && left.length === 0 && arose.length === 0)
    said.push(t('Opened again: the selected problems are fixed and no new problems were found.'));
  else {
    if (gone.length > 0) said.push(t('Opened again. Fixed: {codes}.', { codes: gone.join(', ') }));
    if (left.length > 0) said.push(t('Not fixed: {codes}.', { codes: left.join(', ') }));
    if (arose.length > 0)
      said.push(
        t('New problems: {codes}.', {
          codes: arose.map(({ code, count }) => (count > 1 ? `${code} × ${count}` : code)).join(', '),
        }),
      );
  }
  return said.join(' ');
}
