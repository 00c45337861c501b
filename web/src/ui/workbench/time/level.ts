// How loud a song is over its time, as its notes say: a strip under the ruler.

import type { RollRows } from '../../../music/core';
import { readRoll } from '../../../music/roll';
import type { RoomKit } from '../../world/kit';
import type { TimeScale } from './barView';

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
