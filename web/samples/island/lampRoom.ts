// The lamp room: a lens that turns, its beams over the sea, and the sky all round.

import { type Room, glowing, mesh, turns } from './room';
import { Model } from './surface';
import { high, lamp } from './plan';

const { x: centre, radius } = lamp;
export const lensHeight = high + 2.5;
/** A drum of glass that closes towards its ends; every other row stands out, as prisms do. */
const glass = Array.from({ length: 17 }, (_, i): [number, number] => {
  const h = i / 8 - 1;
  return [1.02 * Math.sqrt(1.1 - 0.85 * h * h) + (i % 2 ? 0.035 : 0), 1.15 * h];
});

export function lampRoom(): Room {
  const room = new Model('lamp room', { scale: 0.4, density: 4 });
  const door = 1.15 / (2 * Math.PI * radius);
  room.lathe('planks', [centre, high, 0], [[radius, 0], [0, 0]], 30, { scale: 0.4, density: 4 }); // prettier-ignore
  // A parapet with a doorway to the west, posts, and a roof of copper.
  for (const inside of [true, false]) {
    const r = inside ? radius : radius + 0.3;
    for (const [a, b] of [[0.5 + door, 1], [0, 0.5 - door]] as const) room.lathe('stone', [centre, high, 0], [[r, -0.1], [r, 1.05]], 15, { from: a, to: b, inside }); // prettier-ignore
  }
  for (const [a, b] of [[0.5 + door, 1], [0, 0.5 - door]] as const) room.lathe('stone', [centre, high + 1.05, 0], [[radius + 0.36, 0], [radius - 0.06, 0]], 15, { from: a, to: b }); // prettier-ignore
  for (let i = 0; i < 12; ++i) {
    const angle = ((i + 0.5) / 12) * 2 * Math.PI;
    room.post('iron!', [centre + (radius + 0.12) * Math.cos(angle), high + 1.0, (radius + 0.12) * Math.sin(angle)], 0.07, 3.6, 8, { scale: 1 }); // prettier-ignore
  }
  room.lathe('iron', [centre, high + 4.5, 0], [[radius + 0.5, 0], [radius + 0.45, 0.15], [2.6, 1.7], [0.5, 2.5], [0, 2.6]], 24, { inside: true, scale: 0.5 }); // prettier-ignore
  room.lathe(
    'brass',
    [centre, high + 4.4, 0],
    [
      [radius, 0],
      [radius, 0.25],
    ],
    24,
    { inside: true, scale: 1 },
  );
  // The pedestal.
  room.lathe('brass', [centre, high, 0], [[1.5, 0], [1.5, 0.16], [1.2, 0.26], [0.8, 0.5], [0.62, 0.7], [0.62, 1.0], [1.05, 1.18], [1.05, 1.26], [0, 1.26]], 24, { scale: 1 }); // prettier-ignore

  // The lens: rings of glass round the flame, in a frame of brass.
  const lens = new Model('lens', { scale: 1, density: 4 });
  lens.lathe('glass', [0, 0, 0], glass, 32, { fit: [1, 1] });
  for (const y of [-1.2, 1.16])
    lens.lathe(
      'brass',
      [0, y, 0],
      [
        [0.3, 0],
        [0.62, 0],
        [0.62, 0.1],
        [0.3, 0.1],
      ],
      20,
    );
  for (let i = 0; i < 4; ++i) {
    const angle = ((i + 0.5) / 4) * 2 * Math.PI,
      [c, s] = [1.1 * Math.cos(angle), 1.1 * Math.sin(angle)];
    lens.box('brass!', [c - 0.05, -1.15, s - 0.05], [c + 0.05, 1.2, s + 0.05]);
  }
  const name = 'lamp room';
  return {
    name,
    models: [room, lens],
    air: {
      reach: 6,
      far: ([x, y, z], at) => {
        const sun = Math.max(0, -x) ** 3 * Math.max(0, 1 - 2 * Math.abs(y - 0.05)) * (1 - 0.5 * Math.abs(z)),
          sky = 0.5 + 0.5 * y,
          roof = Math.max(0, (at[1] - high - 3) / 4);
        return [0.14 + 0.1 * sky + 0.9 * sun + 0.12 * roof, 0.17 + 0.14 * sky + 0.45 * sun + 0.06 * roof, 0.22 + 0.2 * sky + 0.22 * sun];
      },
      emitters: [{ at: [centre, lensHeight + 1.9, 0], color: [0.5, 0.34, 0.16], range: 8, size: 0.8 }, { at: [centre, lensHeight - 1.5, 0], color: [0.3, 0.2, 0.1], range: 7, size: 1 }],
    },
    scene: [
      'sky',
      turns(16, 0, { op: 'transform', translate: [centre, lensHeight, 0], rotate: { value: [0, 0, 0], anim: { b: 'V13', c: 'CONST', const: [0, 360, 0, 0] } }, in: [
        mesh(name, lens),
        { op: 'multiply', count: 2, rotate: [0, 180, 0], in: [{ op: 'mesh', material: 'beam', boxes: beams() }] },
        { op: 'light', name: 'lens light', range: 17, color: [1.05, 0.78, 0.42, 1.3] },
      ] }),
      { op: 'transform', translate: [centre, lensHeight, 0], in: [glowing(1.7)] },
    ],
    cells: [
      { min: [centre - 4.8, high, -1.3], max: [centre + 4.8, 15, 1.3] },
      { min: [centre - 3.4, high, -3.4], max: [centre + 3.4, 15, 3.4] },
      { min: [centre - 1.3, high, -4.8], max: [centre + 1.3, 15, 4.8] },
    ],
  }; // prettier-ignore
}

/** Flat shafts of light both ways; upright and lying. */
function beams(): { min: number[]; max: number[] }[] {
  return [
    { min: [0.9, -0.55, 0], max: [26, 0.55, 0] },
    { min: [0.9, 0, -0.55], max: [26, 0, 0.55] },
  ];
}
