// A lighthouse as a KRI scene: nodes, bones, materials, a lamp, a camera and shape keys each with an action of their own,
// layers of texture coordinates and colours, and smoke from a particle system.

import { writeKri, type KriMaterial, type KriObject } from './model/kri';
import { Picture, hex, noise, shade, type Color } from './model/png';
import { type Vec3, cross, fromBasis, normalize, turn } from './model/vec';
import {
  bob,
  boatAt,
  bones,
  cycle,
  eye,
  fade,
  flare,
  glow,
  sail,
  swell,
  turning,
  wave,
  zoom,
} from './lighthouse/motion';
import * as shape from './lighthouse/shape';
import type { Sample } from './sample';

/** Material colours are light, not what a display shows. */
const light = (rgb: number): Vec3 =>
  hex(rgb).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as unknown as Vec3;

const materials: KriMaterial[] = [
  {
    name: 'Tower',
    diffuse: [0.8, 0.8, 0.8],
    textures: [
      { target: 'color_diffuse', path: '/lighthouse_tower.png' },
      { target: 'normal', path: '/lighthouse_courses.png' },
    ],
  },
  { name: 'Iron', diffuse: light(0x3b4650), specular: 0.6, hardness: 60 },
  { name: 'Roof', diffuse: light(0xb8402f), specular: 0.5, hardness: 50 },
  { name: 'Glass', diffuse: light(0xbfe3ea), alpha: 0.22, specular: 1, hardness: 120 },
  { name: 'Lens', diffuse: [1, 0.74, 0.3], emit: 1.1, actions: [glow] },
  { name: 'Beam', diffuse: [1, 0.86, 0.52], alpha: 0.03, shadeless: true, actions: [fade] },
  { name: 'Rock', diffuse: [1, 1, 1] },
  { name: 'Water', diffuse: [1, 1, 1], specular: 0.8, hardness: 90 },
  { name: 'Plaster', diffuse: light(0xe9e2d2) },
  { name: 'Tiles', diffuse: light(0x9c4a35) },
  { name: 'Door', diffuse: light(0x2d5f6b) },
  { name: 'Window', diffuse: light(0xffd27a), emit: 0.7 },
  { name: 'Hull', diffuse: light(0x2d6f8a), specular: 0.5 },
  { name: 'Planks', diffuse: light(0xa9793f) },
  { name: 'Cloth', diffuse: [1, 1, 1] },
  { name: 'Smoke', diffuse: [0.34, 0.35, 0.37], alpha: 0.5, halo: { size: 0.5, add: 0 } },
];

/** Lamps and cameras look along their own -z. */
const aim = (direction: Vec3): readonly [number, number, number, number] => {
  const back = normalize([-direction[0], -direction[1], -direction[2]]);
  const right = normalize(cross(Math.abs(back[2]) < 0.99 ? [0, 0, 1] : [0, 1, 0], back));
  return fromBasis(right, cross(back, right), back);
};

const objects: KriObject[] = [
  { name: 'Rock', mesh: shape.rock() },
  { name: 'Sea', mesh: shape.sea(), dataActions: [swell] },
  { name: 'Tower', parent: 'Rock', mesh: shape.tower() },
  { name: 'Ironwork', parent: 'Tower', mesh: shape.ironwork() },
  { name: 'Lantern', parent: 'Tower', at: [0, 0, shape.lightHeight], actions: [turning] },
  { name: 'Lens', parent: 'Lantern', mesh: shape.lens() },
  { name: 'Beam', parent: 'Lantern', mesh: shape.beams() },
  {
    name: 'Light',
    parent: 'Lantern',
    rotation: aim([1, 0, -0.55]),
    lamp: {
      type: 'SPOT',
      color: [1, 0.8, 0.5],
      attenuation: [1.6, 0, 0.02, 0],
      near: 0.1,
      far: 14,
      angle: 1.2,
      blend: 0.6,
    },
    dataActions: [flare],
  },
  { name: 'Glass', parent: 'Tower', mesh: shape.glass() },
  { name: 'Hut', parent: 'Rock', at: shape.hutAt, rotation: turn([0, 0, 1], -0.35), mesh: shape.hut() },
  {
    name: 'Flue',
    parent: 'Hut',
    at: [shape.chimneyTop[0], shape.chimneyTop[1], shape.chimneyTop[2] + 0.005],
    mesh: shape.flue(),
    particles: [
      {
        name: 'Smoke',
        material: 'Smoke',
        count: 132,
        start: -3,
        end: cycle,
        lifetime: 3,
        lifetimeRandom: 0.35,
        aligned: [0.3, 0.1, 0],
        normal: 0.42,
        random: 0.07,
        size: 0.17,
        sizeRandom: 0.5,
      },
    ],
  },
  { name: 'Boat', at: boatAt, rotation: turn([0, 0, 1], 0.5), mesh: shape.boat(), actions: [bob] },
  { name: 'Pole', parent: 'Tower', at: [0, 0, 7.4], mesh: shape.pole() },
  { name: 'Rigging', parent: 'Pole', at: [0.015, 0, 0.8], bones, dataActions: [wave] },
  { name: 'Pennant', parent: 'Rigging', mesh: shape.pennant() },
  {
    name: 'Sun',
    at: [-6, -8, 10],
    rotation: aim([0.5, 0.72, -0.85]),
    lamp: { type: 'SUN', color: [1, 0.95, 0.88], attenuation: [0.85, 0, 0, 0], near: 1, far: 60 },
  },
  {
    name: 'Eye',
    at: eye.at,
    rotation: eye.rotation,
    actions: [sail],
    camera: { active: true, near: 0.1, far: 80, fov: eye.fov },
    dataActions: [zoom],
  },
];

