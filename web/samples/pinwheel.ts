// A garden pinwheel in the text format of 2007: curves with handles that the viewer derives, and cyclic ones that go on
// beyond their keys.

import { Picture, blend, hex, shade } from './model/png';
import { QmshObject, writeQmshText, type QmshAction, type QmshBone, type QmshCurve } from './model/qmsh';
import type { Sample } from './sample';

const hub = 1.7;
const arms = 8;
const fps = 25;
const paper = 0;
const wood = 1;

type Point = readonly [number, number, number];

/** A stick with a foot: rings from the ground up, the outer side only. */
function stand(): QmshObject {
  const it = new QmshObject('Stand', ['pinwheel_wood'], 40);
  const sides = 16;
  const profile: [number, number][] = [
    [0.001, 0],
    [0.34, 0],
    [0.36, 0.03],
    [0.34, 0.08],
    [0.09, 0.14],
    [0.05, 0.2],
    [0.042, 0.9],
    [0.036, hub + 0.06],
    [0.001, hub + 0.09],
  ];
  const rings = profile.map(([radius, z]) =>
    Array.from({ length: sides }, (_, k) => {
      const angle = (2 * Math.PI * k) / sides;
      return it.vertex([Math.cos(angle) * radius, Math.sin(angle) * radius, z], 'Post');
    }),
  );
  rings.slice(1).forEach((above, i) => {
    const below = rings[i] as number[];
    const [v0, v1] = [i / (rings.length - 1), (i + 1) / (rings.length - 1)];
    for (let k = 0; k < sides; k++) {
      const next = (k + 1) % sides;
      const [u0, u1] = [k / sides, (k + 1) / sides];
      const corner = (ring: number[], j: number, u: number, v: number): Point => [ring[j] as number, u, v];
      it.face(
        0,
        corner(below, k, u0, v0),
        corner(below, next, u1, v0),
        corner(above, next, u1, v1),
        corner(above, k, u0, v1),
      );
    }
  });
  return it;
}

/** Folded paper arms around a wooden button; the wheel's plane is x, z, its front looks along -y. */
function wheel(): QmshObject {
  const it = new QmshObject('Wheel', ['pinwheel_paper', 'pinwheel_wood'], 50);
  const around = (angle: number, radius: number, y: number): Point => [
    Math.cos(angle) * radius,
    y,
    hub + Math.sin(angle) * radius,
  ];
  const steps = 6;
  for (let arm = 0; arm < arms; arm++) {
    const from = (2 * Math.PI * arm) / arms;
    const width = (2 * Math.PI) / arms;
    // Each row runs across the arm: flat at one edge, curled forward at the other.
    const rows = Array.from({ length: steps + 1 }, (_, i) => {
      const t = i / steps;
      const radius = 0.1 + 0.75 * Math.sin((t * Math.PI) / 2) * (1 - 0.12 * t * t);
      return Array.from({ length: steps + 1 }, (_unused, j) => {
        const s = j / steps;
        const curl = s * s * Math.sin(t * Math.PI * 0.75) * 0.26;
        return around(from + width * (0.08 + 0.84 * s) * (1 - 0.35 * t * s), radius, -0.1 - curl);
      });
    });
    for (const front of [true, false]) {
      const numbers = rows.map((row) => row.map(([x, y, z]) => it.vertex([x, front ? y - 0.006 : y, z], 'Wheel')));
      for (let i = 0; i < steps; i++) {
        for (let j = 0; j < steps; j++) {
          const corner = (a: number, b: number): Point => [
            (numbers[a] as number[])[b] as number,
            (arm % 2) * 0.5 + (b / steps) * 0.5,
            a / steps,
          ];
          const quad = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
          it.face(paper, ...(front ? quad : quad.reverse()));
        }
      }
    }
  }
  const sides = 20;
  const rim = (radius: number, y: number): number[] =>
    Array.from({ length: sides }, (_, k) => it.vertex(around((2 * Math.PI * k) / sides, radius, y), 'Wheel'));
  const rings = [rim(0.12, 0), rim(0.13, -0.2), rim(0.1, -0.25)];
  const tip = it.vertex([0, -0.27, hub], 'Wheel');
  for (let k = 0; k < sides; k++) {
    const next = (k + 1) % sides;
    const [u0, u1] = [k / sides, (k + 1) / sides];
    rings.slice(1).forEach((near, i) => {
      const far = rings[i] as number[];
      it.face(
        wood,
        [far[k] as number, u0, 0.2 * i],
        [far[next] as number, u1, 0.2 * i],
        [near[next] as number, u1, 0.2 * i + 0.2],
        [near[k] as number, u0, 0.2 * i + 0.2],
      );
    });
    const last = rings.at(-1) as number[];
    it.face(wood, [last[k] as number, u0, 0.5], [last[next] as number, u1, 0.5], [tip, (u0 + u1) / 2, 1]);
  }
  return it;
}

