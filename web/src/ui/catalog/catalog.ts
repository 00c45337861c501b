// The library: a drop of many models as a grid of posters, with a search and the tree of its folders. Posters are made for
// what is in sight, then for the rest; pictures that are scrolled away are given back.

import { fill } from '../../core/lists';
import type { SourceFile } from '../../protocol/files';
import { h } from '../dom';
import { isolated } from '../inert';
import { countOf, joined, t } from '../language';
import type { Library } from '../library';
import { actionsOf, entriesOf, type Entry, foldersOf, keeps, kNoSearch, type Search } from './entries';
import { Posters, trimPosters } from './posters';

/** Drops with more models than this open as a library. */
export const kMostDocuments = 24;

interface Card {
  entry: Entry;
  item: HTMLElement;
  button: HTMLButtonElement;
  image: HTMLImageElement;
  detail: HTMLElement;
  poster?: Blob;
  made: boolean;
}

export class Catalog {
  readonly element: HTMLElement;
  private readonly grid = h('ul', { class: 'catalog-grid' });
  private readonly tree = h('ul', { class: 'catalog-folders' });
  private readonly count = h('p', { class: 'quiet numbers', attributes: { role: 'status' } });
  private readonly progress = h('progress', { attributes: { max: 1 } });
  private readonly back = h('button', { class: 'button', attributes: { type: 'button', hidden: true } });
  private readonly text: HTMLInputElement;
  private readonly kind: HTMLSelectElement;
  private readonly actions: HTMLSelectElement;
  private readonly problems: HTMLSelectElement;
  private readonly folder: HTMLSelectElement;
  private readonly posters = new Posters();
  private readonly cards = new Map<string, Card>();
  private readonly byItem = new WeakMap<Element, Card>();
  private readonly inSight = new Set<Card>();
  private readonly sight: IntersectionObserver;
  private search: Search = kNoSearch;
  private making = false;
  private reading = false;
  private queued = false;

  constructor(private readonly open: (model: SourceFile) => void) {
    const select = (label: string, options: [string, string][]): HTMLSelectElement =>
      h(
        'select',
        { class: 'select', attributes: { 'aria-label': label }, on: { change: () => this.apply() } },
        ...options.map(([value, text]) => h('option', { text, attributes: { value } })),
      );
    this.text = h('input', {
      class: 'search catalog-search',
      attributes: { type: 'search', placeholder: t('Search by name'), 'aria-label': t('Search by name') },
      on: { input: () => this.apply() },
    });
    this.kind = select(t('Format'), [['', t('All formats')]]);
    this.actions = select(t('Actions'), [
      ['any', t('With or without actions')],
      ['some', t('With actions')],
      ['none', t('Without actions')],
    ]);
    this.problems = select(t('Problems'), [
      ['any', t('With or without problems')],
      ['some', t('With problems')],
      ['none', t('Without problems')],
    ]);
    this.folder = select(t('Folder'), [['', t('All folders')]]);
    this.folder.classList.add('catalog-folder-list');
    this.element = h(
      'section',
      { class: 'catalog', attributes: { 'aria-label': t('Library'), hidden: true } },
      h(
        'div',
        { class: 'catalog-head', attributes: { role: 'search' } },
        h('h1', { text: t('Library') }),
        this.text,
        this.folder,
        this.kind,
        this.actions,
        this.problems,
        this.count,
        this.progress,
        this.back,
      ),
      h('nav', { class: 'catalog-nav', attributes: { 'aria-label': t('Folders') } }, this.tree),
      this.grid,
    );
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.sight = new IntersectionObserver((changes) => this.seen(changes), { root: this.grid, rootMargin: '200px' });
    this.progress.setAttribute('aria-label', t('Posters'));
  }

  get size(): number {
    return this.cards.size;
  }

  get shown(): boolean {
    return !this.element.hidden;
  }

