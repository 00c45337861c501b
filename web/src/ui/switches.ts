// Pivot scenes: how the file was read, and the four things its description leaves to the reader; each is a switch that
// reads the file again and keeps the view.

import { fill } from '../core/lists';
import type { PivotSwitches, ReadOptions } from '../core/document';
import type { Report } from '../core/report';
import type { Viewer } from '../viewer/viewer';
import { h } from './dom';
import { count } from './words';
import { t } from './language';

const switches = (): [keyof PivotSwitches, string, string][] => [
  ['conjugate', t('Conjugate quaternions'), t('The file stores inverse rotations')],
  ['zUp', t('Z is up'), t('Otherwise Y is up')],
  ['mirrorZ', t('Mirror z'), t('The scene is left-handed')],
  ['flipV', t('Flip v'), t('Texture coordinates count from the other edge')],
];

interface PivotFormat {
  dialect: string;
  dialectTitle: string;
  formatName: string;
  version: number;
  serviceText: string;
  countField: number;
  objects: { encoding: string }[];
}

export class PivotReading {
  readonly element: HTMLElement;
  /** Told when the file has been read again. */
  reloaded: (report: Report) => void = () => undefined;
  private readonly boxes: HTMLInputElement[];
  private readonly facts = h('dl', { class: 'facts', attributes: { 'aria-label': t('Read options') } });

  constructor(private readonly viewer: Viewer) {
    this.boxes = switches().map(([name]) =>
      h('input', { attributes: { type: 'checkbox', name: `pivot-${name}` }, on: { change: () => void this.read() } }),
    );
    this.element = h(
      'section',
      { class: 'section pivot-reading' },
      h('h3', { text: t('Pivot scene') }),
      this.facts,
      h(
        'fieldset',
        { class: 'switches' },
        h('legend', { text: t('Read the file with') }),
        ...switches().map(([, label, title], i) =>
          h('label', { class: 'check', title }, this.boxes[i], h('span', { text: label })),
        ),
      ),
    );
  }

  /** Undefined where the document is no pivot scene. */
  for(report: Report): HTMLElement | undefined {
    if (report.format !== 'pivot') return undefined;
    switches().forEach(([name], i) => (this.boxes[i]!.checked = this.viewer.read.pivot?.[name] === true));
    const format = report.info.format as unknown as PivotFormat,
      cyrillic = format.objects.filter(({ encoding }) => encoding === 'windows-1251').length;
    const rows: [string, string][] = [
      [t('dialect'), format.dialect],
      [t('read as'), format.dialectTitle],
      [t('format name'), format.formatName || t('(empty)')],
      [t('version'), String(format.version)],
      [t('service text'), format.serviceText || t('(empty)')],
      [t('object count'), count(format.countField)],
    ];
    if (cyrillic > 0)
      rows.push([t('in Windows-1251'), t('{number} of {all} names', { number: cyrillic, all: format.objects.length })]);
    fill(
      this.facts,
      rows.flatMap(([name, text]) => [h('dt', { text: name }), h('dd', { text })]),
    );
    return this.element;
  }

  private async read(): Promise<void> {
    const chosen = Object.fromEntries(switches().map(([name], i) => [name, this.boxes[i]!.checked]));
    const read: ReadOptions = { ...this.viewer.read, pivot: { ...this.viewer.read.pivot, ...chosen } };
    const result = await this.viewer.reload(read);
    if (result.result === 'loaded') this.reloaded(result.report);
  }
}
