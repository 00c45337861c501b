// Export: the shown model as a file of another format, with what it lost and what its making has to say.

import { exportKinds } from '../core/formats';
import { appendAll, fill } from '../base/lists';
import { Severity, type Report } from '../core/report';
import type { ExportKindRow, ExportOptionRow } from '../core/rows';
import type { ExportedFile } from '../core/fullCore';
import type { SourceFile } from '../protocol/files';
import type { Viewer } from '../viewer/viewer';
import { h } from './dom';
import {
  countsText,
  logSection,
  lossSection,
  plainText,
  readBackSection,
  sequenceSection,
  statisticsSections,
} from './exportReport';
import { engineField, md5Archive, md5Request, replacedBy } from './md5Export';
import { recall, remember } from './memory';
import { withNotes, type Note } from '../core/annotations';
import { issueItem } from './problems';
import { baseName, bytesText } from './words';
import { joined, rowText, t } from './language';

export class Exporter {
  readonly element = h('div', { class: 'panel-body exporter' });
  private readonly kind = h('select', {
    class: 'select',
    attributes: { 'aria-label': t('Format') },
    on: { change: () => this.choose() },
  });
  private readonly options = h('div', { class: 'export-options' });
  private readonly start = h('button', { class: 'button primary', text: t('Export'), attributes: { type: 'submit' } });
  private readonly said = h('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private readonly outcome = h('div', { class: 'export-outcome' });
  /** Annotations of the shown model, for the formats that hold them. */
  notes: () => readonly Note[] = () => [];
  /** Files that the model may stand in for. */
  replaced: () => readonly SourceFile[] = () => [];
  private report: Report | undefined;
  private addresses: string[] = [];
  private runs = 0;

  constructor(private readonly viewer: Viewer) {
    appendAll(
      this.kind,
      exportKinds.map(({ id, title }) => h('option', { text: rowText(title), attributes: { value: id } })),
    );
    this.kind.value = recall('export.kind', 'glb');
    if (this.kind.selectedIndex < 0) this.kind.selectedIndex = 0;
    const form = h(
      'form',
      {
        class: 'export-form',
        on: {
          submit: (event) => {
            event.preventDefault();
            void this.run();
          },
        },
      },
      h('label', { class: 'export-row' }, h('span', { text: t('Format') }), this.kind),
      this.options,
      this.start,
    );
    this.element.append(form, this.said, this.outcome);
    this.choose();
    this.show(undefined);
  }

  show(report: Report | undefined): void {
    this.report = report;
    this.start.disabled = report === undefined;
    this.clear();
  }

  private get chosen(): ExportKindRow {
    return exportKinds.find(({ id }) => id === this.kind.value) ?? exportKinds[0]!;
  }

  private choose(): void {
    const { id, options } = this.chosen,
      kinds = ['choice', 'number', 'switch'];
    remember('export.kind', id);
    fill(this.options, [
      ...(id === 'md5mesh' ? [engineField()] : []),
      ...[...options].sort((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type)).map((option) => field(option)),
    ]);
    this.clear();
  }

  private clear(): void {
    ++this.runs;
    for (const address of this.addresses) URL.revokeObjectURL(address);
    this.addresses = [];
    this.outcome.replaceChildren();
    this.said.textContent = '';
  }

  private values(): Record<string, string | number | boolean> {
    const values: Record<string, string | number | boolean> = {};
    for (const select of this.options.querySelectorAll('select'))
      values[select.name] = this.chosen.options.find(({ name }) => name === select.name)?.numeric
        ? Number(select.value)
        : select.value;
    for (const input of this.options.querySelectorAll('input')) {
      if (input.type === 'checkbox') values[input.name] = input.checked;
      else if (input.value !== '') values[input.name] = input.valueAsNumber;
    }
    return values;
  }

  private async run(): Promise<void> {
    const { report } = this,
      { id } = this.chosen;
    if (!report || this.start.disabled) return;
    this.clear();
    const run = this.runs;
    this.start.disabled = true;
    this.outcome.replaceChildren(h('p', { class: 'quiet', text: t('Writing…') }));
    const values = this.values(),
      stem = stemOf(report),
      isMd5 = id === 'md5mesh';
    const given = {
      kind: id,
      options: isMd5 ? md5Request(values, stem, await replacedBy(values, stem, this.replaced())) : values,
    };
    const gone = { code: 'ENGINE', message: t('The engine has ended.'), severity: Severity.Error, source: '' };
    const result = (await this.viewer.ask('export', given)) ?? { error: gone };
    this.start.disabled = this.report === undefined;
    if (run !== this.runs) return;
    if ('error' in result) {
      this.said.textContent = t('Not exported: {message}', { message: result.error.message });
      this.outcome.replaceChildren(
        h('p', {}, h('strong', { text: t('Not exported') })),
        h('ul', { class: 'issues' }, issueItem(result.error)),
      );
    } else if (isMd5) {
      this.showFile({ ...result.file, bytes: md5Archive(result.file, values, stem) }, `${stem}.zip`);
    } else {
      const { file } = result,
        axes = this.report?.info.axes,
        bytes = axes ? withNotes(file.bytes, this.notes(), axes) : file.bytes;
      this.showFile({ ...file, bytes }, `${stem}.${id}`);
    }
  }

  private showFile({ bytes, report, log }: ExportedFile, name: string): void {
    const copy = h('button', {
      class: 'button small',
      text: t('Copy as text'),
      attributes: { type: 'button' },
      on: {
        click: () =>
          void navigator.clipboard.writeText(plainText(report, name)).then(
            () => (copy.textContent = t('Copied')),
            () => (copy.textContent = t('Clipboard access blocked')),
          ),
      },
    });
    const counts = report.log ? countsText(report.log) : '';
    const save = this.link(t('Save file'), name, bytes, 'application/octet-stream');
    this.said.textContent = joined([t('Exported {name}', { name }), bytesText(bytes.byteLength), counts], ', ');
    fill(this.outcome, [
      h('p', {}, h('strong', { text: name }), h('span', { class: 'quiet', text: ` ${bytesText(bytes.byteLength)}` })),
      h(
        'p',
        { class: 'export-files' },
        save,
        log === '' ? undefined : this.link(t('Save log'), `${name}.log`, log, 'text/plain'),
        this.link(t('Save report'), `${name}.report.json`, `${JSON.stringify(report, null, 2)}\n`, 'application/json'),
        copy,
      ),
      lossSection(report),
      ...sequenceSection(report),
      ...readBackSection(report),
      ...(report.log ? [logSection(report.log)] : []),
      ...statisticsSections(report),
    ]);
    // The finished file; the button saves it once more.
    save.click();
  }

  private link(text: string, name: string, content: Uint8Array | string, type: string): HTMLElement {
    const address = URL.createObjectURL(new Blob([content as BlobPart], { type }));
    this.addresses.push(address);
    return h('a', { class: 'button small', text, attributes: { href: address, download: name } });
  }
}

/** A value with its explanation, translated separately. */
const choiceText = (label: string): string => joined(label.split(' | ').map(rowText), ', ');

function field({ type, name, label, effect, choices = [], least, most, default: on }: ExportOptionRow): HTMLElement {
  const title = effect && rowText(effect),
    text = h('span', { text: rowText(label) });
  if (type === 'switch')
    return h(
      'label',
      { class: 'check', title },
      h('input', { attributes: { type: 'checkbox', name, checked: on === true } }),
      text,
    );
  const entry =
    type === 'choice'
      ? h(
          'select',
          { class: 'select', attributes: { name } },
          ...choices.map((choice) =>
            h('option', { text: choiceText(choice.label) || choice.value, attributes: { value: choice.value } }),
          ),
        )
      : h('input', {
          class: 'select',
          attributes: { type: 'number', name, min: least!, max: most!, step: 'any', placeholder: t('automatic') },
        });
  return h('label', { class: 'export-row', title }, text, entry);
}

function stemOf({ files }: Report): string {
  const name = baseName(
    files.find(({ role }) => role !== 'texture' && role !== 'materials' && role !== 'buffer')?.name ?? 'model',
  );
  return name.replace(/((\.[^.]+)?\.tmp|\.[^.]+)$/i, '') || 'model';
}
