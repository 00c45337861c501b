// The plot of an animated value: its result over the splines that it uses, and the keys as sliders.

import { appendAll } from '../../../base/lists';
import { ticks, tickStep, tickText, type PlotRange } from '../../curves/range';
import type { RoomKit } from '../../world/kit';
import { curveValue, type Curve } from './curve';
import { sampleSpline, type Key, type Spline } from './evaluate';
import { pointerOfKey, type KeyPlace } from './keys';
import { numberText } from './numbers';

export const kGutter = 52;
export const kRuler = 20;
const kTimeGap = 72;
const kValueGap = 30;
/** Pixels between samples of a line. */
const kColumn = 2;
const kKey = 4.5;
const kHandle = 4;
export const kChannels = ['x', 'y', 'z', 'w'] as const;

interface PlotState {
  curve: Curve;
  globals: Readonly<Record<string, Spline>>;
  range: PlotRange;
  /** Pointers of keys. */
  chosen: ReadonlySet<string>;
  /** The channel that hands are on; -1: all. */
  channel: number;
  /** Where the playhead is on the axis. */
  head: number | undefined;
  /** The key that Tab leads to. */
  first: string | undefined;
  /** A frame that is being drawn around keys, in pixels. */
  band: { x0: number; y0: number; x1: number; y1: number } | undefined;
}
/** What of the chosen keys' frame is held: -1 the lesser side, 1 the greater one, 0 neither. */
export interface FrameGrip {
  time: -1 | 0 | 1;
  value: -1 | 0 | 1;
}

type Attributes = Record<string, string | number>;
function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  look: string,
  attributes: Attributes,
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  element.setAttribute('class', look);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

export class PlotView {
  readonly element: SVGSVGElement;
  readonly #back = svg('g', 'curve-back', { 'aria-hidden': 'true' });
  readonly #lines = svg('g', 'curve-lines', { 'aria-hidden': 'true' });
  readonly #frame = svg('g', 'curve-frame', { 'aria-hidden': 'true' });
  readonly #keys = svg('g', 'curve-keys', {});
  readonly #head = svg('line', 'curve-head', { 'aria-hidden': 'true' });
  readonly #shown = new Map<string, SVGGElement>();
  width = 0;
  height = 0;
  #range: PlotRange = { from: 0, to: 1, low: 0, high: 1 };

