// Shapes that say how a parameter is set. Shape first, colour second.

export type Shape =
  | 'ring'
  | 'dot'
  | 'square'
  | 'diamond'
  | 'key'
  | 'chain'
  | 'reset'
  | 'add'
  | 'close'
  | 'open'
  | 'up'
  | 'down'
  | 'pipette';

/** On a field of 12 by 12. */
const kPaths: Record<Shape, string> = {
  ring: 'M6 2.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  dot: 'M6 2.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6z',
  square: 'M2.5 2.5h7v7h-7z',
  diamond: 'M6 1.2 10.8 6 6 10.8 1.2 6z',
  key: 'M6 1.2 10.8 6 6 10.8 1.2 6z',
  chain: 'M5 7a2 2 0 0 0 2.9.2l1.6-1.6a2 2 0 0 0-2.9-2.9l-.8.8M7 5a2 2 0 0 0-2.9-.2L2.5 6.4a2 2 0 0 0 2.9 2.9l.8-.8',
  reset: 'M2.5 2.5V5H5M2.8 5A3.6 3.6 0 1 1 2.7 7',
  add: 'M6 2v8M2 6h8',
  close: 'M3 3l6 6M9 3 3 9',
  open: 'M4.5 2.5 8 6 4.5 9.5',
  up: 'M2.5 7.5 6 4l3.5 3.5',
  pipette: 'M2 10l1-2.5 4-4 1.5 1.5-4 4zM6.5 3l2.5 2.5M8 4.5 9.8 2.7a1 1 0 0 0-1.4-1.4L6.9 3',
  down: 'M2.5 4.5 6 8l3.5-3.5',
};
const kFilled: readonly Shape[] = ['dot', 'square', 'key'];

export function shape(name: Shape): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg',
    svg = document.createElementNS(space, 'svg'),
    path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 12 12');
  svg.setAttribute('class', `inspector-shape is-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', kPaths[name]);
  if (kFilled.includes(name)) path.setAttribute('class', 'is-filled');
  svg.append(path);
  return svg;
}
