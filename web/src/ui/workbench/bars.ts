// The bars of the workbench: above, where one is, steps back and forth, saving and the way out; at the bottom, the
// time, what ran again and what is wrong.

import { fill } from '../../base/lists';
import type { IconName } from '../dom';
import { OpState } from './bench';
import { wayOf } from './blockCommands';
import { chordText, type Command } from './commands';
import type { Menu } from './menus';
import type { WorldBench } from './worldBench';

const kHoldMs = 400;
/** Steps in the list. */
const kMostSteps = 30;

/** The part of the bar that belongs to the workbench: where one is, steps back and forth, saving, and the way out. */
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

const kPaceMs = 250;

/** The line at the bottom: time, what ran again, what is wrong, and the last remark. */
export class BenchStatus {
  readonly element: HTMLElement;
  readonly #time: HTMLElement;
  readonly #work: HTMLElement;
  readonly #note: HTMLElement;
  readonly #problems: HTMLButtonElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly bench: WorldBench) {
    const { h, t } = bench.kit;
    this.#time = h('span', { class: 'numbers' });
    this.#work = h('span', { class: 'numbers' });
    this.#note = h('span', { class: 'bench-said', attributes: { role: 'status' } });
    this.#problems = h('button', {
      class: 'status-problems',
      attributes: { type: 'button' },
      on: { click: () => bench.run('tabProblems') },
    });
    this.element = h(
      'footer',
      { class: 'bench-status', attributes: { 'aria-label': t('Status') } },
      this.#time,
      this.#work,
      this.#note,
      this.#problems,
    );
    this.issues();
  }

  say(text: string): void {
    this.#note.textContent = text;
    this.#note.title = text;
  }

  /** A picture was drawn; several a moment are shown as one. */
  frame(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#show();
    }, kPaceMs);
  }

  issues(): void {
    const { t } = this.bench.kit,
      { issues } = this.bench.picture,
      errors = issues.filter(({ severity }) => severity === 0).length,
      warnings = issues.length - errors;
    this.#problems.className = `status-problems ${errors > 0 ? 'has-errors' : warnings > 0 ? 'has-warnings' : ''}`;
    this.#problems.textContent =
      errors > 0
        ? t('Errors: {count}', { count: errors })
        : warnings > 0
          ? t('Warnings: {count}', { count: warnings })
          : t('No problems');
    this.#show();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #show(): void {
    const { picture, kit, isRefused, refusedSince, isApproximate } = this.bench,
      { t, fixed } = kit,
      { frame, outline, states } = picture;
    if (!frame) return;
    const beat = (frame.time * (outline?.bpm ?? 60)) / 60;
    this.#time.textContent = t('{time} s · beat {beat}', { time: fixed(frame.time, 3), beat: fixed(beat, 2) });
    let ran = 0;
    for (const state of states.values()) if (state & OpState.Ran) ++ran;
    const count = outline?.operators.length ?? 0;
    const parts = [
      t('Operators: {count}', { count }),
      ...(states.size > 0 ? [t('ran again: {count}', { count: ran })] : []),
      `${fixed(frame.evaluateMs + frame.drawMs, 1)} ms`,
      ...(isApproximate ? [t('approximate')] : []),
      ...(isRefused && refusedSince
        ? [
            t('picture of {time}', {
              time: refusedSince.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }),
            }),
          ]
        : []),
    ];
    this.#work.textContent = parts.join(' · ');
  }
}
