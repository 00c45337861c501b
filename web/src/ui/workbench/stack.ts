// The stack of the page that shows: inputs above, their consumer below. Places are computed from the text; only blocks in
// sight are elements.

import { perFrame } from '../perFrame';
import type { Pane } from './bench';
import { stackOf, type Block, type Stack } from './text/pages';
import { StackDrag } from './stackDrag';
import { type Box, drawBlock, type Placed, placedOf } from './stackView';
import type { WorldBench } from './worldBench';

const kLeastWidth = 72;
const kMostWidth = 160;
const kRow = 26;
const kCoarseRow = 40;
const kPad = 14;
const kOverscan = 120;
/** From the right edge to the buttons that add above and below: names begin at the left. */
const kAdder = 28;
const kMostElements = 300;

/** All that an element of a block shows: where it is the same, nothing is drawn again. */
function shownOf({ block, level, position, siblings }: Placed, state: number, isChosen: boolean): string {
  const { op, class: own, name, isLink, isBorder, note, parked, folded, slots, pointer } = block,
    links = slots.map((slot) => `${slot.key}=${slot.name}=${slot.pointer}=${String(slot.isLink)}`);
  return [
    op,
    own,
    name,
    isLink,
    isBorder,
    note,
    parked,
    folded,
    pointer,
    level,
    position,
    siblings,
    state,
    isChosen,
    ...links,
  ].join('\n');
}

export class StackPane implements Pane {
  readonly element: HTMLElement;
  /** Rows of the outline may be dragged onto blocks as well. */
  readonly drag: StackDrag;
  readonly #field: HTMLElement;
  readonly #blocks: HTMLElement;
  readonly #empty: HTMLElement;
  readonly #adders: HTMLElement[];
  readonly #coarse = matchMedia('(pointer: coarse)');
  readonly #elements = new Map<string, HTMLElement>();
  /** What each element shows. */
  readonly #shown = new WeakMap<HTMLElement, string>();
  readonly #ends: (() => void)[] = [];
  readonly #queue = perFrame(() => this.#draw());
  readonly #watch = new ResizeObserver(() => this.#queue());
  #stack: Stack | undefined;
  #placed: Placed[] = [];
  #byPointer = new Map<string, Placed>();
  #version = -1;
  #page = '';
  /** Pixels of a column. */
  #unit = kMostWidth;
  /** Runs of like neighbours that show one by one. */
  readonly #unfolded = new Set<string>();
  #isShown = false;

