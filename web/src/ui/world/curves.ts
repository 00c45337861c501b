// Curves of what is animated: the values that keys take over the time of the document, and its splines with their keys.

import { fill } from '../../base/lists';
import type { WorldCurve, WorldCurves } from '../../engine/world/messages';
import type { WorldKit } from './kit';
import type { Json, WorldText } from './text';

const kWidth = 400;
const kHeight = 160;
const kPoints = 300;
const kColors = ['x', 'y', 'z', 'w'] as const;

type Point = readonly [number, number];
interface Spline {
  pointer: string;
  mode: string;
  channels: Point[][];
}
/** Drawn values: one line per component, from left to right. */
interface Plot {
  lines: Point[][];
  keys: Point[][];
  unit: 'seconds' | 'key';
}

/** The value of a spline's channel: its ends outside of the keys, between them by its mode. */
function splineAt(keys: readonly Point[], mode: string, t: number): number {
  const last = keys.length - 1;
  if (last < 0) return 0;
  if (t < keys[0]![0]) return keys[0]![1];
  if (t >= keys[last]![0]) return keys[last]![1];
  let k = last;
  while (keys[k]![0] > t) --k;
  const [a, x] = keys[k]!,
    [b, y] = keys[k + 1]!,
    u = (t - a) / (b - a);
  if (mode === 'step') return x;
  if (mode === 'linear') return x + (y - x) * u;
  // At the ends the slope is that of the outer interval.
  const slope = (i: number): number => {
    const from = keys[Math.max(0, i - 1)]!,
      to = keys[Math.min(last, i + 1)]!;
    return (to[1] - from[1]) / (to[0] - from[0]);
  };
  const [u2, u3] = [u * u, u * u * u];
  return (
    (2 * u3 - 3 * u2 + 1) * x +
    (u3 - 2 * u2 + u) * slope(k) * (b - a) +
    (3 * u2 - 2 * u3) * y +
    (u3 - u2) * slope(k + 1) * (b - a)
  );
}

/** Where the format has splines: global ones, and those of functions. */
const kSplinePlace = /^\/splines\/[^/]+$|\/spline$/;

const isKey = (key: unknown): boolean =>
  Array.isArray(key) && key.length === 2 && key.every((value) => typeof value === 'number');
const areChannels = (channels: unknown): channels is Point[][] =>
  Array.isArray(channels) &&
  channels.length <= kColors.length &&
  channels.every((keys) => Array.isArray(keys) && keys.every(isKey));

