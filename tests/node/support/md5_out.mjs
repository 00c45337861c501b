// MD5 files that were written, beside the model that they were made of: both as clouds of points in the axes of id Tech 4,
// posed by the readers of this folder and by the module.

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { fromDisk } from './gltf.mjs';
import { place, skin } from './md5.mjs';

// ---- the model it was made of

const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
// Not Math.hypot, which takes ten times as long.
const length = (v) => Math.sqrt(dot(v, v));
export const apart = (a, b) => length(sub(a, b));

/** Rows of the map to +x forward, +y left, +z up. */
function rowsOf({ up, handedness, forward }) {
  const upwards = up === 'y' ? [0, 1, 0] : [0, 0, 1];
  const left = cross(upwards, forward);
  return [forward, handedness === 'right' ? left : left.map((v) => -v), upwards];
}

const twiceAreaOf = ([a, b, c]) => length(cross(sub(b, a), sub(c, a)));
const volumeOf = ([a, b, c]) => dot(a, cross(b, c)) / 6;

/** What is drawn of a document, in the axes and the unit that were written. */
export function sourceCloud(document, scale, at) {
  const { axes, hierarchy } = document.report.info;
  const rows = rowsOf(axes),
    hidden = new Set();
  const walk = (nodes) => {
    for (const node of nodes) {
      if (node.hidden === true) hidden.add(node.index);
      walk(node.children);
    }
  };
  walk(hierarchy);
  const pose = document.pose(at);
  const out = { points: [], volume: 0, area: 0, triangles: 0 };
  for (const { node, skinned, positions, indices } of pose.meshes) {
    if (hidden.has(node)) continue;
    const m = skinned ? undefined : pose.matrices.subarray(16 * node, 16 * node + 16);
    const placed = (v) => {
      const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
      const p = m ? [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]) : [x, y, z];
      return rows.map((row) => scale * dot(row, p));
    };
    const mirrored = m !== undefined && dot(m, cross(m.subarray(4, 7), m.subarray(8, 11))) < 0;
    const sign = (axes.frontFace === 'ccw' ? 1 : -1) * (axes.handedness === 'right' ? 1 : -1) * (mirrored ? -1 : 1);
    const known = new Map();
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const corners = [0, 1, 2].map((k) => {
        const v = indices[i + k];
        if (!known.has(v)) known.set(v, placed(v));
        return known.get(v);
      });
      out.volume += sign * volumeOf(corners);
      out.area += twiceAreaOf(corners) / 2;
      ++out.triangles;
    }
    out.points.push(...known.values());
  }
  return out;
}

/** Triangles of MD5 are clockwise. */
export function writtenCloud(model, pose) {
  const out = { points: [], volume: 0, area: 0, triangles: 0 };
  for (const mesh of model.meshes) {
    const points = skin(mesh, pose);
    for (const triangle of mesh.triangles) out.volume -= volumeOf(triangle.map((v) => points[v]));
    out.triangles += mesh.triangles.length;
    for (const point of points) out.points.push(point);
  }
  return out;
}

/** The model in a frame whose joints an .md5scale enlarges: `{ JOINT: { FRAME: FACTOR } }`. */
export const enlarged = (model, factors, frame) => ({
  ...model,
  meshes: model.meshes.map((mesh) => ({
    ...mesh,
    weights: mesh.weights.map(({ joint, bias, offset }) => {
      const factor = factors[model.joints[joint].name]?.[frame] ?? 1;
      return { joint, bias, offset: offset.map((v) => factor * v) };
    }),
  })),
});

