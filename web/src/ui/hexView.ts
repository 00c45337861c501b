// Bytes of a file, eight a row with their letters; the field under the cursor is marked and named.

import type { BytePages } from './bytePages';
import { h } from './dom';
import type { Place } from './fieldList';
import { hex } from '../formats/view';
import { VirtualList } from './virtual';
import { t } from './language';
import { inert } from './inert';

const kRowBytes = 8;
const kRowPixels = 18;

export class HexView {
  readonly element: HTMLElement;
  private readonly list: VirtualList;
  private readonly meaning = h('p', { class: 'hex-meaning numbers', attributes: { 'aria-live': 'polite' } });
  private start = 0;
  private size = 0;
  private marked: Place | undefined;
  private cursor = -1;
  /** Bytes of what is chosen elsewhere. */
  private chosen: readonly { offset: number; size: number }[] = [];
  /** Called when the user moves the cursor. */
  moved: (at: number) => void = () => undefined;

  /** `locate` returns what a byte is part of. */
  constructor(
    private readonly pages: BytePages,
    private readonly locate: (at: number) => Place | undefined,
  ) {
    this.list = new VirtualList(kRowPixels, (row) => this.row(row), {
      tabindex: '0',
      role: 'group',
      'aria-label': t('Bytes; the arrow keys move between them'),
    });
    this.list.element.classList.add('hex');
    this.element = h('div', { class: 'hex-view' }, this.list.element, this.meaning);
    this.list.element.addEventListener('click', (event) => {
      const at = (event.target as HTMLElement).dataset.at;
      if (at === undefined) return;
      this.point(Number(at));
      this.moved(Number(at));
    });
    this.list.element.addEventListener('keydown', (event) => this.key(event));
  }

  /** Bytes [start, start + size) of the file. */
  show(start: number, size: number): void {
    this.start = start;
    this.size = size;
    this.marked = undefined;
    this.chosen = [];
    this.cursor = -1;
    this.meaning.textContent = size === 0 ? t('There are no bytes.') : '';
    const rows = Math.ceil(size / kRowBytes);
    this.list.element.style.setProperty('--rows', String(rows));
    this.list.element.scrollTop = 0;
    this.list.show(rows);
  }

  /** Bytes that have come. */
  refresh(): void {
    if (this.cursor >= 0 && this.marked?.text === '') this.point(this.cursor);
    else this.list.queue();
  }

  /** Shades bytes, and brings the first of them into sight. */
  choose(places: readonly { offset: number; size: number }[], show = true): void {
    this.chosen = places;
    const [first] = places;
    if (first && show) this.list.reveal(Math.floor((first.offset - this.start) / kRowBytes));
    this.list.refresh();
  }

  /** The cursor stays; what it is part of is asked again. */
  again(): void {
    if (this.cursor >= 0) this.point(this.cursor);
  }

  /** Marks bytes and brings them into sight. */
  mark(place: Place): void {
    this.marked = place;
    this.cursor = place.offset;
    this.say();
    this.list.reveal(Math.floor((place.offset - this.start) / kRowBytes));
  }

  private point(at: number): void {
    if (at < this.start || at >= this.start + this.size) return;
    this.cursor = at;
    this.marked = this.locate(at);
    this.say();
    this.list.refresh();
  }

  private say(): void {
    const { marked, cursor } = this;
    if (!marked) this.meaning.textContent = t('byte at {offset}', { offset: hex(cursor) });
    else {
      const value = `${marked.type ? ` (${marked.type})` : ''}${marked.text === '' ? '' : ` = ${marked.text}`}`;
      const offset = hex(marked.offset),
        end = hex(marked.offset + marked.size - 1);
      this.meaning.textContent =
        marked.size > 1
          ? t('{field}, {offset} to {end}', { field: marked.name + value, offset, end })
          : inert(`${marked.name}${value}, ${offset}`);
    }
  }

  private key(event: KeyboardEvent): void {
    const last = this.start + this.size - 1,
      rowStart = this.cursor - ((this.cursor - this.start) % kRowBytes);
    const to = {
      ArrowLeft: this.cursor - 1,
      ArrowRight: this.cursor + 1,
      ArrowUp: this.cursor - kRowBytes,
      ArrowDown: this.cursor + kRowBytes,
      PageUp: this.cursor - this.list.page * kRowBytes,
      PageDown: this.cursor + this.list.page * kRowBytes,
      Home: event.ctrlKey ? this.start : rowStart,
      End: event.ctrlKey ? last : rowStart + kRowBytes - 1,
    }[event.key];
    if (to === undefined || this.size === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.cursor < 0 ? this.start : Math.min(last, Math.max(this.start, to));
    this.point(at);
    this.moved(at);
    this.list.reveal(Math.floor((at - this.start) / kRowBytes));
  }

  private row(index: number): HTMLElement {
    const first = this.start + index * kRowBytes,
      end = Math.min(first + kRowBytes, this.start + this.size);
    const cells: HTMLElement[] = [],
      letters: HTMLElement[] = [];
    for (let at = first; at < end; ++at) {
      const value = this.pages.byte(at),
        marked = this.marked && at >= this.marked.offset && at < this.marked.offset + this.marked.size;
      const attributes = { 'data-at': at },
        chosen = this.chosen.some(({ offset, size }) => at >= offset && at < offset + size),
        name = `${marked ? 'is-marked' : ''} ${chosen ? 'is-chosen' : ''} ${at === this.cursor ? 'is-cursor' : ''}`;
      cells.push(h('span', { class: name, text: value === undefined ? '··' : twoDigits(value), attributes }));
      const letter = value !== undefined && value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : '·';
      letters.push(h('span', { class: name, text: letter, attributes }));
    }
    return h(
      'div',
      { class: 'hex-row' },
      h('span', { class: 'quiet', text: first.toString(16).padStart(6, '0') }),
      h('span', { class: 'hex-cells' }, ...cells),
      h('span', { class: 'hex-letters', attributes: { 'aria-hidden': 'true' } }, ...letters),
    );
  }
}

const twoDigits = (value: number): string => value.toString(16).padStart(2, '0');
