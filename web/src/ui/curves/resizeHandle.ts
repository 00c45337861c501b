// The edge of a panel that is dragged for more height.

import { h } from '../dom';

/** Steps of the keys, in pixels. */
const kSteps: Partial<Record<string, number>> = { ArrowUp: 24, ArrowDown: -24, PageUp: 96, PageDown: -96 };

export interface ResizeHandle {
  readonly element: HTMLElement;
  /** The height in pixels and its limits, for those who cannot see it. */
  update(height: number, least: number, most: number): void;
}

/** `height` gives the height now, `change` takes the one that is wanted. */
export function heightHandle(
  panel: HTMLElement,
  label: string,
  height: () => number,
  change: (to: number) => void,
): ResizeHandle {
  const element: HTMLElement = h('div', {
    class: 'curves-resize-handle',
    attributes: {
      role: 'separator',
      tabindex: 0,
      'aria-orientation': 'horizontal',
      'aria-label': label,
      'aria-controls': panel.id,
    },
    on: {
      pointerdown: (event) => {
        event.preventDefault();
        element.setPointerCapture(event.pointerId);
        const { bottom } = panel.getBoundingClientRect();
        element.onpointermove = (move) => change(bottom - move.clientY);
      },
      pointerup: () => (element.onpointermove = null),
      pointercancel: () => (element.onpointermove = null),
      keydown: (event) => {
        const by = kSteps[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        change(height() + by);
      },
    },
  });
  return {
    element,
    update(now, least, most) {
      element.setAttribute('aria-valuenow', String(now));
      element.setAttribute('aria-valuemin', String(least));
      element.setAttribute('aria-valuemax', String(most));
    },
  };
}
