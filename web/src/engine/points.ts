// Points that are bound to vertices, triangles or nodes: where they are in the file, and where in a picture.

import { BufferKind } from '../core/buffers';
import * as m from '../core/math';
import type { MeasurePoint } from '../core/points';
import type { Vec3 } from '../core/report';
import type { NotePlace } from '../protocol/tools';
import type { RenderModel, FrameInputs } from './renderModel';
import { nodeMatrix, pickTriangle } from './picking';
import { project, rayThrough } from './view';

/** A surface this much nearer than the point hides it, as a part of the model's radius. */
const kThickness = 0.02;

/** File space at the pose the document was evaluated for; null for a point that is not there. */
export function pointsOf(renderModel: RenderModel, points: readonly MeasurePoint[]): (Vec3 | null)[] {
  return points.map((point) => place(renderModel, point));
}

function place({ document, skeleton, model }: RenderModel, point: MeasurePoint): Vec3 | null {
  if (point.on === 'place') return point.at;
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

/** Points of the visible document; it must be evaluated with positions. */
export function notePlaces(
  { view, width, height, framing, toolEffects }: FrameInputs,
  renderModel: RenderModel,
  notes: readonly MeasurePoint[],
): (NotePlace | null)[] {
  const { document, model, worldFromFile } = renderModel,
    shown = model.instances.filter(({ node }) => !toolEffects?.unseen.has(node));
  // Instances are found by their number: all or none take part.
  const instances = shown.length === model.instances.length ? model.instances : undefined;
  return pointsOf(renderModel, notes).map((point) => {
    const world = point && m.transformPoint(worldFromFile, point),
      at = world && project(view, world);
    if (!world || !at || Math.abs(at[0]) > 1 || Math.abs(at[1]) > 1) return null;
    const ray = rayThrough(view, at[0], at[1]),
      hit = instances && pickTriangle(document, instances, worldFromFile, ray, toolEffects?.section);
    const far = (p: m.Vec3): number => m.dot(m.subtract(p, ray.origin), ray.direction);
    const behind = hit !== undefined && far(hit.point) < far(world) - framing.radius * kThickness;
    return { x: ((at[0] + 1) / 2) * width, y: ((1 - at[1]) / 2) * height, behind };
  });
}

declare module './lazyScripts' {
  interface Extras {
    notePlaces: typeof notePlaces;
  }
}
