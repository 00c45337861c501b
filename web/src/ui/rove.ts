// A strip of buttons that Tab enters once: arrows go on from there (ARIA Authoring Practices, toolbar).

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
