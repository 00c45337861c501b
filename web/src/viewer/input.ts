// Pointers and wheel of one viewer, in the terms of its camera. One finger or the left button turns, two fingers or the
// right button pan and zoom.

export interface InputTarget {
  orbit(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  /** x, y in pixels of the element; false at the limit. */
  zoom(factor: number, x: number, y: number): boolean;
  grab(): void;
  release(held: boolean): void;
  /** With Alt a vertex is meant, with Alt and Shift a triangle. */
  click(x: number, y: number, detail?: 'vertex' | 'triangle'): void;
  doubleClick(x: number, y: number): void;
  /** Something under the pointer takes the whole drag: then `drag` until `drop`, and nothing turns. */
  hold(x: number, y: number): boolean;
  drag(x: number, y: number): void;
  drop(): void;
  /** A pointer that presses nothing. */
  hover(x: number, y: number): void;
}

const kClickPixels = 4;

/** Returns the function that ends listening. `wheelNeedsFocus` leaves the page's scrolling alone until then. */
export function listen(element: HTMLElement, target: InputTarget, wheelNeedsFocus: boolean): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  const ending = new AbortController(),
    { signal } = ending;
  let moved = 0,
    lastMove = 0,
    held = false;

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button > 2) return;
      element.focus({ preventScroll: true });
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, place(event));
      moved = 0;
      const { x, y } = place(event);
      if (pointers.size === 1 && event.button === 0 && !event.shiftKey) held = target.hold(x, y);
      if (!held) target.grab();
    },
    { signal },
  );

  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) {
        if (pointers.size === 0) target.hover(place(event).x, place(event).y);
        return;
      }
      const now = place(event),
        dx = now.x - before.x,
        dy = now.y - before.y;
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved < kClickPixels) return;
      lastMove = event.timeStamp;
      pointers.set(event.pointerId, now);
      if (held) {
        target.drag(now.x, now.y);
      } else if (pointers.size === 2) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)![1];
        const spread = (a: { x: number; y: number }): number => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
        target.pan(dx / 2, dy / 2);
        target.zoom(spread(before) / spread(now), (now.x + other.x) / 2, (now.y + other.y) / 2);
      } else if (event.buttons & 6 || event.shiftKey) {
        target.pan(dx, dy);
      } else {
        target.orbit(dx, dy);
      }
    },
    { signal },
  );

  const end = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    if (held) {
      if (pointers.size > 0) return;
      held = false;
      target.drop();
      return;
    }
    target.release(event.timeStamp - lastMove > 60 || event.buttons !== 0);
    if (event.type === 'pointerup' && moved < kClickPixels && event.button === 0) {
      const { x, y } = place(event);
      target.click(x, y, event.altKey ? (event.shiftKey ? 'triangle' : 'vertex') : undefined);
    }
  };
  element.addEventListener('pointerup', end, { signal });
  element.addEventListener('pointercancel', end, { signal });
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  element.addEventListener(
    'dblclick',
    (event) => {
      const { x, y } = place(event);
      target.doubleClick(x, y);
    },
    { signal },
  );

  element.addEventListener(
    'wheel',
    (event) => {
      const focused = element.matches(':focus-within');
      if (wheelNeedsFocus && !focused && !event.ctrlKey && !event.metaKey) return;
      const pixels = event.deltaY * (event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1);
      // A pinch on a touchpad comes as a wheel with Ctrl and small steps.
      const { x, y } = place(event);
      const zoomed = target.zoom(
        Math.exp(Math.max(-200, Math.min(200, pixels)) * (event.ctrlKey ? 0.008 : 0.0016)),
        x,
        y,
      );
      // At the limit the wheel is the page's again; a pinch would zoom the page itself.
      if (zoomed || event.ctrlKey || event.metaKey) event.preventDefault();
    },
    { signal, passive: false },
  );

  return () => ending.abort();
}
