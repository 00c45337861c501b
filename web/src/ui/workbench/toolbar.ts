// The part of the bar that belongs to the workbench: where one is, steps back and forth, saving, and the way out.

import type { IconName } from '../dom';
import { fill } from '../../base/lists';
import { wayOf } from './blockCommands';
import { chordText, type Command } from './commands';
import type { Menu } from './menus';
import type { WorldBench } from './worldBench';

const kHoldMs = 400;
/** Steps in the list. */
const kMostSteps = 30;

export class Toolbar {
  readonly element: HTMLElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #save: HTMLButtonElement;
  readonly #way: HTMLElement;

  constructor(
    private readonly bench: WorldBench,
    private readonly commands: ReadonlyMap<string, Command>,
    private readonly menu: Menu,
  ) {
    const { h, t } = bench.kit;
    this.#undo = this.#icon('undo', 'undo');
    this.#redo = this.#icon('redo', 'redo');
    this.#save = this.#text('save');
    this.#save.classList.add('primary');
    this.#hold(this.#undo);
    this.#way = h('nav', { class: 'bench-way', attributes: { 'aria-label': t('Place in the document') } });
    this.element = h(
      'div',
      { class: 'bench-bar', attributes: { role: 'toolbar', 'aria-label': t('Workbench') } },
      this.#icon('outline', 'tree'),
      this.#icon('add', 'empty'),
      this.#undo,
      this.#redo,
      this.#way,
      h('span', { class: 'bench-gap' }),
      this.#icon('palette', 'search'),
      this.#save,
      this.#text('watch'),
    );
    this.update();
  }

  /** The draft changed, or what is chosen. */
  update(): void {
    const { draft, kit } = this.bench,
      { h, t } = kit;
    this.#undo.disabled = draft.undoLabel === undefined;
    this.#redo.disabled = draft.redoLabel === undefined;
    this.#undo.title = `${this.#hint('undo')}${draft.undoLabel === undefined ? '' : `: ${this.bench.words(draft.undoLabel)}`}`;
    this.#redo.title = `${this.#hint('redo')}${draft.redoLabel === undefined ? '' : `: ${this.bench.words(draft.redoLabel)}`}`;
    document.body.classList.toggle('is-bench-unsaved', !draft.isSaved);
    this.#save.title = draft.isSaved ? t('All is saved.') : this.#hint('save');
    const parts = wayOf(this.bench).map(({ name, pointer }, i) =>
      h('button', {
        class: 'bench-way-part',
        text: name,
        title: i === 0 ? this.#hint('page') : pointer,
        attributes: { type: 'button', translate: 'no' },
        on: { click: () => (i === 0 ? this.bench.run('page') : this.bench.go(pointer)) },
      }),
    );
    fill(this.#way, parts);
  }

  #hint(id: string): string {
    const { t } = this.bench.kit,
      { label, keys } = this.commands.get(id)!;
    return keys[0] === undefined ? label : t('{name} ({keys})', { name: label, keys: chordText(t, keys[0]) });
  }

  #icon(id: string, icon: IconName): HTMLButtonElement {
    const button = this.bench.kit.iconButton(icon, this.commands.get(id)!.label, () => this.bench.run(id), {
      class: `bench-do-${id}`,
    });
    button.title = this.#hint(id);
    return button;
  }

  #text(id: string): HTMLButtonElement {
    return this.bench.kit.h('button', {
      class: 'button small',
      text: this.commands.get(id)!.label,
      title: this.#hint(id),
      attributes: { type: 'button' },
      on: { click: () => this.bench.run(id) },
    });
  }

  /** A long press, the second button or the down key: the steps, to undo several at once. */
  #hold(button: HTMLButtonElement): void {
    let timer: ReturnType<typeof setTimeout> | undefined,
      isHeld = false;
    const open = (): void => {
      const { draft, kit } = this.bench,
        { left, bottom } = button.getBoundingClientRect();
      this.menu.open(
        kit.t('Steps'),
        draft.steps.slice(0, kMostSteps).map((words, i) => ({
          label: this.bench.words(words),
          run: () => {
            for (let step = 0; step <= i; ++step) draft.undo();
          },
        })),
        left,
        bottom + 4,
      );
    };
    button.addEventListener('pointerdown', () => {
      isHeld = false;
      timer = setTimeout(() => {
        isHeld = true;
        open();
      }, kHoldMs);
    });
    for (const end of ['pointerup', 'pointerleave', 'pointercancel'] as const)
      button.addEventListener(end, () => clearTimeout(timer));
    button.addEventListener(
      'click',
      (event) => {
        if (isHeld) event.stopImmediatePropagation();
        isHeld = false;
      },
      { capture: true },
    );
    button.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      open();
    });
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      event.stopPropagation();
      open();
    });
  }
}
