// The open documents as a row of tabs, or as a list where there is no room for tabs. Nothing while there is only one.

import { fill, pushTo } from '../../base/lists';
import { keysOf } from '../commands';
import { h, iconButton } from '../dom';
import { t } from '../language';
import { kNarrow } from '../panels';
import type { OpenDocument } from './documents';
import type { Workspace } from './workspace';

/** More documents than these are a list. */
const kMostTabs = 12;

/** Paths that are equal up to so many folders are shown whole. */
const kMostParts = 16;

/** File names, with as many folders as distinguish them. */
export function labelsOf(names: readonly string[]): string[] {
  const labels = [...names],
    parts = names.map((name) => name.split('/'));
  // Those that are not told apart yet: what is can be mistaken for nothing with more folders.
  let open = names.map((_, i) => i);
  for (let depth = 1; depth <= kMostParts && open.length > 0; ++depth) {
    const alike = new Map<string, number[]>();
    for (const i of open) pushTo(alike, parts[i]!.slice(-depth).join('/'), i);
    for (const [label, own] of alike) if (own.length === 1) labels[own[0]!] = label;
    open = [...alike.values()].flatMap((own) => (own.length > 1 ? own.filter((i) => parts[i]!.length > depth) : []));
  }
  return labels;
}

export class Tabs {
  readonly element: HTMLElement;
  /** Called when the strip comes or goes. */
  onChange: () => void = () => undefined;
  private readonly row = h('div', { class: 'tab-row', attributes: { role: 'tablist' } });
  private readonly list = h('select', {
    class: 'select tab-list',
    attributes: { translate: 'no' },
    on: { change: () => this.choose(Number(this.list.value)) },
  });
  private readonly place = h('span', { class: 'quiet numbers tab-place' });
  private readonly compact: HTMLElement;
  private readonly narrow = matchMedia(kNarrow);
  private readonly tabs = new Map<number, HTMLButtonElement>();

  constructor(private readonly workspace: Workspace) {
    this.row.setAttribute('aria-label', t('Open documents'));
    this.list.setAttribute('aria-label', t('Document'));
    this.compact = h(
      'div',
      { class: 'tab-compact' },
      iconButton('back', t('Previous document'), () => void workspace.step(-1), { keys: keysOf('previousDocument') }),
      this.list,
      iconButton('forward', t('Next document'), () => void workspace.step(1), { keys: keysOf('nextDocument') }),
      this.place,
      iconButton('close', t('Close this document'), () => {
        if (workspace.current) void workspace.close(workspace.current);
      }),
    );
    this.element = h('nav', { class: 'tabs', attributes: { hidden: true } }, this.row, this.compact);
    this.element.setAttribute('aria-label', t('Documents'));
    this.row.addEventListener('keydown', (event) => this.key(event));
    workspace.on('changed', () => this.fill());
    this.narrow.addEventListener('change', () => this.fill());
  }

  private fill(): void {
    const { documents, current } = this.workspace,
      shown = documents.length > 1 && current !== undefined,
      asList = this.narrow.matches || documents.length > kMostTabs;
    const focused = this.row.contains(document.activeElement);
    this.row.hidden = asList;
    this.compact.hidden = !asList;
    const labels = labelsOf(documents.map(({ name }) => name));
    this.tabs.clear();
    fill(this.row, asList || !shown ? [] : documents.map((each, i) => this.tab(each, labels[i]!, each === current)));
    fill(
      this.list,
      (asList ? documents : []).map((each, i) =>
        h('option', { text: labels[i]!, attributes: { value: each.id, selected: each === current } }),
      ),
    );
    if (current) this.list.value = String(current.id);
    const at = current ? documents.indexOf(current) + 1 : 0;
    this.place.textContent = `${at}/${documents.length}`;
    const changed = this.element.hidden === shown;
    this.element.hidden = !shown;
    document.body.classList.toggle('has-tabs', shown);
    if (focused && current) this.tabs.get(current.id)?.focus();
    if (current) this.tabs.get(current.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (changed) this.onChange();
  }

  private tab(each: OpenDocument, label: string, selected: boolean): HTMLElement {
    const name = h('span', { class: 'tab-name', text: label, attributes: { translate: 'no' } });
    const button = h(
      'button',
      {
        class: each.failure === undefined ? 'tab' : 'tab has-failed',
        title: each.failure === undefined ? each.name : `${each.name}\n${each.failure}`,
        attributes: {
          type: 'button',
          role: 'tab',
          'aria-selected': String(selected),
          'aria-controls': 'stage',
          'aria-keyshortcuts': 'Delete',
          tabindex: selected ? 0 : -1,
        },
        on: { click: () => void this.workspace.show(each) },
      },
      name,
    );
    // For the pointer only: with the keyboard Delete closes the tab that has the focus.
    const close = h('span', {
      class: 'tab-close',
      text: '×',
      title: t('Close'),
      attributes: { 'aria-hidden': 'true' },
      on: {
        click: (event) => {
          event.stopPropagation();
          void this.workspace.close(each);
        },
      },
    });
    button.append(close);
    button.addEventListener('auxclick', (event) => {
      if (event.button === 1) void this.workspace.close(each);
    });
    this.tabs.set(each.id, button);
    return button;
  }

  private choose(id: number): void {
    const chosen = this.workspace.documents.find((each) => each.id === id);
    if (chosen) void this.workspace.show(chosen).then(() => this.fill());
  }

  private key(event: KeyboardEvent): void {
    const { documents } = this.workspace,
      at = documents.findIndex(({ id }) => this.tabs.get(id) === event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = documents.length - 1;
    const to = {
      ArrowLeft: (at + last) % documents.length,
      ArrowRight: (at + 1) % documents.length,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) {
      const next = documents[to]!;
      this.tabs.get(next.id)?.focus();
      void this.workspace.show(next);
    } else if (event.key === 'Delete') {
      void this.workspace.close(documents[at]!);
    } else {
      return;
    }
    event.preventDefault();
  }
}
