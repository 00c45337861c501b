// Sorts translucent triangles back to front: what is farther is drawn first. Instances are ordered by where their parts lie, the triangles of a part
// among themselves by their middles, again for every frame, in the GPU's own list of indices.

import { BufferKind } from '../core/buffers';
import type { RenderModel } from './renderModel';
import type { Instance, Part } from './gl/model';
import * as m from '../core/math';
import { worldFromVertices } from './picking';

const kBins = 1 << 14;

/** a x + b y + c z + d: what grows with the distance of a point of the model from the eye. */
type Away = readonly [a: number, b: number, c: number, d: number];

function awayFrom({ document, worldFromFile }: RenderModel, instance: Instance, clipFromWorld: m.Mat4): Away {
  const clip = m.multiply(clipFromWorld, worldFromVertices(document, instance, worldFromFile));
  // Perspective: w is the distance; in an orthographic view it is 1 everywhere and z counts.
  const row = clipFromWorld[3] === 0 && clipFromWorld[7] === 0 && clipFromWorld[11] === 0 ? 2 : 3;
  return [clip[row]!, clip[4 + row]!, clip[8 + row]!, clip[12 + row]!];
}

/** Sums of three distances by triangle: comparable within one instance. */
function distances(positions: Float32Array, indices: Uint32Array, [a, b, c]: Away): Float32Array {
  const out = new Float32Array(indices.length / 3);
  for (let t = 0; t < out.length; ++t) {
    let sum = 0;
    for (let k = 0; k < 3; ++k) {
      const v = indices[3 * t + k]! * 3;
      sum += a * positions[v]! + b * positions[v + 1]! + c * positions[v + 2]!;
    }
    out[t] = sum;
  }
  return out;
}

/** Triangles from the farthest to the nearest; those equally far keep their order. Counting: time grows with their number. */
export function sortedTriangles(positions: Float32Array, indices: Uint32Array, away: Away): Uint32Array {
  const distance = distances(positions, indices, away);
  let near = Infinity,
    far = -Infinity;
  for (const d of distance) {
    if (d < near) near = d;
    if (d > far) far = d;
  }
  const scale = far > near && Number.isFinite(far - near) ? (kBins - 1) / (far - near) : 0;
  const bins = new Uint32Array(kBins + 1);
  const binOf = (d: number): number => (d >= near ? Math.min(kBins - 1, Math.floor((far - d) * scale)) || 0 : 0);
  for (const d of distance) ++bins[binOf(d) + 1]!;
  for (let i = 1; i <= kBins; ++i) bins[i] = bins[i]! + bins[i - 1]!;
  const out = new Uint32Array(indices.length);
  distance.forEach((d, t) => {
    const at = bins[binOf(d)]!++;
    for (let k = 0; k < 3; ++k) out[3 * at + k] = indices[3 * t + k]!;
  });
  return out;
}

/** Orders the triangles of the parts that `blends` takes, and gives the instances that have any, the farthest first. */
export function orderTranslucent(
  gl: WebGL2RenderingContext,
  renderModel: RenderModel,
  clipFromWorld: m.Mat4,
  blends: (part: Part) => boolean,
): number[] {
  const { document, model } = renderModel,
    order: { index: number; distance: number }[] = [];
  model.instances.forEach((instance, index) => {
    const parts = instance.parts.filter((part) => blends(part) && part.indexCount > 0 && !part.material?.hidden);
    if (parts.length === 0) return;
    const away = awayFrom(renderModel, instance, clipFromWorld),
      positions = document.floats(BufferKind.Positions, index).slice(),
      indices = document.indices(BufferKind.Indices, index);
    if (positions.length === 0) {
      order.push({ index, distance: 0 });
      return;
    }
    let sum = 0,
      count = 0;
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, instance.indices);
    for (const { firstIndex, indexCount } of parts) {
      const own = indices.subarray(firstIndex, firstIndex + indexCount);
      gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, firstIndex * 4, sortedTriangles(positions, own, away));
      for (let i = 0; i < own.length; i += 3) {
        const v = own[i]! * 3;
        sum += away[0] * positions[v]! + away[1] * positions[v + 1]! + away[2] * positions[v + 2]!;
        ++count;
      }
    }
    order.push({ index, distance: sum / Math.max(1, count) + away[3] });
  });
  return order.sort((a, b) => b.distance - a.distance).map(({ index }) => index);
}
