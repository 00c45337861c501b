// Above the lanes: tempo, what can be done to bars, and the numbers of the chosen one.

import type { RoomKit } from '../../world/kit';
import { numberText, readNumber } from './numbers';
import type { Bar, Song } from './song';

interface BarToolsHost {
  bpm(value: number): void;
  add(): void;
  split(): void;
  duplicate(): void;
  remove(): void;
  endless(): void;
  loop(): void;
  fit(): void;
  /** A number of the chosen bar. */
  number(name: BarNumber, value: number): void;
  text(value: string): void;
}
export type BarNumber = 'start' | 'end' | 'in' | 'out';

export class BarTools {
  readonly element: HTMLElement;
  readonly #bpm: HTMLInputElement;
  readonly #numbers: Record<BarNumber, HTMLInputElement>;
  readonly #text: HTMLInputElement;
  readonly #endless: HTMLButtonElement;
  readonly #loop: HTMLButtonElement;
  readonly #buttons: HTMLButtonElement[];
  readonly #own: HTMLElement;
  #bar: Bar | undefined;
  #song: Song | undefined;

  constructor(
    private readonly kit: RoomKit,
    private readonly host: BarToolsHost,
  ) {
    const { h, t } = kit;
    this.#bpm = this.#field(
      t('Beats per minute'),
      () => this.#song?.bpm ?? 0,
      (value) => host.bpm(value),
    );
    this.#numbers = {
      start: this.#number(t('Start'), 'start', (bar) => bar.start),
      end: this.#number(t('End'), 'end', (bar) => bar.end ?? bar.start),
      in: this.#number(t('Ease in'), 'in', (bar) => bar.ease[0]),
      out: this.#number(t('Ease out'), 'out', (bar) => bar.ease[1]),
    };
    this.#text = h('input', {
      class: 'timeline-field is-text',
      attributes: { type: 'text', 'aria-label': t('Text'), spellcheck: false },
      on: { change: () => host.text(this.#text.value) },
    });
    const button = (text: string, keys: string, click: () => void): HTMLButtonElement =>
      h('button', {
        class: 'button small',
        text,
        title: keys ? t('{name} ({keys})', { name: text, keys }) : text,
        attributes: { type: 'button' },
        on: { click },
      });
    this.#endless = button(t('For ever'), '', () => host.endless());
    this.#loop = button(t('Loop'), 'L', () => host.loop());
    this.#buttons = [
      button(t('Split bar'), 'B', () => host.split()),
      button(t('Duplicate'), `${t('Ctrl')}+D`, () => host.duplicate()),
      button(t('Delete'), t('Delete'), () => host.remove()),
      this.#endless,
    ];
    const labelled = (text: string, input: HTMLElement): HTMLElement =>
      h('label', { class: 'timeline-label' }, h('span', { text, attributes: { 'aria-hidden': 'true' } }), input);
    this.#own = h(
      'div',
      { class: 'timeline-own' },
      labelled(t('Start'), this.#numbers.start),
      labelled(t('End'), this.#numbers.end),
      labelled(t('Ease'), this.#numbers.in),
      this.#numbers.out,
      labelled(t('Text'), this.#text),
    );
    this.element = h(
      'div',
      { class: 'timeline-tools', attributes: { role: 'toolbar', 'aria-label': t('Timeline') } },
      labelled(t('bpm'), this.#bpm),
      button(t('Add'), 'A', () => host.add()),
      ...this.#buttons,
      this.#loop,
      button(t('Fit'), 'F', () => host.fit()),
      this.#own,
    );
  }

  #field(label: string, now: () => number, set: (value: number) => void): HTMLInputElement {
    const input: HTMLInputElement = this.kit.h('input', {
      class: 'timeline-field numbers',
      attributes: { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': label },
      on: {
        change: () => {
          const value = readNumber(input.value, now());
          if (value === undefined) return this.#show();
          set(value);
        },
        focus: () => input.select(),
      },
    });
    return input;
  }

  #number(label: string, name: BarNumber, of: (bar: Bar) => number): HTMLInputElement {
    return this.#field(
      label,
      () => (this.#bar ? of(this.#bar) : 0),
      (value) => this.host.number(name, value),
    );
  }

  focusText(): void {
    (this.#text.disabled ? this.#numbers.start : this.#text).focus();
  }

  show(song: Song, bar: Bar | undefined, isLooping: boolean, isReadOnly: boolean): void {
    this.#song = song;
    this.#bar = bar;
    this.#loop.setAttribute('aria-pressed', String(isLooping));
    this.#loop.disabled = !isLooping && !bar;
    for (const button of this.#buttons) button.disabled = isReadOnly || !bar;
    this.#bpm.disabled = isReadOnly;
    this.#endless.setAttribute('aria-pressed', String(bar?.to === Infinity));
    this.#own.hidden = !bar;
    for (const input of [...Object.values(this.#numbers), this.#text]) input.disabled = isReadOnly;
    this.#numbers.in.disabled = this.#numbers.out.disabled =
      isReadOnly || bar?.kind !== 'event' || bar.end === undefined;
    this.#text.disabled = isReadOnly || bar?.kind !== 'event';
    this.#show();
  }

  #show(): void {
    const put = (input: HTMLInputElement, text: string): void => {
      if (input.value !== text) input.value = text;
    };
    const bar = this.#bar;
    put(this.#bpm, numberText(this.#song?.bpm ?? 0, 3));
    if (!bar) return;
    put(this.#numbers.start, numberText(bar.start, 3));
    put(this.#numbers.end, bar.end === undefined ? '' : numberText(bar.end, 3));
    put(this.#numbers.in, numberText(bar.ease[0], 3));
    put(this.#numbers.out, numberText(bar.ease[1], 3));
    put(this.#text, bar.text ?? '');
  }
}
