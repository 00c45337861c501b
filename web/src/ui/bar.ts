// The bar above everything: the mark, the name of what shows, the tabs of panels, and buttons. Those that are seldom wanted
// stand in its menu while there is a document.

import { keysOf } from './commands';
import { widthHandle } from './curves/resizeHandle';
import { h, iconButton, svgIcon } from './dom';
import type { History } from './history';
import { isolated } from './inert';
import { chooseLanguage, language, type Language, languages, onLanguage, t } from './language';
import { recall, remember } from './memory';
import { baseName } from './words';

/** Buttons that the bar of a page without much width has no room for: in its menu while a document is shown. */
class OverflowMenu {
  /** Where they stand in the bar. */
  private readonly places: Comment[];

  constructor(
    private readonly menu: HTMLElement,
    private readonly buttons: readonly HTMLElement[],
  ) {
    this.places = buttons.map(() => document.createComment(''));
  }

  fold(folded: boolean): void {
    this.buttons.forEach((button, i) => {
      const place = this.places[i]!;
      if (folded === (button.parentElement === this.menu)) return;
      if (folded) {
        button.before(place);
        this.menu.append(button);
      } else if (place.isConnected) place.replaceWith(button);
    });
  }
}

const kLeast = 260;
const kMost = 640;
/** --side-width of the style sheets. */
const kUsual = 340;

/**
 * The tabs of the bar, one for each panel of what shows: a model, a world or a song. All stand in the same place, and their
 * panels at the right share one width, which is dragged and remembered.
 */
export class BarTabs {
  readonly element = h('nav', { class: 'bar-tabs', attributes: { 'aria-label': t('Panels') } });
  /** The edge of what lies at the right. */
  readonly handle: HTMLElement;

  /** `resized`: the panels have another width. */
  constructor(models: readonly HTMLElement[], resized: () => void) {
    for (const button of models) button.classList.add('bar-tab');
    this.element.append(h('div', { class: 'model-tabs' }, ...models));
    const { style } = document.documentElement;
    const set = (to: number): number => {
      const width = Math.round(Math.min(kMost, Math.max(kLeast, to)));
      for (const name of ['--side-width', '--side-chosen']) style.setProperty(name, `${width}px`);
      handle.update(width, kLeast, kMost);
      return width;
    };
    const handle = widthHandle(
      t('Width of the panels'),
      () => Number.parseInt(document.body.style.getPropertyValue('--right-width')) || kLeast,
      (to) => {
        remember('side', String(set(to)));
        resized();
      },
    );
    this.handle = handle.element;
    const chosen = Number(recall('side', ''));
    if (chosen > 0) set(chosen);
    else handle.update(kUsual, kLeast, kMost);
  }

  /** Tabs of a world or a song; its style sheet and the page's decide which show. */
  readonly hold = (tabs: HTMLElement): void => this.element.append(tabs);
}

/** A number beside the name of a tab; nothing for 0. `said` is the same in words. */
export function countOn(tab: HTMLElement, number: number, kind: string, said: string): void {
  const badge = tab.querySelector<HTMLElement>('.tab-count') ?? h('span', { attributes: { 'aria-hidden': 'true' } });
  badge.className = `tab-count ${kind}`;
  badge.textContent = number > 999 ? '999+' : String(number);
  badge.hidden = number === 0;
  tab.append(badge);
  if (number > 0) tab.setAttribute('aria-description', said);
  else tab.removeAttribute('aria-description');
}

/** The switch of languages: a list of their own names below an icon. */
export function languageSwitch(): HTMLElement {
  const select = h(
    'select',
    {
      attributes: { 'aria-label': t('Language') },
      on: { change: () => void chooseLanguage(select.value as Language).then(show) },
    },
    ...Object.entries(languages).map(([value, text]) =>
      h('option', { text, attributes: { value, lang: value, translate: 'no' } }),
    ),
  );
  // A table that could not be fetched leaves the language as it was.
  const show = (): void => void (select.value = language());
  show();
  onLanguage(show);
  return h('label', { class: 'icon-button language', title: t('Language') }, svgIcon('language'), select);
}

interface BarParts {
  readonly tabs: HTMLElement;
  readonly buttons: readonly HTMLElement[];
  readonly seldom: readonly HTMLElement[];
  readonly menu: HTMLElement;
  readonly menuButton: HTMLElement;
  /** The mark was clicked, which leads to the start page. */
  readonly home: (event: MouseEvent) => void;
}

export class Bar {
  private readonly label = h('span', { class: 'document-name' });
  private readonly badge = h('span', { class: 'badge', attributes: { hidden: true } });
  private readonly seldom: OverflowMenu;

  constructor({ tabs, buttons, seldom, menu, menuButton, home }: BarParts) {
    this.seldom = new OverflowMenu(menu, seldom);
    document.getElementById('bar')!.append(
      h(
        'a',
        {
          class: 'mark',
          attributes: { href: './', 'aria-label': t('Vitrine, start page') },
          on: { click: home },
        },
        h('img', { attributes: { src: 'icons/vitrine.svg', alt: '', width: 22, height: 22 } }),
        h('span', { text: 'Vitrine' }),
      ),
      h('div', { class: 'document' }, this.label, this.badge),
      tabs,
      h('div', { class: 'bar-buttons' }, ...buttons, ...seldom, menuButton),
    );
  }

  /** Name of the document that shows; empty without one. */
  get name(): string {
    return this.label.textContent ?? '';
  }

  /** Names what shows, here and in the title of the page. `kind`: its format, or empty. */
  show(path: string, kind: string): void {
    const name = isolated(baseName(path));
    document.title = `${name} · Vitrine`;
    this.label.textContent = name;
    this.label.title = isolated(path);
    this.badge.textContent = kind;
    this.badge.hidden = kind === '';
  }

  fold(isFolded: boolean): void {
    this.seldom.fold(isFolded);
  }
}

/** Undo, redo and reset; each is off while there is nothing for it. */
export function historyButtons(history: History): HTMLElement[] {
  const name = 'history-button';
  const undo = iconButton('undo', t('Undo'), () => history.undo(), { keys: keysOf('undo'), class: name }),
    redo = iconButton('redo', t('Redo'), () => history.redo(), { keys: keysOf('redo'), class: name }),
    reset = iconButton('reset', t('Reset the view'), () => history.reset(), { class: name });
  history.onChange = () => {
    undo.disabled = !history.canUndo;
    redo.disabled = !history.canRedo;
    reset.disabled = !history.canReset;
  };
  return [undo, redo, reset];
}
