// An artist's mannequin as a pivot scene: turned parts that hang on pivots, and a torso that three bones bend. The format
// has no animation; the pose stands in the objects, and each of them can have a rotation override.

import { writePivot, type PivotObject, type PivotSurface, type PivotVertex } from './model/pivot';
import {
  type Quat,
  type Vec3,
  add,
  clamp,
  compose,
  cross,
  identity,
  length,
  lerp,
  multiply,
  normalize,
  rotate,
  scale,
  smoothstep,
  sub,
  turn,
  xAxis,
  yAxis,
  zAxis,
} from './model/vec';
import type { Sample } from './sample';

type Ring = readonly [radius: number, y: number];

/** Degrees about x, y and z of the parent. */
const tilt = (x: number, y: number, z: number): Quat => {
  const rad = (d: number): number => (d * Math.PI) / 180;
  return compose(turn(zAxis, rad(z)), turn(yAxis, rad(y)), turn(xAxis, rad(x)));
};

// -- turned shapes ---------------------------------------------------------------------------------------------------

/** A profile from the top down, turned around y and closed at both ends; `shape` bends what comes off the lathe. */
function lathe(profile: readonly Ring[], sides = 16, shape: (p: Vec3) => Vec3 = (p) => p): PivotSurface {
  const positions: Vec3[] = [],
    uvs: [number, number][] = [],
    triangles: [number, number, number][] = [];
  const rows = profile.map(([radius, y], i) =>
    Array.from({ length: sides + 1 }, (_, k) => {
      const angle = (2 * Math.PI * k) / sides;
      uvs.push([k / sides, i / (profile.length - 1)]);
      return positions.push(shape([Math.sin(angle) * radius, y, Math.cos(angle) * radius])) - 1;
    }),
  );
  rows.slice(1).forEach((below, i) => {
    const above = rows[i]!;
    for (let k = 0; k < sides; ++k) {
      if (profile[i + 1]![0] > 0) triangles.push([above[k]!, below[k]!, below[k + 1]!]);
      if (profile[i]![0] > 0) triangles.push([above[k]!, below[k + 1]!, above[k + 1]!]);
    }
  });
  return finish(positions, uvs, triangles);
}

/** Normals from the faces; vertices at one place share theirs. */
function finish(
  positions: readonly Vec3[],
  uvs: readonly (readonly [number, number])[],
  triangles: readonly (readonly [number, number, number])[],
): PivotSurface {
  const key = (p: Vec3): string => p.map((c) => c.toFixed(5)).join();
  const sums = new Map<string, Vec3>();
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((i) => positions[i]!) as [Vec3, Vec3, Vec3],
      n = cross(sub(b, a), sub(c, a));
    for (const p of [a, b, c]) sums.set(key(p), add(sums.get(key(p)) ?? [0, 0, 0], n));
  }
  const vertices = positions.map((position, i): PivotVertex => {
    const sum = sums.get(key(position)) ?? yAxis;
    return { position, normal: length(sum) > 0 ? normalize(sum) : yAxis, uv: uvs[i]! };
  });
  return { vertices, triangles };
}

/** A ball of the given radii around a place. */
const ball = (radius: number, [x, y, z]: Vec3 = [0, 0, 0], [sx, sy, sz]: Vec3 = [1, 1, 1]): PivotSurface =>
  lathe(
    Array.from({ length: 9 }, (_, i): Ring => [
      i % 8 === 0 ? 0 : radius * Math.sin((Math.PI * i) / 8),
      radius * Math.cos((Math.PI * i) / 8),
    ]),
    14,
    (p) => [x + p[0] * sx, y + p[1] * sy, z + p[2] * sz],
  );