/** All splines of a document, by the pointers of what holds their channels. */
export function splinesOf(root: Json): Spline[] {
  const found: Spline[] = [],
    open: [string, Json][] = [['', root]];
  while (open.length > 0) {
    const [pointer, value] = open.pop()!;
    if (value === null || typeof value !== 'object') continue;
    const { channels, mode } = value as { channels?: unknown; mode?: unknown };
    if (kSplinePlace.test(pointer) && areChannels(channels)) {
      found.push({ pointer, mode: typeof mode === 'string' ? mode : 'cubic', channels });
      continue;
    }
    const children = Object.entries(value).reverse();
    for (const [name, child] of children)
      open.push([`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, child]);
  }
  return found;
}

export interface CurvesHost {
  ask(): Promise<WorldCurves | undefined>;
  choose(operator: number): void;
}

export class WorldCurvesView {
  readonly element: HTMLElement;
  readonly #choice: HTMLSelectElement;
  readonly #picture: SVGSVGElement;
  readonly #facts: HTMLElement;
  readonly #note: HTMLElement;
  readonly #head: SVGLineElement;
  #text: WorldText | undefined;
  #curves: WorldCurves | undefined;
  #splines: Spline[] = [];
  #stale = true;
  #asking = false;
  #isOpen = false;
  /** Range of the plot. */
  #range = { from: 0, to: 1 };
  #unit: Plot['unit'] = 'seconds';
  /** Time of the shown frame, in seconds. */
  #time = 0;

  constructor(
    private readonly kit: WorldKit,
    private readonly host: CurvesHost,
  ) {
    const { h, t } = kit;
    this.#choice = h('select', {
      class: 'select small',
      attributes: { 'aria-label': t('Animated value'), translate: 'no' },
      on: { change: () => this.#draw() },
    });
    this.#picture = svg('svg', { viewBox: `0 0 ${kWidth} ${kHeight}`, preserveAspectRatio: 'none', role: 'img' });
    this.#picture.setAttribute('class', 'world-plot');
    // Until it has something to show, and a name for it.
    this.#picture.setAttribute('hidden', '');
    this.#head = svg('line', { y1: '0', y2: String(kHeight), class: 'world-plot-head' });
    this.#facts = h('dl', { class: 'world-facts' });
    this.#note = h('p', { class: 'quiet', attributes: { role: 'status' } });
    const show = h('button', {
      class: 'button small',
      text: t('Show operator'),
      attributes: { type: 'button' },
      on: { click: () => this.#operator() },
    });
    this.element = h('div', { class: 'world-curves' }, this.#note, this.#choice, this.#picture, this.#facts, show);
  }

  show(text: WorldText): void {
    this.#text = text;
    this.#splines = splinesOf(text.root);
    this.#stale = true;
    if (this.#isOpen) void this.#ask();
  }

  open(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#placeHead();
    if (isOpen && this.#stale) void this.#ask();
  }

  /** The curve that belongs to an operator, where there is one. */
  mark(operator: number): void {
    const own = this.#text?.outline.operators[operator]?.pointer;
    if (own === undefined || this.#choice.value.startsWith(`${own}/`)) return;
    const option = [...this.#choice.options].find(({ value }) => value.startsWith(`${own}/`));
    if (!option) return;
    this.#choice.value = option.value;
    this.#draw();
  }

  time(seconds: number): void {
    this.#time = seconds;
    this.#placeHead();
  }

  #placeHead(): void {
    if (!this.#isOpen) return;
    const { from, to } = this.#range,
      x = ((this.#time - from) / (to - from)) * kWidth;
    this.#head.style.display = this.#unit === 'seconds' && x >= 0 && x <= kWidth ? '' : 'none';
    this.#head.setAttribute('x1', String(x));
    this.#head.setAttribute('x2', String(x));
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    const { t } = this.kit;
    this.#asking = true;
    this.#note.textContent = t('Evaluating…');
    do {
      this.#stale = false;
      this.#curves = await this.host.ask();
    } while (this.#stale);
    this.#asking = false;
    this.#fill();
  }

  #fill(): void {
    const { h, t, fixed } = this.kit,
      curves = this.#curves?.curves ?? [],
      seconds = this.#curves?.times.at(-1) ?? 0,
      before = this.#choice.value;
    const label = (pointer: string): string => {
      const owner = this.#text!.outline.operators[this.#text!.operatorOf(pointer)],
        rest = owner ? pointer.slice(owner.pointer.length) : pointer;
      return owner ? `${owner.name.split('/').slice(-3).join('/')} ${rest.slice(1)}` : pointer.slice(1);
    };
    const option = (value: string, text: string): HTMLOptionElement => h('option', { text, attributes: { value } });
    fill(this.#choice, [
      h(
        'optgroup',
        { attributes: { label: t('Animated values') } },
        ...curves.map(({ pointer }) => option(pointer, label(pointer))),
      ),
      h(
        'optgroup',
        { attributes: { label: t('Splines') } },
        ...this.#splines.map(({ pointer }) => option(`spline ${pointer}`, label(pointer))),
      ),
    ]);
    this.#choice.value = before;
    if (this.#choice.selectedIndex < 0) this.#choice.selectedIndex = 0;
    const isEmpty = this.#choice.options.length === 0;
    this.#choice.hidden = isEmpty;
    this.#note.textContent = isEmpty
      ? t('Nothing in this document is animated.')
      : t('{count} animated values over {seconds} s', { count: curves.length, seconds: fixed(seconds, 1) });
    this.#draw();
  }

  #operator(): void {
    const operator = this.#text?.operatorOf(this.#choice.value.replace(/^spline /, '')) ?? -1;
    if (operator >= 0) this.host.choose(operator);
  }

  #plot(): Plot | undefined {
    const { value } = this.#choice,
      curve = this.#curves?.curves.find(({ pointer }) => pointer === value);
    if (curve) return { lines: linesOf(this.#curves!.times, curve), keys: [], unit: 'seconds' };
    const spline = this.#splines.find(({ pointer }) => `spline ${pointer}` === value);
    if (!spline) return undefined;
    const times = spline.channels.flat().map(([time]) => time),
      [from, to] = times.length > 0 ? bounds(times) : [0, 1];
    const lines = spline.channels.map((keys) =>
      keys.length === 0
        ? []
        : Array.from({ length: kPoints }, (_, i): Point => {
            const time = from + ((to - from) * i) / (kPoints - 1);
            return [time, splineAt(keys, spline.mode, time)];
          }),
    );
    return { lines, keys: spline.channels, unit: 'key' };
  }

  #draw(): void {
    const { h, t, fixed } = this.kit,
      plot = this.#plot();
    this.#picture.replaceChildren();
    this.#picture.toggleAttribute('hidden', !plot);
    if (!plot) {
      fill(this.#facts, []);
      return;
    }
    const points = plot.lines.flat(),
      [left, right] = bounds(points.map(([x]) => x)),
      [low, high] = bounds(points.map(([, y]) => y)),
      margin = (high - low) * 0.08 || 0.5;
    this.#range = { from: left, to: right > left ? right : left + 1 };
    this.#unit = plot.unit;
    const place = ([x, y]: Point): string =>
      `${(((x - left) / (this.#range.to - left)) * kWidth).toFixed(2)} ${(kHeight - ((y - low + margin) / (high - low + 2 * margin)) * kHeight).toFixed(2)}`;
    plot.lines.forEach((line, i) => {
      if (line.length === 0) return;
      const path = svg('path', {
        d: line.map((point, at) => `${at === 0 || gap(line, at) ? 'M' : 'L'}${place(point)}`).join(''),
        class: `world-plot-line is-${kColors[i]}`,
      });
      this.#picture.append(path);
      for (const key of plot.keys[i] ?? []) {
        const [x, y] = place(key).split(' ');
        this.#picture.append(
          svg('ellipse', { cx: x!, cy: y!, rx: '2.5', ry: '2.5', class: `world-plot-key is-${kColors[i]}` }),
        );
      }
    });
    this.#picture.append(this.#head);
    this.#placeHead();
    const row = (name: string, value: string): HTMLElement[] => [
      h('dt', { text: name }),
      h('dd', { class: 'numbers', text: value }),
    ];
    const unit = plot.unit === 'seconds' ? ' s' : '';
    const range = `${fixed(low, 3)} … ${fixed(high, 3)}`;
    this.#picture.setAttribute(
      'aria-label',
      t('Curve from {low} to {high}', { low: fixed(low, 3), high: fixed(high, 3) }),
    );
    fill(this.#facts, [
      ...row(t('Values'), range),
      ...row(plot.unit === 'seconds' ? t('Time') : t('Keys'), `${fixed(left, 2)} … ${fixed(right, 2)}${unit}`),
    ]);
  }
}

/** Least and greatest; 0 and 0 of nothing. */
function bounds(values: readonly number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low <= high ? [low, high] : [0, 0];
}

/** Samples without a value are left out; a line starts again behind them. */
const gap = (line: readonly Point[], at: number): boolean =>
  at > 1 && line[at]![0] - line[at - 1]![0] > 1.5 * (line[at - 1]![0] - line[at - 2]![0]) + 1e-9;

/** The components that ever change, or the first one. */
function linesOf(times: Float32Array, { values }: WorldCurve): Point[][] {
  const lines = [0, 1, 2, 3].map((part) =>
    Array.from(times, (time, i): Point => [time, values[i * 4 + part]!]).filter(([, value]) => !Number.isNaN(value)),
  );
  return lines.map((line, part) => {
    const [low, high] = bounds(line.map(([, value]) => value));
    return high > low || part === 0 ? line : [];
  });
}

function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
