// GLB files read by the specification alone, and posed by its rules: independent of the code that writes them.

import assert from 'node:assert/strict';

const kinds = { 5121: [Uint8Array, 1], 5123: [Uint16Array, 2], 5125: [Uint32Array, 4], 5126: [Float32Array, 4] };
const sizes = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export function readGlb(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  assert.deepEqual([view.getUint32(0, true), view.getUint32(4, true)], [0x46546c67, 2]);
  assert.equal(view.getUint32(8, true), bytes.byteLength);
  const jsonBytes = view.getUint32(12, true);
  assert.equal(view.getUint32(16, true), 0x4e4f534a);
  const json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(20, 20 + jsonBytes)));
  const rest = 20 + jsonBytes;
  const bin = rest < bytes.byteLength ? bytes.subarray(rest + 8, rest + 8 + view.getUint32(rest, true)) : undefined;
  /** Numbers of an accessor, one after the other. */
  const accessor = (index) => {
    const { bufferView, byteOffset = 0, componentType, count, type } = json.accessors[index];
    const [Kind, size] = kinds[componentType];
    const from = (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    const part = bin.slice(from, from + count * sizes[type] * size);
    return new Kind(part.buffer, 0, count * sizes[type]);
  };
  /** The bytes of an image. */
  const image = (index) => {
    const { byteOffset = 0, byteLength } = json.bufferViews[json.images[index].bufferView];
    return bin.subarray(byteOffset, byteOffset + byteLength);
  };
  return { json, accessor, image };
}

// ---- column-major matrices of 16 doubles

const multiply = (a, b) => {
  const out = new Array(16).fill(0);
  for (let c = 0; c < 4; ++c)
    for (let r = 0; r < 4; ++r) for (let k = 0; k < 4; ++k) out[c * 4 + r] += a[k * 4 + r] * b[c * 4 + k];
  return out;
};
const transform = (m, [x, y, z]) => [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);

function local({ translation: t = [0, 0, 0], rotation: q = [0, 0, 0, 1], scale: s = [1, 1, 1] }) {
  const [x, y, z, w] = q;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  return [0, 1, 2].flatMap((c) => [rows[0][c] * s[c], rows[1][c] * s[c], rows[2][c] * s[c], 0]).concat([...t, 1]);
}

function slerp(a, b, u) {
  let cosine = a.reduce((sum, v, i) => sum + v * b[i], 0);
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, Math.abs(cosine));
  const angle = Math.acos(cosine);
  if (angle < 1e-6) return a.map((v, i) => v + (sign * b[i] - v) * u);
  return a.map((v, i) => (Math.sin((1 - u) * angle) * v + sign * Math.sin(u * angle) * b[i]) / Math.sin(angle));
}

/** Value of a sampler: appendix C of the specification. */
function sample({ times, values, interpolation }, time, rotation) {
  const perKey = values.length / times.length,
    n = interpolation === 'CUBICSPLINE' ? perKey / 3 : perKey;
  const part = (key, which) => {
    const from = key * perKey + (interpolation === 'CUBICSPLINE' ? which * n : 0);
    return Array.from(values.subarray(from, from + n));
  };
  let next = times.findIndex((t) => t > time);
  if (next === 0) return part(0, 1);
  if (next < 0) return part(times.length - 1, 1);
  const span = times[next] - times[next - 1],
    u = (time - times[next - 1]) / span;
  const a = part(next - 1, 1),
    b = part(next, 1);
  if (interpolation === 'STEP') return a;
  if (interpolation === 'LINEAR') return rotation ? slerp(a, b, u) : a.map((v, i) => v + (b[i] - v) * u);
  const out = part(next - 1, 2),
    into = part(next, 0);
  const value = a.map(
    (v, i) =>
      (2 * u ** 3 - 3 * u ** 2 + 1) * v +
      span * (u ** 3 - 2 * u ** 2 + u) * out[i] +
      (3 * u ** 2 - 2 * u ** 3) * b[i] +
      span * (u ** 3 - u ** 2) * into[i],
  );
  const length = rotation ? Math.hypot(...value) : 1;
  return value.map((v) => v / length);
}