  constructor(private readonly kit: RoomKit) {
    this.element = svg('svg', 'curve-plot', { role: 'group', tabindex: 0 });
    this.element.append(this.#back, this.#lines, this.#frame, this.#keys, this.#head);
  }

  get range(): PlotRange {
    return this.#range;
  }

  x(time: number): number {
    const { from, to } = this.#range;
    return kGutter + ((time - from) / (to - from)) * (this.width - kGutter);
  }
  y(value: number): number {
    const { low, high } = this.#range;
    return this.height - ((value - low) / (high - low)) * (this.height - kRuler);
  }
  time(x: number): number {
    const { from, to } = this.#range;
    return from + ((x - kGutter) / Math.max(1, this.width - kGutter)) * (to - from);
  }
  value(y: number): number {
    const { low, high } = this.#range;
    return low + ((this.height - y) / Math.max(1, this.height - kRuler)) * (high - low);
  }

  show(state: PlotState): void {
    const { clientWidth, clientHeight } = this.element.parentElement ?? this.element;
    this.width = Math.max(kGutter + 1, clientWidth);
    this.height = Math.max(kRuler + 1, clientHeight);
    this.element.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.#range = state.range;
    this.#drawBack(state.curve);
    this.#drawLines(state);
    this.#drawKeys(state);
    this.#drawFrame(state);
    this.place(state.head);
  }

  place(head: number | undefined): void {
    const x = head === undefined ? -10 : this.x(head);
    this.#head.setAttribute('visibility', x >= kGutter && x <= this.width ? 'visible' : 'hidden');
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 0, y2: this.height }))
      this.#head.setAttribute(name, String(value));
  }

  keyElement(pointer: string): SVGGElement | undefined {
    return this.#shown.get(pointer);
  }

  #drawBack({ scope, variable }: Curve): void {
    const { from, to, low, high } = this.#range,
      { width, height } = this;
    this.#back.replaceChildren();
    if (scope.axis === 'event' && variable === 'TIME') {
      const [a, b] = [Math.max(kGutter, this.x(0)), Math.min(width, this.x(1))];
      if (b > a)
        this.#back.append(svg('rect', 'curve-event', { x: a, y: kRuler, width: b - a, height: height - kRuler }));
    }
    const step = tickStep(from, to, width - kGutter, kTimeGap);
    for (const mark of ticks(from, to, step)) {
      const x = this.x(mark);
      if (x < kGutter) continue;
      this.#back.append(
        svg('line', 'curve-grid', { x1: x, x2: x, y1: kRuler, y2: height }),
        this.#text(x + 3, 13, tickText(mark, step), 'start'),
      );
    }
    const up = tickStep(low, high, height - kRuler, kValueGap);
    for (const mark of ticks(low, high, up)) {
      const y = this.y(mark),
        isZero = Math.abs(mark) < up / 2;
      if (y < kRuler + 4 || y > height - 4) continue;
      this.#back.append(
        svg('line', `curve-grid${isZero ? ' is-zero' : ''}`, { x1: kGutter, x2: width, y1: y, y2: y }),
        this.#text(kGutter - 6, y + 4, tickText(mark, up), 'end'),
      );
    }
  }

  #text(x: number, y: number, text: string, anchor: 'start' | 'end'): SVGTextElement {
    const element = svg('text', 'curve-tick', { x, y, 'text-anchor': anchor });
    element.textContent = text;
    return element;
  }

  #drawLines({ curve, globals, channel }: PlotState): void {
    this.#lines.replaceChildren();
    const dim = (i: number): string => (channel >= 0 && channel !== i ? ' is-dim' : '');
    for (const { spline } of curve.splines)
      spline.channels.forEach((keys, i) => {
        if (keys.length === 0) return;
        const d = this.#path(this.#times(keys), (time) => sampleSpline(keys, spline.mode, time));
        this.#lines.append(svg('path', `curve-spline is-${kChannels[i]}${dim(i)}`, { d }));
      });
    const times = this.#times(curve.splines.flatMap(({ spline }) => spline.channels.flat()));
    for (let i = 0; i < curve.components; ++i) {
      const d = this.#path(times, (time) => curveValue(curve, globals, time)[i]!);
      this.#lines.append(svg('path', `curve-result is-${kChannels[i]}${dim(i)}`, { d }));
    }
  }

  /** Times of the samples: columns, and on both sides of each key. */
  #times(keys: readonly Key[]): number[] {
    const { from, to } = this.#range,
      step = (to - from) / Math.max(1, (this.width - kGutter) / kColumn),
      times: number[] = [];
    for (let time = from; time <= to; time += step) times.push(time);
    for (const [time] of keys) if (time > from && time < to) times.push(time - step * 1e-3, time);
    return times.sort((a, b) => a - b);
  }

  #path(times: readonly number[], of: (time: number) => number): string {
    let d = '',
      isOpen = false;
    // Far outside of the picture numbers of paths have no meaning.
    const clipped = (y: number): number => Math.min(1e5, Math.max(-1e5, y));
    for (const time of times) {
      const value = of(time);
      if (Number.isFinite(value))
        d += `${isOpen ? 'L' : 'M'}${this.x(time).toFixed(1)} ${clipped(this.y(value)).toFixed(1)}`;
      isOpen = Number.isFinite(value);
    }
    return d;
  }

  #drawKeys(state: PlotState): void {
    const kept = new Set<string>();
    for (const { pointer: spline, spline: own, name } of state.curve.splines)
      own.channels.forEach((keys, channel) =>
        keys.forEach(([time, value], index) => {
          const pointer = pointerOfKey({ spline, channel, index });
          kept.add(pointer);
          this.#drawKey({ spline, channel, index }, pointer, [time, value], keys, name, state);
        }),
      );
    for (const [pointer, element] of this.#shown)
      if (!kept.has(pointer)) {
        element.remove();
        this.#shown.delete(pointer);
      }
  }

  #drawKey(
    { channel, index }: KeyPlace,
    pointer: string,
    [time, value]: Key,
    keys: readonly Key[],
    name: string,
    state: PlotState,
  ): void {
    const { t } = this.kit;
    let element = this.#shown.get(pointer);
    if (!element) {
      element = svg('g', 'curve-key', { role: 'slider', 'data-key': pointer });
      element.append(
        svg('circle', 'curve-key-hit', { r: 12 }),
        svg('rect', 'curve-key-mark', { x: -kKey, y: -kKey, width: 2 * kKey, height: 2 * kKey }),
      );
      this.#shown.set(pointer, element);
      this.#keys.append(element);
    }
    const isDim = state.channel >= 0 && state.channel !== channel,
      [x, y] = [this.x(time), this.y(value)];
    element.setAttribute(
      'class',
      `curve-key is-${kChannels[channel]}${state.chosen.has(pointer) ? ' is-chosen' : ''}${isDim ? ' is-dim' : ''}`,
    );
    element.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    element.setAttribute(
      'visibility',
      x >= kGutter - 6 && x <= this.width + 6 && y >= kRuler - 6 ? 'visible' : 'hidden',
    );
    element.setAttribute('tabindex', pointer === state.first ? '0' : '-1');
    const place = t('{channel}, key {index} of {count}', {
      channel: kChannels[channel]!,
      index: index + 1,
      count: keys.length,
    });
    element.setAttribute('aria-label', name === '' ? place : t('{place} of spline {name}', { place, name }));
    element.setAttribute('aria-valuenow', numberText(time, 4));
    element.setAttribute('aria-valuemin', numberText(keys[index - 1]?.[0] ?? Math.min(0, time), 4));
    element.setAttribute('aria-valuemax', numberText(keys[index + 1]?.[0] ?? Math.max(1, time), 4));
    element.setAttribute(
      'aria-valuetext',
      t('{value} at {time}', { value: numberText(value, 4), time: numberText(time, 4) }),
    );
  }

  /** Around several chosen keys, with what scales them. */
  #drawFrame({ curve, chosen, band }: PlotState): void {
    this.#frame.replaceChildren();
    if (band) {
      const [x, y] = [Math.min(band.x0, band.x1), Math.min(band.y0, band.y1)];
      this.#frame.append(
        svg('rect', 'curve-band', { x, y, width: Math.abs(band.x1 - band.x0), height: Math.abs(band.y1 - band.y0) }),
      );
    }
    const bounds = boundsOf(curve, chosen);
    if (!bounds || chosen.size < 2) return;
    const [x0, x1, y0, y1] = [
      this.x(bounds.from) - 8,
      this.x(bounds.to) + 8,
      this.y(bounds.high) - 8,
      this.y(bounds.low) + 8,
    ];
    const grips: SVGElement[] = [svg('rect', 'curve-bounds', { x: x0, y: y0, width: x1 - x0, height: y1 - y0 })];
    for (const time of [-1, 0, 1])
      for (const value of [-1, 0, 1]) {
        if (time === 0 && value === 0) continue;
        const x = time === 0 ? (x0 + x1) / 2 : time < 0 ? x0 : x1,
          y = value === 0 ? (y0 + y1) / 2 : value < 0 ? y1 : y0;
        grips.push(
          svg('rect', 'curve-grip', {
            x: x - kHandle,
            y: y - kHandle,
            width: 2 * kHandle,
            height: 2 * kHandle,
            'data-grip': `${time} ${value}`,
          }),
        );
      }
    appendAll(this.#frame, grips);
  }
}

/** Times and values of chosen keys; undefined without any. */
function boundsOf(curve: Curve, chosen: ReadonlySet<string>): PlotRange | undefined {
  let bounds: PlotRange | undefined;
  for (const { pointer: spline, spline: own } of curve.splines)
    own.channels.forEach((keys, channel) =>
      keys.forEach(([time, value], index) => {
        if (!chosen.has(pointerOfKey({ spline, channel, index }))) return;
        bounds = bounds
          ? {
              from: Math.min(bounds.from, time),
              to: Math.max(bounds.to, time),
              low: Math.min(bounds.low, value),
              high: Math.max(bounds.high, value),
            }
          : { from: time, to: time, low: value, high: value };
      }),
    );
  return bounds;
}
