// Signed distance fields: negative inside. Bodies are smooth unions of round cones and ellipsoids, so that limbs grow out
// of them without a seam.

import {
  type Quat,
  type Vec3,
  add,
  clamp,
  conjugate,
  distance,
  dot,
  length,
  normalize,
  rotate,
  scale,
  sub,
} from './vec';

export type Field = (p: Vec3) => number;

/** Distance from p to the segment a-b and the place of the nearest point on it (0 at a, 1 at b). */
export function segment(p: Vec3, a: Vec3, b: Vec3): { distance: number; t: number } {
  const ab = sub(b, a);
  const t = clamp(dot(sub(p, a), ab) / dot(ab, ab), 0, 1);
  return { distance: distance(p, add(a, scale(ab, t))), t };
}

/** A segment with a radius that runs from ra to rb. Plain numbers: this is where the time goes. */
export const roundCone = (a: Vec3, b: Vec3, ra: number, rb: number): Field => {
  const ab = sub(b, a);
  const squared = dot(ab, ab);
  return (p) => {
    const x = p[0] - a[0];
    const y = p[1] - a[1];
    const z = p[2] - a[2];
    const t = clamp((x * ab[0] + y * ab[1] + z * ab[2]) / squared, 0, 1);
    const dx = x - ab[0] * t;
    const dy = y - ab[1] * t;
    const dz = z - ab[2] * t;
    return Math.sqrt(dx * dx + dy * dy + dz * dz) - ra - (rb - ra) * t;
  };
};

/** Nearly the distance to an ellipsoid (exact on its surface); `turn` brings its axes into the model. */
export const ellipsoid =
  (centre: Vec3, radii: Vec3, turn: Quat = [0, 0, 0, 1]): Field =>
  (p) => {
    const q = rotate(conjugate(turn), sub(p, centre));
    const k0 = length([q[0] / radii[0], q[1] / radii[1], q[2] / radii[2]]);
    const k1 = length([q[0] / radii[0] ** 2, q[1] / radii[1] ** 2, q[2] / radii[2] ** 2]);
    return k1 === 0 ? -Math.min(...radii) : (k0 * (k0 - 1)) / k1;
  };

/** Union with a fillet about `k` units wide. */
export const join =
  (k: number, ...fields: readonly Field[]): Field =>
  (p) => {
    let d = Infinity;
    for (const field of fields) {
      const f = field(p);
      const h = k - Math.abs(d - f);
      d = Math.min(d, f) - (h > 0 ? (h * h) / (4 * k) : 0);
    }
    return d;
  };

export function gradient(field: Field, p: Vec3, step = 1e-3): Vec3 {
  return normalize([
    field([p[0] + step, p[1], p[2]]) - field([p[0] - step, p[1], p[2]]),
    field([p[0], p[1] + step, p[2]]) - field([p[0], p[1] - step, p[2]]),
    field([p[0], p[1], p[2] + step]) - field([p[0], p[1], p[2] - step]),
  ]);
}

/** How open the surface is at p with normal n: 1 in the open, towards 0 in a crease. */
export function openness(field: Field, p: Vec3, n: Vec3, reach: number): number {
  let closed = 0;
  for (let i = 1; i <= 3; i++) {
    const h = (reach * i) / 3;
    closed += Math.max(0, h - field(add(p, scale(n, h)))) / h / 2 ** (i - 1);
  }
  return clamp(1 - closed / 2, 0, 1);
}
