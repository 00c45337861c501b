// A button that opens a list of switches.

import type { WorldKit } from './kit';

export interface Switch {
  box: HTMLInputElement;
  text: string;
}

/** Closes with Escape, and when the focus leaves it. */
export function switchMenu({ h }: WorldKit, name: string, switches: readonly Switch[]): HTMLDetailsElement {
  const menu = h(
    'details',
    { class: 'world-menu' },
    h('summary', { class: 'button small', text: name }),
    h(
      'div',
      { class: 'world-menu-list', attributes: { role: 'group', 'aria-label': name } },
      ...switches.map(({ box, text }) => h('label', { class: 'world-check' }, box, h('span', { text }))),
    ),
  );
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector('summary')!.focus();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  return menu;
}
