// A vertex or a triangle that the user has chosen: where it is in the picture, posed as it is drawn.

import { BufferKind } from '../core/buffers';
import type { RenderModel } from './renderModel';
import * as m from '../core/math';
import type { SkinningPath, Mark, MarkPoints } from '../protocol/view';
import { nodeMatrix, worldFromVertices } from './picking';
import { project } from './view';
import type { View } from '../protocol/projection';

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
