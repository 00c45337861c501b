// Handles as shapes of an SVG over the picture. Each part that can be held says which one it is.

import * as m from '../../../core/math';
import type { Vec3 } from '../../../core/report';
import { aimLength, axesOf, originOf, type Axis, type Face } from './drag';
import type { Handle } from './handles';
import { type Matrix, placed, project, type Spot, turned, unitsPerPixel, type View } from './space';

export interface Item {
  handle: Handle;
  matrix: Matrix;
}
/** What a part of the drawing holds. */
export interface Part {
  item: Item;
  axis: Axis;
  face?: Face;
}

const kArrow = 92;
const kRing = 66;
const kSize = 44;
const kKnob = 5;
const kRingPoints = 64;
/** Arrows that point at the eye, or away, are not drawn: pixels. */
const kShortest = 10;
const kAxes = ['x', 'y', 'z'] as const;
const kAll = [0, 1, 2] as const;
/** Units ahead of a camera, where its angle is drawn. */
const kAhead = 3;

type Tag = 'path' | 'circle' | 'rect' | 'text';

/** Rows of shapes; `parts` are found again by the number that a shape carries. */
export class Drawing {
  readonly parts: Part[] = [];
  readonly shapes: SVGElement[] = [];

  constructor(private readonly view: View) {}

  add(item: Item): void {
    const { handle } = item;
    switch (handle.kind) {
      case 'place':
        return this.#arrows(item);
      case 'turn':
        return this.#rings(item);
      case 'size':
        return this.#sizes(item);
      case 'range':
        return this.#range(item, handle.value);
      case 'aim':
        return this.#aim(item);
      case 'fov':
        return this.#angle(item);
      case 'box':
        return this.#box(item);
    }
  }

