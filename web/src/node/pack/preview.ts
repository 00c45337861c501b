// The preview of a model: its surface as an action begins, coarse and without colours, small enough for a page to draw
// before the engine has started. A GLB that every viewer opens; only the box that the view frames is our own.

import { kBoundsSamples } from '../../core/document';
import { flatten } from '../../core/hierarchy';
import { mostOf, pushAll } from '../../base/lists';
import * as m from '../../core/math';
import type { Bounds, ReportMaterial, Vec3 } from '../../core/report';
import type { VitrineDocument } from '../index';
import { glbOf, kByte, kUnsignedInt, kUnsignedShort, type Gltf } from './gltf';
import { orderTriangles, orderVertices } from './meshopt';

/** About as many as 20 KB hold. */
const kTriangles = 1500;
/** How far the coarse surface may be off, as a part of the model's size; more triangles stay where it would be farther. */
const kError = 0.02;
const kSteps = 65535,
  kFull = 127;

export interface Preview {
  bytes: Uint8Array;
  triangles: number;
}

interface Surface {
  /** World space, 3 numbers a vertex. */
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** At the start of `action`; without one as the model stands. */
export async function previewOf(document: VitrineDocument, action: string | undefined): Promise<Preview> {
  const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
  await MeshoptSimplifier.ready;
  const { positions, normals, indices: all } = surfaceOf(document, action);
  const [indices] = MeshoptSimplifier.simplify(all, positions, 3, 3 * kTriangles, kError),
    surface = { positions, normals, indices: orderTriangles(indices) };
  return { bytes: written(surface, framed(document, action)), triangles: indices.length / 3 };
}

/** Surface of a viewer's first picture. Vertices at one position are merged, or cracks would open between them. */
function surfaceOf(document: VitrineDocument, action: string | undefined): Surface {
  const { axes, meshes: facts, materials, hierarchy } = document.report.info,
    nodes = flatten(hierarchy),
    toWorld = m.worldFromFile(axes),
    { meshes, matrices } = document.pose(action === undefined ? {} : { action });
  const places = new Map<string, number>(),
    positions: number[] = [],
    normals: number[] = [],
    indices: number[] = [];
  for (const { positions: from, normals: along, indices: run, skinned, node } of meshes) {
    const place = skinned ? toWorld : m.multiply(toWorld, matrices.subarray(node * 16, node * 16 + 16)),
      turn = m.normalMatrix(place);
    const welded = Array.from({ length: from.length / 3 }, (_, v) => {
      const point = m.transformPoint(place, [from[3 * v]!, from[3 * v + 1]!, from[3 * v + 2]!]),
        key = point.map(Math.fround).join(),
        at = places.get(key) ?? places.size;
      if (at === places.size) {
        places.set(key, at);
        pushAll(positions, point);
        normals.push(0, 0, 0);
      }
      for (let r = 0; r < 3; ++r)
        for (let c = 0; c < 3; ++c) normals[3 * at + r]! += turn[3 * c + r]! * along[3 * v + c]!;
      return at;
    });
    const { primitives = [] } = facts[nodes[node]?.mesh ?? -1] ?? {};
    for (const { firstIndex, indexCount, material } of primitives) {
      if (material !== null && isUnseen(materials[material]!)) continue;
      for (let t = firstIndex; t < firstIndex + indexCount; t += 3) {
        const corners = [0, 1, 2].map((c) => welded[run[t + c]!]!);
        if (new Set(corners).size === 3) pushAll(indices, corners);
      }
    }
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
  };
}

const isUnseen = ({ hidden, alphaMode }: ReportMaterial): boolean =>
  hidden || !(alphaMode === 'opaque' || alphaMode === 'mask');

/** Framing of a viewer: the model over the whole action, in world space. */
function framed(document: VitrineDocument, action: string | undefined): Bounds {
  const toWorld = m.worldFromFile(document.report.info.axes),
    duration = action === undefined ? 0 : document.action(action).duration,
    samples = action === undefined ? 1 : kBoundsSamples,
    min: Vec3 = [Infinity, Infinity, Infinity],
    max: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < samples; ++i) {
    const time = samples < 2 ? 0 : (duration * i) / (samples - 1),
      { bounds } = document.pose({ ...(action !== undefined && { action }), time, normals: false });
    if (!bounds) continue;
    const box = m.transformBounds(toWorld, bounds);
    for (let c = 0; c < 3; ++c) {
      min[c] = Math.min(min[c]!, box.min[c]!);
      max[c] = Math.max(max[c]!, box.max[c]!);
    }
  }
  return { min, max };
}

/** Positions in 16 bits, normals in 8: KHR_mesh_quantization. */
function written({ positions, normals, indices }: Surface, bounds: Bounds): Uint8Array {
  const kept = orderVertices([indices], positions.length / 3),
    count = kept.length,
    part = (values: Float32Array, v: number, c: number): number => values[3 * kept[v]! + c]!;
  const low: Vec3 = [Infinity, Infinity, Infinity],
    high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let v = 0; v < count; ++v)
    for (let c = 0; c < 3; ++c) {
      low[c] = Math.min(low[c]!, part(positions, v, c));
      high[c] = Math.max(high[c]!, part(positions, v, c));
    }
  const step = mostOf(high.map((value, c) => value - low[c]!)) / kSteps || 1,
    whole = (v: number, c: number): number => Math.round((part(positions, v, c) - low[c]!) / step);
  const wide = count > kSteps,
    indexBytes = indices.length * (wide ? 4 : 2),
    padded = (indexBytes + 3) & ~3,
    bin = new Uint8Array(padded + 12 * count),
    view = new DataView(bin.buffer);
  indices.forEach((index, i) => (wide ? view.setUint32(4 * i, index, true) : view.setUint16(2 * i, index, true)));
  const most: Vec3 = [0, 0, 0];
  for (let v = 0; v < count; ++v) {
    const normal = m.normalize([0, 1, 2].map((c) => part(normals, v, c)) as Vec3);
    for (let c = 0; c < 3; ++c) {
      most[c] = Math.max(most[c]!, whole(v, c));
      view.setUint16(padded + 8 * v + 2 * c, whole(v, c), true);
      view.setInt8(padded + 8 * count + 4 * v + c, Math.round(normal[c]! * kFull));
    }
  }
  const json: Gltf = {
    asset: { version: '2.0', generator: 'Vitrine', extras: { framing: bounds } },
    extensionsUsed: ['KHR_mesh_quantization'],
    extensionsRequired: ['KHR_mesh_quantization'],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation: low, scale: [step, step, step] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 1, NORMAL: 2 }, indices: 0 }] }],
    accessors: [
      { bufferView: 0, componentType: wide ? kUnsignedInt : kUnsignedShort, count: indices.length, type: 'SCALAR' },
      { bufferView: 1, componentType: kUnsignedShort, count, type: 'VEC3', min: [0, 0, 0], max: most },
      { bufferView: 2, componentType: kByte, normalized: true, count, type: 'VEC3' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: indexBytes, target: 34963 },
      { buffer: 0, byteOffset: padded, byteLength: 8 * count, byteStride: 8, target: 34962 },
      { buffer: 0, byteOffset: padded + 8 * count, byteLength: 4 * count, byteStride: 4, target: 34962 },
    ],
    buffers: [{ byteLength: bin.length }],
  };
  return glbOf(json, bin);
}
