// All engines as a table: the verdict of each and the finding that decides. A name leads to the engine's own findings.

import { h } from '../dom';
import { t } from '../language';
import type { CheckAnswer } from './protocol';
import { subjectText, toneOf, verdictText } from './words';

export function matrix(rows: CheckAnswer['rows'], choose: (engine: string) => void): HTMLElement {
  const several = new Set(rows.map(({ model }) => model)).size > 1;
  return h(
    'table',
    { class: 'check-matrix' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { text: t('Engine'), attributes: { scope: 'col' } }),
        h('th', { text: t('Verdict'), attributes: { scope: 'col' } }),
      ),
    ),
    h(
      'tbody',
      {},
      ...rows.map((row) => {
        const deciding = row.rules.find(({ verdict }) => verdict === row.verdict);
        return h(
          'tr',
          {},
          h(
            'th',
            { attributes: { scope: 'row' } },
            h('button', {
              class: 'link',
              text: row.name,
              attributes: { type: 'button', translate: 'no' },
              on: { click: () => choose(row.engine) },
            }),
            several && h('span', { class: 'quiet', text: row.model, attributes: { translate: 'no' } }),
          ),
          h(
            'td',
            {},
            h('span', { class: `check-tone is-${toneOf(row.verdict)}`, text: verdictText(row.verdict) }),
            deciding && h('span', { class: 'quiet', text: subjectText(deciding.rule) }),
            deciding && h('span', { class: 'quiet', text: deciding.message, attributes: { lang: 'en' } }),
          ),
        );
      }),
    ),
  );
}
