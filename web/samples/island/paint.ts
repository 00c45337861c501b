// Textures of the island, made by code: they repeat without a seam.

import { Picture, blend, type Color } from '../model/png';
import { clamp, lerp, smoothstep } from '../model/vec';

const fine = (h: number): number => {
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
};
const cell = (x: number, y: number, seed: number): number =>
  fine(Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1));

/** Smooth noise in 0..1 that repeats after 1 along both axes; `nx` by `ny` cells. */
export function grain(u: number, v: number, nx: number, ny: number, seed = 0): number {
  const [x, y] = [u * nx, v * ny],
    [ix, iy] = [Math.floor(x), Math.floor(y)],
    ease = (t: number): number => t * t * (3 - 2 * t),
    at = (i: number, j: number): number => cell((((ix + i) % nx) + nx) % nx, (((iy + j) % ny) + ny) % ny, seed);
  const [tx, ty] = [ease(x - ix), ease(y - iy)];
  return lerp(lerp(at(0, 0), at(1, 0), tx), lerp(at(0, 1), at(1, 1), tx), ty);
}

/** Sum of octaves, about 0..1. */
export function cloud(u: number, v: number, cells: number, octaves: number, seed = 0): number {
  let [sum, weight, total] = [0, 1, 0];
  for (let i = 0; i < octaves; ++i, weight *= 0.55) {
    sum += weight * grain(u, v, cells << i, cells << i, seed + i);
    total += weight;
  }
  return sum / total;
}

interface Wall {
  height: number;
  tone: number;
  block: number;
}

/** Courses of hewn stone: distance into the joint, and a tone for each block. */
function courses(u: number, v: number, rows: number, columns: number): Wall {
  const wobble = 0.012 * (cloud(u, v, 8, 3, 40) - 0.5);
  // Courses of unequal height, and blocks of unequal length.
  const down = (v + wobble + 0.02 * Math.sin(2 * Math.PI * (2 * v + 0.15))) * rows,
    row = Math.floor(down),
    y = down - row,
    course = ((row % rows) + rows) % rows,
    blocks = columns + (cell(course, 4, 6) > 0.55 ? 1 : 0),
    along = u + wobble + cell(course, 3, 5) + 0.03 * Math.sin(2 * Math.PI * (2 * u + cell(course, 5, 7))),
    across = along * blocks,
    column = Math.floor(across),
    x = across - column;
  const edge = Math.min(Math.min(x, 1 - x) * (rows / blocks), Math.min(y, 1 - y));
  const block = cell(((column % blocks) + blocks) % blocks, course, 9);
  const face = cloud(u, v, 8, 4, 50);
  return { height: smoothstep(0.01, 0.11, edge) * (0.7 + 0.25 * block) + 0.3 * face, tone: face, block };
}

export const stoneHeight = (u: number, v: number): number => courses(u, v, 6, 3).height;
function stone(u: number, v: number): Color {
  const { height, tone, block } = courses(u, v, 6, 3);
  const base = blend([0.46, 0.49, 0.54], [0.7, 0.66, 0.59], 0.75 * block + 0.25 * tone);
  const moss = smoothstep(0.55, 0.75, cloud(u, v, 4, 4, 70)) * (1 - smoothstep(0.5, 1, height));
  return shadeOf(
    blend(base, [0.3, 0.38, 0.3], 0.5 * moss),
    0.56 + 0.46 * height * (0.75 + 0.5 * cloud(u, v, 32, 2, 8)),
  );
}

export function rockHeight(u: number, v: number): number {
  const ridge = 1 - Math.abs(2 * cloud(u, v, 4, 5, 20) - 1);
  return 0.6 * ridge + 0.4 * cloud(u + 0.3, v, 8, 4, 26);
}
function rock(u: number, v: number): Color {
  const h = rockHeight(u, v),
    vein = smoothstep(0.56, 0.66, cloud(u, v, 3, 4, 33));
  return shadeOf(blend([0.47, 0.5, 0.55], [0.6, 0.55, 0.5], vein), 0.35 + 0.85 * h);
}

