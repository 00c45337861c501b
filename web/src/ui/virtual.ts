// A list of which only the rows in sight are there, so that a hundred thousand cost no more than ten.

import { h } from './dom';

const kOverscan = 6;

export class VirtualList {
  readonly element: HTMLElement;
  private readonly rows = h('div', { class: 'virtual-rows' });
  private count = 0;
  private queued = false;

  /** `render` makes row `index`; all rows are `rowPixels` high. */
  constructor(
    private readonly rowPixels: number,
    private readonly render: (index: number) => HTMLElement,
    attributes: Record<string, string>,
  ) {
    this.element = h('div', { class: 'virtual', attributes }, this.rows);
    this.element.addEventListener('scroll', () => this.queue(), { passive: true });
    new ResizeObserver(() => this.queue()).observe(this.element);
  }

  show(count: number): void {
    this.count = count;
    this.rows.style.height = `${count * this.rowPixels}px`;
    this.draw();
  }

  /** Draws the rows in sight anew. */
  refresh(): void {
    this.draw();
  }

  /** Scrolls as little as brings the row into sight. */
  reveal(index: number): void {
    const top = index * this.rowPixels,
      { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.rowPixels > scrollTop + clientHeight)
      this.element.scrollTop = top + this.rowPixels - clientHeight;
    this.draw();
  }

  /** Rows that fit, at least one. */
  get page(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.rowPixels));
  }

  private queue(): void {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.draw();
    });
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.rowPixels) - kOverscan),
      end = Math.min(this.count, Math.ceil((scrollTop + clientHeight) / this.rowPixels) + kOverscan);
    const drawn: HTMLElement[] = [];
    for (let index = first; index < end; ++index) {
      const row = this.render(index);
      row.style.top = `${index * this.rowPixels}px`;
      drawn.push(row);
    }
    this.rows.replaceChildren(...drawn);
  }
}
