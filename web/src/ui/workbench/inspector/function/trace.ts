// A line per component over four beats, or over the event, with the playhead.

import { leastOf, mostOf } from '../../../../base/lists';
import type { RoomKit } from '../../../world/kit';
import { type Curve, curveValue } from '../../time/curve';
import type { Spline } from '../../time/evaluate';

const kWidth = 300;
const kHeight = 56;
const kPoints = 150;
const kBeats = 4;

const svg = (tag: string, attributes: Record<string, string>): SVGElement => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** The value at a time, as the picture gets it. */
export const valueAt = (curve: Curve, splines: Readonly<Record<string, Spline>>, time: number): number[] =>
  curveValue(curve, splines, time).slice(0, curve.components);

export class Trace {
  readonly element: HTMLElement;
  readonly #svg: SVGElement;
  readonly #head: SVGElement;
  readonly #label: HTMLElement;
  readonly #kit: RoomKit;
  #drawn = '';

  constructor(kit: RoomKit) {
    this.#kit = kit;
    this.#svg = svg('svg', {
      viewBox: `0 0 ${kWidth} ${kHeight}`,
      preserveAspectRatio: 'none',
      role: 'img',
      class: 'world-plot inspector-trace',
    });
    this.#head = svg('line', { y1: '0', y2: String(kHeight), class: 'world-plot-head' });
    this.#label = kit.h('span', { class: 'quiet numbers' });
    this.element = kit.h('div', { class: 'inspector-traces' });
    this.element.append(this.#svg, this.#label);
  }

  /** `at`: TIME at the playhead; undefined where the event is not active. */
  show(curve: Curve, splines: Readonly<Record<string, Spline>>, at: number | undefined, version: number): void {
    const isBeats = curve.scope.axis === 'beats',
      length = isBeats ? kBeats : 1,
      from = isBeats ? Math.floor((at ?? 0) / kBeats) * kBeats : 0;
    const signature = `${curve.pointer} ${from} ${version}`;
    if (signature !== this.#drawn) this.#draw(curve, splines, from, length);
    this.#drawn = signature;
    const x = String((((at ?? -1) - from) / length) * kWidth);
    this.#head.setAttribute('x1', x);
    this.#head.setAttribute('x2', x);
    this.#head.toggleAttribute('hidden', at === undefined);
  }

  #draw(curve: Curve, splines: Readonly<Record<string, Spline>>, from: number, length: number): void {
    const { t, fixed } = this.#kit,
      times = Array.from({ length: kPoints }, (_, i) => from + (length * i) / (kPoints - 1)),
      values = times.map((time) => valueAt(curve, splines, time)),
      all = values.flat().filter(Number.isFinite),
      [low, high] = all.length > 0 ? [leastOf(all), mostOf(all)] : [0, 0],
      margin = (high - low) * 0.1 || 0.5;
    const y = (value: number): number => kHeight - ((value - low + margin) / (high - low + 2 * margin)) * kHeight;
    this.#svg.replaceChildren(this.#head);
    for (let i = 0; i < curve.components; ++i) {
      const points = values.map((row, k) => `${((k / (kPoints - 1)) * kWidth).toFixed(1)},${y(row[i]!).toFixed(1)}`);
      this.#svg.append(
        svg('polyline', { points: points.join(' '), class: `world-plot-line inspector-trace-line is-${'xyzw'[i]}` }),
      );
    }
    this.#svg.setAttribute('aria-label', t('From {low} to {high}', { low: fixed(low, 3), high: fixed(high, 3) }));
    const range = `${fixed(low, 2)} \u2026 ${fixed(high, 2)}`;
    this.#label.textContent =
      curve.scope.axis === 'beats'
        ? t('beats {from} to {to}: {range}', { from, to: from + length, range })
        : t('the event from 0 to 1: {range}', { range });
  }
}
