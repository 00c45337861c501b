// Two joints and a round column: the smallest thing that shows what skin weights do.

import { writeMd5Anim, writeMd5Mesh } from './model/md5';
import { Mesh, tidy } from './model/mesh';
import { Picture, blend, hex, shade } from './model/png';
import { Pose, Skeleton } from './model/skeleton';
import { lookAlong, roll, smoothstep, pitch, compose } from './model/vec';
import type { Sample } from './sample';

const height = 40;
const rings = 24;
const sides = 20;

function buildColumn(): Mesh {
  const mesh = new Mesh('column', 'column');
  // Below the bend the lower joint carries everything, above it the upper one; between them the weights cross over.
  const influences = (z: number) => {
    const upper = smoothstep(height * 0.3, height * 0.7, z);
    return tidy(
      new Map([
        [0, 1 - upper],
        [1, upper],
      ]),
      2,
      1e-4,
    );
  };
  const radius = (t: number): number => 5.2 - 1.1 * t;
  const point = (z: number, r: number, k: number, v: number): number => {
    const angle = (2 * Math.PI * k) / sides;
    return mesh.vertex([Math.cos(angle) * r, Math.sin(angle) * r, z], [k / sides, v], influences(z));
  };
  // The seam at k = 0 is there twice, with u = 0 and u = 1.
  const ring = (z: number, r: number, v: number): number[] =>
    Array.from({ length: sides + 1 }, (_, k) => point(z, r, k, v));
  const profile = Array.from({ length: rings + 1 }, (_, i) =>
    ring((height * i) / rings, radius(i / rings), 0.96 - (0.92 * i) / rings),
  );
  const rounded = [ring(-0.9, radius(0) - 0.9, 0.99), ...profile, ring(height + 0.9, radius(1) - 0.9, 0.01)];
  rounded.slice(1).forEach((above, i) => {
    const below = rounded[i] as number[];
    for (let k = 0; k < sides; k++) {
      mesh.quad(below[k] as number, below[k + 1] as number, above[k + 1] as number, above[k] as number);
    }
  });
  const caps = [
    { row: rounded[0] as number[], z: -0.9 },
    { row: rounded.at(-1) as number[], z: height + 0.9 },
  ];
  for (const { row, z } of caps) {
    const centre = mesh.vertex([0, 0, z], [0.5, z < 0 ? 0.999 : 0.001], influences(z));
    for (let k = 0; k < sides; k++) {
      const [a, b] = [row[k] as number, row[k + 1] as number];
      if (z < 0) mesh.triangle(centre, b, a);
      else mesh.triangle(centre, a, b);
    }
  }
  return mesh;
}

/** Squares in two tones whose hue runs from the lower joint's colour to the upper one's, as the weights do. */
const paint = (): Picture =>
  Picture.paint(160, 320, (u, v) => {
    const z = ((0.96 - v) / 0.92) * height;
    const hue = blend(hex(0x2f7f8f), hex(0xe0a040), smoothstep(height * 0.3, height * 0.7, z));
    const square = (Math.floor(u * 10) + Math.floor(v * 20)) % 2;
    return shade(hue, square === 0 ? 1 : 0.86);
  });

export const column: Sample = {
  name: 'column',
  title: 'Bending column',
  text: 'Two joints, and weights that cross over between them.',
  action: 'bend',
  build() {
    const skeleton = new Skeleton();
    const up = lookAlong([0, 0, 1]);
    skeleton.add('lower', null, [0, 0, 0], up);
    skeleton.add('upper', 'lower', [0, 0, height / 2], up);
    const mesh = buildColumn();
    const steps = 72;
    const frames = Array.from({ length: steps }, (_, i) => {
      const phase = (2 * Math.PI * i) / steps;
      const pose = new Pose(skeleton);
      pose.rotate('upper', compose(pitch(-1.25 * Math.sin(phase)), roll(0.5 * Math.sin(2 * phase))));
      return pose.locals();
    });
    const bend = { rate: 24, frames: [...frames, frames[0] as (typeof frames)[number]] };
    return [
      { path: 'column/column.md5mesh', bytes: writeMd5Mesh(skeleton, [mesh], 'vitrine samples') },
      { path: 'column/bend.md5anim', bytes: writeMd5Anim(skeleton, [mesh], bend, 'vitrine samples') },
      { path: 'column/column.png', bytes: paint().png() },
    ];
  },
};
