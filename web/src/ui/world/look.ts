// How the picture of a world is made: the way it is lit, two ways side by side, and what is drawn over it.

import { kMarks, kSetups, type Mark, type Setup } from '../../engine/world/messages';
import type { Divider } from '../compare/divider';
import type { RoomKit } from './kit';
import { switchMenu } from './menu';

export interface LookHost {
  setup(setup: Setup): void;
  divider(part: number): void;
  marks(shown: readonly Mark[]): void;
}

export class WorldLook {
  readonly element: HTMLElement;
  readonly divider: Divider;
  /** Names of the two pictures that are compared. */
  readonly labels: HTMLElement;
  readonly #setups: HTMLSelectElement;
  readonly #boxes: HTMLInputElement[];

  constructor(
    kit: RoomKit,
    private readonly host: LookHost,
    area: () => DOMRect,
  ) {
    const { h, t } = kit;
    const names: Record<Setup, string> = {
      document: t('The world’s own lighting'),
      phases: t('Full lighting'),
      fake: t('Fake lighting'),
      compare: t('Full beside fake lighting'),
      mesh: t('Wireframe of meshes'),
      scene: t('Wireframe of the scene'),
    };
    this.#setups = h(
      'select',
      {
        class: 'select small',
        attributes: { 'aria-label': t('Lighting') },
        on: { change: () => this.#choose(this.#setups.value as Setup) },
      },
      ...kSetups.map((setup) => h('option', { text: names[setup], attributes: { value: setup } })),
    );
    const marks: Record<Mark, string> = {
      wireframe: t('Wireframe'),
      bounds: t('Bounds'),
      portals: t('Portals and rectangles'),
      ghosts: t('Culled segments'),
      cells: t('Cells, contacts, particles'),
      lights: t('Lights with ranges'),
    };
    this.#boxes = kMarks.map((mark) =>
      h('input', { attributes: { type: 'checkbox', value: mark }, on: { change: () => host.marks(this.marks) } }),
    );
    const menu = switchMenu(
      kit,
      t('Overlays'),
      this.#boxes.map((box, i) => ({ box, text: marks[kMarks[i]!] })),
    );
    this.element = h('div', { class: 'world-look' }, this.#setups, menu);
    this.divider = new kit.Divider((part) => host.divider(part), area);
    this.divider.element.classList.add('world-divider');
    this.labels = h(
      'div',
      { class: 'world-sides', attributes: { hidden: true } },
      h('span', { text: names.phases }),
      h('span', { text: names.fake }),
    );
  }

  get setup(): Setup {
    return this.#setups.value as Setup;
  }

  get marks(): Mark[] {
    return kMarks.filter((_, i) => this.#boxes[i]!.checked);
  }

  /** Restores a link; unknown words select the document's own lighting. */
  restore(word: string | undefined): void {
    const setup = kSetups.find((each) => each === word) ?? 'document';
    this.#setups.value = setup;
    this.#choose(setup);
  }

  #choose(setup: Setup): void {
    this.divider.element.hidden = this.labels.hidden = setup !== 'compare';
    this.host.setup(setup);
  }
}
