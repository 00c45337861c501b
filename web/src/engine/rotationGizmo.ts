// The rotation gizmo of a node: three rings.

import * as m from '../core/math';
import type { Vec4 } from '../core/report';
import type { RotationGizmo } from '../protocol/view';
import type { View } from '../protocol/projection';

const kRingPixels = 74;

/** The rings of a node with the given matrix, as large on the screen whatever the distance. */
export function gizmoOf(
  node: number,
  worldFromNode: ArrayLike<number>,
  rotation: Vec4,
  view: View,
  height: number,
  pixelRatio: number,
): RotationGizmo {
  const center = m.transformPoint(worldFromNode, [0, 0, 0]),
    c = view.clipFromWorld;
  const w = m.at(c, 3) * center[0] + m.at(c, 7) * center[1] + m.at(c, 11) * center[2] + m.at(c, 15);
  const up = Math.hypot(m.at(c, 1), m.at(c, 5), m.at(c, 9)) || 1;
  const axis = (d: m.Vec3): m.Vec3 => m.normalize(m.transformDirection(worldFromNode, d));
  return {
    node,
    center,
    axes: [axis([1, 0, 0]), axis([0, 1, 0]), axis([0, 0, 1])],
    radius: ((2 * kRingPixels * pixelRatio) / Math.max(1, height)) * (Math.max(w, 1e-6) / up),
    rotation,
    clipFromWorld: Array.from(view.clipFromWorld),
    worldFromClip: Array.from(view.worldFromClip),
  };
}
