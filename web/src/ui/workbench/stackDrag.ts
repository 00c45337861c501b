// Dragging in the stack: a block to a lit gap, slot or page; on empty ground a box that chooses. What breaks a rule never
// lights up, since each place is tried as a step first.

import { attempt } from './blockCommands';
import type { Attempt, Step } from './text/draft';
import type { Json } from '../world/text';
import { copyValue, insertElement, linkTo, moveValue, setValue } from './text/gestures';
import { nodeAt, pointerOf } from './text/scan';
import type { Box, Placed } from './stackView';
import type { WorldBench } from './worldBench';

/** A press that moves less is a click. */
const kClickPixels = 5;
const kGap = 4;

interface Target {
  step: Step;
  /** Where it lights up, in pixels of the field; undefined: an element of the page does. */
  box?: Box;
  row?: Element;
}

/** The pane that is dragged in. */
interface DraggedStack {
  readonly element: HTMLElement;
  /** What holds the blocks. */
  readonly field: HTMLElement;
  /** The block at a point of the window. */
  at(clientX: number, clientY: number): Placed | undefined;
  boxOf(block: { column: number; row: number; columns: number }): Box;
  /** Pointers of the blocks in a box. */
  within(box: Box): string[];
}

/** What is dragged: an operator by its place, a page by its name, or an operator that is new. */
export type Dragged = { pointer: string } | { page: string } | { value: Json };

export class StackDrag {
  readonly #mark: HTMLElement;
  readonly #box: HTMLElement;
  /** Steps that were tried, by what they would do. */
  #tried = new Map<string, Attempt>();
  #target: Target | undefined;

