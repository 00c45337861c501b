// The channels of a song beside their lanes: names, programs, level meters, and switches that mute and solo them.

import { fill } from '../../base/lists';
import { kChannelCount } from '../../music/core';
import type { Roll } from '../../music/roll';
import { noteName } from '../../music/roll';
import type { WorldKit } from '../world/kit';

/** Level at the left end of a meter, in dB below full scale. */
const kMeterRange = 48;

export class Channels {
  readonly element: HTMLElement;
  readonly #muted = new Set<number>();
  readonly #solo = new Set<number>();
  #rows: { channel: number; mute: HTMLButtonElement; solo: HTMLButtonElement; meter: HTMLElement; row: HTMLElement }[] =
    [];

  constructor(
    private readonly kit: WorldKit,
    private readonly changed: (mutedChannels: number) => void,
  ) {
    const { h, t } = kit;
    this.element = h('ul', { class: 'song-channels', attributes: { 'aria-label': t('Channels') } });
  }

  /** A bit per channel that is not heard: all others while some are solo. */
  get mask(): number {
    let mask = 0;
    for (let i = 0; i < kChannelCount; ++i)
      if (this.#solo.size > 0 ? !this.#solo.has(i) : this.#muted.has(i)) mask |= 1 << i;
    return mask;
  }

  show(roll: Roll, channels: readonly number[]): void {
    const { h, t } = this.kit;
    this.#muted.clear();
    this.#solo.clear();
    this.#rows = channels.map((channel) => {
      const notes = roll.notes.filter((note) => note.channel === channel),
        programs = [...new Set(notes.map(({ program }) => program))].sort((a, b) => a - b),
        pitches = notes.map(({ note }) => note);
      const name = t('Channel {number}', { number: channel });
      const button = (letter: string, label: string, press: () => void): HTMLButtonElement =>
        h('button', {
          class: 'song-switch',
          text: letter,
          title: label,
          attributes: { type: 'button', 'aria-pressed': 'false', 'aria-label': `${name}: ${label}` },
          on: { click: press },
        });
      const mute = button('M', t('Mute'), () => this.toggle(this.#muted, channel)),
        solo = button('S', t('Solo'), () => this.toggle(this.#solo, channel)),
        meter = h('span', { class: 'song-meter', attributes: { 'aria-hidden': 'true' } }, h('span'));
      const lowest = pitches.reduce((least, note) => Math.min(least, note), 127),
        highest = pitches.reduce((most, note) => Math.max(most, note), 0);
      const row = h(
        'li',
        { class: 'song-channel' },
        h('span', { class: 'song-name', text: name }),
        h('span', { class: 'song-switches' }, mute, solo),
        h('span', {
          class: 'song-about quiet numbers',
          text: `${t('Program {list}', { list: programs.join(', ') })} · ${[...new Set([lowest, highest])].map(noteName).join('–')}`,
        }),
        meter,
      );
      return { channel, mute, solo, meter: meter.firstElementChild as HTMLElement, row };
    });
    fill(
      this.element,
      this.#rows.map(({ row }) => row),
    );
    this.#update();
  }

  /** Solo or mute, from the roll. */
  press(channel: number, what: 'mute' | 'solo'): void {
    this.toggle(what === 'mute' ? this.#muted : this.#solo, channel);
  }

  levels(levels: Float32Array): void {
    for (const { channel, meter, row } of this.#rows) {
      const decibels = 20 * Math.log10(Math.max(1e-9, levels[channel]!)),
        part = Math.max(0, Math.min(1, 1 + decibels / kMeterRange));
      meter.style.transform = `scaleX(${part.toFixed(3)})`;
      row.classList.toggle('is-sounding', levels[kChannelCount + channel]! > 0);
    }
  }

  /** Nothing sounds. */
  rest(): void {
    this.levels(new Float32Array(2 * kChannelCount));
  }

  private toggle(set: Set<number>, channel: number): void {
    if (!set.delete(channel)) set.add(channel);
    this.#update();
    this.changed(this.mask);
  }

  #update(): void {
    const { mask } = this;
    for (const { channel, mute, solo, row } of this.#rows) {
      mute.setAttribute('aria-pressed', String(this.#muted.has(channel)));
      solo.setAttribute('aria-pressed', String(this.#solo.has(channel)));
      row.classList.toggle('is-silent', (mask & (1 << channel)) !== 0);
    }
  }
}
