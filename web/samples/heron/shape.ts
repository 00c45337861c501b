// The heron's body: one closed surface of plumage, and legs, bill and feathers as tubes.

import { type Field, ellipsoid, join, roundCone } from '../model/field';
import { type Influence, Mesh } from '../model/mesh';
import type { Skeleton } from '../model/skeleton';
import { polygonize, type Surface } from '../model/surface';
import { type Station, ball, tube } from '../model/tube';
import { type Bone } from '../model/weights';
import {
  type Vec3,
  add,
  clamp,
  lerp,
  mix,
  multiply,
  normalize,
  pitch,
  scale,
  smoothstep,
  sub,
  yAxis,
  yaw,
} from '../model/vec';
import { bindNeck, leg, neckCount, neckName, sides, toeDirection, toeName, toes } from './skeleton';

const neckRadius = (t: number): number =>
  1.02 + 1.75 * (1 - smoothstep(-0.05, 0.38, t)) + 0.18 * smoothstep(0.85, 1, t);

/** The bind neck in fine steps, so that its surface is as smooth as the curve through the joints. */
const fineNeck = Array.from({ length: 4 * neckCount + 1 }, (_, i) => through(bindNeck, i / 4));

/** Parts of the plumage on the left; the right is their mirror image. */
export const parts = {
  torso: join(
    2.5,
    roundCone([-4.5, 0, 23.2], [4.2, 0, 25.8], 3.1, 4.1),
    ellipsoid([6, 0, 25.9], [3.4, 3.5, 3.7]),
    roundCone([-5, 0, 23], [-12.2, 0, 20.2], 2.5, 0.8),
  ),
  wing: ellipsoid([-1.8, 3.35, 24.7], [10.2, 1.25, 3.5], multiply(yaw(0.12), pitch(0.31))),
  thigh: join(
    1.2,
    roundCone([-0.2, 1.9, 22.8], [2.6, 2.5, 20.4], 2.5, 1.9),
    roundCone([2.6, 2.5, 20.4], mix(leg.knee, leg.ankle, 0.5), 1.75, 0.5),
  ),
  neck: join(
    0.2,
    ...fineNeck
      .slice(1)
      .map((p, i) =>
        roundCone(fineNeck[i] as Vec3, p, neckRadius(i / 4 / neckCount), neckRadius((i + 1) / 4 / neckCount)),
      ),
  ),
  head: join(
    1,
    ellipsoid([8.7, 0, 44.1], [2.45, 1.42, 1.55], pitch(-0.1)),
    roundCone([9.6, 0, 43.9], [12, 0, 43.6], 1, 0.62),
  ),
};

/** The whole plumage, both sides. */
export const body: Field = (p) => {
  const left: Vec3 = [p[0], Math.abs(p[1]), p[2]];
  return plumage(left);
};
const plumage = join(0.9, join(2.4, parts.torso, join(1, parts.neck, parts.head)), parts.wing, parts.thigh);

/** A smooth curve through all points, `place` counted in points. */
function through(points: readonly Vec3[], place: number): Vec3 {
  const i = Math.min(points.length - 2, Math.floor(place));
  const t = place - i;
  const at = (k: number): Vec3 => points[clamp(k, 0, points.length - 1)] as Vec3;
  const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
  return [0, 1, 2].map((k) => {
    const [pa, pb, pc, pd] = [a[k] as number, b[k] as number, c[k] as number, d[k] as number];
    return pb + 0.5 * t * (pc - pa + t * (2 * pa - 5 * pb + 4 * pc - pd + t * (3 * (pb - pc) + pd - pa)));
  }) as unknown as Vec3;
}

export function bodySurface(): Surface {
  const cell = 0.91;
  return polygonize(body, [-16, -8.5 * cell, 12], [14, 8.5 * cell, 48], cell);
}

/** Joints that move the plumage, each with the thickness of flesh around it. */
export function bodyBones(skeleton: Skeleton): Bone[] {
  const bone = (joint: string, from: Vec3, to: Vec3, radius: number): Bone => ({
    joint: skeleton.index(joint),
    from,
    to,
    radius,
  });
  return [
    bone('pelvis', [-4, 0, 23.2], [1.5, 0, 24.6], 3.2),
    bone('chest', [2.5, 0, 25.2], [6.5, 0, 26], 3.6),
    ...Array.from({ length: neckCount }, (_, i) =>
      bone(neckName(i), bindNeck[i] as Vec3, bindNeck[i + 1] as Vec3, neckRadius((i + 0.5) / neckCount)),
    ),
    bone('head', [8.2, 0, 44.1], [11.5, 0, 43.7], 1.3),
    bone('tail1', [-6.4, 0, 22.4], [-10, 0, 21], 1.7),
    bone('tail2', [-10.4, 0, 20.8], [-14, 0, 19.4], 1.1),
    ...sides.flatMap(({ side, to }) => [
      bone(`wing.${side}`, to([4, 3.8, 26.4]), to([-3, 4.1, 24.4]), 1.6),
      bone(`wingtip.${side}`, to([-5, 3.9, 23.8]), to([-11.5, 2.4, 21.6]), 1.5),
      bone(`thigh.${side}`, to([0.6, 2.6, 21.8]), to([2.9, 2.7, 20]), 1.7),
      bone(`shank.${side}`, to([2.7, 2.7, 19]), to(mix(leg.knee, leg.ankle, 0.6)), 1),
    ]),
  ];
}

