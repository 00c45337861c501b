// Tubes and blades along a line of stations: legs, toes, beaks, feathers. Ends are closed to a point.

import type { Influence, Mesh } from './mesh';
import { type Vec3, add, cross, distance, lerp, normalize, scale, sub, yAxis } from './vec';

export interface Station {
  at: Vec3;
  /** Half width to the side and half height across; both zero make a point. */
  width: number;
  height: number;
  influences: readonly Influence[];
}

export interface TubeOptions {
  sides: number;
  /** The direction that `width` measures along, made square to the line. */
  side?: Vec3;
  /** Texture rectangle u0, v0, u1, v1: u runs along the line, v around it and back (both flanks share it). */
  uv: readonly [number, number, number, number];
}

export function tube(
  mesh: Mesh,
  stations: readonly Station[],
  { sides, side = yAxis, uv: [u0, v0, u1, v1] }: TubeOptions,
): void {
  const lengths = [0];
  stations.forEach((s, i) => {
    const before = stations[i - 1];
    if (before !== undefined) lengths.push((lengths[i - 1] as number) + distance(before.at, s.at));
  });
  const total = lengths.at(-1) as number;

  const rings = stations.map((station, i) => {
    const before = stations[Math.max(0, i - 1)] as Station;
    const after = stations[Math.min(stations.length - 1, i + 1)] as Station;
    const along = normalize(sub(after.at, before.at));
    const up = normalize(cross(along, side));
    const left = cross(up, along);
    const u = lerp(u0, u1, (lengths[i] as number) / total);
    if (station.width === 0 && station.height === 0)
      return [mesh.vertex(station.at, [u, (v0 + v1) / 2], station.influences)];
    return Array.from({ length: sides }, (_, k) => {
      const angle = (2 * Math.PI * k) / sides;
      const offset = add(scale(up, Math.cos(angle) * station.height), scale(left, Math.sin(angle) * station.width));
      const round = 1 - Math.abs(1 - (2 * k) / sides);
      return mesh.vertex(add(station.at, offset), [u, lerp(v0, v1, round)], station.influences);
    });
  });

  for (let i = 0; i + 1 < rings.length; i++) {
    const a = rings[i] as number[];
    const b = rings[i + 1] as number[];
    for (let k = 0; k < sides; k++) {
      const next = (k + 1) % sides;
      if (a.length === 1) mesh.triangle(a[0] as number, b[k] as number, b[next] as number);
      else if (b.length === 1) mesh.triangle(a[next] as number, a[k] as number, b[0] as number);
      else mesh.quad(a[k] as number, b[k] as number, b[next] as number, a[next] as number);
    }
  }
}

/** A sphere of latitude rings whose texture is laid flat on its outer side (towards `outward`). */
export function ball(
  mesh: Mesh,
  centre: Vec3,
  radius: number,
  outward: Vec3,
  influences: readonly Influence[],
  rings = 7,
  sides = 10,
): void {
  const side = normalize(cross(outward, [0, 0, 1]));
  const down = cross(outward, side);
  const point = (polar: number, angle: number): number => {
    const r = Math.sin(polar);
    const [x, y] = [Math.cos(angle) * r, Math.sin(angle) * r];
    const p = add(scale(outward, Math.cos(polar)), add(scale(side, x), scale(down, y)));
    // Equal steps of the polar angle: the pupil is a circle around the pole, the rim takes the whole far side.
    const far = Math.min(1, polar / (Math.PI * 0.62)) / 2;
    return mesh.vertex(
      add(centre, scale(p, radius)),
      [0.5 + Math.cos(angle) * far, 0.5 + Math.sin(angle) * far],
      influences,
    );
  };
  const front = point(0, 0);
  const back = point(Math.PI, 0);
  const rows = Array.from({ length: rings - 1 }, (_, i) =>
    Array.from({ length: sides }, (_, k) => point((Math.PI * (i + 1)) / rings, (2 * Math.PI * k) / sides)),
  );
  rows.forEach((row, i) => {
    const next = rows[i + 1];
    row.forEach((a, k) => {
      const b = row[(k + 1) % sides] as number;
      if (i === 0) mesh.triangle(front, a, b);
      if (next === undefined) mesh.triangle(a, back, b);
      else mesh.quad(a, next[k] as number, next[(k + 1) % sides] as number, b);
    });
  });
}
