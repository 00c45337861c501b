// A bar on a chain of joints, as a GLB, with its own numbers: where its vertices are, in double precision, from the values
// that are written into the file.

import { Chunk, glb } from './gltf.mjs';

const identity = () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Column-major, as the file has them. */
const product = (a, b) =>
  Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (i % 4)] * b[4 * Math.floor(i / 4) + k], 0),
  );
const point = (m, [x, y, z]) => [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
function matrixOf({ translation: [tx, ty, tz] = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }) {
  const [x, y, z, w] = rotation;
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  return [...columns.flatMap((column, i) => [...column.map((v) => v * scale[i]), 0]), tx, ty, tz, 1];
}

/** A turn by an angle about an axis of length 1. */
export const turn = ([x, y, z], degrees) => {
  const half = (degrees * Math.PI) / 360,
    s = Math.sin(half);
  return [x * s, y * s, z * s, Math.cos(half)];
};

/**
 * Joints are 3 apart along y, the bar is 1 wide and each joint has 4 corners around its place and 4 above it.
 * `joints`: names, from the root down, with `members` of their nodes; `weightless`: how many of them hold no vertex.
 * `armature`: members of the node above the root. `actions`: `{ name, channels: [{ joint, path, times, values }] }`.
 */
export function armature({
  joints = ['root', 'arm', 'tip'],
  weightless = 0,
  members = {},
  armature: above = {},
  actions = [],
} = {}) {
  const chunk = new Chunk();
  const count = joints.length;
  const places = joints.map((_, j) => [0, 3 * j, 0]);
  const points = [],
    holders = [];
  for (let j = weightless; j < count; ++j)
    for (const y of [0.1, 2.9])
      for (const [x, z] of [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
      ])
        (points.push([x, 3 * j + y, z]), holders.push(j));
  const corners = [];
  for (let b = 0; b < points.length; b += 8) {
    for (let k = 0; k < 4; ++k) {
      const [p, q] = [b + k, b + ((k + 1) % 4)];
      corners.push(p, p + 4, q, q, p + 4, q + 4);
    }
    corners.push(b, b + 1, b + 2, b, b + 2, b + 3, b + 4, b + 6, b + 5, b + 4, b + 7, b + 6);
  }
  const inverse = places.flatMap(([x, y, z]) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]);
  // Node 0 is the armature, joint j is node 1 + j, the mesh comes last.
  const nodes = [
    { name: 'Armature', children: [1, 1 + count], ...above },
    ...joints.map((name, j) => ({
      name,
      ...(j > 0 && { translation: [0, 3, 0] }),
      ...(j + 1 < count && { children: [2 + j] }),
      ...members[name],
    })),
    { name: 'body', mesh: 0, skin: 0 },
  ];
  const animations = actions.map(({ name, channels }) => ({
    name,
    channels: channels.map(({ joint, path }, i) => ({
      sampler: i,
      target: { node: joint === 'Armature' ? 0 : 1 + joints.indexOf(joint), path },
    })),
    samplers: channels.map(({ path, times, values }) => ({
      input: chunk.add(Float32Array.from(times), 'SCALAR', { min: [times[0]], max: [times.at(-1)] }),
      output: chunk.add(Float32Array.from(values.flat()), path === 'rotation' ? 'VEC4' : 'VEC3'),
    })),
  }));
  const bytes = glb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes,
      meshes: [
        {
          name: 'body',
          primitives: [
            {
              attributes: {
                POSITION: chunk.add(Float32Array.from(points.flat()), 'VEC3', {
                  min: [0, 1, 2].map((c) => Math.min(...points.map((p) => p[c]))),
                  max: [0, 1, 2].map((c) => Math.max(...points.map((p) => p[c]))),
                }),
                JOINTS_0: chunk.add(Uint8Array.from(holders.flatMap((j) => [j, 0, 0, 0])), 'VEC4'),
                WEIGHTS_0: chunk.add(Float32Array.from(holders.flatMap(() => [1, 0, 0, 0])), 'VEC4'),
              },
              indices: chunk.add(Uint16Array.from(corners), 'SCALAR'),
            },
          ],
        },
      ],
      skins: [
        { joints: joints.map((_, j) => 1 + j), inverseBindMatrices: chunk.add(Float32Array.from(inverse), 'MAT4') },
      ],
      ...(animations.length > 0 && { animations }),
      ...chunk.members,
    },
    chunk.bytes,
  );
  /** Where the vertices are; `key` of an action whose channels all have that key, else at rest. */
  const positions = (action, key) => {
    const local = nodes.map((node) => ({ ...node }));
    for (const { joint, path, values } of actions.find(({ name }) => name === action)?.channels ?? [])
      local[joint === 'Armature' ? 0 : 1 + joints.indexOf(joint)][path] = values[key];
    let world = product(identity(), matrixOf(local[0]));
    const worlds = joints.map((_, j) => (world = product(world, matrixOf(local[1 + j]))));
    return points.map((p, v) => {
      const [, y] = places[holders[v]];
      return point(worlds[holders[v]], [p[0], p[1] - y, p[2]]);
    });
  };
  return { bytes, positions };
}

/** glTF's axes to those of id Tech 4: it faces +x. */
export const toMd5 = ([x, y, z]) => [z, x, y];
