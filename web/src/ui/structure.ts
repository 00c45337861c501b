// Structure of a binary file: its records one after another as they stand, and of the chosen one its fields and bytes.

import type { RecordMap, Report } from '../core/report';
import { BytePages } from './bytePages';
import { h, svgIcon } from './dom';
import { FieldList } from './fieldList';
import { HexView } from './hexView';
import { formatViews } from '../formats';
import { type FileRecord, hex, type RecordList } from '../formats/view';
import { pageWords } from './words';
import { VirtualList } from './virtual';
import { t, joined } from './language';
import { inert, isolated } from './inert';

const kRowPixels = 24;

/** Who has the file: its bytes, and the fields of the record that begins at an offset. */
export interface RecordSource {
  bytes(file: string, offset: number, length: number): Promise<Uint8Array>;
  record(file: string, offset: number): Promise<RecordMap | undefined>;
}

/** Fields without places of their own: each stands for the whole record. */
const ownFields = ({ offset, size }: FileRecord, fields: Readonly<Record<string, unknown>>): RecordMap => ({
  kind: 'own',
  offset,
  size,
  parts: Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { name, type: 'text', offset, size, value: text };
  }),
});

/** Undefined for formats that have no such list. */
function recordsOf({ format, files, issues, info }: Report): RecordList | undefined {
  const file = files.find(({ format: id, role }) => id === format && role !== 'texture')?.name ?? '',
    messages = issues.messages.filter(({ source }) => source === file);
  return formatViews[format]?.records?.(file, info.format ?? {}, messages, pageWords);
}

export class Structure {
  readonly element = h('div', { class: 'panel-body structure' });
  /** Called with whether there is something to show, and what the records are called. */
  onChange: (shown: boolean, noun: string) => void = () => undefined;
  /** Called when the user selects a record, a field or a byte. */
  onCursor: (file: string, offset: number) => void = () => undefined;
  private readonly summary = h('p', { class: 'quiet structure-summary' });
  private readonly search = h('input', {
    class: 'search',
    attributes: { type: 'search', spellcheck: 'false' },
    on: { input: () => this.filter() },
  });
  private readonly searchRow = h('label', { class: 'search-row' }, svgIcon('search'), this.search);
  private readonly list: VirtualList;
  private readonly title = h('h3');
  private readonly note = h('p', { class: 'quiet', attributes: { role: 'status' } });
  private readonly chosen = h('section', { class: 'record', attributes: { 'aria-label': t('Record'), hidden: true } });
  private readonly pages = new BytePages((offset, length) => this.source.bytes(this.file, offset, length));
  private readonly fields = new FieldList(this.pages, (place) => {
    this.bytes.mark(place);
    this.onCursor(this.file, place.offset);
  });
  private readonly bytes: HexView = new HexView(this.pages, (at) => this.fields.locate(at));
  private all: readonly FileRecord[] = [];
  private shown: readonly FileRecord[] = [];
  private file = '';
  private current: FileRecord | undefined;

