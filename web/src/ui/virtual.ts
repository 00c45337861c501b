// A list of which only the rows in sight are there, so that millions cost no more than ten.

import { h } from './dom';
import { perFrame } from './perFrame';

const kOverscan = 6;
/** Browsers end boxes at some thirty million pixels; past this the scroll bar stands for more than it shows. */
const kTallest = 8_000_000;

export class VirtualList {
  readonly element: HTMLElement;
  private readonly rows = h('div', { class: 'virtual-rows' });
  private count = 0;
  /** The same before the next picture, however often it is asked for. */
  readonly queue = perFrame(() => this.draw());
  /** The row that was last brought into sight, and how high the list was then or when it last changed. */
  private revealed = -1;
  private pixels = 0;

  /** `render` makes row `index`; all rows are `rowPixels` high. */
  constructor(
    private readonly rowPixels: number,
    private readonly render: (index: number) => HTMLElement,
    attributes: Record<string, string>,
  ) {
    this.element = h('div', { class: 'virtual', attributes }, this.rows);
    this.element.addEventListener('scroll', () => this.queue(), { passive: true });
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  /** Other rows; they are drawn before the next picture, so that callers force no layout. */
  show(count: number): void {
    this.count = count;
    this.revealed = -1;
    this.rows.style.height = `${this.height}px`;
    this.rows.replaceChildren();
    this.queue();
  }

  /** More rows came at the end, or rows changed: what is in sight stays, and is drawn before the next picture. */
  grow(count: number): void {
    const { position } = this;
    this.count = count;
    this.rows.style.height = `${this.height}px`;
    if (this.height === kTallest) this.scrollTo(position);
    this.queue();
  }

  /** Draws the rows in sight again. */
  refresh(): void {
    this.draw();
  }

  /** Scrolls as little as brings the row into sight. */
  reveal(index: number): void {
    this.revealed = index;
    this.pixels = this.element.clientHeight;
    const first = this.position,
      fit = this.element.clientHeight / this.rowPixels;
    if (index < first) this.scrollTo(index);
    else if (index + 1 > first + fit) this.scrollTo(index + 1 - fit);
    this.draw();
  }

  /** Rows that fit, at least one. */
  get page(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.rowPixels));
  }

  private get height(): number {
    return Math.min(kTallest, this.count * this.rowPixels);
  }
  private get farthestPixel(): number {
    return Math.max(0, this.height - this.element.clientHeight);
  }
  private get farthestRow(): number {
    return Math.max(0, this.count - this.element.clientHeight / this.rowPixels);
  }

  /** The row at the upper edge, in parts of a row. */
  private get position(): number {
    return this.farthestPixel === 0 ? 0 : (this.element.scrollTop / this.farthestPixel) * this.farthestRow;
  }
  private scrollTo(row: number): void {
    if (this.farthestRow > 0) this.element.scrollTop = (row / this.farthestRow) * this.farthestPixel;
  }

  /** Keeps the revealed row in sight after the height has changed. */
  private resize(): void {
    const { position, revealed, pixels } = this,
      end = position + pixels / this.rowPixels + 0.01;
    this.pixels = this.element.clientHeight;
    if (revealed >= 0 && (pixels === 0 || (revealed >= position - 0.01 && revealed + 1 <= end))) this.reveal(revealed);
    else this.queue();
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.element,
      top = this.position;
    const first = Math.max(0, Math.floor(top) - kOverscan),
      end = Math.min(this.count, Math.ceil(top + clientHeight / this.rowPixels) + kOverscan);
    const drawn: HTMLElement[] = [];
    for (let index = first; index < end; ++index) {
      const row = this.render(index);
      row.style.top = `${scrollTop + (index - top) * this.rowPixels}px`;
      drawn.push(row);
    }
    this.rows.replaceChildren(...drawn);
  }
}
