// The search of the documentation: its index is fetched with the first search.

import MiniSearch, { type SearchResult } from 'minisearch';

import { findSections, indexOptions, type Section } from './indexOptions';

const kMostShown = 12;
const kExcerpt = 140;

type Found = SearchResult & Section;

export function startSearch(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form.search'),
    field = form?.querySelector('input'),
    list = form?.querySelector('ul'),
    state = form?.querySelector<HTMLElement>('[role=status]');
  if (!form || !field || !list || !state) return;
  // The field is hidden where no script runs.
  form.hidden = false;
  const base = form.dataset.base ?? '';
  let loading: Promise<MiniSearch<Section>> | undefined;
  let asked = 0;

  const close = (): void => {
    list.hidden = true;
    list.replaceChildren();
    state.textContent = '';
  };
  const load = (): Promise<MiniSearch<Section>> => {
    loading ??= fetchIndex(`${base}search.json`);
    // A failure is asked again with the next letter.
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const search = async (): Promise<void> => {
    const words = field.value.trim(),
      mine = ++asked;
    if (words === '') return close();
    try {
      const index = await load();
      if (mine !== asked) return;
      const found: Found[] = findSections(index, words);
      list.replaceChildren();
      for (const result of found.slice(0, kMostShown)) list.append(itemOf(page, base, result));
      list.hidden = found.length === 0;
      state.textContent = found.length === 0 ? 'Nothing found' : `${found.length} found`;
    } catch {
      close();
      state.textContent = 'The index did not load';
    }
  };

  const links = (): HTMLAnchorElement[] => [...list.querySelectorAll('a')];
  field.addEventListener('focus', () => void load().catch(() => undefined), { once: true });
  field.addEventListener('input', () => void search());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    links()[0]?.click();
  });
  form.addEventListener('keydown', (event) => {
    const all: HTMLElement[] = [field, ...links()];
    const at = all.indexOf(page.activeElement as HTMLElement);
    if (event.key === 'Escape') {
      close();
      field.value = '';
      field.focus();
    } else if (event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') all[Math.max(at - 1, 0)]?.focus();
    else return;
    event.preventDefault();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !form.contains(relatedTarget)) close();
  });
  page.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  page.addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, vitrine-viewer');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    event.preventDefault();
    field.focus();
  });
}

async function fetchIndex(address: string): Promise<MiniSearch<Section>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return MiniSearch.loadJSON<Section>(await response.text(), indexOptions);
}

function itemOf(page: Document, base: string, { id, page: title, heading, text, terms }: Found): HTMLLIElement {
  const item = page.createElement('li'),
    link = page.createElement('a'),
    name = page.createElement('strong'),
    lines = page.createElement('span');
  link.href = base + id;
  name.textContent = heading === title ? title : `${heading} · ${title}`;
  for (const part of excerpt(page, text, terms)) lines.append(part);
  link.append(name, lines);
  item.append(link);
  return item;
}

/** The text around the first word that was found, with the words marked. */
function excerpt(page: Document, text: string, terms: readonly string[]): (Node | string)[] {
  const pattern = new RegExp(terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') || '$^', 'giu');
  const first = Math.max(text.search(pattern), 0);
  const from = first < kExcerpt / 2 ? 0 : text.lastIndexOf(' ', first - kExcerpt / 3) + 1;
  const shown = text.slice(from, from + kExcerpt);
  const parts: (Node | string)[] = from > 0 ? ['… '] : [];
  let at = 0;
  for (const match of shown.matchAll(pattern)) {
    if (match[0] === '') break;
    const mark = page.createElement('mark');
    mark.textContent = match[0];
    parts.push(shown.slice(at, match.index), mark);
    at = match.index + match[0].length;
  }
  parts.push(shown.slice(at), from + kExcerpt < text.length ? ' …' : '');
  return parts;
}
