// Export: the shown model as a file of another format, with what it lost and what its making has to say.

import { exportKinds } from '../core/formats';
import { appendAll, fill } from '../base/lists';
import { Severity, type Issue, type Report } from '../core/report';
import type { ExportKindRow, ExportOptionRow } from '../core/rows';
import type { ExportedFile } from '../core/fullCore';
import type { SourceFile } from '../protocol/files';
import type { Viewer } from '../viewer/viewer';
import { h } from './dom';
import {
  countsText,
  levelSection,
  logSection,
  lossSection,
  plainText,
  readBackSection,
  sequenceSection,
  statisticsSections,
} from './exportReport';
import { bytesOf } from './files/documents';
import { notLoaded } from './late';
import { recall, remember } from './memory';
import { withNotes, type Note } from '../core/annotations';
import { issueItem } from './problems';
import { baseName, bytesText } from './words';
import { joined, rowText, t } from './language';

/** Without an engine nothing is limited, and the files lie side by side. */
const kRaw = 'raw';

/** A choice, what it is for, and the engine if it is for one. */
interface Likely {
  kind: string;
  name: string;
  text: string;
}

/** Losses are shown before the file is written, after this many milliseconds without a change ... */
const kRestMs = 300;
/** ... of models that are written within a moment. */
const kMostVertices = 200_000;

