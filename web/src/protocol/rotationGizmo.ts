// Rotation gizmo of a node: three rings. The engine draws them, the page drags them.

import * as m from '../core/math';
import type { Vec3, Vec4 } from '../core/report';

/** Three rings around a node, in world space, and the picture they were drawn into. */
export interface RotationGizmo {
  node: number;
  center: Vec3;
  /** The node's own axes, unit vectors. */
  axes: [Vec3, Vec3, Vec3];
  radius: number;
  /** x, y, z, w as the node has it now, in its parent's space. */
  rotation: Vec4;
  clipFromWorld: number[];
  worldFromClip: number[];
}

/** A point of the ring around `axis`; angles run as positive rotations do. */
export function ringPoint({ center, axes, radius }: RotationGizmo, axis: number, angle: number): Vec3 {
  const u = axes[(axis + 1) % 3]!,
    v = axes[(axis + 2) % 3]!;
  return m.add(center, m.add(m.scale(u, Math.cos(angle) * radius), m.scale(v, Math.sin(angle) * radius)));
}
