// Export: the shown model as a file of another format, with what it lost and what its making has to say.

import type { ExportedFile } from '../core/document';
import type { ExportReport, Report } from '../core/report';
import type { Viewer } from '../viewer/viewer';
import { h } from './dom';
import { issueItem } from './problems';
import { recall, remember } from './memory';
import { baseName, bytesText, countOf, numberText } from './words';

interface Choice {
  /** Member of the options object. */
  name: string;
  label: string;
  values: readonly [value: string, label: string][];
}
interface Switch {
  name: string;
  label: string;
  on: boolean;
}
interface Kind {
  id: string;
  title: string;
  choices: readonly Choice[];
  switches: readonly Switch[];
}

const dialects = ['LE', 'BE'].flatMap((order) =>
  ['total', 'roots'].flatMap((objects) =>
    ['index', 'triangle'].map((counts): [string, string] => {
      const id = `${order}/${objects}/${counts}`;
      return [
        id,
        `${order}, counts ${objects === 'total' ? 'all objects' : 'root objects'} and ${counts === 'index' ? 'indices' : 'triangles'}`,
      ];
    }),
  ),
);

const kinds: readonly Kind[] = [
  {
    id: 'scene',
    title: 'KRI scene (.scene)',
    choices: [
      {
        name: 'generation',
        label: 'Layout',
        values: [
          ['last', 'the last, November 2011'],
          ['seed', 'March 2010, fixed strings'],
        ],
      },
    ],
    switches: [
      { name: 'processQuaternions', label: 'No triangle mixes quaternion hemispheres', on: true },
      { name: 'closeTJunctions', label: 'Close the T-junctions of divided edges', on: true },
    ],
  },
  {
    id: 'qmsh',
    title: 'QMSH binary (.qmsh)',
    choices: [
      {
        name: 'version',
        label: 'Version',
        values: [22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 10].map((v): [string, string] => [String(v), String(v)]),
      },
    ],
    switches: [{ name: 'legacy', label: 'With the original converter’s faults', on: false }],
  },
  { id: 'qmsh.tmp', title: 'QMSH text (.qmsh.tmp)', choices: [], switches: [] },
  {
    id: 'pivot',
    title: 'Pivot scene (.pivot)',
    choices: [{ name: 'dialect', label: 'Dialect', values: dialects }],
    switches: [],
  },
];

export class Exporter {
  readonly element = h('div', { class: 'panel-body exporter' });
  private readonly kind = h('select', {
    class: 'select',
    attributes: { 'aria-label': 'Format' },
    on: { change: () => this.choose() },
  });
  private readonly options = h('div', { class: 'export-options' });
  private readonly start = h('button', {
    class: 'button primary',
    text: 'Export',
    attributes: { type: 'button' },
    on: { click: () => void this.run() },
  });
  private readonly outcome = h('div', { class: 'export-outcome', attributes: { 'aria-live': 'polite' } });
  private report: Report | undefined;
  private addresses: string[] = [];
  private runs = 0;

  constructor(private readonly viewer: Viewer) {
    this.kind.append(...kinds.map(({ id, title }) => h('option', { text: title, attributes: { value: id } })));
    this.kind.value = recall('export.kind', 'scene');
    if (this.kind.selectedIndex < 0) this.kind.selectedIndex = 0;
    this.element.append(
      h('label', { class: 'export-row' }, h('span', { text: 'Format' }), this.kind),
      this.options,
      this.start,
      this.outcome,
    );
    this.choose();
    this.show(undefined);
  }

  show(report: Report | undefined): void {
    this.report = report;
    this.start.disabled = report === undefined;
    this.clear();
  }

  private get chosen(): Kind {
    return kinds.find(({ id }) => id === this.kind.value) ?? kinds[0]!;
  }

  private choose(): void {
    const { id, choices, switches } = this.chosen;
    remember('export.kind', id);
    this.options.replaceChildren(
      ...choices.map(({ name, label, values }) =>
        h(
          'label',
          { class: 'export-row' },
          h('span', { text: label }),
          h(
            'select',
            { class: 'select', attributes: { name } },
            ...values.map(([value, text]) => h('option', { text, attributes: { value } })),
          ),
        ),
      ),
      ...switches.map(({ name, label, on }) =>
        h(
          'label',
          { class: 'check' },
          h('input', { attributes: { type: 'checkbox', name, checked: on } }),
          h('span', { text: label }),
        ),
      ),
    );
    this.clear();
  }

  private clear(): void {
    ++this.runs;
    for (const address of this.addresses) URL.revokeObjectURL(address);
    this.addresses = [];
    this.outcome.replaceChildren();
  }

  private values(): Record<string, string | number | boolean> {
    const values: Record<string, string | number | boolean> = {};
    for (const select of this.options.querySelectorAll('select'))
      values[select.name] = select.name === 'version' ? Number(select.value) : select.value;
    for (const box of this.options.querySelectorAll('input')) values[box.name] = box.checked;
    return values;
  }

