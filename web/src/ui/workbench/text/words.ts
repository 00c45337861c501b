// Texts of this model for the page. It has no language of its own: a text waits here until the page says it.

import type { Values } from '../../language';

/** An English sentence and what fills its holes, as `t` of the page takes them. */
export interface Words {
  text: string;
  values?: Values;
}

/** Named as the page's own, so that the tables of languages are checked for these as well. */
export const t = (text: string, values?: Values): Words => (values ? { text, values } : { text });
