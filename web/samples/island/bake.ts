// Lightmaps: for every texel of a room's charts, light of the sky or the far walls from 48 directions (near walls are
// dark: that is what fills corners), and that of still lamps with soft shadows. Rays meet triangles in a tree of boxes,
// halved at the middle of the longest side.

import { Picture } from '../model/png';
import { add, cross, dot, length, mix, normalize, scale, sub, type Vec3 } from '../model/vec';
import { type Chart, type Model, normalAt, type Patch } from './surface';

interface Emitter {
  at: Vec3;
  color: Vec3;
  range: number;
  /** Half extent of what shines; its shadows are that soft. */
  size: number;
  /** Shines only this way. */
  facing?: Vec3;
}

export interface Air {
  /** Light that comes from far along a direction to a point. */
  far(along: Vec3, at: Vec3): Vec3;
  /** Beyond this distance nothing is dark any more. */
  reach: number;
  emitters: readonly Emitter[];
}

const directions = 48;

/** A number in 0..1 for whole numbers. */
function hash(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x27d4eb2d) ^ Math.imul(b + 7, 0x165667b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return ((h ^ (h >>> 13)) >>> 0) / 2 ** 32;
}

/** Cosine-weighted directions round the z axis. */
const around: readonly Vec3[] = Array.from({ length: directions }, (_, i): Vec3 => {
  const radius = Math.sqrt((i + 0.5) / directions),
    angle = i * Math.PI * (3 - Math.sqrt(5));
  return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(1 - radius * radius)];
});

function lightAt(p: Vec3, n: Vec3, turn: number, rays: Rays, { far, reach, emitters }: Air): Vec3 {
  const side = normalize(cross(Math.abs(n[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], n)),
    up = cross(n, side),
    [c, s] = [Math.cos(turn * 2 * Math.PI), Math.sin(turn * 2 * Math.PI)],
    from = add(p, scale(n, 0.02));
  let sum: Vec3 = [0, 0, 0];
  for (const [x, y, z] of around) {
    const along = add(add(scale(side, x * c - y * s), scale(up, x * s + y * c)), scale(n, z)),
      open = rays.nearest(from, along, reach) / reach;
    sum = add(sum, scale(far(along, p), Math.pow(open, 0.8) / directions));
  }
  for (const { at, color, range, size, facing } of emitters) {
    for (let i = 0; i < 4; ++i) {
      const spread: Vec3 = [0, 1, 2].map((k) => at[k]! + size * (2 * hash(i * 3 + k, 11) - 1)) as unknown as Vec3;
      const to = sub(spread, from),
        away = length(to);
      if (away >= range || away < 1e-3) continue;
      const l = scale(to, 1 / away),
        shown = facing === undefined ? 1 : Math.max(0, -dot(l, facing));
      const strength = Math.max(0, dot(n, l)) * shown * (1 - (away / range) ** 2) ** 2;
      if (strength > 1e-3 && rays.nearest(from, l, away - 0.02) >= away - 0.021)
        sum = add(sum, scale(color, strength / 4));
    }
  }
  return sum;
}

function triangles({ patches }: Model): [Vec3, Vec3, Vec3][] {
  return patches.flatMap(({ at, steps }) =>
    Array.from({ length: steps[0] * steps[1] }, (_, k) => {
      const [i, j] = [k % steps[0], Math.floor(k / steps[0])];
      const p = (a: number, b: number): Vec3 => at((i + a) / steps[0], (j + b) / steps[1]);
      return [
        [p(0, 0), p(1, 0), p(1, 1)],
        [p(0, 0), p(1, 1), p(0, 1)],
      ] as [Vec3, Vec3, Vec3][];
    }).flat(),
  );
}

/** Puts the charts of all models side by side, tallest first; the side of the square, a power of two. */
export function pack(models: readonly Model[]): number {
  const charts = models.flatMap((model) => model.patches.map((patch) => patch.chart));
  charts.sort((a, b) => b.height - a.height || b.width - a.width);
  for (let size = 64; ; size *= 2) if (packed(charts, size)) return size;
}

function packed(charts: readonly Chart[], size: number): boolean {
  let [x, y, tall] = [0, 0, 0];
  for (const chart of charts) {
    if (chart.width + 2 > size) return false;
    if (x + chart.width + 2 > size) [x, y, tall] = [0, y + tall, 0];
    if (y + chart.height + 2 > size) return false;
    chart.x = x + 1;
    chart.y = y + 1;
    x += chart.width + 2;
    tall = Math.max(tall, chart.height + 2);
  }
  return true;
}

/** The lightmap of models whose charts are packed. Each model is dark only to itself. */
export function bake(models: readonly Model[], size: number, air: Air): Picture {
  const picture = new Picture(size, size);
  for (const model of models) {
    const rays = new Rays(triangles(model));
    for (const patch of model.patches) bakePatch(picture, patch, rays, air);
  }
  return picture;
}

function bakePatch(picture: Picture, patch: Patch, rays: Rays, air: Air): void {
  const { x, y, width, height } = patch.chart;
  // On the quads as they are drawn, not on the curve between their corners.
  const drawn = (u: number, v: number): Vec3 => {
    const cell = (t: number, n: number): [number, number] => [Math.min(n - 1, Math.floor(t * n)), n];
    const [[i, m], [j, n]] = [cell(u, patch.steps[0]), cell(v, patch.steps[1])],
      [s, t] = [u * m - i, v * n - j],
      row = (b: number): Vec3 => mix(patch.at(i / m, b / n), patch.at((i + 1) / m, b / n), s);
    return mix(row(j), row(j + 1), t);
  };
  const light = Array.from({ length: width * height }, (_, k) => {
    const [u, v] = [((k % width) + 0.5) / width, (Math.floor(k / width) + 0.5) / height];
    return lightAt(drawn(u, v), normalAt(patch, u, v), hash(k % width, Math.floor(k / width)), rays, air);
  });
  const texel = (i: number, j: number): Vec3 =>
    light[Math.min(height - 1, Math.max(0, j)) * width + Math.min(width - 1, Math.max(0, i))]!;
  for (let j = -1; j <= height; ++j)
    for (let i = -1; i <= width; ++i) {
      // The grain of the directions is smoothed over three texels.
      let sum = scale(texel(i, j), 4);
      for (const [a, b] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) sum = add(sum, scale(texel(i + a, j + b), 2)); // prettier-ignore
      for (const [a, b] of [[1, 1], [-1, 1], [1, -1], [-1, -1]] as const) sum = add(sum, texel(i + a, j + b)); // prettier-ignore
      picture.set(x + i, y + j, scale(sum, 1 / 16));
    }
}

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

class Rays {
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
