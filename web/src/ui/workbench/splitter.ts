// An edge between panes, which is dragged or moved by arrow keys, and remembered.

import type { WorldKit } from '../world/kit';
import { recall, remember } from '../memory';

const kStep = 16;

export interface Edge {
  /** What is remembered, and the custom property that holds the pixels. */
  name: string;
  label: string;
  usual: number;
  least: number;
  /** At this size of the window. */
  most(): number;
  /** `x`: between left and right. */
  axis: 'x' | 'y';
  /** 1: the pane grows as the edge moves to the right or down; -1: the other way. */
  sign: 1 | -1;
}

/** `place`: the element whose property is set. `resized` is called after each move. */
export function splitter({ h }: WorldKit, place: HTMLElement, edge: Edge, resized: () => void): HTMLElement {
  const { name, label, usual, least, most, axis, sign } = edge;
  let pixels = Number(recall(`bench.${name}`, String(usual))) || usual;
  const element = h('div', {
    class: `bench-splitter is-${axis} splits-${name}`,
    attributes: {
      role: 'separator',
      tabindex: 0,
      'aria-label': label,
      'aria-orientation': axis === 'x' ? 'vertical' : 'horizontal',
    },
  });
  const set = (to: number, keep = true): void => {
    const limit = Math.max(least, most());
    const now = Math.round(Math.max(least, Math.min(limit, to)));
    place.style.setProperty(`--bench-${name}`, `${now}px`);
    for (const [key, value] of Object.entries({ now, min: least, max: limit }))
      element.setAttribute(`aria-value${key}`, String(value));
    if (!keep) return;
    pixels = now;
    remember(`bench.${name}`, String(now));
    resized();
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    element.focus();
    element.setPointerCapture(event.pointerId);
    const start = axis === 'x' ? event.clientX : event.clientY,
      before = pixels;
    const move = (to: PointerEvent): void => set(before + sign * ((axis === 'x' ? to.clientX : to.clientY) - start));
    element.addEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel'] as const)
      element.addEventListener(end, () => element.removeEventListener('pointermove', move), { once: true });
  });
  element.addEventListener('dblclick', () => set(usual));
  element.addEventListener('keydown', (event) => {
    const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const by = event.key === more ? kStep : event.key === less ? -kStep : 0;
    if (by === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    set(pixels + sign * by);
  });
  // A smaller window leaves less, a larger one gives it back.
  new ResizeObserver(() => set(pixels, false)).observe(place);
  set(pixels, false);
  return element;
}
