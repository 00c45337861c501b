// The index of the documentation's search: one entry for every heading, with the text below it.

// MiniSearch: a full-text index small enough to be fetched whole, without a server and without dependencies.
import MiniSearch from 'minisearch';

import { importSource } from '../source.mjs';
import { unescapeHtml } from './page.mjs';

/** The text of HTML as a reader sees it, in one line. */
export const textOf = (html) => unescapeHtml(html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim();

/** The sections of a page: [{ id, page, heading, text }]; `id` is its address below the documentation. */
export function sectionsOf(path, html, title) {
  const parts = html.split(/<h[1-3] id="([^"]*)">([^]*?)<\/h[1-3]>/);
  const sections = [];
  for (let i = 1; i < parts.length; i += 3) {
    const [anchor, heading, text] = [parts[i], textOf(parts[i + 1]), textOf(parts[i + 2])];
    sections.push({ id: i === 1 ? path : `${path}#${anchor}`, page: title, heading, text });
  }
  return sections;
}

/** Options and search of the page's script. */
export const pageSearch = () => importSource('web/src/docs/indexOptions.ts');

/** The index as JSON, in the form that `MiniSearch.loadJSON` takes. */
export async function searchIndex(sections) {
  const index = new MiniSearch((await pageSearch()).indexOptions);
  index.addAll(sections);
  return JSON.stringify(index);
}