  /** Models of a drop; `reading` while more of them come. */
  fill(library: Library, files: readonly SourceFile[], reading: boolean): void {
    const before = new Map([...this.cards].map(([name, { entry }]) => [name, entry]));
    const entries = entriesOf(library, files, before);
    this.reading = reading;
    const stays = new Set(entries.map(({ model }) => model.name));
    for (const [name, card] of this.cards) if (!stays.has(name)) this.drop(name, card);
    const items = entries.map((entry) => {
      const known = this.cards.get(entry.model.name),
        card = known ?? this.card(entry);
      card.entry = entry;
      this.describe(card);
      if (!known) this.sight.observe(card.item);
      return card.item;
    });
    fill(this.grid, items);
    this.showFolders(entries);
    const kinds = [...new Set(entries.map(({ kind }) => kind))].sort();
    fill(this.kind, [
      h('option', { text: t('All formats'), attributes: { value: '' } }),
      ...kinds.map((kind) => h('option', { text: kind, attributes: { value: kind, translate: 'no' } })),
    ]);
    this.kind.value = kinds.includes(this.search.kind) ? this.search.kind : '';
    this.posters.give(files);
    this.apply();
    if (!reading) void trimPosters();
  }

  /** Shows the library; `leave` goes back to the document called `name`. */
  show(name?: string, leave?: () => void): void {
    this.element.hidden = false;
    this.back.hidden = leave === undefined;
    if (name !== undefined && leave) {
      this.back.textContent = t('Back to {name}', { name });
      this.back.onclick = leave;
    }
    this.text.focus({ preventScroll: true });
    void this.work();
  }

  hide(): void {
    this.element.hidden = true;
  }

  // -- cards ------------------------------------------------------------------------------------------------------------

  private card(entry: Entry): Card {
    const image = h('img', { attributes: { alt: '', width: 320, height: 240, hidden: true } }),
      detail = h('span', { class: 'quiet numbers' });
    const button = h(
      'button',
      {
        class: 'catalog-card',
        title: entry.model.name,
        attributes: { type: 'button', tabindex: -1, 'data-name': entry.model.name },
        on: { click: () => this.open(card.entry.model) },
      },
      h('span', { class: 'catalog-poster' }, image),
      h('strong', { text: isolated(entry.base), attributes: { translate: 'no' } }),
      detail,
    );
    const item = h('li', {}, button);
    const card: Card = { entry, item, button, image, detail, made: entry.facts !== undefined };
    this.cards.set(entry.model.name, card);
    this.byItem.set(item, card);
    return card;
  }

  private drop(name: string, card: Card): void {
    this.sight.unobserve(card.item);
    this.inSight.delete(card);
    URL.revokeObjectURL(card.image.src);
    this.cards.delete(name);
  }

  /** The line below the name: format, actions, skins, problems. */
  private describe({ entry, detail, button }: Card): void {
    const { facts, skins, kind } = entry,
      actions = actionsOf(entry),
      problems = facts ? facts.errors + facts.warnings : 0;
    detail.textContent = joined(
      [
        kind,
        actions > 0 && countOf(actions, 'action'),
        skins > 1 && countOf(skins, 'skin'),
        problems > 0 && countOf(problems, 'problem'),
      ],
      ' · ',
    );
    button.classList.toggle('has-errors', (facts?.errors ?? 0) > 0);
    if (facts?.failure) button.title = `${entry.model.name}\n${facts.failure}`;
  }

