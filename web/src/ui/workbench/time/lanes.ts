// The lanes of the timeline: their places, the bars on them as elements, and bars under the pointer.

import { leastOf } from '../../../base/lists';
import type { RoomKit } from '../../world/kit';
import type { Bench } from '../bench';
import type { Attempt, Draft } from '../text/draft';
import { t } from '../text/words';
import { placeBar, together } from './edits';
import { type Hold, numberText, snapped } from './numbers';
import type { Bar, Lane, Song } from './song';

export const kBar = 24;
const kGap = 2;
const kLeastLane = kBar + 2 * kGap;

export interface PlacedBar {
  bar: Bar;
  lane: Lane;
  /** Pixels in the list of lanes. */
  top: number;
  height: number;
  depth: number;
}
export interface PlacedLane {
  lane: Lane;
  top: number;
  height: number;
  bars: PlacedBar[];
}

/** Places of lanes and bars: what plays at the same time lies one below the other, sub-events inside of their parent. */
export function placeLanes(song: Song): { lanes: PlacedLane[]; height: number } {
  let top = 0;
  const lanes = song.lanes.map((lane) => {
    const bars: PlacedBar[] = [],
      height = Math.max(kLeastLane, stack(lane.bars, lane, top + kGap, 0, bars) + 2 * kGap),
      placed = { lane, top, height, bars };
    top += height;
    return placed;
  });
  return { lanes, height: top };
}

/** Puts bars into the first row that is free; returns how high all of them are. */
function stack(bars: readonly Bar[], lane: Lane, top: number, depth: number, out: PlacedBar[]): number {
  const rows: { end: number; height: number; bars: Bar[] }[] = [];
  for (const bar of [...bars].sort((a, b) => a.from - b.from)) {
    let row = rows.find(({ end }) => end <= bar.from + 1e-9);
    if (!row) rows.push((row = { end: 0, height: 0, bars: [] }));
    row.end = bar.to;
    row.height = Math.max(row.height, heightOf(bar));
    row.bars.push(bar);
  }
  let at = top;
  for (const row of rows) {
    for (const bar of row.bars) {
      out.push({ bar, lane, top: at, height: row.height, depth });
      stack(bar.sub, lane, at + kBar, depth + 1, out);
    }
    at += row.height + kGap;
  }
  return rows.length === 0 ? 0 : at - top - kGap;
}

function heightOf(bar: Bar): number {
  const inner: PlacedBar[] = [],
    height = stack(bar.sub, { name: '', pointer: '', op: '', bars: [] }, 0, 0, inner);
  return kBar + (height > 0 ? height + kGap : 0);
}

export type BarPart = 'body' | 'start' | 'end' | 'ease-in' | 'ease-out';
/** Narrower bars have no text: pixels. */
const kLeastText = 30;
const kParts = ['ease-in', 'ease-out', 'start', 'end'] as const;

/** Where time is on the screen. */
export interface TimeScale {
  /** The beat at the left. */
  from: number;
  perBeat: number;
  width: number;
}
export const xOf = ({ from, perBeat }: TimeScale, beat: number): number => (beat - from) * perBeat;

/** A bar of the timeline as an element: a slider with a name and a value, edges and corners to drag. */
class BarView {
  readonly element: HTMLElement;
  readonly #text: HTMLElement;
  readonly #eases: [HTMLElement, HTMLElement];
  placed: PlacedBar;

  constructor(
    private readonly kit: RoomKit,
    placed: PlacedBar,
  ) {
    const { h } = kit;
    this.placed = placed;
    this.#text = h('span', { class: 'timeline-bar-text', attributes: { translate: 'no' } });
    this.#eases = [h('span', { class: 'timeline-ease is-in' }), h('span', { class: 'timeline-ease is-out' })];
    this.element = h(
      'div',
      { class: 'timeline-bar', attributes: { role: 'slider', tabindex: -1 } },
      ...this.#eases,
      this.#text,
      ...kParts.map((part) => h('span', { class: `timeline-grip is-${part}`, attributes: { 'data-part': part } })),
    );
  }

