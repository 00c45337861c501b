// A pennant on its pole as an MD2: no joint, every vertex again in each frame of three winds.

import { Grids, type Frame, writeMd2 } from './model/frames';
import { Picture, hex, shade } from './model/png';
import { type Vec3, lerp } from './model/vec';
import type { Sample } from './sample';

const height = 72,
  sides = 5;
/** Of the pole, by height. */
const profile: readonly [number, number][] = [
  [3.2, 0],
  [1.2, 3],
  [1, height],
  [2.3, height + 2],
  [0.01, height + 5],
];
const columns = 9,
  rows = 3,
  hoist = 26;

interface Wind {
  name: string;
  frames: number;
  /** Angles in radians: how far the cloth swings, and how far it hangs. */
  swing: number;
  droop: number;
  waves: number;
  length: number;
}
const winds: readonly Wind[] = [
  { name: 'calm', frames: 3, swing: 0.3, droop: 1.05, waves: 0.6, length: 46 },
  { name: 'breeze', frames: 4, swing: 0.75, droop: 0.22, waves: 1.15, length: 54 },
  { name: 'gale', frames: 3, swing: 0.5, droop: 0.02, waves: 1.9, length: 56 },
];

const pole = (): Vec3[] =>
  profile.flatMap(([radius, z]) =>
    Array.from({ length: sides }, (_, k): Vec3 => {
      const angle = (2 * Math.PI * k) / sides;
      return [Math.cos(angle) * radius, Math.sin(angle) * radius, z];
    }),
  );

/** The way of the cloth from the pole on, whose angles swing; the lower edge comes later. */
function cloth({ swing, droop, waves, length }: Wind, phase: number): Vec3[] {
  const step = length / (columns - 1);
  const edges = Array.from({ length: rows }, (_, row) => {
    let at: Vec3 = [1.2, 0, 0];
    return Array.from({ length: columns }, (_unused, column): Vec3 => {
      const along = column / (columns - 1),
        free = Math.min(1, along * 2.5);
      if (column > 0) {
        const turn = 2 * Math.PI * (waves * along - phase - 0.12 * (row / (rows - 1))),
          yaw = swing * free * Math.sin(turn),
          down = droop * (0.6 + 0.4 * along) + 0.1 * free * swing * Math.sin(turn + 1);
        at = [
          at[0] + step * Math.cos(yaw) * Math.cos(down),
          at[1] + step * Math.sin(yaw) * Math.cos(down),
          at[2] - step * Math.sin(down),
        ];
      }
      // Its end is forked: the middle stops short of the edges.
      const across = row / (rows - 1) - 0.5,
        fork = along ** 3 * 0.22 * (1 - 2 * Math.abs(across)),
        tall = hoist * lerp(1, 0.42, along);
      return [-at[1], at[0] - fork * length * Math.cos(droop), height - 2 - hoist / 2 + at[2] - across * tall];
    });
  });
  return edges.flat();
}

const paint = (): Picture =>
  Picture.paint(64, 32, (u, v) => {
    // The pole has the last eighth.
    if (u > 0.875) return v < 0.16 ? hex(0xd9a441) : shade(hex(0x8a6238), 0.86 + 0.14 * Math.cos((u - 0.875) * 50));
    const along = u / 0.875,
      sun = Math.hypot((along - 0.22) * 2.1, v - 0.5);
    if (sun < 0.2) return hex(0xf2c14e);
    if (sun < 0.25) return hex(0xf6ead2);
    const band = Math.abs(v - 0.5);
    return shade(band < 0.11 ? hex(0xf6ead2) : band < 0.32 ? hex(0x1f6f86) : hex(0x17465c), 1 - 0.12 * along);
  });

export const pennant: Sample = {
  name: 'pennant',
  title: 'Pennant',
  text: 'An MD2: three winds, frame by frame.',
  action: 'breeze',
  build() {
    const grids = new Grids();
    grids.add(profile.length, sides + 1, true, (row, column) => [
      0.88 + 0.11 * (column / sides),
      row > 2 ? 0.05 : 0.3 + 0.3 * row,
    ]);
    grids.add(rows, columns, false, (row, column) => [
      0.01 + 0.85 * (column / (columns - 1)),
      0.02 + 0.96 * (row / (rows - 1)),
    ]);
    const frames = winds.flatMap((wind) =>
      Array.from({ length: wind.frames }, (_, i): Frame => {
        const positions = [...pole(), ...cloth(wind, i / wind.frames)];
        return grids.frame(`${wind.name}${i + 1}`, positions);
      }),
    );
    const { corners, triangles, strips } = grids;
    return [
      {
        path: 'pennant/pennant.md2',
        bytes: writeMd2({ corners, triangles, strips, frames }, 'pennant/pennant.png', [64, 32]),
      },
      { path: 'pennant/pennant.png', bytes: paint().png() },
    ];
  },
};
