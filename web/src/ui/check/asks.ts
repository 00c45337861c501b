// The files that an engine will ask for, and whether they are among those that are open.

import type { Asked } from '../../verdicts/asks';
import { h } from '../dom';
import { t } from '../language';

export function askedList(asks: readonly Asked[]): HTMLElement[] {
  if (asks.length === 0) return [];
  const stateOf = ({ found, optional }: Asked): string =>
    found ? t('there') : optional ? t('not needed') : t('missing');
  return [
    h(
      'details',
      { class: 'check-asks' },
      h('summary', { text: t('Files that the engine looks for') }),
      h(
        'ul',
        {},
        ...asks.map((asked) =>
          h(
            'li',
            { class: asked.found || asked.optional ? '' : 'is-missing' },
            h('code', { text: asked.file, attributes: { translate: 'no' } }),
            h('span', { class: 'quiet', text: stateOf(asked) }),
          ),
        ),
      ),
    ),
  ];
}