/** A limb from its joint downwards: round at both ends, fullest at `belly`. */
function limb(size: number, top: number, middle: number, bottom: number, belly = 0.35): PivotSurface {
  const steps = 12,
    gap = 0.028;
  const radius = (t: number): number =>
    t < belly ? lerp(top, middle, smoothstep(0, belly, t)) : lerp(middle, bottom, smoothstep(belly, 1, t));
  return lathe(
    Array.from({ length: steps + 1 }, (_, i): Ring => {
      const t = i / steps,
        round = Math.sqrt(clamp(1 - (2 * t - 1) ** 8, 0, 1));
      return [i % steps === 0 ? 0 : radius(t) * round, -gap - t * (size - 2 * gap)];
    }),
  );
}

/** The shape of a bone where an exporter writes bones as meshes. */
function bone(size: number): PivotSurface {
  const tips: Vec3[] = [
    [0, 0, 0],
    [0, size, 0],
  ];
  const ring = [0, 1, 2, 3].map((k): Vec3 => {
    const angle = (Math.PI * k) / 2;
    return [Math.sin(angle) * 0.045, size * 0.2, Math.cos(angle) * 0.045];
  });
  const positions: Vec3[] = [],
    triangles: [number, number, number][] = [];
  ring.forEach((a, k) => {
    const b = ring[(k + 1) % 4]!;
    for (const face of [
      [tips[1]!, a, b],
      [tips[0]!, b, a],
    ]) {
      triangles.push([positions.length, positions.length + 1, positions.length + 2]);
      positions.push(...face);
    }
  });
  const flat = positions.map((position, i): PivotVertex => {
    const [a, b, c] = positions.slice(i - (i % 3), i - (i % 3) + 3) as [Vec3, Vec3, Vec3];
    return { position, normal: normalize(cross(sub(b, a), sub(c, a))), uv: [0, 0] };
  });
  return { vertices: flat, triangles };
}

// -- the figure ------------------------------------------------------------------------------------------------------

const upperArm = 0.29,
  forearm = 0.25,
  thigh = 0.42,
  shin = 0.41;
const waistUp = 0.1,
  chestUp = 0.17;

/** The pose that the file stores. */
const pose = {
  pelvis: tilt(0, 9, -5),
  waist: tilt(3, -4, 6),
  chest: tilt(-4, -12, 5),
  neck: tilt(4, 16, -7),
};

/** A turned part: it hangs on its parent, and carries the next ones. */
const part = (
  name: string,
  at: Vec3,
  rotation: Quat,
  surfaces: PivotSurface[],
  ...children: PivotObject[]
): PivotObject => ({
  name,
  at,
  rotation,
  surfaces,
  children,
});

function arm(side: 'L' | 'R', shoulder: Quat, elbow: Quat, wrist: Quat): PivotObject {
  const x = side === 'L' ? 1 : -1;
  const hand = part(`Hand.${side}`, [0, -forearm, 0], wrist, [
    ball(0.025),
    ball(0.05, [0, -0.085, 0.004], [0.78, 1.45, 0.4]),
    ball(0.017, [0.03 * -x, -0.062, 0.03], [0.9, 2, 0.9]),
  ]);
  return part(
    `UpperArm.${side}`,
    [x * 0.185, 0.19, 0],
    shoulder,
    [ball(0.055), limb(upperArm, 0.05, 0.052, 0.036)],
    part(`Forearm.${side}`, [0, -upperArm, 0], elbow, [ball(0.036), limb(forearm, 0.036, 0.043, 0.024, 0.25)], hand),
  );
}

