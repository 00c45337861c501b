// Objects inside of a parameter: their keys as rows below it.

import type { KeyInfo } from '../../text/schema';
import type { Field } from '../field';
import type { Control, ControlHost, Rows } from './control';

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