  constructor(private readonly source: RecordSource) {
    this.list = new VirtualList(kRowPixels, (index) => this.row(index), {
      role: 'listbox',
      tabindex: '0',
      'aria-label': t('Records of the file'),
    });
    this.list.element.classList.add('records');
    this.list.element.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
      if (row) void this.chosenByHand(Number(row.dataset.index));
    });
    this.list.element.addEventListener('keydown', (event) => this.key(event));
    this.bytes.moved = (at) => this.onCursor(this.file, at);
    this.pages.arrived = () => {
      this.fields.refresh();
      this.bytes.refresh();
    };
    const back = h('button', {
      class: 'button small structure-back',
      text: t('Back to the list'),
      attributes: { type: 'button' },
      on: { click: () => this.leave() },
    });
    this.chosen.append(
      h('header', { class: 'record-head' }, this.title, back),
      this.note,
      this.fields.element,
      this.bytes.element,
    );
    this.element.append(this.summary, this.searchRow, this.list.element, this.chosen);
  }

  show(report: Report): void {
    const found: RecordList | undefined = recordsOf(report);
    this.all = found?.records ?? [];
    this.file = found?.file ?? '';
    const noun = found?.noun ?? '';
    this.summary.textContent = joined(found?.summary ?? [], ' ');
    this.search.value = '';
    const [find, list] =
      noun === 'object'
        ? [t('Find an object'), t('Objects of the file')]
        : noun === 'section'
          ? [t('Find a section'), t('Sections of the file')]
          : [t('Find a chunk'), t('Chunks of the file')];
    this.search.placeholder = find;
    this.search.setAttribute('aria-label', this.search.placeholder);
    this.list.element.setAttribute('aria-label', list);
    this.leave();
    this.filter();
    this.onChange(this.all.length > 0, noun);
  }

  /** Chooses the record that holds a byte and marks the byte; false when the file is another, or no record holds it. */
  async reveal(file: string, offset: number): Promise<boolean> {
    if (file !== this.file || this.all.length === 0) return false;
    this.search.value = '';
    this.filter();
    let index = this.shown.findIndex((record) => record.offset > offset) - 1;
    if (index < 0) index = this.shown.length - 1;
    if (index < 0 || this.shown[index]!.offset > offset) return false;
    await this.choose(index);
    if (this.current !== this.shown[index]) return false;
    this.bytes.mark(this.fields.locate(offset) ?? { name: t('here'), offset, size: 1, text: '' });
    return true;
  }

  private filter(): void {
    const wanted = this.search.value.trim().toLowerCase();
    this.shown = this.all.filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(wanted));
    this.list.element.scrollTop = 0;
    this.list.show(this.shown.length);
  }

  private leave(): void {
    this.current = undefined;
    this.chosen.hidden = true;
    this.element.classList.remove('has-choice');
    this.list.element.removeAttribute('aria-activedescendant');
    this.list.refresh();
  }

  private row(index: number): HTMLElement {
    const record = this.shown[index]!,
      { name, label, offset, note, depth, problem } = record;
    const row = h(
      'div',
      {
        class: `record-row ${problem === '' ? '' : 'is-odd'}`,
        id: `record-${index}`,
        title: problem,
        attributes: {
          role: 'option',
          'data-index': index,
          'aria-selected': String(record === this.current),
          'aria-setsize': this.shown.length,
          'aria-posinset': index + 1,
        },
      },
      h('span', { class: 'quiet numbers record-offset', text: hex(offset) }),
      h('span', { class: 'record-name', text: name || t('(no name)') }),
      h('span', { class: 'quiet record-label', text: label }),
      h('span', { class: 'quiet numbers', text: note }),
    );
    row.style.setProperty('--depth', String(depth));
    return row;
  }

  private key(event: KeyboardEvent): void {
    const last = this.shown.length - 1,
      at = this.current ? this.shown.indexOf(this.current) : -1;
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + this.list.page,
      PageUp: at - this.list.page,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    event.stopPropagation();
    void this.chosenByHand(Math.min(last, Math.max(0, to)));
  }

  private async chosenByHand(index: number): Promise<void> {
    await this.choose(index);
    if (this.current) this.onCursor(this.file, this.current.offset);
  }

  private async choose(index: number): Promise<void> {
    const record = this.shown[index];
    if (!record) return;
    this.current = record;
    this.list.element.setAttribute('aria-activedescendant', `record-${index}`);
    this.list.reveal(index);
    const { file } = this,
      map = record.own ? ownFields(record, record.own) : await this.source.record(file, record.offset);
    if (file !== this.file || record !== this.current) return;
    this.title.textContent = isolated(record.name) || t('(no name)');
    this.note.textContent = inert(record.problem);
    this.note.hidden = record.problem === '';
    const size = map?.size ?? record.size;
    this.pages.range(record.offset, size);
    this.chosen.hidden = false;
    this.element.classList.add('has-choice');
    this.fields.show(map);
    this.bytes.show(record.offset, size);
    this.list.reveal(index);
  }
}
