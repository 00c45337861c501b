// The two points that are measured, and the line between them.

import type { Vec3 } from '../../core/report';
import type { RenderModel } from '../renderModel';
import type { Color, Shapes } from '../gl/overlayGeometry';
import * as m from '../../core/math';
import type { Labels } from './labels';

const kColor: Color = [1, 0.82, 0.3, 1];

/** Up to six digits, as they are read and copied. */
export const lengthText = (value: number): string => String(Number(value.toPrecision(6)));

export function drawMeasure(
  shapes: Shapes,
  labels: Labels,
  { worldFromFile }: RenderModel,
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
