// Numbers of one parameter: one field, or one per component with its letter; a chain keeps them equal.

import { fill, largest } from '../../../../base/lists';
import type { ChangeOptions, Field } from '../field';
import { shape } from '../marks';
import { moved, spell, stepOf, written } from '../numbers';
import type { Scrub } from '../scrub';
import { type Component, componentsOf, lettersOf, mayBeOne, numbersOf, putComponents, sizeOf } from './components';
import type { Control, ControlHost } from './control';
import { NumberField } from './number';
import { Swatch } from './swatch';

export interface VectorOptions {
  /** Components that are shown; others keep what they have. */
  count?: number;
  /** A patch of colour before the fields. */
  swatch?: boolean;
}

/** Steps that make a colour twice as bright. */
const kStepsPerDouble = 50;

export class VectorControl implements Control {
  readonly element: HTMLElement;
  readonly isWide: boolean;
  readonly #field: Field;
  readonly #host: ControlHost;
  readonly #fields: NumberField[] = [];
  readonly #swatch: Swatch | undefined;
  readonly #chain: HTMLButtonElement | undefined;
  /** One number stands for all. */
  readonly #isOne: boolean;
  #isLocked = false;

  constructor(field: Field, host: ControlHost, options: VectorOptions = {}) {
    this.#field = field;
    this.#host = host;
    const { info, bench } = field,
      { h, t } = bench.kit,
      count = options.count ?? sizeOf(info.kind),
      hasSwatch = options.swatch ?? info.kind === 'color';
    this.#isOne = count === 1 || isOneNumber(field);
    const parts: HTMLElement[] = [];
    if (hasSwatch && !this.#isOne) {
      this.#swatch = new Swatch(bench, t('Colour of {name}', { name: info.name }), {
        read: () => this.#numbers,
        write: (raws, change) => void putComponents(field, raws, change),
        settle: () => field.settle(),
      });
      parts.push(this.#swatch.element);
    }
    const letters = hasSwatch ? ['r', 'g', 'b', 'a'] : lettersOf(info.kind);
    for (let i = 0; i < (this.#isOne ? 1 : count); ++i) parts.push(this.#part(i, letters[i]!));
    if (mayBeOne(info.kind) ? count > 1 : info.kind === 'vec2' || info.kind === 'vec4') {
      this.#chain = this.#makeChain();
      parts.push(this.#chain);
    }
    this.isWide = count > 3 && !this.#isOne;
    this.element = h('span', { class: 'inspector-vector' });
    fill(this.element, parts);
    this.show();
  }

  get #components(): Component[] {
    const { literal, info } = this.#field;
    return componentsOf(literal, info.kind, info.initial);
  }
  get #numbers(): number[] {
    return numbersOf(this.#components);
  }

  #part(i: number, letter: string): HTMLElement {
    const { bench, info } = this.#field,
      { h, t } = bench.kit,
      component = this.#components[i]!;
    if (typeof component !== 'number')
      return h(
        'span',
        { class: 'inspector-part' },
        h('span', { class: `inspector-axis is-${letter}`, text: letter, attributes: { 'aria-hidden': true } }),
        h('button', {
          class: 'inspector-chip is-param',
          text: component.param,
          title: t('Given by the parameter {name}: a click puts a number there', { name: component.param }),
          attributes: { type: 'button', translate: 'no' },
          on: { click: () => void putComponents(this.#field, new Map([[i, '0']])) },
        }),
      );
    const part = new NumberField(
      {
        kit: bench.kit,
        info,
        name: this.#isOne ? info.name : `${info.name} ${letter}`,
        ...(!this.#isOne && { letter }),
        read: () => this.#read(i),
        write: (raw, options) => this.#write(i, raw, options),
        settle: () => this.#field.settle(),
        giveUp: () => this.#field.giveUp(),
      },
      this.#host,
    );
    part.input.dataset['part'] = String(i);
    this.#fields.push(part);
    return part.element;
  }

  #makeChain(): HTMLButtonElement {
    const { h, t } = this.#field.bench.kit,
      isKept = mayBeOne(this.#field.info.kind);
    return h(
      'button',
      {
        class: 'inspector-small',
        title: isKept ? t('One number for all') : t('All change together'),
        attributes: { type: 'button', 'aria-pressed': String(isKept && this.#isOne) },
        on: {
          click: () => {
            if (isKept) this.#toggleOne();
            else this.#isLocked = !this.#isLocked;
            this.show();
          },
        },
      },
      shape('chain'),
    );
  }

  /** The text has one number for all, or a list. */
  #toggleOne(): void {
    const numbers = this.#numbers;
    this.#field.put(this.#isOne ? numbers : numbers[0]!);
  }

  #read(i: number): { value: number; spelling: string } | undefined {
    const field = this.#field,
      value = this.#components[i];
    if (typeof value !== 'number') return undefined;
    const base = field.isWrapped ? '/value' : '',
      below = Array.isArray(field.literal) && field.spelling(base) !== '' ? `${base}/${i}` : base;
    if (field.pointers.length > 1 && field.differs(below)) return undefined;
    const spelling = field.spelling(below);
    return { value, spelling: Number(spelling) === value ? spelling : '' };
  }

  #write(i: number, raw: string, options?: ChangeOptions): void {
    const field = this.#field,
      isList = Array.isArray(field.literal);
    if (this.#isOne && !isList) field.putRaw(raw, options);
    else if (this.#isLocked) putComponents(field, new Map(this.#numbers.map((_, each) => [each, raw])), options);
    else putComponents(field, new Map([[i, raw]]), options);
  }

  #from: { numbers: number[]; step: number; spellings: string[] } | undefined;
  readonly #all: Scrub = {
    start: () => {
      const { info } = this.#field,
        numbers = this.#numbers.slice(0, this.#fields.length),
        step = stepOf(largest(numbers, Math.abs), info);
      this.#from = { numbers, step, spellings: numbers.map((_, i) => this.#read(i)?.spelling ?? '') };
      return numbers.length > 0 && this.#components.every((each) => typeof each === 'number');
    },
    move: (steps) => this.#moveAll(steps),
    end: (isGivenUp) => {
      this.#from = undefined;
      if (isGivenUp) this.#field.giveUp();
      else this.#field.settle();
    },
  };

  /** Vectors go along all axes, colours become brighter and keep their hue. */
  #moveAll(steps: number): void {
    if (!this.#from) return;
    const { numbers, step, spellings } = this.#from,
      { info } = this.#field,
      factor = 2 ** (steps / kStepsPerDouble),
      raws = new Map<number, string>();
    numbers.forEach((number, i) => {
      if (!this.#swatch)
        raws.set(i, spell(moved(info, number, steps, step), steps % 1 ? step / 10 : step, spellings[i]));
      else if (i < 3) raws.set(i, written(Number((number * factor).toFixed(3))));
    });
    putComponents(this.#field, raws, { gesture: 'scrub all', isLoose: true });
  }

  /** One number scrubs itself, so that one spelling is kept for all. */
  get scrub(): Scrub | undefined {
    return this.#fields.length === 1 ? this.#fields[0]!.scrub : this.#fields.length > 1 ? this.#all : undefined;
  }

  show(): void {
    for (const field of this.#fields) field.show();
    this.#swatch?.show();
    if (this.#chain && !mayBeOne(this.#field.info.kind)) this.#chain.ariaPressed = String(this.#isLocked);
  }
}

/** The text has one number for all components. */
export function isOneNumber(field: Field): boolean {
  const { literal, info } = field;
  return sizeOf(info.kind) === 1 || (mayBeOne(info.kind) && typeof literal === 'number');
}
