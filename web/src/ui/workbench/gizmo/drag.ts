// A handle that is held: from where the pointer is, or what was typed, to the numbers of its parameter.

import * as m from '../../../core/math';
import type { Vec3 } from '../../../core/report';
import type { Attempt, Draft } from '../text/draft';
import { setRaw } from '../text/gestures';
import { nodeAt } from '../text/scan';
import { t } from '../text/words';
import { together } from '../time/edits';
import { decimalsFor, type Hold, numberText, snapped } from '../time/numbers';
import type { Handle } from './handles';
import {
  alongLine,
  columnOf,
  gimbal,
  type Matrix,
  onPlane,
  placed,
  project,
  rayAt,
  rotation,
  type Spot,
  turned,
  unitsPerPixel,
  untwisted,
  type View,
} from './space';

/** x, y, z; `free`: in the plane of the picture, or all of them. */
export type Axis = 0 | 1 | 2 | 'free';
/** A face of a box: its axis, and whether it is the greater one. */
export interface Face {
  axis: 0 | 1 | 2;
  isMax: boolean;
}

export interface Grip {
  handle: Handle;
  matrix: Matrix;
  axis: Axis;
  face?: Face;
  /** Where the pointer took it. */
  start: Spot;
}
interface Hand {
  spot: Spot;
  /** Shift: a tenth of the way. Ctrl: whole steps. */
  fine: boolean;
  snap: boolean;
}

const kFine = 0.1;
const kSnap = { place: 0.25, turn: 15, size: 0.1, range: 0.25, fov: 5, aim: 0.05, box: 0.25 } as const;
const kFarthestFov = 179;

/** What a grip makes of its parameter: numbers of a vector, or of both corners of a box. */
export interface Result {
  value: number[];
  decimals: number;
}

/** The place that a handle turns, sizes and is drawn around. */
export function originOf(handle: Handle): Vec3 {
  if (handle.kind === 'box') return m.scale(m.add(handle.min, handle.max), 0.5);
  return handle.kind === 'place' ? handle.value : handle.origin;
}

/** Directions of the three numbers of a handle, in its space. */
export function axesOf(handle: Handle): [Vec3, Vec3, Vec3] {
  if (handle.kind === 'turn') return gimbal(handle.value);
  const matrix = handle.kind === 'size' ? rotation(handle.rotate) : undefined;
  return [0, 1, 2].map((i) => (matrix ? columnOf(matrix, i) : unitOf(i))) as [Vec3, Vec3, Vec3];
}
const unitOf = (axis: number): Vec3 => [0, 1, 2].map((i) => (i === axis ? 1 : 0)) as Vec3;

const numbersOf = (handle: Handle): number[] =>
  handle.kind === 'box'
    ? [...handle.min, ...handle.max]
    : typeof handle.value === 'number'
      ? [handle.value]
      : [...handle.value];

/** Where the pointer has led; undefined where it points at nothing, such as along the axis. */
export function dragged(grip: Grip, view: View, hand: Hand): Result | undefined {
  const { handle, matrix } = grip,
    origin = placed(matrix, originOf(handle)),
    perPixel = unitsPerPixel(view, origin);
  const amount = amountOf(grip, view, origin, hand.spot);
  if (!amount) return undefined;
  const by = hand.fine ? amount.map((part) => part * kFine) : amount;
  const decimals =
    handle.kind === 'turn' || handle.kind === 'fov'
      ? hand.fine
        ? 2
        : 1
      : Math.min(4, decimalsFor(perPixel) + (hand.fine ? 1 : 0));
  return { value: applied(grip, by, hand.snap), decimals };
}

/** Numbers that were typed: metres, degrees or times along the axis. */
export function typed(grip: Grip, amount: number): Result {
  const { handle } = grip,
    axis = grip.axis === 'free' ? (handle.kind === 'size' ? 'free' : 0) : grip.axis;
  if (handle.kind === 'size') {
    const parts = [0, 1, 2].map((i) => (axis === 'free' || i === axis ? amount : 1));
    return { value: handle.value.map((part, i) => part * parts[i]!), decimals: 4 };
  }
  const parts =
    handle.kind === 'range' || handle.kind === 'fov' ? [amount] : [0, 1, 2].map((i) => (i === axis ? amount : 0));
  return { value: applied(grip, parts, false), decimals: 4 };
}

