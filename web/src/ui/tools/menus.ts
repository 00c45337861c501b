// Strips of buttons and menus over the view: how keys go through them, and how they open and close.

/** Where keys lead from one of `count` places; undefined for other keys. */
function target(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowUp':
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
  }
  return undefined;
}

/** Buttons may come, go, hide and be disabled later. */
export function rove(strip: HTMLElement): void {
  let current: HTMLButtonElement | undefined;
  const able = (): HTMLButtonElement[] =>
    [...strip.querySelectorAll('button')].filter(({ hidden, disabled }) => !hidden && !disabled);
  const mark = (): void => {
    const buttons = able();
    if (!current || !buttons.includes(current)) current = buttons[0];
    for (const button of strip.querySelectorAll('button')) button.tabIndex = button === current ? 0 : -1;
  };
  new MutationObserver(mark).observe(strip, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['hidden', 'disabled'],
  });
  strip.addEventListener('focusin', ({ target: focused }) => {
    current = (focused as HTMLElement).closest('button') ?? current;
    mark();
  });
  strip.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const buttons = able(),
      to = target(event.key, buttons.indexOf(document.activeElement as HTMLButtonElement), buttons.length);
    if (to === undefined || buttons.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[to]!.focus();
  });
  mark();
}

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
