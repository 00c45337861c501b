// Values that hold others: objects inside of a parameter, splines, tables of names, and lists of objects with keys of
// their own (boxes, cells, particles), of rows of numbers (planes), of words and numbers.

import { fill } from '../../../../base/lists';
import type { Json } from '../../../world/text';
import { insertElement, moveValue, removeValue, setValue } from '../../text/gestures';
import { nodeAt, pointerTo } from '../../text/scan';
import { type KeyInfo, keysOf } from '../../text/schema';
import { t as words } from '../../text/words';
import { apply, type Control, type ControlHost, type Field, isMembers, type Rows, together } from '../field';
import { shape, type Shape } from '../marks';

/** A spline in the inspector: how it goes between keys, how many it has, and the way to the Curves pane. */
export class SplineControl implements Control {
  readonly element: HTMLElement;
  readonly isWide = true;
  readonly #field: Field;
  readonly #count: HTMLElement;
  readonly #rows: Rows;

  constructor(field: Field, host: ControlHost) {
    this.#field = field;
    const { bench, pointers, info } = field,
      { h, t } = bench.kit;
    this.#count = h('span', { class: 'quiet numbers' });
    this.#rows = host.rows(
      pointers,
      keysOf(info.of ?? 'spline').filter(({ name }) => name !== 'channels'),
    );
    this.element = h(
      'div',
      { class: 'inspector-nested' },
      this.#rows.element,
      h(
        'div',
        { class: 'inspector-chips' },
        this.#count,
        h('button', {
          class: 'inspector-preset',
          text: t('Curves'),
          attributes: { type: 'button' },
          on: {
            click: () => {
              bench.draft.select([field.pointer]);
              bench.run('tabCurves');
            },
          },
        }),
      ),
    );
    this.show();
  }

  show(): void {
    const value = this.#field.read(),
      channels = isMembers(value) && Array.isArray(value['channels']) ? value['channels'] : [],
      keys = channels.reduce<number>((sum, channel) => sum + (Array.isArray(channel) ? channel.length : 0), 0);
    this.#count.textContent = this.#field.bench.kit.t('{count} keys', { count: keys });
    this.#rows.show();
  }
}

/** Objects inside of a parameter: their keys as rows below it. */
export class NestedControl implements Control {
  readonly element: HTMLElement;
  readonly isWide = true;
  readonly #rows: Rows;

  constructor(field: Field, host: ControlHost, keys: readonly KeyInfo[]) {
    this.#rows = host.rows(field.pointers, keys);
    this.element = field.bench.kit.h('div', { class: 'inspector-nested' }, this.#rows.element);
  }

  show(): void {
    this.#rows.show();
  }
}

/** A table of names: a row for each, and one more when a name is given. */
export class TableControl implements Control {
  readonly element: HTMLElement;
  readonly #field: Field;
  readonly #host: ControlHost;
  readonly #rowOf: (name: string) => KeyInfo;
  readonly #add: HTMLButtonElement;
  #rows: Rows | undefined;
  #keys = '';

  constructor(field: Field, host: ControlHost, rowOf: (name: string) => KeyInfo) {
    this.#field = field;
    this.#host = host;
    this.#rowOf = rowOf;
    const { h, t } = field.bench.kit,
      label = t('Add to {name}', { name: field.info.name });
    this.#add = h(
      'button',
      {
        class: 'inspector-small',
        title: label,
        attributes: { type: 'button', 'aria-label': label },
        on: { click: () => void this.#ask() },
      },
      shape('add'),
    );
    this.element = h('div', { class: 'inspector-lists' });
    this.show();
  }

  /** An empty one is a button in the line of the name. */
  get isWide(): boolean {
    return this.#keys !== '';
  }

  async #ask(): Promise<void> {
    const { bench, info, pointer } = this.#field,
      name = await bench.prompt(info.name, '');
    if (!name) return;
    const { draft } = bench,
      first = '';
    const attempt = nodeAt(draft.root, pointer)
      ? setValue(draft, pointerTo(pointer, name), first)
      : setValue(draft, pointer, { [name]: first });
    apply(bench, 'refused' in attempt ? attempt : together([attempt], words('Add to {name}', { name: info.name })));
  }

