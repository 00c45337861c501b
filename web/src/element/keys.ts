// The keys of a viewer that has the focus. Buttons, fields and the slider inside it keep their own.

import type { Viewer } from '../viewer/viewer';
import type { ElementHost } from './host';

const kTurn = 0.12;
const kPanPixels = 40;
const kZoom = 0.85;

export interface KeyTarget {
  element: ElementHost;
  viewer: Viewer | undefined;
  /** Shows or hides the list of keys; `hide` returns whether it was visible. */
  help(): void;
  hide(): boolean;
  leave(): void;
}

/** True when the key meant something. */
export function handleKey(event: KeyboardEvent, target: KeyTarget): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { element } = target,
    from = event.composedPath()[0] as Element;
  if (event.key === 'Escape') {
    if (!target.hide()) target.leave();
    return true;
  }
  if (from.matches('select')) return false;
  switch (event.key) {
    case '?':
      target.help();
      return true;
    case ' ':
      if (from.matches('button, [type=checkbox]')) return false;
      if (element.paused) void element.play();
      else element.pause();
      return true;
    case ',':
      element.stepFrame(-1);
      return true;
    case '.':
      element.stepFrame(1);
      return true;
    case '[':
      element.cycleAction(-1);
      return true;
    case ']':
      element.cycleAction(1);
      return true;
  }
  return !from.matches('input') && look(event, target);
}

function look({ key, shiftKey }: KeyboardEvent, { element, viewer }: KeyTarget): boolean {
  if (!viewer?.shown) return false;
  const { camera } = viewer;
  const x = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0,
    y = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  if (x !== 0 || y !== 0) {
    if (shiftKey) camera.pan(-x * kPanPixels, -y * kPanPixels);
    else camera.turn(-x * kTurn, -y * kTurn);
  } else if (key === '+' || key === '=') camera.zoom(kZoom);
  else if (key === '-') camera.zoom(1 / kZoom);
  else if (key === 'Home') {
    element.fit();
    return true;
  } else return false;
  viewer.move();
  return true;
}
