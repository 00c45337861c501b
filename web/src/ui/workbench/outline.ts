// All pages and their operators as a tree, and a search through them: the way to one of thousands.

import type { Pane } from './bench';
import { perFrame } from '../perFrame';
import { match } from './palette';
import type { Dragged } from './stackDrag';
import { placedOf, type Placed, statesOf } from './stackView';
import { stackOf, type Page } from './text/pages';
import type { WorldBench } from './worldBench';

const kRow = 24;
const kCoarseRow = 40;
const kClickPixels = 5;

/** Nothing is folded here. */
const every: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

interface Row {
  pointer: string;
  level: number;
  page: Page;
  /** Undefined: the page itself. */
  placed?: Placed;
  isOpen: boolean;
  isLeaf: boolean;
}

export class OutlinePane implements Pane {
  readonly element: HTMLElement;
  readonly #search: HTMLInputElement;
  readonly #list: InstanceType<WorldBench['kit']['VirtualList']>;
  readonly #count: HTMLElement;
  readonly #ends: (() => void)[] = [];
  readonly #queue = perFrame(() => this.#build());
  readonly #toReveal = perFrame(() => this.#reveal());
  /** Pages that are open, and operators that are closed. */
  readonly #open = new Set<string>();
  readonly #closed = new Set<string>();
  #rows: Row[] = [];
  #operators = new Map<string, Placed[]>();
  #version = -1;
  #isShown = false;