const courses = 28,
  blocks = 14;
/** Which block of the masonry a place is in, and how far from its edges (0 at the joint, 1 inside). */
function masonry(u: number, v: number): { edgeU: number; edgeV: number; id: number } {
  const course = Math.floor(v * courses),
    along = u * blocks + (course % 2) * 0.5;
  const [fu, fv] = [along - Math.floor(along), v * courses - course];
  return {
    edgeU: Math.min(fu, 1 - fu) * (courses / blocks),
    edgeV: Math.min(fv, 1 - fv),
    id: noise((Math.floor(along) % blocks) * 3.7, course * 5.1, 4),
  };
}

/** Red and white bands; v = 0 is the foot, the first row of the picture is the top. */
const paintTower = (): Picture =>
  Picture.paint(256, 256, (u, row) => {
    const v = 1 - row,
      { edgeU, edgeV, id } = masonry(u, v);
    const band = Math.floor(v * 5 + 0.5) % 2;
    let color: Color = band === 1 ? hex(0xc4402f) : hex(0xf1ece0);
    color = shade(color, 0.95 + 0.05 * id);
    if (Math.min(edgeU, edgeV) < 0.07) color = shade(color, 0.9);
    // A door at the foot, three small windows up the front (u = 3/4 is -y).
    const x = (u - 0.75) * 2 * Math.PI * 0.75;
    if (Math.abs(x) < 0.2 && v < 0.15 && v > 0.02) color = hex(0x2d5f6b);
    for (const at of [0.36, 0.6, 0.84])
      if (Math.abs(x) < 0.1 && Math.abs(v - at) < 0.028)
        color = Math.abs(x) < 0.075 && Math.abs(v - at) < 0.021 ? hex(0x34424d) : hex(0xd9d2c0);
    return shade(color, 0.9 + 0.1 * Math.min(1, v * 4));
  });

/** Relief of the same masonry: joints sink in. Red along u, green along v upwards. */
const paintCourses = (): Picture =>
  Picture.paint(256, 256, (u, row) => {
    const { edgeU, edgeV } = masonry(u, 1 - row),
      depth = 0.12;
    const slope = (edge: number): number => (edge < depth ? 0.55 * (1 - edge / depth) : 0);
    const course = Math.floor((1 - row) * courses),
      along = u * blocks + (course % 2) * 0.5;
    const signU = along - Math.floor(along) < 0.5 ? -1 : 1,
      signV = (1 - row) * courses - course < 0.5 ? -1 : 1;
    const n = normalize([signU * slope(edgeU), signV * slope(edgeV), 1]);
    return [n[0] * 0.5 + 0.5, n[1] * 0.5 + 0.5, n[2] * 0.5 + 0.5];
  });

export const lighthouse: Sample = {
  name: 'lighthouse',
  title: 'Lighthouse',
  text: 'A scene: light, lens, sea, boat, flag and camera, each with an action, and smoke.',
  build: () => [
    { path: 'lighthouse/lighthouse.scene', bytes: writeKri(materials, objects) },
    { path: 'lighthouse/lighthouse_tower.png', bytes: paintTower().png() },
    { path: 'lighthouse/lighthouse_courses.png', bytes: paintCourses().png() },
  ],
};
