// The landing: a jetty in a sea cave that is open to the west, a moored boat, and two herons.

import { noise } from '../model/png';
import { type Vec3, add, scale } from '../model/vec';
import { type Op, type Room, lantern, mesh, passage, turns, wall, glowing } from './room';
import { Model } from './surface';
import { gateDoor } from './plan';

const length = 14;

/** The cave's wall: an arch along x, broken by noise; wider towards the sea. */
function cave(u: number, v: number): Vec3 {
  const x = -length * 1.05 + (length * 1.05 + 0.3) * u,
    angle = Math.PI * (v * 1.16 - 0.08),
    wide = 6.4 + 1.4 * (1 - u) ** 2,
    bare: Vec3 = [x, -0.6 + 6.6 * Math.sin(angle), wide * Math.cos(angle)];
  const rough =
    0.85 * noise(x * 0.42, bare[1] * 0.42, bare[2] * 0.42) + 0.35 * noise(x * 1.3, bare[1] * 1.3, bare[2] * 1.3);
  return add(bare, scale([0, Math.sin(angle), Math.cos(angle)], rough));
}

export function landing(): Room {
  const room = new Model('landing', { scale: 0.4, density: 2.2 });
  room.patch('rock', [22, 22], cave, { scale: 0.22, density: 2.6, crease: 0 });
  wall(room, 'stone', 0, -1, [-7, 7], [-1, 7], gateDoor, { scale: 0.33, density: 4 });
  passage(room, 'stone', 0, 0.4, gateDoor);
  // Stones round the door.
  for (const z of [-1.45, 1.15]) room.box('stone', [-0.28, 0.5, z], [0.02, 3.7, z + 0.3], { scale: 0.45, density: 5 });
  room.box('stone', [-0.34, 3.4, -1.65], [0.02, 3.85, 1.65], { scale: 0.45, density: 5 });
  // The jetty: boards on piles, with a gap between each two.
  for (let i = 0; i < 18; ++i) {
    const x = -10.8 + i * 0.6;
    room.box('timber', [x, 0.5 + 0.02 * (i % 3), -1.35], [x + 0.54, 0.6, 1.35 + 0.08 * (i % 2)], { scale: 0.5, density: 4, shift: [0.13 * i, 0.25 * i], faces: ['top', 'left', 'right', 'front', 'back'] }); // prettier-ignore
  }
  for (const x of [-10.4, -6.8, -3.2]) for (const z of [-1.42, 1.42]) room.post('timber!', [x, -0.8, z], 0.13, x < -10 ? 2.3 : 1.9, 8, { density: 5 }); // prettier-ignore
  // Crates and a cask on the boards, and rocks in the water.
  room.box('planks!', [-2.6, 0.6, 0.45], [-1.75, 1.4, 1.25], { scale: 0.9, density: 5 });
  room.box('planks!', [-2.45, 1.4, 0.6], [-1.95, 1.86, 1.1], { scale: 1.2, density: 5 });
  for (const [x, z, r] of [[-7.6, 3.6, 0.9], [-4.3, -3.9, 1.1], [-11.6, -3.6, 0.8], [-9.2, 4.6, 1.2]] as const) room.patch('rock', [10, 6], (u, v) => { // prettier-ignore
    const [a, b] = [-2 * Math.PI * (u === 1 ? 0 : u), Math.PI * v],
      d = r * (1 + 0.3 * noise(x + 1.4 * Math.cos(a) * Math.sin(b), 1.7 * Math.cos(b), z + 1.4 * Math.sin(a) * Math.sin(b))); // prettier-ignore
    return [x + d * Math.cos(a) * Math.sin(b), -0.15 + 0.75 * d * Math.cos(b), z + d * Math.sin(a) * Math.sin(b)];
  }, { density: 3, scale: 0.3, crease: 0 }); // prettier-ignore

  const water = new Model('water', { scale: 0.35, density: 1.2 });
  water.quad('water', [-length * 1.05, 0, -8], [length * 1.05, 0, 0], [0, 0, 16]);
  const sea = new Model('sea', { scale: 0.08, density: 0.02 });
  sea.quad('water', [-100, -0.02, -60], [100 - length * 1.05, 0, 0], [0, 0, 120]);

  const boat = new Model('boat', { scale: 0.6, density: 5 });
  const hull = (side: number) => (u: number, v: number): Vec3 => {
    const along = 2 * u - 1,
      wide = 0.62 * (1 - along ** 4) ** 0.5 + 0.02;
    return [side * along * 1.5, 0.5 + 0.22 * along ** 2 - 0.62 * v, side * wide * (1 - 0.65 * v ** 2)];
  }; // prettier-ignore
  for (const side of [1, -1]) boat.patch('paint', [12, 4], hull(side));
  boat.patch('planks', [10, 1], (u, v) => [(2 * u - 1) * 1.3, 0.12, (2 * v - 1) * 0.5 * (1 - (2 * u - 1) ** 4)]);
  for (const x of [-0.6, 0.4]) boat.box('planks', [x, 0.36, -0.56], [x + 0.25, 0.4, 0.56]);

  const lamp = new Model('lantern', { density: 8, scale: 2 });
  lantern(lamp, 0.7);
  const name = 'landing';
  const heron = (at: Vec3, turn: number, action: string, pose: Op): Op => ({
    op: 'transform', translate: at, rotate: [0, turn, 0], scale: 0.034,
    in: [{ op: 'mesh', model: 'heron', action, pose, materials: { heron_body: 'heron body', heron_feather: 'heron feather', heron_horn: 'heron horn', heron_eye: 'heron eye' } }],
  }); // prettier-ignore
  // Whole turns of the action in 256 beats, so that the last picture is the first.
  const fishing = (phase: number): Op => ({
    value: phase,
    anim: { b: 'TIME', c: 'CONST', const: [(48 * 3.5) / 256, 0, 0, 0] },
  });
  return {
    name,
    models: [room, water, sea, boat, lamp],
    air: {
      reach: 7,
      far: ([x, y, z], at) => {
        const mouth = Math.max(0, -x) ** 2 * Math.max(0, 1 - Math.abs(y - 0.1) * 1.6),
          near = Math.min(1, Math.max(0, -at[0] / length));
        const sun = mouth * (1 - 0.4 * Math.abs(z)) * (0.35 + 0.75 * near);
        return [0.2 + 1.3 * sun + 0.1 * near, 0.26 + 0.7 * sun + 0.16 * near, 0.37 + 0.45 * sun + 0.24 * near];
      },
      emitters: [
        { at: [-0.9, 3.1, -2.1], color: [0.9, 0.58, 0.27], range: 9, size: 0.15 },
        { at: [1.5, 2.2, 0], color: [0.35, 0.24, 0.12], range: 6, size: 0.6 },
      ],
    },
    scene: [
      mesh(name, water),
      mesh(name, sea),
      'sky',
      turns(8, 0, { op: 'transform', translate: { value: [-6, 0.02, -2.7], anim: { b: 'sin(V13)', c: 'CONST', const: [0, 0.05, 0.03, 0] } }, rotate: { value: [0, 8, 0], anim: { b: 'cos(V13)', c: 'CONST', const: [2.5, 1.5, 0, 0] } }, in: [mesh(name, boat)] }),
      turns(16, 0, { op: 'transform', translate: [-0.9, 3.5, -2.1], rotate: { value: [0, 0, 0], anim: { b: 'sin(V13)', c: 'CONST', const: [4, 0, 7, 0] } }, in: [
        { op: 'transform', translate: [0, -0.7, 0], in: [mesh(name, lamp), glowing(0.55), { op: 'light', name: 'landing lamp', range: 10, color: [1.0, 0.7, 0.36, 1] }] },
      ] }),
      heron([-5.2, -0.25, 3.1], 150, 'fish', fishing(0)),
      heron([-7.6, 0.44, 3.6], 215, 'fish', fishing(1.7)),
    ],
    cells: [{ min: [-13.4, 0.3, -4.2], max: [0.2, 4.6, 4.2] }],
  }; // prettier-ignore
}
