// How the chosen vertex comes to its place: what the file stores, each influence with its matrices, and their sum so far.

import { fill } from '../base/lists';
import type { VertexInfluence, VertexReport } from '../core/report';
import { skinInput } from '../core/skinInput';
import type { PageViewer } from '../viewer/page';
import { h } from './dom';
import { t } from './language';
import { copyText } from './tools/copy';
import { count, numberText } from './words';

type Numbers = readonly number[];

const row = (name: string, values: Numbers): HTMLElement[] => [
  h('dt', { text: name }),
  h(
    'dd',
    { class: 'numbers', title: values.join(', ') },
    ...values.map((value) => h('span', { text: numberText(value) })),
  ),
];
/** The three rows that move a point; the file's are column-major. */
const rows = (name: string, matrix: Numbers): HTMLElement[] =>
  [0, 1, 2].flatMap((r) =>
    row(
      r === 0 ? name : '',
      [0, 4, 8, 12].map((column) => matrix[column + r]!),
    ),
  );

export class VertexDetails {
  readonly element = h('section', { class: 'section vertex-details', attributes: { hidden: true } });
  private report: VertexReport | undefined;
  /** The vertex that is asked about, and whether a later picture wants another answer. */
  private asking = false;
  private stale = false;
  private shown = '';
  /** Joints whose matrices are open. */
  private readonly open = new Set<number>();

  constructor(private readonly viewer: PageViewer) {}

  /** After a picture: another vertex may be chosen, and the chosen one elsewhere. */
  async follow(): Promise<void> {
    const { marked } = this.viewer.settings;
    if (marked?.kind !== 'vertex') {
      this.show(undefined);
      return;
    }
    this.stale = this.asking;
    if (this.asking) return;
    this.asking = true;
    const report = await this.viewer.ask('vertex', { mesh: marked.mesh, vertex: marked.index });
    this.asking = false;
    // Chosen otherwise meanwhile.
    if (this.stale || this.viewer.settings.marked !== marked) void this.follow();
    if (this.viewer.settings.marked === marked) this.show(report);
  }

  private show(report: VertexReport | undefined): void {
    this.element.hidden = !report;
    const text = report ? JSON.stringify(report) : '';
    if (text === this.shown) return;
    this.shown = text;
    this.report = report;
    fill(this.element, report ? this.parts(report) : []);
  }

  private parts({
    vertex,
    fileVertex,
    stored,
    position,
    normal,
    shapes,
    matrix,
    influences,
  }: VertexReport): HTMLElement[] {
    const copy = (label: string, made: (report: VertexReport) => object): HTMLElement => {
      const button: HTMLElement = h('button', {
        class: 'button small',
        text: label,
        attributes: { type: 'button' },
        on: { click: () => void copyText(`${JSON.stringify(made(this.report!), null, 2)}\n`, button) },
      });
      return button;
    };
    return [
      h('h3', { text: t('Vertex {number}', { number: count(vertex) }) }),
      h(
        'dl',
        { class: 'facts', attributes: { 'aria-label': t('Chosen vertex') } },
        ...(fileVertex === undefined ? [] : row(t('number in the file'), [fileVertex])),
        ...row(t('position in the picture'), position),
        ...(normal ? row(t('normal in the picture'), normal) : []),
        ...row(t('stored position'), stored.position),
        ...(stored.normal ? row(t('stored normal'), stored.normal) : []),
        ...stored.uv.flatMap((uv, layer) => row(layer === 0 ? 'UV' : `UV ${layer}`, uv)),
        ...(matrix ? rows(t('matrix of the node'), matrix) : []),
        ...shapes.flatMap(({ name, value }) => row(t('shape key {name}', { name }), [value])),
      ),
      ...(influences ?? []).map((influence) => this.influence(influence)),
      h(
        'p',
        { class: 'node-ways' },
        copy(t('Copy JSON'), (report) => report),
        copy(t('Copy for a shader'), skinInput),
      ),
    ];
  }

  private influence({ joint, name, weight, offset, matrix, premultiplied, sum }: VertexInfluence): HTMLElement {
    const element = h(
      'details',
      { attributes: { open: this.open.has(joint) } },
      h('summary', {
        text: t('{joint}, weight {weight}', {
          joint: name || t('joint {number}', { number: joint }),
          weight: numberText(weight),
        }),
      }),
      h(
        'dl',
        { class: 'facts', attributes: { 'aria-label': name } },
        ...row(t('stored offset'), offset),
        ...rows(t('matrix of the joint'), matrix),
        ...rows(t('times the inverse bind matrix'), premultiplied),
        ...row(t('sum so far'), sum),
      ),
    ) as HTMLDetailsElement;
    element.addEventListener('toggle', () => (element.open ? this.open.add(joint) : this.open.delete(joint)));
    return element;
  }
}