export class Exporter {
  readonly element = h('div', { class: 'panel-body exporter' });
  private readonly likely = h('div', {
    class: 'export-likely',
    attributes: { role: 'group', 'aria-label': t('Export as') },
  });
  private readonly engines = h('select', {
    class: 'select',
    attributes: { 'aria-label': t('For a game engine') },
    on: { change: () => this.choose('md5mesh', this.engines.value) },
  });
  private readonly kind = h('select', {
    class: 'select',
    attributes: { 'aria-label': t('Format') },
    on: { change: () => this.choose(this.kind.value) },
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
  private isOpen = false;
  private rest: ReturnType<typeof setTimeout> | undefined;

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
          change: () => this.foresee(),
        },
      },
      h('label', { class: 'export-row' }, h('span', { text: t('Format') }), this.kind),
      this.options,
      this.start,
    );
    this.listEngines([]);
    this.element.append(this.likely, form, this.said, this.outcome);
    this.choose(this.kind.value);
    this.show(undefined);
  }

  show(report: Report | undefined): void {
    this.report = report;
    this.start.disabled = report === undefined;
    this.offer();
    this.clear();
    this.foresee();
  }

  setOpen(open: boolean): void {
    this.isOpen = open;
    if (!open) return;
    if (this.engines.length < 3) void writing().then((script) => script && this.listEngines(script.engines()));
    if (this.outcome.childElementCount === 0) this.foresee();
  }

  /** Known from the first time that the panel is open. */
  private listEngines(engines: readonly [string, string][]): void {
    const option = ([value, text]: readonly [string, string]): HTMLElement =>
      h('option', { text, attributes: { value } });
    fill(
      this.engines,
      [['', t('For a game engine…')] as const, ...engines, ['all', t('All of them')] as const].map(option),
    );
    if (this.kind.value === 'md5mesh') this.choose('md5mesh', this.engines.value);
  }

  /** The choices that most people want: GLB, the format of the file itself, and an engine. */
  private offer(): void {
    const names = this.report?.files.map(({ name }) => name.toLowerCase()) ?? [],
      own = [...exportKinds]
        .sort((a, b) => b.id.length - a.id.length)
        .find(({ id }) => names.some((name) => name.endsWith(`.${id}`)));
    const choices: Likely[] = [
      { kind: 'glb', name: 'GLB', text: t('for Blender, web pages and most other programs') },
      ...(own && own.id !== 'glb'
        ? [
            {
              kind: own.id,
              name: own.id === 'md5mesh' ? 'MD5 (.zip)' : rowText(own.title),
              text: t('the format of this file'),
            },
          ]
        : []),
    ];
    fill(this.likely, [
      ...choices.map(({ kind, name, text }) =>
        h(
          'button',
          {
            class: 'export-choice',
            attributes: { type: 'button', 'data-kind': kind },
            on: { click: () => this.choose(kind) },
          },
          h('strong', { text: name }),
          h('span', { class: 'quiet', text }),
        ),
      ),
      this.engines,
    ]);
    this.mark();
  }

  private mark(): void {
    const engine = this.options.querySelector<HTMLSelectElement>('select[name=engine]')?.value ?? '',
      isFor = this.kind.value === 'md5mesh' && engine !== kRaw;
    this.engines.value = isFor ? engine : '';
    this.engines.classList.toggle('is-chosen', isFor);
    for (const button of this.likely.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(!isFor && button.dataset.kind === this.kind.value));
    const loops = this.options.querySelector<HTMLElement>('label:has([name=closeLoops])');
    if (loops) loops.hidden = !this.report?.info.actions.some(({ closes }) => closes);
  }

  /** Shows the losses of the file that the button would write. */
  private foresee(): void {
    this.mark();
    clearTimeout(this.rest);
    const { report } = this;
    if (!report || !this.isOpen || report.info.statistics.vertices > kMostVertices) return;
    this.rest = setTimeout(() => void this.preview(), kRestMs);
  }

  private async preview(): Promise<void> {
    if (!this.report || !this.isOpen || this.start.disabled) return;
    const run = ++this.runs,
      made = await this.make();
    if (run !== this.runs || !made) return;
    if ('error' in made.result) return this.showRefusal(made.result.error);
    const { bytes, report } = made.result.file;
    fill(this.outcome, [
      h(
        'p',
        {},
        h('strong', { text: made.name }),
        h('span', { class: 'quiet', text: ` ${bytesText(bytes.byteLength)}` }),
      ),
      lossSection(report),
      ...sequenceSection(report),
      ...levelSection(report),
      ...readBackSection(report),
    ]);
  }

  private get chosen(): ExportKindRow {
    return exportKinds.find(({ id }) => id === this.kind.value) ?? exportKinds[0]!;
  }

  private choose(kind: string, engine = kRaw): void {
    this.kind.value = kind;
    const { id, options } = this.chosen,
      kinds = ['choice', 'number', 'text', 'switch'];
    remember('export.kind', id);
    fill(this.options, [
      ...(id === 'md5mesh' ? [this.engineField()] : []),
      ...options
        .filter(({ label }) => label !== '')
        .sort((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type))
        .map((option) => field(option)),
    ]);
    const list = this.options.querySelector<HTMLSelectElement>('select[name=engine]');
    if (list && id === 'md5mesh') list.value = engine || kRaw;
    this.clear();
    this.foresee();
  }

  /** The same engines among the options. */
  private engineField(): HTMLElement {
    const choices = [...this.engines.options].map(({ value, text }) =>
      h('option', { text: value === '' ? t('Any (no limits)') : text, attributes: { value: value || kRaw } }),
    );
    return h(
      'label',
      { class: 'export-row' },
      h('span', { text: t('Engine') }),
      h('select', { class: 'select', attributes: { name: 'engine' } }, ...choices),
    );
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
      else if (input.value !== '') values[input.name] = input.type === 'number' ? input.valueAsNumber : input.value;
    }
    return values;
  }

  /** The file as the form stands, or its refusal. */
  private async make() {
    const { report } = this,
      { id } = this.chosen;
    if (!report) return undefined;
    const values = this.values(),
      stem = stemOf(report),
      isMd5 = id === 'md5mesh',
      // What has companions is called as they say.
      hasParts = isMd5 || this.chosen.options.some((option) => option.name === 'name'),
      parts = hasParts ? await writing() : undefined;
    const options = !parts
      ? values
      : isMd5
        ? parts.md5Request(values, stem, await parts.replacedBy(values, stem, this.replaced(), bytesOf))
        : parts.namedRequest(values, stem);
    const failed = (message: string): { error: Issue } => ({
      error: { code: 'ENGINE', message, severity: Severity.Error, source: '' },
    });
    const result =
      hasParts && !parts
        ? failed(notLoaded(t('Export')))
        : ((await this.viewer.ask('export', { kind: id, options })) ?? failed(t('The engine has ended.')));
    const isZip = isMd5 || ('file' in result && (result.file.report.files?.length ?? 0) > 1);
    return { result, isZip, name: `${stem}.${isZip ? 'zip' : id}`, archive: parts?.archive.bind(null, values, stem) };
  }

  private async run(): Promise<void> {
    if (!this.report || this.start.disabled) return;
    clearTimeout(this.rest);
    this.clear();
    const run = this.runs;
    this.start.disabled = true;
    this.outcome.replaceChildren(h('p', { class: 'quiet', text: t('Writing…') }));
    const made = await this.make();
    this.start.disabled = this.report === undefined;
    if (run !== this.runs || !made) return;
    const { result, isZip, archive, name } = made;
    if ('error' in result) {
      this.said.textContent = t('Not exported: {message}', { message: result.error.message });
      this.showRefusal(result.error);
    } else if (isZip && archive) {
      this.showFile({ ...result.file, bytes: archive(result.file) }, name);
    } else {
      const { file } = result,
        axes = this.report?.info.axes,
        bytes = axes ? withNotes(file.bytes, this.notes(), axes) : file.bytes;
      this.showFile({ ...file, bytes }, name);
    }
  }

  private showRefusal(error: Issue): void {
    this.outcome.replaceChildren(
      h('p', {}, h('strong', { text: t('Not exported') })),
      h('ul', { class: 'issues' }, issueItem(error)),
    );
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
      ...levelSection(report),
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

/** The script that writes for engines; undefined if it cannot be fetched. */
const writing = () => import('./exportFiles').catch(() => undefined);

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
          attributes: {
            name,
            placeholder: name === 'lod' ? '' : t('automatic'),
            ...(type === 'text' ? { type } : { type: 'number', min: least!, max: most!, step: 'any' }),
          },
        });
  return h('label', { class: 'export-row', title }, text, entry);
}

function stemOf({ files }: Report): string {
  const name = baseName(
    files.find(({ role }) => role !== 'texture' && role !== 'materials' && role !== 'buffer')?.name ?? 'model',
  );
  return name.replace(/((\.[^.]+)?\.tmp|\.[^.]+)$/i, '') || 'model';
}