  show(
    placed: PlacedBar,
    scale: TimeScale,
    state: { chosen: boolean; first: boolean; active: boolean; issue: string },
  ): void {
    this.placed = placed;
    const { element } = this,
      { bar } = placed,
      // What lies outside of the picture is not drawn: long bars would be millions of pixels wide.
      left = Math.max(-8, xOf(scale, bar.from)),
      right = Math.min(scale.width + 8, xOf(scale, bar.to));
    element.style.left = `${left}px`;
    element.style.width = `${Math.max(3, right - left)}px`;
    element.style.top = `${placed.top}px`;
    element.style.height = `${placed.height}px`;
    const { classList } = element;
    classList.toggle('is-chosen', state.chosen);
    classList.toggle('is-active', state.active);
    classList.toggle('is-wrong', state.issue !== '');
    classList.toggle('is-endless', bar.to === Infinity);
    classList.toggle('is-operator', bar.kind === 'operator');
    classList.toggle('is-sub', placed.depth > 0);
    element.title = state.issue;
    element.tabIndex = state.first ? 0 : -1;
    this.#text.textContent = (bar.text ?? '') || (placed.depth > 0 ? bar.op : '');
    this.#text.hidden = right - left < kLeastText;
    const length = bar.to - bar.from;
    this.#eases.forEach((ease, i) => {
      const part = bar.ease[i]!;
      ease.hidden = part === 0 || !Number.isFinite(length);
      ease.style.width = `${part * length * scale.perBeat}px`;
    });
    this.#speak(bar);
  }

  #speak(bar: Bar): void {
    const { element } = this,
      { t } = this.kit,
      set = (name: string, value: string): void => {
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      };
    const from = numberText(bar.start, 3),
      to = bar.end === undefined ? '' : numberText(bar.end, 3);
    set('aria-label', !bar.text ? bar.op : `${bar.op}: ${bar.text}`);
    set('aria-valuenow', from);
    set('aria-valuemin', '0');
    set('aria-valuemax', numberText(Math.max(bar.start, bar.end ?? bar.start + 1000), 3));
    const value = to === '' ? t('from beat {from} for ever', { from }) : t('beat {from} to {to}', { from, to });
    const eased = bar.ease.some((part) => part > 0)
      ? t('{value}, eased {in} and {out}', { value, in: numberText(bar.ease[0], 3), out: numberText(bar.ease[1], 3) })
      : value;
    set('aria-valuetext', bar.parent ? t('{value} of {name}', { value: eased, name: bar.parent.op }) : eased);
  }
}

/** A quarter of a beat; decimals of what is free. */
export const kBeatStep = 0.25;
export const kDecimals = 2;
const kFreeDecimals = 3;
const kMostEase = 0.5;

/** The steps of a drag from where it began by so many beats; `free` leaves the grid. */
export function dragBars(
  draft: Draft,
  bars: readonly Bar[],
  part: BarPart,
  by: number,
  free: boolean,
  hold: Hold,
): Attempt {
  const step = free ? 0 : kBeatStep,
    decimals = free ? kFreeDecimals : kDecimals,
    [front] = bars;
  if (!front) return { refused: t('No bar is chosen.') };
  if (part === 'body') {
    // The one that is held comes onto the grid, the others go along; none begins before 0.
    const wanted = snapped(front.start + by, step) - front.start,
      way = Math.max(wanted, -leastOf(bars.map(({ start }) => start)));
    const attempts = bars.map((bar) =>
      placeBar(
        draft,
        bar,
        { start: bar.start + way, end: bar.end === undefined ? undefined : bar.end + way },
        decimals,
        hold,
      ),
    );
    const label =
      bars.length === 1 ? t('Move bar of {name}', { name: front.op }) : t('Move {count} bars', { count: bars.length });
    return together(label, attempts, { gesture: hold.gesture });
  }
  return placeBar(draft, front, partPlace(front, part, by, step), decimals, hold);
}

function partPlace(bar: Bar, part: BarPart, by: number, step: number): Parameters<typeof placeBar>[2] {
  const { start, end } = bar,
    least = step || 0.001;
  if (part === 'start') {
    const to = Math.max(0, snapped(start + by, step));
    return { start: end === undefined ? to : Math.min(to, end - least), end };
  }
  // What goes on for ever is taken by the place where it is held.
  if (part === 'end') return { start, end: Math.max(start + least, snapped((end ?? start) + by, step)) };
  if (end === undefined) return { start, end };
  const share = by / (end - start),
    [into, out] = bar.ease,
    limited = (value: number): number => Math.round(Math.min(kMostEase, Math.max(0, value)) * 100) / 100;
  return { start, end, ease: part === 'ease-in' ? [limited(into + share), out] : [into, limited(out - share)] };
}

/** Pixels above and below what is in sight. */
const kBeyond = 50;

interface LaneState {
  /** Pointers. */
  chosen: ReadonlySet<string>;
  front: string | undefined;
  active: ReadonlySet<string>;
}

/** The lanes of the timeline as elements: names at the left, bars beside them. Only what is in sight is there. */
export class LaneView {
  readonly element: HTMLElement;
  /** Where the bars are. */
  readonly tracks: HTMLElement;
  readonly #list: HTMLElement;
  readonly #names: HTMLElement;
  readonly #head: HTMLElement;
  readonly #views = new Map<string, BarView>();
  readonly #labels = new Map<string, HTMLElement>();

