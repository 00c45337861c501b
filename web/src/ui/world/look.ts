// How the picture of a world is made: the way it is lit, two ways side by side, which phases are drawn, and what over
// them.

import { kMarks, kSetups, type Mark, type Setup } from '../../engine/world/messages';
import { everything, kPhases, type WorldSwitch } from '../../engine/world/plan';
import type { Divider } from '../compare/divider';
import type { RoomKit, WorldKit } from './kit';

interface Switch {
  box: HTMLInputElement;
  text: string;
}

/** Closes with Escape, and when the focus leaves it. */
function switchMenu({ h }: WorldKit, name: string, switches: readonly Switch[]): HTMLDetailsElement {
  const menu = h(
    'details',
    { class: 'world-menu' },
    h('summary', { class: 'button small', text: name }),
    h(
      'div',
      { class: 'world-menu-list', attributes: { role: 'group', 'aria-label': name } },
      ...switches.map(({ box, text }) => h('label', { class: 'world-check' }, box, h('span', { text }))),
    ),
  );
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector('summary')!.focus();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  return menu;
}

/** Names of the seven phases, in their order. */
export const phaseNames = ({ t }: WorldKit): string[] => [
  t('Lightmap'),
  t('Bump'),
  t('Light'),
  t('Texture'),
  t('Specular'),
  t('Reflection'),
  t('Extra'),
];

/** Which of the seven phases are drawn: each can be switched off, shown alone, and the list be run up to any of its jobs. */
export class PhaseBar {
  readonly element: HTMLElement;
  readonly #view: HTMLSelectElement;
  readonly #boxes: HTMLInputElement[];
  readonly #steps: HTMLInputElement;
  readonly #stepText: HTMLElement;
  #switch: WorldSwitch = everything;
  #entries = 0;

  constructor(
    private readonly kit: WorldKit,
    private readonly change: (which: WorldSwitch) => void,
  ) {
    const { h, t } = kit;
    const names = phaseNames(kit);
    this.#boxes = kPhases.map((phase, i) =>
      h('input', {
        attributes: { type: 'checkbox', value: phase, checked: true },
        on: { change: () => this.#toggle(i) },
      }),
    );
    const option = (value: string, text: string): HTMLOptionElement => h('option', { text, attributes: { value } });
    this.#view = h(
      'select',
      {
        class: 'select small',
        attributes: { 'aria-label': t('Phases that are drawn') },
        on: { change: () => this.#choose(this.#view.value) },
      },
      option('all', t('All phases')),
      ...kPhases.map((phase, i) => option(`after-${phase}`, t('Up to: {phase}', { phase: names[i]! }))),
      ...kPhases.map((phase, i) => option(`solo-${phase}`, t('Only: {phase}', { phase: names[i]! }))),
      option('steps', t('Job by job')),
    );
    this.#stepText = h('output', { class: 'numbers', attributes: { hidden: true } });
    this.#steps = h('input', {
      attributes: {
        type: 'range',
        min: 0,
        max: 0,
        value: 0,
        step: 1,
        hidden: true,
        'aria-label': t('Jobs that are drawn'),
      },
      on: { input: () => this.#choose('steps') },
    });
    this.element = h(
      'div',
      { class: 'world-phases', attributes: { role: 'group', 'aria-label': t('Phases') } },
      this.#view,
      switchMenu(
        kit,
        t('Phases'),
        this.#boxes.map((box, i) => ({ box, text: names[i]! })),
      ),
      this.#steps,
      this.#stepText,
    );
  }

  /** Shows the phases of a new document; `mode` as in the tables: only the seven phases can be switched. */
  show(mode: number, entries: number, counts: ArrayLike<number>): void {
    const { t } = this.kit;
    this.element.hidden = mode !== 0;
    this.#entries = entries;
    this.#steps.max = String(entries);
    this.#boxes.forEach((box, i) => {
      box.title = t('{count} jobs; switches this phase off or on', { count: counts[i] ?? 0 });
    });
    this.#tellSteps();
  }

  get which(): WorldSwitch {
    return this.#switch;
  }

  /** Restores a link. */
  restore(which: WorldSwitch): void {
    const { solo, after, steps } = which,
      hasSteps = steps !== Infinity;
    this.#switch = which;
    this.#view.value = hasSteps
      ? 'steps'
      : solo >= 0
        ? `solo-${kPhases[solo]}`
        : after >= 0
          ? `after-${kPhases[after]}`
          : 'all';
    this.#steps.hidden = this.#stepText.hidden = !hasSteps;
    if (hasSteps) {
      this.#steps.max = String(Math.max(this.#entries, steps));
      this.#steps.value = String(steps);
    }
    this.#tellSteps();
    this.#apply();
  }

  #toggle(phase: number): void {
    this.#switch = { ...this.#switch, off: this.#switch.off ^ (1 << phase) };
    this.#apply();
  }

  #choose(value: string): void {
    const [verb, phase] = value.split('-'),
      index = (kPhases as readonly string[]).indexOf(phase ?? ''),
      { off } = this.#switch;
    this.#steps.hidden = this.#stepText.hidden = verb !== 'steps';
    this.#switch = { ...everything, off };
    if (verb === 'after') this.#switch.after = index;
    else if (verb === 'solo') this.#switch.solo = index;
    else if (verb === 'steps') this.#switch.steps = this.#steps.valueAsNumber;
    this.#tellSteps();
    this.#apply();
  }

  #tellSteps(): void {
    this.#stepText.textContent = `${this.#steps.valueAsNumber}/${this.#entries}`;
  }

  #apply(): void {
    this.#boxes.forEach((box, i) => (box.checked = ((this.#switch.off >> i) & 1) === 0));
    this.change(this.#switch);
  }
}

interface LookHost {
  setup(setup: Setup): void;
  divider(part: number): void;
  marks(shown: readonly Mark[]): void;
}

/** How the picture of a world is made: the way it is lit, two ways side by side, and what is drawn over it. */
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
