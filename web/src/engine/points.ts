// Where things of a model are in a picture: points that are bound to vertices, triangles or nodes, which have a place in the
// file as well; and a vertex or a triangle that the user has chosen, posed as it is drawn.

import { BufferKind } from '../core/buffers';
import * as m from '../core/math';
import type { MeasurePoint } from '../core/points';
import type { Vec3 } from '../core/report';
import type { View } from '../protocol/projection';
import type { NotePlace } from '../protocol/tools';
import type { Mark, MarkPoints, SkinningPath } from '../protocol/view';
import { nodeMatrix, pickTriangle, worldFromVertices } from './picking';
import type { FrameInputs, RenderModel } from './renderModel';
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

export function markPoints(
  renderModel: RenderModel,
  mark: Mark | undefined,
  path: SkinningPath,
  view: View,
): MarkPoints | undefined {
  if (!mark) return undefined;
  const { document, model, skeleton, worldFromFile } = renderModel;
  const instance = model.instances.findIndex(({ node }) => skeleton.nodes[node]?.mesh === mark.mesh);
  const shown = model.instances[instance];
  if (!shown) return undefined;
  let vertices = [mark.index];
  if (mark.kind === 'triangle')
    vertices = Array.from(document.indices(BufferKind.Indices, instance).subarray(mark.index * 3, mark.index * 3 + 3));
  const worldFromModel = worldFromVertices(document, shown, worldFromFile);
  const points: MarkPoints = [];
  for (const vertex of vertices) {
    const at = placeOf(renderModel, instance, vertex, path);
    const seen = at && project(view, m.transformPoint(worldFromModel, at));
    if (!seen) return undefined;
    points.push([seen[0], seen[1]]);
  }
  return points.length > 0 ? points : undefined;
}

function placeOf(renderModel: RenderModel, instance: number, vertex: number, path: SkinningPath): m.Vec3 | undefined {
  const { skinned, gpu } = renderModel.model.instances[instance]!;
  if (path === 'gpu' && skinned) return skinnedPlace(renderModel, instance, vertex);
  // Stored frames are posed by the processor as well while something is marked.
  return stored(renderModel, instance, vertex, gpu?.define === 'GPU_FRAMES' ? 'cpu' : path);
}

function stored({ document }: RenderModel, instance: number, vertex: number, path: SkinningPath): m.Vec3 | undefined {
  const kind = path === 'cpu' ? BufferKind.Positions : BufferKind.BindPositions;
  const [x, y, z] = document.floats(kind, instance).subarray(vertex * 3, vertex * 3 + 3);
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
}

/** The weighted sum that the shader makes. */
function skinnedPlace(
  { document, model, skeleton, report }: RenderModel,
  instance: number,
  vertex: number,
): m.Vec3 | undefined {
  const skin = skeleton.nodes[model.instances[instance]!.node]?.skin;
  const joints = skin === undefined ? undefined : report.info.skins[skin]?.joints;
  const [first = 0, count = 0] = document.indices(BufferKind.InfluenceRuns, instance).slice(vertex * 2, vertex * 2 + 2);
  if (!joints || count === 0) return undefined;
  const influences = document.floats(BufferKind.Influences, instance).slice(first * 8, (first + count) * 8);
  const sum: m.Vec3 = [0, 0, 0];
  for (let i = 0; i < influences.length; i += 8) {
    // The place comes multiplied by its weight.
    const [x = 0, y = 0, z = 0, weight = 0, joint = 0] = influences.subarray(i, i + 5);
    const matrix = nodeMatrix(document, joints[joint] ?? 0);
    for (const k of [0, 1, 2] as const)
      sum[k] += m.at(matrix, k) * x + m.at(matrix, 4 + k) * y + m.at(matrix, 8 + k) * z + m.at(matrix, 12 + k) * weight;
  }
  return sum;
}