const bones: QmshBone[] = [
  {
    name: 'Post',
    parent: '',
    head: [0, 0, 0],
    tail: [0, 0, hub],
    axes: [
      [1, 0, 0],
      [0, 0, 1],
      [0, -1, 0],
    ],
  },
  {
    name: 'Wheel',
    parent: 'Post',
    head: [0, 0, hub],
    tail: [0, -0.3, hub],
    axes: [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
    ],
  },
];

/** Turns about the bone's own y: keyed for one round only, the rest is CYCLIC. */
function spin(frames: number): QmshCurve[] {
  const keys = 24;
  const curve = (name: string, value: (half: number) => number): QmshCurve => ({
    name,
    interpolation: 'LINEAR',
    extend: 'CYCLIC',
    points: Array.from({ length: keys + 1 }, (_, i) => [1 + (frames * i) / keys, value((Math.PI * i) / keys)]),
  });
  return [curve('QuatY', Math.sin), curve('QuatW', Math.cos)];
}

/** Sways about the post's z by angles in degrees, eased by automatic handles. */
function sway(degrees: readonly number[], step: number): QmshCurve[] {
  const half = degrees.map((d) => (d * Math.PI) / 360);
  const curve = (name: string, value: (half: number) => number): QmshCurve => ({
    name,
    interpolation: 'BEZIER',
    extend: 'CONST',
    points: half.map((h, i) => [1 + i * step, value(h)]),
  });
  return [curve('QuatZ', Math.sin), curve('QuatW', Math.cos)];
}

const actions: QmshAction[] = [
  {
    name: 'breeze',
    channels: [
      { bone: 'Post', curves: sway([0, 3, -1, 2, 0], 25) },
      { bone: 'Wheel', curves: spin(50) },
    ],
  },
  {
    name: 'gust',
    channels: [
      { bone: 'Post', curves: sway([0, 12, 8, 14, 7, 11, 0], 12) },
      { bone: 'Wheel', curves: spin(18) },
    ],
  },
];

const paintPaper = (): Picture =>
  Picture.paint(128, 128, (u, v) => {
    const second = u >= 0.5;
    const s = (u % 0.5) * 2;
    const base = second ? hex(0xf2e6c8) : hex(0xd8553f);
    const stripe = Math.abs((((1 - v) * 5) % 1) - 0.5) < 0.16 ? blend(base, hex(0x2f7f8f), second ? 0.85 : 0.25) : base;
    return shade(stripe, 0.86 + 0.14 * s);
  });

const paintWood = (): Picture =>
  Picture.paint(64, 128, (u, v) => {
    const grain = Math.sin(u * 40 + 3 * Math.sin(v * 6)) * 0.5 + Math.sin(u * 97 + v * 9) * 0.25;
    return shade(blend(hex(0xa9793f), hex(0x7d5428), 0.5 + 0.4 * grain), 0.95);
  });

export const pinwheel: Sample = {
  name: 'pinwheel',
  title: 'Pinwheel',
  text: 'A text model of 2007: two materials, crease angles, derived handles, a cyclic curve.',
  action: 'breeze',
  build: () => [
    { path: 'pinwheel/pinwheel.qmsh.tmp', bytes: writeQmshText([stand(), wheel()], 'Armature', bones, actions, fps) },
    { path: 'pinwheel/pinwheel_paper.png', bytes: paintPaper().png() },
    { path: 'pinwheel/pinwheel_wood.png', bytes: paintWood().png() },
  ],
};