  private seen(changes: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of changes) {
      const card = this.byItem.get(target);
      if (!card) continue;
      if (isIntersecting) this.inSight.add(card);
      else this.inSight.delete(card);
      this.picture(card);
    }
    void this.work();
  }

  /** A picture while it is in sight: its bytes stay with the browser's store, or with the card. */
  private picture(card: Card): void {
    const { image, poster } = card,
      shows = poster !== undefined && this.inSight.has(card);
    if (shows === !image.hidden) return;
    if (shows) image.src = URL.createObjectURL(poster);
    else {
      URL.revokeObjectURL(image.src);
      image.removeAttribute('src');
    }
    image.hidden = !shows;
  }

  /** Makes posters while the library shows: first what is in sight, then the rest. */
  private async work(): Promise<void> {
    if (this.making) return;
    this.making = true;
    try {
      for (let card = this.next(); card && this.shown; card = this.next()) {
        const { facts, poster } = await this.posters.make(card.entry);
        card.made = true;
        card.entry.facts = facts;
        if (poster) card.poster = poster;
        this.describe(card);
        this.picture(card);
        this.later();
      }
    } finally {
      this.making = false;
    }
  }

  private next(): Card | undefined {
    for (const card of this.inSight) if (!card.made && !card.item.hidden) return card;
    for (const card of this.cards.values()) if (!card.made) return card;
    return undefined;
  }

  /** Counts again, not for each of many posters. */
  private later(): void {
    if (this.queued) return;
    this.queued = true;
    setTimeout(() => {
      this.queued = false;
      this.filter();
    }, 200);
  }

  // -- search -----------------------------------------------------------------------------------------------------------

  private apply(): void {
    this.search = {
      text: this.text.value,
      folder: this.folder.value,
      kind: this.kind.value,
      actions: this.actions.value as Search['actions'],
      problems: this.problems.value as Search['problems'],
    };
    this.filter();
  }

  private filter(): void {
    let kept = 0,
      made = 0,
      reachable = false;
    for (const card of this.cards.values()) {
      const shows = keeps(this.search, card.entry);
      card.item.hidden = !shows;
      kept += Number(shows);
      made += Number(card.made);
      if (card.button.tabIndex === 0) {
        if (shows) reachable = true;
        else card.button.tabIndex = -1;
      }
    }
    // One stop of the Tab key for the whole grid.
    if (!reachable) {
      const first = [...this.cards.values()].find(({ item }) => !item.hidden);
      if (first) first.button.tabIndex = 0;
    }
    const { size } = this.cards;
    this.count.textContent = joined(
      [
        t('{shown} of {all} models', { shown: kept, all: size }),
        this.reading && t('still reading…'),
        kept === 0 && size > 0 && t('Nothing matches.'),
      ],
      ' · ',
    );
    this.progress.hidden = made === size;
    this.progress.value = size > 0 ? made / size : 0;
    for (const button of this.tree.querySelectorAll<HTMLButtonElement>('button'))
      button.setAttribute('aria-current', String(button.dataset.path === this.search.folder));
  }

  private showFolders(entries: readonly Entry[]): void {
    const folders = foldersOf(entries),
      { value } = this.folder;
    const choose = (path: string): void => {
      this.folder.value = path;
      this.apply();
    };
    const line = (path: string, name: string, depth: number, models: number): HTMLElement => {
      const label =
        path === '' ? h('span', { text: name }) : h('span', { text: isolated(name), attributes: { translate: 'no' } });
      const button = h(
        'button',
        {
          class: 'catalog-folder',
          attributes: { type: 'button', 'data-path': path },
          on: { click: () => choose(path) },
        },
        label,
        h('span', { class: 'quiet numbers', text: String(models) }),
      );
      button.style.setProperty('--depth', String(depth));
      return h('li', {}, button);
    };
    fill(this.tree, [
      line('', t('All folders'), 0, entries.length),
      ...folders.map(({ path, name, depth, models }) => line(path, name, depth + 1, models)),
    ]);
    fill(this.folder, [
      h('option', { text: t('All folders'), attributes: { value: '' } }),
      ...folders.map(({ path }) => h('option', { text: path, attributes: { value: path, translate: 'no' } })),
    ]);
    this.folder.value = folders.some(({ path }) => path === value) ? value : '';
  }

  /** Arrow keys walk over the cards that the search has left. */
  private key(event: KeyboardEvent): void {
    const cards = [...this.cards.values()].filter(({ item }) => !item.hidden),
      at = cards.findIndex(({ button }) => button === event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const second = cards.findIndex(({ item }) => item.offsetTop > cards[0]!.item.offsetTop),
      row = second > 0 ? second : cards.length;
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - row,
      ArrowDown: at + row,
      Home: 0,
      End: cards.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = cards[Math.max(0, Math.min(cards.length - 1, to))]!;
    cards[at]!.button.tabIndex = -1;
    next.button.tabIndex = 0;
    next.button.focus();
  }
}
