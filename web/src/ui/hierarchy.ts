// The node tree as an ARIA tree. Rows of a closed branch are made when it opens, so that thousands of joints cost nothing.

import type { HierarchyNode, NodeKind } from '../core/report';
import { h, svgIcon, type IconName } from './dom';
import { t } from './language';

const kOpenBelow = 300;
const kindIcons: Record<NodeKind, IconName> = {
  joint: 'joint',
  mesh: 'mesh',
  camera: 'camera',
  light: 'light',
  empty: 'empty',
  emitter: 'emitter',
};

export class Hierarchy {
  readonly element: HTMLElement;
  private readonly tree = h('ul', { class: 'tree', attributes: { role: 'tree', 'aria-label': t('Hierarchy') } });
  private readonly search: HTMLInputElement;
  private roots: HierarchyNode[] = [];
  private nodes: HierarchyNode[] = [];
  private parents: (HierarchyNode | undefined)[] = [];
  private readonly items = new Map<number, HTMLLIElement>();
  private selected = -1;

  constructor(private readonly choose: (node: number) => void) {
    this.search = h('input', {
      class: 'search',
      attributes: {
        type: 'search',
        placeholder: t('Find a node'),
        'aria-label': t('Find a node'),
        spellcheck: 'false',
        'aria-keyshortcuts': '/',
      },
      on: { input: () => this.fill() },
    });
    this.element = h(
      'div',
      { class: 'panel-body' },
      h('label', { class: 'search-row' }, svgIcon('search'), this.search),
      this.tree,
    );
    this.tree.addEventListener('click', (event) => this.click(event));
    this.tree.addEventListener('keydown', (event) => this.key(event));
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
      open.push(...node.children.map((child): [HierarchyNode, HierarchyNode] => [child, node]));
    }
    this.selected = -1;
    this.search.value = '';
    this.fill();
  }

  /** Shows `node` as selected and brings it into sight; -1 selects nothing. */
  select(node: number): void {
    this.mark(this.selected, false);
    this.selected = node;
    if (node < 0 || !this.nodes[node]) return;
    if (!this.search.value) for (let up = this.parents[node]; up; up = this.parents[up.index]) this.reveal(up);
    this.mark(node, true);
    this.items.get(node)?.querySelector('.tree-row')?.scrollIntoView({ block: 'nearest' });
  }

  focusSearch(): void {
    this.search.focus();
    this.search.select();
  }

  private fill(): void {
    this.items.clear();
    const wanted = this.search.value.trim().toLowerCase();
    if (wanted) {
      const found = this.nodes.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 500);
      this.tree.replaceChildren(...found.map((node) => this.item(node, 1, false)));
    } else {
      this.tree.replaceChildren(...this.roots.map((node) => this.item(node, 1, true)));
      if (this.nodes.length <= kOpenBelow)
        for (const node of this.nodes) if (node?.children.length) this.open(node.index, true);
    }
    this.select(this.selected);
    const first = this.tree.querySelector<HTMLElement>('[role=treeitem]');
    if (first && !this.tree.querySelector('[tabindex="0"]')) first.tabIndex = 0;
  }

  private item(node: HierarchyNode, level: number, branches: boolean): HTMLLIElement {
    const parent = branches && node.children.length > 0;
    const row = h(
      'div',
      { class: 'tree-row' },
      h('span', { class: 'tree-twist' }, parent && svgIcon('chevron')),
      svgIcon(kindIcons[node.kind]),
      h('span', { class: 'tree-name', text: node.name || t('(no name)') }),
    );
    row.style.setProperty('--level', String(level));
    const item = h(
      'li',
      {
        attributes: {
          role: 'treeitem',
          'aria-level': level,
          'aria-selected': 'false',
          tabindex: -1,
          'data-node': node.index,
          'data-kind': node.kind,
        },
      },
      row,
    );
    if (parent) item.setAttribute('aria-expanded', 'false');
    this.items.set(node.index, item);
    return item;
  }

  private reveal(node: HierarchyNode): void {
    if (!this.items.has(node.index)) {
      const above = this.parents[node.index];
      if (above) this.reveal(above);
    }
    this.open(node.index, true);
  }

  private open(index: number, open: boolean): void {
    const item = this.items.get(index),
      node = this.nodes[index];
    if (!item || !node || !item.hasAttribute('aria-expanded')) return;
    item.setAttribute('aria-expanded', String(open));
    let group = item.querySelector<HTMLElement>(':scope > [role=group]');
    if (open && !group) {
      const level = Number(item.getAttribute('aria-level')) + 1;
      group = h(
        'ul',
        { attributes: { role: 'group' } },
        ...node.children.map((child) => this.item(child, level, true)),
      );
      item.append(group);
    }
    if (group) group.hidden = !open;
  }

  private mark(node: number, on: boolean): void {
    const item = this.items.get(node);
    if (!item) return;
    item.setAttribute('aria-selected', String(on));
    if (on) this.makeCurrent(item);
  }

  /** The one row that Tab reaches. */
  private makeCurrent(item: HTMLElement): void {
    for (const other of this.tree.querySelectorAll('[tabindex="0"]')) other.setAttribute('tabindex', '-1');
    item.tabIndex = 0;
  }

  private click(event: MouseEvent): void {
    const target = event.target as Element,
      item = target.closest<HTMLElement>('[role=treeitem]');
    if (!item) return;
    const index = Number(item.dataset.node);
    if (target.closest('.tree-twist') && item.hasAttribute('aria-expanded'))
      this.open(index, item.getAttribute('aria-expanded') === 'false');
    else this.choose(index);
    this.makeCurrent(item);
    item.focus();
  }

  private key(event: KeyboardEvent): void {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = Number(item.dataset.node),
      expanded = item.getAttribute('aria-expanded');
    const rows = [...this.tree.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(
      (row) => !row.parentElement?.closest('[role=group][hidden]'),
    );
    const at = rows.indexOf(item);
    const go = (row: HTMLElement | null | undefined): void => {
      if (!row) return;
      this.makeCurrent(row);
      row.focus();
    };
    switch (event.key) {
      case 'ArrowDown':
        go(rows[at + 1]);
        break;
      case 'ArrowUp':
        go(rows[at - 1]);
        break;
      case 'Home':
        go(rows[0]);
        break;
      case 'End':
        go(rows.at(-1));
        break;
      case 'ArrowRight':
        if (expanded === 'false') this.open(index, true);
        else if (expanded === 'true') go(rows[at + 1]);
        break;
      case 'ArrowLeft':
        if (expanded === 'true') this.open(index, false);
        else go(item.parentElement?.closest<HTMLElement>('[role=treeitem]'));
        break;
      case 'Enter':
      case ' ':
        this.choose(index);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
