// Lengths in file units: the line between two measured points, and scales along the model with lines at 1, 2 or 5 times a
// power of ten and their numbers.

import * as m from '../../core/math';
import type { Vec3 } from '../../core/report';
import type { Color, Shapes } from '../gl/overlayGeometry';
import type { FrameInputs, RenderModel } from '../renderModel';
import type { Labels } from './labels';

const kMeasureColor: Color = [1, 0.82, 0.3, 1];

/** Up to six digits, as they are read and copied. */
const lengthText = (value: number): string => String(Number(value.toPrecision(6)));

export function drawMeasure(
  shapes: Shapes,
  labels: Labels,
  { worldFromFile }: RenderModel,
  points: readonly (Vec3 | null)[],
  pixelRatio: number,
  unit: string,
): void {
  const there = points.flatMap((point) => (point ? [point] : []));
  for (const point of there) shapes.point(m.transformPoint(worldFromFile, point), kMeasureColor, 9 * pixelRatio);
  const [from, to] = points;
  if (!from || !to) return;
  shapes.line(m.transformPoint(worldFromFile, from), m.transformPoint(worldFromFile, to), kMeasureColor);
  const text = `${lengthText(m.length(m.subtract(to, from)))} ${unit}`.trim();
  labels.add(text, m.scale(m.add(from, to), 0.5), worldFromFile, 'chosen');
}

/** Pixels of the page between two lines, at least. */
const kApart = 58;
const kMostLines = 60;
const kRulerColor: Color = [0.62, 0.68, 0.75, 0.85];

/** 1, 2 or 5 times a power of ten, at least `wanted`. */
export function niceStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1e-9))),
    factor = wanted / power;
  return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
}

export function spacingOf({ view, framing, follow, height, pixelRatio }: FrameInputs): number {
  const c = view.clipFromWorld,
    p = m.add(framing.center, follow);
  const w = c[3]! * p[0] + c[7]! * p[1] + c[11]! * p[2] + c[15]!,
    perUnit = (Math.hypot(c[1]!, c[5]!, c[9]!) / Math.max(Math.abs(w), 1e-9)) * (height / 2 / pixelRatio);
  const wanted = perUnit > 0 ? kApart / perUnit : framing.radius / 4;
  // Never so fine that the model has more lines than can be read.
  return niceStep(Math.max(wanted, (framing.radius * 4) / kMostLines));
}

export class Ruler {
  /** Returns the distance of the lines. */
  collect(
    shapes: Shapes,
    labels: Labels,
    { framing, follow, view, toolEffects }: FrameInputs,
    { worldFromFile }: RenderModel,
    unit: string,
  ): number {
    const step = toolEffects?.spacing ?? framing.radius / 4,
      low = m.add(framing.bounds.min, follow),
      high = m.add(framing.bounds.max, follow);
    const from = low.map((value) => Math.floor(value / step + 1e-6) * step) as m.Vec3,
      to = high.map((value, i) => Math.max(from[i]! + step, Math.ceil(value / step - 1e-6) * step)) as m.Vec3;
    const ground = framing.bounds.min[1],
      eye = view.eye,
      middle = m.scale(m.add(low, high), 0.5);
    const side = (k: 0 | 2): number => (eye[k] - (eye[3] > 0 ? middle[k] : 0) >= 0 ? to[k] : from[k]);
    // Along the edges nearer to the eye, and up where one of them ends.
    const x = side(0),
      z = side(2),
      back = x === to[0] ? from[0] : to[0];
    this.scale(
      shapes,
      labels,
      worldFromFile,
      0,
      [from[0], ground, z],
      to[0],
      step,
      [0, 0, Math.sign(z - middle[2])],
      unit,
    );
    this.scale(
      shapes,
      labels,
      worldFromFile,
      2,
      [x, ground, from[2]],
      to[2],
      step,
      [Math.sign(x - middle[0]), 0, 0],
      unit,
    );
    this.scale(
      shapes,
      labels,
      worldFromFile,
      1,
      [back, from[1], z],
      to[1],
      step,
      [Math.sign(back - middle[0]), 0, 0],
      unit,
    );
    return step;
  }

  /** From `start` along a world axis to the coordinate `end`; ticks point towards `out`. */
  private scale(
    shapes: Shapes,
    labels: Labels,
    worldFromFile: m.Mat4,
    axis: number,
    start: m.Vec3,
    end: number,
    step: number,
    out: m.Vec3,
    unit: string,
  ): void {
    const at = (value: number): m.Vec3 => start.map((other, i) => (i === axis ? value : other)) as m.Vec3;
    const fileFromWorld = m.invert(worldFromFile) ?? m.identity(),
      along = m.transformDirection(fileFromWorld, [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0]);
    // The axis of the file that runs this way, and whether it runs back.
    const own = along.findIndex((value) => Math.abs(value) > 0.999),
      sign = own < 0 ? 1 : Math.sign(along[own]!);
    shapes.line(start, at(end), kRulerColor);
    const first = Math.round(start[axis]! / step),
      last = Math.round(end / step);
    for (let i = first; i <= last && i - first <= kMostLines * 4; ++i) {
      const place = at(i * step),
        tip = m.add(place, m.scale(out, step * 0.16));
      shapes.line(place, tip, kRulerColor);
      labels.addWorld(
        `${lengthText(i * step * sign || 0)} ${unit}`.trim(),
        m.add(place, m.scale(out, step * 0.34)),
        'quiet',
      );
    }
    const name = own < 0 ? '' : 'xyz'[own]!;
    if (name) labels.addWorld(name, m.add(at(end + step * 0.45), m.scale(out, step * 0.16)), 'chosen');
  }
}
