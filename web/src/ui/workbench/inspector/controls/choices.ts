// Switches, menus and check lists.

import { fill } from '../../../../base/lists';
import type { Json } from '../../../world/text';
import type { Control, Field } from '../field';

/** True or false. */
export class SwitchControl implements Control {
  readonly element: HTMLElement;
  readonly #box: HTMLInputElement;
  readonly #field: Field;

  constructor(field: Field) {
    this.#field = field;
    const { h } = field.bench.kit;
    this.#box = h('input', {
      attributes: { type: 'checkbox', role: 'switch', 'aria-label': field.info.name },
      on: { change: () => void field.put(this.#box.checked) },
    });
    this.element = h('label', { class: 'inspector-switch' }, this.#box);
    this.show();
  }

  show(): void {
    this.#box.checked = this.#field.literal === true;
    this.#box.indeterminate = this.#field.differs('');
  }
}

/** One of some words. */
export class MenuControl implements Control {
  readonly element: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #field: Field;

  /** `put`: what a choice does, where that is more than putting the word. */
  constructor(
    field: Field,
    words: readonly string[] = field.info.words ?? [],
    put: (word: string) => void = (word) => void field.put(word),
  ) {
    this.#field = field;
    const { h } = field.bench.kit;
    this.#select = h('select', {
      class: 'inspector-select',
      attributes: { 'aria-label': field.info.name, translate: 'no' },
      on: { change: () => put(this.#select.value) },
    });
    const given = field.literal,
      all = typeof given === 'string' && !words.includes(given) ? [given, ...words] : words;
    fill(
      this.#select,
      all.map((word) => h('option', { text: word, attributes: { value: word } })),
    );
    this.element = this.#select;
    this.show();
  }

  show(): void {
    const value = this.#field.literal;
    this.#select.value = this.#field.differs('') ? '' : typeof value === 'string' ? value : '';
  }
}

/** Any of some words, in their order. */
export class ChecksControl implements Control {
  readonly element: HTMLElement;
  readonly isWide = true;
  readonly #boxes: HTMLInputElement[];
  readonly #field: Field;
  /** What holds without the key. */
  readonly #initial: readonly string[];

  constructor(field: Field, words: readonly string[], initial: readonly string[]) {
    this.#field = field;
    this.#initial = initial;
    const { h } = field.bench.kit;
    this.#boxes = words.map((word) =>
      h('input', {
        attributes: { type: 'checkbox', value: word },
        on: { change: () => this.#put() },
      }),
    );
    this.element = h('span', { class: 'inspector-checks' });
    fill(
      this.element,
      this.#boxes.map((box) =>
        h('label', { class: 'inspector-check' }, box, h('span', { text: box.value, attributes: { translate: 'no' } })),
      ),
    );
    this.show();
  }

  get #given(): readonly Json[] {
    const value = this.#field.read();
    return Array.isArray(value) ? value : this.#initial;
  }

  #put(): void {
    const known = this.#boxes.map(({ value }) => value),
      others = this.#given.filter((each) => !known.includes(String(each)));
    this.#field.put([...this.#boxes.filter(({ checked }) => checked).map(({ value }) => value), ...others]);
  }

  show(): void {
    const given = this.#given;
    for (const box of this.#boxes) box.checked = given.includes(box.value);
  }
}
