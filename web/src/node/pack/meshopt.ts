// EXT_meshopt_compression by its authors' encoder, with what readers make of a packed rotation.

import { MeshoptEncoder } from 'meshoptimizer/encoder';

/** Await this before calling anything here. */
export const { ready } = MeshoptEncoder;

/** The version that every reader of the extension supports. */
const kVersion = 0;

export const encodeAttributes = (data: Uint8Array, stride: number): Uint8Array =>
  MeshoptEncoder.encodeGltfBuffer(data, data.length / stride, stride, 'ATTRIBUTES', kVersion);

/** Indices of `stride` bytes. Triangles may come out turned: each begins with another of its vertices. */
export const encodeTriangles = (data: Uint8Array, stride: number): Uint8Array =>
  MeshoptEncoder.encodeGltfBuffer(data, data.length / stride, stride, 'TRIANGLES', kVersion);

/** Directions of four numbers, of which the last stays, for the filter OCTAHEDRAL: four bytes each. */
export const octahedral = (directions: Float32Array): Uint8Array =>
  MeshoptEncoder.encodeFilterOct(directions, directions.length / 4, 4, 8);

/** Rotations for the filter QUATERNION: four numbers of two bytes each, of which `bits` are used. */
export function quaternions(rotations: ArrayLike<number>, bits: number): Int16Array {
  const { buffer, byteOffset, length } = MeshoptEncoder.encodeFilterQuat(
    Float32Array.from(rotations),
    rotations.length / 4,
    8,
    bits,
  );
  return new Int16Array(buffer.slice(byteOffset, byteOffset + length));
}

/** The values that readers decode. */
export function unquaternions(packed: Int16Array): Float64Array {
  const out = new Float64Array(packed.length);
  for (let i = 0; i < packed.length; i += 4) {
    const [x, y, z, w] = packed.subarray(i, i + 4) as unknown as [number, number, number, number],
      one = w | 3,
      left = Math.sqrt(Math.max(0, 2 * one * one - x * x - y * y - z * z));
    [left, x, y, z].forEach((part, k) => (out[i + (((w & 3) + k) & 3)] = part / (one * Math.SQRT2)));
  }
  return out;
}

/** The same triangles in the order that packs best. */
export function orderTriangles(indices: ArrayLike<number>): Uint32Array {
  const run = Uint32Array.from(indices),
    [places, count] = MeshoptEncoder.reorderMesh(run, true, true),
    vertices = new Uint32Array(count);
  places.forEach((place, vertex) => {
    if (place < count) vertices[place] = vertex;
  });
  return run.map((place) => vertices[place]!);
}

/** Vertices in the order of their first use by `runs`, whose indices become those of the new order. */
export function orderVertices(runs: readonly Uint32Array[], vertexCount: number): Uint32Array {
  const place = new Int32Array(vertexCount).fill(-1),
    kept: number[] = [];
  for (const run of runs)
    run.forEach((v, i) => {
      if (place[v]! < 0) place[v] = kept.push(v) - 1;
      run[i] = place[v]!;
    });
  return Uint32Array.from(kept);
}