  constructor(
    private readonly bench: WorldBench,
    private readonly pane: DraggedStack,
  ) {
    const { h } = bench.kit;
    this.#mark = h('div', { class: 'bench-drop', attributes: { hidden: true } });
    this.#box = h('div', { class: 'bench-box', attributes: { hidden: true } });
    pane.field.append(this.#mark, this.#box);
    pane.element.addEventListener('pointerdown', (event) => this.#press(event));
  }

  #press(event: PointerEvent): void {
    const target = event.target as HTMLElement;
    if (event.button !== 0 || event.pointerType === 'touch' || target.closest('button')) return;
    const element = target.closest<HTMLElement>('[data-pointer]'),
      pointer = target.closest<HTMLElement>('[data-slot]')?.dataset['slot'] ?? element?.dataset['pointer'];
    if (pointer !== undefined) this.follow(event, { pointer });
    else if (target.closest('.bench-stack') && event.offsetX < this.pane.element.scrollWidth) this.#select(event);
  }

  /** Until the button is up: lights up what would take it. */
  follow(start: PointerEvent, dragged: Dragged): void {
    const ending = new AbortController(),
      { signal } = ending;
    let isDragging = false;
    this.#tried.clear();
    const end = (drop: boolean): void => {
      ending.abort();
      const target = this.#target;
      this.#light(undefined);
      document.body.classList.remove('is-bench-dragging');
      if (drop && isDragging && target) attempt(this.bench, target.step);
      if (!isDragging) return;
      // The click that follows a drag chooses nothing.
      const stop = (event: Event): void => event.stopPropagation();
      addEventListener('click', stop, { capture: true });
      setTimeout(() => removeEventListener('click', stop, { capture: true }));
    };
    addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        if (!isDragging && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < kClickPixels)
          return;
        isDragging = true;
        document.body.classList.add('is-bench-dragging');
        this.#light(this.#find(dragged, event));
      },
      { signal },
    );
    addEventListener('pointerup', () => end(true), { signal });
    addEventListener('pointercancel', () => end(false), { signal });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        end(false);
      },
      { signal, capture: true },
    );
  }

  /** The step that puts a new operator where it was dropped; undefined where it does not fit. */
  putAt(value: Json, at: { x: number; y: number }): Step | undefined {
    this.#tried.clear();
    return this.#find({ value }, { clientX: at.x, clientY: at.y, altKey: false })?.step;
  }

  #light(target: Target | undefined): void {
    if (this.#target?.row !== target?.row) {
      this.#target?.row?.classList.remove('is-lit');
      target?.row?.classList.add('is-lit');
    }
    this.#target = target;
    this.#mark.hidden = !target?.box;
    if (!target?.box) return;
    const { left, top, width, height } = target.box;
    Object.assign(this.#mark.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  }

  #try(key: string, make: () => Attempt): Step | undefined {
    let step = this.#tried.get(key);
    if (!step) this.#tried.set(key, (step = make()));
    return 'refused' in step ? undefined : step;
  }

  #moved(dragged: Dragged, isCopy: boolean, to: string, index?: number): Step | undefined {
    const { draft } = this.bench;
    if ('page' in dragged) return undefined;
    if ('value' in dragged)
      return this.#try(`new ${to} ${index ?? ''}`, () =>
        index === undefined && !to.endsWith('/in')
          ? setValue(draft, to, dragged.value)
          : insertElement(draft, to, index ?? Infinity, dragged.value),
      );
    const { pointer } = dragged;
    if (to.startsWith(`${pointer}/`)) return undefined;
    return this.#try(`${String(isCopy)} ${to} ${index ?? ''}`, () =>
      (isCopy ? copyValue : moveValue)(draft, pointer, to, index),
    );
  }

  #find(
    dragged: Dragged,
    { clientX, clientY, altKey }: Pick<PointerEvent, 'clientX' | 'clientY' | 'altKey'>,
  ): Target | undefined {
    const over = document.elementFromPoint(clientX, clientY),
      row = over?.closest<HTMLElement>('[data-page]');
    if (row) {
      const step = this.#moved(dragged, altKey, `${row.dataset['page']!}/in`);
      return step && { step, row };
    }
    const slot = over?.closest<HTMLElement>('[data-slot]');
    if (slot) {
      const to = slot.dataset['slot']!;
      const step =
        'page' in dragged
          ? this.#try(`link ${to}`, () => linkTo(this.bench.draft, to, dragged.page, 'input'))
          : this.#moved(dragged, altKey, to);
      if (step) return { step, row: slot };
    }
    const placed = this.pane.at(clientX, clientY);
    return placed && this.#onBlock(dragged, altKey, placed, clientX, clientY);
  }

  #onBlock(dragged: Dragged, isCopy: boolean, placed: Placed, x: number, y: number): Target | undefined {
    const { draft } = this.bench,
      { block } = placed,
      box = this.pane.boxOf(block),
      { left, top } = this.pane.field.getBoundingClientRect();
    const fx = (x - left - box.left) / box.width,
      isUpper = (y - top - box.top) / box.height < 0.5;
    const lit = (step: Step | undefined, at: Box): Target | undefined => step && { step, box: at };
    if ('page' in dragged)
      return lit(
        this.#try(`link ${block.pointer}`, () => linkTo(draft, block.pointer, dragged.page, 'input')),
        box,
      );
    const asInput = (): Target | undefined => {
      const index = block.inputs.filter(
        ({ column, columns }) => x > left + this.pane.boxOf({ ...block, column, columns }).left + 20,
      ).length;
      return lit(this.#moved(dragged, isCopy, `${block.pointer}/in`, index), { ...box, height: kGap });
    };
    const beside = (): Target | undefined => {
      const list = nodeAt(draft.root, block.pointer)?.parent;
      if (list?.kind !== 'array') return undefined;
      const isAfter = fx > 0.5,
        index = placed.position - 1 + (isAfter ? 1 : 0);
      return lit(this.#moved(dragged, isCopy, pointerOf(list), index), {
        ...box,
        left: box.left + (isAfter ? box.width - kGap / 2 : -kGap / 2),
        width: kGap,
      });
    };
    const isEdge = fx < 0.2 || fx > 0.8;
    return isEdge || !isUpper ? (beside() ?? asInput()) : (asInput() ?? beside());
  }

  /** A box on empty ground. */
  #select(start: PointerEvent): void {
    const ending = new AbortController(),
      { signal } = ending,
      { field } = this.pane,
      before = start.shiftKey ? this.bench.draft.selection : [];
    let isDragging = false;
    addEventListener(
      'pointermove',
      (event) => {
        if (!isDragging && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < kClickPixels)
          return;
        isDragging = true;
        const { left, top } = field.getBoundingClientRect(),
          box = {
            left: Math.min(start.clientX, event.clientX) - left,
            top: Math.min(start.clientY, event.clientY) - top,
            width: Math.abs(event.clientX - start.clientX),
            height: Math.abs(event.clientY - start.clientY),
          };
        this.#box.hidden = false;
        Object.assign(
          this.#box.style,
          Object.fromEntries(Object.entries(box).map(([key, value]) => [key, `${value}px`])),
        );
        this.bench.draft.select([...before, ...this.pane.within(box)]);
      },
      { signal },
    );
    const end = (): void => {
      ending.abort();
      this.#box.hidden = true;
      if (!isDragging && !start.shiftKey) this.bench.draft.select([]);
    };
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
  }
}
