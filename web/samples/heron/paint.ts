// The heron's colours: slate wings with pale feather edges, a cream neck with dashes down its front, a midnight crown,
// chestnut thighs, coral legs, an apricot bill and a yellow eye.

import type { Chart, Paint } from '../model/atlas';
import { openness } from '../model/field';
import { type Color, Picture, blend, hex, noise, shade } from '../model/png';
import { type Vec3, clamp, conjugate, multiply, pitch, rotate, smoothstep, sub, yaw } from '../model/vec';
import { bindNeck } from './skeleton';
import { body, parts } from './shape';

const color = {
  slate: hex(0x6a849a),
  deep: hex(0x2f4358),
  mist: hex(0xa9bcc8),
  white: hex(0xf6f1e6),
  cream: hex(0xeeddc4),
  lilac: hex(0xb9aeb4),
  rufous: hex(0xa65c34),
  midnight: hex(0x1d2733),
  apricot: hex(0xf0a84a),
  amber: hex(0xc9702c),
  coral: hex(0xd9795d),
  claw: hex(0x3a3230),
};

export const charts: readonly Chart[] = [
  {
    field: parts.torso,
    axis: [
      [10.5, 0, 26.4],
      [5, 0, 26],
      [-4.5, 0, 23.2],
      [-14, 0, 19.6],
    ],
    up: [0, 0, 1],
    rect: [0, 0, 512, 150],
  },
  {
    field: parts.wing,
    axis: [
      [9, 2, 28],
      [-14, 2.4, 21],
    ],
    up: [0, 0, 1],
    rect: [0, 150, 512, 140],
  },
  { field: parts.neck, axis: [[6, 0, 26.4], ...bindNeck.slice(1)], up: [1, 0, 0.1], rect: [0, 290, 512, 90] },
  {
    field: parts.head,
    axis: [
      [5.5, 0, 44.3],
      [9, 0, 44.1],
      [13.5, 0, 43.5],
    ],
    up: [0, 0, 1],
    rect: [0, 380, 256, 132],
  },
  {
    field: parts.thigh,
    axis: [
      [-0.4, 1.9, 25.5],
      [1.5, 2.4, 19.5],
      [0.6, 2.6, 13],
    ],
    up: [1, 0, 0.3],
    rect: [256, 380, 256, 132],
  },
];

/** Rows of overlapping feathers: 0 at the root of a feather, 1 at its tip. */
function scales(along: number, across: number, size: number): number {
  const row = (k: number): number => {
    const place = across / size + (Math.abs(k) % 2) / 2;
    const local = place - Math.floor(place) - 0.5;
    return along / size + local * local * 1.6 - k;
  };
  const k = Math.floor(along / size);
  const inner = row(k + 1);
  return inner >= 0 ? inner : clamp(row(k), 0, 1);
}

const wingCoat = (p: Vec3): Color => {
  const q = rotate(conjugate(multiply(yaw(0.12), pitch(0.31))), sub(p, [-1.8, 3.35, 24.7]));
  const back = smoothstep(-9, 8, -q[0]);
  const feather = scales(9 - q[0], q[2] + 20, 1.15 + 1.5 * back);
  const base = blend(blend(color.mist, color.slate, smoothstep(0, 0.45, back)), color.deep, smoothstep(0.55, 1, back));
  const lit = blend(shade(base, 0.8), base, feather);
  const edged = blend(lit, color.mist, 0.55 * smoothstep(0.78, 0.9, feather) * smoothstep(1.02, 0.9, feather));
  const shoulder = smoothstep(4.4, 7.2, q[0]) * smoothstep(-2, 0.5, q[2]);
  return blend(edged, color.rufous, shoulder * 0.85);
};

const torsoCoat = (p: Vec3, n: Vec3): Color => {
  const upper = smoothstep(-0.25, 0.35, n[2] + 0.15 * noise(p[0], p[1] * 2, p[2]));
  const back = blend(color.slate, color.deep, smoothstep(-6, -13, p[0]));
  const under = blend(color.white, color.mist, smoothstep(-5, -12, p[0]));
  const streak =
    smoothstep(0.35, 0.7, Math.cos(p[1] * 3.1) + 0.35 * noise(p[0] * 0.9, p[1] * 3, p[2] * 0.7)) *
    smoothstep(4.5, 7.5, p[0]) *
    smoothstep(0.5, 0, n[2]);
  return blend(blend(under, back, upper * smoothstep(8.5, 4, p[0])), color.deep, streak * 0.45);
};

const neckCoat = (p: Vec3, n: Vec3): Color => {
  const height = smoothstep(27, 43, p[2]);
  const front = smoothstep(-0.1, 0.75, n[0]);
  // Two rows of long drops, left and right of the middle.
  const drop = 0.2 * Math.max(0, Math.sin(p[2] * 3.6 + 0.8 * noise(p[0], 3, p[2]))) ** 0.7;
  const dash =
    smoothstep(0.07, -0.07, Math.abs(p[1] - 0.32) - drop) *
    smoothstep(0.04, 0.1, drop) *
    smoothstep(0.3, 0.5, n[0]) *
    smoothstep(43.5, 42, p[2]) *
    smoothstep(28.5, 30, p[2]);
  const side = blend(color.cream, color.lilac, smoothstep(0.35, -0.9, n[0]));
  const warm = blend(side, color.rufous, 0.3 * (1 - Math.abs(2 * height - 0.9)) * smoothstep(0.5, -0.6, n[0]));
  return blend(blend(warm, color.white, front), color.midnight, dash * 0.85);
};

