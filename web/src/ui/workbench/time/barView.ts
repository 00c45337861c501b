// A bar of the timeline as an element: a slider with a name and a value, edges and corners to drag.

import type { RoomKit } from '../../world/kit';
import type { PlacedBar } from './laneLayout';
import { numberText } from './numbers';
import type { Bar } from './song';

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

export class BarView {
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
