// A table of names: a row for each, and one more when a name is given.

import { fill } from '../../../../base/lists';
import { setValue } from '../../text/gestures';
import { nodeAt, pointerTo } from '../../text/scan';
import type { KeyInfo } from '../../text/schema';
import { t as words } from '../../text/words';
import { apply, type Field, together } from '../field';
import { shape } from '../marks';
import type { Control, ControlHost, Rows } from './control';

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
