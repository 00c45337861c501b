// The files a document was made of: text with the numbers of its lines and messages about them, anything else as
// bytes. Rows are made only for what is seen.

import { fill, leastOf, pushTo } from '../../base/lists';
import { codePages } from '../../core/formats';
import type { FilePlace } from '../../core/sourceMap';
import type { Issue, Report } from '../../core/report';
import type { Viewer } from '../../viewer/viewer';
import { BytePages, bytesOf } from '../bytePages';
import { h, iconButton, svgIcon } from '../dom';
import type { Place } from '../fieldList';
import { HexView } from '../hexView';
import { recall, remember } from '../memory';
import { VirtualList } from '../virtual';
import { baseName, bytesText, countOf, severityName, severityText } from '../words';
import { codePageNames, decoded, encoded, Lines, type Match } from './lines';
import { Fields } from './fields';
import { visible } from '../inert';
import { t } from '../language';

const kRowPixels = 18;
/** Bytes of a line that are shown; what follows is counted. */
const kLongest = 2000;
const kSniffBytes = 4096;
/** A cursor that stands so long has come to rest. */
const kRestMs = 80;

export class Source {
  readonly element = h('div', { class: 'panel-body source' });
  private readonly files = h('select', {
    class: 'select wide',
    attributes: { 'aria-label': t('File') },
    on: { change: () => void this.open(this.files.value) },
  });
  private readonly goTo = h('input', {
    class: 'select source-line-field',
    attributes: { type: 'number', min: 1, step: 1, 'aria-label': t('Go to line'), placeholder: t('Line') },
    on: { change: () => this.goTo.value !== '' && this.point(this.goTo.valueAsNumber - 1) },
  });
  private readonly search = h('input', {
    class: 'search',
    attributes: { type: 'search', spellcheck: 'false', placeholder: t('Find text'), 'aria-label': t('Find text') },
    on: {
      input: () => remember('source.find', this.search.value),
      keydown: (event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        void this.find(!event.shiftKey);
      },
    },
  });
  private readonly codePage = h(
    'select',
    {
      class: 'select',
      attributes: { 'aria-label': t('Code page') },
      title: t('How bytes that are not UTF-8 are read'),
      on: { change: () => this.list.refresh() },
    },
    ...codePageNames.map(([label, name]) => h('option', { text: name, attributes: { value: label } })),
  );
  private readonly searchRow: HTMLElement;
  private readonly list: VirtualList;
  private readonly said = h('p', { class: 'source-said', attributes: { role: 'status' } });
  private readonly nextMessage = h('button', {
    class: 'button small',
    attributes: { type: 'button', hidden: true },
    on: { click: () => this.toNextMessage() },
  });
  private readonly pages = new BytePages((offset, length) => bytesOf(this.viewer, this.file, offset, length));
  private readonly fields: Fields;
  private readonly hex = new HexView(
    this.pages,
    (offset): Place => this.fields.at(offset) ?? { name: 'byte', offset, size: 1, text: this.byteText(offset) },
  );
  /** Called when the user puts the cursor on a line or a byte of a file. */
  onCursor: (file: string, offset: number) => void = () => undefined;
  /** Lines of what is chosen, first and last, by file. */
  private chosen: FilePlace[] = [];
  private cursorTimer = 0;
  /** Grows with everything that is to be shown: what came before gives way. */
  private showing = 0;
  private report: Report | undefined;
  private file = '';
  private lines: Lines | undefined;
  private marks = new Map<number, Issue[]>();
  private current = -1;
  private match: (Match & { length: number }) | undefined;
  private searches = 0;
  private isOpen = false;
  private opening: Promise<void> = Promise.resolve();

