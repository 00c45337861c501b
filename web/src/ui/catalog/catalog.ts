// The library: a drop of many models as a grid of posters, with a search and the tree of its folders. Posters are made for
// what is in sight, then for the rest; cards that are scrolled away leave the page, and their pictures with them.

import { fill } from '../../base/lists';
import type { SourceFile } from '../../protocol/files';
import { h } from '../dom';
import { isolated } from '../inert';
import { countOf, joined, t } from '../language';
import type { Library } from '../library';
import { actionsOf, entriesOf, type Entry, foldersOf, keeps, kNoSearch, type Search } from './entries';
import { FolderTree } from './folderTree';
import { CardGrid } from './grid';
import { Posters, trimPosters } from './posters';

interface View {
  item: HTMLElement;
  button: HTMLButtonElement;
  image: HTMLImageElement;
  detail: HTMLElement;
}

interface Card {
  entry: Entry;
  /** While it is in sight. */
  view?: View;
  poster?: Blob;
  made: boolean;
}

export class Catalog {
  readonly element: HTMLElement;
  private readonly grid = new CardGrid({
    item: (index) => this.item(index),
    gone: (item) => this.gone(item),
    seen: () => void this.work(),
  });
  private readonly tree = new FolderTree((path) => {
    this.folder.value = path;
    this.apply();
  });
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
  /** Those that the search leaves. */
  private kept: Card[] = [];
  private readonly inSight = new Map<Element, Card>();
  /** The card that the Tab key stops at: one for the whole grid. */
  private stop: Card | undefined;
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
      h('nav', { class: 'catalog-nav', attributes: { 'aria-label': t('Folders') } }, this.tree.element),
      this.grid.element,
    );
    this.grid.element.addEventListener('keydown', (event) => this.key(event));
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
    for (const name of this.cards.keys()) if (!stays.has(name)) this.cards.delete(name);
    // In the order of the entries.
    const cards = new Map(this.cards);
    this.cards.clear();
    for (const entry of entries) {
      const card = cards.get(entry.model.name) ?? { entry, made: entry.facts !== undefined };
      card.entry = entry;
      this.cards.set(entry.model.name, card);
      this.describe(card);
    }
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

  private item(index: number): HTMLElement {
    const card = this.kept[index]!;
    card.view ??= this.view(card);
    const { item, button } = card.view;
    button.tabIndex = card === this.stop ? 0 : -1;
    this.inSight.set(item, card);
    this.picture(card);
    return item;
  }

  private view(card: Card): View {
    const { model, base } = card.entry;
    const image = h('img', { attributes: { alt: '', width: 320, height: 240, hidden: true } }),
      detail = h('span', { class: 'quiet numbers' });
    const button = h(
      'button',
      {
        class: 'catalog-card',
        title: model.name,
        attributes: { type: 'button', 'data-name': model.name },
        on: { click: () => this.open(card.entry.model) },
      },
      h('span', { class: 'catalog-poster' }, image),
      h('strong', { text: isolated(base), attributes: { translate: 'no' } }),
      detail,
    );
    card.view = { item: h('li', {}, button), button, image, detail };
    this.describe(card);
    return card.view;
  }

  private gone(item: HTMLElement): void {
    const card = this.inSight.get(item);
    this.inSight.delete(item);
    if (!card?.view) return;
    if (!card.view.image.hidden) URL.revokeObjectURL(card.view.image.src);
    delete card.view;
  }

  /** The line below the name: format, actions, skins, problems. */
  private describe({ entry, view }: Card): void {
    if (!view) return;
    const { detail, button } = view,
      { facts, skins, kind } = entry,
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

  /** Its bytes stay with the browser's store, or with the card. */
  private picture({ view, poster }: Card): void {
    if (!view?.image.hidden || !poster) return;
    view.image.src = URL.createObjectURL(poster);
    view.image.hidden = false;
  }

  /** Makes posters while the library shows: first what is in sight, then the rest. */
  private async work(): Promise<void> {
    if (this.making) return;
    this.making = true;
    try {
      for (let card = this.next(); card && this.shown; card = this.next()) {
        const { facts, poster } = await this.posters.make(card.entry);
        card.made = true;
        if (facts) card.entry.facts = facts;
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
    for (const card of this.inSight.values()) if (!card.made) return card;
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
    this.kept = [];
    let made = 0;
    for (const card of this.cards.values()) {
      if (keeps(this.search, card.entry)) this.kept.push(card);
      made += Number(card.made);
    }
    const at = this.stop ? this.kept.indexOf(this.stop) : -1;
    if (at < 0) this.stop = this.kept[0];
    this.grid.pinned = Math.max(0, at);
    this.grid.show(this.kept.length);
    const kept = this.kept.length;
    const { size } = this.cards;
    this.count.textContent = joined(
      [
        t('{shown} of {count} models', { shown: kept, count: size }),
        this.reading && t('still reading…'),
        kept === 0 && size > 0 && t('Nothing matches.'),
        this.posters.gaveUp && t('No posters: {reason}', { reason: this.posters.failure }),
      ],
      ' · ',
    );
    this.progress.hidden = made === size;
    this.progress.value = size > 0 ? made / size : 0;
    this.tree.mark(this.search.folder);
  }

  private showFolders(entries: readonly Entry[]): void {
    const folders = foldersOf(entries),
      { value } = this.folder,
      path = folders.some((folder) => folder.path === value) ? value : '';
    this.tree.show(
      [
        { path: '', name: '', depth: 0, models: entries.length },
        ...folders.map((folder) => ({ ...folder, depth: folder.depth + 1 })),
      ],
      path,
    );
    fill(this.folder, [
      h('option', { text: t('All folders'), attributes: { value: '' } }),
      ...folders.map((folder) =>
        h('option', { text: folder.path, attributes: { value: folder.path, translate: 'no' } }),
      ),
    ]);
    this.folder.value = path;
  }

  /** Arrow keys walk over the cards that the search has left. */
  private key(event: KeyboardEvent): void {
    const at = this.kept.findIndex(({ view }) => view !== undefined && view.button === event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.kept.length - 1,
      row = this.grid.columns;
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - row,
      ArrowDown: at + row,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, to));
    this.stop = this.kept[next];
    this.grid.reveal(next);
    this.stop?.view?.button.focus({ preventScroll: true });
  }
}
