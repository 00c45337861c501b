// Rays against triangles, for the lightmaps: a tree of boxes, halved at the middle of the longest side.

import { type Vec3, cross, dot, sub } from '../model/vec';

interface Node {
  min: number[];
  max: number[];
  /** Both or neither. */
  left?: Node;
  right?: Node;
  triangles: readonly Triangle[];
}
interface Triangle {
  a: Vec3;
  ab: Vec3;
  ac: Vec3;
  centre: Vec3;
  corners: readonly Vec3[];
}

export class Rays {
  private readonly root: Node;

  constructor(triangles: readonly (readonly [Vec3, Vec3, Vec3])[]) {
    this.root = tree(
      triangles.map(([a, b, c]) => ({
        a,
        ab: sub(b, a),
        ac: sub(c, a),
        centre: [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3],
        corners: [a, b, c],
      })),
    );
  }

  /** Distance to the nearest triangle along a unit direction, at most `reach`. */
  nearest(from: Vec3, along: Vec3, reach: number): number {
    const over = along.map((c) => 1 / (Math.abs(c) < 1e-12 ? 1e-12 : c));
    const open: Node[] = [this.root];
    let best = reach;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      let [near, far] = [0, best];
      for (let axis = 0; axis < 3; ++axis) {
        const a = (node.min[axis]! - from[axis]!) * over[axis]!,
          b = (node.max[axis]! - from[axis]!) * over[axis]!;
        near = Math.max(near, Math.min(a, b));
        far = Math.min(far, Math.max(a, b));
      }
      if (near > far) continue;
      if (node.left && node.right) open.push(node.left, node.right);
      for (const triangle of node.triangles) best = Math.min(best, hit(triangle, from, along));
    }
    return best;
  }
}

function hit({ a, ab, ac }: Triangle, from: Vec3, along: Vec3): number {
  const p = cross(along, ac),
    d = dot(ab, p);
  if (Math.abs(d) < 1e-12) return Infinity;
  const s = sub(from, a),
    u = dot(s, p) / d;
  if (u < -1e-6 || u > 1 + 1e-6) return Infinity;
  const q = cross(s, ab),
    v = dot(along, q) / d;
  if (v < -1e-6 || u + v > 1 + 1e-6) return Infinity;
  const t = dot(ac, q) / d;
  return t > 1e-4 ? t : Infinity;
}

function tree(triangles: readonly Triangle[]): Node {
  const min = [Infinity, Infinity, Infinity],
    max = [-Infinity, -Infinity, -Infinity];
  for (const { corners } of triangles)
    for (const corner of corners)
      for (let axis = 0; axis < 3; ++axis) {
        min[axis] = Math.min(min[axis]!, corner[axis]! - 1e-5);
        max[axis] = Math.max(max[axis]!, corner[axis]! + 1e-5);
      }
  if (triangles.length <= 6) return { min, max, triangles };
  const axis = [0, 1, 2].sort((a, b) => max[b]! - min[b]! - (max[a]! - min[a]!))[0]!;
  const sorted = [...triangles].sort((a, b) => a.centre[axis]! - b.centre[axis]!),
    half = sorted.length >> 1;
  return { min, max, triangles: [], left: tree(sorted.slice(0, half)), right: tree(sorted.slice(half)) };
}
