// Details of the selection: its place, the result of a click, and fields for all that can change from frame to frame.

import { fill, mostOf } from '../../base/lists';
import type { WorldChange, WorldLiveKey } from '../../core/world';
import type { WorldPick } from '../../engine/world/messages';
import type { WorldKit } from './kit';
import { phaseNames } from './look';
import type { Json, WorldText } from './text';

const kAxes = ['x', 'y', 'z', 'w'] as const;
const kChannels = ['r', 'g', 'b', 'a'] as const;
const kVectors: Record<string, number> = { vec2: 2, vec3: 3, vec4: 4, color: 4, scale: 3, four: 4 };
/** Step of an arrow key. */
const kStep = 0.05;

interface FieldHost {
  /** The value at the key; undefined where the document has none. */
  value: Json | undefined;
  change(value: Json): void;
  /** Names that a list may have. */
  names?: readonly string[];
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The literal of a value that may be animated. */
const literalOf = (value: Json | undefined): Json | undefined => (isObject(value) ? value['value'] : value);
const isAnimated = (value: Json | undefined): boolean => isObject(value) && 'anim' in value;
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
function field(kit: WorldKit, key: WorldLiveKey, host: FieldHost): HTMLElement {
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

export interface DetailsHost {
  change(pointer: string, value: Json): Promise<WorldChange | undefined>;
  choose(operator: number): void;
  source(operator: number): void;
  copy(): void;
}

/** Objects of the document that have live keys, besides operators. */
const kSettings = [
  ['lighting', '/lighting'],
  ['document', ''],
  ['physics', '/physics'],
] as const;

export class WorldDetails {
  readonly element: HTMLElement;
  #text: WorldText | undefined;
  #chosen = -1;
  #pick: WorldPick | undefined;
  readonly #note: HTMLElement;
  readonly #body: HTMLElement;
  /** The last value of each pointer that is on its way, and what is still to be sent. */
  readonly #sent = new Map<string, { next?: Json }>();

  constructor(
    private readonly kit: WorldKit,
    private readonly host: DetailsHost,
  ) {
    const { h, t } = kit;
    this.#note = h('p', { class: 'world-change-note', attributes: { role: 'alert', hidden: true } });
    this.#body = h('div', {});
    const copy = h('button', {
      class: 'button small',
      text: t('Copy document'),
      attributes: { type: 'button' },
      on: { click: () => host.copy() },
    });
    this.element = h('div', { class: 'world-details' }, this.#note, this.#body, copy);
  }

  show(text: WorldText): void {
    this.#text = text;
    this.#fill();
  }

  /** An operator, or -1 for the settings of the document; `pick`: what a click has found of it. */
  choose(operator: number, pick?: WorldPick): void {
    this.#chosen = operator;
    this.#pick = pick;
    this.#say('');
    this.#fill();
  }

  get chosen(): number {
    return this.#chosen;
  }

  #say(message: string): void {
    this.#note.textContent = message;
    this.#note.hidden = message === '';
  }

  #fill(): void {
    if (!this.#text) return;
    const focused = (document.activeElement as HTMLElement | null)?.dataset['field'];
    fill(this.#body, this.#chosen < 0 ? this.#settings() : this.#operator());
    if (focused) this.#body.querySelector<HTMLElement>(`[data-field="${CSS.escape(focused)}"]`)?.focus();
  }

  #settings(): HTMLElement[] {
    const { h, t } = this.kit,
      { outline } = this.#text!,
      names = outline.operators
        .filter(({ kind, name }) => kind === 'light' && !name.startsWith('/'))
        .map(({ name }) => name);
    return [
      h('h2', { text: t('Settings of the document') }),
      h('p', { class: 'quiet', text: t('Click the picture or choose an operator to see more.') }),
      ...kSettings.flatMap(([kind, pointer]) =>
        pointer === '/physics' && this.#text!.at(pointer) === undefined
          ? []
          : (outline.live[kind] ?? []).map((key) => this.#field(key, pointer, names)),
      ),
    ];
  }

  #operator(): HTMLElement[] {
    const { h, t } = this.kit,
      { outline } = this.#text!,
      row = outline.operators[this.#chosen]!,
      live = outline.live[row.kind] ?? [],
      own = this.#text!.at(row.pointer);
    const others =
      typeof own === 'object' && own !== null && !Array.isArray(own)
        ? Object.entries(own).filter(
            ([name]) => !['op', 'in', 'comment'].includes(name) && !live.some((key) => key.name === name),
          )
        : [];
    const fact = (name: string, value: string): HTMLElement[] => [
      h('dt', { text: name, attributes: { translate: 'no' } }),
      h('dd', { text: value, attributes: { translate: 'no' } }),
    ];
    return [
      h('h2', { text: row.name, attributes: { translate: 'no' } }),
      h(
        'p',
        { class: 'world-place' },
        h('span', { class: 'quiet', text: `${row.class} · ${row.kind}`, attributes: { translate: 'no' } }),
        this.#link(t('line {line}', { line: row.line }), () => this.host.source(this.#chosen)),
      ),
      ...this.#picked(),
      ...(live.length > 0 ? [h('h2', { text: t('Live values') })] : []),
      ...live.map((key) => this.#field(key, row.pointer, [])),
      ...(others.length > 0 ? [h('h2', { text: t('Other keys') })] : []),
      h('dl', { class: 'world-facts' }, ...others.flatMap(([name, value]) => fact(name, shortJson(value)))),
    ];
  }

  /** Result of a click: place and job. */
  #picked(): HTMLElement[] {
    const pick = this.#pick;
    if (!pick) return [];
    const { h, t, fixed } = this.kit,
      { outline } = this.#text!,
      { operators } = outline;
    const row = (name: string, ...value: (HTMLElement | string)[]): HTMLElement[] => [
      h('dt', { text: name }),
      h('dd', { class: 'numbers' }, ...value),
    ];
    const link = (operator: number): HTMLElement =>
      this.#link(operators[operator]!.name, () => this.host.choose(operator), true);
    const place = pick.at.map((value) => fixed(value, 2)).join(', ');
    const phases = phaseNames(this.kit)
      .filter((_, i) => (pick.state >> i) & 1)
      .join(', ');
    return [
      h('h2', { text: t('Picked job') }),
      h(
        'dl',
        { class: 'world-facts' },
        ...row(t('Job'), `${pick.job} · ${t('cluster {number}', { number: pick.cluster })}`),
        ...row(t('Material'), pick.material < 0 ? t('default') : link(pick.material)),
        ...row(t('Segment'), pick.segment < 0 ? '–' : link(outline.segments[pick.segment]!)),
        ...row(t('Lights'), ...(pick.lights.length > 0 ? pick.lights.map(link) : ['–'])),
        ...row(t('Phases'), phases),
        ...row(t('Instance'), pick.instance || '–'),
        ...row(t('Triangles'), String(pick.triangles)),
        ...row(t('Point'), place),
        ...row(t('Distance'), fixed(pick.distance, 2)),
      ),
    ];
  }

  #link(text: string, click: () => void, isName = false): HTMLElement {
    return this.kit.h('button', {
      class: 'world-link',
      text,
      attributes: { type: 'button', ...(isName && { translate: 'no' }) },
      on: { click },
    });
  }

  #field(key: WorldLiveKey, owner: string, names: readonly string[]): HTMLElement {
    const text = this.#text!,
      pointer = `${owner}/${key.name}`,
      value = text.at(pointer);
    return field(this.kit, key, {
      value,
      names,
      change: (next) => {
        // The function of an animated value stays; an object that is missing is made around the first value of it.
        if (isAnimated(text.at(pointer))) this.#change(`${pointer}/value`, next);
        else if (text.at(owner) === undefined) this.#change(owner, { [key.name]: next });
        else this.#change(pointer, next);
      },
    });
  }

  /** One change of a pointer is on its way at a time; of those that come meanwhile the last one counts. */
  #change(pointer: string, value: Json): void {
    const waiting = this.#sent.get(pointer);
    this.#text!.put(pointer, value);
    if (waiting) {
      waiting.next = value;
      return;
    }
    const entry: { next?: Json } = {};
    this.#sent.set(pointer, entry);
    void this.host.change(pointer, value).then((change) => {
      this.#sent.delete(pointer);
      this.#say(change?.state === 'refused' ? (change.issues[0]?.message ?? '') : '');
      if (entry.next !== undefined) this.#change(pointer, entry.next);
    });
  }
}

const kMostText = 120;
function shortJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > kMostText ? `${text.slice(0, kMostText)}…` : text;
}
