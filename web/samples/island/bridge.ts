// The rope bridge: outside, between the island's tower and the rock of the lamp, high over the sea.

import { noise } from '../model/png';
import type { Vec3 } from '../model/vec';
import { type Op, type Room, glowing, mesh, turns, wall } from './room';
import { Model } from './surface';
import { bridgeDoor, high, lamp, walls } from './plan';

export const [from, to] = [walls.bridge[1], walls.lamp[0]];
const groups = 9,
  boards = 4;
/** Height of the boards at a part of the way. */
export const sag = (t: number): number => high - 0.05 - 1.9 * t * (1 - t);

/** A rope through points: a tube of four sides. */
function rope(model: Model, points: readonly Vec3[], radius: number): void {
  model.patch('rope', [points.length - 1, 5], (u, v) => {
    const k = Math.min(points.length - 2, Math.floor(u * (points.length - 1))),
      t = u * (points.length - 1) - k,
      [a, b] = [points[k]!, points[k + 1]!],
      angle = -2 * Math.PI * v;
    return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t + radius * Math.cos(angle), a[2] + (b[2] - a[2]) * t + radius * Math.sin(angle)]; // prettier-ignore
  }, { scale: 3, density: 3 }); // prettier-ignore
}

/** Four boards with the ropes beside them, about the middle of their group. */
function part(index: number): Model {
  const model = new Model(`boards ${index}`, { scale: 0.7, density: 5 });
  const at = (t: number, up: number, z: number): Vec3 => [(t - (index + 0.5) / groups) * (to - from), sag(t) + up - high, z]; // prettier-ignore
  const [t0, t1] = [index / groups, (index + 1) / groups];
  for (let i = 0; i < boards; ++i) {
    const [a, b] = [t0 + ((t1 - t0) * (i + 0.12)) / boards, t0 + ((t1 - t0) * (i + 0.86)) / boards],
      tilt = 0.03 * noise(index * 3.7 + i * 1.9, 0.5, 0.5);
    model.block('timber!', (x, y, z) => {
      const p = at(x ? b : a, y ? 0.03 : -0.03, z ? 0.8 : -0.8);
      return [p[0], p[1] + (z ? tilt : -tilt), p[2]];
    }, { shift: [0.37 * i, 0.25 * (index + i)] }); // prettier-ignore
  }
  const ways = [t0, (t0 + t1) / 2, t1];
  for (const z of [-0.86, 0.86]) {
    rope(model, ways.map((t) => at(t, 0, z)), 0.035); // prettier-ignore
    rope(model, ways.map((t) => at(t, 1.05, z * 1.12)), 0.035); // prettier-ignore
    rope(model, [at((t0 + t1) / 2, 0, z), at((t0 + t1) / 2, 1.05, z * 1.12)], 0.02);
  }
  return model;
}