export function plankHeight(u: number, v: number): number {
  const y = v * 4,
    edge = Math.min(y - Math.floor(y), 1 - (y - Math.floor(y)));
  return smoothstep(0.01, 0.07, edge) * (0.7 + 0.3 * grain(u, v, 4, 64, Math.floor(y)));
}
function planks(u: number, v: number): Color {
  const board = Math.floor(v * 4),
    fibre = 0.6 * grain(u, v, 5, 96, 3) + 0.4 * grain(u, v, 12, 48, 7),
    knot = smoothstep(0.72, 0.9, cloud(u, v, 6, 2, 11));
  const base = blend([0.5, 0.37, 0.25], [0.66, 0.53, 0.38], 0.6 * fibre + 0.4 * cell(board, 1, 2));
  return shadeOf(blend(base, [0.22, 0.15, 0.1], 0.5 * knot), 0.3 + 0.75 * plankHeight(u, v));
}

/** One board without a joint, its fibre along u. */
export const timberHeight = (u: number, v: number): number =>
  0.7 * grain(u, v, 3, 48, 15) + 0.3 * grain(u, v, 8, 96, 16);
function timber(u: number, v: number): Color {
  const fibre = 0.55 * grain(u, v, 3, 64, 17) + 0.45 * grain(u, v, 6, 128, 18),
    worn = cloud(u, v, 4, 3, 19),
    knot = smoothstep(0.74, 0.86, cloud(u, v, 5, 2, 12));
  const base = blend([0.42, 0.31, 0.21], [0.66, 0.53, 0.39], 0.65 * fibre + 0.35 * worn);
  return shadeOf(blend(base, [0.2, 0.14, 0.09], 0.6 * knot), 0.62 + 0.4 * timberHeight(u, v));
}

export function ironHeight(u: number, v: number): number {
  const [x, y] = [u * 4 - Math.floor(u * 4) - 0.5, v * 4 - Math.floor(v * 4) - 0.5];
  const rivet = 1 - smoothstep(0.05, 0.09, Math.hypot(Math.abs(x) - 0.4, Math.abs(y) - 0.4));
  const seam = smoothstep(0, 0.025, Math.min(0.5 - Math.abs(x), 0.5 - Math.abs(y)));
  return 0.5 * seam + 0.5 * rivet + 0.15 * cloud(u, v, 16, 3, 4);
}
function iron(u: number, v: number): Color {
  const rust = smoothstep(0.45, 0.7, cloud(u, v, 4, 5, 61));
  return shadeOf(blend([0.4, 0.43, 0.47], [0.52, 0.33, 0.2], rust), 0.45 + 0.55 * ironHeight(u, v) + 0.2 * cloud(u, v, 32, 2, 3)); // prettier-ignore
}

function brass(u: number, v: number): Color {
  const stain = smoothstep(0.5, 0.8, cloud(u, v, 4, 4, 6));
  return shadeOf(blend([0.75, 0.55, 0.25], [0.42, 0.36, 0.22], 0.6 * stain), 0.8 + 0.12 * grain(u, v, 2, 64, 4) + 0.15 * cloud(u, v, 8, 3, 5)); // prettier-ignore
}
function paint(u: number, v: number): Color {
  const worn = smoothstep(0.62, 0.7, cloud(u, v, 6, 4, 80));
  return blend(shadeOf([0.62, 0.13, 0.1], 0.75 + 0.4 * plankHeight(u, v) * grain(u, v, 4, 64, 9)), shadeOf(planks(u, v), 0.8), worn); // prettier-ignore
}

/** Waves: the sum of noises that scroll as one. */
export const waveHeight = (u: number, v: number): number =>
  cloud(u, v, 4, 5, 90) + 0.25 * Math.sin(2 * Math.PI * (3 * v + cloud(u, v, 4, 2, 95)));

