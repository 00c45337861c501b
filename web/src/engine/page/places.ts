// Where instances of one model stand: in rows beside and behind the first, as far apart as the largest of them needs.

import { mostOf } from '../../base/lists';
import type { Bounds } from '../../core/report';
import * as m from '../../core/math';

/** Gap between instances, as a part of the largest one. */
const kGap = 0.15;

/** World places of `count` instances whose boxes, each at its own origin, are these. */
export function places(boxes: readonly Bounds[]): m.Vec3[] {
  const size = (axis: number): number => mostOf([0, ...boxes.map(({ min, max }) => max[axis]! - min[axis]!)]);
  const [across, deep] = [size(0), size(2)],
    gap = Math.max(across, deep) * kGap || 1,
    columns = Math.ceil(Math.sqrt(boxes.length));
  return boxes.map((_, i) => [(i % columns) * (across + gap), 0, -Math.floor(i / columns) * (deep + gap)]);
}

export const moved = ({ min, max }: Bounds, by: m.Vec3): Bounds => ({ min: m.add(min, by), max: m.add(max, by) });

export function union(boxes: readonly Bounds[]): Bounds {
  const corner = (pick: (...values: number[]) => number, of: (box: Bounds) => m.Vec3): m.Vec3 =>
    [0, 1, 2].map((axis) => pick(...boxes.map((box) => of(box)[axis]!))) as m.Vec3;
  return { min: corner(Math.min, ({ min }) => min), max: corner(Math.max, ({ max }) => max) };
}

/** World from file, with the model put somewhere else. */
export function placed(worldFromFile: m.Mat4, [x, y, z]: m.Vec3): m.Mat4 {
  const out = new Float32Array(worldFromFile) as m.Mat4;
  out[12]! += x;
  out[13]! += y;
  out[14]! += z;
  return out;
}
