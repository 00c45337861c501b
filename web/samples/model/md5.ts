// Writers for md5mesh, md5anim and md5camera version 10. Every number is rounded before anything is computed from it, so
// that the bind positions a reader gets are those of the mesh and the bounds are those of the frames as written.
//
// Conventions of the format: z up, x forward, faces clockwise seen from outside, v downwards; a stored orientation
// (x y z) with w = sqrt(1 - x2 - y2 - z2) turns joint space into model space by its conjugate.

import type { Mesh } from './mesh';
import { type Skeleton, type Transform, worldTransforms } from './skeleton';
import { type Quat, type Vec3, add, conjugate, normalizeQuat, rotate, scale, sub } from './vec';

const round = (x: number, digits: number): number => Number(x.toFixed(digits)) + 0;
const tuple = (v: readonly number[]): string => `( ${v.join(' ')} )`;

/** Six decimals of a rotation as the format stores it. */
function storedRotation(q: Quat): Vec3 {
  const s = q[3] > 0 ? -1 : 1;
  return [round(q[0] * s, 6), round(q[1] * s, 6), round(q[2] * s, 6)];
}

/** The rotation that a reader makes of a stored one. */
const readRotation = ([x, y, z]: Vec3): Quat =>
  normalizeQuat([-x, -y, -z, Math.sqrt(Math.abs(1 - x * x - y * y - z * z))]);

const storedPosition = (p: Vec3, digits: number): Vec3 => [
  round(p[0], digits),
  round(p[1], digits),
  round(p[2], digits),
];

export function writeMd5Mesh(skeleton: Skeleton, meshes: readonly Mesh[], commandline: string): string {
  const bind = bindTransforms(skeleton);
  const lines = [
    'MD5Version 10',
    `commandline "${commandline}"`,
    '',
    `numJoints ${bind.length}`,
    `numMeshes ${meshes.length}`,
    '',
    'joints {',
  ];
  skeleton.joints.forEach(({ name, parent }, i) => {
    const { position, rotation } = bind[i] as Transform;
    const above = parent < 0 ? '' : skeleton.joints[parent]?.name;
    lines.push(`\t"${name}"\t${parent} ${tuple(position)} ${tuple(storedRotation(rotation))}\t\t// ${above}`);
  });
  lines.push('}');
  for (const mesh of meshes) {
    const weights: string[] = [];
    const verts = mesh.vertices.map(({ position, uv, influences }, i) => {
      const first = weights.length;
      for (const { joint, weight } of influences) {
        const at = bind[joint] as Transform;
        const offset = storedPosition(rotate(conjugate(at.rotation), sub(position, at.position)), 4);
        weights.push(`\tweight ${weights.length} ${joint} ${weight} ${tuple(offset)}`);
      }
      return `\tvert ${i} ${tuple(uv.map((c) => round(c, 4)))} ${first} ${influences.length}`;
    });
    lines.push('', 'mesh {', `\t// meshes: ${mesh.name}`, `\tshader "${mesh.material}"`);
    lines.push('', `\tnumverts ${verts.length}`, ...verts);
    lines.push(
      '',
      `\tnumtris ${mesh.triangles.length}`,
      ...mesh.triangles.map(([a, b, c], i) => `\ttri ${i} ${a} ${c} ${b}`),
    );
    lines.push('', `\tnumweights ${weights.length}`, ...weights, '}');
  }
  return lines.join('\n') + '\n';
}

/** Position and stored orientation of a joint relative to its parent: the six components of the format. */
type StoredTransform = readonly [number, number, number, number, number, number];

export interface Clip {
  /** Frames per second, a whole number. */
  rate: number;
  /** Local transforms of all joints, frame by frame. */
  frames: readonly (readonly Transform[])[];
}

