// Places in the world at the moment that the picture shows: matrices of what stands above an operator in its page, and
// the way from the screen into it.

import * as m from '../../../core/math';
import type { Vec3 } from '../../../core/report';
import type { Bench } from '../bench';
import { member, nodeAt, pointerOf, stringOf, type TextNode, valueOf } from '../text/scan';
import { curveAt, curveValue, globalSplines, isKnown } from '../time/curve';
import { type Four, fourOf } from '../time/evaluate';
import { timeIn } from '../time/playhead';
import { type Song, songOf } from '../time/song';

export interface View {
  /** Columns, as WebGL's. */
  viewProjection: ArrayLike<number>;
  at: Vec3;
  dir: Vec3;
  up: Vec3;
  /** Vertical, in degrees. */
  fov: number;
  /** Pixels. */
  width: number;
  height: number;
}
export interface Spot {
  x: number;
  y: number;
}
interface Ray {
  from: Vec3;
  /** Of length 1. */
  way: Vec3;
}

/** Pixels from the top left; undefined behind the eye. */
export function project({ viewProjection: v, width, height }: View, [x, y, z]: Vec3): Spot | undefined {
  const row = (i: number): number => v[i]! * x + v[4 + i]! * y + v[8 + i]! * z + v[12 + i]!,
    w = row(3);
  if (w < 1e-3) return undefined;
  return { x: ((row(0) / w + 1) / 2) * width, y: ((1 - row(1) / w) / 2) * height };
}

export function rayAt({ at, dir, up, fov, width, height }: View, { x, y }: Spot): Ray {
  const ahead = m.normalize(dir),
    above = Math.abs(m.dot(ahead, m.normalize(up))) > 0.9999 ? ([0, 0, 1] as Vec3) : up,
    right = m.normalize(m.cross(ahead, above)),
    top = m.cross(right, ahead),
    slope = Math.tan((fov * Math.PI) / 360);
  const sideways = ((2 * x) / width - 1) * slope * (width / height),
    upwards = (1 - (2 * y) / height) * slope;
  return { from: at, way: m.normalize(m.add(ahead, m.add(m.scale(right, sideways), m.scale(top, upwards)))) };
}

/** World units of a pixel at a place. */
export function unitsPerPixel({ at, dir, fov, height }: View, place: Vec3): number {
  const depth = Math.abs(m.dot(m.subtract(place, at), m.normalize(dir)));
  return (2 * Math.max(1e-3, depth) * Math.tan((fov * Math.PI) / 360)) / Math.max(1, height);
}

/** Where along a line, in lengths of `along`, the ray passes nearest; undefined where both run side by side. */
export function alongLine({ from, way }: Ray, origin: Vec3, along: Vec3): number | undefined {
  const size = m.dot(along, along),
    across = m.dot(along, way),
    nearness = size - across * across;
  if (!(nearness > 1e-6 * size)) return undefined;
  const to = m.subtract(from, origin);
  return (m.dot(to, along) - m.dot(to, way) * across) / nearness;
}

export function onPlane({ from, way }: Ray, origin: Vec3, normal: Vec3): Vec3 | undefined {
  const slope = m.dot(way, normal),
    distance = m.dot(m.subtract(origin, from), normal) / slope;
  return Math.abs(slope) < 1e-6 || distance <= 0 ? undefined : m.add(from, m.scale(way, distance));
}

/** 16 numbers, column by column. */
export type Matrix = readonly number[];

const kIdentity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export const columnOf = (matrix: Matrix, i: number): Vec3 => [matrix[i * 4]!, matrix[i * 4 + 1]!, matrix[i * 4 + 2]!];

function product(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const [column, row] = [i >> 2, i & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + row]! * b[column * 4 + k]!, 0);
  });
}

export function placed(matrix: Matrix, p: Vec3): Vec3 {
  return m.add(columnOf(matrix, 3), turned(matrix, p));
}
export function turned(matrix: Matrix, v: Vec3): Vec3 {
  return [0, 1, 2].map((i) => matrix[i]! * v[0] + matrix[4 + i]! * v[1] + matrix[8 + i]! * v[2]) as Vec3;
}

/** What `turned` makes the vector of; undefined for flattened spaces. */
export function untwisted(matrix: Matrix, v: Vec3): Vec3 | undefined {
  const [x, y, z] = [columnOf(matrix, 0), columnOf(matrix, 1), columnOf(matrix, 2)],
    size = m.dot(x, m.cross(y, z));
  if (Math.abs(size) < 1e-12) return undefined;
  return [m.dot(m.cross(y, z), v) / size, m.dot(m.cross(z, x), v) / size, m.dot(m.cross(x, y), v) / size];
}

const kDegrees = Math.PI / 180;