  constructor(
    private readonly bench: Bench,
    scrolled: () => void,
  ) {
    const { h, t } = bench.kit;
    this.#names = h('div', { class: 'timeline-names' });
    this.#head = h('span', { class: 'timeline-head', attributes: { 'aria-hidden': 'true' } });
    this.tracks = h(
      'div',
      { class: 'timeline-tracks', attributes: { role: 'group', 'aria-label': t('Events') } },
      this.#head,
    );
    this.#list = h('div', { class: 'timeline-list' }, this.#names, this.tracks);
    this.element = h('div', { class: 'timeline-scroll', on: { scroll: scrolled } }, this.#list);
  }

  show(all: readonly PlacedLane[], scale: TimeScale, { chosen, front, active }: LaneState): void {
    const last = all.at(-1),
      { scrollTop, clientHeight } = this.element,
      [top, bottom] = [scrollTop - kBeyond, scrollTop + clientHeight + kBeyond],
      to = scale.from + scale.width / scale.perBeat;
    this.#list.style.height = `${last ? last.top + last.height : 0}px`;
    const lanes = all.filter((lane) => lane.top < bottom && lane.top + lane.height > top);
    const bars = lanes.flatMap((lane) =>
      lane.bars.filter(({ bar }) => (bar.from <= to && bar.to >= scale.from) || chosen.has(bar.pointer)),
    );
    this.#showNames(lanes, chosen);
    const first = front ?? bars[0]?.bar.pointer,
      kept = new Set(bars.map(({ bar }) => bar.pointer));
    for (const [pointer, view] of this.#views)
      if (!kept.has(pointer)) {
        view.element.remove();
        this.#views.delete(pointer);
      }
    for (const placed of bars) {
      const { pointer } = placed.bar;
      this.#viewOf(placed).show(placed, scale, {
        chosen: chosen.has(pointer),
        first: pointer === first,
        active: active.has(pointer),
        issue: this.#issueOf(pointer),
      });
    }
  }

  /** The playhead, and what plays there. */
  place(scale: TimeScale, beat: number, active: ReadonlySet<string>): void {
    this.#head.style.left = `${xOf(scale, beat)}px`;
    for (const [pointer, { element }] of this.#views) element.classList.toggle('is-active', active.has(pointer));
  }

  /** The bar that an element belongs to. */
  viewAt(target: EventTarget | null): BarView | undefined {
    const element = target instanceof Element ? target.closest('.timeline-bar') : null;
    return element ? [...this.#views.values()].find((view) => view.element === element) : undefined;
  }

  focus(pointer: string): void {
    this.#views.get(pointer)?.element.focus({ preventScroll: true });
  }

  /** Scrolls so that a bar is in sight. */
  reveal({ top, height }: PlacedBar): void {
    const { element } = this;
    if (top < element.scrollTop) element.scrollTop = top;
    if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight;
  }

  #viewOf(placed: PlacedBar): BarView {
    const { pointer } = placed.bar;
    let view = this.#views.get(pointer);
    if (view) return view;
    view = new BarView(this.bench.kit, placed);
    this.#views.set(pointer, view);
    this.tracks.append(view.element);
    return view;
  }

  #showNames(lanes: readonly PlacedLane[], chosen: ReadonlySet<string>): void {
    const kept = new Set<string>();
    for (const { lane, top, height } of lanes) {
      const id = `${lane.pointer} ${lane.name}`;
      kept.add(id);
      let label = this.#labels.get(id);
      if (!label) {
        this.#labels.set(id, (label = this.#nameOf(lane)));
        this.#names.append(label);
      }
      label.style.top = `${top}px`;
      label.style.height = `${height}px`;
      label.classList.toggle('is-chosen', lane.pointer !== '' && chosen.has(lane.pointer));
    }
    for (const [id, label] of this.#labels)
      if (!kept.has(id)) {
        label.remove();
        this.#labels.delete(id);
      }
  }

  #nameOf(lane: Lane): HTMLElement {
    const { h, t } = this.bench.kit;
    return h('button', {
      class: `timeline-name${lane.pointer === '' ? ' is-wrong' : ''}`,
      text: lane.name,
      title: lane.pointer === '' ? t('There is no event or time operator of this name.') : lane.name,
      attributes: { type: 'button', translate: 'no' },
      on: { click: () => lane.pointer !== '' && this.bench.go(lane.pointer) },
    });
  }

  #issueOf(pointer: string): string {
    const issue = this.bench.picture.issues.find(({ path }) => path === pointer || path.startsWith(`${pointer}/`));
    return issue?.message ?? '';
  }
}
