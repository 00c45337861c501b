// The distance of two points that stay on the model while it moves: picked in the view or given by their numbers.

import { fill } from '../../base/lists';
import type { Vec3 } from '../../core/report';
import type { FrameInfo, PickHit } from '../../protocol/view';
import type { MeasurePoint } from '../../core/points';
import type { Viewer } from '../../viewer/viewer';
import { h } from '../dom';
import { t } from '../language';
import { copyText } from './copy';
import type { Placing } from './placing';
import type { ToolState } from './toolState';

/** As many digits as are worth reading. */
const exact = (value: number): string => String(Number(value.toPrecision(7)));

interface Field {
  on: HTMLSelectElement;
  number: HTMLInputElement;
  note: HTMLElement;
}

export class Measure {
  readonly element: HTMLElement;
  private readonly pick: HTMLButtonElement;
  private readonly fields: Field[];
  private readonly result = h('dl', { class: 'facts', attributes: { 'aria-label': t('Distance') } });
  private readonly spoken = h('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private readonly copy: HTMLButtonElement;
  private readonly clear: HTMLButtonElement;
  /** The next of the two points that a click sets. */
  private next = 0;
  private picking = false;
  private readonly stop = (): void => this.setPicking(false);
  private snap = false;
  private text = '';
  private speak = false;

  constructor(
    private readonly viewer: Viewer,
    stage: HTMLElement,
    private readonly toolState: ToolState,
    private readonly placing: Placing,
  ) {
    // The answer to a click has no keys.
    stage.addEventListener('pointerup', ({ ctrlKey, metaKey }) => (this.snap = ctrlKey || metaKey), { capture: true });
    this.pick = h('button', {
      class: 'button small',
      text: t('Pick two points'),
      attributes: { type: 'button', 'aria-pressed': 'false', 'aria-keyshortcuts': 'm' },
      on: { click: () => this.setPicking(!this.picking) },
    });
    this.fields = [t('First point'), t('Second point')].map((label, i) => this.field(label, i));
    this.copy = h('button', {
      class: 'button small',
      text: t('Copy'),
      attributes: { type: 'button' },
      on: { click: () => void copyText(this.text, this.copy) },
    });
    this.clear = h('button', {
      class: 'button small',
      text: t('Clear'),
      attributes: { type: 'button' },
      on: { click: () => this.setPoints([]) },
    });
    this.element = h(
      'section',
      { class: 'section measure' },
      h('h3', { text: t('Distance') }),
      h('div', { class: 'tool-row' }, this.pick, this.copy, this.clear),
      h('p', {
        class: 'quiet',
        text: t('Click two points on the model; with Ctrl the nearest vertex. Or enter them:'),
      }),
      ...this.fields.map(({ on, number, note }, i) =>
        h(
          'fieldset',
          { class: 'measure-point' },
          h('legend', { text: i === 0 ? t('First point') : t('Second point') }),
          on,
          number,
          h('button', {
            class: 'button small',
            text: t('Selected'),
            title: t('The selected node'),
            attributes: { type: 'button' },
            on: { click: () => this.useSelected(i) },
          }),
          note,
        ),
      ),
      this.result,
      this.spoken,
    );
    viewer.on('frame', (frame) => this.read(frame));
    toolState.onChange(() => this.show());
    this.show();
  }

  get isPicking(): boolean {
    return this.picking;
  }

  setPicking(on: boolean): void {
    this.picking = on;
    this.next = on && this.toolState.tools.measure.length === 1 ? 1 : 0;
    this.pick.setAttribute('aria-pressed', String(on));
    this.instruct();
  }

  private instruct(): void {
    if (!this.picking) return this.placing.finish(this.stop);
    const text = this.next === 0 ? t('Click the first point on the model.') : t('Click the second point on the model.');
    this.placing.begin(text, this.stop);
  }

  /** True when the click was for a point. */
  take(hit: PickHit | undefined): boolean {
    if (!this.picking) return false;
    if (!hit) {
      this.placing.miss();
      return true;
    }
    const point: MeasurePoint =
      hit.vertex < 0 || !hit.weights
        ? { on: 'node', node: hit.node }
        : this.snap
          ? { on: 'vertex', instance: hit.instance, vertex: hit.vertex }
          : { on: 'triangle', instance: hit.instance, triangle: hit.triangle, weights: hit.weights };
    const points = this.next === 0 ? [point] : [this.toolState.tools.measure[0]!, point];
    this.next = 1 - this.next;
    this.setPoints(points);
    this.instruct();
    return true;
  }

  private setPoints(points: readonly MeasurePoint[]): void {
    this.speak = points.length === 2;
    if (points.length === 0) {
      this.next = 0;
      this.spoken.textContent = '';
    }
    this.toolState.set({ measure: points });
  }

  private useSelected(i: number): void {
    const node = this.viewer.settings.selectedNode;
    if (node < 0) {
      this.fields[i]!.note.textContent = t('Nothing is selected.');
      return;
    }
    this.replace(i, { on: 'node', node });
  }

  private replace(i: number, point: MeasurePoint): void {
    const points = [...this.toolState.tools.measure];
    if (i === 1 && points.length === 0) points.push(point);
    points[i] = point;
    this.setPoints(points);
  }

  private field(label: string, i: number): Field {
    const on = h('select', {
      class: 'select small',
      attributes: { 'aria-label': t('{point}: attached to', { point: label }) },
    });
    const number = h('input', {
      class: 'number numbers',
      attributes: { type: 'number', min: 0, step: 1, value: 0, 'aria-label': t('{point}: number', { point: label }) },
    });
    const note = h('p', { class: 'quiet numbers measure-place', attributes: { translate: 'no' } });
    const set = (): void => {
      const value = number.valueAsNumber;
      if (!Number.isInteger(value) || value < 0) return;
      const instance = Number(on.value);
      this.replace(i, instance < 0 ? { on: 'node', node: value } : { on: 'vertex', instance, vertex: value });
    };
    on.addEventListener('change', set);
    number.addEventListener('input', set);
    number.addEventListener('keydown', (event) => event.key !== 'Escape' && event.stopPropagation());
    return { on, number, note };
  }

  private show(): void {
    const { measure } = this.toolState.tools,
      { nodes } = this.toolState,
      meshes = nodes.filter(({ mesh }) => mesh !== undefined);
    this.clear.disabled = measure.length === 0;
    if (measure.length < 2) this.forget();
    this.fields.forEach(({ on, number, note }, i) => {
      const chosen = measure[i],
        value = chosen && 'instance' in chosen ? String(chosen.instance) : '-1';
      fill(on, [
        h('option', { text: t('Node'), attributes: { value: -1 } }),
        ...meshes.map(({ name, index }, instance) =>
          h('option', {
            text: t('Vertex of {mesh}', { mesh: name || String(index) }),
            attributes: { value: instance },
          }),
        ),
      ]);
      on.value = chosen ? value : on.value || '-1';
      if (document.activeElement !== number) {
        const text = chosen?.on === 'node' ? chosen.node : chosen?.on === 'vertex' ? chosen.vertex : chosen ? NaN : 0;
        number.value = Number.isNaN(text) ? '' : String(text);
        number.placeholder =
          chosen?.on === 'triangle' ? t('in triangle {triangle}', { triangle: chosen.triangle }) : '';
      }
      if (!chosen) note.textContent = '';
    });
  }

  /** No distance is known. */
  private forget(): void {
    this.result.replaceChildren();
    this.text = '';
    this.copy.disabled = true;
  }

  private read({ tools }: FrameInfo): void {
    const points = tools?.points ?? [],
      { measure } = this.toolState.tools;
    this.fields.forEach(({ note }, i) => {
      if (i >= measure.length) return;
      const point = points[i],
        node = measure[i]?.on === 'node' ? this.toolState.nodes[(measure[i] as { node: number }).node]?.name : '';
      const text = point ? `${node ? `${node}: ` : ''}${point.map(exact).join(', ')}` : t('This point does not exist.');
      if (points.length > i && note.textContent !== text) note.textContent = text;
    });
    const [from, to] = points;
    if (measure.length < 2 || points.length < 2) return;
    if (!from || !to) return this.forget();
    const d = to.map((value, k) => value - from[k]!) as Vec3,
      length = exact(Math.hypot(...d));
    const rows = [
      [t('distance'), `${length} ${t('u')}`],
      ['dx', exact(d[0])],
      ['dy', exact(d[1])],
      ['dz', exact(d[2])],
    ] as const;
    const text = [length, ...d.map(exact)].join('\t');
    if (text === this.text) return;
    this.text = text;
    this.copy.disabled = false;
    fill(this.result, [
      ...rows.flatMap(([name, value]) => [h('dt', { text: name }), h('dd', { class: 'numbers', text: value })]),
      ...(this.toolState.unitText ? [h('dt', { text: t('unit') }), h('dd', { text: this.toolState.unitText })] : []),
    ]);
    if (this.speak) {
      this.speak = false;
      this.spoken.textContent = t('The distance is {distance} units.', { distance: length });
    }
  }
}
