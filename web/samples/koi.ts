// A koi as an MD3: it swims by stored frames, a tag goes before its mouth, and a .skin file dresses it.

import { Grids, type Frame, type Md3Tag, writeMd3 } from './model/frames';
import { Picture, blend, hex, shade } from './model/png';
import { type Vec3, lerp, normalize, smoothstep } from './model/vec';
import type { Sample } from './sample';

const frameCount = 5,
  sides = 6;
/** From the mouth to the root of the tail: x, half width, half height, how high its middle lies. */
const body: readonly [number, number, number, number][] = [
  [22, 0.3, 0.3, -0.6],
  [20.5, 1.9, 1.7, -0.5],
  [17, 3.5, 3.5, 0],
  [8, 4.7, 5.1, 0.5],
  [-6, 2.9, 3.5, 0.3],
  [-17, 0.8, 1.7, 0],
];
/** Flat fins: rows of two or more points from the root to the edge. */
const fins: readonly (readonly (readonly Vec3[])[])[] = [
  // tail, above and below
  [
    [
      [-16, 0, 1.4],
      [-22, 0, 5],
      [-29, 0, 9],
    ],
    [
      [-16.5, 0, 0],
      [-21, 0, 0],
      [-24, 0, 0],
    ],
    [
      [-16, 0, -1.4],
      [-22, 0, -5],
      [-28, 0, -8],
    ],
  ],
  // back
  [
    [
      [9, 0, 4.6],
      [4, 0, 5],
      [-1, 0, 4.4],
      [-6, 0, 3.4],
    ],
    [
      [7, 0, 8.4],
      [1, 0, 9],
      [-5, 0, 7.4],
      [-10, 0, 5.4],
    ],
  ],
  // breast, left and right
  [
    [
      [13, 3.9, -2.4],
      [10, 4.2, -2.8],
    ],
    [
      [9, 9, -4.4],
      [6, 8, -4.8],
    ],
  ],
  [
    [
      [10, -4.2, -2.8],
      [13, -3.9, -2.4],
    ],
    [
      [6, -8, -4.8],
      [9, -9, -4.4],
    ],
  ],
];

/** How far it lies to the side there, which runs down the body and grows. */
const sway = (x: number, phase: number): number => {
  const along = (22 - x) / 51;
  return (0.5 + 6.5 * along ** 2) * Math.sin(2 * Math.PI * (0.85 * along - phase));
};
const swum = ([x, y, z]: Vec3, phase: number): Vec3 => {
  const slope = (sway(x + 0.5, phase) - sway(x - 0.5, phase)) / 1;
  const [cos, sin] = [1 / Math.hypot(1, slope), slope / Math.hypot(1, slope)];
  // Fins at the side row.
  const row = Math.abs(y) > 4.5 ? 1.6 * Math.sin(2 * Math.PI * phase + (y > 0 ? 0 : Math.PI)) : 0;
  return [x - sin * y, sway(x, phase) + cos * y, z + row];
};

const bodyPoints = (): Vec3[] =>
  body.flatMap(([x, width, height, middle]) =>
    Array.from({ length: sides }, (_, k): Vec3 => {
      const angle = (2 * Math.PI * k) / sides;
      return [x, Math.sin(angle) * width, middle + Math.cos(angle) * height];
    }),
  );

/** Along in u; across in v, from the back over a flank to the belly and up again. The last eighth is for fins. */
function paint(): Picture {
  const [back, spots, belly] = [hex(0xf4efe6), hex(0xd94f2b), hex(0xfbf8f2)];
  return Picture.paint(32, 32, (u, v) => {
    if (u > 0.875) return shade(blend(belly, spots, smoothstep(0, 1, v) * 0.55), 0.96);
    const along = u / 0.875,
      below = 0.5 - 0.5 * Math.cos(2 * Math.PI * v);
    const eye = Math.hypot((along - 0.13) * 3.2, Math.abs(v - 0.5) - 0.22);
    if (eye < 0.035) return hex(0x14161a);
    if (eye < 0.055) return hex(0xe9d9b0);
    const patch =
      Math.sin(along * 15 + 1.3 * Math.cos(2 * Math.PI * v)) + 0.8 * Math.cos(2 * Math.PI * (v - 0.06)) - 0.15;
    const skin = blend(back, belly, smoothstep(0.45, 0.8, below));
    return patch > 0.35 && below < 0.62 ? spots : skin;
  });
}

export const koi: Sample = {
  name: 'koi',
  title: 'Koi',
  text: 'An MD3 with a tag and a .skin file.',
  action: 'swim',
  build() {
    const grids = new Grids();
    grids.add(body.length, sides + 1, true, (row, column) => [(1 + 11 * row) / 64, column / sides]);
    for (const fin of fins)
      grids.add(fin.length, fin[0]!.length, false, (row, column) => [
        0.95,
        fin.length > 2 ? lerp(0.1, 0.9, column / (fin[0]!.length - 1)) : lerp(0.15, 0.9, row),
      ]);
    const rest = [...bodyPoints(), ...fins.flat(2)];
    const frames: Frame[] = [],
      places: Md3Tag['places'][number][] = [];
    for (let i = 0; i < frameCount; ++i) {
      const phase = i / frameCount,
        mouth = swum([24, 0, -0.6], phase),
        forward = normalize([1, sway(24.5, phase) - sway(23.5, phase), 0]);
      frames.push(
        grids.frame(
          `swim${i + 1}`,
          rest.map((point) => swum(point, phase)),
        ),
      );
      places.push({ origin: mouth, axes: [forward, [-forward[1], forward[0], 0], [0, 0, 1]] });
    }
    const { corners, triangles, strips } = grids;
    return [
      {
        path: 'koi/koi.md3',
        bytes: writeMd3({ corners, triangles, strips, frames }, 'koi', 'koi/kohaku', [{ name: 'tag_mouth', places }]),
      },
      { path: 'koi/koi_default.skin', bytes: 'koi,koi/kohaku.png\ntag_mouth,\n' },
      { path: 'koi/kohaku.png', bytes: paint().png() },
    ];
  },
};
