// Menus that lie over the view: opened by their button or a key, closed by Escape or a click elsewhere.

/** Keys that move a slider stay with it. */
export function keepArrows(slider: HTMLInputElement): void {
  slider.addEventListener('keydown', (event) => {
    if (/^(Arrow|Page|Home|End)/.test(event.key)) event.stopPropagation();
  });
}

/** Opens a menu and gives it the focus; an open one closes, and its button has the focus again. */
export function showPopover(menu: HTMLElement, button: HTMLElement): void {
  if (menu.matches(':popover-open')) {
    menu.hidePopover();
    button.focus();
    return;
  }
  menu.showPopover();
  menu.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled), select')?.focus();
}
