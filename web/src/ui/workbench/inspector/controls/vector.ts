// Numbers of one parameter: which components a vector or a colour has, one field or one per component with its letter,
// and the patch that shows a colour.

import { fill, largest, mostOf } from '../../../../base/lists';
import type { Json } from '../../../world/text';
import type { Bench } from '../../bench';
import type { Attempt } from '../../text/draft';
import { insertElement, setRaw, setValue } from '../../text/gestures';
import { nodeAt } from '../../text/scan';
import type { KeyKind } from '../../text/schema';
import { type ChangeOptions, type Control, type ControlHost, type Field, paramOf, together } from '../field';
import { shape } from '../marks';
import { moved, type Scrub, spell, stepOf, written } from '../numbers';
import { NumberField } from './number';

const kSizes: Partial<Record<KeyKind, number>> = { vec2: 2, vec3: 3, vec4: 4, color: 4, scale: 3, four: 4 };
export const sizeOf = (kind: KeyKind): number => kSizes[kind] ?? 1;
const lettersOf = (kind: KeyKind): readonly string[] =>
  kind === 'color' ? ['r', 'g', 'b', 'a'] : ['x', 'y', 'z', 'w'];
/** One number may stand for all components. */
const mayBeOne = (kind: KeyKind): boolean => kind === 'scale' || kind === 'four';

/** A component: a number, or the name of a parameter. */
type Component = number | { param: string };

function componentsOf(literal: Json | undefined, kind: KeyKind, initial: Json | undefined): Component[] {
  const size = sizeOf(kind),
    fallback = (i: number): number =>
      typeof initial === 'number'
        ? initial
        : Array.isArray(initial)
          ? Number(initial[i] ?? 0)
          : kind === 'color'
            ? 1
            : 0;
  return Array.from({ length: size }, (_, i): Component => {
    const given = Array.isArray(literal) ? literal[i] : literal,
      param = paramOf(given);
    if (param !== undefined) return { param };
    return typeof given === 'number' ? given : i === 3 && kind === 'color' ? 1 : fallback(i);
  });
}

const numbersOf = (components: readonly Component[]): number[] =>
  components.map((each) => (typeof each === 'number' ? each : 0));

/** All components, where the key has no list yet. */
function wholeOf(field: Field, changed: ReadonlyMap<number, number>): Json {
  const { info } = field,
    numbers = numbersOf(componentsOf(field.literal, info.kind, info.initial));
  for (const [i, value] of changed) numbers[i] = value;
  return info.kind === 'color' && !changed.has(3) ? numbers.slice(0, 3) : numbers;
}

/** Changes components: each in its own token, where there is one. */
function putComponents(field: Field, raws: ReadonlyMap<number, string>, options?: ChangeOptions): boolean {
  const { draft } = field.bench,
    numbers = new Map([...raws].map(([i, raw]) => [i, Number(raw)]));
  return field.change((pointer, owner): Attempt => {
    if (!nodeAt(draft.root, owner)) return setValue(draft, owner, { [field.info.name]: wholeOf(field, numbers) });
    const place = field.literalPointer(pointer),
      list = nodeAt(draft.root, place);
    if (list?.kind !== 'array') return setValue(draft, place, wholeOf(field, numbers));
    return together(
      [...raws].map(([i, raw]) =>
        i < list.children.length ? setRaw(draft, `${place}/${i}`, raw) : insertElement(draft, place, i, Number(raw)),
      ),
      field.label,
    );
  }, options);
}

interface SwatchPlace {
  read(): readonly number[];
  write(raws: ReadonlyMap<number, string>, options?: ChangeOptions): void;
  settle(): void;
}

interface Pipette {
  open(): Promise<{ sRGBHex: string }>;
}

/** The brightest channel is full; of colours up to 1 it stays. */
export function hexOf(color: readonly number[]): string {
  const most = mostOf([1, ...color.slice(0, 3)]);
  const two = (value: number): string =>
    Math.round((Math.max(0, value) / most) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${color.slice(0, 3).map(two).join('')}`;
}

/** The numbers of a patch's colour: as bright as the colour before it, where that was over 1. */
export function colorOf(hex: string, before: readonly number[]): Map<number, string> {
  const most = mostOf([1, ...before.slice(0, 3)]),
    channel = (i: number): number => parseInt(hex.slice(1 + i * 2, 3 + i * 2), 16) / 255;
  return new Map([0, 1, 2].map((i) => [i, written(Number((channel(i) * most).toFixed(3)))]));
}

/** A patch that shows a colour and opens the system's dialog; numbers over 1 stay in proportion. A pipette where there is one. */
class Swatch {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #place: SwatchPlace;
  /** While the dialog is open, colours are in proportion to the one before it. */
  #before: readonly number[] | undefined;

  constructor(bench: Bench, name: string, place: SwatchPlace) {
    this.#place = place;
    const { h, t } = bench.kit;
    this.#input = h('input', {
      class: 'inspector-swatch',
      attributes: { type: 'color', 'aria-label': name },
      on: {
        input: () => this.#take(this.#input.value, true),
        change: () => {
          this.#before = undefined;
          place.settle();
        },
      },
    });
    const Picker = (globalThis as { EyeDropper?: new () => Pipette }).EyeDropper,
      pipette = Picker
        ? h(
            'button',
            {
              class: 'inspector-small',
              title: t('Take a colour from the screen'),
              attributes: { type: 'button', 'aria-label': t('Take a colour from the screen') },
              on: {
                click: () =>
                  void new Picker().open().then(
                    ({ sRGBHex }) => {
                      this.#take(sRGBHex, false);
                      this.#before = undefined;
                    },
                    () => undefined,
                  ),
              },
            },
            shape('pipette'),
          )
        : undefined;
    this.element = h('span', { class: 'inspector-part is-swatch' }, this.#input, pipette);
  }

  #take(hex: string, isLoose: boolean): void {
    this.#before ??= this.#place.read();
    this.#place.write(colorOf(hex, this.#before), isLoose ? { gesture: 'color', isLoose } : {});
  }

  show(): void {
    const hex = hexOf(this.#place.read());
    if (!this.#before && this.#input.value !== hex) this.#input.value = hex;
  }
}

interface VectorOptions {
  /** Components that are shown; others keep what they have. */
  count?: number;
  /** A patch of colour before the fields. */
  swatch?: boolean;
}

/** Steps that make a colour twice as bright. */
const kStepsPerDouble = 50;

/** Numbers of one parameter: one field, or one per component with its letter; a chain keeps them equal. */
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
