// Fields for values of a document that are in the next picture when they change.

import { mostOf } from '../../base/lists';
import type { WorldLiveKey } from '../../core/world';
import type { WorldKit } from './kit';
import type { Json } from './text';

const kAxes = ['x', 'y', 'z', 'w'] as const;
const kChannels = ['r', 'g', 'b', 'a'] as const;
const kVectors: Record<string, number> = { vec2: 2, vec3: 3, vec4: 4, color: 4, scale: 3, four: 4 };
/** Step of an arrow key. */
const kStep = 0.05;

export interface FieldHost {
  /** The value at the key; undefined where the document has none. */
  value: Json | undefined;
  change(value: Json): void;
  /** Names that a list may have. */
  names?: readonly string[];
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The literal of a value that may be animated. */
export const literalOf = (value: Json | undefined): Json | undefined => (isObject(value) ? value['value'] : value);
export const isAnimated = (value: Json | undefined): boolean => isObject(value) && 'anim' in value;
/** Given by the caller of a subroutine: it is not ours to change. */
const isGiven = (value: Json | undefined): boolean => JSON.stringify(value ?? null).includes('"param":');

function numbersOf(value: Json | undefined, key: WorldLiveKey): number[] {
  const size = kVectors[key.kind] ?? 1,
    literal = literalOf(value),
    initial = (key.initial ?? []) as number[];
  if (typeof literal === 'number') return Array(size).fill(literal) as number[];
  const given = Array.isArray(literal) ? literal : [];
  return Array.from({ length: size }, (_, i) => (typeof given[i] === 'number' ? given[i] : (initial[i] ?? 0)));
}

const toHex = (color: readonly number[]): string => {
  const most = mostOf([1, ...color.slice(0, 3)]);
  return `#${color
    .slice(0, 3)
    .map((c) =>
      Math.round((Math.max(0, c) / most) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
};

/** A row of a name and inputs; the inputs are marked with the key, so that the focus finds them again. */
export function field(kit: WorldKit, key: WorldLiveKey, host: FieldHost): HTMLElement {
  const { h, t } = kit,
    { value } = host;
  const row = (...parts: (HTMLElement | undefined)[]): HTMLElement =>
    h(
      'div',
      { class: 'world-field', attributes: { role: 'group', 'aria-label': key.name, translate: 'no' } },
      h(
        'span',
        { class: 'world-field-name' },
        h('span', { text: key.name }),
        isAnimated(value)
          ? h('span', { class: 'quiet', text: t('animated'), attributes: { translate: 'yes' } })
          : undefined,
      ),
      h('span', { class: 'world-field-inputs' }, ...parts),
    );
  if (isGiven(value))
    return row(h('span', { class: 'quiet', text: t('given by the call'), attributes: { translate: 'yes' } }));
  const check = (label: string, on: boolean, change: (on: boolean) => void): HTMLElement => {
    const box = h('input', {
      attributes: { type: 'checkbox', checked: on, 'aria-label': label || key.name },
      on: { change: () => change(box.checked) },
    });
    return h('label', { class: 'world-check' }, box, h('span', { text: label, attributes: { translate: 'no' } }));
  };
  switch (key.kind) {
    case 'bool':
      return row(
        check('', literalOf(value) === undefined ? key.initial?.[0] === 1 : literalOf(value) === true, host.change),
      );
    case 'word': {
      const select = h(
        'select',
        {
          class: 'select small',
          attributes: { 'aria-label': key.name, translate: 'no' },
          on: { change: () => host.change(select.value) },
        },
        ...(key.words ?? []).map((word) =>
          h('option', { text: word, attributes: { value: word, selected: word === (value ?? key.initial) } }),
        ),
      );
      return row(select);
    }
    case 'set':
    case 'other': {
      const words = key.words ?? host.names ?? [],
        given = Array.isArray(value) ? value : key.kind === 'set' ? words.filter((word) => word !== 'extra') : [];
      if (words.length === 0) return row(h('span', { class: 'quiet', text: '–' }));
      const change = (word: string, on: boolean): void =>
        host.change(words.filter((each) => (each === word ? on : given.includes(each))));
      return row(...words.map((word) => check(word, given.includes(word), (on) => change(word, on))));
    }
    case 'number':
    case 'integer':
    case 'vec2':
    case 'vec3':
    case 'vec4':
    case 'color':
    case 'scale':
    case 'four':
    case 'text':
    case 'string':
      return numberRow(kit, key, host, row);
  }
}

function numberRow(
  { h, t }: WorldKit,
  key: WorldLiveKey,
  { value, change }: FieldHost,
  row: (...parts: (HTMLElement | undefined)[]) => HTMLElement,
): HTMLElement {
  const numbers = numbersOf(value, key),
    size = numbers.length,
    isColor = key.kind === 'color';
  const apply = (): void => {
    swatch?.setAttribute('value', toHex(numbers));
    change(size === 1 ? numbers[0]! : [...numbers]);
  };
  const inputs = numbers.map((number, i) => {
    const name = size === 1 ? key.name : `${key.name} ${(isColor ? kChannels : kAxes)[i]}`;
    const input = h('input', {
      class: 'world-number numbers',
      attributes: {
        type: 'number',
        value: Number(number.toFixed(5)),
        step: key.kind === 'integer' ? 1 : 'any',
        'aria-label': name,
        'data-field': `${key.name}.${i}`,
        ...(key.least !== undefined && { min: key.least }),
        ...(key.most !== undefined && { max: key.most }),
      },
      on: {
        input: () => {
          if (input.value === '' || !input.validity.valid) return;
          numbers[i] = input.valueAsNumber;
          apply();
        },
        keydown: (event) => {
          const by = { ArrowUp: kStep, ArrowDown: -kStep }[event.key];
          if (by === undefined || key.kind === 'integer') return;
          event.preventDefault();
          const next = (input.valueAsNumber || 0) + by * Math.max(1, Math.abs(input.valueAsNumber || 0));
          input.value = String(Number(Math.min(key.most ?? next, Math.max(key.least ?? next, next)).toFixed(5)));
          input.dispatchEvent(new Event('input'));
        },
      },
    });
    return input;
  });
  const swatch = isColor
    ? h('input', {
        class: 'world-swatch',
        attributes: { type: 'color', value: toHex(numbers), 'aria-label': t('Colour of {name}', { name: key.name }) },
        on: {
          input: (event) => {
            const hex = (event.target as HTMLInputElement).value,
              most = mostOf([1, ...numbers.slice(0, 3)]);
            for (let i = 0; i < 3; ++i) {
              numbers[i] = Number(((parseInt(hex.slice(1 + i * 2, 3 + i * 2), 16) / 255) * most).toFixed(4));
              inputs[i]!.value = String(numbers[i]);
            }
            apply();
          },
        },
      })
    : undefined;
  return row(swatch, ...inputs);
}
