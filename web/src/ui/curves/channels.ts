// The list beside the plot: what moves, by what it moves, each with a switch and its value. Rows out of sight are not
// there, so that thousands of channels cost nothing.

import { fill } from '../../base/lists';
import type { CurveHead } from '../../core/curves';
import { h, svgIcon } from '../dom';
import { numberText } from '../words';
import { axisOf, channelKey, channelName, describe, groupsOf, type Group } from './groups';
import { t } from '../language';

const kRowPixels = 22;
const kOverscan = 4;
/** With more groups than this they start closed. */
const kOpenGroups = 24;

type Row = { group: Group; channel?: number };

interface ChannelChoice {
  /** A group's name was clicked. */
  choose(node: number): void;
  /** Called when the visible channels change. */
  changed(): void;
  /** A row is pointed at, -1 = none. */
  point(channel: number): void;
  /** Other rows are in sight. */
  filled(): void;
}

export class ChannelList {
  readonly element: HTMLElement;
  private readonly rows = h('div', { class: 'channel-rows' });
  private heads: CurveHead[] = [];
  private groups: Group[] = [];
  private list: Row[] = [];
  private active = 0;
  private onlyNode: number | undefined;
  private readonly open = new Map<string, boolean>();
  /** Channels switched by the user, by name; kept when the action changes. */
  private readonly switched = new Map<string, boolean>();
  private valueOf: (channel: number) => number = () => NaN;

  constructor(private readonly choice: ChannelChoice) {
    this.element = h(
      'div',
      {
        class: 'channels',
        attributes: { role: 'tree', tabindex: 0, 'aria-label': t('Channels'), 'aria-multiselectable': 'true' },
        on: {
          scroll: () => this.fill(),
          keydown: (event) => this.key(event),
          pointerleave: () => choice.point(-1),
        },
      },
      this.rows,
    );
    this.element.addEventListener('click', (event) => this.click(event));
    this.element.addEventListener('pointerover', (event) => choice.point(this.rowOf(event)?.channel ?? -1));
    new ResizeObserver(() => this.fill()).observe(this.element);
  }

  /** A new document forgets what was switched. */
  forget(): void {
    this.switched.clear();
    this.open.clear();
  }

  show(heads: CurveHead[]): void {
    this.heads = heads;
    this.groups = groupsOf(heads);
    this.active = 0;
    this.arrange();
  }

  /** Only this node's channels; undefined shows all. */
  restrict(node: number | undefined): void {
    if (node === this.onlyNode) return;
    this.onlyNode = node;
    this.active = 0;
    this.arrange();
  }

  /** Switches a channel on. */
  reveal(channel: number): void {
    const head = this.heads[channel];
    if (!head) return;
    if (!this.isOn(channel)) this.set([channel], true);
    this.choice.changed();
  }

  /** Numbers of what is to be drawn. */
  get visible(): number[] {
    return this.shownGroups.flatMap(({ channels }) =>
      channels.filter((channel) => this.isOn(channel) && this.heads[channel]!.keyCount > 0),
    );
  }

  /** Numbers of the channels whose rows are in sight. */
  get inSight(): number[] {
    return [...this.rows.children]
      .map((row) => Number((row as HTMLElement).dataset.channel ?? -1))
      .filter((c) => c >= 0);
  }

  /** Values for the rows in sight; NaN shows nothing. */
  showValues(valueOf: (channel: number) => number): void {
    this.valueOf = valueOf;
    for (const row of this.rows.children) {
      const channel = Number((row as HTMLElement).dataset.channel ?? -1),
        output = row.lastElementChild;
      if (channel < 0 || !output) continue;
      const text = this.valueText(channel);
      if (output.textContent !== text) output.textContent = text;
      (output as HTMLElement).title = text && String(valueOf(channel));
    }
  }

  /** Marks the row of a curve that is pointed at. */
  mark(channel: number): void {
    for (const row of this.rows.children)
      row.classList.toggle('is-pointed', Number((row as HTMLElement).dataset.channel ?? -2) === channel);
  }

  private get shownGroups(): Group[] {
    const { onlyNode } = this;
    return onlyNode === undefined ? this.groups : this.groups.filter(({ node }) => node === onlyNode);
  }

  private isOn(channel: number): boolean {
    const head = this.heads[channel]!;
    // Channels that stay at their base frame are hidden by default, unless the curves are those of one node.
    return this.switched.get(channelKey(head)) ?? (head.animated !== false || this.onlyNode !== undefined);
  }

  private isOpen({ key }: Group): boolean {
    return this.open.get(key) ?? this.shownGroups.length <= kOpenGroups;
  }

  private arrange(): void {
    this.list = this.shownGroups.flatMap((group): Row[] => [
      { group },
      ...(this.isOpen(group) ? group.channels.map((channel) => ({ group, channel })) : []),
    ]);
    this.active = Math.min(this.active, Math.max(0, this.list.length - 1));
    this.rows.style.height = `${this.list.length * kRowPixels}px`;
    this.fill();
  }