function leg(side: 'L' | 'R', { hip, knee, ankle }: Record<'hip' | 'knee' | 'ankle', Quat>): PivotObject {
  const x = side === 'L' ? 1 : -1;
  const sole = (p: Vec3): Vec3 => [p[0] * 0.92, Math.max(-0.062, p[2] * 0.9 - 0.03), p[1] + 0.045];
  const foot = lathe(
    Array.from({ length: 13 }, (_, i): Ring => {
      const t = i / 12,
        round = Math.sqrt(clamp(1 - (2 * t - 1) ** 4, 0, 1));
      return [i % 12 === 0 ? 0 : 0.047 * round * lerp(1.05, 0.85, t), lerp(-0.095, 0.15, t)];
    }).reverse(),
    16,
    sole,
  );
  return part(
    `Thigh.${side}`,
    [x * 0.095, -0.035, 0],
    hip,
    [ball(0.07), limb(thigh, 0.068, 0.077, 0.048, 0.22)],
    part(
      `Shin.${side}`,
      [0, -thigh, 0],
      knee,
      [ball(0.047), limb(shin, 0.046, 0.055, 0.029, 0.25)],
      part(`Foot.${side}`, [0, -shin, 0], ankle, [ball(0.034), foot]),
    ),
  );
}

interface Frame {
  at: Vec3;
  rotation: Quat;
}
const below = (parent: Frame, at: Vec3, rotation: Quat): Frame => ({
  at: add(parent.at, rotate(parent.rotation, at)),
  rotation: multiply(parent.rotation, rotation),
});

/** The torso in the stored pose: made upright, weighted by height, then carried by its bones. */
function torso(pelvis: Frame): { surface: PivotSurface; bones: string[] } {
  const waist = below(pelvis, [0, waistUp, 0], pose.waist),
    chest = below(waist, [0, chestUp, 0], pose.chest);
  const upright: Vec3[] = [
    [0, 0, 0],
    [0, waistUp, 0],
    [0, waistUp + chestUp, 0],
  ];
  const outline: [half: number, deep: number, y: number][] = [
    [0, 0, -0.115],
    [0.075, 0.07, -0.108],
    [0.128, 0.1, -0.075],
    [0.152, 0.112, -0.03],
    [0.152, 0.11, 0.01],
    [0.138, 0.1, 0.05],
    [0.12, 0.09, 0.09],
    [0.113, 0.086, 0.125],
    [0.116, 0.088, 0.16],
    [0.13, 0.098, 0.21],
    [0.148, 0.11, 0.27],
    [0.16, 0.115, 0.33],
    [0.163, 0.112, 0.385],
    [0.152, 0.1, 0.43],
    [0.122, 0.082, 0.462],
    [0.075, 0.058, 0.483],
    [0.04, 0.038, 0.5],
    [0, 0, 0.502],
  ];
  const places = new Map(outline.map(([half, deep, y]) => [y, { half, deep }]));
  const made = lathe(outline.map(([half, , y]): Ring => [half > 0 ? 1 : 0, y]).reverse(), 28, ([x, y, z]) => {
    const { half, deep } = places.get(y)!;
    // Flatter than an ellipse in front and behind.
    const round = Math.hypot(Math.abs(x) ** 1.25, Math.abs(z) ** 1.25) ** (1 / 1.25) || 1;
    return [(x / round) * half, y, (z / round) * deep];
  });
  const frames = [pelvis, waist, chest];
  const weightsAt = (y: number): number[] => {
    const upper = smoothstep(waistUp + 0.05, waistUp + chestUp + 0.03, y),
      lower = 1 - smoothstep(-0.02, waistUp + 0.05, y);
    return [lower, Math.max(0, 1 - upper - lower), upper];
  };
  const posed = made.vertices.map(({ position, uv }) => {
    const weights = weightsAt(position[1]);
    const at = weights.reduce<Vec3>(
      (sum, weight, i) => {
        const { at: place, rotation } = frames[i]!;
        return add(sum, scale(add(place, rotate(rotation, sub(position, upright[i]!))), weight));
      },
      [0, 0, 0],
    );
    return { at, uv, weights };
  });
  const surface = finish(
    posed.map(({ at }) => at),
    posed.map(({ uv }) => uv),
    made.triangles,
  );
  const vertices = surface.vertices.map((vertex, i) => ({
    ...vertex,
    weights: posed[i]!.weights.flatMap((weight, k) => (weight > 1e-3 ? [{ bone: k, weight }] : [])),
  }));
  return { surface: { vertices, triangles: surface.triangles }, bones: ['Pelvis', 'Waist', 'Chest'] };
}