  /** Edges of a box that is not to be held. */
  outline({ handle, matrix }: Item): void {
    if (handle.kind !== 'box') return;
    const corner = (bits: number): Vec3 =>
      placed(matrix, kAll.map((i) => ((bits >> i) & 1 ? handle.max : handle.min)[i]) as Vec3);
    const lines = kAll.flatMap((axis) =>
      Array.from({ length: 8 }, (_, bits) => bits)
        .filter((bits) => ((bits >> axis) & 1) === 0)
        .map((bits) => [corner(bits), corner(bits | (1 << axis))]),
    );
    this.#shape('path', `gizmo-edge${handle.isEmpty ? ' is-empty' : ''}`, {
      d: lines.map((ends) => this.#way(ends)).join(''),
    });
  }

  label(place: Vec3, text: string): void {
    const spot = project(this.view, place);
    if (!spot) return;
    const shape = this.#shape('text', 'gizmo-label', { x: spot.x + 14, y: spot.y - 14 });
    shape.textContent = text;
  }

  #origin({ handle, matrix }: Item): Vec3 {
    return placed(matrix, originOf(handle));
  }

  /** Points at a place of the screen's scale along an axis. */
  #towards(item: Item, axis: 0 | 1 | 2, pixels: number): Vec3 {
    const origin = this.#origin(item),
      along = m.normalize(turned(item.matrix, axesOf(item.handle)[axis]));
    return m.add(origin, m.scale(along, pixels * unitsPerPixel(this.view, origin)));
  }

  #arrows(item: Item): void {
    const origin = this.#origin(item);
    for (const axis of kAll) this.#arrow(item, axis, origin, this.#towards(item, axis, kArrow));
    this.#knob({ item, axis: 'free' }, origin, 'is-free', 'circle');
  }

  #arrow(item: Item, axis: 0 | 1 | 2, from: Vec3, to: Vec3): void {
    const [a, b] = [project(this.view, from), project(this.view, to)];
    if (!a || !b || Math.hypot(a.x - b.x, a.y - b.y) < kShortest) return;
    const size = Math.hypot(b.x - a.x, b.y - a.y),
      [ux, uy] = [(b.x - a.x) / size, (b.y - a.y) / size];
    const side = (sign: number): string => `${b.x - ux * 9 - uy * 4 * sign} ${b.y - uy * 9 + ux * 4 * sign}`;
    // The first stretch belongs to the middle.
    const start = `M${a.x + ux * 10} ${a.y + uy * 10}`;
    this.#part({ item, axis }, `${start}L${b.x} ${b.y}M${side(1)}L${b.x} ${b.y}L${side(-1)}`);
  }

  #rings(item: Item): void {
    const origin = this.#origin(item),
      radius = kRing * unitsPerPixel(this.view, origin);
    for (const axis of kAll) {
      const normal = m.normalize(turned(item.matrix, axesOf(item.handle)[axis])),
        side = m.normalize(m.cross(normal, Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0])),
        other = m.cross(normal, side);
      this.#part({ item, axis }, this.#way(circle(origin, side, other, radius)));
    }
  }

  #sizes(item: Item): void {
    const origin = this.#origin(item);
    for (const axis of kAll) {
      const end = this.#towards(item, axis, kSize),
        [a, b] = [project(this.view, origin), project(this.view, end)];
      if (a && b && Math.hypot(a.x - b.x, a.y - b.y) >= kShortest)
        this.#knob({ item, axis }, end, `is-${kAxes[axis]}`, 'rect');
    }
    const spot = project(this.view, origin);
    if (spot) this.#knobAt({ item, axis: 'free' }, { x: spot.x + 22, y: spot.y + 22 }, 'is-free', 'rect');
  }

  #range(item: Item, range: number): void {
    const origin = this.#origin(item),
      { right, up } = this.#screen(),
      // Where the eye is inside of it the ring would be out of sight.
      most = 0.4 * Math.min(this.view.width, this.view.height) * unitsPerPixel(this.view, origin);
    this.#part({ item, axis: 'free' }, this.#way(circle(origin, right, up, Math.min(range, most))), 'is-range');
  }

  #screen(): { right: Vec3; up: Vec3 } {
    const dir = m.normalize(this.view.dir),
      right = m.normalize(m.cross(dir, this.view.up));
    return { right, up: m.cross(right, dir) };
  }

  #aim(item: Item): void {
    const { handle } = item;
    if (handle.kind !== 'aim') return;
    const origin = this.#origin(item),
      target = m.add(origin, turned(item.matrix, m.scale(handle.value, aimLength(handle.value))));
    this.#shape('path', 'gizmo-edge', { d: this.#way([origin, target]) });
    this.#knob({ item, axis: 'free' }, target, 'is-aim', 'circle');
  }

  #angle(item: Item): void {
    const { handle, matrix } = item;
    if (handle.kind !== 'fov') return;
    const origin = this.#origin(item),
      dir = m.normalize(turned(matrix, handle.dir)),
      right = m.normalize(m.cross(dir, turned(matrix, handle.up))),
      up = m.cross(right, dir);
    const at = (angle: number): Vec3 =>
      m.add(origin, m.add(m.scale(dir, Math.cos(angle) * kAhead), m.scale(up, Math.sin(angle) * kAhead)));
    const half = (handle.value * Math.PI) / 360;
    const arc = Array.from({ length: 17 }, (_, i) => at(half * (i / 8 - 1)));
    this.#shape('path', 'gizmo-edge', { d: this.#way([origin, ...arc, origin]) });
    this.#knob({ item, axis: 'free' }, at(half), 'is-fov', 'circle');
  }

  #box(item: Item): void {
    this.outline(item);
    const { handle, matrix } = item;
    if (handle.kind !== 'box') return;
    const middle = originOf(handle);
    for (const axis of kAll)
      for (const isMax of [false, true]) {
        const center = [...middle] as Vec3;
        center[axis] = (isMax ? handle.max : handle.min)[axis];
        this.#knob({ item, axis, face: { axis, isMax } }, placed(matrix, center), `is-${kAxes[axis]}`, 'rect');
      }
    this.#knob({ item, axis: 'free' }, placed(matrix, middle), 'is-free', 'circle');
  }

  /** A line that can be held: thin to see, thick to hit. */
  #part(part: Part, d: string, look = `is-${kAxes[part.axis as 0 | 1 | 2]}`): void {
    if (d === '') return;
    const number = this.parts.push(part) - 1;
    this.#shape('path', `gizmo-line ${look}`, { d });
    this.#shape('path', 'gizmo-hit', { d, 'data-part': number });
  }

  #knob(part: Part, place: Vec3, look: string, tag: 'circle' | 'rect'): void {
    const spot = project(this.view, place);
    if (spot) this.#knobAt(part, spot, look, tag);
  }

  #knobAt(part: Part, { x, y }: Spot, look: string, tag: 'circle' | 'rect'): void {
    const number = this.parts.push(part) - 1;
    if (tag === 'circle') this.#shape('circle', `gizmo-knob ${look}`, { cx: x, cy: y, r: kKnob });
    else this.#shape('rect', `gizmo-knob ${look}`, { x: x - kKnob, y: y - kKnob, width: 2 * kKnob, height: 2 * kKnob });
    this.#shape('circle', 'gizmo-hit is-knob', { cx: x, cy: y, r: 2 * kKnob, 'data-part': number });
  }

  /** A line through places; it begins anew behind those that the eye does not see. */
  #way(places: readonly Vec3[]): string {
    let d = '',
      isOpen = false;
    for (const place of places) {
      const spot = project(this.view, place);
      if (spot) d += `${isOpen ? 'L' : 'M'}${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`;
      isOpen = spot !== undefined;
    }
    return d;
  }

  #shape(tag: Tag, look: string, attributes: Record<string, string | number>): SVGElement {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
    shape.setAttribute('class', look);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
    this.shapes.push(shape);
    return shape;
  }
}

const circle = (center: Vec3, side: Vec3, other: Vec3, radius: number): Vec3[] =>
  Array.from({ length: kRingPoints + 1 }, (_, i) => {
    const angle = (i * 2 * Math.PI) / kRingPoints;
    return m.add(center, m.add(m.scale(side, Math.cos(angle) * radius), m.scale(other, Math.sin(angle) * radius)));
  });