/** Distance of each point of `from` to the nearest of `to`. */
export function distances(from, to) {
  const cell = Math.max(sizeOf(to) / 64, 1e-9),
    cells = new Map();
  const key = (x, y, z) => (x * 1e5 + y) * 1e5 + z;
  const cellOf = (p) => p.map((c) => Math.floor(c / cell));
  for (const p of to) {
    const k = key(...cellOf(p));
    cells.get(k)?.push(p) ?? cells.set(k, [p]);
  }
  const nearest = (p, points) => {
    let least = Infinity;
    for (const q of points) least = Math.min(least, apart(p, q));
    return least;
  };
  const around = [-1, 0, 1];
  return from.map((p) => {
    const [x, y, z] = cellOf(p);
    let least = nearest(p, cells.get(key(x, y, z)) ?? []);
    const inside = p.map((c, axis) => c - cell * [x, y, z][axis]),
      toWall = Math.min(...inside, ...inside.map((c) => cell - c));
    if (least <= toWall) return least;
    for (const i of around)
      for (const j of around)
        for (const k of around) least = Math.min(least, nearest(p, cells.get(key(x + i, y + j, z + k)) ?? []));
    return least <= cell ? least : nearest(p, to);
  });
}

/** By how much the volume changes at most where corners move by a unit, beside the rounding of the sum. */
export const areaOf = ({ points, area }) => 2 * area + 1e-6 * sizeOf(points) ** 2;

export const most = (numbers) => {
  let largest = 0;
  for (const n of numbers) largest = n > largest || Number.isNaN(n) ? n : largest;
  return largest;
};

export const sizeOf = (points) =>
  Math.hypot(...[0, 1, 2].map((c) => most(points.map((p) => p[c])) + most(points.map((p) => -p[c]))));

// ---- bounds of the error, from how the numbers are stored

/** Half a step of a float between 1/2 and 1. */
const kHalf = 2 ** -25;

/**
 * How far a vertex of the written files may be from where it was meant: by each of its joints the rounding of the joint's
 * place, and that of its rotation, whose w readers rebuild, times the distance from the joint; and what the rounding of
 * offset and weights adds. `locals` are the numbers of the frame, `half` is half a step of the smallest digit.
 */
export function roundingOf(model, pose, locals, half = kHalf) {
  const own = locals.map(({ position, stored }) => {
    const w = Math.sqrt(Math.max(0, 1 - dot(stored, stored))),
      off = Math.sqrt(3) * half;
    return {
      turn: 2 * (off + Math.min(off / Math.max(w, 1e-12), Math.sqrt(2 * off))),
      move: 4 * half * length(position),
    };
  });
  let worst = 0;
  for (const mesh of model.meshes)
    for (const { first, count } of mesh.vertices) {
      let sum = 0;
      for (let i = first; i < first + count; ++i) {
        const { joint, bias, offset } = mesh.weights[i],
          reach = length(offset);
        sum +=
          bias * (own[joint].turn * reach + own[joint].move + 4 * half * reach) +
          2 * half * length(pose[joint].position);
      }
      worst = Math.max(worst, sum);
    }
  return worst;
}

/** Rounding of points that were reckoned in single precision, in a few steps. */
export const floatsOf = (points) => 8 * kHalf * most(points.map(length));

/** How far a vertex may go where each of its weights moves by up to 1/255 and their sum stays. */
export const weightStepsOf = (model, pose) => {
  const far = spreads(model, pose),
    counts = model.meshes.flatMap(({ vertices }) => vertices.map(({ count }) => count));
  return most(far.map((distance, v) => (distance * (counts[v] + 1)) / 2 / 255));
};

/** How far apart the joints of a vertex would have it: changed weights move it by their share of this. */
export function spreads(model, pose) {
  return model.meshes.flatMap((mesh) =>
    mesh.vertices.map(({ first, count }) => {
      const own = mesh.weights.slice(first, first + count).map(({ joint, offset }) => place(pose[joint], offset));
      return most(own.flatMap((a, i) => own.slice(i + 1).map((b) => apart(a, b))));
    }),
  );
}

// ---- files

/** Files of the disk as the module takes them: a glTF by its companions, others as they are listed. */
export function given(paths) {
  if (paths.length === 1 && /\.gl(b|tf)$/.test(paths[0])) {
    const { file, resolve } = fromDisk(paths[0]);
    return { files: [file], resolve };
  }
  return {
    files: paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) })),
    resolve: (name) => {
      try {
        return readFileSync(join(dirname(paths[0]), name));
      } catch {
        return undefined;
      }
    },
  };
}
