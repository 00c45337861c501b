// A spline in the inspector: how it goes between keys, how many it has, and the way to the Curves pane.

import { type Control, type ControlHost, type Field, isMembers, type Rows } from '../field';
import { keysOf } from '../../text/schema';

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
