// The few functions of vectors, matrices and rotations that a viewer needs. Matrices are 16 numbers, column-major, column
// vectors (as in scene.h); rotations are quaternions (x, y, z, w) or degrees.

import type { Axes, Bounds, Vec3, Vec4 } from './report';

export type Mat4 = Float32Array;
export type { Vec3 };

/** `m[index]` of arrays whose length the caller knows. */
export const at = (values: ArrayLike<number>, index: number): number => values[index] as number;

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export function normalize(a: Vec3): Vec3 {
  const l = length(a);
  return l > 0 ? scale(a, 1 / l) : [0, 0, 0];
}

export function identity(): Mat4 {
  const m = new Float32Array(16);
  m[0] = m[5] = m[10] = m[15] = 1;
  return m;
}

/** a * b */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>, out: Mat4 = new Float32Array(16)): Mat4 {
  for (let c = 0; c < 16; c += 4) {
    const x = at(b, c),
      y = at(b, c + 1),
      z = at(b, c + 2),
      w = at(b, c + 3);
    for (let r = 0; r < 4; ++r) out[c + r] = at(a, r) * x + at(a, r + 4) * y + at(a, r + 8) * z + at(a, r + 12) * w;
  }
  return out;
}

export function transformPoint(m: ArrayLike<number>, p: Vec3): Vec3 {
  const row = (r: number): number => at(m, r) * p[0] + at(m, r + 4) * p[1] + at(m, r + 8) * p[2] + at(m, r + 12);
  return [row(0), row(1), row(2)];
}

export function transformDirection(m: ArrayLike<number>, d: Vec3): Vec3 {
  const row = (r: number): number => at(m, r) * d[0] + at(m, r + 4) * d[1] + at(m, r + 8) * d[2];
  return [row(0), row(1), row(2)];
}

/** Component `r` of the cross product of the two columns that follow column `c`, in circles. */
function cofactor(m: ArrayLike<number>, c: number, r: number): number {
  const p = 4 * ((c + 1) % 3),
    q = 4 * ((c + 2) % 3),
    i = (r + 1) % 3,
    j = (r + 2) % 3;
  return at(m, p + i) * at(m, q + j) - at(m, p + j) * at(m, q + i);
}

/** Of the upper 3x3: negative where the matrix mirrors. */
export const determinant = (m: ArrayLike<number>): number =>
  at(m, 0) * cofactor(m, 0, 0) + at(m, 1) * cofactor(m, 0, 1) + at(m, 2) * cofactor(m, 0, 2);

/** For normals: the inverse transpose of the upper 3x3, 9 numbers; what is flat keeps the matrix itself. */
export function normalMatrix(m: ArrayLike<number>): Float32Array {
  const volume = determinant(m),
    by = 1 / volume,
    out = new Float32Array(9);
  for (let c = 0; c < 3; ++c)
    for (let r = 0; r < 3; ++r) out[3 * c + r] = volume === 0 ? at(m, 4 * c + r) : cofactor(m, c, r) * by;
  return out;
}

/** View from world for an eye, a target and an up that is not parallel to the line of sight. */
export function lookAt(eye: Vec3, target: Vec3, up: Vec3): Mat4 {
  const z = normalize(subtract(eye, target)),
    x = normalize(cross(up, z)),
    y = cross(z, x);
  return new Float32Array([
    x[0],
    y[0],
    z[0],
    0,
    x[1],
    y[1],
    z[1],
    0,
    x[2],
    y[2],
    z[2],
    0,
    -dot(x, eye),
    -dot(y, eye),
    -dot(z, eye),
    1,
  ]);
}

export function perspective(fovY: number, aspect: number, near: number, far: number): Mat4 {
  const f = 1 / Math.tan(fovY / 2),
    m = new Float32Array(16);
  m[0] = f / aspect;
  m[5] = f;
  m[10] = (far + near) / (near - far);
  m[11] = -1;
  m[14] = (2 * far * near) / (near - far);
  return m;
}

export function orthographic(halfWidth: number, halfHeight: number, near: number, far: number): Mat4 {
  const m = new Float32Array(16);
  m[0] = 1 / halfWidth;
  m[5] = 1 / halfHeight;
  m[10] = 2 / (near - far);
  m[14] = (far + near) / (near - far);
  m[15] = 1;
  return m;
}

/** The inverse, or undefined where there is none. */
export function invert(m: ArrayLike<number>): Mat4 | undefined {
  // Gauss-Jordan in doubles on the columns of [m | 1].
  const a = Array.from({ length: 4 }, (_, r) =>
    Array.from({ length: 8 }, (_, c) => (c < 4 ? at(m, c * 4 + r) : c - 4 === r ? 1 : 0)),
  );
  for (let p = 0; p < 4; ++p) {
    let best = p;
    for (let r = p + 1; r < 4; ++r) if (Math.abs(a[r]![p]!) > Math.abs(a[best]![p]!)) best = r;
    const lead = a[best]!;
    if (lead[p] === 0 || !Number.isFinite(lead[p])) return undefined;
    a[best] = a[p]!;
    a[p] = lead;
    const by = lead[p]!;
    for (let c = 0; c < 8; ++c) lead[c]! /= by;
    for (let r = 0; r < 4; ++r) {
      if (r === p) continue;
      const row = a[r]!,
        factor = row[p]!;
      for (let c = 0; c < 8; ++c) row[c]! -= factor * lead[c]!;
    }
  }
  return Float32Array.from({ length: 16 }, (_, i) => a[i & 3]![4 + (i >> 2)]!);
}

/**
 * World from file: y up, the model's face towards +z, one right-handed space. A left-handed file is mirrored here and
 * nowhere else.
 */
export function worldFromFile(axes: Axes): Mat4 {
  const up: Vec3 = axes.up === 'z' ? [0, 0, 1] : [0, 1, 0];
  const given = normalize(axes.forward);
  let forward = normalize(subtract(given, scale(up, dot(given, up))));
  if (length(forward) === 0) forward = axes.up === 'z' ? [1, 0, 0] : [0, 0, 1];
  const side = scale(cross(up, forward), axes.handedness === 'left' ? -1 : 1);
  return new Float32Array([
    side[0],
    up[0],
    forward[0],
    0,
    side[1],
    up[1],
    forward[1],
    0,
    side[2],
    up[2],
    forward[2],
    0,
    0,
    0,
    0,
    1,
  ]);
}

/** Bounds of the eight moved corners. */
export function transformBounds(m: ArrayLike<number>, { min, max }: Bounds): Bounds {
  const out: Bounds = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (let i = 0; i < 8; ++i) {
    const p = transformPoint(m, [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]);
    for (let k = 0; k < 3; ++k) {
      out.min[k] = Math.min(out.min[k]!, p[k]!);
      out.max[k] = Math.max(out.max[k]!, p[k]!);
    }
  }
  return out;
}

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
