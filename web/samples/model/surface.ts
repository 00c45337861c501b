// A field to an even triangle mesh: surface nets, then a few rounds of relaxing along the surface and projecting back.

import { type Field, gradient } from './field';
import { type Vec3, add, clamp, cross, distance, dot, scale, sub } from './vec';

export interface Surface {
  positions: Vec3[];
  /** Counter-clockwise seen from outside. */
  triangles: [number, number, number][];
}

export function polygonize(field: Field, min: Vec3, max: Vec3, cell: number): Surface {
  const count = [0, 1, 2].map((i) => Math.ceil(((max[i] as number) - (min[i] as number)) / cell) + 1) as [
    number,
    number,
    number,
  ];
  const [nx, ny, nz] = count;
  const at = (x: number, y: number, z: number): number => (z * ny + y) * nx + x;
  const point = (x: number, y: number, z: number): Vec3 => [min[0] + x * cell, min[1] + y * cell, min[2] + z * cell];
  const values = new Float64Array(nx * ny * nz);
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) for (let x = 0; x < nx; x++) values[at(x, y, z)] = field(point(x, y, z));
  }
  const value = (x: number, y: number, z: number): number => values[at(x, y, z)] as number;

  const positions: Vec3[] = [];
  const vertexOfCell = new Map<number, number>();
  for (let z = 0; z + 1 < nz; z++) {
    for (let y = 0; y + 1 < ny; y++) {
      for (let x = 0; x + 1 < nx; x++) {
        let sum: Vec3 = [0, 0, 0];
        let crossings = 0;
        for (const [a, b] of cellEdges) {
          const fa = value(x + a[0], y + a[1], z + a[2]);
          const fb = value(x + b[0], y + b[1], z + b[2]);
          if (fa < 0 === fb < 0) continue;
          const t = fa / (fa - fb);
          sum = add(sum, [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]);
          crossings++;
        }
        if (crossings === 0) continue;
        vertexOfCell.set(at(x, y, z), positions.length);
        positions.push(add(point(x, y, z), scale(sum, cell / crossings)));
      }
    }
  }

  const quads: [number, number, number, number][] = [];
  for (let z = 1; z + 1 < nz; z++) {
    for (let y = 1; y + 1 < ny; y++) {
      for (let x = 1; x + 1 < nx; x++) {
        const inside = value(x, y, z) < 0;
        for (let axis = 0; axis < 3; axis++) {
          const e = unit[axis] as Vec3;
          if (value(x + e[0], y + e[1], z + e[2]) < 0 === inside) continue;
          const u = unit[(axis + 1) % 3] as Vec3;
          const v = unit[(axis + 2) % 3] as Vec3;
          const corner = (i: number, j: number): number =>
            vertexOfCell.get(at(x - i * u[0] - j * v[0], y - i * u[1] - j * v[1], z - i * u[2] - j * v[2])) as number;
          const ring: [number, number, number, number] = [corner(1, 1), corner(0, 1), corner(0, 0), corner(1, 0)];
          quads.push(inside ? ring : [ring[3], ring[2], ring[1], ring[0]]);
        }
      }
    }
  }
  relax(field, positions, quads, cell);
  return { positions, triangles: quads.flatMap((quad) => split(positions, quad)) };
}

const unit: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const corners: readonly Vec3[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
const cellEdges = corners.flatMap((a, i) =>
  [1, 2, 4].filter((bit) => (i & bit) === 0).map((bit) => [a, corners[i | bit] as Vec3] as const),
);

/** Moves every vertex towards its neighbours' mean within the surface, then onto the surface. */
function relax(field: Field, positions: Vec3[], quads: readonly (readonly number[])[], cell: number): void {
  const neighbours = positions.map(() => new Set<number>());
  for (const quad of quads) {
    quad.forEach((a, i) => {
      const b = quad[(i + 1) % 4] as number;
      neighbours[a]?.add(b);
      neighbours[b]?.add(a);
    });
  }
  for (let round = 0; round < 12; round++) {
    const moved = positions.map((p, i) => {
      const around = [...(neighbours[i] as Set<number>)];
      const mean = scale(around.map((k) => positions[k] as Vec3).reduce(add), 1 / around.length);
      const n = gradient(field, p);
      const step = sub(mean, p);
      const q = add(p, scale(sub(step, scale(n, dot(step, n))), 0.5));
      return sub(q, scale(gradient(field, q), clamp(field(q), -cell, cell)));
    });
    moved.forEach((p, i) => (positions[i] = p));
  }
}

/** Cuts a quad along its shorter diagonal. */
function split(
  positions: readonly Vec3[],
  [a, b, c, d]: readonly [number, number, number, number],
): [number, number, number][] {
  const p = (i: number): Vec3 => positions[i] as Vec3;
  const ac = distance(p(a), p(c));
  const bd = distance(p(b), p(d));
  return ac <= bd + 1e-9
    ? [
        [a, b, c],
        [a, c, d],
      ]
    : [
        [a, b, d],
        [b, c, d],
      ];
}

/** Area-weighted unit normal of every vertex. */
export function vertexNormals(surface: Surface): Vec3[] {
  const normals: Vec3[] = surface.positions.map(() => [0, 0, 0]);
  for (const [a, b, c] of surface.triangles) {
    const pa = surface.positions[a] as Vec3;
    const n = cross(sub(surface.positions[b] as Vec3, pa), sub(surface.positions[c] as Vec3, pa));
    for (const i of [a, b, c]) normals[i] = add(normals[i] as Vec3, n);
  }
  return normals.map((n) => scale(n, 1 / Math.hypot(...n)));
}
