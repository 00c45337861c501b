// What can be chosen of a preview, over it: the shape that shows a material, tiles and channels of a texture, the light.

import { fill } from '../../../base/lists';
import type { RoomKit } from '../../world/kit';
import type { Level, LevelLook } from './derive';

interface LevelHands {
  look(look: Partial<LevelLook>): void;
  close(): void;
}

export class LevelTools {
  readonly element: HTMLElement;
  readonly #said: HTMLElement;

  constructor(
    private readonly kit: RoomKit,
    private readonly hands: LevelHands,
  ) {
    this.#said = kit.h('span', { class: 'bench-level-said', attributes: { role: 'status' } });
    this.element = kit.h('div', { class: 'bench-level-tools' });
  }

  show(kind: Level['kind'] | undefined, look: LevelLook, pointer: string): void {
    const { h, t } = this.kit;
    fill(this.element, [
      h('span', { class: 'quiet', text: pointer, attributes: { translate: 'no' } }),
      ...(kind === 'texture' ? [this.#tiles(look), this.#channels(look)] : []),
      ...(kind === 'material' ? [this.#shapes(look)] : []),
      ...(kind === 'scene' ? [this.#lights(look)] : []),
      this.#said,
      h('button', {
        class: 'button small',
        text: t('Show the whole world'),
        attributes: { type: 'button' },
        on: { click: () => this.hands.close() },
      }),
    ]);
  }

  say(text: string): void {
    this.#said.textContent = text;
  }

  #choice<const Value extends string>(
    label: string,
    value: Value,
    options: readonly (readonly [Value, string])[],
    chosen: (value: Value) => void,
  ): HTMLElement {
    const { h } = this.kit;
    const select = h(
      'select',
      {
        class: 'select small',
        attributes: { 'aria-label': label },
        on: { change: () => chosen(select.value as Value) },
      },
      ...options.map(([name, text]) => h('option', { text, attributes: { value: name } })),
    );
    select.value = value;
    return select;
  }

  #tiles({ tiles }: LevelLook): HTMLElement {
    const { t } = this.kit;
    return this.#choice(
      t('Tiles'),
      String(tiles) as '1' | '2',
      [
        ['1', '1:1'],
        ['2', '2×2'],
      ],
      (value) => this.hands.look({ tiles: value === '2' ? 2 : 1 }),
    );
  }

  #channels({ channel }: LevelLook): HTMLElement {
    const { t } = this.kit;
    return this.#choice(
      t('Channel'),
      channel,
      [
        ['all', t('All channels')],
        ['red', t('Red')],
        ['green', t('Green')],
        ['blue', t('Blue')],
        ['alpha', t('Alpha')],
      ],
      (value) => this.hands.look({ channel: value }),
    );
  }

  #shapes({ shape }: LevelLook): HTMLElement {
    const { t } = this.kit;
    return this.#choice(
      t('Shape'),
      shape,
      [
        ['sphere', t('Sphere')],
        ['box', t('Box')],
        ['plane', t('Plane')],
        ['own', t('Own mesh')],
      ],
      (value) => this.hands.look({ shape: value }),
    );
  }

  #lights({ stage }: LevelLook): HTMLElement {
    const { t } = this.kit;
    return this.#choice(
      t('Light'),
      stage ? 'stage' : 'own',
      [
        ['own', t('Own lights')],
        ['stage', t('With stage lights')],
      ],
      (value) => this.hands.look({ stage: value === 'stage' }),
    );
  }
}