/** The change that the pointer asks for: per number, of `size` as a factor. */
function amountOf(grip: Grip, view: View, origin: Vec3, spot: Spot): number[] | undefined {
  const { handle, matrix, axis, start } = grip;
  const [from, to] = [rayAt(view, start), rayAt(view, spot)];
  if (handle.kind === 'turn') return turnOf(grip, view, origin, spot);
  if (handle.kind === 'range') {
    const [before, after] = [from, to].map((ray) => onPlane(ray, origin, m.normalize(view.dir)));
    if (!before || !after) return undefined;
    return [m.length(m.subtract(after, origin)) - m.length(m.subtract(before, origin))];
  }
  if (handle.kind === 'fov') return fovOf(grip, view, spot);
  if (handle.kind === 'size') return sizeOf(grip, view, origin, spot);
  if (axis !== 'free') {
    const along = turned(matrix, axesOf(handle)[axis]),
      [before, after] = [start, spot].map((one) => onAxis(view, one, origin, along));
    return before === undefined || after === undefined
      ? undefined
      : [0, 1, 2].map((i) => (i === axis ? after - before : 0));
  }
  // What is aimed at lies ahead of the origin.
  const held =
    handle.kind === 'aim' ? m.add(origin, turned(matrix, m.scale(handle.value, aimLength(handle.value)))) : origin;
  const [before, after] = [from, to].map((ray) => onPlane(ray, held, m.normalize(view.dir)));
  const way = before && after && untwisted(matrix, m.subtract(after, before));
  return way && (handle.kind === 'aim' ? m.scale(way, 1 / aimLength(handle.value)) : way);
}

/** Where along an axis a spot is, in lengths of it: the nearest place of the axis as the picture has it. */
function onAxis(view: View, spot: Spot, origin: Vec3, along: Vec3): number | undefined {
  const pixels = unitsPerPixel(view, origin) / m.length(along),
    [a, b] = [project(view, origin), project(view, m.add(origin, m.scale(along, 50 * pixels)))];
  if (!a || !b) return undefined;
  const [dx, dy] = [b.x - a.x, b.y - a.y],
    size = dx * dx + dy * dy;
  // It points at the eye.
  if (size < 4) return undefined;
  const foot = ((spot.x - a.x) * dx + (spot.y - a.y) * dy) / size;
  return alongLine(rayAt(view, { x: a.x + dx * foot, y: a.y + dy * foot }), origin, along);
}

/** Lengths of a direction between a camera and the mark that it is aimed by: three units ahead. */
export const aimLength = (dir: Vec3): number => 3 / Math.max(1e-6, m.length(dir));

function turnOf({ handle, matrix, axis, start }: Grip, view: View, origin: Vec3, spot: Spot): number[] | undefined {
  const one = axis === 'free' ? 2 : axis,
    normal = m.normalize(turned(matrix, axesOf(handle)[one])),
    center = project(view, origin);
  if (!center) return undefined;
  // Seen from behind, the hand goes the other way round.
  const side = m.dot(normal, m.subtract(view.at, origin)) >= 0 ? 1 : -1;
  const angle = (at: Spot): number => Math.atan2(center.y - at.y, at.x - center.x);
  let degrees = ((angle(spot) - angle(start)) * 180) / Math.PI;
  degrees -= Math.round(degrees / 360) * 360;
  return [0, 1, 2].map((i) => (i === one ? degrees * side : 0));
}

function sizeOf({ handle, matrix, axis, start }: Grip, view: View, origin: Vec3, spot: Spot): number[] | undefined {
  const center = project(view, origin);
  if (!center) return undefined;
  if (axis === 'free') {
    const distance = (at: Spot): number => Math.hypot(at.x - center.x, at.y - center.y);
    const factor = distance(spot) / Math.max(8, distance(start));
    return [factor, factor, factor];
  }
  const along = m.normalize(turned(matrix, axesOf(handle)[axis])),
    [before, after] = [start, spot].map((one) => onAxis(view, one, origin, along));
  if (before === undefined || after === undefined || Math.abs(before) < 1e-9) return undefined;
  return [0, 1, 2].map((i) => (i === axis ? after / before : 1));
}

