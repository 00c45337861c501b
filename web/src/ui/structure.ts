// What a binary file is made of: the chunks of a KRI scene or the objects of a pivot scene, one after another as they
// stand, and of the chosen one its fields and its bytes.

import type { RecordMap, Report } from '../core/report';
import type { Viewer } from '../viewer/viewer';
import { h } from './dom';
import { HexView, hex, valueText } from './hexview';
import { VirtualList } from './virtual';
import { countOf } from './words';

const kRowPixels = 24;

/** A chunk of a KRI scene, as the report lists it. */
interface Chunk {
  name: string;
  offset: number;
  size: number;
  layout: string;
  consumed: number;
  fields?: Record<string, unknown>;
}
/** An object of a pivot scene, likewise. */
interface PivotObject {
  name: string;
  offset: number;
  kind: string;
  bone: boolean;
}

interface FileRecord {
  name: string;
  offset: number;
  note: string;
  /** Says that something is unusual about it. */
  odd: boolean;
  chunk?: Chunk;
}

export class Structure {
  readonly element = h('div', { class: 'panel-body structure' });
  /** Told when there is something to show, or nothing any more. */
  onChange: (shown: boolean) => void = () => undefined;
  private readonly summary = h('p', { class: 'quiet' });
  private readonly list: VirtualList;
  private readonly facts = h('dl', { class: 'facts', attributes: { 'aria-label': 'Fields' } });
  private readonly arrays = h('div', { class: 'record-arrays' });
  private readonly note = h('p', { class: 'quiet' });
  private readonly chosen = h('section', { class: 'section record', attributes: { hidden: true } });
  private readonly bytes: HexView;
  private records: FileRecord[] = [];
  private file = '';
  private current = -1;

