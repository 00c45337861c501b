// Large GLB files made on the spot: the same bytes on every machine.

import { Chunk, glb } from '../node/support/gltf.mjs';

/** Arrays of a sheet of side x side vertices; `along` gives the x of a column. */
function sheet(side, along) {
  const count = side * side,
    position = new Float32Array(3 * count),
    normal = new Float32Array(3 * count),
    uv = new Float32Array(2 * count),
    index = new Uint32Array(6 * (side - 1) * (side - 1));
  for (let y = 0, v = 0; y < side; ++y)
    for (let x = 0; x < side; ++x, ++v) {
      position.set([along(x), y / 10, Math.sin(x * 0.7) * Math.cos(y * 0.4)], 3 * v);
      normal.set([0, 0, 1], 3 * v);
      uv.set([x / side, y / side], 2 * v);
    }
  for (let y = 0, i = 0; y + 1 < side; ++y)
    for (let x = 0; x + 1 < side; ++x, i += 6) {
      const a = y * side + x;
      index.set([a, a + 1, a + side, a + 1, a + side + 1, a + side], i);
    }
  return { position, normal, uv, index };
}

/** A sheet of side x side vertices with normals and coordinates, in 26 MB, that stands still. */
export function stillGridGlb({ side = 680 } = {}) {
  const { position, normal, uv, index } = sheet(side, (x) => x / 10);
  const chunk = new Chunk();
  const attributes = {
    POSITION: chunk.add(position, 'VEC3', { min: [0, 0, -1], max: [side / 10, side / 10, 1] }),
    NORMAL: chunk.add(normal, 'VEC3'),
    TEXCOORD_0: chunk.add(uv, 'VEC2'),
  };
  const indices = chunk.add(index, 'SCALAR');
  return glb(
    {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ name: 'sheet', mesh: 0 }],
      meshes: [{ primitives: [{ attributes, indices }] }],
      ...chunk.members,
    },
    chunk.bytes,
  );
}

/** A skinned sheet of side x side vertices over a chain of joints, with normals, coordinates and one action. */
export function gridGlb({ side = 700, joints = 24, keys = 200, keyRate = 30 } = {}) {
  const along = (x) => (x / (side - 1)) * joints;
  const { position, normal, uv, index } = sheet(side, along);
  const joint = new Uint8Array(4 * side * side),
    weight = new Float32Array(4 * side * side);
  for (let v = 0; v < side * side; ++v) {
    const u = along(v % side),
      first = Math.min(joints - 1, Math.floor(u)),
      share = first === joints - 1 ? 1 : 1 - (u - first);
    joint.set([first, Math.min(joints - 1, first + 1), 0, 0], 4 * v);
    weight.set([share, 1 - share, 0, 0], 4 * v);
  }
  const chunk = new Chunk();
  const attributes = {
    POSITION: chunk.add(position, 'VEC3', { min: [0, 0, -1], max: [joints, side / 10, 1] }),
    NORMAL: chunk.add(normal, 'VEC3'),
    TEXCOORD_0: chunk.add(uv, 'VEC2'),
    JOINTS_0: chunk.add(joint, 'VEC4'),
    WEIGHTS_0: chunk.add(weight, 'VEC4'),
  };
  const indices = chunk.add(index, 'SCALAR');
  const inverse = new Float32Array(16 * joints);
  for (let j = 0; j < joints; ++j) inverse.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -j, 0, 0, 1], 16 * j);
  const inverseBindMatrices = chunk.add(inverse, 'MAT4');
  const times = Float32Array.from({ length: keys }, (_, k) => k / keyRate);
  const input = chunk.add(times, 'SCALAR', { min: [0], max: [times[keys - 1]] });
  const turns = new Float32Array(4 * keys);
  for (let k = 0; k < keys; ++k) turns.set([0, Math.sin(k / 40), 0, Math.cos(k / 40)], 4 * k);
  const output = chunk.add(turns, 'VEC4');
  return glb(
    {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0, joints] }],
      nodes: [
        ...Array.from({ length: joints }, (_, j) => ({
          name: `joint${j}`,
          translation: [j === 0 ? 0 : 1, 0, 0],
          ...(j + 1 < joints && { children: [j + 1] }),
        })),
        { name: 'sheet', mesh: 0, skin: 0 },
      ],
      meshes: [{ primitives: [{ attributes, indices }] }],
      skins: [{ joints: Array.from({ length: joints }, (_, j) => j), inverseBindMatrices }],
      animations: [
        {
          name: 'sway',
          channels: Array.from({ length: joints }, (_, node) => ({ sampler: 0, target: { node, path: 'rotation' } })),
          samplers: [{ input, output }],
        },
      ],
      ...chunk.members,
    },
    chunk.bytes,
  );
}

/** `count` nodes below one another and as many actions: nothing but JSON. */
export function chainGltf(count) {
  return Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: Array.from({ length: count }, (_, i) => ({
        name: 'same',
        translation: [0, 1e-6, 0],
        ...(i + 1 < count && { children: [i + 1] }),
      })),
      animations: Array.from({ length: count }, () => ({ name: 'same', channels: [], samplers: [] })),
    }),
  );
}
