// The bytes of the new file: numbers of one kind, of all meshes or animations, are compressed together.

import { leastOf, mostOf } from '../../base/lists';
import { type Accessor, type BufferView, type Gltf, kComponents, kFloat } from './gltf';
import { encodeAttributes, encodeTriangles } from './meshopt';

const kVertices = 34962,
  kIndices = 34963,
  kExtension = 'EXT_meshopt_compression';

/** Bytes of an element; what readers undo; and whether attributes of vertices are in it, which say their stride. */
const kinds = {
  position: { stride: 8, target: kVertices },
  direction: { stride: 4, target: kVertices, filter: 'OCTAHEDRAL' },
  coordinate: { stride: 4, target: kVertices },
  float2: { stride: 8, target: kVertices },
  float3: { stride: 12, target: kVertices },
  joints: { stride: 4, target: kVertices },
  manyJoints: { stride: 8, target: kVertices },
  weights: { stride: 4, target: kVertices },
  fineWeights: { stride: 8, target: kVertices },
  colour: { stride: 8, target: kVertices },
  indices: { stride: 2, target: kIndices },
  manyIndices: { stride: 4, target: kIndices },
  matrices: { stride: 64 },
  times: { stride: 4 },
  rotations: { stride: 8, filter: 'QUATERNION' },
  vectors: { stride: 12 },
  quaternions: { stride: 16 },
} as const satisfies Record<string, { stride: number; target?: number; filter?: string }>;

export type StreamKind = keyof typeof kinds;

export class Streams {
  readonly accessors: Accessor[] = [];
  private readonly parts = new Map<StreamKind, { accessors: number[]; bytes: Uint8Array[]; length: number }>();
  private readonly known = new Map<string, number>();
  private readonly images: Uint8Array[] = [];

  /** Elements of `kind`, as the filter has them; equal ones are stored once. Returns the number of the accessor. */
  add(kind: StreamKind, bytes: Uint8Array, accessor: Omit<Accessor, 'bufferView' | 'byteOffset'>): number {
    const key = `${kind} ${JSON.stringify(accessor)} ${Buffer.from(bytes).toString('latin1')}`,
      found = this.known.get(key);
    if (found !== undefined) return found;
    const part = this.parts.get(kind) ?? { accessors: [], bytes: [], length: 0 };
    this.parts.set(kind, part);
    const index = this.accessors.push({ ...(part.length > 0 && { byteOffset: part.length }), ...accessor }) - 1;
    part.accessors.push(index);
    part.bytes.push(bytes);
    part.length += bytes.length;
    this.known.set(key, index);
    return index;
  }

  /** Single precision numbers as they are. */
  floats(kind: StreamKind, values: ArrayLike<number>, type: Accessor['type'], ranged = false): number {
    const array = Float32Array.from(values),
      count = array.length / kComponents[type],
      range = ranged ? { min: [leastOf(array)], max: [mostOf(array)] } : {};
    return this.add(kind, new Uint8Array(array.buffer), { componentType: kFloat, count, type, ...range });
  }

  /** Bytes of an image file; returns its number among the images, whose views are the last. */
  image(bytes: Uint8Array): number {
    return this.images.push(bytes) - 1;
  }

  /** Views and buffers of `json` and the bytes of the first buffer. */
  finish(json: Gltf): Uint8Array {
    const views: BufferView[] = [],
      stored: Uint8Array[] = [];
    let at = 0,
      unpacked = 0;
    const store = (bytes: Uint8Array): number => {
      const offset = at;
      stored.push(bytes);
      at += (bytes.length + 3) & ~3;
      return offset;
    };
    for (const [kind, { accessors, bytes, length }] of this.parts) {
      const row: { stride: number; target?: number; filter?: string } = kinds[kind],
        { stride, target, filter } = row;
      for (const accessor of accessors) this.accessors[accessor]!.bufferView = views.length;
      const data = new Uint8Array(length);
      bytes.reduce((to, part) => (data.set(part, to), to + part.length), 0);
      const isIndices = target === kIndices,
        packed = isIndices ? encodeTriangles(data, stride) : encodeAttributes(data, stride);
      const extension = {
        buffer: 0,
        byteOffset: store(packed),
        byteLength: packed.length,
        byteStride: stride,
        mode: isIndices ? 'TRIANGLES' : 'ATTRIBUTES',
        ...(filter && { filter }),
        count: length / stride,
      };
      views.push({
        buffer: 1,
        byteOffset: unpacked,
        byteLength: length,
        ...(target === kVertices && { byteStride: stride }),
        ...(target && { target }),
        extensions: { [kExtension]: extension },
      });
      unpacked += (length + 3) & ~3;
    }
    (json.images ?? []).forEach((image, i) => {
      image.bufferView = views.length;
      const bytes = this.images[i]!;
      views.push({ buffer: 0, byteOffset: store(bytes), byteLength: bytes.length });
    });
    const bin = new Uint8Array(at);
    stored.reduce((to, part) => (bin.set(part, to), to + ((part.length + 3) & ~3)), 0);
    json.accessors = this.accessors.map(({ bufferView, ...accessor }) => ({ bufferView: bufferView!, ...accessor }));
    json.bufferViews = views;
    json.buffers = [{ byteLength: at }];
    if (unpacked > 0) {
      // Nothing is in it: its length is what readers unpack into.
      json.buffers.push({ byteLength: unpacked, extensions: { [kExtension]: { fallback: true } } });
      const names = [kExtension, 'KHR_mesh_quantization'];
      json.extensionsUsed = [...(json.extensionsUsed ?? []), ...names];
      json.extensionsRequired = [...(json.extensionsRequired ?? []), ...names];
    }
    return bin;
  }
}