/** World matrices of all nodes, and the weights of morph targets, at a time of an animation (undefined: as they stand). */
export function poseGlb({ json, accessor }, animation, time = 0) {
  const nodes = json.nodes.map((node) => ({ ...node }));
  const named = animation === undefined ? undefined : json.animations[animation];
  for (const { sampler, target } of named?.channels ?? []) {
    const { input, output, interpolation = 'LINEAR' } = named.samplers[sampler];
    const track = { times: accessor(input), values: accessor(output), interpolation };
    nodes[target.node][target.path] = sample(track, time, target.path === 'rotation');
  }
  const parents = [];
  nodes.forEach(({ children = [] }, i) => children.forEach((child) => (parents[child] = i)));
  const worlds = [];
  const world = (i) =>
    (worlds[i] ??= parents[i] === undefined ? local(nodes[i]) : multiply(world(parents[i]), local(nodes[i])));
  nodes.forEach((_, i) => world(i));
  return { worlds, weights: nodes.map((node) => node.weights ?? json.meshes?.[node.mesh]?.weights) };
}

/** World positions of the vertices of a node's mesh in a pose. */
export function verticesOf({ json, accessor }, node, { worlds, weights }) {
  const { mesh, skin } = json.nodes[node],
    [{ attributes, targets = [] }] = json.meshes[mesh].primitives;
  const positions = accessor(attributes.POSITION),
    moved = Array.from(positions, Number);
  targets.forEach(({ POSITION }, k) =>
    accessor(POSITION).forEach((by, i) => (moved[i] += (weights[node]?.[k] ?? 0) * by)),
  );
  const count = positions.length / 3,
    point = (v) => moved.slice(3 * v, 3 * v + 3);
  if (skin === undefined) return Array.from({ length: count }, (_, v) => transform(worlds[node], point(v)));
  const { joints, inverseBindMatrices } = json.skins[skin];
  const inverse = accessor(inverseBindMatrices);
  const palette = joints.map((joint, k) => multiply(worlds[joint], inverse.subarray(16 * k, 16 * k + 16)));
  const sets = [0, 1]
    .filter((set) => `JOINTS_${set}` in attributes)
    .map((set) => [accessor(attributes[`JOINTS_${set}`]), accessor(attributes[`WEIGHTS_${set}`])]);
  return Array.from({ length: count }, (_, v) => {
    const sum = [0, 0, 0];
    for (const [slots, shares] of sets)
      for (let k = 4 * v; k < 4 * v + 4; ++k) {
        if (shares[k] === 0) continue;
        const p = transform(palette[slots[k]], point(v));
        for (let c = 0; c < 3; ++c) sum[c] += shares[k] * p[c];
      }
    return sum;
  });
}

/** From a file's axes to glTF's: up to +y, forward to +z, sides as the viewer sees them, metres. */
export function gltfFromFile({ up, handedness, forward, unit }) {
  const upward = up === 'y' ? [0, 1, 0] : [0, 0, 1];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const side = handedness === 'right' ? cross(upward, forward) : cross(forward, upward);
  const dot = (a, p) => a[0] * p[0] + a[1] * p[1] + a[2] * p[2];
  return (p) => [side, upward, forward].map((axis) => unit * dot(axis, p));
}

/** A file of triangles alone: nine numbers each. */
export function triangles(positions, nodes = [{ mesh: 0 }]) {
  const bin = new Float32Array(positions),
    count = bin.length / 3,
    bounds = (pick) => [0, 1, 2].map((axis) => bin.filter((_, i) => i % 3 === axis).reduce((a, b) => pick(a, b)));
  const json = Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: nodes.map((_, i) => i) }],
      nodes,
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count,
          type: 'VEC3',
          min: bounds((a, b) => Math.min(a, b)),
          max: bounds((a, b) => Math.max(a, b)),
        },
      ],
      bufferViews: [{ buffer: 0, byteLength: bin.byteLength }],
      buffers: [{ byteLength: bin.byteLength }],
    }),
  );
  const padded = Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')]),
    u32 = (...values) => Buffer.from(new Uint32Array(values).buffer);
  return Buffer.concat([
    u32(0x46546c67, 2, 28 + padded.length + bin.byteLength, padded.length, 0x4e4f534a),
    padded,
    u32(bin.byteLength, 0x4e4942),
    Buffer.from(bin.buffer),
  ]);
}