/** A flame's body: full at the foot, ragged above; repeats along u and, scrolling, along v. */
const fire = (u: number, v: number): Color => {
  const tongue = cloud(u, v, 4, 4, 100),
    heat = clamp(1.7 * tongue - 0.35, 0, 1);
  return [clamp(1.25 * heat, 0, 1), 0.55 * heat * heat, 0.2 * heat * heat * heat];
};
/** One tongue of a flame, foot below. */
const flame = (u: number, v: number): Color => {
  const bent = u - 0.5 + 0.09 * Math.sin(7 * v) * (1 - v),
    wide = 0.3 * Math.pow(v, 0.7) * Math.sqrt(1.02 - v * v * 0.6),
    much = smoothstep(1, 0.1, Math.abs(bent) / (wide + 1e-3)) * smoothstep(0, 0.3, v) * smoothstep(1, 0.9, v);
  const heat = much * (0.55 + 0.6 * cloud(u, v, 6, 3, 104));
  return [heat, 0.55 * heat ** 1.5, 0.22 * heat ** 2.6];
};
/** Rain in the wind, very faint. */
const rain = (u: number, v: number): Color => {
  const column = Math.floor(u * 24),
    at = u * 24 - column,
    run = (v * (1 + (column % 2)) + cell(column, 1, 300)) % 1;
  const much = 0.16 * smoothstep(0.5, 0.2, Math.abs(at - 0.5)) * smoothstep(0.86, 0.98, run) * (0.3 + 0.7 * cell(column, 2, 300)); // prettier-ignore
  return [0.75 * much, 0.9 * much, 1.1 * much];
};

/** Round glow, for lamps and lenses. */
const glow = (u: number, v: number): Color => {
  const away = Math.hypot(u - 0.5, v - 0.5) * 2,
    much = clamp(1 - away, 0, 1);
  return [much ** 2, 0.72 * much ** 2.4, 0.4 * much ** 3];
};
/** Glass of a lighthouse: prisms above and below a belt, eight panes round. The flame shows in the middle of each. */
const lens = (u: number, v: number): Color => {
  const up = Math.abs(2 * v - 1),
    pane = u * 8 - Math.floor(u * 8) - 0.5,
    belt = smoothstep(0.34, 0.28, up),
    away = belt > 0.5 ? Math.hypot(pane * 1.3, up * 1.1) : up,
    rings = (away * (belt > 0.5 ? 11 : 16)) % 1;
  // Each prism is bright where it turns the flame towards the eye, and dark at its edge.
  const prism = 0.55 + 0.45 * Math.sin(Math.PI * rings) ** 1.5,
    flame = Math.exp(-((pane / 0.24) ** 2) - (up / 0.75) ** 2),
    seam = smoothstep(0.5, 0.47, Math.abs(pane)) * smoothstep(0.015, 0.04, Math.abs(up - 0.31));
  const much = (0.5 + 0.95 * flame) * prism * (0.3 + 0.7 * seam);
  return [clamp(1.15 * much, 0, 1), clamp(0.98 * much - 0.02, 0, 1), clamp(0.72 * much ** 1.15, 0, 1)];
};
/** A beam of light from the left to the right, soft at its edges. */
const beam = (u: number, v: number): Color => {
  const much = Math.sin(Math.PI * v) ** 2 * (1 - u) ** 1.4 * smoothstep(0, 0.03, u);
  return [0.95 * much, 0.72 * much, 0.42 * much];
};