  show(): void {
    const names = (this.#field.nodeAt()?.children ?? []).flatMap(({ key }) =>
        key === undefined || key === 'comment' ? [] : [key],
      ),
      keys = names.map((name) => this.#rowOf(name)),
      signature = keys.map(({ name, kind }) => `${name} ${kind}`).join();
    if (this.#rows && signature === this.#keys) {
      this.#rows.show();
      return;
    }
    this.#keys = signature;
    this.#rows = this.#host.rows(this.#field.pointers, keys);
    fill(this.element, [this.#rows.element, this.#add]);
  }
}

export interface ListOptions {
  /** Keys of an element: of an object in it, or of the element itself by its index as name. */
  keysOf(element: Json | undefined): readonly KeyInfo[];
  /** The element is a value with one control: `keysOf` gives one key for it. */
  isPlain?: boolean;
  /** What a new one is. */
  fresh(elements: readonly Json[]): Json | undefined;
  /** What the line of an element says. */
  summary(element: Json, index: number): string;
  /** Why an element is none: empty boxes. */
  fault?(element: Json): string;
  most?: number;
  /** An element that is not moved, and keeps what it has where others go. */
  isFixed?: boolean;
  /** A part before the rows of an element: the form of a cell. */
  head?(pointer: string, element: Json): HTMLElement | undefined;
}

interface Item {
  element: HTMLElement;
  line: HTMLElement;
  fault: HTMLElement;
  rows: Rows | undefined;
  /** The keys that the rows are made for. */
  keys: string;
}

/** Elements that are unfolded, by pointer: they stay so where the list is built again. */
const unfolded = new Set<string>();

/** Lists: of objects with keys of their own (boxes, cells, particles), of rows of numbers (planes), of words and numbers. */
export class ListControl implements Control {
  readonly element: HTMLElement;
  readonly #field: Field;
  readonly #host: ControlHost;
  readonly #options: ListOptions;
  readonly #list: HTMLElement;
  readonly #add: HTMLButtonElement;
  #items: Item[] = [];

  constructor(field: Field, host: ControlHost, options: ListOptions) {
    this.#field = field;
    this.#host = host;
    this.#options = options;
    const { h, t } = field.bench.kit;
    this.#list = h('ol', { class: 'inspector-list', attributes: { 'aria-label': field.info.name } });
    this.#add = this.#button('add', t('Add to {name}', { name: field.info.name }), () =>
      this.#insert(this.#elements.length),
    );
    this.element = h('div', { class: 'inspector-lists' }, this.#list, this.#add);
    this.show();
  }

  get #elements(): readonly Json[] {
    const value = this.#field.read();
    return Array.isArray(value) ? value : [];
  }

  /** An empty one is a button in the line of the name. */
  get isWide(): boolean {
    return this.#items.length > 0;
  }

  #button(icon: Shape, label: string, click: () => void): HTMLButtonElement {
    return this.#field.bench.kit.h(
      'button',
      { class: 'inspector-small', title: label, attributes: { type: 'button', 'aria-label': label }, on: { click } },
      shape(icon),
    );
  }