const whole = (joint: number): Influence[] => [{ joint, weight: 1 }];
const between = (a: number, b: number, t: number): Influence[] => {
  const weight = Math.round(clamp(t, 0, 1) * 1e4) / 1e4;
  if (weight === 0) return whole(a);
  return weight === 1
    ? whole(b)
    : [
        { joint: a, weight: Math.round((1 - weight) * 1e4) / 1e4 },
        { joint: b, weight },
      ];
};

/** Legs, toes and bill. Texture: legs in the upper half, bill in the lower. */
export function buildHorn(skeleton: Skeleton): Mesh {
  const mesh = new Mesh('horn', 'heron_horn');
  for (const { side, to } of sides) {
    const [shank, tarsus, foot] = [`shank.${side}`, `tarsus.${side}`, `foot.${side}`].map((name) =>
      skeleton.index(name),
    ) as [number, number, number];
    const top = mix(leg.knee, leg.ankle, 0.3);
    const station = (at: Vec3, r: number, influences: Influence[]): Station => ({
      at: to(at),
      width: r,
      height: r,
      influences,
    });
    tube(
      mesh,
      [
        station(top, 0, whole(shank)),
        station(mix(top, leg.ankle, 0.08), 0.38, whole(shank)),
        station(mix(top, leg.ankle, 0.6), 0.4, whole(shank)),
        station(mix(top, leg.ankle, 0.85), 0.46, between(shank, tarsus, 0.08)),
        station(add(leg.ankle, [0.12, 0, 0.3]), 0.64, between(shank, tarsus, 0.3)),
        station(add(leg.ankle, [0.12, 0, -0.35]), 0.62, between(shank, tarsus, 0.7)),
        station(mix(leg.ankle, leg.foot, 0.16), 0.41, between(shank, tarsus, 0.95)),
        station(mix(leg.ankle, leg.foot, 0.55), 0.36, whole(tarsus)),
        station(mix(leg.ankle, leg.foot, 0.86), 0.4, between(tarsus, foot, 0.15)),
        station(mix(leg.ankle, leg.foot, 0.97), 0.52, between(tarsus, foot, 0.6)),
        station(add(leg.foot, [0.1, 0, -0.45]), 0.4, whole(foot)),
        station(add(leg.foot, [0.1, 0, -0.62]), 0, whole(foot)),
      ],
      { sides: 8, uv: [0.02, 0.02, 0.98, 0.46] },
    );
    for (const { name, angle, length } of toes) {
      const toe = skeleton.index(toeName(name, side));
      const direction = toeDirection(angle);
      const at = (t: number, z: number): Vec3 => add(add(leg.foot, scale(direction, 0.5 + length * t)), [0, 0, z]);
      const flat = (p: Vec3, r: number, influences: Influence[]): Station => ({
        at: to(p),
        width: r,
        height: r * 0.85,
        influences,
      });
      const across = to([-direction[1], direction[0], 0]);
      tube(
        mesh,
        [
          flat(add(leg.foot, [0, 0, -0.1]), 0, whole(foot)),
          flat(at(-0.06, -0.15), 0.42, whole(foot)),
          flat(at(0.22, -0.28), 0.34, between(foot, toe, 0.7)),
          flat(at(0.5, -0.4), 0.36, whole(toe)),
          flat(at(0.86, -0.46), 0.24, whole(toe)),
          flat(at(0.9, -0.46), 0.16, whole(toe)),
          flat(at(1.06, -0.66), 0, whole(toe)),
        ],
        { sides: 6, side: side === 'L' ? across : scale(across, -1), uv: [0.5, 0.02, 0.98, 0.46] },
      );
    }
  }
  const [head, jaw] = [whole(skeleton.index('head')), whole(skeleton.index('jaw'))];
  const bill = (x: number, z: number, width: number, height: number, influences: Influence[]): Station => ({
    at: [x, 0, z],
    width,
    height,
    influences,
  });
  tube(
    mesh,
    [
      bill(10.6, 43.9, 0, 0, head),
      bill(11.1, 43.86, 0.66, 0.56, head),
      bill(12.4, 43.72, 0.56, 0.44, head),
      bill(15, 43.42, 0.4, 0.32, head),
      bill(18, 43.02, 0.22, 0.2, head),
      bill(20.3, 42.62, 0.06, 0.06, head),
      bill(20.6, 42.56, 0, 0, head),
    ],
    { sides: 8, uv: [0.02, 0.54, 0.98, 0.74] },
  );
  tube(
    mesh,
    [
      bill(10.4, 43.3, 0, 0, jaw),
      bill(11, 43.28, 0.56, 0.32, jaw),
      bill(12.4, 43.14, 0.48, 0.3, jaw),
      bill(15, 42.92, 0.34, 0.22, jaw),
      bill(18, 42.68, 0.18, 0.13, jaw),
      bill(20, 42.52, 0.05, 0.05, jaw),
      bill(20.2, 42.5, 0, 0, jaw),
    ],
    { sides: 8, uv: [0.02, 0.78, 0.98, 0.98] },
  );
  return mesh;
}