  private fill(): void {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / kRowPixels) - kOverscan),
      last = Math.min(this.list.length, Math.ceil((scrollTop + clientHeight) / kRowPixels) + kOverscan);
    fill(
      this.rows,
      this.list.slice(first, last).map((row, i) => this.row(row, first + i)),
    );
    if (this.list.length > 0) this.element.setAttribute('aria-activedescendant', `channel-row-${this.active}`);
    else this.element.removeAttribute('aria-activedescendant');
    this.choice.filled();
  }

  private row({ group, channel }: Row, index: number): HTMLElement {
    const common = {
      role: 'treeitem',
      'data-row': index,
      'aria-level': channel === undefined ? 1 : 2,
    };
    let row: HTMLElement;
    if (channel === undefined) {
      const on = group.channels.filter((c) => this.isOn(c)).length,
        state = on === 0 ? 'false' : on === group.channels.length ? 'true' : 'mixed';
      row = h(
        'div',
        {
          class: 'channel-row is-group',
          id: `channel-row-${index}`,
          attributes: { ...common, 'aria-expanded': String(this.isOpen(group)), 'aria-checked': state },
        },
        h('span', { class: 'tree-twist' }, svgIcon('chevron')),
        h('span', { class: 'swatch' }),
        h('span', { class: 'channel-name', text: group.name, title: group.name }),
      );
    } else {
      const head = this.heads[channel]!,
        base = head.animated === false;
      row = h(
        'div',
        {
          class: `channel-row ${base ? 'is-base' : ''} ${head.keyCount === 0 ? 'is-empty-channel' : ''}`,
          id: `channel-row-${index}`,
          title: describe(head),
          attributes: {
            ...common,
            'aria-checked': String(this.isOn(channel)),
            'data-channel': channel,
            'data-axis': axisOf(head) ?? 'none',
          },
        },
        h('span', { class: 'swatch' }),
        h('span', { class: 'channel-name', text: channelName(head) }),
        base && h('span', { class: 'channel-tag', text: t('base') }),
        h('span', { class: 'channel-value numbers', text: this.valueText(channel) }),
      );
    }
    row.style.transform = `translateY(${index * kRowPixels}px)`;
    row.classList.toggle('is-active', index === this.active);
    return row;
  }

  private valueText(channel: number): string {
    const value = this.valueOf(channel);
    return Number.isFinite(value) ? numberText(value) : '';
  }

  private rowOf(event: Event): (Row & { index: number }) | undefined {
    const row = (event.target as Element).closest<HTMLElement>('.channel-row'),
      index = Number(row?.dataset.row ?? -1);
    const found = this.list[index];
    return found && { ...found, index };
  }

  private click(event: MouseEvent): void {
    const row = this.rowOf(event);
    if (!row) return;
    this.active = row.index;
    const target = event.target as Element;
    if (row.channel !== undefined) {
      if (event.altKey || event.detail > 1) this.solo(row.channel);
      else this.set([row.channel], !this.isOn(row.channel));
    } else if (target.closest('.tree-twist')) {
      this.expand(row.group, !this.isOpen(row.group));
    } else if (target.closest('.swatch')) {
      this.toggle(row.group);
    } else {
      if (row.group.node >= 0) this.choice.choose(row.group.node);
      this.fill();
    }
  }

  private key(event: KeyboardEvent): void {
    const row = this.list[this.active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { group, channel } = row;
    switch (event.key) {
      case 'ArrowDown':
        this.go(this.active + 1);
        break;
      case 'ArrowUp':
        this.go(this.active - 1);
        break;
      case 'PageDown':
        this.go(this.active + 10);
        break;
      case 'PageUp':
        this.go(this.active - 10);
        break;
      case 'Home':
        this.go(0);
        break;
      case 'End':
        this.go(this.list.length - 1);
        break;
      case 'ArrowRight':
        if (channel === undefined && !this.isOpen(group)) this.expand(group, true);
        else this.go(this.active + 1);
        break;
      case 'ArrowLeft':
        if (channel !== undefined) this.go(this.list.findIndex((r) => r.group === group));
        else this.expand(group, false);
        break;
      case ' ':
        if (channel === undefined) this.toggle(group);
        else this.set([channel], !this.isOn(channel));
        break;
      case 'Enter':
        if (channel !== undefined) this.solo(channel);
        else if (group.node >= 0) this.choice.choose(group.node);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private go(index: number): void {
    this.active = Math.max(0, Math.min(this.list.length - 1, index));
    const top = this.active * kRowPixels,
      { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + kRowPixels > scrollTop + clientHeight) this.element.scrollTop = top + kRowPixels - clientHeight;
    this.fill();
    this.choice.point(this.list[this.active]?.channel ?? -1);
  }

  private expand(group: Group, open: boolean): void {
    this.open.set(group.key, open);
    this.arrange();
  }

  private toggle({ channels }: Group): void {
    this.set(channels, !channels.some((channel) => this.isOn(channel)));
  }

  private set(channels: number[], on: boolean): void {
    for (const channel of channels) this.switched.set(channelKey(this.heads[channel]!), on);
    this.fill();
    this.choice.changed();
  }

  /** This one alone; once more brings all back. */
  private solo(channel: number): void {
    const others = this.heads.map((_, i) => i).filter((i) => i !== channel);
    const alone = this.isOn(channel) && !others.some((i) => this.isOn(i));
    if (alone) this.switched.clear();
    else {
      for (const i of others) this.switched.set(channelKey(this.heads[i]!), false);
      this.switched.set(channelKey(this.heads[channel]!), true);
    }
    this.fill();
    this.choice.changed();
  }
}
