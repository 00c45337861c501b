// The stair shaft: a round shaft with steps along its wall, and a lift with a lamp that pushes crates upwards.

import type { Vec3 } from '../model/vec';
import { type Op, type Room, glowing, lantern, mesh, passage } from './room';
import { Model } from './surface';
import { engineDoor, high, low, shaft, shaftDoor, walls } from './plan';

const { x: centre, radius, top } = shaft;
/** Half an opening, in turns round the shaft. */
const half = 1.15 / (2 * Math.PI * radius);

/** Height of the lift over time, in beats: it waits, goes up, waits, and is down again before the end. */
export const lift: readonly (readonly [number, number])[] = [
  [0, 0.15], [66, 0.15], [70, 0.6], [92, 9.4], [97, 9.85], [140, 9.85], [146, 9.3], [164, 0.6], [168, 0.15],
]; // prettier-ignore

export function stair(): Room {
  const room = new Model('stair', { scale: 0.33, density: 3 });
  const arc = (from: number, to: number, y0: number, y1: number, segments: number): void => {
    const look = { inside: true, from, to, smooth: true, shift: [from * 8, -y1 / 3] as const };
    room.lathe('stone', [centre, 0, 0], [[radius, y0], [radius, y1]], segments, look); // prettier-ignore
  };
  arc(half, 0.5 - half, low, top, 14);
  arc(0.5 + half, 1 - half, low, top, 14);
  arc(1 - half, 1, low, high, 1);
  arc(0, half, low, high, 1);
  arc(1 - half, 1, engineDoor.y[1], top, 1);
  arc(0, half, engineDoor.y[1], top, 1);
  arc(0.5 - half, 0.5 + half, shaftDoor.y[1], top, 2);
  passage(room, 'stone', walls.shaft[1] - 0.02, centre - radius * 0.955, shaftDoor);
  passage(room, 'stone', centre + radius * 0.955, walls.engine[1], engineDoor);
  room.lathe('flags', [centre, low, 0], [[radius, 0], [0, 0]], 24, { smooth: false } as never); // prettier-ignore
  room.lathe(
    'planks',
    [centre, top, 0],
    [
      [radius, 0],
      [0, 0],
    ],
    24,
    { inside: true },
  );
  // Steps: three quarters of a turn and more, from the floor to the upper door.
  for (let i = 0; i < 44; ++i) {
    const a = (0.56 + (i / 44) * 1.4) * 2 * Math.PI,
      b = a + (1.36 / 44) * 2 * Math.PI,
      y = low + 0.12 + (i / 43) * (high - low - 0.24);
    room.block('stone!', (u, v, w) => {
      const angle = u ? a : b,
        r = w ? radius + 0.05 : radius - 1.15;
      return [centre + r * Math.cos(angle), v ? y + 0.12 : y - 0.1, r * Math.sin(angle)];
    }, { density: 4, scale: 0.7, shift: [0.31 * i, 0] }); // prettier-ignore
  }
  // The ledge before the upper door, its bracket, and rails of the lift.
  room.box('stone!', [centre + 1.3, high - 0.3, -1.3], [centre + radius + 0.1, high, 1.3], { density: 4 });
  for (const z of [-1.45, 1.45]) room.box('iron', [centre - 0.06, low, z - 0.05], [centre + 0.06, top, z + 0.05], { scale: 0.8 }); // prettier-ignore
  for (const y of [4.4, 8, 15.6]) room.lathe('iron', [centre, y, 0], [[radius - 0.06, 0], [radius - 0.06, 0.22]], 24, { inside: true }); // prettier-ignore
  for (const [x, z, s] of [
    [-2, 1.9, 0.42],
    [-1.2, 2.5, 0.36],
    [-1.7, 2.15, 0.33],
  ] as const) {
    // prettier-ignore
    const y = s === 0.33 ? low + 0.84 : low;
    room.box('planks!', [centre + x - s, y, z - s], [centre + x + s, y + 2 * s, z + s], { scale: 0.9, density: 5 });
  }

  const platform = new Model('lift', { scale: 0.6, density: 5 });
  platform.box('planks!', [-1.25, -0.12, -1.25], [1.25, 0, 1.25]);
  platform.box('iron', [-1.32, -0.22, -1.32], [1.32, -0.02, 1.32], { faces: ['left', 'right', 'front', 'back'] });
  for (const z of [-1.2, 1.2]) platform.box('iron', [-1.2, 0.98, z - 0.03], [1.2, 1.05, z + 0.03]);
  for (const x of [-1.2, 1.2]) for (const z of [-1.2, 1.2]) platform.box('iron!', [x - 0.035, 0, z - 0.035], [x + 0.035, z < 0 ? 2.6 : 1.05, z + 0.035]); // prettier-ignore
  platform.box('iron', [-1.24, 2.55, -1.24], [1.24, 2.62, -1.16]);
  const crate = new Model('crate', { scale: 1, density: 7 });
  crate.box('planks!', [-0.3, 0, -0.3], [0.3, 0.6, 0.3]);
  crate.box('iron', [-0.31, 0.26, -0.31], [0.31, 0.32, 0.31], { faces: ['left', 'right', 'front', 'back'] });
  const lamp = new Model('lift lamp', { density: 8, scale: 2 });
  lantern(lamp, 0.7);

  const name = 'stair';
  const crates: readonly Vec3[] = [[0.75, 0, -0.7], [0.72, 0.6, -0.66], [0.05, 0, -0.82]]; // prettier-ignore
  const load: Op[] = crates.map((at, i) => ({ op: 'transform', translate: at, rotate: [0, [8, 31, -14][i], 0], in: [mesh(name, crate)] })); // prettier-ignore
  return {
    name,
    models: [room, platform, crate, lamp],
    air: {
      reach: 5,
      far: ([, y], at) => {
        const up = (at[1] - low) / (top - low),
          sky = Math.max(0, y) ** 2 * (0.25 + 0.75 * up);
        return [0.1 + 0.1 * up + 0.16 * sky, 0.125 + 0.1 * up + 0.24 * sky, 0.16 + 0.12 * up + 0.36 * sky];
      },
      emitters: [
        { at: [walls.engine[0] - 0.2, high + 1.6, 0], color: [0.8, 0.42, 0.18], range: 7, size: 0.6, facing: [-1, 0, 0] },
        { at: [walls.shaft[1] + 0.3, low + 1.6, 0], color: [0.5, 0.34, 0.18], range: 6, size: 0.6, facing: [1, 0, 0] },
        { at: [centre, top - 0.3, 0], color: [0.3, 0.42, 0.6], range: 14, size: 1.2, facing: [0, -1, 0] },
      ],
    },
    scene: [
      { op: 'transform', translate: { value: [centre, low, 0], anim: { spline: { channels: [[], lift, []] } } }, in: [
        mesh(name, platform), ...load,
        { op: 'transform', translate: [-0.4, 2.0, -1.1], in: [mesh(name, lamp), glowing(0.6), { op: 'light', name: 'lift lamp', range: 8.5, color: [1.0, 0.72, 0.38, 1] }] },
      ] },
    ],
    cells: [
      { min: [walls.shaft[0] - 0.1, low, -1.1], max: [centre - radius + 0.4, 3.35, 1.1] },
      { min: [centre - 2.9, low, -2.9], max: [centre + 2.9, top - 0.4, 2.9] },
      { min: [centre - 3.9, low, -1.3], max: [centre + 3.9, top - 0.4, 1.3] },
      { min: [centre - 1.3, low, -3.9], max: [centre + 1.3, top - 0.4, 3.9] },
      { min: [centre + 3.8, high, -1.1], max: [walls.engine[1] - 0.3, 13.35, 1.1] },
    ],
  }; // prettier-ignore
}
