// The lanes of the timeline as elements: names at the left, bars beside them. Only what is in sight is there.

import type { Bench } from '../bench';
import { BarView, xOf, type TimeScale } from './barView';
import type { PlacedBar, PlacedLane } from './laneLayout';
import type { Lane } from './song';

/** Pixels above and below what is in sight. */
const kBeyond = 50;

export interface LaneState {
  /** Pointers. */
  chosen: ReadonlySet<string>;
  front: string | undefined;
  active: ReadonlySet<string>;
}

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
