// npm run samples: the page's icon in the sizes that an installed application asks for, below public/icons. The same
// drawing as icons/vitrine.svg: a case of glass, and in it what is shown.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { blend, hex, Picture, type Color } from './model/png';

type Point = readonly [number, number];

const kField = 32;
const kSamples = 4;
const kGround = hex(0x1b1e23);
const kGlass = hex(0x8a93a0);
const kAmber = hex(0xe8a33d);
const outline: Point[] = [
  [16, 3],
  [27, 9],
  [27, 22],
  [16, 29],
  [5, 22],
  [5, 9],
];
const edges: [Point, Point][] = [
  [
    [5, 9],
    [16, 15],
  ],
  [
    [16, 15],
    [27, 9],
  ],
  [
    [16, 15],
    [16, 29],
  ],
];
const stone: Point[] = [
  [16, 13.5],
  [20.5, 18],
  [16, 25],
  [11.5, 18],
];

function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax,
    dy = by - ay,
    along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

const sides = (polygon: Point[]): [Point, Point][] => polygon.map((a, i) => [a, polygon[(i + 1) % polygon.length]!]);

const inside = (point: Point, polygon: Point[]): boolean =>
  sides(polygon).every(([[ax, ay], [bx, by]]) => (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) >= 0);

/** Colour at a place of the 32 by 32 field. */
function colorAt(point: Point): Color {
  const near = (lines: [Point, Point][], width: number): boolean =>
    lines.some(([a, b]) => distanceTo(point, a, b) <= width / 2);
  if (inside(point, stone) || near(sides(stone), 1)) return kAmber;
  if (near(sides(outline), 2)) return kGlass;
  return near(edges, 2) ? blend(kGround, kGlass, 0.55) : kGround;
}

/** `size` pixels a side; the drawing takes `part` of it, the rest is ground, as masks of any shape may cut it off. */
function icon(size: number, part: number): Uint8Array {
  const toField = (at: number): number => ((at / size - 0.5) / part + 0.5) * kField;
  return Picture.paint(size, size, (u, v) => {
    let color: Color = [0, 0, 0];
    for (let y = 0; y < kSamples; ++y)
      for (let x = 0; x < kSamples; ++x) {
        const offset = (at: number, of: number): number => toField(at * size + (of + 0.5) / kSamples - 0.5);
        const sample = colorAt([offset(u, x), offset(v, y)]);
        color = [color[0] + sample[0], color[1] + sample[1], color[2] + sample[2]];
      }
    const all = kSamples * kSamples;
    return [color[0] / all, color[1] / all, color[2] / all];
  }).png();
}

const folder = process.argv[2] ?? 'public/icons';
for (const size of [192, 512]) {
  writeFileSync(join(folder, `vitrine-${size}.png`), icon(size, 0.9));
  writeFileSync(join(folder, `vitrine-maskable-${size}.png`), icon(size, 0.62));
}
