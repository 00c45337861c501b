// The gate: a hall of stone with six pillars, made by three calls, under a lamp that swings.

import { type Room, glowing, lantern, mesh, passage, turns, wall } from './room';
import { Model } from './surface';
import { gateDoor, low, shaftDoor, walls } from './plan';

const [west, east] = [walls.gate[1], walls.shaft[0]],
  side = 4.6,
  top = 6.6;

export function gate(): Room {
  const room = new Model('gate', { scale: 0.33, density: 4 });
  wall(room, 'stone', west, 1, [-side, side], [low, top], gateDoor);
  wall(room, 'stone', east, -1, [-side, side], [low, top], shaftDoor);
  room.quad('stone', [west, top, -side], [east - west, 0, 0], [0, low - top, 0]);
  room.quad('stone', [east, top, side], [west - east, 0, 0], [0, low - top, 0]);
  room.quad('flags', [west, low, -side], [east - west, 0, 0], [0, 0, 2 * side], { scale: 0.4 });
  room.quad('planks', [west, top, side], [east - west, 0, 0], [0, 0, -2 * side], { scale: 0.35 });
  passage(room, 'stone', east, walls.shaft[1], shaftDoor);
  for (const x of [2.4, 6.2, 10]) room.box('timber!', [x - 0.16, top - 0.5, -side + 0.01], [x + 0.16, top - 0.06, side - 0.01], { scale: 0.8 }); // prettier-ignore
  // Plinths along the walls, a band of stone, and an old chest.
  for (const z of [-side, side - 0.3]) room.box('stone', [west, low, z], [east, low + 0.42, z + 0.3], { faces: ['front', 'back', 'top'], scale: 0.5 }); // prettier-ignore
  for (const z of [-side, side - 0.14]) room.box('stone', [west, 4.7, z], [east, 4.95, z + 0.14], { faces: ['front', 'back', 'top', 'bottom'], scale: 0.6 }); // prettier-ignore
  for (const z of [-1.5, 1.15]) room.box('stone', [west - 0.02, low, z], [west + 0.2, 3.75, z + 0.35], { scale: 0.5 }).box('stone', [east - 0.2, low, z], [east + 0.02, 3.75, z + 0.35], { scale: 0.5 }); // prettier-ignore
  for (const x of [west, east - 0.22]) room.box('stone', [x, 3.4, -1.7], [x + 0.22, 3.8, 1.7], { scale: 0.5 });
  room.box('planks!', [8.3, low, 3.35], [9.6, low + 0.6, 4.1], { scale: 0.9, density: 6 });
  room.box('iron', [8.28, low + 0.36, 3.33], [9.62, low + 0.42, 4.12], { scale: 1.5, density: 6 });

  const pillar = new Model('pillar', { scale: 0.5, density: 5 });
  pillar.lathe('stone!', [0, 0, 0], [[0, 0], [0.62, 0], [0.62, 0.22], [0.5, 0.34], [0.42, 0.42], [0.4, 2.4], [0.37, 4.9], [0.48, 5.1], [0.62, 5.32], [0.62, 5.5], [0, 5.5]], 14); // prettier-ignore

  const lamp = new Model('gate lamp', { density: 8, scale: 2 });
  lantern(lamp, 2.5);
  const name = 'gate';
  return {
    name,
    models: [room, pillar, lamp],
    air: {
      reach: 5,
      far: ([x, y], at) => {
        const cold = 0.35 + 0.65 * Math.max(0, 1 - (at[0] - west) / 8),
          rise = 0.75 + 0.35 * ((top - at[1]) / (top - low)) + 0.1 * y,
          door = Math.max(0, -x) ** 3 * Math.max(0, 1 - (at[0] - west) / 7);
        return [(0.12 + 0.1 * door) * rise + 0.05, (0.15 + 0.16 * door) * rise + 0.02 * cold, (0.2 + 0.26 * door) * rise + 0.04 * cold];
      },
      emitters: [
        { at: [west + 0.2, 2.2, 0], color: [0.4, 0.5, 0.62], range: 9, size: 0.7, facing: [1, 0, 0] },
        { at: [6.2, 4.3, 0], color: [0.3, 0.2, 0.1], range: 9, size: 0.9 },
        { at: [10.9, 2.9, -4.1], color: [0.9, 0.42, 0.15], range: 4, size: 0.1 },
        { at: [10.9, 2.9, 4.1], color: [0.9, 0.42, 0.15], range: 4, size: 0.1 },
      ],
    },
    scene: [
      ...[2.4, 6.2, 10].map((x, i) => ({ op: 'call', sub: 'pillars', args: { 0: x, 1: [1, 1.06, 0.96][i] } })),
      // A long pendulum: two swings in a bar and a half, with the lamp's own shadow-casters below the beams.
      turns(8, 0, { op: 'transform', translate: [6.2, top - 0.1, 0], rotate: { value: [0, 0, 0], anim: { b: 'sin(V13)', c: 'CONST', const: [7, 0, 24, 0], d: 'cos(V13)', e: 'CONST2', const2: [9, 0, 0, 0] } }, in: [
        { op: 'transform', translate: [0, -2.6, 0], in: [mesh(name, lamp), glowing(0.8), { op: 'light', name: 'gate lamp', range: 9.5, color: [1.15, 0.8, 0.42, 1.2] }] },
      ] }),
      ...[-4.35, 4.35].map((z) => turns(3, z, { op: 'transform', translate: [10.9, 2.9, z], scale: { value: [1, 1, 1], anim: { b: 'sin(V13)', c: 'CONST', const: [0.08, 0.12, 0.08, 0] } }, in: [glowing(0.55, 'ember')] })),
    ],
    cells: [
      { min: [west - 0.5, low, -1.1], max: [west + 0.05, 3.35, 1.1] },
      { min: [west + 0.05, low, -4.2], max: [east - 0.05, 6.0, 4.2] },
      { name: 'sensor', mode: 'zone', min: [west, low, -2], max: [4, 4, 2] },
    ],
  }; // prettier-ignore
}