/** Rz Ry Rx, of degrees. */
export function rotation([x, y, z]: Vec3): Matrix {
  const [sx, sy, sz] = [x, y, z].map((angle) => Math.sin(angle * kDegrees)) as Vec3,
    [cx, cy, cz] = [x, y, z].map((angle) => Math.cos(angle * kDegrees)) as Vec3;
  return [
    ...[cy * cz, cy * sz, -sy, 0],
    ...[sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy, 0],
    ...[cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy, 0],
    ...[0, 0, 0, 1],
  ];
}

/** T R S. */
export function transform(scale: Vec3, rotate: Vec3, translate: Vec3): Matrix {
  const matrix = [...rotation(rotate)];
  for (let i = 0; i < 12; ++i) matrix[i]! *= scale[i >> 2]!;
  matrix.splice(12, 3, ...translate);
  return matrix;
}

/** The axes that the three numbers of a rotation turn around: what one changes, the others leave alone. */
export function gimbal([, y, z]: Vec3): [Vec3, Vec3, Vec3] {
  return [columnOf(rotation([0, y, z]), 0), columnOf(rotation([0, 0, z]), 1), [0, 0, 1]];
}

interface Space {
  matrix: Matrix;
  /** What could not be worked out is left out: the gizmo shows the operator's own space. */
  isOwn: boolean;
}

/** What the picture knows of the moment. */
export interface Moment {
  /** The value of an animated parameter now; undefined where it depends on more than the time. */
  value(pointer: string): Four | undefined;
  /** Pointers of events of the timeline that an operator plays now. */
  events(operator: string): readonly string[];
}

const three = ([x, y, z]: Readonly<Four>): Vec3 => [x, y, z];

/** The three parameters of a transform, as they are now; undefined where that is not known. */
function transformAt(text: string, node: TextNode, moment: Moment): Matrix | undefined {
  const parts = (['scale', 'rotate', 'translate'] as const).map((key) => {
    const child = member(node, key),
      rest: Four = key === 'scale' ? [1, 1, 1, 0] : [0, 0, 0, 0];
    if (!child) return rest;
    if (child.kind === 'object') return moment.value(pointerOf(child));
    const value = valueOf(text, child);
    return Array.isArray(value) && !value.every(Number.isFinite) ? undefined : fourOf(value);
  });
  if (parts.includes(undefined)) return undefined;
  const [scale, rotate, translate] = parts as Four[];
  return transform(three(scale!), three(rotate!), three(translate!));
}

/** The space that the numbers of an operator, or of a box in it, are written in. */
export function spaceOf(text: string, root: TextNode, pointer: string, moment: Moment): Space {
  let matrix = kIdentity,
    isOwn = false;
  const own = nodeAt(root, pointer);
  for (let node = own?.parent; node; node = node.parent) {
    if (node.kind !== 'object') continue;
    const op = stringOf(text, member(node, 'op'));
    // The first of what is multiplied stays where it is.
    if (op === 'multiply' || op === 'call' || node.parent?.key === 'subroutines') isOwn = true;
    const above =
      op === 'transform' || op === 'deform'
        ? transformAt(text, node, moment)
        : op === 'event' || op === 'time'
          ? eventAt(text, root, node, moment)
          : kIdentity;
    if (above) matrix = product(above, matrix);
    else isOwn = true;
  }
  return { matrix, isOwn };
}

function eventAt(text: string, root: TextNode, node: TextNode, moment: Moment): Matrix | undefined {
  const events = moment.events(pointerOf(node)),
    event = events[0] === undefined ? undefined : nodeAt(root, events[0]);
  if (events.length > 1) return undefined;
  return event ? transformAt(text, event, moment) : kIdentity;
}

/** What the picture shows now, as places are worked out from: values of animated parameters and events at work. */
export function momentOf(bench: Bench): Moment {
  const { rootText: text, root } = bench.draft;
  let song: Song | undefined;
  const read = (): Song => (song ??= songOf(text, root));
  return {
    value(pointer) {
      const curve = curveAt(text, root, pointer),
        time = curve && isKnown(curve) ? timeIn(bench, curve.scope, read().bpm) : undefined;
      return curve && time !== undefined
        ? curveValue({ ...curve, variable: 'TIME' }, globalSplines(text, root), time)
        : undefined;
    },
    events(operator) {
      const { frame, outline } = bench.picture,
        index = outline?.operators.findIndex(({ pointer }) => pointer === operator) ?? -1,
        lane = read().lanes.find(({ pointer }) => pointer === operator),
        active = frame?.events.filter((event) => event.operator === index) ?? [];
      return active
        .flatMap(({ start }) => lane?.bars.find((bar) => near(bar.from, start))?.pointer ?? [])
        .filter((one) => nodeAt(root, one));
    },
  };
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;
