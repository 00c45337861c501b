// The plane that cuts the model, in the file's own axes.

import type { Vec3, Vec4 } from '../../core/report';
import * as m from '../../core/math';
import type { Section } from '../../protocol/tools';

/** World space: positive is kept. Without `flip` that is what lies below `at`. */
export function planeOf({ axis, at, flip }: Section, worldFromFile: ArrayLike<number>): Vec4 {
  const unit: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0],
    n = m.transformDirection(worldFromFile, unit);
  return flip ? [n[0], n[1], n[2], -at] : [-n[0], -n[1], -n[2], at];
}
