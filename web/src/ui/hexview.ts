// Bytes of a file, eight a row, with the field under the pointer marked and named. Bytes come page by page as they
// scroll into sight.

import type { ElementType, RecordMap } from '../core/report';
import { h } from './dom';
import { VirtualList } from './virtual';
import { numberText } from './words';

const kRowBytes = 8;
const kRowPixels = 18;
const kPageBytes = 4096;
const sizes: Record<ElementType, number> = { u8: 1, u16: 2, u32: 4, f32: 4 };

/** A run of bytes that mean one thing. */
interface Place {
  name: string;
  offset: number;
  size: number;
  text: string;
}

export class HexView {
  readonly element: HTMLElement;
  private readonly list: VirtualList;
  private readonly meaning = h('p', { class: 'hex-meaning numbers', attributes: { 'aria-live': 'polite' } });
  private readonly pages = new Map<number, Uint8Array | 'asked'>();
  private start = 0;
  private size = 0;
  private map: RecordMap | undefined;
  private marked: Place | undefined;
  private cursor = -1;
  private generation = 0;

  constructor(private readonly read: (offset: number, length: number) => Promise<Uint8Array>) {
    this.list = new VirtualList(kRowPixels, (row) => this.row(row), {
      tabindex: '0',
      role: 'group',
      'aria-label': 'Bytes; the arrow keys move between them',
    });
    this.list.element.classList.add('hex');
    this.element = h('div', { class: 'hex-view' }, this.list.element, this.meaning);
    const pointed = (event: Event): void => {
      const at = (event.target as HTMLElement).dataset.at;
      if (at !== undefined) this.point(Number(at));
    };
    this.list.element.addEventListener('pointerover', pointed);
    this.list.element.addEventListener('click', pointed);
    this.list.element.addEventListener('keydown', (event) => this.key(event));
  }

  /** Bytes [start, start + size) of the file. */
  show(start: number, size: number): void {
    ++this.generation;
    this.pages.clear();
    this.start = start;
    this.size = size;
    this.map = undefined;
    this.marked = undefined;
    this.cursor = -1;
    this.meaning.textContent = size === 0 ? 'It has no bytes of its own.' : '';
    this.list.element.scrollTop = 0;
    this.list.show(Math.ceil(size / kRowBytes));
  }

  explain(map: RecordMap | undefined): void {
    this.map = map;
    if (this.cursor >= 0) this.point(this.cursor);
  }

  /** Marks bytes and brings them into sight. */
  mark(name: string, offset: number, size: number): void {
    this.marked = { name, offset, size, text: '' };
    this.cursor = offset;
    this.meaning.textContent = `${name}, ${place(offset, size)}`;
    this.list.reveal(Math.floor((offset - this.start) / kRowBytes));
  }

  private point(at: number): void {
    if (at < this.start || at >= this.start + this.size) return;
    this.cursor = at;
    this.marked = this.meaningOf(at);
    const { marked } = this;
    this.meaning.textContent = marked
      ? `${marked.name}${marked.text === '' ? '' : ` = ${marked.text}`}, ${place(marked.offset, marked.size)}`
      : `byte at ${hex(at)}`;
    this.list.refresh();
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -kRowBytes, ArrowDown: kRowBytes }[event.key];
    const rows = { PageUp: -this.list.page, PageDown: this.list.page }[event.key];
    const moved = step ?? (rows === undefined ? undefined : rows * kRowBytes);
    if (moved === undefined || this.size === 0) return;
    event.preventDefault();
    const last = this.start + this.size - 1;
    const at = this.cursor < 0 ? this.start : Math.min(last, Math.max(this.start, this.cursor + moved));
    this.point(at);
    this.list.reveal(Math.floor((at - this.start) / kRowBytes));
  }

  private meaningOf(at: number): Place | undefined {
    for (const part of this.map?.parts ?? []) {
      if ('value' in part) {
        if (at < part.offset || at >= part.offset + part.size) continue;
        return { name: part.name, offset: part.offset, size: part.size, text: valueText(part.value) };
      }
      if (at < part.offset || at >= part.offset + part.count * part.stride) continue;
      const index = Math.floor((at - part.offset) / part.stride),
        inside = (at - part.offset) % part.stride;
      for (const { name, type, count, at: first } of part.members) {
        const bytes = sizes[type];
        if (inside < first || inside >= first + bytes * count) continue;
        const component = Math.floor((inside - first) / bytes),
          offset = part.offset + index * part.stride + first + component * bytes;
        const label = `${part.name}[${index}]${name === '' ? '' : `.${name}`}${count > 1 ? `[${component}]` : ''}`;
        return { name: label, offset, size: bytes, text: this.numberAt(offset, type) };
      }
    }
    return undefined;
  }

  private numberAt(offset: number, type: ElementType): string {
    const bytes = new Uint8Array(sizes[type]);
    for (let i = 0; i < bytes.length; ++i) {
      const value = this.byte(offset + i);
      if (value === undefined) return '';
      bytes[i] = value;
    }
    const view = new DataView(bytes.buffer),
      little = this.map?.bigEndian !== true;
    if (type === 'f32') return numberText(view.getFloat32(0, little));
    return String(
      type === 'u8' ? view.getUint8(0) : type === 'u16' ? view.getUint16(0, little) : view.getUint32(0, little),
    );
  }

  private byte(offset: number): number | undefined {
    const page = Math.floor((offset - this.start) / kPageBytes),
      bytes = this.pages.get(page);
    if (bytes === undefined) {
      this.pages.set(page, 'asked');
      const { generation } = this,
        from = page * kPageBytes;
      void this.read(this.start + from, Math.min(kPageBytes, this.size - from)).then((read) => {
        if (generation !== this.generation) return;
        this.pages.set(page, read);
        this.list.refresh();
      });
      return undefined;
    }
    return bytes === 'asked' ? undefined : bytes[offset - this.start - page * kPageBytes];
  }

  private row(index: number): HTMLElement {
    const first = this.start + index * kRowBytes,
      end = Math.min(first + kRowBytes, this.start + this.size);
    const cells: HTMLElement[] = [],
      letters: HTMLElement[] = [];
    for (let at = first; at < end; ++at) {
      const value = this.byte(at),
        marked = this.marked && at >= this.marked.offset && at < this.marked.offset + this.marked.size;
      const attributes = { 'data-at': at },
        name = `${marked ? 'is-marked' : ''} ${at === this.cursor ? 'is-cursor' : ''}`;
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

export const hex = (offset: number): string => `0x${offset.toString(16)}`;
const twoDigits = (value: number): string => value.toString(16).padStart(2, '0');
const place = (offset: number, size: number): string =>
  size === 1 ? hex(offset) : `${hex(offset)} to ${hex(offset + size - 1)}`;

export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) {
    const shown = value.slice(0, 16).map(valueText).join(', ');
    return value.length > 16 ? `${shown}, … (${value.length})` : shown;
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, item]) => `${key} ${valueText(item)}`)
      .join(', ');
  return String(value);
}
