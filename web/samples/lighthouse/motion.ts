// Moving parts of the lighthouse: each has an action of its own, all of them fit into eight seconds.

import type { KriAction, KriBone, KriCurve } from '../model/kri';
import { type Quat, type Vec3, cross, fromBasis, normalize, sub, turn, zAxis } from '../model/vec';
import { flagBones, flagLength } from './shape';

export const cycle = 8;

type Keys = KriCurve['keys'];

/**
 * Keys at even steps. What the engine makes of a span is the parabola a + (r + l - 2a) u + (a + b - r - l) u^2 for keys
 * a, b and the handles r, l between them; they are set so that it goes through the middle as well.
 */
function smooth(length: number, count: number, value: (part: number) => readonly number[]): Keys {
  const handle = (from: number): number[] => {
    const [a, mid, b] = [value(from / count), value((from + 0.5) / count), value((from + 1) / count)];
    return mid.map((m, c) => (4 * m - a[c]! - b[c]!) / 2);
  };
  return Array.from({ length: count + 1 }, (_, i) => ({
    time: (length * i) / count,
    value: value(i / count),
    left: handle(i - 1),
    right: handle(i),
  }));
}

const straight = (points: readonly (readonly [number, readonly number[]])[]): Keys =>
  points.map(([time, value]) => ({ time, value }));

/** Blender writes quaternions w first. */
const wxyz = ([x, y, z, w]: Quat): number[] => [w, x, y, z];

export const turning: KriAction = {
  name: 'Turn',
  length: cycle,
  curves: [
    {
      path: 'n.rotation_euler',
      keys: straight([
        [0, [0, 0, 0]],
        [cycle, [0, 0, 2 * Math.PI]],
      ]),
    },
  ],
};

/** The lens and the beam breathe with the lamp. */
const pulse = (part: number): number => 0.5 - 0.5 * Math.cos(4 * Math.PI * part);

export const glow: KriAction = {
  name: 'Glow',
  length: cycle,
  curves: [
    { path: 'm.emit', keys: smooth(cycle, 16, (t) => [1.1 + 1.5 * pulse(t)]) },
    { path: 'm.diffuse_color', keys: smooth(cycle, 16, (t) => [1, 0.74 + 0.2 * pulse(t), 0.3 + 0.4 * pulse(t)]) },
  ],
};

export const fade: KriAction = {
  name: 'Fade',
  length: cycle,
  curves: [{ path: 'm.alpha', keys: smooth(cycle, 16, (t) => [0.014 + 0.03 * pulse(t)]) }],
};

export const flare: KriAction = {
  name: 'Flare',
  length: cycle,
  curves: [
    { path: 'l.energy', keys: smooth(cycle, 16, (t) => [1.6 + 2.6 * pulse(t)]) },
    { path: 'l.color', keys: smooth(cycle, 16, (t) => [1, 0.8 + 0.1 * pulse(t), 0.5 + 0.25 * pulse(t)]) },
  ],
};

/** Two shapes a quarter of a wave apart: the sea rolls. */
export const swell: KriAction = {
  name: 'Swell',
  length: 4,
  curves: [
    { path: 'v.value', element: 2, keys: smooth(4, 16, (t) => [Math.cos(2 * Math.PI * t)]) },
    { path: 'v.value', element: 3, keys: smooth(4, 16, (t) => [Math.sin(2 * Math.PI * t)]) },
  ],
};

export const boatAt: Vec3 = [-3.1, -2.0, 0.05];
export const bob: KriAction = {
  name: 'Bob',
  length: 4,
  curves: [
    {
      path: 'n.location',
      keys: smooth(4, 12, (t) => [boatAt[0], boatAt[1], boatAt[2] + 0.06 * Math.sin(2 * Math.PI * t)]),
    },
    {
      path: 'n.rotation_euler',
      keys: smooth(4, 12, (t) => [
        0.09 * Math.sin(2 * Math.PI * t + 0.8),
        0.07 * Math.cos(2 * Math.PI * t),
        0.5 + 0.1 * Math.sin(2 * Math.PI * t),
      ]),
    },
  ],
};

export const bones: KriBone[] = Array.from({ length: flagBones }, (_, i) => ({
  name: `cloth ${i + 1}`,
  parent: i,
  at: [i === 0 ? 0 : flagLength / flagBones, 0, 0],
  rotation: [0, 0, 0, 1],
}));

/** A wave runs out along the bones: each turns about its own z, a little later than the one before. */
export const wave: KriAction = {
  name: 'Wave',
  length: 2,
  curves: bones.map((_, i) => ({
    path: 's.rotation_quaternion',
    element: i + 1,
    keys: Array.from({ length: 17 }, (_unused, k) => {
      const angle = (0.12 + 0.14 * i) * Math.sin(2 * Math.PI * (k / 16) - 1.25 * i) + (i === 0 ? 0.18 : 0);
      return { time: (2 * k) / 16, value: wxyz(turn(zAxis, angle)) };
    }),
  })),
};

const look: Vec3 = [0, 0, 3.3];
const eyeOf = (part: number): Vec3 => {
  const angle = -Math.PI / 2 + 0.85 * Math.sin(2 * Math.PI * part),
    distance = 15 - 2.5 * Math.cos(4 * Math.PI * part);
  return [Math.cos(angle) * distance, Math.sin(angle) * distance, 4.6 + 1.7 * Math.sin(2 * Math.PI * part + 1)];
};
/** A camera looks along its own -z, y is up. */
const towards = (eye: Vec3): Quat => {
  const back = normalize(sub(eye, look)),
    right = normalize(cross(zAxis, back));
  return fromBasis(right, cross(back, right), back);
};
export const eye = { at: eyeOf(0), rotation: towards(eyeOf(0)), fov: 0.92 };

export const sail: KriAction = {
  name: 'Sail past',
  length: cycle,
  curves: [
    { path: 'n.location', keys: smooth(cycle, 24, eyeOf) },
    {
      path: 'n.rotation_quaternion',
      keys: Array.from({ length: 25 }, (_, i) => ({ time: (cycle * i) / 24, value: wxyz(towards(eyeOf(i / 24))) })),
    },
  ],
};

export const zoom: KriAction = {
  name: 'Zoom',
  length: cycle,
  curves: [{ path: 'c.angle', keys: smooth(cycle, 12, (t) => [0.92 + 0.08 * Math.sin(4 * Math.PI * t)]) }],
};
