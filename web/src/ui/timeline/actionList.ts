// All actions in a list with a search: arrow keys show one after the other, a star makes one the first to be shown of this
// model from now on.

import { fill } from '../../base/lists';
import type { ReportAction } from '../../core/report';
import type { Viewer } from '../../viewer/viewer';
import { h, svgIcon } from '../dom';
import { isolated } from '../inert';
import { countOf, fixed, joined, t } from '../language';
import { recall, remember } from '../memory';
import { showPopover } from '../tools/menus';

const keyOf = (model: string): string => `action.${model.slice(model.lastIndexOf('/') + 1)}`;

export class ActionList {
  readonly button: HTMLButtonElement;
  readonly menu: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly none = h('p', { class: 'quiet', text: t('Nothing matches.'), attributes: { hidden: true } });
  private actions: readonly ReportAction[] = [];
  private model = '';

  constructor(private readonly viewer: Viewer) {
    this.search = h('input', {
      class: 'search',
      attributes: {
        type: 'search',
        placeholder: t('Search actions'),
        'aria-label': t('Search actions'),
        'aria-controls': 'action-list',
      },
      on: { input: () => this.fill() },
    });
    this.list = h('ul', { id: 'action-list', class: 'action-list', attributes: { 'aria-label': t('Actions') } });
    this.menu = h(
      'div',
      {
        class: 'tool-menu action-menu',
        id: 'action-menu',
        attributes: { popover: 'auto', role: 'region', 'aria-label': t('Actions') },
      },
      h('div', { class: 'search-row' }, svgIcon('search'), this.search),
      this.list,
      this.none,
    );
    this.button = h(
      'button',
      {
        class: 'icon-button action-list-button',
        title: t('All actions'),
        attributes: { type: 'button', 'aria-label': t('All actions'), hidden: true },
        on: { click: () => this.open() },
      },
      svgIcon('details'),
    );
    this.menu.addEventListener('keydown', (event) => this.key(event));
    viewer.on('playback', () => this.mark());
  }

  /** The action that the user has starred for this model; undefined if there is none. */
  show(actions: readonly ReportAction[], model: string): void {
    this.actions = actions;
    this.model = model;
    this.button.hidden = actions.length < 2;
    this.search.value = '';
    this.fill();
  }

  /** Index of the starred action, -1 without one. */
  get starred(): number {
    const name = recall(keyOf(this.model), '');
    return name === '' ? -1 : this.actions.findIndex((action) => action.playable && action.name === name);
  }

  open(): void {
    showPopover(this.menu, this.button);
    this.mark();
    this.list.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  private fill(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean),
      { starred } = this;
    const rows = this.actions.flatMap((action, index) =>
      words.every((word) => action.name.toLowerCase().includes(word))
        ? [this.row(action, index, index === starred)]
        : [],
    );
    fill(this.list, rows);
    this.none.hidden = rows.length > 0;
    this.mark();
  }

  private row(
    { name, playable, whyNot, fullName, duration, frames }: ReportAction,
    index: number,
    starred: boolean,
  ): HTMLElement {
    const star = h('button', {
      class: 'action-star',
      text: starred ? '★' : '☆',
      title: t('Show this action first'),
      attributes: {
        type: 'button',
        'aria-pressed': String(starred),
        'aria-label': t('Show {name} first', { name: isolated(name) }),
        disabled: !playable,
      },
      on: { click: () => this.star(name) },
    });
    return h(
      'li',
      {},
      h(
        'button',
        {
          class: 'action-entry',
          title: whyNot ?? fullName ?? '',
          attributes: { type: 'button', 'data-action': index, disabled: !playable, tabindex: -1 },
          on: { click: () => this.choose(index) },
        },
        h('span', { class: 'action-name', text: isolated(name), attributes: { translate: 'no' } }),
        h('span', {
          class: 'quiet numbers',
          text: joined([`${fixed(duration, 2)} s`, frames > 0 && countOf(frames, 'frame')], ' · '),
        }),
      ),
      star,
    );
  }

  private choose(index: number): void {
    if (this.viewer.playback?.action !== index) this.viewer.change({ set: 'action', action: index });
  }

  private star(name: string): void {
    const now = recall(keyOf(this.model), '');
    remember(keyOf(this.model), now === name ? '' : name);
    this.fill();
    this.list.querySelector<HTMLElement>(`[aria-pressed="true"]`)?.focus();
  }

  /** Marks the action that plays. */
  private mark(): void {
    const { action = -1 } = this.viewer.playback ?? {};
    for (const entry of this.list.querySelectorAll<HTMLElement>('.action-entry'))
      entry.setAttribute('aria-current', String(Number(entry.dataset.action) === action));
  }

  /** Arrow keys show one action after the other, from the search as from the list. */
  private key(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) {
      if (event.key === 'Enter' && event.target === this.search) this.menu.hidePopover();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const entries = [...this.list.querySelectorAll<HTMLButtonElement>('.action-entry:not(:disabled)')],
      at = entries.findIndex((entry) => Number(entry.dataset.action) === this.viewer.playback?.action),
      next = entries[Math.max(0, Math.min(entries.length - 1, at < 0 ? 0 : at + by))];
    if (!next) return;
    this.choose(Number(next.dataset.action));
    next.scrollIntoView({ block: 'nearest' });
    this.mark();
  }
}