  constructor(private readonly viewer: Viewer) {
    this.list = new VirtualList(kRowPixels, (index) => this.row(index), {
      role: 'listbox',
      tabindex: '0',
      'aria-label': 'Records of the file',
    });
    this.list.element.classList.add('records');
    this.list.element.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
      if (row) void this.choose(Number(row.dataset.index));
    });
    this.list.element.addEventListener('keydown', (event) => this.key(event));
    this.bytes = new HexView((offset, length) => this.viewer.bytes(this.file, offset, length));
    this.chosen.append(this.note, this.facts, this.arrays, this.bytes.element);
    this.element.append(this.summary, this.list.element, this.chosen);
  }

  show(report: Report): void {
    const format = report.info.format ?? {};
    const chunks = format.chunks as Chunk[] | undefined,
      objects = format.objects as PivotObject[] | undefined;
    this.file = report.files.find((file) => file.format === report.format && file.role !== 'texture')?.name ?? '';
    this.current = -1;
    this.chosen.hidden = true;
    if (chunks) this.showChunks(chunks, format);
    else if (report.format === 'pivot' && objects) this.showObjects(objects, format);
    else this.records = [];
    this.list.element.scrollTop = 0;
    this.list.show(this.records.length);
    this.onChange(this.records.length > 0);
  }

  private showChunks(chunks: Chunk[], format: Record<string, unknown>): void {
    this.records = chunks.map((chunk) => ({
      name: chunk.name,
      offset: chunk.offset,
      note: sizeText(chunk),
      odd: chunk.consumed !== chunk.size,
      chunk,
    }));
    const unread = chunks.filter(({ consumed, size }) => consumed !== size).length;
    const said = [`KRI version ${valueText(format.version)}`, countOf(chunks.length, 'chunk')];
    if (unread > 0) said.push(`${countOf(unread, 'is not', 'are not')} read to the end`);
    if (format.interrupted === true) said.push('the export was interrupted: what follows the last chunk has no header');
    this.summary.textContent = `${said.join(', ')}.`;
  }

  private showObjects(objects: PivotObject[], format: Record<string, unknown>): void {
    this.records = objects.map(({ name, offset, kind, bone }) => ({
      name,
      offset,
      note: bone ? `${kind}, bone` : kind,
      odd: false,
    }));
    const title = valueText(format.dialectTitle);
    this.summary.textContent = `Read as ${title}; ${countOf(objects.length, 'object')}.`;
  }

  private row(index: number): HTMLElement {
    const { name, offset, note, odd } = this.records[index]!;
    return h(
      'div',
      {
        class: `record-row ${odd ? 'is-odd' : ''}`,
        id: `record-${index}`,
        attributes: { role: 'option', 'data-index': index, 'aria-selected': String(index === this.current) },
      },
      h('span', { class: 'quiet numbers', text: hex(offset) }),
      h('span', { class: 'record-name', text: name || '(no name)' }),
      h('span', { class: 'quiet numbers', text: note }),
    );
  }

  private key(event: KeyboardEvent): void {
    const last = this.records.length - 1;
    const to = {
      ArrowDown: this.current + 1,
      ArrowUp: this.current - 1,
      PageDown: this.current + this.list.page,
      PageUp: this.current - this.list.page,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    void this.choose(Math.min(last, Math.max(0, to)));
  }

  private async choose(index: number): Promise<void> {
    const record = this.records[index];
    if (!record) return;
    this.current = index;
    this.list.element.setAttribute('aria-activedescendant', `record-${index}`);
    this.list.reveal(index);
    const { file } = this,
      map = await this.viewer.record(file, record.offset);
    if (file !== this.file || index !== this.current) return;
    this.note.textContent = noteOf(record);
    this.note.hidden = this.note.textContent === '';
    this.chosen.hidden = false;
    this.list.reveal(index);
    const size = map?.size ?? record.chunk?.size ?? 0;
    this.bytes.show(record.offset, size);
    this.bytes.explain(map);
    this.fillFields(record, map);
  }

  private fillFields({ chunk }: FileRecord, map: RecordMap | undefined): void {
    const rows: HTMLElement[] = [],
      arrays: HTMLElement[] = [];
    const marker = (name: string, offset: number, size: number): HTMLButtonElement =>
      h('button', {
        class: 'record-field',
        text: name,
        title: `Show its bytes, ${hex(offset)}`,
        attributes: { type: 'button' },
        on: { click: () => this.bytes.mark(name, offset, size) },
      });
    for (const part of map?.parts ?? []) {
      if ('value' in part)
        rows.push(
          h('dt', {}, marker(part.name, part.offset, part.size)),
          h('dd', { text: part.value === null ? countOf(part.size, 'byte') : valueText(part.value) }),
        );
      else
        arrays.push(
          h(
            'p',
            {},
            marker(`${part.name}, ${countOf(part.count, 'element')}`, part.offset, part.count * part.stride),
            h('span', {
              class: 'quiet',
              text: part.members
                .map(({ name, type, count }) => `${name} ${type}${count > 1 ? ` × ${count}` : ''}`)
                .join(', '),
            }),
          ),
        );
    }
    // What the reader made of it, where the bytes are not mapped field by field.
    if (!map)
      for (const [name, value] of Object.entries(chunk?.fields ?? {}))
        rows.push(h('dt', { text: name }), h('dd', { text: valueText(value) }));
    this.facts.replaceChildren(...rows);
    this.arrays.replaceChildren(...arrays);
  }
}

const sizeText = ({ size, consumed, layout }: Chunk): string =>
  `${layout === '' ? '' : `${layout} · `}${consumed === size ? size : `${consumed}/${size}`} B`;

function noteOf({ chunk }: FileRecord): string {
  if (!chunk) return '';
  if (chunk.consumed === 0 && chunk.size > 0) return 'No layout is known for this chunk: it is kept out of the model.';
  if (chunk.consumed !== chunk.size)
    return `${countOf(chunk.consumed, 'byte')} of ${chunk.size} are read; the rest belongs to nothing that is known.`;
  return chunk.layout === '' ? '' : `Layout ${chunk.layout}, read to its last byte.`;
}