const headCoat = (p: Vec3): Color => {
  const brow = 44.95 - 0.07 * (p[0] - 8) ** 2 * (p[0] > 8 ? 0.5 : 0) - 0.12 * Math.max(0, 8 - p[0]);
  const crown =
    smoothstep(-0.16, 0.14, p[2] - brow + 0.1 * noise(p[0] * 2, p[1] * 2, 0)) * smoothstep(11.2, 10.2, p[0]);
  const streak =
    smoothstep(0.34, 0.2, Math.abs(p[2] - 44.5 - 0.03 * (9.4 - p[0]))) *
    smoothstep(10.6, 9.8, p[0]) *
    smoothstep(0.8, 1.1, Math.abs(p[1]));
  const lore = smoothstep(9.9, 11.4, p[0]);
  return blend(
    blend(
      blend(color.white, color.midnight, Math.max(crown, streak * smoothstep(6.4, 7.4, p[0]))),
      color.apricot,
      lore * 0.8,
    ),
    color.white,
    0.04,
  );
};

const thighCoat = (p: Vec3): Color => {
  const down = smoothstep(23.5, 16, p[2]);
  const feather = scales(24 - p[2], p[0] * 0.8 + 10, 1.1);
  return shade(
    blend(blend(color.mist, color.rufous, smoothstep(0.02, 0.35, down)), color.cream, smoothstep(0.7, 1, down)),
    0.9 + 0.1 * feather,
  );
};

export const paintBody: Paint = (p, n, chart) => {
  const folded: Vec3 = [p[0], Math.abs(p[1]), p[2]];
  const side: Vec3 = [n[0], Math.abs(n[1]), n[2]];
  // Coats fade into each other over a little way where their parts meet.
  const coats = [
    torsoCoat(folded, side),
    wingCoat(folded),
    neckCoat(folded, side),
    headCoat(folded),
    thighCoat(folded),
  ];
  const depth = [parts.torso, parts.wing, parts.neck, parts.head, parts.thigh].map((field) => field(folded));
  const nearest = depth[chart] as number;
  let sum: Color = [0, 0, 0];
  let total = 0;
  coats.forEach((coat, i) => {
    const weight = smoothstep(0.4, 0, (depth[i] as number) - nearest);
    sum = [sum[0] + coat[0] * weight, sum[1] + coat[1] * weight, sum[2] + coat[2] * weight];
    total += weight;
  });
  const grain = 1 + 0.035 * noise(folded[0] * 1.3, folded[1] * 1.3, folded[2] * 1.3);
  return shade(sum, (grain * (0.62 + 0.38 * openness(body, folded, side, 2.4))) / total);
};

export const paintHorn = (): Picture =>
  Picture.paint(256, 128, (u, v) => {
    if (v < 0.5) {
      const rings = 0.92 + 0.08 * smoothstep(-0.4, 0.6, Math.sin(u * 150));
      const shin = blend(color.coral, hex(0xa8543f), smoothstep(0.2, 0.6, v * 2) * 0.5);
      return shade(blend(shin, color.claw, smoothstep(0.9, 0.95, u) * 0.9), rings);
    }
    const upper = v < 0.76;
    const length = blend(
      upper ? color.apricot : hex(0xf4bd6c),
      upper ? color.amber : color.apricot,
      smoothstep(0.15, 0.95, u),
    );
    const ridge = upper ? smoothstep(0.6, 0.53, v) * 0.35 : 0;
    return blend(length, color.claw, ridge * smoothstep(0, 0.2, u) + 0.25 * smoothstep(0.88, 1, u));
  });

export const paintFeather = (): Picture =>
  Picture.paint(256, 256, (u, v) => {
    const row = Math.min(3, Math.floor(v * 4));
    // 0 along the shaft on either face, 1 at the rim of the vane.
    const across = 1 - Math.abs((v * 4 - row - 0.5) / 0.42);
    const [root, tip] = (
      [
        [color.midnight, color.midnight],
        [color.white, color.mist],
        [color.slate, color.midnight],
        [color.slate, color.deep],
      ] as const
    )[row] as readonly [Color, Color];
    const vane = blend(root, tip, smoothstep(0.1, 0.9, u));
    const barbs = 0.96 + 0.04 * Math.sin((u * 40 + across * 3) * Math.PI);
    const shaft = smoothstep(0.2, 0.05, across) * (row === 0 ? 0.12 : 0.3);
    const edge = smoothstep(0.8, 1, across) * (row >= 2 ? 0.25 : 0);
    return shade(blend(blend(vane, color.mist, edge), color.white, shaft * (1 - u)), barbs);
  });

export const paintEye = (): Picture =>
  Picture.paint(64, 64, (u, v) => {
    const r = Math.hypot(u - 0.5, v - 0.5) * 2;
    const iris = blend(hex(0xffd84a), hex(0xe08a1e), smoothstep(0.3, 0.62, r));
    const eye = blend(blend(hex(0x0b0d10), iris, smoothstep(0.27, 0.31, r)), hex(0x16191d), smoothstep(0.6, 0.68, r));
    return blend(hex(0xffffff), eye, smoothstep(0.07, 0.13, Math.hypot(u - 0.42, v - 0.36)));
  });
