// Surfaces of the island: patches of quads with world-sized texture coordinates, each with a chart of its own in the
// lightmap of its room. Metres, y up; u runs to the right and v downwards, seen from the front.

import { KriMesh } from '../model/kri';
import { type Vec3, add, cross, distance, length, normalize, scale, sub } from '../model/vec';

export interface Chart {
  /** Texels of the lightmap, without the border of one texel that repeats the edge. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Patch {
  material: string;
  at(u: number, v: number): Vec3;
  /** Quads along u and v. */
  steps: readonly [number, number];
  /** Texture coordinates of the corners (0, 0) and (1, 1). */
  uv: readonly [u0: number, v0: number, u1: number, v1: number];
  /** The texture lies across: its u runs down. */
  turned: boolean;
  /** Normals of neighbouring quads are one. */
  smooth: boolean;
  /** Cosine of the bend beyond which an edge is sharp nevertheless. */
  crease: number;
  chart: Chart;
}

export interface Look {
  /** Texture units for each metre. */
  scale?: number;
  /** Texture units for the whole patch instead, along u and v. */
  fit?: readonly [number, number];
  /** Lightmap texels for each metre. */
  density?: number;
  /** Where the texture begins, so that equal parts do not look alike. */
  shift?: readonly [number, number];
}

type Corner = readonly [number, number, number];
/** Top left, top right, bottom left, bottom right of each face, seen from outside. */
const corners = {
  left: [[0, 1, 0], [0, 1, 1], [0, 0, 0], [0, 0, 1]],
  right: [[1, 1, 1], [1, 1, 0], [1, 0, 1], [1, 0, 0]],
  bottom: [[0, 0, 1], [1, 0, 1], [0, 0, 0], [1, 0, 0]],
  top: [[0, 1, 0], [1, 1, 0], [0, 1, 1], [1, 1, 1]],
  back: [[1, 1, 0], [0, 1, 0], [1, 0, 0], [0, 0, 0]],
  front: [[0, 1, 1], [1, 1, 1], [0, 0, 1], [1, 0, 1]],
} as const satisfies Record<string, readonly [Corner, Corner, Corner, Corner]>; // prettier-ignore
export type Face = keyof typeof corners;
const everyFace = Object.keys(corners) as Face[];

/** Normal of a patch towards its front. */
export function normalAt(patch: Patch, u: number, v: number, stepU = 1e-4, stepV = stepU): Vec3 {
  const [u0, u1] = [Math.max(0, u - stepU), Math.min(1, u + stepU)],
    [v0, v1] = [Math.max(0, v - stepV), Math.min(1, v + stepV)];
  const normal = cross(sub(patch.at(u, v1), patch.at(u, v0)), sub(patch.at(u1, v), patch.at(u0, v)));
  return length(normal) < 1e-14 ? [0, 1, 0] : normalize(normal);
}

/** A model under construction: patches by material. */
export class Model {
  readonly patches: Patch[] = [];

  constructor(
    readonly name: string,
    private readonly usual: Look = {},
  ) {}

  patch(
    material: string,
    steps: readonly [number, number],
    at: (u: number, v: number) => Vec3,
    look: Look & { smooth?: boolean; crease?: number } = {},
  ): this {
    const { scale: unit = 0.5, density = 3, shift = [0, 0], fit } = { ...this.usual, ...look };
    const [along, down] = [way((t) => at(t, 0.5)), way((t) => at(0.5, t))];
    // Timber is cut along its fibre.
    const turned = material.startsWith('timber') && down > along,
      size = fit ?? (turned ? [down, along] : [along, down]).map((metres) => metres * unit);
    const texels = (metres: number): number => Math.min(96, Math.max(2, Math.round(metres * density)));
    this.patches.push({
      material,
      at,
      steps,
      uv: [shift[0], shift[1], shift[0] + size[0]!, shift[1] + size[1]!],
      turned,
      smooth: look.smooth ?? steps[0] * steps[1] > 1,
      crease: look.crease ?? 0.75,
      chart: { x: 0, y: 0, width: texels(along), height: texels(down) },
    });
    return this;
  }

  /** The parallelogram from `corner` along `right` and `down`, as seen from its front. */
  quad(material: string, corner: Vec3, right: Vec3, down: Vec3, look?: Look): this {
    return this.patch(material, [1, 1], (u, v) => add(corner, add(scale(right, u), scale(down, v))), look);
  }

  /** Four corners: top left, top right, bottom left, bottom right; bits of the corners stay as they are. */
  facet(material: string, [a, b, c, d]: readonly [Vec3, Vec3, Vec3, Vec3], look?: Look): this {
    const mixed = (u: number, v: number): Vec3 =>
      [0, 1, 2].map(
        (i) => (1 - v) * ((1 - u) * a[i]! + u * b[i]!) + v * ((1 - u) * c[i]! + u * d[i]!),
      ) as unknown as Vec3;
    return this.patch(material, [1, 1], mixed, look);
  }

