// The node tree as an ARIA tree. Only the rows in sight are there, so that thousands of joints cost no more than thirty.

import { fill } from '../base/lists';
import type { HierarchyNode, NodeKind } from '../core/report';
import { h, svgIcon, type IconName } from './dom';
import { count, t } from './language';
import type { NodeMenu } from './nodeMenu';
import type { ToolState } from './tools/toolState';
import { perFrame } from './perFrame';

const kOpenBelow = 300;
/** Height of a row: for a mouse, and for fingers. */
const kRowPixels = 26;
const kFingerPixels = 44;
const kOverscan = 8;
/** Rows below are not moved in any further: their names would be far out of sight. */
const kDeepestIndent = 64;
const kindIcons: Record<NodeKind, IconName> = {
  joint: 'joint',
  mesh: 'mesh',
  camera: 'camera',
  light: 'light',
  empty: 'empty',
  emitter: 'emitter',
};
const kinds = Object.keys(kindIcons) as NodeKind[];

function kindName(kind: NodeKind): string {
  switch (kind) {
    case 'joint':
      return t('Joints');
    case 'mesh':
      return t('Meshes');
    case 'camera':
      return t('Cameras');
    case 'light':
      return t('Lights');
    case 'emitter':
      return t('Emitters');
    case 'empty':
      return t('Empties');
  }
}

/** A row of the list: a node, how deep it stands, its place among its siblings. */
interface Row {
  node: HierarchyNode;
  level: number;
  place: number;
  siblings: number;
  branch: boolean;
}

export class Hierarchy {
  readonly element: HTMLElement;
  private readonly rowsBox = h('div', { class: 'tree-rows', attributes: { role: 'presentation' } });
  private readonly tree: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly kind: HTMLSelectElement;
  private readonly collapse = h('button', {
    class: 'button small',
    text: t('Collapse all'),
    attributes: { type: 'button' },
    on: { click: () => this.collapseAll() },
  });
  private readonly none = h('p', { class: 'quiet tree-none', attributes: { role: 'status' } });
  private roots: HierarchyNode[] = [];
  private nodes: HierarchyNode[] = [];
  private parents: (HierarchyNode | undefined)[] = [];
  private readonly opened = new Set<number>();
  private readonly rowPixels = matchMedia('(pointer: coarse)').matches ? kFingerPixels : kRowPixels;
  private rows: Row[] = [];
  /** Row number of each node that has one. */
  private places = new Map<number, number>();
  private readonly items = new Map<number, HTMLElement>();
  private selected = -1;
  /** The one row that Tab reaches. */
  private current = -1;
  private readonly queue = perFrame(() => this.draw());
  private toTop = false;

  constructor(
    private readonly choose: (node: number) => void,
    private readonly toolState: ToolState,
    private readonly menu: NodeMenu,
  ) {
    this.search = h('input', {
      class: 'search',
      attributes: {
        type: 'search',
        placeholder: t('Find a node'),
        'aria-label': t('Find a node'),
        spellcheck: 'false',
        'aria-keyshortcuts': '/',
      },
      on: {
        input: () => this.refill(),
        keydown: (event) => {
          if (event.key !== 'ArrowDown' || this.rows.length === 0) return;
          event.preventDefault();
          this.focusRow(0);
        },
      },
    });
    this.kind = h('select', {
      class: 'select small',
      attributes: { 'aria-label': t('Types of nodes') },
      on: { change: () => this.refill() },
    });
    this.tree = h('div', { class: 'tree', attributes: { role: 'tree', 'aria-label': t('Hierarchy') } }, this.rowsBox);
    this.element = h(
      'div',
      { class: 'panel-body hierarchy' },
      h(
        'div',
        { class: 'tree-head' },
        h('label', { class: 'search-row' }, svgIcon('search'), this.search),
        h('div', { class: 'tree-choices' }, this.kind, this.collapse),
      ),
      this.none,
      this.tree,
    );
    this.tree.addEventListener('click', (event) => this.click(event));
    this.tree.addEventListener('dblclick', (event) => this.doubleClick(event));
    this.tree.addEventListener('keydown', (event) => this.key(event));
    this.tree.addEventListener('contextmenu', (event) => this.openMenu(event));
    this.tree.addEventListener('scroll', () => this.queue(), { passive: true });
    this.tree.addEventListener('focusin', (event) => {
      const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
      if (item) this.makeCurrent(Number(item.dataset.node));
    });
    new ResizeObserver(() => this.queue()).observe(this.tree);
    toolState.onChange(() => this.redraw());
  }