  constructor(
    private readonly bench: WorldBench,
    private readonly menu: (x: number, y: number) => void,
    private readonly drag: (start: PointerEvent, dragged: Dragged) => void,
  ) {
    const { h, t, VirtualList } = bench.kit;
    this.#search = h('input', {
      class: 'bench-search',
      attributes: {
        type: 'search',
        placeholder: t('Find  /'),
        'aria-label': t('Find pages and operators'),
        autocomplete: 'off',
        spellcheck: 'false',
      },
      on: { input: () => this.#find(), keydown: (event) => this.#searchKey(event) },
    });
    this.#count = h('p', { class: 'visually-hidden', attributes: { role: 'status' } });
    const pixels = matchMedia('(pointer: coarse)').matches ? kCoarseRow : kRow;
    this.#list = new VirtualList(pixels, (row) => this.#render(row), {
      role: 'tree',
      tabindex: '0',
      'aria-multiselectable': 'true',
      'aria-label': t('Outline'),
    });
    const tree = this.#list.element;
    tree.classList.add('bench-tree');
    tree.addEventListener('click', (event) => this.#click(event));
    tree.addEventListener('dblclick', () => bench.run('rename'));
    tree.addEventListener('contextmenu', (event) => this.#context(event));
    tree.addEventListener('pointerdown', (event) => this.#press(event));
    this.element = h('div', { class: 'bench-outline-body' }, this.#search, this.#count, tree);
    this.#ends.push(
      bench.on((event) => {
        if (!this.#isShown) return;
        if (event === 'text') this.#queue();
        else if (event === 'selection' || event === 'page') this.#toReveal();
        else if (event === 'frame' || event === 'pictures') this.#list.queue();
      }),
    );
  }

  show(shown: boolean): void {
    this.#isShown = shown;
    if (shown) this.#toReveal();
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
  }

  focus(): void {
    this.#list.element.focus({ preventScroll: true });
  }

  dispose(): void {
    for (const end of this.#ends) end();
  }

  key(event: KeyboardEvent): boolean {
    const { ctrlKey, altKey, metaKey, shiftKey, key } = event;
    if (event.target === this.#search || ctrlKey || altKey || metaKey) return false;
    const at = this.#current,
      row = this.#rows[at],
      to = {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        PageDown: at + this.#list.page,
        PageUp: at - this.#list.page,
        Home: 0,
        End: this.#rows.length - 1,
      }[key];
    if (to !== undefined) this.#go(Math.max(0, Math.min(this.#rows.length - 1, to)), shiftKey);
    else if (key === 'ArrowRight' && row) {
      if (!row.isOpen && !row.isLeaf) this.#toggle(row, true);
      else if (row.isOpen) this.#go(at + 1, false);
    } else if (key === 'ArrowLeft' && row) {
      if (row.isOpen) this.#toggle(row, false);
      else {
        let up = at - 1;
        while (up > 0 && this.#rows[up]!.level >= row.level) --up;
        this.#go(Math.max(0, up), false);
      }
    } else return false;
    return true;
  }

  /** Where the menu opens that was asked for by a key. */
  get menuPlace(): [number, number] {
    const row = this.#list.element.querySelector('.is-current') ?? this.#list.element,
      { left, bottom } = row.getBoundingClientRect();
    return [left + 24, bottom];
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  get #current(): number {
    const front = this.bench.draft.selection.at(-1),
      { block } = this.bench;
    const found = this.#rows.findIndex(({ pointer }) => pointer === front || pointer === block);
    return found >= 0 ? found : this.#rows.findIndex(({ pointer }) => pointer === this.bench.page?.pointer);
  }

  #of(page: Page): Placed[] {
    let placed = this.#operators.get(page.pointer);
    if (!placed) {
      // The root of a page that is an operator itself is its row.
      placed = placedOf(stackOf(this.bench.draft.rootText, page, every).blocks).filter(
        ({ block }) => block.pointer !== page.pointer,
      );
      this.#operators.set(page.pointer, placed);
    }
    return placed;
  }

  #build(): void {
    const { bench } = this;
    if (bench.draft.version !== this.#version) this.#operators.clear();
    this.#version = bench.draft.version;
    this.#rows = this.#search.value.trim() === '' ? this.#tree() : this.#found(this.#search.value);
    this.#list.grow(this.#rows.length);
  }

  /** What is found begins at the top. */
  #find(): void {
    this.#build();
    this.#list.show(this.#rows.length);
    this.#list.element.scrollTop = 0;
  }

  #tree(): Row[] {
    return this.bench.pages.flatMap((page): Row[] => {
      const isOpen = this.#open.has(page.pointer),
        operators = isOpen ? this.#of(page) : [];
      const head: Row = { pointer: page.pointer, level: 1, page, isOpen, isLeaf: isOpen && operators.length === 0 };
      let hidden = Infinity;
      const rows = operators.flatMap((placed): Row[] => {
        if (placed.level > hidden) return [];
        hidden = this.#closed.has(placed.block.pointer) ? placed.level : Infinity;
        const isLeaf = placed.block.inputs.length === 0;
        return [
          {
            pointer: placed.block.pointer,
            level: placed.level + 1,
            page,
            placed,
            isOpen: !isLeaf && hidden === Infinity,
            isLeaf,
          },
        ];
      });
      return [head, ...rows];
    });
  }

  #found(typed: string): Row[] {
    const rows: { row: Row; rank: number }[] = [];
    for (const page of this.bench.pages) {
      const rank = match(page.name, typed);
      if (rank > 1)
        rows.push({ row: { pointer: page.pointer, level: 1, page, isOpen: false, isLeaf: true }, rank: rank + 1 });
      for (const placed of this.#of(page)) {
        const { name, op, note, pointer } = placed.block,
          best = Math.max(match(name, typed), match(op, typed) - 1, match(note, typed) - 2);
        if (best > 1) rows.push({ row: { pointer, level: 1, page, placed, isOpen: false, isLeaf: true }, rank: best });
      }
    }
    rows.sort((a, b) => b.rank - a.rank);
    this.#count.textContent = this.bench.kit.t('{count} found', { count: rows.length });
    return rows.map(({ row }) => row);
  }

  #reveal(): void {
    if (!this.#isShown) return;
    const { page, block } = this.bench;
    if (page && this.#search.value === '') this.#open.add(page.pointer);
    for (let at = block ?? ''; at !== ''; at = at.slice(0, at.lastIndexOf('/')))
      this.#closed.delete(at === block ? '' : at);
    this.#build();
    const current = this.#current;
    if (current >= 0) this.#list.reveal(current);
  }

  #toggle({ pointer, placed }: Row, open: boolean): void {
    const set = placed ? this.#closed : this.#open;
    if (open === (set === this.#open)) set.add(pointer);
    else set.delete(pointer);
    this.#build();
  }

  #go(index: number, more: boolean): void {
    const row = this.#rows[index];
    if (!row) return;
    const { draft } = this.bench;
    if (more) draft.select([...draft.selection.filter((other) => other !== row.pointer), row.pointer]);
    else this.bench.go(row.pointer);
    this.#list.reveal(index);
  }

  #searchKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.#go(0, false);
    else if (event.key === 'ArrowDown') this.focus();
    else if (event.key !== 'Escape' || this.#search.value === '') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'ArrowDown') return;
    this.#search.value = '';
    this.#reveal();
    this.focus();
  }

  #rowOf(event: Event): number {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    return row ? Number(row.dataset['row']) : -1;
  }

  #click(event: MouseEvent): void {
    const index = this.#rowOf(event),
      row = this.#rows[index];
    if (!row) return;
    if ((event.target as HTMLElement).closest('.world-twist')) this.#toggle(row, !row.isOpen);
    else this.#go(index, event.shiftKey);
  }

  #context(event: MouseEvent): void {
    event.preventDefault();
    const row = this.#rows[this.#rowOf(event)];
    if (row && !this.bench.draft.selection.includes(row.pointer)) this.bench.go(row.pointer);
    this.menu(event.clientX, event.clientY);
  }

  #press(start: PointerEvent): void {
    const row = this.#rows[this.#rowOf(start)];
    if (!row || start.button !== 0 || start.pointerType === 'touch') return;
    const ending = new AbortController(),
      { signal } = ending;
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (Math.hypot(clientX - start.clientX, clientY - start.clientY) < kClickPixels) return;
        ending.abort();
        this.drag(start, row.placed ? { pointer: row.pointer } : { page: row.page.name });
      },
      { signal },
    );
    addEventListener('pointerup', () => ending.abort(), { signal });
  }

  #render(index: number): HTMLElement {
    const { h, t } = this.bench.kit,
      { pointer, level, page, placed, isOpen, isLeaf } = this.#rows[index]!,
      { draft, picture } = this.bench;
    const state = picture.state(pointer),
      { names, said } = statesOf(t, state),
      isChosen = draft.selection.includes(pointer),
      isCurrent = index === this.#current,
      { name = page.name, op = page.kind, isLink = false } = placed?.block ?? {};
    const thumbnail = placed ? undefined : this.bench.pictureOf(pointer),
      classOf = placed ? (placed.block.class ?? 'none') : page.kind;
    const element = h(
      'div',
      {
        class: [
          'world-row bench-row',
          `is-${classOf}`,
          placed ? '' : 'is-page',
          isCurrent ? 'is-current' : '',
          ...names,
        ].join(' '),
        id: `bench-row-${index}`,
        title: [name || op, ...said].join('\n'),
        attributes: {
          role: 'treeitem',
          'aria-level': level,
          'aria-selected': String(isChosen),
          ...(placed
            ? { 'aria-posinset': placed.position, 'aria-setsize': placed.siblings }
            : { 'data-page': pointer }),
          'data-row': index,
          ...(!isLeaf && { 'aria-expanded': String(isOpen) }),
        },
      },
      h('span', { class: `world-twist${isLeaf ? ' is-leaf' : ''}`, attributes: { 'aria-hidden': 'true' } }),
      h('span', { class: 'bench-block-state', attributes: { 'aria-hidden': 'true' } }),
      thumbnail !== undefined && h('img', { class: 'bench-thumbnail', attributes: { src: thumbnail, alt: '' } }),
      h('span', {
        class: 'world-row-name',
        text: `${isLink ? '→ ' : ''}${name || op}`,
        attributes: { translate: 'no' },
      }),
      name !== '' && name !== op && h('span', { class: 'quiet', text: op, attributes: { translate: 'no' } }),
    );
    element.style.paddingInlineStart = `${(level - 1) * 12 + 2}px`;
    if (isCurrent) this.#list.element.setAttribute('aria-activedescendant', element.id);
    return element;
  }
}