function fovOf({ handle, matrix, start }: Grip, view: View, spot: Spot): number[] | undefined {
  if (handle.kind !== 'fov') return undefined;
  const origin = placed(matrix, handle.origin),
    dir = m.normalize(turned(matrix, handle.dir)),
    right = m.cross(dir, turned(matrix, handle.up)),
    up = m.normalize(m.cross(right, dir));
  const half = (at: Spot): number | undefined => {
    const ray = rayAt(view, at),
      // In the plane of the angle, or as the picture has it where that is seen from its edge.
      hit = onPlane(ray, origin, m.normalize(right)) ?? onPlane(ray, origin, m.normalize(view.dir));
    const way = hit && m.subtract(hit, origin);
    return way && (Math.atan2(Math.abs(m.dot(way, up)), m.dot(way, dir)) * 180) / Math.PI;
  };
  const [before, after] = [half(start), half(spot)];
  return before === undefined || after === undefined ? undefined : [2 * (after - before)];
}

/** The numbers after a change; snapped ones are whole steps. */
function applied({ handle, axis, face }: Grip, amount: readonly number[], snap: boolean): number[] {
  const step = snap ? kSnap[handle.kind] : 0,
    now = numbersOf(handle);
  const put = (value: number, by: number): number => (by === 0 ? value : snapped(value + by, step));
  if (handle.kind === 'size')
    return now.map((value, i) => (amount[i] === 1 ? value : snapped(value * amount[i]!, step)));
  if (handle.kind === 'box') return boxMoved(handle, face, amount, put);
  if (handle.kind === 'range') return [Math.max(0, put(now[0]!, amount[0]!))];
  if (handle.kind === 'fov') return [Math.min(kFarthestFov, Math.max(1, put(now[0]!, amount[0]!)))];
  return now.map((value, i) =>
    axis === 'free' || i === axis || handle.kind === 'turn' ? put(value, amount[i] ?? 0) : put(value, amount[i] ?? 0),
  );
}

/** A face stops at the one across from it. */
function boxMoved(
  { min, max }: { min: Vec3; max: Vec3 },
  face: Face | undefined,
  amount: readonly number[],
  put: (value: number, by: number) => number,
): number[] {
  if (!face) return [...min.map((low, i) => put(low, amount[i]!)), ...max.map((high, i) => put(high, amount[i]!))];
  const { axis, isMax } = face,
    corners = [[...min], [...max]],
    other = (isMax ? min : max)[axis],
    to = put((isMax ? max : min)[axis], amount[axis]!);
  corners[isMax ? 1 : 0]![axis] = isMax ? Math.max(to, other) : Math.min(to, other);
  return corners.flat();
}

/** The step of the draft that gives a parameter these numbers; what stays keeps its bytes. */
export function stepOf(draft: Draft, handle: Handle, { value, decimals }: Result, hold: Hold): Attempt {
  const more = { gesture: hold.gesture };
  if (handle.kind === 'box') {
    const corners = value.flatMap((part, i) =>
      hold.put(draft, `${handle.pointer}/${i < 3 ? 'min' : 'max'}/${i % 3}`, part, decimals),
    );
    return together(t('Move box'), corners, more);
  }
  const label = t('Set {key}', { key: handle.name }),
    node = nodeAt(draft.root, handle.pointer);
  if (node?.kind === 'array' && node.children.length >= value.length)
    return together(
      label,
      value.flatMap((part, i) => hold.put(draft, `${handle.pointer}/${i}`, part, decimals)),
      more,
    );
  const isOne = handle.kind === 'range' || handle.kind === 'fov',
    isSame = value.every((part) => part === value[0]);
  if (isOne || (handle.kind === 'size' && handle.isSingle && isSame && node?.kind === 'number'))
    return together(label, hold.put(draft, handle.pointer, value[0]!, decimals), more);
  const raw = `[${value.map((part) => numberText(part, decimals)).join(', ')}]`;
  return together(label, [setRaw(draft, handle.pointer, raw)], more);
}
