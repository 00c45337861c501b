// A menu at a place: of a block, of steps that can be undone.

import { fill } from '../../base/lists';
import type { RoomKit } from '../world/kit';

export interface MenuItem {
  label: string;
  keys?: string;
  /** A line above it. */
  begins?: boolean;
  disabled?: boolean;
  run(): void;
}

const kMargin = 8;

export class Menu {
  readonly element: HTMLElement;
  #focus: Element | null = null;
  #items: readonly MenuItem[] = [];

  constructor(private readonly kit: RoomKit) {
    this.element = kit.h('div', { class: 'bench-menu', attributes: { role: 'menu', popover: 'auto', tabindex: -1 } });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('toggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed' && this.element.contains(document.activeElement)) this.#back();
    });
  }

  /** `x` and `y`: pixels of the window. */
  open(name: string, items: readonly MenuItem[], x: number, y: number): void {
    if (this.element.matches(':popover-open')) this.element.hidePopover();
    this.#items = items;
    this.#focus = document.activeElement;
    this.element.setAttribute('aria-label', name);
    fill(
      this.element,
      items.map((item) => this.#item(item)),
    );
    this.element.showPopover();
    const { offsetWidth, offsetHeight, style } = this.element;
    style.left = `${Math.max(kMargin, Math.min(x, innerWidth - offsetWidth - kMargin))}px`;
    style.top = `${Math.max(kMargin, Math.min(y, innerHeight - offsetHeight - kMargin))}px`;
    this.#buttons.find((_, i) => !items[i]?.disabled)?.focus();
  }

  #item({ label, keys, begins, disabled, run }: MenuItem): HTMLElement {
    const { h } = this.kit;
    const click = (): void => {
      if (disabled) return;
      this.close();
      run();
    };
    return h(
      'button',
      {
        class: `bench-menu-item${begins ? ' begins' : ''}`,
        attributes: { type: 'button', role: 'menuitem', tabindex: -1, ...(disabled && { 'aria-disabled': 'true' }) },
        on: { click },
      },
      h('span', { text: label }),
      keys ? h('kbd', { text: keys }) : undefined,
    );
  }

  close(): void {
    this.element.hidePopover();
    this.#back();
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.element.querySelectorAll('button')];
  }

  #back(): void {
    if (this.#focus instanceof HTMLElement && this.#focus.isConnected) this.#focus.focus({ preventScroll: true });
  }

  #key(event: KeyboardEvent): void {
    const buttons = this.#buttons,
      at = buttons.indexOf(document.activeElement as HTMLButtonElement),
      last = buttons.length - 1;
    event.stopPropagation();
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      buttons[(to + buttons.length) % buttons.length]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      this.close();
    } else if (/^.$/u.test(event.key) && !event.ctrlKey) {
      // The next one that begins so.
      const order = [...buttons.keys()].map((i) => (at + 1 + i) % buttons.length);
      const found = order.find((i) => this.#items[i]!.label.toLowerCase().startsWith(event.key.toLowerCase()));
      if (found !== undefined) buttons[found]!.focus();
    }
  }
}
