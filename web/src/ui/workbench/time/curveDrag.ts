// The pointer on the plot: keys are dragged, a frame around several scales them, an empty place begins a choice.

import type { PlotRange } from '../../curves/range';
import type { Bench } from '../bench';
import type { Attempt } from '../text/draft';
import type { Curve } from './curve';
import type { Key } from './evaluate';
import { Hold, snapped } from './numbers';
import { movedKeys, placeOfKey, pointerOfKey, putKeys, scaledKeys, type Digits, type KeyPlace } from './keys';
import { kGutter, kRuler, type FrameGrip, type PlotView } from './plotView';

interface Spot {
  x: number;
  y: number;
}
type Held =
  | { kind: 'keys'; start: Spot; keys: KeyPlace[]; before: Before; hold: Hold; isMoving: boolean }
  | { kind: 'frame'; start: Spot; keys: KeyPlace[]; before: Before; hold: Hold; grip: FrameGrip }
  | { kind: 'band'; start: Spot; extends: boolean }
  | { kind: 'seek' }
  | { kind: 'pan'; last: Spot };
/** The pane whose keys are dragged. */
interface DraggedCurves {
  readonly bench: Bench;
  readonly plot: PlotView;
  readonly curve: Curve | undefined;
  /** Those that are chosen. */
  readonly keys: KeyPlace[];
  readonly digits: Digits;
  readonly range: PlotRange;
  readonly channel: number;
  draw(): void;
  seekTo(x: number): void;
  panBy(dx: number, dy: number): void;
  addAt(x: number, y: number): void;
  take(attempt: Attempt, loose?: boolean): boolean;
}

/** Keys of all channels as the drag met them. */
type Before = (spline: string, channel: number) => readonly Key[];

const kClick = 4;
/** Ctrl snaps to quarters of a beat, and to tenths of a value. */
const kSnap: Key = [0.25, 0.1];

export class CurveDrag {
  #held: Held | undefined;
  band: { x0: number; y0: number; x1: number; y1: number } | undefined;

  constructor(private readonly pane: DraggedCurves) {
    const { element } = pane.plot;
    element.addEventListener('pointerdown', (event) => this.#press(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    element.addEventListener('pointerup', (event) => this.#release(event));
    element.addEventListener('pointercancel', () => this.cancel());
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Gives a drag up; false where there is none. */
  cancel(): boolean {
    if (!this.#held) return false;
    this.#held = undefined;
    this.band = undefined;
    this.pane.bench.draft.cancel();
    this.pane.draw();
    return true;
  }

  #spot(event: PointerEvent): Spot {
    const { left, top } = this.pane.plot.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #press(event: PointerEvent): void {
    const { pane } = this,
      start = this.#spot(event),
      target = event.target as Element,
      { draft } = pane.bench;
    if (event.button === 1 || (event.button === 0 && event.altKey)) this.#held = { kind: 'pan', last: start };
    else if (event.button !== 0) return;
    else if (start.y < kRuler && start.x > kGutter) {
      this.#held = { kind: 'seek' };
      pane.seekTo(start.x);
    } else this.#take(event, target, start, draft.broken !== undefined);
    if (!this.#held) return;
    event.preventDefault();
    pane.plot.element.setPointerCapture(event.pointerId);
  }

  #take(event: PointerEvent, target: Element, start: Spot, isReadOnly: boolean): void {
    const { pane } = this,
      { draft } = pane.bench,
      pointer = target.closest('[data-key]')?.getAttribute('data-key'),
      grip = target.getAttribute('data-grip');
    if (pointer && placeOfKey(pointer)) {
      const isChosen = draft.selection.includes(pointer);
      if (event.shiftKey && isChosen) draft.select(draft.selection.filter((one) => one !== pointer));
      else if (!isChosen) draft.select(event.shiftKey ? [...draft.selection, pointer] : [pointer]);
      pane.draw();
      pane.plot.keyElement(pointer)?.focus({ preventScroll: true });
      if (!isReadOnly)
        this.#held = {
          kind: 'keys',
          start,
          keys: pane.keys,
          before: this.#before(),
          hold: new Hold(),
          isMoving: false,
        };
      return;
    }
    if (grip !== null && !isReadOnly) {
      const [time, value] = grip.split(' ').map(Number) as [FrameGrip['time'], FrameGrip['value']];
      this.#held = {
        kind: 'frame',
        start,
        keys: pane.keys,
        before: this.#before(),
        hold: new Hold(),
        grip: { time, value },
      };
      return;
    }
    pane.plot.element.focus({ preventScroll: true });
    if ((event.ctrlKey || event.metaKey) && !isReadOnly) return pane.addAt(start.x, start.y);
    this.#held = { kind: 'band', start, extends: event.shiftKey };
  }

