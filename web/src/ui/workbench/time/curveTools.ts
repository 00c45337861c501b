// Above the plot: which value it shows, numbers of the chosen keys, channels, modes of splines.

import { fill, largest } from '../../../base/lists';
import type { RoomKit } from '../../world/kit';
import type { Curve } from './curve';
import type { Key, SplineMode } from './evaluate';
import { numberText } from './numbers';
import { kChannels } from './plotView';

const kModes: readonly SplineMode[] = ['cubic', 'linear', 'step'];

interface CurveToolsHost {
  open(pointer: string): void;
  /** As typed; for time or value. */
  type(which: 'time' | 'value', text: string): void;
  channel(channel: number): void;
  mode(spline: string, mode: SplineMode): void;
  key(): void;
  remove(): void;
  fit(): void;
}

export class CurveTools {
  readonly element: HTMLElement;
  readonly #choice: HTMLSelectElement;
  readonly #time: HTMLInputElement;
  readonly #value: HTMLInputElement;
  readonly #channels: HTMLButtonElement[];
  readonly #modes: HTMLElement;
  readonly #axis: HTMLElement;
  readonly #remove: HTMLButtonElement;
  #list = '';
  #splines = '';

  constructor(
    private readonly kit: RoomKit,
    private readonly host: CurveToolsHost,
  ) {
    const { h, t } = kit;
    this.#choice = h('select', {
      class: 'select small curve-choice',
      attributes: { 'aria-label': t('Animated value'), translate: 'no' },
      on: { change: () => host.open(this.#choice.value) },
    });
    this.#time = this.#field(t('Time of the key'), 'time');
    this.#value = this.#field(t('Value of the key'), 'value');
    this.#channels = kChannels.map((name, i) =>
      h('button', {
        class: `button small curve-channel is-${name}`,
        text: name,
        title: t('Channel {name} ({key})', { name, key: i + 1 }),
        attributes: { type: 'button', 'aria-pressed': 'false' },
        on: { click: () => host.channel(i) },
      }),
    );
    this.#modes = h('span', { class: 'curve-modes' });
    this.#axis = h('span', { class: 'quiet curve-axis' });
    const button = (text: string, keys: string, click: () => void): HTMLButtonElement =>
      h('button', {
        class: 'button small',
        text,
        title: t('{name} ({keys})', { name: text, keys }),
        attributes: { type: 'button' },
        on: { click },
      });
    this.#remove = button(t('Delete'), t('Delete'), () => host.remove());
    const labelled = (text: string, input: HTMLElement): HTMLElement =>
      h('label', { class: 'timeline-label' }, h('span', { text, attributes: { 'aria-hidden': 'true' } }), input);
    this.element = h(
      'div',
      { class: 'timeline-tools', attributes: { role: 'toolbar', 'aria-label': t('Curves') } },
      this.#choice,
      button(t('Key'), 'K', () => host.key()),
      this.#remove,
      button(t('Fit'), 'F', () => host.fit()),
      h(
        'span',
        { class: 'curve-channels', attributes: { role: 'group', 'aria-label': t('Channels') } },
        ...this.#channels,
      ),
      labelled('t', this.#time),
      labelled('v', this.#value),
      this.#modes,
      this.#axis,
    );
  }

  #field(label: string, which: 'time' | 'value'): HTMLInputElement {
    const input: HTMLInputElement = this.kit.h('input', {
      class: 'timeline-field numbers',
      attributes: { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': label },
      on: { change: () => this.host.type(which, input.value), focus: () => input.select() },
    });
    return input;
  }

  /** `options`: pointers and labels of all that is animated. */
  show(
    options: readonly { pointer: string; label: string }[],
    curve: Curve | undefined,
    state: { axis: string; channel: number; keys: readonly Key[]; isReadOnly: boolean },
  ): void {
    this.#showChoice(options, curve?.pointer);
    this.#axis.textContent = state.axis;
    const used = largest(curve?.splines ?? [], ({ spline }) => spline.channels.length, curve?.components ?? 0);
    this.#channels.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(state.channel === i));
      button.disabled = i >= used;
    });
    const one = (part: 0 | 1): string => {
      const [first] = state.keys;
      return first && state.keys.every((key) => key[part] === first[part]) ? numberText(first[part], 6) : '';
    };
    for (const [input, part] of [
      [this.#time, 0],
      [this.#value, 1],
    ] as const) {
      input.disabled = state.isReadOnly || state.keys.length === 0;
      input.value = one(part);
    }
    this.#remove.disabled = state.isReadOnly || state.keys.length === 0;
    this.#showModes(curve, state.isReadOnly);
  }

  #showChoice(options: readonly { pointer: string; label: string }[], chosen: string | undefined): void {
    const { h, t } = this.kit,
      list = JSON.stringify(options);
    if (list !== this.#list) {
      this.#list = list;
      fill(
        this.#choice,
        options.map(({ pointer, label }) => h('option', { text: label, attributes: { value: pointer } })),
      );
      if (options.length === 0) this.#choice.append(h('option', { text: t('Nothing is animated') }));
    }
    this.#choice.disabled = options.length === 0;
    this.#choice.selectedIndex = chosen === undefined ? -1 : options.findIndex(({ pointer }) => pointer === chosen);
  }

  #showModes(curve: Curve | undefined, isReadOnly: boolean): void {
    const { h, t } = this.kit,
      splines = curve?.splines ?? [],
      words = { cubic: t('cubic'), linear: t('linear'), step: t('step') },
      key = JSON.stringify([isReadOnly, splines.map(({ pointer, name, spline }) => [pointer, name, spline.mode])]);
    if (key === this.#splines) return;
    this.#splines = key;
    fill(
      this.#modes,
      splines.map(({ pointer, name, spline }) => {
        const label = name === '' ? t('Mode of the spline') : t('Mode of spline {name}', { name });
        const select: HTMLSelectElement = h(
          'select',
          {
            class: 'select small',
            title: label,
            attributes: { 'aria-label': label, disabled: isReadOnly },
            on: { change: () => this.host.mode(pointer, select.value as SplineMode) },
          },
          ...kModes.map((mode) =>
            h('option', { text: words[mode], attributes: { value: mode, selected: mode === spline.mode } }),
          ),
        );
        return select;
      }),
    );
  }
}