  #pointer(index: number): string {
    return `${this.#field.pointer}/${index}`;
  }

  #insert(index: number, value = this.#options.fresh(this.#elements)): void {
    const { bench, info, pointer } = this.#field;
    if (value === undefined) return;
    unfolded.add(this.#pointer(index));
    const { draft } = bench;
    if (!nodeAt(draft.root, pointer)) this.#field.put([value]);
    else {
      const attempt = insertElement(draft, pointer, index, value);
      apply(bench, 'refused' in attempt ? attempt : together([attempt], words('Add to {name}', { name: info.name })));
    }
    this.#focus(index);
  }

  /** The line of an element: where its buttons were, its neighbour's are. */
  #focus(index: number): void {
    const item = this.#items[Math.min(index, this.#items.length - 1)];
    (item?.line ?? this.#add).focus();
  }

  #remove(index: number): void {
    const { bench, info } = this.#field,
      attempt = removeValue(bench.draft, this.#pointer(index));
    apply(
      bench,
      'refused' in attempt ? attempt : together([attempt], words('Remove from {name}', { name: info.name })),
    );
    this.#focus(index);
  }

  #move(index: number, by: number): void {
    const { bench, info, pointer } = this.#field,
      to = index + by;
    if (to < 0 || to >= this.#items.length) return;
    const attempt = moveValue(bench.draft, this.#pointer(index), pointer, to);
    apply(bench, 'refused' in attempt ? attempt : together([attempt], words('Reorder {name}', { name: info.name })));
    this.#focus(to);
  }

  #item(index: number): Item {
    const { h, t } = this.#field.bench.kit,
      pointer = this.#pointer(index),
      isPlain = this.#options.isPlain === true,
      fault = h('span', { class: 'inspector-fault' });
    const line = isPlain
      ? h('span', { class: 'inspector-line quiet numbers', text: String(index), attributes: { tabindex: -1 } })
      : h('button', {
          class: 'inspector-line',
          attributes: { type: 'button', 'aria-expanded': 'false', translate: 'no' },
          on: { click: () => this.#unfold(index) },
        });
    const { isFixed } = this.#options,
      parts = [line, fault];
    const body = h('div', { class: 'inspector-item-body' });
    const element = h('li', { class: `inspector-item${isPlain ? ' is-plain' : ''}` });
    const tools = h('span', { class: 'inspector-item-tools' });
    const buttons = [
      ...(isFixed ? [] : [this.#button('up', t('Move up'), () => this.#move(index, -1))]),
      ...(isFixed || isPlain
        ? []
        : [this.#button('add', t('Duplicate'), () => this.#insert(index + 1, this.#elements[index]))]),
      this.#button('close', t('Remove'), () => this.#remove(index)),
    ];
    fill(tools, buttons);
    fill(element, isPlain ? [line, body, tools] : [...parts, tools, body]);
    element.dataset['pointer'] = pointer;
    return { element, line, fault, rows: undefined, keys: '' };
  }

  #unfold(index: number): void {
    const pointer = this.#pointer(index);
    if (!unfolded.delete(pointer)) unfolded.add(pointer);
    this.show();
  }

  show(): void {
    const elements = this.#elements;
    if (elements.length !== this.#items.length) {
      this.#items = elements.map((_, i) => this.#item(i));
      fill(
        this.#list,
        this.#items.map(({ element }) => element),
      );
    }
    elements.forEach((element, i) => this.#showItem(this.#items[i]!, element, i));
    this.#add.hidden = elements.length >= (this.#options.most ?? Infinity);
  }

  #showItem(item: Item, element: Json, index: number): void {
    const { isPlain, keysOf, summary, fault, head } = this.#options,
      pointer = this.#pointer(index),
      isOpen = isPlain || unfolded.has(pointer);
    if (!isPlain) {
      item.line.textContent = summary(element, index);
      item.line.ariaExpanded = String(isOpen);
    }
    item.fault.textContent = fault?.(element) ?? '';
    const body = item.element.querySelector<HTMLElement>('.inspector-item-body')!;
    body.hidden = !isOpen;
    if (!isOpen) return;
    const keys = isPlain ? keysOf(element).map((key) => ({ ...key, name: String(index) })) : keysOf(element),
      signature = keys.map(({ name, kind }) => `${name} ${kind}`).join();
    if (item.rows && item.keys === signature) {
      item.rows.show();
      return;
    }
    item.keys = signature;
    item.rows = this.#host.rows([isPlain ? this.#field.pointer : pointer], keys);
    const before = head?.(pointer, element);
    fill(body, before ? [before, item.rows.element] : [item.rows.element]);
  }
}