  /** The roots alone; where all are closed, everything again. */
  private collapseAll(): void {
    if (this.opened.size > 0) this.opened.clear();
    else for (const { index } of this.nodes) this.opened.add(index);
    this.showCollapse();
    this.current = this.roots[0]?.index ?? -1;
    this.refill();
  }

  private showCollapse(): void {
    this.collapse.textContent = this.opened.size > 0 ? t('Collapse all') : t('Expand all');
    this.collapse.hidden = this.nodes.every(({ children }) => children.length === 0);
  }

  show(roots: HierarchyNode[]): void {
    this.roots = roots;
    this.nodes = [];
    this.parents = [];
    const open: [HierarchyNode, HierarchyNode | undefined][] = roots.map((root) => [root, undefined]);
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, parent] = next;
      this.nodes[node.index] = node;
      this.parents[node.index] = parent;
      for (const child of node.children) open.push([child, node]);
    }
    this.opened.clear();
    if (this.nodes.length <= kOpenBelow) for (const { index } of this.nodes) this.opened.add(index);
    this.selected = this.current = -1;
    this.showCollapse();
    this.search.value = '';
    this.showKinds();
    this.fill();
    this.items.clear();
    this.rowsBox.replaceChildren();
    // In a task of its own: what is in sight takes a layout of the page, which a new document changes in many places.
    this.toTop = true;
    this.queue();
  }

  /** Shows `node` as selected and brings it into sight; -1 selects nothing. */
  select(node: number): void {
    const before = this.selected;
    this.selected = this.nodes[node] ? node : -1;
    if (this.selected >= 0) {
      this.current = node;
      let hidden = false;
      for (let up = this.parents[node]; up; up = this.parents[up.index]) {
        hidden ||= !this.opened.has(up.index);
        this.opened.add(up.index);
      }
      if (hidden && !this.filtering) this.refill();
      const place = this.places.get(node);
      if (place !== undefined) this.reveal(place);
    }
    for (const index of [before, this.selected]) this.refresh(index);
    this.draw();
  }

  focusSearch(): void {
    this.search.focus();
    this.search.select();
  }

  // -- which rows there are -------------------------------------------------------------------------------------------

  private get filtering(): boolean {
    return this.search.value.trim() !== '' || this.kind.value !== '';
  }

  private showKinds(): void {
    const counts = new Map<NodeKind, number>();
    for (const node of this.nodes) if (node) counts.set(node.kind, (counts.get(node.kind) ?? 0) + 1);
    const there = kinds.filter((kind) => counts.has(kind));
    fill(this.kind, [
      h('option', { text: t('All types'), attributes: { value: '' } }),
      ...there.map((kind) =>
        h('option', {
          text: t('{kind} ({count})', { kind: kindName(kind), count: count(counts.get(kind)!) }),
          attributes: { value: kind },
        }),
      ),
    ]);
    this.kind.hidden = there.length < 2;
  }

  private refill(): void {
    this.fill();
    this.redraw();
  }

  /** Which rows there are; drawing them is left to the caller. */
  private fill(): void {
    const wanted = this.search.value.trim().toLowerCase(),
      kind = this.kind.value;
    this.rows = [];
    if (this.filtering) {
      const found = this.nodes.filter(
        (node) => (kind === '' || node.kind === kind) && node.name.toLowerCase().includes(wanted),
      );
      this.rows = found.map((node, place) => ({ node, level: 1, place, siblings: found.length, branch: false }));
    } else {
      const open: Row[] = [];
      const add = (nodes: HierarchyNode[], level: number): void => {
        for (let i = nodes.length - 1; i >= 0; --i) {
          const node = nodes[i]!;
          open.push({ node, level, place: i, siblings: nodes.length, branch: node.children.length > 0 });
        }
      };
      add(this.roots, 1);
      for (let row = open.pop(); row; row = open.pop()) {
        this.rows.push(row);
        if (this.opened.has(row.node.index)) add(row.node.children, row.level + 1);
      }
    }
    this.places = new Map(this.rows.map(({ node }, i) => [node.index, i]));
    this.none.textContent = this.rows.length === 0 && this.nodes.length > 0 ? t('No node has this name.') : '';
    this.none.hidden = this.none.textContent === '';
    this.rowsBox.style.height = `${this.rows.length * this.rowPixels}px`;
  }

  // -- the rows in sight ----------------------------------------------------------------------------------------------

  /** Every row again. */
  private redraw(): void {
    const focused = this.tree.contains(document.activeElement) ? this.current : -1;
    this.items.clear();
    this.rowsBox.replaceChildren();
    this.draw();
    if (focused >= 0) this.items.get(focused)?.focus({ preventScroll: true });
  }

  private refresh(node: number): void {
    const old = this.items.get(node),
      place = this.places.get(node);
    if (!old || place === undefined) return;
    const focused = old.contains(document.activeElement),
      fresh = this.item(place);
    this.items.set(node, fresh);
    old.replaceWith(fresh);
    if (focused) fresh.focus({ preventScroll: true });
  }

  private draw(): void {
    if (this.toTop) this.tree.scrollTop = 0;
    this.toTop = false;
    const { scrollTop, clientHeight } = this.tree,
      first = Math.max(0, Math.floor(scrollTop / this.rowPixels) - kOverscan),
      end = Math.min(this.rows.length, Math.ceil((scrollTop + clientHeight) / this.rowPixels) + kOverscan);
    const wanted = new Set<number>();
    // Tab must find a row, and a row that has the focus must not go.
    if (!this.places.has(this.current)) this.current = this.rows[0]?.node.index ?? -1;
    for (let i = first; i < end; ++i) wanted.add(this.rows[i]!.node.index);
    if (this.current >= 0) wanted.add(this.current);
    for (const [node, item] of this.items) {
      if (wanted.has(node)) continue;
      item.remove();
      this.items.delete(node);
    }
    // In the order of the list, so that a screen reader walks as the eye does.
    let after: Element | null = null;
    for (const node of [...wanted].sort((a, b) => this.places.get(a)! - this.places.get(b)!)) {
      let item = this.items.get(node);
      if (!item) {
        item = this.item(this.places.get(node)!);
        this.items.set(node, item);
        if (after) after.after(item);
        else this.rowsBox.prepend(item);
      }
      after = item;
    }
  }

  private item(place: number): HTMLElement {
    const { node, level, place: position, siblings, branch } = this.rows[place]!,
      { toolState } = this,
      hidden = toolState.isHidden(node.index),
      apart = toolState.tools.isolated === node.index,
      expanded = this.opened.has(node.index);
    const eye = h(
      'button',
      {
        class: 'tree-eye',
        title: hidden
          ? t('Show this node and its children (H); with Alt only this node')
          : t('Hide this node and its children (H); with Alt only this node'),
        attributes: { type: 'button', tabindex: -1, 'aria-label': hidden ? t('Show') : t('Hide') },
      },
      svgIcon(hidden ? 'hidden' : 'view'),
    );
    const row = h(
      'div',
      { class: 'tree-row' },
      h('span', { class: 'tree-twist' }, branch && svgIcon('chevron')),
      svgIcon(kindIcons[node.kind]),
      // Names that are alike differ at their ends.
      h(
        'span',
        {
          class: 'tree-name elided-start',
          title: node.name,
          attributes: { ...(node.name && { translate: 'no' }) },
        },
        h('bdi', { text: node.name || t('(no name)') }),
      ),
      apart && h('span', { class: 'badge', text: t('isolated') }),
      eye,
    );
    row.style.setProperty('--level', String(Math.min(level, kDeepestIndent)));
    const item = h(
      'div',
      {
        class: hidden ? 'is-hidden' : '',
        attributes: {
          role: 'treeitem',
          'aria-level': level,
          'aria-posinset': position + 1,
          'aria-setsize': siblings,
          'aria-selected': String(node.index === this.selected),
          tabindex: node.index === this.current ? 0 : -1,
          'data-node': node.index,
          'data-kind': node.kind,
          ...(branch && { 'aria-expanded': String(expanded) }),
        },
      },
      row,
    );
    item.style.top = `${place * this.rowPixels}px`;
    return item;
  }

  private reveal(place: number): void {
    const { scrollTop, clientHeight } = this.tree,
      top = place * this.rowPixels;
    if (top < scrollTop) this.tree.scrollTop = top;
    else if (top + this.rowPixels > scrollTop + clientHeight) this.tree.scrollTop = top + this.rowPixels - clientHeight;
  }

  private makeCurrent(node: number): void {
    if (node === this.current) return;
    this.items.get(this.current)?.setAttribute('tabindex', '-1');
    this.current = node;
    this.items.get(node)?.setAttribute('tabindex', '0');
  }

  private focusRow(place: number): void {
    const row = this.rows[Math.max(0, Math.min(this.rows.length - 1, place))];
    if (!row) return;
    this.makeCurrent(row.node.index);
    this.reveal(this.places.get(row.node.index)!);
    this.draw();
    this.items.get(row.node.index)?.focus({ preventScroll: true });
  }

  private open(node: number, open: boolean): void {
    if (open) this.opened.add(node);
    else this.opened.delete(node);
    this.refill();
  }

  // -- what the user does ---------------------------------------------------------------------------------------------

  private click(event: MouseEvent): void {
    const target = event.target as Element,
      item = target.closest<HTMLElement>('[role=treeitem]');
    if (!item) return;
    const node = Number(item.dataset.node);
    this.makeCurrent(node);
    item.focus({ preventScroll: true });
    if (target.closest('.tree-eye')) this.toolState.toggleHidden(node, event.altKey);
    else if (target.closest('.tree-twist') && item.hasAttribute('aria-expanded'))
      this.open(node, item.getAttribute('aria-expanded') === 'false');
    else this.choose(node);
  }

  private doubleClick(event: MouseEvent): void {
    const target = event.target as Element,
      item = target.closest<HTMLElement>('[role=treeitem]');
    if (item && !target.closest('.tree-eye, .tree-twist')) this.toolState.focus(Number(item.dataset.node));
  }

  /** Also for the menu key, which is pressed where the focus is. */
  private openMenu(event: MouseEvent): void {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
    if (!item) return;
    event.preventDefault();
    const node = Number(item.dataset.node),
      { left, bottom } = item.getBoundingClientRect();
    this.makeCurrent(node);
    item.focus({ preventScroll: true });
    // A key points nowhere.
    const [x, y] = event.button === 2 ? [event.clientX, event.clientY] : [left + 24, bottom];
    this.menu.open(node, x, y, item);
  }

  private key(event: KeyboardEvent): void {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const node = Number(item.dataset.node),
      at = this.places.get(node) ?? 0,
      row = this.rows[at],
      expanded = item.getAttribute('aria-expanded'),
      page = Math.max(1, Math.floor(this.tree.clientHeight / this.rowPixels) - 1);
    switch (event.key) {
      case 'ArrowDown':
        this.focusRow(at + 1);
        break;
      case 'ArrowUp':
        this.focusRow(at - 1);
        break;
      case 'PageDown':
        this.focusRow(at + page);
        break;
      case 'PageUp':
        this.focusRow(at - page);
        break;
      case 'Home':
        this.focusRow(0);
        break;
      case 'End':
        this.focusRow(this.rows.length - 1);
        break;
      case 'ArrowRight':
        if (expanded === 'false') this.open(node, true);
        else if (expanded === 'true') this.focusRow(at + 1);
        break;
      case 'ArrowLeft': {
        const parent = this.parents[node];
        if (expanded === 'true') this.open(node, false);
        else if (parent && row && row.level > 1) this.focusRow(this.places.get(parent.index) ?? at);
        break;
      }
      case 'Enter':
      case ' ':
        this.choose(node);
        break;
      case 'h':
        this.toolState.toggleHidden(node, false);
        break;
      case 'q':
        this.toolState.isolate(node);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
