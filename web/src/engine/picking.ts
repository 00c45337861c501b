// Picking: a ray against the posed triangles, numbered as in the file.

import { mostOf } from '../base/lists';
import { BufferKind } from '../core/buffers';
import type { Document } from '../core/document';
import type { Instance } from './gl/model';
import * as m from '../core/math';
import type { PickHit } from '../protocol/view';

interface Ray {
  origin: m.Vec3;
  direction: m.Vec3;
}

/** Distances d along a ray with at + by * d >= 0 count. */
interface Kept {
  at: number;
  by: number;
}

/** The nearest hit over all visible instances. The document must be evaluated with positions. */
export function pickTriangle(
  document: Document,
  instances: readonly Instance[],
  worldFromFile: m.Mat4,
  ray: Ray,
  section?: readonly number[],
): PickHit | undefined {
  let best: PickHit | undefined,
    bestDistance = Infinity;
  instances.forEach((instance, index) => {
    if (instance.hidden) return;
    const worldFromModel = worldFromVertices(document, instance, worldFromFile);
    const modelFromWorld = m.invert(worldFromModel);
    if (!modelFromWorld) return;
    const local: Ray = {
      origin: m.transformPoint(modelFromWorld, ray.origin),
      direction: m.transformDirection(modelFromWorld, ray.direction),
    };
    // Along the ray, what the section leaves: at + by * distance >= 0.
    const [a = 0, b = 0, c = 0, d = 0] = section ?? [],
      start = m.transformPoint(worldFromModel, local.origin),
      along = m.transformDirection(worldFromModel, local.direction);
    const kept: Kept | undefined = section && {
      at: a * start[0] + b * start[1] + c * start[2] + d,
      by: a * along[0] + b * along[1] + c * along[2],
    };
    const positions = document.floats(BufferKind.Positions, index),
      indices = document.indices(BufferKind.Indices, index);
    const hit = nearestTriangle(positions, indices, local, bestDistance, kept);
    if (!hit) return;
    bestDistance = hit.distance;
    const at = m.add(local.origin, m.scale(local.direction, hit.distance)),
      point = m.transformPoint(worldFromModel, at);
    const { triangle, vertex } = hit,
      weights = partsOf(positions, indices, triangle, at);
    best = {
      node: instance.node,
      instance: index,
      triangle,
      vertex,
      point,
      weights,
      joint: heaviest(document, index, vertex),
    };
  });
  return best;
}

/** How much each corner has of a point of its triangle. */
function partsOf(positions: Float32Array, indices: Uint32Array, triangle: number, p: m.Vec3): m.Vec3 {
  const corner = (k: number): m.Vec3 => {
    const i = indices[triangle * 3 + k]! * 3;
    return [positions[i]!, positions[i + 1]!, positions[i + 2]!];
  };
  const a = corner(0),
    e1 = m.subtract(corner(1), a),
    e2 = m.subtract(corner(2), a),
    normal = m.cross(e1, e2),
    d = m.subtract(p, a),
    square = m.dot(normal, normal);
  const u = m.dot(m.cross(d, e2), normal) / square,
    v = m.dot(m.cross(e1, d), normal) / square;
  return [1 - u - v, u, v];
}

export function nodeMatrix(document: Document, node: number): Float32Array {
  return document.floats(BufferKind.NodeMatrices).subarray(node * 16, node * 16 + 16);
}

/** Skinned vertices are in the file's space, others in that of their node. */
export const worldFromVertices = (document: Document, { skinned, node }: Instance, worldFromFile: m.Mat4): m.Mat4 =>
  skinned ? worldFromFile : m.multiply(worldFromFile, nodeMatrix(document, node));

/** Moeller and Trumbore's test over all triangles; distances in lengths of `direction`. */
export function nearestTriangle(
  positions: Float32Array,
  indices: Uint32Array,
  { origin, direction }: Ray,
  limit: number,
  kept?: Kept,
): { triangle: number; vertex: number; distance: number } | undefined {
  const [dx, dy, dz] = direction,
    [ox, oy, oz] = origin;
  let distance = limit,
    triangle = -1,
    u = 0,
    v = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]! * 3,
      b = indices[i + 1]! * 3,
      c = indices[i + 2]! * 3;
    const ax = positions[a]!,
      ay = positions[a + 1]!,
      az = positions[a + 2]!;
    const e1x = positions[b]! - ax,
      e1y = positions[b + 1]! - ay,
      e1z = positions[b + 2]! - az;
    const e2x = positions[c]! - ax,
      e2y = positions[c + 1]! - ay,
      e2z = positions[c + 2]! - az;
    const px = dy * e2z - dz * e2y,
      py = dz * e2x - dx * e2z,
      pz = dx * e2y - dy * e2x;
    const determinant = e1x * px + e1y * py + e1z * pz;
    if (determinant === 0) continue;
    const tx = ox - ax,
      ty = oy - ay,
      tz = oz - az;
    const s = (tx * px + ty * py + tz * pz) / determinant;
    if (!(s >= 0 && s <= 1)) continue;
    const qx = ty * e1z - tz * e1y,
      qy = tz * e1x - tx * e1z,
      qz = tx * e1y - ty * e1x;
    const t = (dx * qx + dy * qy + dz * qz) / determinant;
    if (!(t >= 0 && s + t <= 1)) continue;
    const d = (e2x * qx + e2y * qy + e2z * qz) / determinant;
    if (d > 0 && d < distance && (!kept || kept.at + kept.by * d >= 0)) [distance, triangle, u, v] = [d, i / 3, s, t];
  }
  if (triangle < 0) return undefined;
  const weights = [1 - u - v, u, v],
    corner = weights.indexOf(mostOf(weights));
  return { triangle, distance, vertex: indices[triangle * 3 + corner]! };
}

/** Slot (in the skin) of the joint with the largest weight at a vertex, -1 on a rigid mesh. */
function heaviest(document: Document, instance: number, vertex: number): number {
  const runs = document.indices(BufferKind.InfluenceRuns, instance);
  if (runs.length === 0) return -1;
  const first = runs[vertex * 2]!,
    count = runs[vertex * 2 + 1]!;
  const influences = document.floats(BufferKind.Influences, instance);
  let joint = -1,
    weight = -Infinity;
  for (let i = first; i < first + count; ++i) {
    if (influences[i * 8 + 3]! > weight) [weight, joint] = [influences[i * 8 + 3]!, influences[i * 8 + 4]!];
  }
  return joint;
}
