// Points that stay on a model while it moves, and how they are written: in links, in `data-at`, in exported files.

import type { Vec3 } from './report';

export type MeasurePoint =
  | { on: 'vertex'; instance: number; vertex: number }
  /** `weights` are the parts of the triangle's corners and sum to 1. */
  | { on: 'triangle'; instance: number; triangle: number; weights: Vec3 }
  | { on: 'node'; node: number }
  /** Where it is, whatever moves: file space. */
  | { on: 'place'; at: Vec3 };

/** Weights are written as whole parts of it. */
const kWhole = 10_000;
const kMostNumber = 2 ** 26;

function wholeOf(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value <= kMostNumber ? value : NaN;
}

/**
 * `n12` a node, `v0.340` a vertex of an instance, `t0.17.2500.5000` a triangle and two of its parts in 1/10000, `p1.5_0_-2`
 * a place. Undefined for anything else.
 */
export function pointFrom(text: string): MeasurePoint | undefined {
  const kind = text[0],
    rest = text.slice(1);
  if (kind === 'p') {
    const at = rest.split('_').map((part) => (part === '' ? NaN : Number(part)));
    return at.length === 3 && at.every(Number.isFinite) ? { on: 'place', at: at as Vec3 } : undefined;
  }
  const [a = NaN, b = NaN, c = NaN, d = NaN] = rest.split('.').map(wholeOf);
  if (kind === 'n' && a >= 0) return { on: 'node', node: a };
  if (kind === 'v' && a >= 0 && b >= 0) return { on: 'vertex', instance: a, vertex: b };
  if (kind !== 't' || !(a >= 0 && b >= 0 && c + d <= kWhole)) return undefined;
  return { on: 'triangle', instance: a, triangle: b, weights: [c / kWhole, d / kWhole, (kWhole - c - d) / kWhole] };
}

export function pointText(point: MeasurePoint): string {
  switch (point.on) {
    case 'node':
      return `n${point.node}`;
    case 'vertex':
      return `v${point.instance}.${point.vertex}`;
    case 'place':
      return `p${point.at.map((value) => Number(value.toPrecision(6))).join('_')}`;
    case 'triangle': {
      const first = Math.max(0, Math.min(kWhole, Math.round(point.weights[0] * kWhole))),
        second = Math.max(0, Math.min(kWhole - first, Math.round(point.weights[1] * kWhole)));
      return `t${point.instance}.${point.triangle}.${first}.${second}`;
    }
  }
}
