// The text of a document with the lines of what is chosen, both ways: a click on a line chooses the operator it is in.

import type { VirtualList } from '../virtual';
import type { RoomKit } from './kit';
import type { WorldText } from './text';

const kRowPixels = 18;
const kMostChars = 400;

export class WorldSource {
  readonly element: HTMLElement;
  readonly #list: VirtualList;
  #text: WorldText | undefined;
  #range = { from: 0, to: 0 };
  #line = 1;

  constructor(
    private readonly kit: RoomKit,
    private readonly choose: (operator: number) => void,
  ) {
    this.#list = new kit.VirtualList(kRowPixels, (row) => this.#render(row), {
      role: 'listbox',
      tabindex: '0',
      'aria-label': kit.t('Source'),
      translate: 'no',
    });
    this.element = this.#list.element;
    this.element.classList.add('world-source');
    this.element.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-line]');
      if (row) this.#take(Number(row.dataset['line']));
    });
    this.element.addEventListener('keydown', (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1, PageDown: this.#list.page, PageUp: -this.#list.page }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.#take(this.#line + by);
    });
  }

  show(text: WorldText): void {
    this.#text = text;
    this.#list.grow(text.lines.length);
  }

  refresh(): void {
    this.#list.queue();
  }

  mark(range: { from: number; to: number }): void {
    this.#range = range;
    if (range.from === 0) {
      this.#list.queue();
      return;
    }
    // The beginning stands high enough for what follows to be seen.
    this.#list.reveal(Math.min(this.#text!.lines.length, range.from + Math.floor(this.#list.page / 2)) - 1);
    this.line(range.from);
  }

  line(line: number): void {
    this.#line = line;
    this.#list.reveal(line - 1);
  }

  #take(line: number): void {
    if (!this.#text) return;
    this.#line = Math.max(1, Math.min(this.#text.lines.length, line));
    this.choose(this.#text.operatorAt(this.#line));
    this.#list.reveal(this.#line - 1);
  }

  #render(index: number): HTMLElement {
    const { h } = this.kit,
      line = index + 1,
      text = this.#text!.lines[index] ?? '',
      isIn = line >= this.#range.from && line <= this.#range.to;
    const row = h(
      'div',
      {
        class: `world-line${isIn ? ' is-chosen' : ''}`,
        id: `world-line-${line}`,
        attributes: { role: 'option', 'aria-selected': String(line === this.#line), 'data-line': line },
      },
      h('span', { class: 'world-line-number numbers', text: String(line) }),
      h('span', { class: 'world-line-text', text: text.slice(0, kMostChars) }),
    );
    if (line === this.#line) this.element.setAttribute('aria-activedescendant', row.id);
    return row;
  }
}
