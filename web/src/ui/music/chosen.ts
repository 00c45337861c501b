// The line about the note that is chosen in the roll, with the ways to its sound and to its bytes.

import { noteName, type RollNote } from '../../music/roll';
import type { WorldKit } from '../world/kit';

export interface ChosenHost {
  /** The sound of a program. */
  sound(program: number): void;
  /** The bytes of a note. */
  bytes(note: RollNote): void;
}

export class Chosen {
  readonly element: HTMLElement;
  readonly #text: HTMLElement;
  readonly #sound: HTMLButtonElement;
  #note: RollNote | undefined;

  constructor(
    private readonly kit: WorldKit,
    host: ChosenHost,
  ) {
    const { h, t } = kit;
    const button = (text: string, press: (note: RollNote) => void): HTMLButtonElement =>
      h('button', {
        class: 'button small',
        text,
        attributes: { type: 'button' },
        on: { click: () => this.#note && press(this.#note) },
      });
    this.#text = h('span', { class: 'numbers', attributes: { role: 'status' } });
    this.#sound = button('', ({ program }) => host.sound(program));
    this.element = h(
      'p',
      { class: 'song-chosen', attributes: { hidden: true } },
      this.#text,
      this.#sound,
      button(t('Bytes'), (note) => host.bytes(note)),
    );
  }

  show(note: RollNote | undefined): void {
    this.#note = note;
    this.element.hidden = note === undefined;
    if (!note) return;
    const { t, fixed } = this.kit;
    this.#text.textContent = t('{note} on channel {channel}, velocity {velocity}, {start} to {end} s', {
      note: noteName(note.note),
      channel: note.channel,
      velocity: note.velocity,
      start: fixed(note.start, 2),
      end: fixed(note.end, 2),
    });
    this.#sound.textContent = t('Program {number}', { number: note.program });
  }
}