  #before(): Before {
    const { curve } = this.pane,
      splines = new Map(curve?.splines.map(({ pointer, spline }) => [pointer, spline]));
    return (spline, channel) => splines.get(spline)?.channels[channel] ?? [];
  }

  #move(event: PointerEvent): void {
    const held = this.#held,
      { pane } = this,
      spot = this.#spot(event);
    if (!held) return;
    if (held.kind === 'pan') {
      pane.panBy(spot.x - held.last.x, spot.y - held.last.y);
      held.last = spot;
    } else if (held.kind === 'seek') pane.seekTo(spot.x);
    else if (held.kind === 'band') {
      this.band = { x0: held.start.x, y0: held.start.y, x1: spot.x, y1: spot.y };
      pane.draw();
    } else if (held.kind === 'keys') this.#dragKeys(held, spot, event);
    else this.#scale(held, spot);
  }

  #dragKeys(held: Held & { kind: 'keys' }, spot: Spot, event: PointerEvent): void {
    const { pane } = this,
      { plot } = pane;
    let [dx, dy] = [spot.x - held.start.x, spot.y - held.start.y];
    // The hand of a click trembles.
    held.isMoving ||= Math.hypot(dx, dy) >= kClick;
    if (!held.isMoving) return;
    if (event.shiftKey) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
    const front = held.keys.at(-1)!,
      [time, value] = held.before(front.spline, front.channel)[front.index]!;
    let by: Key = [
      dx === 0 ? 0 : plot.time(held.start.x + dx) - plot.time(held.start.x),
      dy === 0 ? 0 : plot.value(held.start.y + dy) - plot.value(held.start.y),
    ];
    if (event.ctrlKey || event.metaKey)
      by = [
        dx === 0 ? 0 : snapped(time + by[0], kSnap[0]) - time,
        dy === 0 ? 0 : snapped(value + by[1], kSnap[1]) - value,
      ];
    const { digits } = pane;
    pane.take(putKeys(pane.bench.draft, movedKeys(held.keys, held.before, by, digits), digits, held.hold), true);
    pane.draw();
  }

  #scale(held: Held & { kind: 'frame' }, spot: Spot): void {
    const { pane } = this,
      { plot, digits } = pane,
      { grip, before } = held;
    const times = held.keys.map((key) => before(key.spline, key.channel)[key.index]!),
      bounds = {
        from: times.reduce((least, [t]) => Math.min(least, t), Infinity),
        to: times.reduce((most, [t]) => Math.max(most, t), -Infinity),
        low: times.reduce((least, [, v]) => Math.min(least, v), Infinity),
        high: times.reduce((most, [, v]) => Math.max(most, v), -Infinity),
      };
    const along = (side: number, least: number, most: number, by: number): { around: number; factor: number } => {
      const span = most - least;
      if (side === 0 || span === 0) return { around: least, factor: 1 };
      return side > 0
        ? { around: least, factor: Math.max(0, (span + by) / span) }
        : { around: most, factor: Math.max(0, (span - by) / span) };
    };
    const time = along(grip.time, bounds.from, bounds.to, plot.time(spot.x) - plot.time(held.start.x)),
      value = along(grip.value, bounds.low, bounds.high, plot.value(spot.y) - plot.value(held.start.y));
    const scaled = scaledKeys(held.keys, before, [time.around, value.around], [time.factor, value.factor], digits);
    pane.take(putKeys(pane.bench.draft, scaled, digits, held.hold), true);
    pane.draw();
  }

  #release(event: PointerEvent): void {
    const held = this.#held,
      { pane, band } = this;
    this.#held = undefined;
    this.band = undefined;
    if (!held) return;
    if (held.kind === 'keys' || held.kind === 'frame') pane.bench.draft.settle();
    if (held.kind !== 'band') return;
    const spot = this.#spot(event);
    if (band && Math.hypot(spot.x - held.start.x, spot.y - held.start.y) >= kClick) this.#chooseIn(band, held.extends);
    else if (!held.extends) this.#chooseCurve();
    pane.draw();
  }

  /** No key is chosen, and the value stays. */
  #chooseCurve(): void {
    const { curve, bench } = this.pane;
    if (curve) bench.draft.select([curve.pointer]);
  }

  #chooseIn(band: { x0: number; y0: number; x1: number; y1: number }, extend: boolean): void {
    const { plot, curve, channel: only, bench } = this.pane,
      found: string[] = [];
    const isIn = (at: number, a: number, b: number): boolean => at >= Math.min(a, b) && at <= Math.max(a, b);
    for (const { pointer: spline, spline: own } of curve?.splines ?? [])
      own.channels.forEach((keys, channel) => {
        if (only >= 0 && only !== channel) return;
        keys.forEach(([time, value], index) => {
          if (isIn(plot.x(time), band.x0, band.x1) && isIn(plot.y(value), band.y0, band.y1))
            found.push(pointerOfKey({ spline, channel, index }));
        });
      });
    if (found.length === 0 && !extend) return this.#chooseCurve();
    bench.draft.select(extend ? [...new Set([...bench.draft.selection, ...found])] : found);
  }
}