  private async run(): Promise<void> {
    const { report } = this,
      { id } = this.chosen;
    if (!report) return;
    this.clear();
    const run = this.runs;
    this.start.disabled = true;
    this.outcome.replaceChildren(h('p', { class: 'quiet', text: 'Exporting …' }));
    const result = await this.viewer.export(id, this.values());
    this.start.disabled = false;
    if (run !== this.runs) return;
    if ('error' in result) this.outcome.replaceChildren(h('ul', { class: 'issues' }, issueItem(result.error)));
    else this.showFile(result.file, `${stemOf(report)}.${id}`);
  }

  private showFile({ bytes, report, log }: ExportedFile, name: string): void {
    const text = JSON.stringify(report, null, 2);
    const copy = h('button', {
      class: 'button small',
      text: 'Copy as text',
      attributes: { type: 'button' },
      on: {
        click: () =>
          void navigator.clipboard.writeText(plainText(report, name)).then(
            () => (copy.textContent = 'Copied'),
            () => (copy.textContent = 'Not allowed here'),
          ),
      },
    });
    this.outcome.replaceChildren(
      h('p', {}, h('strong', { text: name }), h('span', { class: 'quiet', text: ` ${bytesText(bytes.byteLength)}` })),
      h(
        'p',
        { class: 'export-files' },
        this.link('Save file', name, bytes, 'application/octet-stream'),
        log === '' ? undefined : this.link('Save log', `${name}.log`, log, 'text/plain'),
        this.link('Save report', `${name}.json`, text, 'application/json'),
        copy,
      ),
      ...lossSection(report),
      ...logSection(report),
      ...stageSection(report),
    );
  }

  private link(text: string, name: string, content: Uint8Array | string, type: string): HTMLElement {
    const address = URL.createObjectURL(new Blob([content as BlobPart], { type }));
    this.addresses.push(address);
    return h('a', { class: 'button small', text, attributes: { href: address, download: name } });
  }
}

function stemOf({ files }: Report): string {
  const name = baseName(files.find(({ role }) => role !== 'texture')?.name ?? 'model');
  return name.replace(/(\.qmsh\.tmp|\.[^.]+)$/i, '') || 'model';
}

const lossText = ({ message, count, largest }: ExportReport['losses'][number]): string =>
  `${message} (${count}${largest > 0 ? `, at most ${numberText(largest)}` : ''})`;

function lossSection({ losses }: ExportReport): HTMLElement[] {
  const body =
    losses.length === 0
      ? h('p', { class: 'quiet', text: 'Nothing is lost.' })
      : h('ul', { class: 'losses' }, ...losses.map((loss) => h('li', { text: lossText(loss) })));
  return [h('section', { class: 'section' }, h('h3', { text: 'What is lost' }), body)];
}

function logSection({ log }: ExportReport): HTMLElement[] {
  if (!log) return [];
  const counts = [countOf(log.errors, 'error'), countOf(log.warnings, 'warning'), countOf(log.infos, 'info')];
  return [
    h(
      'section',
      { class: 'section' },
      h('h3', { text: 'Log' }),
      h('p', { class: 'quiet', text: counts.join(', ') }),
      h(
        'ol',
        { class: 'log', attributes: { tabindex: 0, 'aria-label': 'Log of the export' } },
        ...log.lines.map(({ level, depth, text }) =>
          h(
            'li',
            { class: `log-${level} log-depth-${Math.min(depth, 2)}` },
            level === 'plain' ? undefined : h('span', { class: 'log-level', text: level }),
            h('span', { text }),
          ),
        ),
      ),
    ),
  ];
}

/** `sourceTriangles` -> `source triangles`. */
const words = (name: string): string => name.replace(/([A-Z])/g, (c) => ` ${c.toLowerCase()}`);
const number = (value: number | boolean | number[]): string =>
  typeof value === 'number'
    ? numberText(value)
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : value.join(' / ');

function stageSection({ meshes }: ExportReport): HTMLElement[] {
  return (meshes ?? []).map((mesh, index) =>
    h(
      'details',
      { class: 'section' },
      h('summary', { text: `Stages of mesh ${index + 1}` }),
      h(
        'dl',
        { class: 'facts' },
        ...Object.entries(mesh).flatMap(([name, value]) => [
          h('dt', { text: words(name) }),
          h('dd', { text: number(value) }),
        ]),
      ),
    ),
  );
}

function plainText(report: ExportReport, name: string): string {
  const lines = [`${name}, ${report.bytes} bytes`, '', 'Lost:'];
  lines.push(...(report.losses.length === 0 ? ['  nothing'] : report.losses.map((loss) => `  ${lossText(loss)}`)));
  if (report.log) {
    const { errors, warnings, infos } = report.log;
    lines.push('', `Log: ${errors} errors, ${warnings} warnings, ${infos} infos`);
    for (const { level, depth, text } of report.log.lines)
      lines.push(`${'  '.repeat(depth + 1)}${level === 'plain' ? '' : `[${level}] `}${text}`);
  }
  return `${lines.join('\n')}\n`;
}
