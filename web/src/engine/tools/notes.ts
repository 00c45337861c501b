// Where annotations appear in a picture, and whether the model hides them.

import type { MeasurePoint, NotePlace } from '../../protocol/tools';
import * as m from '../../core/math';
import type { Exhibit, Picture } from '../exhibit';
import { pickTriangle } from '../picking';
import { project, rayThrough } from '../view';
import { pointsOf } from './measure';

/** A surface this much nearer than the point hides it, as a part of the model's radius. */
const kThickness = 0.02;

/** The document must be evaluated with positions. */
export function notePlaces(
  { view, width, height, framing, arrangement }: Picture,
  exhibit: Exhibit,
  notes: readonly MeasurePoint[],
): (NotePlace | null)[] {
  const { document, model, worldFromFile } = exhibit,
    shown = model.instances.filter(({ node }) => !arrangement?.unseen.has(node));
  // Instances are found by their number: all or none take part.
  const instances = shown.length === model.instances.length ? model.instances : undefined;
  return pointsOf(exhibit, notes).map((point) => {
    const world = point && m.transformPoint(worldFromFile, point),
      at = world && project(view, world);
    if (!world || !at || Math.abs(at[0]) > 1 || Math.abs(at[1]) > 1) return null;
    const ray = rayThrough(view, at[0], at[1]),
      hit = instances && pickTriangle(document, instances, worldFromFile, ray, arrangement?.section);
    const far = (p: m.Vec3): number => m.dot(m.subtract(p, ray.origin), ray.direction);
    const behind = hit !== undefined && far(hit.point) < far(world) - framing.radius * kThickness;
    return { x: ((at[0] + 1) / 2) * width, y: ((1 - at[1]) / 2) * height, behind };
  });
}
