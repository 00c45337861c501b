// A field for one number: arithmetic, arrow keys, scrubbing at its handle.

import type { KeyInfo } from '../../text/schema';
import type { RoomKit } from '../../../world/kit';
import { calculate, factorOf, moved, type Scrub, scrubWith, shown, spell, stepOf, written } from '../numbers';
import type { ChangeOptions, ControlHost } from '../field';

interface NumberPlace {
  readonly kit: RoomKit;
  readonly info: KeyInfo;
  /** For ears. */
  readonly name: string;
  /** On the handle: `x`; without one there is no handle. */
  readonly letter?: string;
  /** The number and its spelling; undefined where several differ. */
  read(): { value: number; spelling: string } | undefined;
  write(raw: string, options?: ChangeOptions): void;
  settle(): void;
  /** Takes a gesture back that has begun. */
  giveUp(): void;
}

const kPages = 10;
/** Longer spellings are shown rounded. */
const kMostSpelling = 9;

export class NumberField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #place: NumberPlace;
  readonly #host: ControlHost;
  /** What the field shows of the text. */
  #text = '';
  #isHeld = false;

  constructor(place: NumberPlace, host: ControlHost) {
    this.#place = place;
    this.#host = host;
    const { h } = place.kit;
    this.input = h('input', {
      class: 'inspector-number numbers',
      attributes: {
        type: 'text',
        role: 'spinbutton',
        inputmode: 'decimal',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-label': place.name,
      },
      on: {
        focus: () => this.input.select(),
        blur: () => {
          this.#release();
          this.#commit();
        },
        keydown: (event) => this.#key(event),
        keyup: () => this.#release(),
      },
    });
    const { least, most } = place.info;
    if (least !== undefined) this.input.ariaValueMin = String(least);
    if (most !== undefined) this.input.ariaValueMax = String(most);
    const letter = place.letter
      ? h('span', {
          class: `inspector-axis is-${place.letter}`,
          text: place.letter,
          attributes: { 'aria-hidden': true },
        })
      : undefined;
    if (letter) scrubWith(letter, this.scrub, () => this.input.focus());
    this.element = h('span', { class: 'inspector-part' }, letter, this.input);
  }

  readonly scrub: Scrub = {
    start: () => {
      const now = this.#place.read();
      this.#from = now && { ...now, step: stepOf(now.value, this.#place.info), last: '' };
      return now !== undefined;
    },
    move: (steps) => this.#go(steps, 'scrub'),
    end: (isGivenUp) => {
      if (isGivenUp) this.#place.giveUp();
      else this.#place.settle();
      this.#from = undefined;
    },
  };
  /** Where a drag or a held key has begun, and what it has written last. */
  #from: { value: number; spelling: string; step: number; last: string } | undefined;
  #steps = 0;

  #go(steps: number, gesture: string): void {
    if (!this.#from) return;
    const { value, spelling, step } = this.#from,
      isPart = steps !== Math.round(steps);
    const next = moved(this.#place.info, value, steps, step),
      raw = spell(next, isPart ? step / 10 : step, spelling);
    if (raw === (this.#from.last || spelling)) return;
    this.#from.last = raw;
    this.#place.write(raw, { gesture, isLoose: true });
  }

  show(): void {
    const now = this.#place.read(),
      text = now ? (now.spelling !== '' && now.spelling.length <= kMostSpelling ? now.spelling : shown(now.value)) : '';
    if (now) this.input.ariaValueNow = String(now.value);
    else this.input.removeAttribute('aria-valuenow');
    this.input.placeholder = now ? '' : '\u2013';
    if (text === this.#text) return;
    this.#text = text;
    this.input.value = text;
    this.#say('');
  }

  #say(message: string): void {
    this.input.toggleAttribute('data-refused', message !== '');
    this.input.ariaInvalid = message === '' ? null : 'true';
    this.#host.complain(message);
  }

  #commit(): void {
    const { value } = this.input;
    if (value === this.#text) {
      if (this.input.hasAttribute('data-refused')) this.#say('');
      return;
    }
    const number = calculate(value, this.#place.read()?.value ?? 0);
    if (number === undefined) {
      this.#say(this.#place.kit.t('“{text}” is no number', { text: value }));
      return;
    }
    this.#say('');
    // Numbers keep the spelling that they were given.
    const raw = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) ? value : written(number);
    this.#text = value;
    this.#place.write(raw);
    this.show();
  }

  #key(event: KeyboardEvent): void {
    const way = { ArrowUp: 1, ArrowDown: -1, PageUp: kPages, PageDown: -kPages }[event.key];
    if (way !== undefined && !event.altKey) {
      event.preventDefault();
      this.#hold(way * factorOf(event));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#commit();
      this.input.select();
    } else if (event.key === 'Escape' && (this.#isHeld || this.input.value !== this.#text)) {
      event.preventDefault();
      event.stopPropagation();
      if (this.#isHeld) this.scrub.end(true);
      this.#isHeld = false;
      this.input.value = this.#text;
      this.#say('');
      this.input.select();
    }
  }

  /** One arrow key, however long it is held, is one step. */
  #hold(by: number): void {
    if (!this.#isHeld) {
      this.#commit();
      if (!this.scrub.start()) return;
      this.#isHeld = true;
      this.#steps = 0;
    }
    this.#steps = Number((this.#steps + by).toFixed(3));
    this.#go(this.#steps, 'key');
    this.input.select();
  }

  #release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.scrub.end(false);
  }
}
