// The shape of a room of the island, and parts that several rooms have.

import type { Vec3 } from '../model/vec';
import type { Air } from './bake';
import type { Look, Model } from './surface';

/** Part of a world document. */
export type Op = string | { readonly [key: string]: unknown };

export interface Room {
  name: string;
  /** One lightmap serves them all; the first stands still and is the room itself. */
  models: readonly Model[];
  air: Air;
  /** Models of its segment besides the first. */
  scene: readonly Op[];
  cells: readonly { min: Vec3; max: Vec3; name?: string; mode?: string }[];
}

/** A model of a room with the room's materials. */
export function mesh(room: string, model: Model): Op {
  const kinds = [...new Set(model.patches.map(({ material }) => material))];
  return {
    op: 'mesh',
    model: model.name,
    materials: Object.fromEntries(kinds.map((kind) => [kind, `${room} ${kind}`])),
  };
}

export interface Opening {
  z: readonly [number, number];
  y: readonly [number, number];
}

/** An upright wall across x that faces `facing` (1 or -1), with a doorway that stands on the floor. */
export function wall(
  model: Model,
  material: string,
  x: number,
  facing: 1 | -1,
  z: readonly [number, number],
  y: readonly [number, number],
  door: Opening | undefined,
  look: Look = {},
): void {
  const piece = (z0: number, z1: number, y0: number, y1: number): void => {
    if (z1 <= z0 || y1 <= y0) return;
    const shift = [z0 * 0.5, -y1 * 0.5] as const;
    if (facing > 0) model.quad(material, [x, y1, z1], [0, 0, z0 - z1], [0, y0 - y1, 0], { shift, ...look });
    else model.quad(material, [x, y1, z0], [0, 0, z1 - z0], [0, y0 - y1, 0], { shift, ...look });
  };
  if (door === undefined) return piece(z[0], z[1], y[0], y[1]);
  piece(z[0], door.z[0], y[0], y[1]);
  piece(door.z[1], z[1], y[0], y[1]);
  piece(door.z[0], door.z[1], door.y[1], y[1]);
  piece(door.z[0], door.z[1], y[0], door.y[0]);
}

/** Both sides, the lintel and the floor of a passage through a wall. */
export function passage(model: Model, material: string, from: number, to: number, { z, y }: Opening): void {
  model.box(material, [from, y[0], z[0]], [to, y[1], z[1]], {
    inside: true,
    faces: ['back', 'front', 'top', 'bottom'],
  });
}

/** A post, a cage and a hood: lanterns of three rooms. The flame is at the origin. */
export function lantern(model: Model, hang: number): void {
  model.lathe('brass', [0, 0, 0], [[0.16, -0.28], [0.2, -0.2], [0.17, -0.19]], 10, { density: 8 }); // prettier-ignore
  model.lathe('brass', [0, 0, 0], [[0.22, 0.2], [0.12, 0.34], [0.03, 0.42]], 10, { density: 8 }); // prettier-ignore
  for (const [x, z] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) model.box('iron', [x * 0.17 - 0.012, -0.2, z * 0.17 - 0.012], [x * 0.17 + 0.012, 0.22, z * 0.17 + 0.012]); // prettier-ignore
  if (hang > 0) model.box('iron', [-0.015, 0.4, -0.015], [0.015, hang, 0.015]);
}

/** TIME in other units for what stands inside: whole turns of sin and cos over so many beats. */
export const turns = (beats: number, phase: number, ...inputs: Op[]): Op => ({
  op: 'set',
  variable: 'V13',
  value: { value: [phase, phase, phase, phase], anim: { b: 'TIME', c: 'CONST', const: Array(4).fill(1 / beats) } },
  in: inputs,
});

/** A glow of added light, a metre wide, in two squares that cross. */
export const glowing = (size: number, material = 'glow'): Op => ({
  op: 'transform',
  scale: size * 2,
  in: [
    {
      op: 'mesh',
      material,
      boxes: [
        { min: [-0.5, -0.5, 0], max: [0.5, 0.5, 0] },
        { min: [0, -0.5, -0.5], max: [0, 0.5, 0.5] },
      ],
    },
  ],
});
