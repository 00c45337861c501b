// Points that are bound to vertices, triangles or nodes, and the line between two of them.

import { BufferKind } from '../../core/buffers';
import type { Vec3 } from '../../core/report';
import type { Exhibit } from '../exhibit';
import type { Color, Shapes } from '../gl/shapes';
import * as m from '../../core/math';
import { nodeMatrix } from '../picking';
import type { Labels } from './labels';
import type { MeasurePoint } from '../../protocol/tools';

const kColor: Color = [1, 0.82, 0.3, 1];

/** File space at the pose the document was evaluated for; null for a point that is not there. */
export function pointsOf(exhibit: Exhibit, points: readonly MeasurePoint[]): (Vec3 | null)[] {
  return points.map((point) => place(exhibit, point));
}

function place({ document, skeleton, model }: Exhibit, point: MeasurePoint): Vec3 | null {
  if (point.on === 'node') {
    if (!skeleton.nodes[point.node]) return null;
    const [x, y, z] = nodeMatrix(document, point.node).subarray(12, 15) as unknown as Vec3;
    return [x, y, z];
  }
  const instance = model.instances[point.instance];
  if (!instance) return null;
  const positions = document.floats(BufferKind.Positions, point.instance);
  const corners: [number, number][] = [];
  if (point.on === 'vertex') corners.push([point.vertex, 1]);
  else {
    const indices = document.indices(BufferKind.Indices, point.instance);
    point.weights.forEach((weight, k) => corners.push([indices[point.triangle * 3 + k] ?? -1, weight]));
  }
  const sum: Vec3 = [0, 0, 0];
  for (const [vertex, weight] of corners) {
    if (!(vertex >= 0 && vertex * 3 + 2 < positions.length)) return null;
    for (let k = 0; k < 3; ++k) sum[k]! += positions[vertex * 3 + k]! * weight;
  }
  return instance.skinned ? sum : m.transformPoint(nodeMatrix(document, instance.node), sum);
}

/** Up to six digits, as they are read and copied. */
export const lengthText = (value: number): string => String(Number(value.toPrecision(6)));

export function drawMeasure(
  shapes: Shapes,
  labels: Labels,
  { worldFromFile }: Exhibit,
  points: readonly (Vec3 | null)[],
  pixelRatio: number,
  unit: string,
): void {
  const there = points.flatMap((point) => (point ? [point] : []));
  for (const point of there) shapes.point(m.transformPoint(worldFromFile, point), kColor, 9 * pixelRatio);
  const [from, to] = points;
  if (!from || !to) return;
  shapes.line(m.transformPoint(worldFromFile, from), m.transformPoint(worldFromFile, to), kColor);
  const text = `${lengthText(m.length(m.subtract(to, from)))} ${unit}`.trim();
  labels.add(text, m.scale(m.add(from, to), 0.5), worldFromFile, 'chosen');
}
