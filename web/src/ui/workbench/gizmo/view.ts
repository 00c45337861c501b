// From the world to the screen and back.

import * as m from '../../../core/math';
import type { Vec3 } from '../../../core/report';

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
export interface Ray {
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