  constructor(private readonly viewer: Viewer) {
    this.fields = new Fields(viewer, this.pages);
    this.search.value = recall('source.find', '');
    this.list = new VirtualList(kRowPixels, (index) => this.row(index), {
      role: 'group',
      tabindex: '0',
      'aria-label': t('Lines of the file; the arrow keys move between them'),
    });
    this.list.element.classList.add('source-lines');
    this.list.element.addEventListener('keydown', (event) => this.key(event));
    this.list.element.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-line]');
      if (!row) return;
      this.point(Number(row.dataset.line), false);
      this.tellLine();
    });
    this.pages.arrived = () => this.hex.refresh();
    this.fields.arrived = () => this.hex.again();
    this.hex.moved = (at) => this.reportCursor(at);
    this.searchRow = h(
      'div',
      { class: 'source-tools' },
      this.goTo,
      h(
        'div',
        { class: 'search-row' },
        svgIcon('search'),
        this.search,
        iconButton('before', t('Find previous'), () => void this.find(false), { keys: 'Shift+Enter' }),
        iconButton('after', t('Find next'), () => void this.find(true), { keys: 'Enter' }),
      ),
      this.codePage,
    );
    this.element.append(
      this.files,
      this.searchRow,
      this.list.element,
      h('div', { class: 'source-foot' }, this.said, this.nextMessage),
    );
  }

  show(report: Report): void {
    const before = this.file;
    this.report = report;
    const files = report.files.filter(({ role }) => role !== 'texture');
    fill(
      this.files,
      files.map(({ name, bytes }) =>
        h('option', { text: `${visible(name)} · ${bytesText(bytes)}`, attributes: { value: name } }),
      ),
    );
    this.close();
    this.chosen = [];
    const wanted = files.find(({ name }) => name === before) ?? files[0];
    this.files.value = wanted?.name ?? '';
    if (this.isOpen && wanted) void this.open(wanted.name);
  }

  setOpen(open: boolean): void {
    const opens = open && !this.isOpen;
    this.isOpen = open;
    if (opens && this.chosen.length > 0) void this.mark(this.chosen);
    else if (open && this.file === '' && this.files.value !== '') void this.open(this.files.value);
  }

  /** The line or the bytes of a message. */
  async reveal({ source, line, column, offset }: Issue): Promise<void> {
    ++this.showing;
    this.chosen = [];
    this.isOpen = true;
    this.files.value = source;
    if (source !== this.file) void this.open(source);
    await this.opening;
    if (source !== this.file) return;
    const { lines } = this;
    if (!lines) {
      if (offset !== undefined) this.hex.mark({ name: t('here'), offset, size: 1, text: this.byteText(offset) });
      if (offset !== undefined && offset >= 0) this.hex.again();
      this.hex.element.querySelector<HTMLElement>('[tabindex]')!.focus({ preventScroll: true });
      return;
    }
    if (line === undefined && offset === undefined) return;
    const known = (): boolean =>
      lines.complete || (line === undefined ? lines.start(lines.count - 1) > offset! : lines.count > line);
    if (!(await lines.until(known)) || lines !== this.lines) return;
    const at = line === undefined ? lines.lineOf(offset!) : line - 1;
    if (column !== undefined && line !== undefined)
      this.match = { line: at, column: column - 1, offset: lines.start(at) + column - 1, length: 1 };
    this.point(at);
    this.list.element.focus({ preventScroll: true });
  }

  private close(): void {
    ++this.searches;
    this.lines?.stop();
    this.lines = undefined;
    this.file = '';
    this.current = -1;
    this.match = undefined;
    this.said.textContent = '';
    this.list.show(0);
  }

  private open(name: string): Promise<void> {
    this.opening = this.read(name);
    return this.opening;
  }

  private async read(name: string): Promise<void> {
    const { report } = this,
      file = report?.files.find((candidate) => candidate.name === name);
    if (!report || !file) return;
    this.close();
    this.file = name;
    const searches = this.searches;
    const head = await bytesOf(this.viewer, name, 0, kSniffBytes);
    if (searches !== this.searches) return;
    const text = !head.includes(0);
    this.searchRow.hidden = this.list.element.hidden = !text;
    this.codePage.value = codePages[file.format ?? ''] ?? 'windows-1252';
    // Until a line needs it.
    this.codePage.hidden = true;
    if (text) this.hex.element.remove();
    else this.list.element.after(this.hex.element);
    this.marks = new Map();
    for (const issue of report.issues.messages) {
      if (issue.source !== name || issue.line === undefined) continue;
      pushTo(this.marks, issue.line - 1, issue);
    }
    this.nextMessage.hidden = !text || this.marks.size === 0;
    this.nextMessage.textContent =
      this.marks.size === 1 ? t('The message') : t('Next of {count} messages', { count: this.marks.size });
    if (!text) {
      this.pages.range(0, file.bytes);
      this.fields.open(name);
      this.hex.show(0, file.bytes);
      this.hex.choose(this.chosen.filter((place) => place.file === name));
      this.said.textContent = t('{name} is binary.', { name: baseName(visible(name)) });
      return;
    }
    const lines = new Lines((offset, length) => bytesOf(this.viewer, name, offset, length), file.bytes);
    this.lines = lines;
    lines.changed = () => {
      if (lines !== this.lines) return;
      this.list.grow(lines.count);
      if (this.current < 0) this.sayLines();
    };
    this.list.element.scrollTop = 0;
    this.list.show(lines.count);
    void lines.index();
  }

  private sayLines(): void {
    const { lines } = this;
    if (!lines) return;
    this.said.textContent = lines.complete
      ? countOf(lines.count, 'line')
      : t('{lines} so far …', { lines: countOf(lines.count, 'line') });
  }

  /** Goes to a line, counted from 0. */
  private point(line: number, scroll = true): void {
    const { lines } = this;
    if (!lines || !Number.isFinite(line)) return;
    const last = lines.count - 1;
    this.current = Math.min(last, Math.max(0, Math.floor(line)));
    if (this.match && this.match.line !== this.current) this.match = undefined;
    this.goTo.value = String(this.current + 1);
    const said = [...(this.marks.get(this.current) ?? [])].sort((a, b) => a.severity - b.severity);
    fill(this.said, [
      t('Line {line} of {lines}', { line: this.current + 1, lines: lines.count }),
      ...said.map((issue) =>
        h('span', {
          class: `source-message is-${severityName(issue.severity)}`,
          text: `${severityText(issue.severity)}: ${visible(issue.message)}`,
        }),
      ),
    ]);
    if (!scroll) {
      this.list.refresh();
      return;
    }
    // With some lines before and after it.
    const some = Math.min(5, Math.floor(this.list.page / 3));
    this.list.reveal(Math.max(0, this.current - some));
    this.list.reveal(Math.min(last, this.current + some));
    this.list.reveal(this.current);
  }

  private toNextMessage(): void {
    const places = [...this.marks.keys()].sort((a, b) => a - b);
    const next = places.find((line) => line > this.current) ?? places[0];
    if (next !== undefined) this.point(next);
  }

  private async find(forward: boolean): Promise<void> {
    const { lines } = this,
      text = this.search.value;
    if (!lines || text === '') return;
    const search = ++this.searches;
    const here = this.match?.offset ?? (this.current >= 0 ? lines.start(this.current) : 0);
    this.said.textContent = t('Searching…');
    const search8 = encoded(text, this.codePage.value),
      needles = [new TextEncoder().encode(text), ...(search8 ? [search8] : [])];
    let match: Match | undefined,
      length = 0;
    for (const needle of needles) {
      if (match || search !== this.searches) break;
      length = needle.length;
      match = await lines.find(
        needle,
        forward && this.match ? here + 1 : here,
        forward,
        () => search !== this.searches,
      );
    }
    if (search !== this.searches) return;
    if (!match) {
      this.said.textContent = t('Not found.');
      return;
    }
    this.match = { ...match, length };
    this.point(match.line);
    this.list.element.querySelector('mark')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private key(event: KeyboardEvent): void {
    const { current, lines } = this,
      page = this.list.page;
    const to = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: (lines?.count ?? 1) - 1,
    }[event.key];
    if (to === undefined || !lines) return;
    event.preventDefault();
    event.stopPropagation();
    this.point(Math.max(0, to));
    this.tellLine();
  }

  private tellLine(): void {
    const { lines, current } = this;
    if (!lines || current < 0) return;
    // Behind the blanks that the line begins with, where its own words are.
    const { bytes } = lines.line(current, kLongest) ?? {},
      word = bytes?.findIndex((byte) => byte > 32) ?? -1;
    this.reportCursor(lines.start(current) + Math.max(0, word));
  }

  /** Once the cursor rests. */
  private reportCursor(offset: number): void {
    const { file } = this;
    clearTimeout(this.cursorTimer);
    this.cursorTimer = window.setTimeout(() => file === this.file && this.onCursor(file, offset), kRestMs);
  }

  /** One more row of tools, under the list of files. */
  add(tools: HTMLElement): void {
    this.files.after(tools);
  }

  /** Marks lines or bytes of what is chosen elsewhere and brings the first into sight; the focus stays where it is. */
  async mark(places: readonly FilePlace[], show = true): Promise<void> {
    this.chosen = [...places];
    const request = show ? ++this.showing : this.showing;
    const first = places.find(({ file }) => file === this.file) ?? places[0];
    if (!this.isOpen) return;
    if (!first || !show) {
      this.list.refresh();
      this.hex.choose(
        this.chosen.filter(({ file }) => file === this.file),
        false,
      );
      return;
    }
    if (first.file !== this.file) {
      this.files.value = first.file;
      void this.open(first.file);
    }
    await this.opening;
    if (first.file === this.file && request === this.showing) await this.showChosen(first);
  }

  private async showChosen(first: FilePlace): Promise<void> {
    const { lines } = this;
    if (!lines) {
      this.hex.choose(this.chosen.filter(({ file }) => file === this.file));
      return;
    }
    const { line } = first;
    if (line === undefined || !(await lines.until(() => lines.complete || lines.count > line))) return;
    if (lines === this.lines) this.point(line - 1);
  }

  private isChosen(index: number): boolean {
    return this.chosen.some(
      ({ file, line, lastLine }) =>
        file === this.file && line !== undefined && index + 1 >= line && index + 1 <= (lastLine ?? line),
    );
  }

  private row(index: number): HTMLElement {
    const said = this.marks.get(index),
      worst = said && severityName(leastOf(said.map(({ severity }) => severity)));
    return h(
      'div',
      {
        class: `source-row ${index === this.current ? 'is-current' : ''} ${this.isChosen(index) ? 'is-chosen' : ''} ${worst ? `is-${worst}` : ''}`,
        attributes: { 'data-line': index },
        ...(said && { title: said.map(({ message }) => visible(message)).join('\n') }),
      },
      h('span', { class: 'source-number numbers', text: String(index + 1) }),
      h('span', { class: 'source-text' }, ...this.text(index)),
    );
  }

  private text(index: number): (Node | string)[] {
    const line = this.lines?.line(index, kLongest);
    if (!line) return [''];
    const { bytes, rest } = line,
      needed = () => (this.codePage.hidden = false),
      decode = (from: number, to: number): string =>
        visible(decoded(bytes.subarray(from, to), this.codePage.value, needed));
    const more =
      rest > kLongest ? [h('span', { class: 'quiet', text: t(' … {bytes} more', { bytes: bytesText(rest) }) })] : [];
    const { match } = this;
    if (!match || match.line !== index || match.column > bytes.length) return [decode(0, bytes.length), ...more];
    const end = match.column + match.length;
    return [
      decode(0, match.column),
      h('mark', { text: decode(match.column, end) || ' ' }),
      decode(end, bytes.length),
      ...more,
    ];
  }

  private byteText(offset: number): string {
    const value = this.pages.byte(offset);
    return value === undefined ? '' : String(value);
  }
}
