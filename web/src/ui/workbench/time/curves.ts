// The Curves: an animated value over beats, or over the way through its event, and the keys of its splines.

import { pan, withMargin, zoomTimes, zoomValues, type PlotRange } from '../../curves/range';
import type { Bench, Pane } from '../bench';
import type { Attempt } from '../text/draft';
import { member, nodeAt, partsOf, stringOf } from '../text/scan';
import { animatedAround, animatedIn, curveAt, curveValue, globalSplines, type Curve } from './curve';
import { CurveDrag } from './curveDrag';
import { CurveTools } from './curveTools';
import type { Key, Spline } from './evaluate';
import { decimalsFor, Hold, readNumber } from './numbers';
import { keyHere } from './key';
import {
  addKey,
  movedKeys,
  placeOfKey,
  pointerOfKey,
  putKeys,
  removeKeys,
  roomOf,
  setMode,
  type Digits,
  type KeyPlace,
} from './keys';
import { secondsOf, timeIn } from './playhead';
import { kGutter, kRuler, PlotView } from './plotView';
import { songOf, type Song } from './song';

const kZoom = 0.0016;
const kMargin = 0.1;
/** Beats that show where nothing ends. */
const kLeastLength = 8;

export class Curves implements Pane {
  readonly element: HTMLElement;
  readonly plot: PlotView;
  readonly #tools: CurveTools;
  readonly #host: HTMLElement;
  readonly #note: HTMLElement;
  readonly #drag: CurveDrag;
  readonly #watch = new ResizeObserver(() => this.draw());
  readonly #unlisten: () => void;
  #isShown = false;
  #asked = 0;
  #version = -1;
  #pointers: string[] = [];
  #globals: Record<string, Spline> = {};
  #song: Song = { bpm: 120, lanes: [], bars: new Map(), length: 0 };
  /** Of the value that shows. */
  #pointer: string | undefined;
  #curve: Curve | undefined;
  /** Of which text and value that is. */
  #curveId = '';
  #fitted: string | undefined;
  range: PlotRange = { from: 0, to: 1, low: 0, high: 1 };
  channel = -1;
  #keyHold: { hold: Hold; keys: string } | undefined;

