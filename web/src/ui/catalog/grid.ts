// Cards in rows, of which only those in sight are in the page: thousands cost no more than thirty.

import { h } from '../dom';
import { perFrame } from '../perFrame';

const kNarrowest = 150;
const kGap = 12;
const kPadding = 16;
/** Below the poster, whose sides are as 4 to 3. */
const kTextPixels = 52;
/** Rows above and below those in sight. */
const kOverscan = 1;

interface GridHost {
  /** The item of a place in the grid; called again while it stays in sight. */
  item(index: number): HTMLElement;
  /** An item has left the page. */
  gone(item: HTMLElement): void;
  /** Other places are in sight. */
  seen(): void;
}

export class CardGrid {
  readonly element: HTMLElement;
  /** The place that stays in the page wherever the grid is scrolled to: it may hold the focus. */
  pinned = -1;
  private readonly list = h('ul', { class: 'catalog-cards' });
  private count = 0;
  private readonly queue = perFrame(() => this.draw());
  private width = 0;

  constructor(private readonly host: GridHost) {
    this.element = h('div', { class: 'catalog-grid' }, this.list);
    this.element.addEventListener('scroll', () => this.queue(), { passive: true });
    new ResizeObserver(() => this.queue()).observe(this.element);
  }

  /** Other items; drawn before the next picture. */
  show(count: number): void {
    this.count = count;
    this.queue();
  }

  get columns(): number {
    return Math.max(1, Math.floor((this.width + kGap) / (kNarrowest + kGap)));
  }

  /** Scrolls as little as brings a place into sight, and draws it. */
  reveal(index: number): void {
    this.pinned = index;
    const { element, pitch } = this,
      top = kPadding + Math.floor(index / this.columns) * pitch;
    element.scrollTop = Math.min(top - kGap, Math.max(element.scrollTop, top + pitch - element.clientHeight));
    this.draw();
  }

  private get cardWidth(): number {
    return (this.width - kGap * (this.columns - 1)) / this.columns;
  }
  /** From one row to the next. */
  private get pitch(): number {
    return Math.round(this.cardWidth * 0.75) + kTextPixels + kGap;
  }

  private draw(): void {
    const { element, list, host } = this;
    this.width = element.clientWidth - 2 * kPadding;
    if (this.width <= 0) return;
    const { columns, cardWidth, pitch, count } = this;
    list.style.height = `${Math.ceil(count / columns) * pitch}px`;
    const above = Math.floor((element.scrollTop - kPadding) / pitch) - kOverscan,
      below = Math.ceil((element.scrollTop + element.clientHeight - kPadding) / pitch) + kOverscan;
    const places: number[] = [];
    if (this.pinned >= 0 && this.pinned < above * columns) places.push(this.pinned);
    for (let i = Math.max(0, above * columns); i < Math.min(count, below * columns); ++i) places.push(i);
    if (this.pinned >= below * columns && this.pinned < count) places.push(this.pinned);
    const items = places.map((index) => {
      const item = host.item(index);
      item.style.width = `${cardWidth}px`;
      item.style.height = `${pitch - kGap}px`;
      item.style.transform = `translate(${(index % columns) * (cardWidth + kGap)}px, ${Math.floor(index / columns) * pitch}px)`;
      item.setAttribute('aria-setsize', String(count));
      item.setAttribute('aria-posinset', String(index + 1));
      return item;
    });
    const stays = new Set<Element>(items);
    for (const child of [...list.children])
      if (!stays.has(child)) {
        child.remove();
        host.gone(child as HTMLElement);
      }
    // In the order of the grid; those that stay are not touched, one of them may have the focus.
    items.forEach((item, i) => {
      if (list.children[i] !== item) list.insertBefore(item, list.children[i] ?? null);
    });
    host.seen();
  }
}