export function bridge(): Room {
  const room = new Model('bridge', { scale: 0.33, density: 2.4 });
  wall(room, 'stone', from, 1, [-5, 5], [high - 5, 18], bridgeDoor, { density: 3 });
  // The island: a face of rock round the wall that falls back to both sides and to its crest, and the tower above it.
  const face = (z: number, y: number): Vec3 => {
    const aside = Math.max(0, Math.abs(z) - 4.6),
      rough = Math.min(1, Math.max((10 - y) / 4, aside / 3, 0));
    return [
      from +
        0.12 -
        0.022 * aside ** 2 +
        0.3 * Math.max(0, 10 - y) +
        rough * (1.5 * noise(y * 0.28, z * 0.28, 1) + 0.7 * noise(y * 0.9, z * 0.9, 4)),
      y,
      z,
    ];
  };
  const crest = (z: number): number =>
    18 - 20 * ((Math.abs(z) - 4.6) / 17) ** 1.2 + 1.2 * noise(z * 0.5, 3, 7) * Math.min(1, Math.abs(z) - 4.6);
  for (const s of [1, -1])
    room.patch(
      'rock',
      [16, 14],
      (u, v) => {
        const z = s > 0 ? 21.6 - 17 * u : -4.6 - 17 * u,
          top = crest(z);
        return face(z, top + (-2 - top) * v);
      },
      { scale: 0.18, crease: 0 },
    );
  room.patch('rock', [12, 8], (u, v) => face(4.6 - 9.2 * u, high - 0.1 - 12.5 * v), { scale: 0.18, crease: 0 });
  const tower: Vec3 = [from - 5.2, 0, 0];
  room.lathe(
    'stone',
    tower,
    [
      [4.7, 17],
      [4.3, 24],
    ],
    20,
    { density: 2 },
  );
  room.lathe(
    'stone',
    tower,
    [
      [4.3, 24],
      [4.8, 24.3],
      [4.8, 25.2],
      [4.4, 25.2],
      [4.4, 24.4],
    ],
    20,
    { density: 2 },
  );
  room.lathe(
    'iron',
    tower,
    [
      [4.4, 24.6],
      [2.2, 26.6],
      [0, 27.6],
    ],
    20,
    { density: 2, scale: 0.5 },
  );
  room.patch('rock', [28, 16], (u, v) => {
    const angle = -2 * Math.PI * (u === 1 ? 0 : u),
      y = high - 0.12 - 12 * v,
      r = 5.7 + 3.4 * v ** 1.5 + 1.1 * v ** 0.5 * noise(2.2 * Math.cos(angle), y * 0.32, 2.2 * Math.sin(angle));
    return [lamp.x + r * Math.cos(angle), y, r * Math.sin(angle)];
  }, { scale: 0.2, crease: 0 }); // prettier-ignore
  for (const x of [from + 0.25, to - 0.35]) for (const z of [-0.98, 0.98]) room.post('timber!', [x, high - 0.7, z], 0.12, 2.1, 8, { density: 6 }); // prettier-ignore
  // The gap between the walls' feet and the bridge.
  room.box('stone', [from - 0.1, high - 0.5, -1.5], [from + 0.5, high, 1.5], { density: 4 });
  room.box('stone', [to - 0.6, high - 0.5, -1.5], [walls.lamp[1] + 0.2, high, 1.5], { density: 4 });

  const sea = new Model('far sea', { scale: 0.06, density: 0.15 });
  sea.quad('water', [-40, 0, -110], [220, 0, 0], [0, 0, 220]);
  const parts = Array.from({ length: groups }, (_, i) => part(i));
  const name = 'bridge';
  // Wind: each group swings a little after the one before it, most in the middle.
  const swinging = parts.map((model, i): Op => {
    const t = (i + 0.5) / groups,
      much = 4 * t * (1 - t);
    return turns(4, -0.11 * i, { op: 'transform', translate: { value: [from + t * (to - from), high, 0], anim: { b: 'sin(V13)', c: 'CONST', const: [0, 0.07 * much, 0.16 * much, 0] } }, rotate: { value: [0, 0, 0], anim: { b: 'cos(V13)', c: 'CONST', const: [3.5 * much, 1.2 * (0.5 - t) * much, 0, 0] } }, in: [mesh(name, model)] }); // prettier-ignore
  });
  return {
    name,
    models: [room, sea, ...parts],
    air: {
      reach: 6,
      far: ([x, y, z], at) => {
        const sun = Math.max(0, -x) ** 3 * Math.max(0, 1 - 2 * Math.abs(y - 0.05)) * (1 - 0.5 * Math.abs(z)),
          sky = 0.5 + 0.5 * y,
          fog = Math.max(0, 1 - at[1] / 9);
        return [0.2 + 0.2 * sky + 1.1 * sun + 0.06 * fog, 0.25 + 0.25 * sky + 0.55 * sun + 0.09 * fog, 0.33 + 0.32 * sky + 0.3 * sun + 0.12 * fog];
      },
      emitters: [
        { at: [from + 0.2, high + 1.6, 0], color: [0.9, 0.5, 0.22], range: 6, size: 0.6, facing: [1, 0, 0] },
        { at: [to, high + 2.4, 0], color: [1.0, 0.7, 0.36], range: 12, size: 1, facing: [-1, 0, 0] },
      ],
    },
    scene: [mesh(name, sea), 'sky', ...swinging, 'rain', ...[-0.32, 0.1, 0.5].map((turn): Op => ({ op: 'transform', translate: [from - 5.2 + 4.5 * Math.cos(turn), 20.6, 4.5 * Math.sin(turn)], in: [glowing(0.9)] }))],
    cells: [{ min: [from - 0.05, 9.4, -1.05], max: [to + 0.05, 13.4, 1.05] }, { min: [to - 0.1, high, -1.1], max: [walls.lamp[1] + 0.3, 13.35, 1.1] }],
  }; // prettier-ignore
}
