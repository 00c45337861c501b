// A jellyfish as an Inter-Quake Model: a bell that pulses by the scale of its joint, and arms that follow.

import { type IqmJoint, type IqmTransform, writeIqm } from './model/iqm';
import { Mesh, tidy } from './model/mesh';
import { Picture, blend, hex, shade } from './model/png';
import { type Quat, type Vec3, normalize, smoothstep } from './model/vec';
import type { Sample } from './sample';

const arms = 6,
  links = 4,
  linkLength = 6,
  sides = 32,
  rings = 14;
const kNone: Quat = [0, 0, 0, 1];
const kOne: Vec3 = [1, 1, 1];
const around = (arm: number): number => (2 * Math.PI * arm) / arms;

function jointsOf(): IqmJoint[] {
  const joints: IqmJoint[] = [
    { name: 'body', parent: -1, translate: [0, 0, 30], rotate: kNone, scale: kOne },
    { name: 'bell', parent: 0, translate: [0, 0, 0], rotate: kNone, scale: kOne },
  ];
  for (let arm = 0; arm < arms; ++arm)
    for (let link = 0; link < links; ++link) {
      const angle = around(arm);
      const translate: Vec3 = link === 0 ? [Math.cos(angle) * 5, Math.sin(angle) * 5, 0] : [0, 0, -linkLength];
      const parent = link === 0 ? 0 : joints.length - 1;
      joints.push({ name: `arm${arm}.${link}`, parent, translate, rotate: kNone, scale: kOne });
    }
  return joints;
}

/** Vertices with their normals; both move together. */
class Surface {
  readonly mesh: Mesh;
  readonly normals: Vec3[] = [];
  constructor(name: string) {
    this.mesh = new Mesh(name, 'jellyfish');
  }
  point(position: Vec3, normal: Vec3, uv: [number, number], influences: ReadonlyMap<number, number>): number {
    this.normals.push(normalize(normal));
    return this.mesh.vertex(position, uv, tidy(influences, 4, 1e-3));
  }
  /** Rows of one length, the outside to the left of the way from row to row. */
  weave(rows: readonly number[][]): void {
    rows.slice(1).forEach((below, i) => {
      const above = rows[i]!;
      for (let k = 0; k + 1 < above.length; ++k) this.mesh.quad(above[k]!, above[k + 1]!, below[k + 1]!, below[k]!);
    });
  }
}

/** A dome of two skins: t = 0 is the top of the outer one, 1 the rim, 2 the top of the inner one. */
function bell(): Surface {
  const surface = new Surface('bell');
  const row = (t: number): number[] =>
    Array.from({ length: sides + 1 }, (_, k) => {
      const inner = t > 1,
        angle = (2 * Math.PI * k) / sides,
        down = ((inner ? 2 - t : t) * Math.PI) / 2,
        radius =
          (inner ? 10.6 : 12) *
          Math.max(Math.sin(down), 0.002) *
          (1 + 0.05 * Math.cos(8 * angle) * (inner ? 2 - t : t)),
        z = 30 + (inner ? 7.6 : 9) * Math.cos(down);
      const out = inner ? -1 : 1,
        normal: Vec3 = [
          Math.cos(angle) * Math.sin(down) * out,
          Math.sin(angle) * Math.sin(down) * out,
          Math.cos(down) * out + 1e-6,
        ];
      const held = smoothstep(0, 0.6, inner ? 2 - t : t);
      const influences = new Map([
        [0, 1 - held],
        [1, held],
      ]);
      return surface.point(
        [Math.cos(angle) * radius, Math.sin(angle) * radius, z],
        normal,
        [k / sides, t / 4],
        influences,
      );
    });
  surface.weave(Array.from({ length: 2 * rings + 1 }, (_, i) => row(i / rings)));
  return surface;
}

function armOf(arm: number): Surface {
  const surface = new Surface(`arm${arm}`);
  const first = 2 + arm * links,
    steps = links * 4,
    corners = 6,
    [x, y] = [Math.cos(around(arm)) * 5, Math.sin(around(arm)) * 5];
  const rows = Array.from({ length: steps + 1 }, (_, i) => {
    const along = (i / steps) * links,
      radius = 0.9 * (1 - 0.8 * (i / steps)),
      link = Math.min(links - 1, Math.floor(along)),
      next = smoothstep(0.5, 1, along - link);
    const influences = new Map([[first + link, 1 - next]]);
    if (link + 1 < links) influences.set(first + link + 1, next);
    else influences.set(first + link, 1);
    return Array.from({ length: corners + 1 }, (_, k) => {
      const angle = (2 * Math.PI * k) / corners;
      const normal: Vec3 = [Math.cos(angle), Math.sin(angle), 0.1];
      const position: Vec3 = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, 30 - along * linkLength];
      return surface.point(position, normal, [k / corners, 0.55 + 0.44 * (i / steps)], influences);
    });
  });
  surface.weave(rows);
  return surface;
}

/** The bell closes quickly and opens slowly; the arms swing after it, the lower the later. */
function swim(joints: readonly IqmJoint[], phase: number): IqmTransform[] {
  const squeeze = (at: number): number => Math.max(0, Math.sin(2 * Math.PI * (at - Math.floor(at)) ** 0.7)) ** 2;
  const closed = squeeze(phase);
  return joints.map(({ name, translate }): IqmTransform => {
    if (name === 'body')
      return { translate: [0, 0, 30 + 1.6 * Math.sin(2 * Math.PI * (phase - 0.2))], rotate: kNone, scale: kOne };
    if (name === 'bell')
      return { translate, rotate: kNone, scale: [1 - 0.3 * closed, 1 - 0.3 * closed, 1 + 0.16 * closed] };
    const [arm = 0, link = 0] = name.slice(3).split('.').map(Number);
    const half =
      0.5 *
      (0.16 - 0.42 * squeeze(phase - 0.07 * (link + 1)) + 0.1 * Math.sin(2 * Math.PI * (phase - 0.15 * link) + arm));
    const axis = around(arm);
    return {
      translate,
      rotate: [Math.sin(axis) * Math.sin(half), -Math.cos(axis) * Math.sin(half), 0, Math.cos(half)],
      scale: kOne,
    };
  });
}

const paint = (): Picture =>
  Picture.paint(128, 256, (u, v) => {
    const spot = Math.cos(u * 16 * Math.PI) > 0.55 && v > 0.06 && v < 0.2;
    const hue =
      v < 0.5
        ? blend(hex(0xf3d9e6), hex(0xc65f94), smoothstep(0, 0.3, v))
        : blend(hex(0xd98ab0), hex(0x6f4a8c), smoothstep(0.55, 1, v));
    return shade(hue, spot ? 0.78 : 1);
  });

export const jellyfish: Sample = {
  name: 'jellyfish',
  title: 'Jellyfish',
  text: 'One file with its action: a joint that scales, and arms that follow it.',
  action: 'swim',
  build() {
    const joints = jointsOf(),
      surfaces = [bell(), ...Array.from({ length: arms }, (_, arm) => armOf(arm))],
      frames = Array.from({ length: 48 }, (_, i) => swim(joints, i / 48));
    const bytes = writeIqm(
      joints,
      surfaces.map(({ mesh }) => mesh),
      surfaces.flatMap(({ normals }) => normals),
      [{ name: 'swim', rate: 24, loop: true, frames }],
      'vitrine samples',
    );
    return [
      { path: 'jellyfish/jellyfish.iqm', bytes },
      { path: 'jellyfish/jellyfish.png', bytes: paint().png() },
    ];
  },
};
