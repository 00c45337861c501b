// Vectors and quaternions of the sample generator: plain tuples in double precision. Quaternions are xyzw and turn
// column vectors in the usual way (v' = q v q*); only md5.ts knows that MD5 stores conjugates.

export type Vec3 = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

export const zero: Vec3 = [0, 0, 0];
export const identity: Quat = [0, 0, 0, 1];
export const xAxis: Vec3 = [1, 0, 0];
export const yAxis: Vec3 = [0, 1, 0];
export const zAxis: Vec3 = [0, 0, 1];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));
export const distance = (a: Vec3, b: Vec3): number => length(sub(a, b));
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / length(a));
export const mix = (a: Vec3, b: Vec3, t: number): Vec3 => add(scale(a, 1 - t), scale(b, t));
/** Mirrors left and right (the plane y = 0). */
export const mirror = (a: Vec3): Vec3 => [a[0], -a[1], a[2]];

export const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;
/** 0 below `low`, 1 above `high`, a smooth cubic between. */
export const smoothstep = (low: number, high: number, x: number): number => {
  const t = clamp((x - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
};

export const multiply = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];
/** Product of many rotations; the last one is applied first. */
export const compose = (...qs: readonly Quat[]): Quat => qs.reduce(multiply, identity);
export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];
export const normalizeQuat = (q: Quat): Quat => {
  const s = 1 / Math.hypot(q[0], q[1], q[2], q[3]);
  return [q[0] * s, q[1] * s, q[2] * s, q[3] * s];
};
export const rotate = (q: Quat, v: Vec3): Vec3 => {
  const u: Vec3 = [q[0], q[1], q[2]];
  const t = scale(cross(u, v), 2);
  return add(add(v, scale(t, q[3])), cross(u, t));
};
/** Rotation by `angle` radians about the unit vector `axis`. */
export const turn = (axis: Vec3, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};
/** Yaw turns left, pitch raises the nose, roll lowers the right side: radians about z, -y and x of a z-up, x-forward body. */
export const yaw = (angle: number): Quat => turn(zAxis, angle);
export const pitch = (angle: number): Quat => turn(yAxis, -angle);
export const roll = (angle: number): Quat => turn(xAxis, angle);

/** The rotation whose columns are the orthonormal, right-handed axes x, y, z. */
export function fromBasis(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = Math.sqrt(trace + 1) * 2;
    return normalizeQuat([(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4]);
  }
  if (x[0] >= y[1] && x[0] >= z[2]) {
    const s = Math.sqrt(1 + x[0] - y[1] - z[2]) * 2;
    return normalizeQuat([s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s]);
  }
  if (y[1] >= z[2]) {
    const s = Math.sqrt(1 + y[1] - x[0] - z[2]) * 2;
    return normalizeQuat([(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s]);
  }
  const s = Math.sqrt(1 + z[2] - x[0] - y[1]) * 2;
  return normalizeQuat([(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s]);
}

/** The frame whose x axis is `forward` and whose y axis is as near to `left` as can be. */
export function lookAlong(forward: Vec3, left: Vec3 = yAxis): Quat {
  const x = normalize(forward);
  const z = normalize(cross(x, left));
  return fromBasis(x, cross(z, x), z);
}

export function slerp(a: Quat, b: Quat, t: number): Quat {
  let c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = c < 0 ? -1 : 1;
  c = Math.min(1, c * sign);
  const angle = Math.acos(c);
  const s = Math.sin(angle);
  const wa = s < 1e-6 ? 1 - t : Math.sin((1 - t) * angle) / s;
  const wb = (s < 1e-6 ? t : Math.sin(t * angle) / s) * sign;
  return normalizeQuat([a[0] * wa + b[0] * wb, a[1] * wa + b[1] * wb, a[2] * wa + b[2] * wb, a[3] * wa + b[3] * wb]);
}
