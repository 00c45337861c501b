// A thing by its number, for hands on the keyboard: kind, mesh and number; plus and minus one.

import { fill } from '../../base/lists';
import type { Thing } from '../../core/sourceMap';
import type { Report } from '../../core/report';
import { h, iconButton } from '../dom';
import { t } from '../language';

type Kind = 'vertex' | 'triangle';

export class GoTo {
  readonly element: HTMLElement;
  private readonly kind = h(
    'select',
    { class: 'select', attributes: { 'aria-label': t('Element type') }, on: { change: () => this.limit() } },
    h('option', { text: t('Vertex'), attributes: { value: 'vertex' } }),
    h('option', { text: t('Triangle'), attributes: { value: 'triangle' } }),
  );
  private readonly mesh = h('select', {
    class: 'select goto-mesh',
    attributes: { 'aria-label': t('Mesh') },
    on: { change: () => this.limit() },
  });
  private readonly number = h('input', {
    class: 'select goto-number numbers',
    attributes: { type: 'number', min: 0, step: 1, 'aria-label': t('Number'), placeholder: t('Number') },
    on: {
      keydown: (event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        this.go(0);
      },
    },
  });
  private report: Report | undefined;

  constructor(private readonly choose: (thing: Thing) => void) {
    this.element = h(
      'div',
      { class: 'goto', attributes: { role: 'group', 'aria-label': t('Go to element') } },
      this.kind,
      this.mesh,
      h(
        'span',
        { class: 'goto-step' },
        this.number,
        iconButton('before', t('Previous element'), () => this.go(-1)),
        iconButton('after', t('Next element'), () => this.go(1)),
      ),
    );
    this.element.hidden = true;
  }

  show(report: Report): void {
    this.report = report;
    const { meshes } = report.info;
    fill(
      this.mesh,
      meshes.map(({ name }, index) =>
        h('option', { text: name || String(index), attributes: { value: index, translate: 'no' } }),
      ),
    );
    this.mesh.hidden = meshes.length < 2;
    this.element.hidden = meshes.length === 0;
    this.number.value = '';
    this.limit();
  }

  /** Shows the selection of another panel. */
  select(thing: Thing | undefined): void {
    if (thing?.kind !== 'vertex' && thing?.kind !== 'triangle') return;
    this.kind.value = thing.kind;
    this.mesh.value = String(thing.mesh);
    this.limit();
    this.number.value = String(thing.index);
  }

  private get last(): number {
    const mesh = this.report?.info.meshes[Number(this.mesh.value)];
    return Math.max(0, ((this.kind.value as Kind) === 'vertex' ? mesh?.vertices : mesh?.triangles) ?? 0) - 1;
  }

  private limit(): void {
    this.number.max = String(Math.max(0, this.last));
  }

  private go(by: number): void {
    const { last } = this,
      from = this.number.value === '' ? (by > 0 ? -1 : 0) : this.number.valueAsNumber;
    if (last < 0 || !Number.isFinite(from)) return;
    const index = Math.min(last, Math.max(0, Math.floor(from) + by));
    this.number.value = String(index);
    this.choose({ kind: this.kind.value as Kind, mesh: Number(this.mesh.value), index });
  }
}
