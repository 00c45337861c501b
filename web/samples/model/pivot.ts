// Writes pivot scenes: little-endian, all objects counted, indices counted. Y is up; objects stand depth first.

import { Bytes } from './bytes';
import type { Quat, Vec3 } from './vec';

export interface PivotVertex {
  position: Vec3;
  normal: Vec3;
  uv: readonly [number, number];
  /** At most four of the object's own bones, by their place in its list. */
  weights?: readonly { bone: number; weight: number }[];
}

export interface PivotSurface {
  vertices: readonly PivotVertex[];
  triangles: readonly (readonly [number, number, number])[];
}

export interface PivotObject {
  name: string;
  at?: Vec3;
  rotation?: Quat;
  scale?: Vec3;
  surfaces?: readonly PivotSurface[];
  /** Names of the objects that move a skinned mesh. */
  bones?: readonly string[];
  children?: readonly PivotObject[];
}

const kHasGeometry = 1;
const kSkinned = 2;

export function writePivot(roots: readonly PivotObject[], serviceText: string): Uint8Array {
  const count = (objects: readonly PivotObject[]): number =>
    objects.reduce((sum, { children = [] }) => sum + 1 + count(children), 0);
  const out = new Bytes();
  // The real name of the format is unknown: any ten letters will do.
  out.ascii('PIVOTSCENE').u16(1);
  text(out, serviceText).u16(count(roots));
  for (const root of roots) writeObject(out, root);
  return out.done();
}

function text(out: Bytes, value: string): Bytes {
  return out.u16(value.length).ascii(value);
}

function writeObject(out: Bytes, object: PivotObject): void {
  const {
    name,
    at = [0, 0, 0],
    rotation = [0, 0, 0, 1],
    scale = [1, 1, 1],
    surfaces = [],
    bones,
    children = [],
  } = object;
  out.u16((surfaces.length > 0 ? kHasGeometry : 0) | (bones ? kSkinned : 0), children.length);
  text(out, name).u16(surfaces.length);
  out.f32(...at, ...rotation, ...scale);
  if (bones) {
    out.u16(bones.length);
    for (const bone of bones) text(out, bone);
  }
  for (const { vertices, triangles } of surfaces) {
    out.u32(vertices.length, triangles.length * 3);
    for (const { position, normal, uv, weights = [] } of vertices) {
      out.f32(...position, ...uv, 0, ...normal);
      if (!bones) continue;
      const slots = [0, 1, 2, 3].map((i) => weights[i] ?? { bone: 0, weight: 0 });
      out.u16(...slots.map(({ bone }) => bone)).f32(...slots.map(({ weight }) => weight));
    }
    for (const triangle of triangles) out.u32(...triangle);
  }
  for (const child of children) writeObject(out, child);
}
