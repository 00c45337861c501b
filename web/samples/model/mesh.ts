// Input of the writers: vertices with texture place and influences, triangles counter-clockwise seen from outside.

import type { Vec3 } from './vec';

export interface Influence {
  joint: number;
  weight: number;
}

export interface Vertex {
  position: Vec3;
  /** Texture place, v downwards from the top row. */
  uv: readonly [number, number];
  influences: readonly Influence[];
}

export class Mesh {
  readonly vertices: Vertex[] = [];
  readonly triangles: [number, number, number][] = [];

  constructor(
    readonly name: string,
    readonly material: string,
  ) {}

  vertex(position: Vec3, uv: readonly [number, number], influences: readonly Influence[]): number {
    return this.vertices.push({ position, uv, influences }) - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.triangles.push([a, b, c]);
  }

  quad(a: number, b: number, c: number, d: number): void {
    this.triangles.push([a, b, c], [a, c, d]);
  }
}

/** The largest `limit` influences at or above `least`, in four digits that sum to exactly one. */
export function tidy(weights: ReadonlyMap<number, number>, limit = 5, least = 0.035): Influence[] {
  const sum = [...weights.values()].reduce((a, b) => a + b, 0);
  const kept = [...weights]
    .map(([joint, weight]) => ({ joint, weight: weight / sum }))
    .sort((a, b) => b.weight - a.weight || a.joint - b.joint)
    .filter(({ weight }, i) => i < limit && (i === 0 || weight >= least));
  const total = kept.reduce((a, { weight }) => a + weight, 0);
  const rounded = kept.map(({ joint, weight }) => ({ joint, weight: Math.round((weight / total) * 1e4) }));
  const first = rounded[0];
  if (first !== undefined) first.weight += 1e4 - rounded.reduce((a, { weight }) => a + weight, 0);
  return rounded.map(({ joint, weight }) => ({ joint, weight: weight / 1e4 }));
}
