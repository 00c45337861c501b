// Assimp's importer: nodes, bones and keys as it hands them out, which have no kind of interpolation; so a straight line, or the
// arc of a rotation, leads from key to key. Its JSON has no morph targets.

import assimpFactory from 'assimpjs';

export const packages = ['assimpjs'];

const assimp = await assimpFactory();

export function open(bytes) {
  const list = new assimp.FileList();
  list.AddFile('model.glb', new Uint8Array(bytes));
  const result = assimp.ConvertFileList(list, 'assjson');
  if (!result.IsSuccess()) throw new Error(result.GetErrorCode());
  return sceneOf(JSON.parse(Buffer.from(result.GetFile(0).GetContent()).toString()));
}

/** Row-major, as its JSON has them. */
const times = (a, b) => {
  const out = new Array(16).fill(0);
  for (let r = 0; r < 4; ++r)
    for (let c = 0; c < 4; ++c) for (let k = 0; k < 4; ++k) out[4 * r + c] += a[4 * r + k] * b[4 * k + c];
  return out;
};
const moved = (m, [x, y, z]) => [0, 1, 2].map((r) => m[4 * r] * x + m[4 * r + 1] * y + m[4 * r + 2] * z + m[4 * r + 3]);

function composed([x, y, z], [w, i, j, k], [a, b, c]) {
  return [
    (1 - 2 * (j * j + k * k)) * a, 2 * (i * j - k * w) * b, 2 * (i * k + j * w) * c, x,
    2 * (i * j + k * w) * a, (1 - 2 * (i * i + k * k)) * b, 2 * (j * k - i * w) * c, y,
    2 * (i * k - j * w) * a, 2 * (j * k + i * w) * b, (1 - 2 * (i * i + j * j)) * c, z,
    0, 0, 0, 1,
  ]; // prettier-ignore
}

function between(keys, tick, mix) {
  const next = keys.findIndex(([time]) => time > tick);
  if (next < 0) return keys.at(-1)[1];
  if (next === 0) return keys[0][1];
  const [[from, a], [to, b]] = [keys[next - 1], keys[next]];
  return mix(a, b, (tick - from) / (to - from));
}
const line = (a, b, u) => a.map((v, i) => v + (b[i] - v) * u);
function arc(a, b, u) {
  const dot = a.reduce((sum, v, i) => sum + v * b[i], 0),
    sign = dot < 0 ? -1 : 1,
    angle = Math.acos(Math.min(1, Math.abs(dot)));
  if (angle < 1e-6)
    return line(
      a,
      b.map((v) => sign * v),
      u,
    );
  return a.map((v, i) => (Math.sin((1 - u) * angle) * v + sign * Math.sin(u * angle) * b[i]) / Math.sin(angle));
}

function sceneOf({ rootnode, meshes = [], animations = [] }) {
  return {
    actions: animations.length,
    pose(action, time) {
      const animation = animations[action],
        tick = time * (animation?.tickspersecond || 1),
        channels = new Map((animation?.channels ?? []).map((channel) => [channel.name, channel]));
      const worlds = new Map(),
        placed = [];
      const visit = (node, above) => {
        const channel = channels.get(node.name);
        const local = channel
          ? composed(
              between(channel.positionkeys, tick, line),
              between(channel.rotationkeys, tick, arc),
              between(channel.scalingkeys, tick, line),
            )
          : node.transformation;
        const world = times(above, local);
        if (!worlds.has(node.name)) worlds.set(node.name, world);
        for (const mesh of node.meshes ?? []) placed.push([meshes[mesh], world]);
        for (const child of node.children ?? []) visit(child, world);
      };
      visit(rootnode, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
      return placed.map(([mesh, world]) => positionsOf(mesh, world, worlds));
    },
  };
}

function positionsOf({ vertices, bones }, world, worlds) {
  const out = new Float64Array(vertices.length),
    point = (v) => vertices.slice(3 * v, 3 * v + 3);
  if (!bones?.length) {
    for (let v = 0; v < vertices.length / 3; ++v) out.set(moved(world, point(v)), 3 * v);
    return out;
  }
  for (const { name, offsetmatrix, weights } of bones) {
    const palette = times(worlds.get(name), offsetmatrix);
    for (const [v, weight] of weights) moved(palette, point(v)).forEach((at, c) => (out[3 * v + c] += weight * at));
  }
  return out;
}
