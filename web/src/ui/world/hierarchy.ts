// The operators of a world as a tree: by class, or by the paths on which they are called. Branches are made when they are
// opened, since calls may repeat a subroutine any number of times.

import type { WorldOutline } from '../../core/world';
import type { VirtualList } from '../virtual';
import type { RoomKit } from './kit';

const kClasses = ['world', 'scene', 'mesh', 'material', 'texture', 'fx'] as const;
const kRowPixels = 24;

interface Node {
  /** Its path from the root. */
  key: string;
  level: number;
  name: string;
  kind: string;
  operator: number;
  children: () => Node[];
}

export class WorldHierarchy {
  readonly element: HTMLElement;
  readonly #list: VirtualList;
  readonly #grouping: HTMLSelectElement;
  #outline: WorldOutline | undefined;
  #rows: { node: Node; open: boolean; leaf: boolean }[] = [];
  readonly #open = new Set<string>();
  #current = 0;
  #chosen = -1;

  constructor(
    private readonly kit: RoomKit,
    private readonly choose: (operator: number) => void,
  ) {
    const { h, t } = kit;
    this.#grouping = h(
      'select',
      {
        class: 'select small',
        attributes: { 'aria-label': t('Order of the operators') },
        on: { change: () => this.#build() },
      },
      h('option', { text: t('By call path'), attributes: { value: 'paths' } }),
      h('option', { text: t('By class'), attributes: { value: 'classes' } }),
    );
    this.#list = new kit.VirtualList(kRowPixels, (row) => this.#render(row), {
      role: 'tree',
      tabindex: '0',
      'aria-label': t('Operators'),
    });
    this.#list.element.classList.add('world-tree');
    this.#list.element.addEventListener('click', (event) => this.#click(event));
    this.#list.element.addEventListener('keydown', (event) => this.#key(event));
    this.element = h('div', { class: 'world-hierarchy' }, this.#grouping, this.#list.element);
  }

  show(outline: WorldOutline): void {
    // Another outline of the same document keeps what is open.
    if (this.#outline?.operators.length !== outline.operators.length) {
      this.#open.clear();
      for (const name of ['segments', 'entities']) this.#open.add(name);
    }
    this.#outline = outline;
    this.#build();
  }

  /** Draws the rows again: the panel has come into sight. */
  refresh(): void {
    this.#list.queue();
  }

  mark(operator: number): void {
    this.#chosen = operator;
    const row = this.#rows.findIndex(({ node }) => node.operator === operator);
    if (row >= 0) {
      this.#current = row;
      this.#list.reveal(row);
    } else this.#list.queue();
  }

  #roots(): Node[] {
    const { t } = this.kit,
      outline = this.#outline!;
    const group = (key: string, name: string, operators: readonly number[], calls: readonly number[] | null): Node => ({
      key,
      level: 1,
      name: `${name} · ${operators.length}`,
      kind: '',
      operator: -1,
      children: () => operators.map((operator, i) => this.#node(operator, `${key}/${i}`, 2, calls)),
    });
    const groups =
      this.#grouping.value === 'paths'
        ? [
            group('segments', t('Segments'), outline.segments, []),
            group('portals', t('Portals'), outline.portals, []),
            group('entities', t('Entities'), outline.entities, []),
            group('post', t('Effects of the picture'), outline.post, []),
          ]
        : kClasses.map((name) => {
            const operators = outline.operators.flatMap((row, i) => (row.class === name ? i : []));
            return group(name, name, operators, null);
          });
    return groups.filter((node) => node.children().length > 0);
  }

  /** `calls`: the calls that have led here, the innermost last; null: without what stands above. */
  #node(operator: number, key: string, level: number, calls: readonly number[] | null): Node {
    const { operators } = this.#outline!,
      { name, kind } = operators[operator]!;
    const own = name.startsWith('/') ? (name.split('/').at(-1) ?? name) : name;
    return {
      key,
      level,
      name: /^\d+$/.test(own) ? kind : own,
      kind: /^\d+$/.test(own) ? '' : kind,
      operator,
      children: () => {
        if (!calls) return [];
        const { children, root, input } = operators[operator]!;
        const above = (child: number, i: number, path: readonly number[]): Node =>
          this.#node(child, `${key}/${i}`, level + 1, path);
        if (root !== undefined) return [above(root, 0, [...calls, operator])];
        if (input !== undefined) {
          const child = operators[calls.at(-1) ?? -1]?.children[input];
          return child === undefined ? [] : [above(child, 0, calls.slice(0, -1))];
        }
        return children.map((child, i) => above(child, i, calls));
      },
    };
  }

  #build(): void {
    if (!this.#outline) return;
    this.#rows = [];
    const add = (node: Node): void => {
      const children = node.children(),
        open = this.#open.has(node.key);
      this.#rows.push({ node, open, leaf: children.length === 0 });
      if (open) for (const child of children) add(child);
    };
    for (const root of this.#roots()) add(root);
    this.#current = Math.min(this.#current, Math.max(0, this.#rows.length - 1));
    this.#list.grow(this.#rows.length);
  }

  #render(index: number): HTMLElement {
    const { h, t } = this.kit,
      { node, open, leaf } = this.#rows[index]!,
      row = this.#outline!.operators[node.operator];
    const element = h(
      'div',
      {
        class: `world-row${index === this.#current ? ' is-current' : ''}`,
        id: `world-row-${index}`,
        ...(row && { title: `${row.pointer}` }),
        attributes: {
          role: 'treeitem',
          'aria-level': node.level,
          'aria-selected': String(node.operator >= 0 && node.operator === this.#chosen),
          'aria-posinset': index + 1,
          'aria-setsize': this.#rows.length,
          'data-row': index,
          ...(!leaf && { 'aria-expanded': String(open) }),
        },
      },
      h('span', { class: `world-twist${leaf ? ' is-leaf' : ''}`, attributes: { 'aria-hidden': 'true' } }),
      h('span', { class: 'world-row-name', text: node.name, ...(row && { attributes: { translate: 'no' } }) }),
      h('span', { class: 'quiet', text: node.kind, attributes: { translate: 'no' } }),
      row && h('span', { class: 'quiet numbers', text: t('line {line}', { line: row.line }) }),
    );
    element.style.paddingInlineStart = `${(node.level - 1) * 12 + 4}px`;
    if (index === this.#current) this.#list.element.setAttribute('aria-activedescendant', element.id);
    return element;
  }

  #toggle(index: number, open: boolean): void {
    const { node, leaf } = this.#rows[index]!;
    if (leaf) return;
    if (open) this.#open.add(node.key);
    else this.#open.delete(node.key);
    this.#build();
  }

  #take(index: number): void {
    this.#current = index;
    const { node, open } = this.#rows[index]!;
    if (node.operator >= 0) this.choose(node.operator);
    else this.#toggle(index, !open);
  }

  #click(event: MouseEvent): void {
    const target = event.target as HTMLElement,
      row = target.closest<HTMLElement>('[data-row]');
    if (!row) return;
    const index = Number(row.dataset['row']);
    this.#current = index;
    if (target.closest('.world-twist')) this.#toggle(index, !this.#rows[index]!.open);
    else this.#take(index);
  }

  #key(event: KeyboardEvent): void {
    const row = this.#rows[this.#current];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.#rows.length - 1,
      to = {
        ArrowDown: this.#current + 1,
        ArrowUp: this.#current - 1,
        PageDown: this.#current + this.#list.page,
        PageUp: this.#current - this.#list.page,
        Home: 0,
        End: last,
      }[event.key];
    if (to !== undefined) {
      this.#current = Math.max(0, Math.min(last, to));
      this.#list.reveal(this.#current);
    } else if (event.key === 'ArrowRight') {
      if (!row.open && !row.leaf) this.#toggle(this.#current, true);
      else if (row.open) this.#list.reveal((this.#current = Math.min(last, this.#current + 1)));
    } else if (event.key === 'ArrowLeft') {
      if (row.open) this.#toggle(this.#current, false);
      else {
        let up = this.#current - 1;
        while (up >= 0 && this.#rows[up]!.node.level >= row.node.level) --up;
        if (up >= 0) this.#list.reveal((this.#current = up));
      }
    } else if (event.key === 'Enter' || event.key === ' ') this.#take(this.#current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
