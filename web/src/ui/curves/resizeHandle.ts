// The edge of a panel that is dragged for more height or width.

import { h } from '../dom';

/** Steps of the keys, in pixels. */
const kHigher: Partial<Record<string, number>> = { ArrowUp: 24, ArrowDown: -24, PageUp: 96, PageDown: -96 };
const kWider: Partial<Record<string, number>> = { ArrowLeft: 24, ArrowRight: -24, PageUp: 96, PageDown: -96 };

export interface ResizeHandle {
  readonly element: HTMLElement;
  /** The size in pixels and its limits, for those who cannot see it. */
  update(size: number, least: number, most: number): void;
}

/** `height` gives the height now, `change` takes the one that is wanted. */
export function heightHandle(
  panel: HTMLElement,
  label: string,
  height: () => number,
  change: (to: number) => void,
): ResizeHandle {
  const handle = resizeHandle(
    'horizontal',
    label,
    height,
    ({ clientY }) => change(panel.getBoundingClientRect().bottom - clientY),
    change,
  );
  handle.element.setAttribute('aria-controls', panel.id);
  return handle;
}

/** The same for the width of what lies at the right of the window. */
export const widthHandle = (label: string, width: () => number, change: (to: number) => void): ResizeHandle =>
  resizeHandle('vertical', label, width, ({ clientX }) => change(innerWidth - clientX), change);

function resizeHandle(
  orientation: 'horizontal' | 'vertical',
  label: string,
  now: () => number,
  drag: (event: PointerEvent) => void,
  change: (to: number) => void,
): ResizeHandle {
  const steps = orientation === 'horizontal' ? kHigher : kWider;
  const element: HTMLElement = h('div', {
    class: orientation === 'horizontal' ? 'curves-resize-handle' : 'side-handle',
    attributes: { role: 'separator', tabindex: 0, 'aria-orientation': orientation, 'aria-label': label },
    on: {
      pointerdown: (event) => {
        event.preventDefault();
        element.setPointerCapture(event.pointerId);
        element.onpointermove = drag;
      },
      pointerup: () => (element.onpointermove = null),
      pointercancel: () => (element.onpointermove = null),
      keydown: (event) => {
        const by = steps[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        change(now() + by);
      },
    },
  });
  return {
    element,
    update(size, least, most) {
      element.setAttribute('aria-valuenow', String(size));
      element.setAttribute('aria-valuemin', String(least));
      element.setAttribute('aria-valuemax', String(most));
    },
  };
}