/** Crest, breast plumes, folded quills and tail: flat blades, u from the root to the tip. */
export function buildFeathers(skeleton: Skeleton): Mesh {
  const mesh = new Mesh('feathers', 'heron_feather');
  const rows = { crest: [0.02, 0.23], breast: [0.27, 0.48], quill: [0.52, 0.73], tail: [0.77, 0.98] } as const;
  const blade = (
    kind: keyof typeof rows,
    points: readonly Vec3[],
    width: number,
    side: Vec3,
    weights: (t: number) => Influence[],
  ): void => {
    const [v0, v1] = rows[kind];
    const stations = points.map((at, i): Station => {
      const t = i / (points.length - 1);
      const wide = t === 0 || t === 1 ? 0 : width * Math.sin(Math.PI * Math.min(0.86, 0.22 + 0.72 * t)) ** 0.7;
      return { at, width: wide, height: wide * 0.16, influences: weights(t) };
    });
    tube(mesh, stations, { sides: 4, side, uv: [0.02, v0, 0.98, v1] });
  };
  const curve = (a: Vec3, b: Vec3, c: Vec3, count: number): Vec3[] =>
    Array.from({ length: count }, (_, i) => {
      const t = i / (count - 1);
      return mix(mix(a, b, t), mix(b, c, t), t);
    });

  const [head, crest1, crest2] = ['head', 'crest1', 'crest2'].map((n) => skeleton.index(n)) as [number, number, number];
  const swaying = (t: number): Influence[] =>
    t < 0.3 ? between(head, crest1, smoothstep(0, 0.3, t)) : between(crest1, crest2, smoothstep(0.3, 0.75, t));
  for (const [y, lift, reach] of [
    [0, 0, 9.4],
    [0.5, -0.25, 7.6],
    [-0.5, -0.25, 7.6],
  ] as const) {
    blade(
      'crest',
      curve([8.4, y * 0.9, 45.1 + lift], [3.5, y * 2.2, 46.6 + lift], [8.4 - reach, y * 3, 43.9 + lift], 8),
      0.36,
      yAxis,
      swaying,
    );
  }

  const [chest, plume] = [skeleton.index('chest'), skeleton.index('plume')];
  for (const [y, x, drop] of [
    [0, 9, 6.4],
    [0.9, 8.7, 5.4],
    [-0.9, 8.7, 5.4],
    [1.7, 8, 4.4],
    [-1.7, 8, 4.4],
  ] as const) {
    blade('breast', curve([x, y, 26.4], [x + 1.6, y * 1.1, 24], [x - 0.2, y * 0.8, 26.4 - drop], 7), 0.5, yAxis, (t) =>
      between(chest, plume, smoothstep(0.1, 0.8, t)),
    );
  }

  for (const { side, to } of sides) {
    const [wing, tip] = [skeleton.index(`wing.${side}`), skeleton.index(`wingtip.${side}`)];
    for (let i = 0; i < 5; i++) {
      const s = i / 4;
      const from: Vec3 = [lerp(-3.4, -6.2, s), lerp(4.35, 3.5, s), lerp(22.3, 24.4, s)];
      const until: Vec3 = [lerp(-11.2, -15.6, s), lerp(3, 0.9, s), lerp(18.9, 20.6, s)];
      const middle = add(mix(from, until, 0.5), [0, 0.45, 0.3]);
      const along = normalize(sub(until, from));
      const flank = normalize([0.1, lerp(0.35, 0.75, s), lerp(0.95, 0.6, s)]);
      const side3 = sub(flank, scale(along, flank[0] * along[0] + flank[1] * along[1] + flank[2] * along[2]));
      blade('quill', curve(from, middle, until, 7).map(to), 1.05, to(normalize(side3)), (t) =>
        between(wing, tip, smoothstep(0, 0.45, t + 0.2)),
      );
    }
  }

  const [tail1, tail2] = [skeleton.index('tail1'), skeleton.index('tail2')];
  for (const y of [-1.5, -0.75, 0, 0.75, 1.5]) {
    const fan = Math.abs(y) * 0.25;
    blade(
      'tail',
      curve([-8.5, y * 0.6, 21.6 - fan], [-12, y, 20.4 - fan], [-16.2 + Math.abs(y) * 0.5, y * 1.5, 18.7 - fan], 6),
      0.85,
      yAxis,
      (t) => between(tail1, tail2, smoothstep(0, 0.7, t)),
    );
  }
  return mesh;
}

export function buildEyes(skeleton: Skeleton): Mesh {
  const mesh = new Mesh('eyes', 'heron_eye');
  for (const { to } of sides) {
    ball(mesh, to([9.75, 1.02, 44.42]), 0.5, to(normalize([0.3, 0.94, 0.12])), whole(skeleton.index('head')));
  }
  return mesh;
}