  constructor(readonly bench: Bench) {
    const { h } = bench.kit;
    this.plot = new PlotView(bench.kit);
    this.#tools = new CurveTools(bench.kit, {
      open: (pointer) => bench.go(pointer),
      type: (which, text) => this.#type(which, text),
      channel: (channel) => this.#setChannel(channel),
      mode: (spline, mode) => this.step(setMode(bench.draft, spline, mode)),
      key: () => void keyHere(bench, this.#curve?.splines[0]?.pointer === this.#pointer ? undefined : this.#pointer),
      remove: () => this.#remove(),
      fit: () => this.#fit(),
    });
    this.#host = h('div', { class: 'curve-host' }, this.plot.element as unknown as HTMLElement);
    this.#note = h('p', { class: 'timeline-empty quiet' });
    this.element = h('div', { class: 'timeline-pane curve-pane' }, this.#tools.element, this.#host, this.#note);
    this.#drag = new CurveDrag(this);
    this.element.addEventListener('keyup', () => this.#endKeys());
    this.#host.addEventListener('focusin', (event) => this.#focused(event));
    this.#host.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.#watch.observe(this.#host);
    this.#unlisten = bench.on((event, loose) => this.#changed(event, loose));
  }

  show(shown: boolean): void {
    this.#isShown = shown;
    if (shown) this.draw();
  }

  dispose(): void {
    this.#unlisten();
    this.#watch.disconnect();
    cancelAnimationFrame(this.#asked);
  }

  // -- what shows -------------------------------------------------------------------------------------------------------

  get curve(): Curve | undefined {
    return this.#curve;
  }
  /** The chosen keys of what shows. */
  get keys(): KeyPlace[] {
    const splines = new Set(this.#curve?.splines.map(({ pointer }) => pointer));
    return this.bench.draft.selection.flatMap((pointer) => {
      const place = placeOfKey(pointer);
      return place && splines.has(place.spline) ? [place] : [];
    });
  }
  readonly channelOf = (spline: string, channel: number): readonly Key[] =>
    this.#curve?.splines.find(({ pointer }) => pointer === spline)?.spline.channels[channel] ?? [];

  /** Digits that a hand can tell apart at this zoom. */
  get digits(): Digits {
    const { from, to, low, high } = this.range;
    return {
      time: Math.max(2, decimalsFor((to - from) / Math.max(1, this.plot.width))),
      value: decimalsFor((high - low) / Math.max(1, this.plot.height)),
    };
  }

  #changed(event: string, loose: boolean): void {
    if (!this.#isShown) return;
    if (event === 'frame') return this.plot.place(this.#head());
    if (event === 'text' && !loose) this.draw();
    else if (this.#asked === 0) this.#asked = requestAnimationFrame(() => this.draw());
  }

  #head(): number | undefined {
    return this.#curve?.variable === 'TIME' ? timeIn(this.bench, this.#curve.scope, this.#song.bpm) : undefined;
  }

  #read(): void {
    const { draft } = this.bench,
      { rootText: text, root } = draft,
      front = draft.selection.at(-1);
    if (this.#version !== draft.version) {
      this.#version = draft.version;
      this.#pointers = animatedIn(root);
      this.#globals = globalSplines(text, root);
      this.#song = songOf(text, root);
    }
    const place = front === undefined ? undefined : placeOfKey(front),
      around = front === undefined ? undefined : animatedAround(root, front, this.#pointers);
    // A key of a global spline may be of the curve that shows.
    const isOwn = place && this.#curve?.splines.some(({ pointer }) => pointer === place.spline);
    if (front !== undefined && !(isOwn && this.#pointers.includes(this.#pointer ?? ''))) this.#pointer = around;
    else if (front === undefined && !this.#pointers.includes(this.#pointer ?? '')) this.#pointer = this.#pointers[0];
    const id = `${this.#version} ${this.#pointer}`;
    if (id !== this.#curveId)
      this.#curve = this.#pointer === undefined ? undefined : curveAt(text, root, this.#pointer);
    this.#curveId = id;
  }

  draw(): void {
    cancelAnimationFrame(this.#asked);
    this.#asked = 0;
    if (!this.#isShown) return;
    this.#read();
    const curve = this.#curve,
      keys = this.keys;
    this.#tools.show(
      this.#pointers.map((pointer) => ({ pointer, label: this.#label(pointer) })),
      curve,
      {
        axis: this.#axis(),
        channel: this.channel,
        keys: keys.map((key) => this.channelOf(key.spline, key.channel)[key.index]!).filter(Boolean),
        isReadOnly: this.bench.draft.broken !== undefined,
      },
    );
    this.#host.hidden = !curve;
    this.#note.hidden = curve !== undefined;
    this.#note.textContent = this.#emptyText();
    if (!curve) return;
    if (this.#fitted !== curve.pointer) this.#fitTo(curve);
    const chosen = new Set(keys.map(pointerOfKey));
    this.plot.element.setAttribute(
      'aria-label',
      this.bench.kit.t('Curve of {name}', { name: this.#label(curve.pointer) }),
    );
    this.plot.show({
      curve,
      globals: this.#globals,
      range: this.range,
      chosen,
      channel: this.channel,
      head: this.#head(),
      first: [...chosen].at(-1) ?? this.#firstKey(curve),
      band: this.#drag.band,
    });
  }

  #firstKey({ splines }: Curve): string | undefined {
    for (const { pointer, spline } of splines) {
      const channel = spline.channels.findIndex((keys) => keys.length > 0);
      if (channel >= 0) return pointerOfKey({ spline: pointer, channel, index: 0 });
    }
    return undefined;
  }

  #emptyText(): string {
    const { t } = this.bench.kit;
    return this.bench.draft.selection.length > 0
      ? t(
          'What is chosen is not animated. Choose a parameter in the Inspector and press K: that puts a key at the playhead.',
        )
      : t('Nothing in this document is animated.');
  }

  #label(pointer: string): string {
    const { rootText: text, root } = this.bench.draft,
      parts = partsOf(pointer),
      owner = nodeAt(root, pointer.slice(0, pointer.lastIndexOf('/'))),
      name = owner?.kind === 'object' ? stringOf(text, member(owner, 'name')) : undefined;
    if (parts[0] === 'splines') return this.bench.kit.t('spline {name}', { name: parts[1] ?? '' });
    return [
      name ??
        parts
          .slice(0, -1)
          .filter((part) => part !== 'in')
          .slice(-3)
          .join('/'),
      parts.at(-1),
    ].join(' · ');
  }

  #axis(): string {
    const curve = this.#curve,
      { t } = this.bench.kit;
    if (!curve) return '';
    if (curve.variable !== 'TIME') return curve.variable;
    if (curve.scope.axis === 'beats') return t('beats');
    const lane = this.#song.lanes.find(({ pointer }) => pointer === curve.scope.operator);
    return lane?.bars.some(({ to }) => to === Infinity) ? t('beats of the event') : t('event 0..1');
  }

  #fit(): void {
    if (this.#curve) this.#fitTo(this.#curve);
    this.draw();
  }

  #fitTo(curve: Curve): void {
    this.#fitted = curve.pointer;
    const keys = curve.splines.flatMap(({ spline }) => spline.channels.flat()),
      times = keys.map(([time]) => time),
      isEvent = curve.scope.axis === 'event';
    const ends = isEvent ? [0, 1] : times.length > 1 ? [] : [0, Math.max(kLeastLength, this.#song.length)];
    const all = [...times, ...ends],
      [from, to] = all.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [
        Infinity,
        -Infinity,
      ] as [number, number]);
    const [left, right] = withMargin(from, to, kMargin / 2);
    let [low, high] = [Infinity, -Infinity];
    const take = (value: number): void => {
      if (!Number.isFinite(value)) return;
      low = Math.min(low, value);
      high = Math.max(high, value);
    };
    for (const [, value] of keys) take(value);
    for (let i = 0; i <= 200; ++i)
      for (const value of curveValue(curve, this.#globals, left + ((right - left) * i) / 200).slice(
        0,
        curve.components,
      ))
        take(value);
    const [bottom, top] = withMargin(low, high, kMargin);
    this.range = { from: left, to: right, low: bottom, high: top };
  }

  // -- what hands do ----------------------------------------------------------------------------------------------------

  take(attempt: Attempt, loose = false): boolean {
    const { draft } = this.bench;
    if (draft.apply(attempt, loose)) return true;
    this.bench.say(this.bench.words(draft.refusal));
    return false;
  }

  /** A step of its own. */
  step(attempt: Attempt): void {
    const { draft } = this.bench;
    draft.settle();
    if (this.take(attempt)) {
      draft.settle();
      if ('label' in attempt) this.bench.say(this.bench.words(attempt.label));
    }
    this.draw();
    if (document.activeElement === document.body) this.focusKey();
  }

  focusKey(): void {
    const front = this.keys.at(-1);
    (front ? this.plot.keyElement(pointerOfKey(front)) : undefined)?.focus({ preventScroll: true });
  }

  /** On the channel that hands are on, at a place of the plot. */
  addAt(x: number, y: number): void {
    const curve = this.#curve,
      spline = curve?.splines[0];
    if (!curve || !spline) return this.bench.say(this.bench.kit.t('There is no spline yet: K puts the first key.'));
    const channel = Math.max(0, this.channel);
    this.step(addKey(this.bench.draft, spline.pointer, channel, [this.plot.time(x), this.plot.value(y)], this.digits));
    this.focusKey();
  }

  /** The playhead to a place of the axis. */
  seekTo(x: number): void {
    const curve = this.#curve;
    if (curve?.scope.axis !== 'beats' || curve.variable !== 'TIME') return;
    this.bench.picture.seek(secondsOf(Math.max(0, this.plot.time(x)), this.#song.bpm));
  }

  #remove(): void {
    const { keys } = this;
    if (keys.length === 0) return;
    this.step(removeKeys(this.bench.draft, keys));
    this.plot.element.focus({ preventScroll: true });
  }

  #setChannel(channel: number): void {
    this.channel = this.channel === channel ? -1 : channel;
    this.draw();
  }

  /** A number for all chosen keys, or a change of each of them. */
  #type(which: 'time' | 'value', text: string): void {
    const { keys, digits } = this,
      fine: Digits = { time: 6, value: 6 };
    const numbers = keys.map((key) => {
      const now = this.channelOf(key.spline, key.channel)[key.index]!;
      return { key, now, to: readNumber(text, which === 'time' ? now[0] : now[1]) };
    });
    if (numbers.length === 0 || numbers.some(({ to }) => to === undefined)) return this.draw();
    if (which === 'value') {
      const moved = numbers.map(({ key, now, to }) => ({ ...key, to: [now[0], to!] as const }));
      return this.step(putKeys(this.bench.draft, moved, fine, new Hold()));
    }
    // Times go together, and stop before neighbours.
    const by = numbers[0]!.to! - numbers[0]!.now[0],
      [least, most] = roomOf(keys, this.channelOf, digits);
    if (by < least || by > most) this.bench.say(this.bench.kit.t('Keys stop before their neighbours.'));
    this.step(putKeys(this.bench.draft, movedKeys(keys, this.channelOf, [by, 0], digits), fine, new Hold()));
  }

  #focused(event: FocusEvent): void {
    const key = event.target instanceof Element ? event.target.closest('[data-key]') : null,
      pointer = key?.getAttribute('data-key');
    const { draft } = this.bench;
    if (!pointer || draft.selection.includes(pointer) || this.#drag.isHeld) return;
    draft.select([pointer]);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.#host.getBoundingClientRect(),
      [x, y] = [event.clientX - left, event.clientY - top],
      factor = Math.exp(Math.max(-400, Math.min(400, event.deltaY || event.deltaX)) * kZoom);
    if (!event.shiftKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return this.panBy(-event.deltaX, 0);
    if (!event.shiftKey && x >= kGutter) this.range = zoomTimes(this.range, factor, this.plot.time(x), 1);
    if (event.shiftKey || x < kGutter || event.ctrlKey)
      this.range = zoomValues(this.range, factor, this.plot.value(y), 1);
    this.draw();
  }

  /** Pixels, as the picture moves. */
  panBy(dx: number, dy: number): void {
    const { from, to, low, high } = this.range,
      { width, height } = this.plot;
    this.range = pan(this.range, (-dx * (to - from)) / (width - kGutter), (dy * (high - low)) / (height - kRuler));
    this.draw();
  }

  // -- keys -------------------------------------------------------------------------------------------------------------

  key(event: KeyboardEvent): boolean {
    const { target } = event;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return false;
    if (event.key === 'Escape') return this.#drag.cancel();
    if (event.key === 'Delete' && this.keys.length > 0) {
      this.#remove();
      return true;
    }
    if (event.key.startsWith('Arrow')) return this.#arrow(event);
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1];
    if (digit !== undefined) this.#setChannel(Number(digit) - 1);
    else if (event.code === 'KeyF') this.#fit();
    else return false;
    return true;
  }

  #arrow(event: KeyboardEvent): boolean {
    const { keys } = this,
      side = event.key === 'ArrowLeft' || event.key === 'ArrowDown' ? -1 : 1,
      isTime = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (keys.length === 0 || (event.target as Element).closest('[data-key]') === null) {
      if (event.target !== this.plot.element) return false;
      if (isTime) this.panBy(-side * 40, 0);
      else this.panBy(0, side * 20);
      return true;
    }
    if (event.ctrlKey || event.metaKey) {
      this.#neighbour(keys.at(-1)!, isTime ? side : 0, isTime ? 0 : -side);
      return true;
    }
    const id = keys.map(pointerOfKey).join();
    if (this.#keyHold?.keys !== id) {
      this.#endKeys();
      this.#keyHold = { hold: new Hold(), keys: id };
    }
    const { digits } = this,
      by = this.#steps(event.shiftKey ? 0.1 : 1),
      way: Key = isTime ? [side * by[0], 0] : [0, side * by[1]],
      fine = { time: digits.time + (event.shiftKey ? 1 : 0), value: digits.value + (event.shiftKey ? 1 : 0) };
    this.take(putKeys(this.bench.draft, movedKeys(keys, this.channelOf, way, fine), fine, this.#keyHold.hold), true);
    this.draw();
    return true;
  }

  /** What an arrow key goes: along the axis, and in values. */
  #steps(part: number): Key {
    const { from, to, low, high } = this.range,
      nice = (span: number): number => 10 ** Math.floor(Math.log10(Math.max(1e-6, span / 20)));
    return [Math.min(0.25, nice(to - from) * 2.5) * part, nice(high - low) * part];
  }

  #endKeys(): void {
    if (!this.#keyHold) return;
    this.#keyHold = undefined;
    this.bench.draft.settle();
  }

  /** To the key before or after in its channel, or to the one of another channel that is near. */
  #neighbour(key: KeyPlace, along: number, across: number): void {
    const curve = this.#curve!,
      rows = curve.splines.flatMap(({ pointer, spline }) =>
        spline.channels
          .map((keys, channel) => ({ spline: pointer, channel, keys }))
          .filter(({ keys }) => keys.length > 0),
      ),
      at = rows.findIndex(({ spline, channel }) => spline === key.spline && channel === key.channel),
      row = rows[Math.min(rows.length - 1, Math.max(0, at + across))]!,
      time = this.channelOf(key.spline, key.channel)[key.index]![0];
    const nearest = row.keys.reduce(
        (best, [t], i) => (Math.abs(t - time) < Math.abs(row.keys[best]![0] - time) ? i : best),
        0,
      ),
      index = Math.min(row.keys.length - 1, Math.max(0, (across === 0 ? key.index : nearest) + along));
    this.bench.draft.select([pointerOfKey({ spline: row.spline, channel: row.channel, index })]);
    this.draw();
    this.focusKey();
  }
}
