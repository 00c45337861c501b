// Writers of models whose vertices are stored for every frame: MDL, MD2 and MD3. They take triangles counter-clockwise
// seen from outside; the files have them clockwise.

import { readFileSync } from 'node:fs';
import { Bytes } from './bytes';
import { type Vec3, add, cross, dot, normalize, sub } from './vec';

export interface FrameModel {
  /** Vertices share a place in every frame, corners also one in the skin. */
  corners: readonly { vertex: number; uv: readonly [number, number] }[];
  triangles: readonly (readonly [number, number, number])[];
  /** Corners of the same triangles as strips, clockwise; MD2 alone. */
  strips: readonly (readonly number[])[];
  frames: readonly Frame[];
}
export interface Frame {
  name: string;
  positions: readonly Vec3[];
  normals: readonly Vec3[];
}

/** Grids of vertices, which move from frame to frame, as one model. */
export class Grids {
  readonly corners: { vertex: number; uv: readonly [number, number] }[] = [];
  readonly triangles: [number, number, number][] = [];
  readonly strips: number[][] = [];
  #vertices = 0;

  /**
   * Corners of `rows` by `columns`; the outside is to the left of the way from row to row. `closed` grids end where they
   * begin: the last column has the vertices of the first.
   */
  add(
    rows: number,
    columns: number,
    closed: boolean,
    uv: (row: number, column: number) => readonly [number, number],
  ): void {
    const first = this.corners.length,
      across = closed ? columns - 1 : columns;
    for (let row = 0; row < rows; ++row)
      for (let column = 0; column < columns; ++column)
        this.corners.push({ vertex: this.#vertices + row * across + (column % across), uv: uv(row, column) });
    this.#vertices += rows * across;
    for (let row = 0; row + 1 < rows; ++row) {
      const begins = first + row * columns;
      this.strips.push(Array.from({ length: 2 * columns }, (_, i) => begins + (i >> 1) + (i % 2) * columns));
      for (let column = 0; column + 1 < columns; ++column) {
        const a = begins + column,
          b = a + columns;
        this.triangles.push([a, a + 1, b], [a + 1, b + 1, b]);
      }
    }
  }

  /** `positions`: the vertices of all grids; normals are the means of the faces around them. */
  frame(name: string, positions: readonly Vec3[]): Frame {
    const normals: Vec3[] = positions.map(() => [0, 0, 1e-9]);
    for (const corners of this.triangles) {
      const [a, b, c] = corners.map((corner) => this.corners[corner]!.vertex) as [number, number, number],
        face = cross(sub(positions[b]!, positions[a]!), sub(positions[c]!, positions[a]!));
      for (const v of [a, b, c]) normals[v] = add(normals[v]!, face);
    }
    return { name, positions, normals: normals.map(normalize) };
  }
}

/** The 162 normals of id's tools, from the table that the reader has. */
const directions: readonly Vec3[] = [
  ...readFileSync('native/formats/quake/read/normals_table.cpp', 'utf8').matchAll(/\{\{(.+?), (.+?), (.+?)\}\}/g),
].map(([, x, y, z]): Vec3 => [parseFloat(x!), parseFloat(y!), parseFloat(z!)]);

const nearest = (normal: Vec3): number =>
  directions.reduce((best, one, i) => (dot(one, normal) > dot(directions[best]!, normal) ? i : best), 0);

const axes = [0, 1, 2] as const;

const texelOf = (uv: readonly [number, number], size: readonly [number, number]): number[] =>
  uv.map((value, c) => Math.max(0, Math.min(size[c]! - 1, Math.floor(value * size[c]!))));

/** A box in steps of a byte. */
function gridOf(points: readonly Vec3[]): { scale: Vec3; origin: Vec3 } {
  const least = (c: 0 | 1 | 2): number => Math.min(...points.map((p) => p[c])),
    step = (c: 0 | 1 | 2): number => (Math.max(...points.map((p) => p[c])) - least(c)) / 255 || 1;
  return { scale: [step(0), step(1), step(2)], origin: [least(0), least(1), least(2)] };
}

/** In whole `step`s of the grid. */
function rowsOf({ positions, normals }: Frame, { scale, origin }: ReturnType<typeof gridOf>, step = 1): number[][] {
  const rounded = (p: Vec3, c: 0 | 1 | 2): number =>
    Math.min(255, step * Math.round((p[c] - origin[c]) / scale[c] / step));
  return positions.map((p, v) => [...axes.map((c) => rounded(p, c)), nearest(normals[v]!)]);
}

/** A finer one is not seen in a flame, and does not compress. */
const kMdlStep = 3;

export interface MdlSkins {
  width: number;
  height: number;
  /** Pictures that take turns, each until its end. */
  pictures: readonly (readonly number[])[];
  endsAt: readonly number[];
}

/** Version 6: the frames are one group for each action, which its name begins. */
export function writeMdl(model: FrameModel, skins: MdlSkins): Uint8Array {
  const { corners, triangles, frames } = model,
    grid = gridOf(frames.flatMap(({ positions }) => positions));
  const out = new Bytes().ascii('IDPO').u32(6);
  out.f32(...grid.scale, ...grid.origin, Math.hypot(...grid.scale) * 255, 0, 0, 0);
  out.u32(1, skins.width, skins.height, corners.length, triangles.length, frames.length, 0, 0).f32(1);
  out.u32(1, skins.pictures.length).f32(...skins.endsAt);
  for (const picture of skins.pictures) out.u8(...picture);
  for (const { uv } of corners) out.u32(0, ...texelOf(uv, [skins.width, skins.height]));
  for (const [a, b, c] of triangles) out.u32(1, a, c, b);
  for (const frame of frames) {
    const rows = rowsOf(frame, grid, kMdlStep),
      all = corners.map(({ vertex }) => rows[vertex]!),
      bound = (pick: (...values: number[]) => number): number[] => axes.map((c) => pick(...all.map((row) => row[c]!)));
    out.u32(0).u8(...bound(Math.min), 0, ...bound(Math.max), 0);
    out.padded(frame.name, 16);
    for (const row of all) out.u8(...row);
  }
  return out.done();
}

/** Version 8. `skin` is a path, `size` that of its picture. */
export function writeMd2(
  { corners, triangles, strips, frames }: FrameModel,
  skin: string,
  size: readonly [number, number],
): Uint8Array {
  const vertices = frames[0]!.positions.length,
    frameBytes = 40 + 4 * vertices,
    // One for all: what rests has the same bytes in every frame.
    grid = gridOf(frames.flatMap(({ positions }) => positions));
  const parts = [
    new Bytes().padded(skin, 64),
    corners.reduce((to, { uv }) => to.u16(...texelOf(uv, size)), new Bytes()),
    triangles.reduce(
      (to, [a, b, c]) => to.u16(...[a, c, b].map((corner) => corners[corner]!.vertex), a, c, b),
      new Bytes(),
    ),
    frames.reduce((to, frame) => {
      to.f32(...grid.scale, ...grid.origin).padded(frame.name, 16);
      return rowsOf(frame, grid).reduce((rows, row) => rows.u8(...row), to);
    }, new Bytes()),
    // Quake II draws these.
    strips
      .reduce((to, strip) => {
        to.u32(strip.length);
        for (const corner of strip.map((number) => corners[number]!)) {
          to.f32(...texelOf(corner.uv, size).map((texel, c) => (texel + 0.5) / size[c]!)).u32(corner.vertex);
        }
        return to;
      }, new Bytes())
      .u32(0),
  ];
  const counts = [1, vertices, corners.length, triangles.length, parts[4]!.length / 4, frames.length],
    ends = parts.reduce((at, part) => [...at, at.at(-1)! + part.length], [68]);
  const out = new Bytes().ascii('IDP2').u32(8, ...size, frameBytes, ...counts, ...ends);
  for (const part of parts) out.append(part);
  return out.done();
}

export interface Md3Tag {
  name: string;
  /** Place and axes (forward, left, up) in every frame. */
  places: readonly { origin: Vec3; axes: readonly [Vec3, Vec3, Vec3] }[];
}

/** Steps of a quarter of a unit, of directions of 3 degrees: finer ones are not seen, and do not compress. */
const kMd3Step = 16,
  kTurnStep = 2;

/** Version 15, one surface. */
export function writeMd3(model: FrameModel, name: string, shader: string, tags: readonly Md3Tag[]): Uint8Array {
  const { corners, triangles, frames } = model;
  const angle = (radians: number): number =>
    (kTurnStep * Math.round((radians * 255) / (2 * Math.PI * kTurnStep))) & 255;
  const rows = frames.reduce((to, { positions, normals }) => {
    for (const { vertex } of corners) {
      const [x, y, z] = normalize(normals[vertex]!);
      to.u16(...positions[vertex]!.map((value) => kMd3Step * Math.round((value * 64) / kMd3Step)));
      to.u8(angle(Math.acos(Math.max(-1, Math.min(1, z)))), angle(Math.atan2(y, x)));
    }
    return to;
  }, new Bytes());
  const parts = [
    triangles.reduce((to, [a, b, c]) => to.u32(a, c, b), new Bytes()),
    new Bytes().padded(shader, 64).u32(0),
    corners.reduce((to, { uv }) => to.f32(...uv), new Bytes()),
    rows,
  ];
  const ends = parts.reduce((at, part) => [...at, at.at(-1)! + part.length], [108]);
  const surface = new Bytes()
    .ascii('IDP3')
    .padded(name, 64)
    .u32(0, frames.length, 1, corners.length, triangles.length, ...ends);
  for (const part of parts) surface.append(part);

  const head = new Bytes();
  for (const { name: frame, positions } of frames) {
    const least = axes.map((c) => Math.min(...positions.map((p) => p[c]))),
      most = axes.map((c) => Math.max(...positions.map((p) => p[c])));
    head.f32(...least, ...most, 0, 0, 0, Math.max(...positions.map((p) => Math.hypot(...p)))).padded(frame, 16);
  }
  for (const f of frames.keys())
    for (const tag of tags) {
      const { origin, axes: turned } = tag.places[f]!;
      head.padded(tag.name, 64).f32(...origin, ...turned.flat());
    }
  const framesEnd = 108 + 56 * frames.length,
    tagsEnd = framesEnd + 112 * frames.length * tags.length;
  const out = new Bytes().ascii('IDP3').u32(15).padded(name, 64);
  out.u32(0, frames.length, tags.length, 1, 0, 108, framesEnd, tagsEnd, tagsEnd + surface.length);
  return out.append(head).append(surface).done();
}
