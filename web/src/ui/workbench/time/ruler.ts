// Above the lanes: the ruler with beats, the playhead and the stretch that is played again and again, and how loud the
// song is.

import type { RollRows } from '../../../music/core';
import { readRoll } from '../../../music/roll';
import { ticks, tickStep, tickText } from '../../curves/range';
import type { RoomKit } from '../../world/kit';
import { type TimeScale, xOf } from './lanes';
import { numberText, snapped } from './numbers';

const kGap = 64;
const kStep = 0.25;

interface RulerHost {
  /** Beats. */
  seek(beat: number): void;
  loop(stretch: { from: number; to: number } | undefined): void;
  beat(): number;
  length(): number;
}

/** The ruler above the lanes: beats, the playhead, and the stretch that is played again and again. */
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

/** Slices per second. */
const kRate = 20;
const kHeight = 22;

/** Levels from 0 to 1 of slices of 1/20 s: what sounds in each, by how hard it was struck. */
export function levelsOf(rows: RollRows): Float32Array<ArrayBuffer> {
  const { notes } = readRoll(rows),
    end = notes.reduce((last, note) => Math.max(last, note.end), 0),
    levels = new Float32Array(Math.ceil(end * kRate) + 1);
  for (const { start, end: stop, velocity } of notes)
    for (let slice = Math.floor(start * kRate); slice <= stop * kRate && slice < levels.length; ++slice)
      levels[slice]! += (velocity / 127) ** 2;
  let most = 0;
  levels.forEach((power, i) => (most = Math.max(most, (levels[i] = Math.sqrt(power)))));
  return most > 0 ? levels.map((level) => level / most) : levels;
}

/** How loud a song is over its time, as its notes say: a strip under the ruler. */
export class LevelStrip {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  #rows: RollRows | undefined;
  #levels = new Float32Array(0);

  constructor(kit: RoomKit) {
    const { h, t } = kit;
    this.#canvas = h('canvas', { class: 'timeline-level-canvas' });
    this.element = h(
      'div',
      { class: 'timeline-level', attributes: { hidden: true, role: 'img', 'aria-label': t('Level of the song') } },
      this.#canvas,
    );
  }

  /** `perSecond`: beats. */
  show(rows: RollRows | undefined, { from, perBeat, width }: TimeScale, perSecond: number): void {
    this.element.hidden = rows === undefined;
    if (!rows) return;
    if (rows !== this.#rows) this.#levels = levelsOf(rows);
    this.#rows = rows;
    const ratio = Math.min(2, devicePixelRatio || 1),
      canvas = this.#canvas,
      context = canvas.getContext('2d')!;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(kHeight * ratio);
    canvas.style.width = `${width}px`;
    context.fillStyle = getComputedStyle(this.element).color;
    for (let x = 0; x < canvas.width; ++x) {
      const slice = ((from + x / ratio / perBeat) / perSecond) * kRate,
        level = this.#levels[Math.floor(slice)] ?? 0;
      context.fillRect(x, canvas.height * (1 - level), 1, canvas.height * level);
    }
  }
}
