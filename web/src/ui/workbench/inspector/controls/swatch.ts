// A patch that shows a colour and opens the system's dialog; numbers over 1 stay in proportion. A pipette where there is one.

import { mostOf } from '../../../../base/lists';
import type { Bench } from '../../bench';
import type { ChangeOptions } from '../field';
import { shape } from '../marks';
import { written } from '../numbers';

export interface SwatchPlace {
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

export class Swatch {
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