/** Dusk over the sea: u round the horizon (0.5 is where the sun went), v from above to below. */
export function skyColor(u: number, v: number): Color {
  const up = clamp((0.62 - v) / 0.62, 0, 1),
    sun = Math.exp(-((Math.abs(u - 0.5) / 0.16) ** 2));
  const band = Math.exp(-((v - 0.62) ** 2) / 0.012);
  let color = blend([0.2, 0.3, 0.42], [0.05, 0.08, 0.16], Math.sqrt(up));
  color = blend(color, [0.85, 0.42, 0.2], 0.75 * band * (0.42 + 0.58 * sun));
  const streak = smoothstep(0.5, 0.75, grain(u, v, 8, 40, 200) * 0.6 + cloud(u, v, 8, 3, 210) * 0.4);
  color = blend(color, [0.62, 0.34, 0.3], 0.35 * streak * Math.exp(-up * 4) * (0.4 + 0.6 * sun));
  return v > 0.62 ? blend([0.1, 0.15, 0.2], [0.03, 0.06, 0.09], clamp((v - 0.62) * 5, 0, 1)) : color;
}
/** The same sky as a sphere map, darkened for what mirrors little. */
const mirrored = (u: number, v: number): Color => {
  const [x, y] = [2 * u - 1, 1 - 2 * v],
    away = Math.min(1, Math.hypot(x, y)),
    up = 0.5 - 0.5 * y;
  const shine = Math.exp(-((y - 0.12) ** 2) / 0.02) * Math.exp(-(x ** 2) / 0.5);
  return blend(blend([0.16, 0.24, 0.36], [0.02, 0.03, 0.05], smoothstep(0.3, 0.7, up)), [0.9, 0.5, 0.22], 0.8 * shine * (1 - 0.3 * away)); // prettier-ignore
};
/** Reflections in the brass of the engine room: dark walls, a fire below, a window above. */
const workshop = (u: number, v: number): Color => {
  const [x, y] = [2 * u - 1, 1 - 2 * v];
  const fireGlow = Math.exp(-((x + 0.45) ** 2 + (y + 0.5) ** 2) / 0.045),
    lampGlow = Math.exp(-((x + 0.1) ** 2 + (y - 0.55) ** 2) / 0.012),
    window = smoothstep(0.1, 0.06, Math.abs(x - 0.5)) * smoothstep(0.36, 0.3, Math.abs(y - 0.1)),
    floor = smoothstep(-0.25, -0.6, y),
    rim = smoothstep(0.75, 1, Math.hypot(x, y));
  let color = blend([0.09, 0.065, 0.04], [0.2, 0.13, 0.07], floor);
  // Beams of the ceiling.
  color = shadeOf(color, 0.6 + 0.4 * smoothstep(0.35, 0.65, Math.abs(Math.sin(9 * y + 2 * x)) + (y < 0.2 ? 1 : 0)));
  color = blend(color, [0.3, 0.2, 0.1], rim);
  color = blend(color, [1, 0.5, 0.16], fireGlow);
  color = blend(color, [1, 0.8, 0.5], lampGlow);
  return blend(color, [0.4, 0.56, 0.7], 0.85 * window);
};

/** Grain that breaks up large faces; its mean is 1 after the gain of its texture. */
const grit = (u: number, v: number): Color => {
  const c = 0.36 + 0.28 * cloud(u, v, 16, 3, 120);
  return [c, c, c];
};

/** A normal map; green leans to the top of the picture. */
function bump(size: number, height: (u: number, v: number) => number, deep: number): Picture {
  const step = 1 / size;
  return Picture.paint(size, size, (u, v) => {
    const x = ((height(u - step, v) - height(u + step, v)) * deep) / 2,
      y = ((height(u, v + step) - height(u, v - step)) * deep) / 2,
      over = 0.5 / Math.hypot(x, y, 1);
    return [0.5 + x * over, 0.5 + y * over, 0.5 + over];
  });
}
const shadeOf = (c: Color, s: number): Color => [c[0] * s, c[1] * s, c[2] * s];

/** Every texture by its file name without ending. */
export const textures = (): Record<string, Picture> => ({
  stone: Picture.paint(256, 256, stone),
  stone_bump: bump(256, stoneHeight, 7),
  rock: Picture.paint(256, 256, rock),
  rock_bump: bump(256, rockHeight, 9),
  planks: Picture.paint(256, 256, planks),
  planks_bump: bump(256, plankHeight, 5),
  timber: Picture.paint(128, 128, timber),
  timber_bump: bump(128, timberHeight, 4),
  iron: Picture.paint(256, 256, iron),
  iron_bump: bump(256, ironHeight, 5),
  brass: Picture.paint(64, 64, brass),
  paint: Picture.paint(128, 128, paint),
  water_bump: bump(256, waveHeight, 9),
  grit: Picture.paint(128, 128, grit),
  fire: Picture.paint(128, 128, fire),
  flame: Picture.paint(64, 64, flame),
  rain: Picture.paint(128, 128, rain),
  glow: Picture.paint(64, 64, glow),
  beam: Picture.paint(64, 32, beam),
  lens: Picture.paint(256, 128, lens),
  sky: Picture.paint(512, 256, skyColor),
  dusk_env: Picture.paint(128, 128, mirrored),
  brass_env: Picture.paint(128, 128, workshop),
});
