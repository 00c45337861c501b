// The engine room: clockwork that turns the lamp, a bell of brass, a fire behind a grate, and a dial.

import type { Vec3 } from '../model/vec';
import { type Op, type Room, glowing, lantern, mesh, passage, turns, wall } from './room';
import { Model } from './surface';
import { bridgeDoor, engineDoor, high, walls } from './plan';

const [west, east] = [walls.engine[1], walls.bridge[0]],
  side = 4.6,
  top = 16.4;
/** Mouth of the bell, and where its clapper strikes. */
export const bellAt: Vec3 = [28.6, 13.3, 1.4];

/** A toothed wheel about the origin that faces +z. */
function gear(name: string, radius: number, teeth: number): Model {
  const model = new Model(name, { scale: 0.8, density: 5 });
  const ring = (inner: number, outer: number, deep: number, material: string): void => {
    const segments = teeth * 2;
    for (const z of [deep, -deep]) model.patch(material, [segments, 1], (u, v) => { // prettier-ignore
      const angle = -2 * Math.PI * u * Math.sign(z),
        r = v === 0 ? outer : v === 1 ? inner : outer + (inner - outer) * v;
      return [r * Math.cos(angle), r * Math.sin(angle), z];
    }, { smooth: false }); // prettier-ignore
    for (const r of [outer, inner]) model.patch(material, [segments, 1], (u, v) => { // prettier-ignore
      const angle = 2 * Math.PI * u * (r === outer ? 1 : -1);
      return [r * Math.cos(angle), r * Math.sin(angle), deep - 2 * deep * v];
    }); // prettier-ignore
  };
  ring(radius * 0.78, radius * 0.94, 0.13, 'iron');
  ring(radius * 0.1, radius * 0.24, 0.2, 'brass');
  for (let i = 0; i < teeth; ++i) spoke(model, 'iron', (i / teeth) * 2 * Math.PI, radius * 0.92, radius * 1.05, 0.11, radius * 0.075); // prettier-ignore
  for (let i = 0; i < 6; ++i) spoke(model, 'iron!', (i / 6) * 2 * Math.PI, radius * 0.2, radius * 0.82, 0.07, radius * 0.05); // prettier-ignore
  return model;
}

function spoke(
  model: Model,
  material: string,
  angle: number,
  from: number,
  to: number,
  deep: number,
  wide: number,
): void {
  // prettier-ignore
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  model.block(material, (x, y, z) => {
    const [r, t] = [x ? to : from, y ? wide : -wide];
    return [r * c - t * s, r * s + t * c, z ? deep : -deep];
  }); // prettier-ignore
}