export function writeMd5Anim(skeleton: Skeleton, meshes: readonly Mesh[], clip: Clip, commandline: string): string {
  const rows = clip.frames.map((frame) =>
    frame.map(({ position, rotation }): StoredTransform => [
      ...storedPosition(position, 5),
      ...storedRotation(rotation),
    ]),
  );
  const base = rows[0] as StoredTransform[];
  const flags = base.map((values, joint) =>
    values.reduce((bits, value, c) => bits | (rows.some((row) => row[joint]?.[c] !== value) ? 1 << c : 0), 0),
  );
  const animated = flags.map((bits) => [0, 1, 2, 3, 4, 5].filter((c) => bits & (1 << c)));
  let first = 0;
  const starts = animated.map((components) => (first += components.length) - components.length);

  const lines = [
    'MD5Version 10',
    `commandline "${commandline}"`,
    '',
    `numFrames ${rows.length}`,
    `numJoints ${base.length}`,
    `frameRate ${clip.rate}`,
    `numAnimatedComponents ${first}`,
    '',
    'hierarchy {',
  ];
  skeleton.joints.forEach(({ name, parent }, i) => {
    const above = parent < 0 ? '' : ` ${skeleton.joints[parent]?.name}`;
    const start = flags[i] === 0 ? 0 : starts[i];
    lines.push(`\t"${name}"\t${parent} ${flags[i]} ${start}\t//${above}`);
  });
  lines.push('}', '', 'bounds {');
  const bind = bindTransforms(skeleton);
  for (const row of rows) {
    const { min, max } = skinnedBounds(skeleton, bind, meshes, row);
    lines.push(`\t${tuple(storedPosition(min, 5))} ${tuple(storedPosition(max, 5))}`);
  }
  lines.push('}', '', 'baseframe {', ...base.map((v) => `\t${tuple(v.slice(0, 3))} ${tuple(v.slice(3))}`), '}');
  rows.forEach((row, f) => {
    lines.push('', `frame ${f} {`);
    row.forEach((values, joint) => {
      const components = animated[joint] as number[];
      if (components.length > 0) lines.push(`\t${components.map((c) => values[c]).join(' ')}`);
    });
    lines.push('}');
  });
  return lines.join('\n') + '\n';
}

export interface View {
  position: Vec3;
  /** x looks forward, y left, z up. */
  rotation: Quat;
  /** Horizontal field of view in degrees of a 4:3 picture. */
  fov: number;
}

/** `cuts` name the last frame of each shot. */
export function writeMd5Camera(
  rate: number,
  views: readonly View[],
  cuts: readonly number[],
  commandline: string,
): string {
  const lines = [
    'MD5Version 10',
    `commandline "${commandline}"`,
    '',
    `numFrames ${views.length}`,
    `frameRate ${rate}`,
    `numCuts ${cuts.length}`,
  ];
  lines.push('', 'cuts {', ...cuts.map((c) => `\t${c}`), '}', '', 'camera {');
  for (const { position, rotation, fov } of views) {
    lines.push(`\t${tuple(storedPosition(position, 5))} ${tuple(storedRotation(rotation))} ${round(fov, 4)}`);
  }
  return [...lines, '}'].join('\n') + '\n';
}

/** The bind pose as a reader gets it. */
function bindTransforms(skeleton: Skeleton): Transform[] {
  return skeleton.joints.map(({ position, rotation }) => ({
    position: storedPosition(position, 6),
    rotation: readRotation(storedRotation(rotation)),
  }));
}

function skinnedBounds(
  skeleton: Skeleton,
  bind: readonly Transform[],
  meshes: readonly Mesh[],
  row: readonly StoredTransform[],
): { min: Vec3; max: Vec3 } {
  const world = worldTransforms(
    skeleton,
    row.map(([px, py, pz, qx, qy, qz]) => ({
      position: [px, py, pz],
      rotation: readRotation([qx, qy, qz]),
    })),
  );
  let [min, max]: [Vec3, Vec3] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const mesh of meshes) {
    for (const vertex of mesh.vertices) {
      let p: Vec3 = [0, 0, 0];
      for (const { joint, weight } of vertex.influences) {
        const [from, to] = [bind[joint] as Transform, world[joint] as Transform];
        const offset = rotate(conjugate(from.rotation), sub(vertex.position, from.position));
        p = add(p, scale(add(to.position, rotate(to.rotation, offset)), weight));
      }
      min = [Math.min(min[0], p[0]), Math.min(min[1], p[1]), Math.min(min[2], p[2])];
      max = [Math.max(max[0], p[0]), Math.max(max[1], p[1]), Math.max(max[2], p[2])];
    }
  }
  return { min, max };
}