  /** A block between corners given by `corner(x, y, z)` with 0 or 1 each; closed, so that it may cast shadows. */
  block(
    material: string,
    corner: (x: number, y: number, z: number) => Vec3,
    { faces = everyFace, inside = false, ...look }: Look & { faces?: readonly Face[]; inside?: boolean } = {},
  ): this {
    for (const face of faces) {
      const [a, b, c, d] = corners[face].map(([x, y, z]) => corner(x, y, z)) as [Vec3, Vec3, Vec3, Vec3];
      this.facet(material, inside ? [b, a, d, c] : [a, b, c, d], look);
    }
    return this;
  }

  /** A box seen from outside; `inside` turns it into a room. */
  box(material: string, min: Vec3, max: Vec3, look: Look & { faces?: readonly Face[]; inside?: boolean } = {}): this {
    return this.block(material, (x, y, z) => [(x ? max : min)[0], (y ? max : min)[1], (z ? max : min)[2]], look);
  }

  /** A profile of (radius, height) turned about the upright line through `centre`, seen from outside where it rises. */
  lathe(
    material: string,
    centre: Vec3,
    profile: readonly (readonly [radius: number, height: number])[],
    segments: number,
    { from = 0, to = 1, inside = false, ...look }: Look & { from?: number; to?: number; inside?: boolean } = {},
  ): this {
    const rows = profile.length - 1;
    const at = (u: number, v: number): Vec3 => {
      const row = Math.min(rows - 1, Math.floor(v * rows)),
        t = v * rows - row,
        [a, b] = [profile[row]!, profile[row + 1]!],
        radius = a[0] + (b[0] - a[0]) * t,
        part = from + (to - from) * u,
        angle = 2 * Math.PI * (part >= 1 ? part - 1 : part);
      return [
        centre[0] + radius * Math.cos(angle),
        centre[1] + a[1] + (b[1] - a[1]) * t,
        centre[2] + radius * Math.sin(angle),
      ];
    };
    return this.patch(material, [segments, rows], inside ? (u, v) => at(u, 1 - v) : (u, v) => at(1 - u, 1 - v), look);
  }

  /** An upright post with a closed top and bottom. */
  post(material: string, foot: Vec3, radius: number, height: number, segments: number, look: Look = {}): this {
    return this.lathe(material, foot, [[0, 0], [radius, 0], [radius, height], [0, height]], segments, look); // prettier-ignore
  }

  /** Two-layer mesh in the axes of KRI (z up, v upwards), with the charts placed in a lightmap of `size` texels. */
  mesh(size: number): KriMesh {
    const mesh = new KriMesh(['UV', 'Light']);
    for (const patch of this.patches) {
      const { chart, uv, steps, turned } = patch;
      const vertex = (i: number, j: number, normal: Vec3): number => {
        const [u, v] = [i / steps[0], j / steps[1]],
          [s, t] = turned ? [v, u] : [u, v];
        return mesh.vertex(zUp(patch.at(u, v)), {
          normal: zUp(normal),
          uv: [
            [uv[0] + (uv[2] - uv[0]) * s, 1 - (uv[1] + (uv[3] - uv[1]) * t)],
            [(chart.x + chart.width * u) / size, 1 - (chart.y + chart.height * v) / size],
          ],
        });
      };
      for (let i = 0; i < steps[0]; ++i)
        for (let j = 0; j < steps[1]; ++j) {
          const flat = normalAt(patch, (i + 0.5) / steps[0], (j + 0.5) / steps[1]);
          const corners = [[i, j], [i, j + 1], [i + 1, j + 1], [i + 1, j]] as const; // prettier-ignore
          const points = corners.map(([a, b]) => patch.at(a / steps[0], b / steps[1]));
          const numbers = corners.map(([a, b]) =>
            vertex(a, b, patch.smooth ? smoothNormal(patch, a / steps[0], b / steps[1], flat) : flat),
          );
          for (const [a, b, c] of [
            [0, 1, 2],
            [0, 2, 3],
          ] as const)
            // prettier-ignore
            if (distance(points[a]!, points[b]!) > 1e-7 && distance(points[b]!, points[c]!) > 1e-7 && distance(points[c]!, points[a]!) > 1e-7)
              mesh.triangle(patch.material, numbers[a]!, numbers[b]!, numbers[c]!);
        }
    }
    return mesh;
  }
}

/** Where a patch bends sharply, the face's own normal stays. */
function smoothNormal(patch: Patch, u: number, v: number, flat: Vec3): Vec3 {
  // Rough surfaces are as smooth as their quads, not as their curve.
  const rough = patch.crease < 0.5,
    inset = 0.0025 / Math.max(...patch.steps),
    pull = (t: number): number => Math.min(1 - inset, Math.max(inset, t));
  const normal = rough
    ? normalAt(patch, u, v, 1 / patch.steps[0], 1 / patch.steps[1])
    : normalAt(patch, pull(u), pull(v));
  return normal[0] * flat[0] + normal[1] * flat[1] + normal[2] * flat[2] > patch.crease ? normal : flat;
}

const zUp = ([x, y, z]: Vec3): Vec3 => [x, -z, y];

/** Length of a curve over 0..1. */
function way(at: (t: number) => Vec3): number {
  let sum = 0;
  for (let i = 0; i < 16; ++i) sum += distance(at(i / 16), at((i + 1) / 16));
  return sum;
}