const legs = {
  R: { hip: tilt(3, -14, -2), knee: tilt(3, 0, 0), ankle: tilt(-5, 0, 7) },
  L: { hip: tilt(-24, 16, 12), knee: tilt(36, 0, 0), ankle: tilt(-10, 0, -6) },
} as const;

/** High enough for the foot that carries the weight to stand on the base. */
function pelvisHeight(): number {
  const hip = below({ at: [0, 0, 0], rotation: pose.pelvis }, [-0.095, -0.035, 0], legs.R.hip),
    knee = below(hip, [0, -thigh, 0], legs.R.knee),
    ankle = below(knee, [0, -shin, 0], legs.R.ankle);
  return 0.035 + 0.062 - ankle.at[1];
}

function mannequin(): PivotObject[] {
  const pelvis: Frame = { at: [0, pelvisHeight(), 0], rotation: pose.pelvis };
  const { surface, bones } = torso(pelvis);
  const head = lathe(
    Array.from({ length: 15 }, (_, i): Ring => {
      const t = i / 14,
        y = Math.cos(Math.PI * t);
      return [i % 14 === 0 ? 0 : 0.092 * Math.sin(Math.PI * t) * (1 + 0.17 * y), y];
    }),
    22,
    ([x, y, z]) => [x, 0.165 + y * 0.128, z * 1.12 + 0.012],
  );
  const base = lathe(
    [
      [0, 0.03],
      [0.315, 0.03],
      [0.33, 0.022],
      [0.33, 0],
      [0, 0],
    ].map(([r, y]): Ring => [r!, y!]),
    40,
  );
  const rod = lathe(
    [
      [0, pelvis.at[1] + 0.02],
      [0.009, pelvis.at[1] + 0.02],
      [0.009, 0.03],
      [0, 0.03],
    ].map(([r, y]): Ring => [r!, y!]),
    12,
    ([x, y, z]) => [x, y, z - 0.13],
  );
  const moved = (name: string, at: Vec3, rotation: Quat, size: number, ...children: PivotObject[]): PivotObject =>
    part(name, at, rotation, [bone(size)], ...children);
  const chest = moved(
    'Chest',
    [0, chestUp, 0],
    pose.chest,
    0.23,
    part('Head', [0, 0.235, 0.005], pose.neck, [neckPeg(), head]),
    arm('L', tilt(-8, 10, 132), tilt(0, 0, 42), tilt(0, 0, -14)),
    arm('R', tilt(14, 0, -17), tilt(-38, 18, 0), tilt(-8, 0, 6)),
  );
  return [
    part('Stand', [0, 0, 0], identity, [base, rod]),
    moved(
      'Pelvis',
      pelvis.at,
      pelvis.rotation,
      waistUp,
      moved('Waist', [0, waistUp, 0], pose.waist, chestUp, chest),
      leg('R', legs.R),
      leg('L', legs.L),
    ),
    { name: 'Torso', surfaces: [surface], bones },
  ];
}

/** A short turned peg between shoulders and head. */
function neckPeg(): PivotSurface {
  return lathe(
    [
      [0, 0.07],
      [0.036, 0.062],
      [0.036, 0.02],
      [0.044, 0],
      [0.04, -0.015],
      [0, -0.02],
    ].map(([r, y]): Ring => [r!, y!]),
    18,
  );
}

export const mannequinSample: Sample = {
  name: 'mannequin',
  title: 'Mannequin',
  text: 'A pivot scene without animation: select a node, press R, and rotate it.',
  build: () => [{ path: 'mannequin/mannequin.pivot', bytes: writePivot(mannequin(), "An artist's figure") }],
};
