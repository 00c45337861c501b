// The fields of a record with their values, and every element of its arrays, as a list that scrolls any length.

import type { RecordArray, RecordField, RecordMap } from '../core/report';
import { type BytePages, sizeOfType } from './bytePages';
import { h } from './dom';
import { VirtualList } from './virtual';
import { count, countOf, numberText } from './words';
import { t } from './language';

const kRowPixels = 22;

/** A run of bytes that means one thing. */
export interface Place {
  name: string;
  offset: number;
  size: number;
  text: string;
  /** `f32`, `text`, where it is known. */
  type?: string;
}

const isArray = (part: RecordField | RecordArray): part is RecordArray => 'members' in part;

export class FieldList {
  readonly element: HTMLElement;
  private readonly list: VirtualList;
  private map: RecordMap | undefined;
  /** First row of every part. */
  private starts: number[] = [];
  private rows = 0;
  private current = -1;

  /** `chosen` is called with the bytes that the user selects. */
  constructor(
    private readonly pages: BytePages,
    private readonly chosen: (place: Place) => void,
  ) {
    this.list = new VirtualList(kRowPixels, (row) => this.render(row), {
      role: 'listbox',
      tabindex: '0',
      'aria-label': t('Fields'),
    });
    this.element = this.list.element;
    this.element.classList.add('field-list');
    this.element.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
      if (row) this.choose(Number(row.dataset.row));
    });
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  show(map: RecordMap | undefined): void {
    this.map = map;
    this.current = -1;
    this.rows = 0;
    this.starts = (map?.parts ?? []).map((part) => {
      const start = this.rows;
      this.rows += isArray(part) ? 1 + part.count : 1;
      return start;
    });
    this.element.removeAttribute('aria-activedescendant');
    this.element.scrollTop = 0;
    this.list.show(this.rows);
  }

  /** Values whose bytes have come. */
  refresh(): void {
    this.list.queue();
  }

  /** Shows the row that a byte belongs to, and returns what the byte is part of. */
  locate(at: number): Place | undefined {
    const parts = this.map?.parts ?? [];
    const number = parts.findIndex((part) => {
      const size = isArray(part) ? part.count * part.stride : part.size;
      return at >= part.offset && at < part.offset + size;
    });
    const part = parts[number];
    if (!part) return undefined;
    if (!isArray(part)) {
      this.mark(this.starts[number]!);
      return this.placeOf(this.starts[number]!);
    }
    const index = Math.floor((at - part.offset) / part.stride),
      inside = (at - part.offset) % part.stride;
    this.mark(this.starts[number]! + 1 + index);
    for (const { name, type, count: components, at: first } of part.members) {
      const bytes = sizeOfType[type];
      if (inside < first || inside >= first + bytes * components) continue;
      const component = Math.floor((inside - first) / bytes),
        offset = part.offset + index * part.stride + first + component * bytes;
      const label = `${part.name}[${index}].${name}${components > 1 ? `[${component}]` : ''}`;
      const text = this.pages.numberText(offset, type, this.map?.bigEndian === true);
      return { name: label, offset, size: bytes, text };
    }
    return undefined;
  }

  private mark(row: number): void {
    if (row === this.current) return;
    this.current = row;
    this.element.setAttribute('aria-activedescendant', `field-${row}`);
    this.list.reveal(row);
  }

  private choose(row: number): void {
    if (row < 0 || row >= this.rows) return;
    this.mark(row);
    this.list.refresh();
    this.chosen(this.placeOf(row));
  }

  private key(event: KeyboardEvent): void {
    const to = {
      ArrowDown: this.current + 1,
      ArrowUp: this.current - 1,
      PageDown: this.current + this.list.page,
      PageUp: this.current - this.list.page,
      Home: 0,
      End: this.rows - 1,
    }[event.key];
    if (to === undefined || this.rows === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(Math.min(this.rows - 1, Math.max(0, to)));
  }

  private at(row: number): { part: RecordField | RecordArray; element: number } {
    let low = 0,
      high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return { part: this.map!.parts[low]!, element: row - this.starts[low]! - 1 };
  }

  private placeOf(row: number): Place {
    const { part, element } = this.at(row);
    if (!isArray(part)) return { name: part.name, offset: part.offset, size: part.size, text: fieldText(part) };
    if (element < 0)
      return {
        name: part.name,
        offset: part.offset,
        size: part.count * part.stride,
        text: countOf(part.count, 'element'),
      };
    return {
      name: `${part.name}[${element}]`,
      offset: part.offset + element * part.stride,
      size: part.stride,
      text: this.elementText(part, element),
    };
  }

  private elementText(part: RecordArray, element: number): string {
    const start = part.offset + element * part.stride,
      big = this.map?.bigEndian === true;
    return part.members
      .map(({ name, type, count: components, at }) => {
        const values = Array.from({ length: components }, (_, c) =>
          this.pages.numberText(start + at + c * sizeOfType[type], type, big),
        ).join(', ');
        return part.members.length === 1 ? values : `${name} ${values}`;
      })
      .join(' · ');
  }

  private render(row: number): HTMLElement {
    const { part, element } = this.at(row);
    const array = isArray(part);
    const name = !array ? part.name : element < 0 ? part.name : String(element);
    const text = !array
      ? fieldText(part)
      : element < 0
        ? `${count(part.count)} × ${part.members.map(memberText).join(', ')}`
        : this.elementText(part, element);
    return h(
      'div',
      {
        class: `field-row ${array && element >= 0 ? 'is-element' : ''} ${array && element < 0 ? 'is-array' : ''}`,
        id: `field-${row}`,
        title: `${name}: ${text}`,
        attributes: { role: 'option', 'data-row': row, 'aria-selected': String(row === this.current) },
      },
      h('span', { class: 'quiet field-name', text: name }),
      h('span', { class: 'numbers field-value', text }),
    );
  }
}

const memberText = ({ name, type, count: components }: RecordArray['members'][number]): string =>
  `${name} ${type}${components > 1 ? ` × ${components}` : ''}`;

export function fieldText({ value, type, size }: RecordField): string {
  if (value === null) return countOf(size, 'byte');
  if (type === 'text') return value === '' ? t('(empty)') : `“${String(value)}”`;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  // Counts, offsets and samples to the last digit.
  if (typeof value === 'number' && Number.isSafeInteger(value) && type !== 'f32') return count(value);
  return Array.isArray(value) ? value.map(numberText).join(', ') : numberText(Number(value));
}
