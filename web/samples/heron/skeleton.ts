// The heron's joints. Lengths are in the inches of the format; it stands about four feet tall and faces +x.

import { Skeleton } from '../model/skeleton';
import {
  type Quat,
  type Vec3,
  add,
  conjugate,
  distance,
  dot,
  identity,
  lookAlong,
  mirror,
  multiply,
  normalize,
  scale,
  sub,
} from '../model/vec';

export const neckBase: Vec3 = [7.2, 0, 27];
export const headBase: Vec3 = [7.6, 0, 43.4];
export const neckCount = 8;
const neckLength = 22.5;

export const leg = {
  hip: [0.2, 2.4, 22.6] as Vec3,
  knee: [3.3, 2.7, 19.6] as Vec3,
  ankle: [-1.7, 2.5, 11.1] as Vec3,
  foot: [0.9, 2.5, 0.75] as Vec3,
};

/** Toes at the foot: name, angle outwards, length, and where they bend. */
export const toes = [
  { name: 'inner', angle: -0.62, length: 3.9 },
  { name: 'middle', angle: 0, length: 4.8 },
  { name: 'outer', angle: 0.62, length: 3.9 },
  { name: 'back', angle: Math.PI, length: 2.4 },
] as const;

export const toeDirection = (angle: number): Vec3 => [Math.cos(angle), Math.sin(angle), 0];

/** The neck as a cubic curve of fixed length: where it begins and ends and the directions there, handles as long as needed. */
export function neckCurve(from: Vec3, fromDirection: Vec3, to: Vec3, toDirection: Vec3): Vec3[] {
  const bone = neckLength / neckCount;
  const points = (handle: number): Vec3[] => {
    const controls = [
      from,
      add(from, scale(fromDirection, handle)),
      sub(to, scale(toDirection, handle * 1.25)),
      to,
    ] as const;
    return walk(controls, bone);
  };
  let [low, high] = [1, 60];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (reachesEnd(points(middle), to, toDirection)) low = middle;
    else high = middle;
  }
  return points((low + high) / 2);
}

/** True when the chain is too long for its curve: the last point lies at or past the end. */
const reachesEnd = (points: readonly Vec3[], to: Vec3, direction: Vec3): boolean =>
  dot(sub(points.at(-1) as Vec3, to), direction) > 0;

function bezier([a, b, c, d]: readonly [Vec3, Vec3, Vec3, Vec3], t: number): Vec3 {
  if (t > 1) return add(d, scale(sub(d, c), 3 * (t - 1)));
  const s = 1 - t;
  return add(add(scale(a, s * s * s), scale(b, 3 * s * s * t)), add(scale(c, 3 * s * t * t), scale(d, t * t * t)));
}

/** Points on the curve that are `bone` apart from one another. */
function walk(controls: readonly [Vec3, Vec3, Vec3, Vec3], bone: number): Vec3[] {
  const points = [controls[0]];
  let t = 0;
  for (let i = 0; i < neckCount; i++) {
    const from = points[i] as Vec3;
    let [low, high] = [t, t];
    while (distance(from, bezier(controls, high)) < bone && high < 8) high += 0.02;
    for (let k = 0; k < 40; k++) {
      const middle = (low + high) / 2;
      if (distance(from, bezier(controls, middle)) < bone) low = middle;
      else high = middle;
    }
    t = high;
    points.push(bezier(controls, t));
  }
  return points;
}

export const bindNeck = neckCurve(neckBase, normalize([0.93, 0, 0.37]), headBase, normalize([0.62, 0, 0.78]));

/** Each neck bone's turn from its bind direction to the one in `points`, with `left` as its side. */
export function neckRotation(index: number, points: readonly Vec3[], left: Vec3): Quat {
  const along = (chain: readonly Vec3[]): Vec3 => sub(chain[index + 1] as Vec3, chain[index] as Vec3);
  return multiply(lookAlong(along(points), left), conjugate(lookAlong(along(bindNeck))));
}

export const neckName = (index: number): string => `neck${index + 1}`;
export const toeName = (toe: string, side: string): string => `toe.${toe}.${side}`;
export const sides = [
  { side: 'L', to: (p: Vec3): Vec3 => p },
  { side: 'R', to: mirror },
] as const;

export function buildSkeleton(): Skeleton {
  const skeleton = new Skeleton();
  const bone = (name: string, parent: string | null, from: Vec3, to: Vec3): void =>
    skeleton.add(name, parent, from, lookAlong(sub(to, from)));

  skeleton.add('origin', null, [0, 0, 0], identity);
  bone('pelvis', 'origin', [-0.5, 0, 23.4], [5, 0, 26]);
  bone('chest', 'pelvis', [3, 0, 25.2], neckBase);
  for (let i = 0; i < neckCount; i++) {
    bone(neckName(i), i === 0 ? 'chest' : neckName(i - 1), bindNeck[i] as Vec3, bindNeck[i + 1] as Vec3);
  }
  const head = bindNeck.at(-1) as Vec3;
  bone('head', neckName(neckCount - 1), head, add(head, [1, 0, 0]));
  bone('jaw', 'head', [10, 0, 43.35], [20, 0, 42.6]);
  bone('crest1', 'head', [7.2, 0, 45], [4.4, 0, 45.2]);
  bone('crest2', 'crest1', [4.4, 0, 45.2], [0.5, 0, 44.2]);
  bone('plume', 'chest', [8.6, 0, 25.4], [9, 0, 20]);
  bone('tail1', 'pelvis', [-6, 0, 22.6], [-10, 0, 20.9]);
  bone('tail2', 'tail1', [-10, 0, 20.9], [-14, 0, 19.4]);
  for (const { side, to } of sides) {
    bone(`wing.${side}`, 'chest', to([4.4, 3.1, 26.6]), to([-4, 4, 24.2]));
    bone(`wingtip.${side}`, `wing.${side}`, to([-4, 4, 24.2]), to([-13, 1.6, 20.6]));
  }
  for (const { side, to } of sides) {
    bone(`thigh.${side}`, 'pelvis', to(leg.hip), to(leg.knee));
    bone(`shank.${side}`, `thigh.${side}`, to(leg.knee), to(leg.ankle));
    bone(`tarsus.${side}`, `shank.${side}`, to(leg.ankle), to(leg.foot));
    bone(`foot.${side}`, `tarsus.${side}`, to(leg.foot), to(add(leg.foot, [1, 0, 0])));
    for (const { name, angle, length } of toes) {
      const root = add(leg.foot, scale(toeDirection(angle), 0.5));
      bone(toeName(name, side), `foot.${side}`, to(root), to(add(root, scale(toeDirection(angle), length))));
    }
  }
  return skeleton;
}
