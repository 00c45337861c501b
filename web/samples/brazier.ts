// A brazier as an MDL: the flame moves as stored frames, and its skin is a group of four pictures that take turns.

import { Bytes } from './model/bytes';
import { Grids, type Frame, writeMdl } from './model/frames';
import { type Color, blend, hex } from './model/png';
import { type Vec3, lerp, smoothstep } from './model/vec';
import type { Sample } from './sample';

const frameCount = 4,
  pictureCount = 4,
  skinWidth = 16,
  skinHeight = 16;
/** Radius and height: up the outside of the bowl, over its rim, and down inside. */
const bowl: readonly [number, number][] = [
  [0.01, 9],
  [6, 10],
  [12, 18],
  [12.6, 19.5],
  [11, 19.5],
  [0.01, 17],
];
const bowlSides = 7;
const tongues = [
  { x: 0, y: 0, radius: 7.4, height: 30, late: 0, sides: 5, rings: 5 },
  { x: 4.6, y: 2.6, radius: 3.6, height: 16, late: 0.3, sides: 4, rings: 4 },
  { x: -1.6, y: -5, radius: 3.6, height: 18, late: 0.8, sides: 4, rings: 4 },
];

const ring = (sides: number, radius: number, z: number, x = 0, y = 0): Vec3[] =>
  Array.from({ length: sides }, (_, k): Vec3 => {
    const angle = (2 * Math.PI * k) / sides;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, z];
  });

/** A leg from under the bowl outwards: three sides. */
function leg(number: number): Vec3[] {
  const angle = (2 * Math.PI * (number + 0.5)) / 3;
  return [
    [8.5, 13],
    [9, 4],
    [13, 0],
  ].flatMap(([out, z]) => ring(3, 1.2, z!, Math.cos(angle) * out!, Math.sin(angle) * out!));
}

/** Waves run up it; what is higher leans farther. */
function tongue({ x, y, radius, height, late, sides, rings }: (typeof tongues)[number], phase: number): Vec3[] {
  const turn = (share: number, times: number): number => Math.sin(2 * Math.PI * (times * (phase + late) - share));
  const tall = height * (1 + 0.12 * turn(0, 1) + 0.06 * turn(0.3, 2));
  return Array.from({ length: rings }, (_, i) => {
    const up = i / (rings - 1),
      full = Math.sin(Math.PI * Math.min(1, 0.28 + up * 0.72)) ** 0.9 * (1 - 0.35 * up),
      lean = radius * 0.5 * up ** 1.5;
    const around = ring(
      sides,
      Math.max(0.01, radius * full * (1 + 0.13 * turn(up, 1))),
      15.5 + up * tall,
      x * (1 - 0.5 * up) + lean * turn(0.8 * up, 1),
      y * (1 - 0.5 * up) + lean * turn(0.8 * up + 0.25, 1),
    );
    // A twist, so that its edges are no straight lines.
    const twist = 0.9 * up,
      [cx, cy] = [around.reduce((sum, p) => sum + p[0], 0) / sides, around.reduce((sum, p) => sum + p[1], 0) / sides];
    return around.map(([px, py, pz]): Vec3 => {
      const [dx, dy] = [px - cx, py - cy];
      return [cx + dx * Math.cos(twist) - dy * Math.sin(twist), cy + dx * Math.sin(twist) + dy * Math.cos(twist), pz];
    });
  }).flat();
}

/** Colours of iron from 0 on, those of the fire from 224 on, where they glow. */
const kIron = 16,
  kFire = 224;
function palette(): Color[] {
  const colors: Color[] = Array.from({ length: 256 }, () => [0, 0, 0]);
  for (let i = 0; i < kIron; ++i) colors[i] = blend(hex(0x16181c), hex(0x6d6a66), i / (kIron - 1));
  const fire = [0x3a0d06, 0xb3270c, 0xee6a12, 0xffb02e, 0xffe48a, 0xfff7d6].map(hex);
  for (let i = 0; i < 32; ++i) {
    const at = (i / 31) * (fire.length - 1),
      from = Math.min(fire.length - 2, Math.floor(at));
    colors[kFire + i] = blend(fire[from]!, fire[from + 1]!, at - from);
  }
  return colors;
}

/** The upper three quarters are the flame from its tip down, the rest is iron. */
const picture = (number: number): number[] =>
  Array.from({ length: skinWidth * skinHeight }, (_, i) => {
    const u = ((i % skinWidth) + 0.5) / skinWidth,
      v = (Math.floor(i / skinWidth) + 0.5) / skinHeight;
    if (v > 0.75) return Math.round(5 + 3 * Math.cos(4 * Math.PI * u) + 30 * (v - 0.75));
    const down = v / 0.75,
      lick = 0.1 * Math.sin(2 * Math.PI * (2 * u + 1.5 * down + number / pictureCount)),
      hot = smoothstep(0, 0.95, down + lick);
    return kFire + Math.round(lerp(9, 30, hot));
  });

export const brazier: Sample = {
  name: 'brazier',
  title: 'Brazier',
  text: 'An MDL: its skin is four pictures that take turns.',
  action: 'burn',
  build() {
    const grids = new Grids();
    grids.add(bowl.length, bowlSides + 1, true, (row, column) => [
      column / bowlSides,
      row > 4 ? 0.94 : lerp(0.9, 0.84, row / 4),
    ]);
    for (let number = 0; number < 3; ++number) grids.add(3, 4, true, (row, column) => [column / 3, 0.86 + 0.02 * row]);
    for (const { height, sides, rings } of tongues)
      grids.add(rings, sides + 1, true, (row, column) => {
        const up = row / (rings - 1);
        return [column / sides, 0.74 * (1 - up) * (height > 20 ? 1 : 0.8)];
      });
    const still = [...bowl.flatMap(([radius, z]) => ring(bowlSides, radius, z)), ...[0, 1, 2].flatMap(leg)];
    const frames = Array.from({ length: frameCount }, (_, i): Frame => {
      const flames = tongues.flatMap((one) => tongue(one, i / frameCount));
      return grids.frame(`burn${i + 1}`, [...still, ...flames]);
    });
    const { corners, triangles, strips } = grids;
    const bytes = writeMdl(
      { corners, triangles, strips, frames },
      {
        width: skinWidth,
        height: skinHeight,
        pictures: Array.from({ length: pictureCount }, (_, i) => picture(i)),
        endsAt: Array.from({ length: pictureCount }, (_, i) => (i + 1) / 10),
      },
    );
    const colors = palette().flatMap((color) => color.map((c) => Math.round(c * 255)));
    return [
      { path: 'brazier/brazier.mdl', bytes },
      { path: 'brazier/palette.lmp', bytes: new Bytes().u8(...colors).done() },
    ];
  },
};
