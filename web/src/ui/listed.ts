// Long lists of choices. A file may name a quarter of a million actions; a menu of them would hold the page up for
// seconds, and is unreadable.

import { h } from './dom';
import { t } from './language';

/** So many choices stand in a menu; the rest is counted. */
export const kMostListed = 4000;

/** One option for each of the first choices, and one with the number of others. */
export function listed<T>(choices: readonly T[], option: (choice: T, index: number) => HTMLElement): HTMLElement[] {
  const options = choices.slice(0, kMostListed).map(option);
  const number = choices.length - options.length;
  if (number > 0)
    options.push(h('option', { text: t('and {number} more', { number }), attributes: { disabled: true } }));
  return options;
}
