// How the documentation is indexed and searched; the index is made at build time, so both sides have to agree.

import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';

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

/** Words of questions that say nothing about their subject. */
const kStopWords: ReadonlySet<string> = new Set(
  'a all an and any are as at be by can do does each every for from how i in is it its many me mean means my no not of on or so that the this to what when where which why with without you your'.split(
    ' ',
  ),
);

export const indexOptions: Options<Section> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['heading', 'page', 'text'],
  tokenize,
  processTerm: (term) => (kStopWords.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    boost: { heading: 4, page: 2 },
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};

/** With fewer sections that have all the words, those that have some of them follow. */
const kEnough = 5;

/** Sections for the words, the best first. */
export function findSections(index: MiniSearch<Section>, words: string): (SearchResult & Section)[] {
  const all = index.search(words) as (SearchResult & Section)[];
  if (all.length >= kEnough) return all;
  const known = new Set(all.map(({ id }) => id as string)),
    some = index.search(words, { combineWith: 'OR' }) as (SearchResult & Section)[];
  return [...all, ...some.filter(({ id }) => !known.has(id as string))];
}
