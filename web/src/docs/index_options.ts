// How the documentation is indexed and searched; the index is made at build time, so both sides have to agree.

import type { Options } from 'minisearch';

/** A search result: a heading with the text below it. */
export interface Section {
  /** Address below the documentation. */
  id: string;
  /** Title of its page. */
  page: string;
  heading: string;
  text: string;
}

/** Codes such as MD5_COUNT are found whole and by their parts. */
function tokenize(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '');
  return words.flatMap((word) => (word.includes('_') ? [word, ...word.split('_').filter(Boolean)] : word));
}

export const indexOptions: Options<Section> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['heading', 'page', 'text'],
  tokenize,
  searchOptions: {
    boost: { heading: 4, page: 2 },
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
