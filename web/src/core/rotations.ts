// Rotations as quaternions (x, y, z, w) and as degrees.

import type { Vec3, Vec4 } from './report';

export function multiplyQuaternions([ax, ay, az, aw]: Vec4, [bx, by, bz, bw]: Vec4): Vec4 {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function unitQuaternion(q: Vec4): Vec4 {
  const length = Math.hypot(...q);
  return length > 0 ? (q.map((c) => c / length) as Vec4) : [0, 0, 0, 1];
}

/** Around one of the own axes. */
export function axisRotation(axis: number, angle: number): Vec4 {
  const q: Vec4 = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q;
}

/** Degrees about x, then y, then z of the parent's axes (so z, y, x of the own ones). */
export function quaternionFromDegrees([x, y, z]: Vec3): Vec4 {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180;
  return multiplyQuaternions(
    multiplyQuaternions(axisRotation(2, rad(z)), axisRotation(1, rad(y))),
    axisRotation(0, rad(x)),
  );
}

export function degreesFromQuaternion(q: Vec4): Vec3 {
  const [x, y, z, w] = unitQuaternion(q),
    deg = (radians: number): number => (radians * 180) / Math.PI;
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - x * z)));
  if (Math.abs(sine) > 0.9999999) return [deg(2 * Math.atan2(x, w)), Math.sign(sine) * 90, 0];
  return [
    deg(Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))),
    deg(Math.asin(sine)),
    deg(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))),
  ];
}

/** Rotation that turns `from` into `to`. */
export function rotationBetween([x, y, z, w]: Vec4, to: Vec4): Vec4 {
  return unitQuaternion(multiplyQuaternions(unitQuaternion([-x, -y, -z, w]), unitQuaternion(to)));
}

/** Translation, unit quaternion and scale as a matrix: 16 numbers, column by column, from `at` of `out` on. */
export function localMatrix(
  {
    translation: [tx, ty, tz] = [0, 0, 0],
    rotation: [x, y, z, w] = [0, 0, 0, 1],
    scale: [a, b, c] = [1, 1, 1],
  }: {
    translation?: Vec3;
    rotation?: Vec4;
    scale?: Vec3;
  },
  out: Float64Array = new Float64Array(16),
  at = 0,
): Float64Array {
  // prettier-ignore
  out.set([
    (1 - 2 * (y * y + z * z)) * a, 2 * (x * y + z * w) * a, 2 * (x * z - y * w) * a, 0,
    2 * (x * y - z * w) * b, (1 - 2 * (x * x + z * z)) * b, 2 * (y * z + x * w) * b, 0,
    2 * (x * z + y * w) * c, 2 * (y * z - x * w) * c, (1 - 2 * (x * x + y * y)) * c, 0,
    tx, ty, tz, 1,
  ], at);
  return out;
}
