// The ruler above the lanes: beats, the playhead, and the stretch that is played again and again.

import { ticks, tickStep, tickText } from '../../curves/range';
import type { RoomKit } from '../../world/kit';
import { xOf, type TimeScale } from './barView';
import { numberText, snapped } from './numbers';

const kGap = 64;
const kStep = 0.25;

export interface RulerHost {
  /** Beats. */
  seek(beat: number): void;
  loop(stretch: { from: number; to: number } | undefined): void;
  beat(): number;
  length(): number;
}

export class Ruler {
  readonly element: HTMLElement;
  readonly #marks: HTMLElement;
  readonly #loop: HTMLElement;
  readonly #head: HTMLElement;
  #scale: TimeScale = { from: 0, perBeat: 40, width: 0 };
  #stretch: { from: number; to: number } | undefined;
  #looping: number | undefined;

  constructor(
    private readonly kit: RoomKit,
    private readonly host: RulerHost,
  ) {
    const { h, t } = kit;
    this.#marks = h('div', { class: 'timeline-marks', attributes: { 'aria-hidden': 'true' } });
    this.#loop = h('span', { class: 'timeline-loop', attributes: { hidden: true } });
    this.#head = h('span', { class: 'timeline-head' });
    this.element = h(
      'div',
      {
        class: 'timeline-ruler',
        title: t('Drag to scrub; Shift and drag plays a stretch again and again'),
        attributes: { role: 'slider', tabindex: 0, 'aria-label': t('Playhead'), 'aria-valuemin': 0 },
      },
      this.#marks,
      this.#loop,
      this.#head,
    );
    this.#listen();
  }

  get stretch(): { from: number; to: number } | undefined {
    return this.#stretch;
  }

  show(scale: TimeScale): void {
    const { h } = this.kit;
    this.#scale = scale;
    const to = scale.from + scale.width / scale.perBeat,
      step = Math.max(0.25, tickStep(scale.from, to, scale.width, kGap));
    this.#marks.replaceChildren();
    for (const mark of ticks(scale.from, to, step)) {
      const label = h('span', { class: 'timeline-mark', text: tickText(mark, step) });
      label.style.left = `${xOf(scale, mark)}px`;
      this.#marks.append(label);
    }
    this.#showLoop();
    this.place(this.host.beat());
  }

  /** The playhead at a beat. */
  place(beat: number): void {
    this.#head.style.left = `${xOf(this.#scale, beat)}px`;
    const { element } = this;
    element.setAttribute('aria-valuenow', numberText(beat, 2));
    element.setAttribute('aria-valuemax', numberText(this.host.length(), 2));
    element.setAttribute('aria-valuetext', this.kit.t('beat {beat}', { beat: numberText(beat, 2) }));
  }

  loop(stretch: { from: number; to: number } | undefined): void {
    this.#stretch = stretch;
    this.#showLoop();
    this.host.loop(stretch);
  }

  key(event: KeyboardEvent): boolean {
    const beat = this.host.beat(),
      step = event.shiftKey ? 1 : event.altKey ? 0.01 : kStep;
    const to = {
      ArrowLeft: snapped(beat - step, event.altKey ? 0 : step),
      ArrowRight: snapped(beat + step, event.altKey ? 0 : step),
      Home: 0,
      End: this.host.length(),
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey) return false;
    this.host.seek(Math.max(0, to));
    return true;
  }

  #showLoop(): void {
    const { style } = this.#loop,
      stretch = this.#stretch;
    this.#loop.hidden = !stretch;
    if (!stretch) return;
    style.left = `${xOf(this.#scale, stretch.from)}px`;
    style.width = `${(stretch.to - stretch.from) * this.#scale.perBeat}px`;
  }

  #beatAt(event: PointerEvent): number {
    const { left } = this.element.getBoundingClientRect(),
      beat = this.#scale.from + (event.clientX - left) / this.#scale.perBeat;
    return Math.max(0, snapped(beat, event.altKey ? 0 : kStep));
  }

  #listen(): void {
    const { element } = this;
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.#looping = event.shiftKey ? this.#beatAt(event) : undefined;
      if (!event.shiftKey) this.host.seek(this.#beatAt(event));
    });
    element.addEventListener('pointermove', (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const beat = this.#beatAt(event);
      if (this.#looping === undefined) return this.host.seek(beat);
      this.#stretch = { from: Math.min(beat, this.#looping), to: Math.max(beat, this.#looping) };
      this.#showLoop();
    });
    element.addEventListener('pointerup', () => {
      if (this.#looping === undefined) return;
      this.#looping = undefined;
      const stretch = this.#stretch;
      this.loop(stretch && stretch.to - stretch.from >= kStep / 2 ? stretch : undefined);
    });
  }
}