export function engine(): Room {
  const room = new Model('engine', { scale: 0.33, density: 4 });
  wall(room, 'stone', west, 1, [-side, side], [high, top], engineDoor);
  wall(room, 'stone', east, -1, [-side, side], [high, top], bridgeDoor);
  room.quad('stone', [west, top, -side], [east - west, 0, 0], [0, high - top, 0]);
  room.quad('stone', [east, top, side], [west - east, 0, 0], [0, high - top, 0]);
  room.quad('iron', [west, high, -side], [east - west, 0, 0], [0, 0, 2 * side], { scale: 0.25 });
  room.quad('planks', [west, top, side], [east - west, 0, 0], [0, 0, -2 * side], { scale: 0.35 });
  passage(room, 'stone', east, walls.bridge[1], bridgeDoor);
  for (const x of [23.4, 26.5, 29.6]) room.box('timber!', [x - 0.17, top - 0.55, -side + 0.01], [x + 0.17, top - 0.05, side - 0.01], { scale: 0.8 }); // prettier-ignore
  // The hearth: a niche of brick with its grate, and a chimney above it.
  room.box('stone', [22.4, high, side - 0.75], [22.8, high + 2, side + 0.01], { density: 6 }).box('stone', [25.4, high, side - 0.75], [25.8, high + 2, side + 0.01], { density: 6 }); // prettier-ignore
  room.box('stone', [22.2, high + 2, side - 0.85], [26, high + 2.4, side + 0.01], { density: 6 });
  room.block('stone', (x, y, z) => [x ? (y ? 24.8 : 25.7) : y ? 23.4 : 22.5, y ? top : high + 2.4, z ? side + 0.01 : side - (y ? 0.35 : 0.7)], { density: 5, faces: ['left', 'right', 'back'] }); // prettier-ignore
  for (let i = 0; i < 9; ++i) room.box('iron!', [22.98 + i * 0.28, high + 0.1, side - 0.72], [23.02 + i * 0.28, high + 1.25, side - 0.68], { density: 4 }); // prettier-ignore
  for (const y of [0.1, 1.2]) room.box('iron', [22.8, high + y, side - 0.74], [25.4, high + y + 0.07, side - 0.66], { density: 4 }); // prettier-ignore
  // The frame of the bell, pipes, and the board of the dial.
  for (const z of [0.2, 2.6])
    room.box('timber!', [28.48, high, z - 0.12], [28.72, high + 4.2, z + 0.12], { scale: 0.8 });
  room.box('timber!', [28.45, high + 4.2, -0.1], [28.75, high + 4.5, 2.9], { scale: 0.8 });
  for (const [x, z] of [[31.6, -3.9], [31.6, -3.4], [21.5, -4.2]] as const) room.post('brass', [x, high, z], 0.14, top - high, 10, { scale: 1 }); // prettier-ignore
  for (const y of [12.2, 14.3]) room.box('iron', [21.3, y, -4.5], [31.8, y + 0.12, -4.38], { scale: 0.8 });
  room.lathe('brass', [26.9, high, -2.2], [[0, 0], [0.75, 0], [0.75, 0.12], [0.34, 0.24], [0.26, 1.05], [0.5, 1.2], [0.5, 1.28], [0, 1.28]], 16, { scale: 1 }); // prettier-ignore

  const bell = new Model('bell', { scale: 1, density: 6 });
  bell.lathe('bell', [0, 0, 0], [[0.84, 0], [0.9, 0.03], [0.87, 0.1], [0.78, 0.17], [0.79, 0.2], [0.75, 0.24], [0.64, 0.42], [0.56, 0.66], [0.51, 0.92], [0.52, 0.95], [0.5, 0.99], [0.46, 1.12], [0.37, 1.23], [0.2, 1.3], [0.09, 1.32], [0.09, 1.46]], 32); // prettier-ignore
  bell.lathe(
    'bell',
    [0, 0, 0],
    [
      [0.86, 0],
      [0.7, 0.12],
      [0.56, 0.4],
      [0.42, 0.95],
      [0, 1.15],
    ],
    20,
    { inside: true },
  );
  bell.lathe(
    'iron',
    [0, -0.12, 0],
    [
      [0, 0],
      [0.1, 0.04],
      [0.1, 0.14],
      [0.03, 0.22],
      [0.02, 1.1],
    ],
    8,
  );
  const wheels = [gear('gear large', 1.9, 26), gear('gear small', 0.9, 12)] as const;
  const drum = new Model('drum', { scale: 0.6, density: 5 });
  drum.patch('brass', [18, 1], (u, v) => [
    0.36 * Math.cos(2 * Math.PI * u),
    0.36 * Math.sin(2 * Math.PI * u),
    0.55 - 1.1 * v,
  ]);

  const lamp = new Model('clockwork lamp', { density: 8, scale: 2 });
  lantern(lamp, 1.2);

  const name = 'engine';
  const wheel = (model: Model, at: Vec3, beats: number, phase: number, ...more: Op[]): Op =>
    turns(beats, 0, { op: 'transform', translate: at, rotate: { value: [0, 0, phase], anim: { b: 'V13', c: 'CONST', const: [0, 0, 360, 0] } }, in: [mesh(name, model), ...more] }); // prettier-ignore
  return {
    name,
    models: [room, bell, ...wheels, drum, lamp],
    air: {
      reach: 5,
      far: ([x, y, z], at) => {
        const fire = Math.max(0, z) * Math.max(0, 1 - Math.hypot(at[0] - 24, at[1] - 11.4, at[2] - 4) / 9),
          east = Math.max(0, x) ** 2 * Math.max(0, (at[0] - 25) / 7);
        return [0.26 + 0.75 * fire + 0.14 * east, 0.25 + 0.3 * fire + 0.2 * east + 0.03 * y, 0.29 + 0.06 * fire + 0.3 * east + 0.07 * y];
      },
      emitters: [
        { at: [24.1, high + 0.7, side - 0.4], color: [1.0, 0.45, 0.14], range: 11, size: 0.5 },
        { at: [27, 14.4, -2.4], color: [0.55, 0.36, 0.17], range: 7, size: 0.3 },
        { at: [east - 0.2, high + 1.5, 0], color: [0.3, 0.42, 0.56], range: 7, size: 0.7, facing: [-1, 0, 0] },
      ],
    },
    scene: [
      wheel(wheels[0], [25.2, 13.6, -4.0], 16, 0, mesh(name, drum)),
      wheel(wheels[1], [27.93, 13.6, -4.0], -7.384615384615385, 8),
      wheel(wheels[1], [23.2, 15.1, -3.7], -8, 4),
      'flames', 'bell', 'dial', 'sparks', 'embers',
      turns(6, 0.2, { op: 'transform', translate: [27, 15.9, -1.9], rotate: { value: [0, 0, 0], anim: { b: 'sin(V13)', c: 'CONST', const: [6, 0, 4, 0] } }, in: [
        { op: 'transform', translate: [0, -1.2, 0], in: [mesh(name, lamp), glowing(0.55), { op: 'light', name: 'clockwork lamp', range: 6.5, color: [0.9, 0.62, 0.32, 1], castShadow: false }] },
      ] }),
      turns(1.5, 0, turns(0.4, 0.2, { op: 'light', name: 'fire', at: { value: [24.1, high + 0.75, side - 1.1], anim: { b: 'sin(V13)', c: 'CONST', const: [0.07, 0.05, 0.03, 0] } }, range: 13, color: { value: [1.15, 0.55, 0.2, 1.2], anim: { b: 'sin(V13)', c: 'CONST', const: [0.1, 0.07, 0.03, 0] } } })),
    ],
    cells: [
      { min: [walls.engine[1] - 0.35, high, -1.1], max: [west + 0.05, 13.35, 1.1] },
      { min: [west + 0.05, high, -3.4], max: [east - 0.05, 15.8, 3.7] },
      { min: [east - 0.1, high, -1.1], max: [walls.bridge[1] + 0.05, 13.35, 1.1] },
    ],
  }; // prettier-ignore
}
