// Texture charts for a closed surface that is the same left and right: each part is unrolled around its own axis, both
// flanks share the texels, and the colour of a texel is asked of the place on the surface that it covers.

import { type Field, segment } from './field';
import type { Influence, Mesh } from './mesh';
import { type Color, Picture } from './png';
import { type Surface, vertexNormals } from './surface';
import { type Vec3, add, cross, distance, dot, lerp, mix, normalize, scale, sub } from './vec';

export interface Chart {
  /** The triangles nearest to this field belong to the chart. */
  field: Field;
  /** The line it is unrolled around; it should leave the surface at both ends. Mirrored for the right-hand side. */
  axis: readonly Vec3[];
  /** Where the cut begins: v runs from here around either flank to the opposite side. */
  up: Vec3;
  /** Texels x, y, width, height in the picture. */
  rect: readonly [number, number, number, number];
}

export type Paint = (p: Vec3, n: Vec3, chart: number) => Color;

/** Appends the surface to `mesh` and returns its picture. */
export function unroll(
  mesh: Mesh,
  surface: Surface,
  influences: readonly (readonly Influence[])[],
  charts: readonly Chart[],
  width: number,
  height: number,
  paint: Paint,
): Picture {
  const normals = vertexNormals(surface);
  const picture = new Picture(width, height);
  const covered = new Uint8Array(width * height);
  const known = new Map<string, number>();
  for (const triangle of surface.triangles) {
    const centre = scale(triangle.map((i) => surface.positions[i] as Vec3).reduce(add), 1 / 3);
    const index = nearest(charts, centre);
    const chart = charts[index] as Chart;
    const places = triangle.map((i) => texel(chart, surface.positions[i] as Vec3));
    const corners = triangle.map((i, k) => {
      const key = `${index}:${i}`;
      const [x, y] = places[k] as [number, number];
      const vertex =
        known.get(key) ??
        mesh.vertex(surface.positions[i] as Vec3, [x / width, y / height], influences[i] as readonly Influence[]);
      known.set(key, vertex);
      return vertex;
    }) as [number, number, number];
    mesh.triangle(...corners);
    // The right flank would paint the same texels once more.
    if (centre[1] < -0.5) continue;
    fill(picture, covered, places, (b) => {
      const at = (list: readonly Vec3[]): Vec3 =>
        triangle.map((i, k) => scale(list[i] as Vec3, b[k] as number)).reduce(add);
      return paint(at(surface.positions), normalize(at(normals)), index);
    });
  }
  bleed(picture, covered);
  return picture;
}

function nearest(charts: readonly Chart[], p: Vec3): number {
  const folded: Vec3 = [p[0], Math.abs(p[1]), p[2]];
  const distances = charts.map((chart) => chart.field(folded));
  return distances.indexOf(Math.min(...distances));
}

function texel(chart: Chart, position: Vec3): [number, number] {
  const p: Vec3 = [position[0], Math.abs(position[1]), position[2]];
  let best = { distance: Infinity, along: 0, axis: p, direction: chart.up };
  let start = 0;
  for (let i = 0; i + 1 < chart.axis.length; i++) {
    const [a, b] = [chart.axis[i] as Vec3, chart.axis[i + 1] as Vec3];
    const near = segment(p, a, b);
    if (near.distance < best.distance) {
      best = {
        distance: near.distance,
        along: start + near.t * distance(a, b),
        axis: mix(a, b, near.t),
        direction: normalize(sub(b, a)),
      };
    }
    start += distance(a, b);
  }
  const up = normalize(sub(chart.up, scale(best.direction, dot(chart.up, best.direction))));
  const out = sub(p, best.axis);
  const side = cross(best.direction, up);
  const round = Math.abs(Math.atan2(dot(out, side), dot(out, up))) / Math.PI;
  const [x, y, w, h] = chart.rect;
  const margin = 3;
  return [lerp(x + margin, x + w - margin, best.along / start), lerp(y + margin, y + h - margin, round)];
}

function fill(
  picture: Picture,
  covered: Uint8Array,
  [a, b, c]: readonly (readonly [number, number])[],
  color: (weights: readonly number[]) => Color,
): void {
  if (a === undefined || b === undefined || c === undefined) return;
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (Math.abs(area) < 1e-9) return;
  const [left, right] = [Math.floor(Math.min(a[0], b[0], c[0])), Math.ceil(Math.max(a[0], b[0], c[0]))];
  const [top, bottom] = [Math.floor(Math.min(a[1], b[1], c[1])), Math.ceil(Math.max(a[1], b[1], c[1]))];
  for (let y = Math.max(0, top); y < Math.min(picture.height, bottom); y++) {
    for (let x = Math.max(0, left); x < Math.min(picture.width, right); x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const wb = ((px - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (py - a[1])) / area;
      const wc = ((b[0] - a[0]) * (py - a[1]) - (px - a[0]) * (b[1] - a[1])) / area;
      if (Math.min(wb, wc, 1 - wb - wc) < -1e-6) continue;
      picture.set(x, y, color([1 - wb - wc, wb, wc]));
      covered[y * picture.width + x] = 1;
    }
  }
}

/** Lets the painted texels grow into the rest, so that filtering never fetches bare ones. */
function bleed(picture: Picture, covered: Uint8Array): void {
  const { width, height } = picture;
  for (let round = 0; round < Math.max(width, height); round++) {
    const before = covered.slice();
    let grown = false;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (before[y * width + x]) continue;
        const around = [
          [x - 1, y],
          [x + 1, y],
          [x, y - 1],
          [x, y + 1],
        ].filter(
          ([i, k]) =>
            (i as number) >= 0 &&
            (i as number) < width &&
            (k as number) >= 0 &&
            (k as number) < height &&
            before[(k as number) * width + (i as number)],
        );
        if (around.length === 0) continue;
        const colors = around.map(([i, k]) => picture.get(i as number, k as number));
        picture.set(
          x,
          y,
          scale(
            colors.reduce((s, c) => add(s, c)),
            1 / colors.length,
          ),
        );
        covered[y * width + x] = 1;
        grown = true;
      }
    }
    if (!grown) return;
  }
}
