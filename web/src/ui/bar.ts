// The bar above everything: the mark, the name of what shows, the tabs of panels, and buttons. Those that are seldom wanted
// stand in its menu while there is a document.

import { keysOf } from './commands';
import { h, iconButton } from './dom';
import type { History } from './history';
import { isolated } from './inert';
import { t } from './language';
import { OverflowMenu } from './overflowMenu';
import { baseName } from './words';

export interface BarParts {
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