  constructor(
    private readonly bench: WorldBench,
    private readonly menu: (x: number, y: number) => void,
  ) {
    const { h, t } = bench.kit;
    this.#blocks = h('div', { class: 'bench-stack-blocks', attributes: { role: 'presentation' } });
    this.#adders = (['addInput', 'add', 'addBeside'] as const).map((id) =>
      h('button', {
        class: `bench-adder is-${id}`,
        text: '+',
        title: { addInput: t('Add as input'), add: t('Add below'), addBeside: t('Add beside') }[id],
        attributes: { type: 'button', tabindex: -1, 'aria-hidden': 'true', hidden: true },
        on: { click: () => bench.run(id) },
      }),
    );
    this.#field = h('div', { class: 'bench-stack-field' }, this.#blocks, ...this.#adders);
    this.#empty = h('p', { class: 'quiet bench-empty', attributes: { hidden: true } });
    this.element = h(
      'div',
      { class: 'bench-stack', attributes: { role: 'tree', tabindex: 0, 'aria-multiselectable': 'true' } },
      this.#field,
      this.#empty,
    );
    const { element } = this;
    element.addEventListener('scroll', () => this.#queue(), { passive: true });
    element.addEventListener('click', (event) => this.#click(event));
    element.addEventListener('dblclick', (event) => this.#double(event));
    element.addEventListener('contextmenu', (event) => this.#context(event));
    this.drag = new StackDrag(bench, this);
    this.#watch.observe(element);
    this.#ends.push(
      bench.on((event) => {
        if (!this.#isShown) return;
        if (event === 'selection') this.#reveal();
        if (event !== 'saved' && event !== 'issues') this.#queue();
      }),
    );
  }

  get field(): HTMLElement {
    return this.#field;
  }

  show(shown: boolean): void {
    this.#isShown = shown;
    if (!shown) return;
    this.#queue();
    requestAnimationFrame(() => this.#reveal());
  }

  dispose(): void {
    this.#watch.disconnect();
    for (const end of this.#ends) end();
  }

  /** The block at a point of the window. */
  at(x: number, y: number): Placed | undefined {
    const { left, top } = this.#field.getBoundingClientRect();
    return this.#placed.find(({ block }) => {
      const box = this.boxOf(block);
      return (
        x >= left + box.left && x < left + box.left + box.width && y >= top + box.top && y < top + box.top + box.height
      );
    });
  }

  /** Blocks that a box of the field touches. */
  within(box: Box): string[] {
    return this.#placed.flatMap(({ block }) => {
      const own = this.boxOf(block);
      const isApart =
        own.left > box.left + box.width ||
        own.left + own.width < box.left ||
        own.top > box.top + box.height ||
        own.top + own.height < box.top;
      return isApart ? [] : block.pointer;
    });
  }

  /** In pixels of the field. */
  boxOf({ column, row, columns }: Block): Box {
    const unit = this.#unit,
      height = this.#rowPixels;
    return { left: kPad + column * unit, top: kPad + row * height, width: columns * unit - 2, height };
  }

  key(event: KeyboardEvent): boolean {
    const { ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey || altKey || metaKey || !/^(Arrow|Home|End)/.test(event.key)) return false;
    // The text may have changed since the last picture.
    this.#layout();
    const current = this.#byPointer.get(this.bench.block ?? '') ?? this.#placed.find(({ level }) => level === 1);
    if (!current) return true;
    const isNew = this.bench.block !== current.block.pointer,
      next = isNew ? current : this.#neighbour(current, event.key);
    if (next) this.#choose(next.block.pointer, shiftKey);
    return true;
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  get #rowPixels(): number {
    return this.#coarse.matches ? kCoarseRow : kRow;
  }
  /** Reading the width of an element lays the page out: once for all blocks. */
  #measure(): void {
    const room = (this.element.clientWidth - 2 * kPad) / Math.max(1, this.#stack?.columns ?? 1);
    this.#unit = Math.floor(Math.max(kLeastWidth, Math.min(kMostWidth, room)));
  }

  #neighbour(from: Placed, key: string): Placed | undefined {
    const { block, owner } = from,
      middle = block.column + block.columns / 2;
    const nearest = (list: readonly Placed[]): Placed | undefined =>
      list.reduce<Placed | undefined>((best, each) => {
        const away = (it: Placed): number => Math.abs(it.block.column + it.block.columns / 2 - middle);
        return !best || away(each) < away(best) ? each : best;
      }, undefined);
    if (key === 'ArrowUp') return this.#byPointer.get(block.inputs[0]?.pointer ?? '');
    if (key === 'ArrowDown') return owner && this.#byPointer.get(owner.pointer);
    if (key === 'Home') return this.#placed[0];
    if (key === 'End') return this.#placed.at(-1);
    const isLeft = key === 'ArrowLeft';
    const beside = this.#placed.filter(({ block: other }) =>
      isLeft ? other.column + other.columns <= block.column : other.column >= block.column + block.columns,
    );
    const row = beside.filter(({ block: other }) => other.row === block.row);
    return nearest(row.length > 0 ? row : beside);
  }

  #choose(pointer: string, more: boolean): void {
    const { draft } = this.bench;
    if (!more) return draft.select([pointer]);
    const others = draft.selection.filter((other) => other !== pointer);
    draft.select(
      others.length < draft.selection.length && draft.selection.at(-1) === pointer ? others : [...others, pointer],
    );
  }

  #click(event: MouseEvent): void {
    const target = event.target as HTMLElement,
      element = target.closest<HTMLElement>('[data-pointer]');
    if (!element) return;
    const slot = target.closest<HTMLElement>('[data-slot]')?.dataset['slot'];
    this.#choose(slot ?? element.dataset['pointer']!, event.shiftKey);
    if (target.closest('.bench-block-note')) this.bench.run('note');
  }

  #double(event: MouseEvent): void {
    const target = event.target as HTMLElement,
      pointer =
        target.closest<HTMLElement>('[data-slot]')?.dataset['slot'] ??
        target.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'];
    if (pointer === undefined) return;
    if ((this.#byPointer.get(pointer)?.block.folded ?? 0) > 1) this.#unfold(pointer);
    else if (!this.bench.follow(pointer)) this.bench.run('rename');
  }

  #context(event: MouseEvent): void {
    event.preventDefault();
    const pointer = (event.target as HTMLElement).closest<HTMLElement>('[data-pointer]')?.dataset['pointer'];
    if (pointer !== undefined && !this.bench.draft.selection.includes(pointer)) this.#choose(pointer, false);
    this.menu(event.clientX, event.clientY);
  }

  #unfold(pointer: string): void {
    this.#unfolded.add(pointer);
    this.#version = -1;
    this.#queue();
  }

  /** Where the menu opens that was asked for by a key. */
  get menuPlace(): [number, number] {
    const element = this.#elements.get(this.bench.block ?? '') ?? this.element,
      { left, bottom } = element.getBoundingClientRect();
    return [left + 8, bottom];
  }

  #layout(): void {
    const { draft, page } = this.bench;
    if (draft.version === this.#version && page?.pointer === this.#page) return;
    this.#version = draft.version;
    this.#page = page?.pointer ?? '';
    this.#stack = page && stackOf(draft.rootText, page, this.#unfolded);
    this.#placed = placedOf(this.#stack?.blocks ?? []);
    this.#byPointer = new Map(this.#placed.map((placed) => [placed.block.pointer, placed]));
  }

  #draw(): void {
    if (!this.#isShown) return;
    this.#layout();
    this.#measure();
    const { element } = this,
      { t } = this.bench.kit,
      { columns = 0, rows = 0 } = this.#stack ?? {},
      page = this.bench.page;
    this.#field.style.width = `${columns * this.#unit + 2 * kPad}px`;
    this.#field.style.height = `${rows * this.#rowPixels + 2 * kPad}px`;
    element.setAttribute('aria-label', page ? t('Stack of {name}', { name: page.name }) : t('Stack'));
    this.#empty.hidden = this.#placed.length > 0;
    if (!this.#empty.hidden)
      this.#empty.textContent = page
        ? t('This page has no operators: its values are at the right.')
        : t('Nothing is here yet: Shift+N makes a page.');
    const seen = {
      left: element.scrollLeft - kOverscan,
      top: element.scrollTop - kOverscan,
      width: element.clientWidth + 2 * kOverscan,
      height: element.clientHeight + 2 * kOverscan,
    };
    const near = new Set(this.within(seen).slice(0, kMostElements));
    for (const [pointer, old] of this.#elements)
      if (!near.has(pointer)) {
        old.remove();
        this.#elements.delete(pointer);
      }
    for (const pointer of near) this.#place(this.#byPointer.get(pointer)!);
    this.#current();
  }

  #place(placed: Placed): void {
    const { bench } = this,
      { block } = placed,
      box = this.boxOf(block);
    let element = this.#elements.get(block.pointer);
    if (!element) {
      element = bench.kit.h('div', { attributes: { role: 'treeitem' } });
      this.#elements.set(block.pointer, element);
      this.#blocks.append(element);
    }
    element.id = `bench-block-${this.#placed.indexOf(placed)}`;
    Object.assign(element.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    const state = bench.picture.state(block.pointer),
      isChosen = bench.draft.selection.includes(block.pointer) || bench.block === block.pointer,
      key = shownOf(placed, state, isChosen);
    if (this.#shown.get(element) === key) return;
    this.#shown.set(element, key);
    drawBlock(bench.kit, element, placed, state, isChosen);
  }

  /** Marks what keys are about, and puts the buttons that add around it. */
  #current(): void {
    const placed = this.#byPointer.get(this.bench.block ?? ''),
      element = placed && this.#elements.get(placed.block.pointer);
    if (element) this.element.setAttribute('aria-activedescendant', element.id);
    else this.element.removeAttribute('aria-activedescendant');
    const box = placed && this.boxOf(placed.block);
    for (const adder of this.#adders) {
      adder.hidden = !box;
      if (!box) continue;
      const isBeside = adder.classList.contains('is-addBeside'),
        isInput = adder.classList.contains('is-addInput');
      adder.style.left = `${box.left + box.width - (isBeside ? 0 : kAdder)}px`;
      adder.style.top = `${box.top + (isBeside ? box.height / 2 : isInput ? 0 : box.height)}px`;
    }
  }

  #reveal(): void {
    this.#layout();
    const { block = '' } = this.bench;
    const run = this.#placed.find((each) => each.block.folded > 1 && each.block.members.indexOf(block) > 0);
    if (run) {
      this.#unfold(run.block.pointer);
      this.#layout();
    }
    const placed = this.#byPointer.get(block);
    if (!placed) return;
    const { left, top, width, height } = this.boxOf(placed.block),
      { element } = this;
    if (left < element.scrollLeft) element.scrollLeft = left - kPad;
    else if (left + width > element.scrollLeft + element.clientWidth && width < element.clientWidth)
      element.scrollLeft = left + width - element.clientWidth + kPad;
    if (top < element.scrollTop) element.scrollTop = top - kPad;
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight + kPad;
  }
}
