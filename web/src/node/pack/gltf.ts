// The GLB that the core writes, taken apart: what `vitrine pack` reads of its JSON, and the numbers of its accessors.

import { fileOfJson, jsonChunk, kHeaderBytes } from '../../base/container';
import type { Vec3, Vec4 } from '../../core/report';

export interface Accessor {
  bufferView?: number;
  byteOffset?: number;
  componentType: number;
  normalized?: boolean;
  count: number;
  type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4';
  min?: number[];
  max?: number[];
}

export interface BufferView {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
  byteStride?: number;
  target?: number;
  extensions?: object;
}

export interface Primitive {
  attributes: Record<string, number>;
  indices: number;
  material?: number;
  targets?: Record<string, number>[];
  extras?: unknown;
}

export interface GltfNode {
  name?: string;
  children?: number[];
  mesh?: number;
  skin?: number;
  translation?: Vec3;
  rotation?: Vec4;
  scale?: Vec3;
  extras?: unknown;
}

export interface Sampler {
  input: number;
  output: number;
  interpolation?: string;
}

export interface Animation {
  name?: string;
  channels: { sampler: number; target: { node: number; path: string } }[];
  samplers: Sampler[];
  extras?: unknown;
}

export interface Image {
  name?: string;
  mimeType: string;
  bufferView: number;
  extras?: unknown;
}

interface TextureInfo {
  index: number;
}

export interface Material {
  alphaMode?: string;
  normalTexture?: TextureInfo;
  extras?: unknown;
}

export interface Gltf {
  asset: { version: string; generator?: string; extras?: unknown };
  extensionsUsed?: string[];
  extensionsRequired?: string[];
  accessors?: Accessor[];
  animations?: Animation[];
  bufferViews?: BufferView[];
  buffers?: { byteLength: number; extensions?: object }[];
  images?: Image[];
  materials?: Material[];
  meshes?: { name?: string; primitives: Primitive[]; weights?: number[]; extras?: { targetNames?: string[] } }[];
  nodes?: GltfNode[];
  scenes?: { nodes?: number[]; extras?: unknown }[];
  skins?: { joints: number[]; inverseBindMatrices: number }[];
  textures?: { name?: string; source: number; sampler?: number; extras?: unknown }[];
}

export const kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126;
export const kComponents = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;

const kBin = 0x004e4942;

export class GlbFile {
  readonly json: Gltf;
  private readonly bin: Uint8Array;

  /** `bytes` are what the core's exporter wrote: nothing is tested here. */
  constructor(bytes: Uint8Array) {
    const { json, length } = jsonChunk<Gltf>(bytes)!;
    this.json = json;
    this.bin = bytes.subarray(Math.min(kHeaderBytes + length + 8, bytes.length));
  }

  view(index: number): Uint8Array {
    const { byteOffset = 0, byteLength } = this.json.bufferViews![index]!;
    return this.bin.subarray(byteOffset, byteOffset + byteLength);
  }

  /** Numbers of an accessor, one after the other; the exporter stores them without gaps. */
  numbers(index: number): Float64Array {
    const { bufferView, byteOffset = 0, componentType, count, type } = this.json.accessors![index]!,
      { buffer, byteOffset: from } = this.view(bufferView!),
      data = new DataView(buffer, from + byteOffset);
    return Float64Array.from({ length: count * kComponents[type] }, (_, i) => {
      if (componentType === kUnsignedByte) return data.getUint8(i);
      if (componentType === kUnsignedShort) return data.getUint16(2 * i, true);
      return componentType === kUnsignedInt ? data.getUint32(4 * i, true) : data.getFloat32(4 * i, true);
    });
  }
}

/** The shortest decimal numbers that are the same in single precision. */
function short(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isInteger(value) || Math.fround(value) !== value) return value;
  for (let digits = 6; digits < 10; ++digits) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return value;
}

export function glbOf(json: Gltf, bin: Uint8Array): Uint8Array {
  const size = (bin.length + 3) & ~3,
    chunk = new Uint8Array(8 + size);
  chunk.set(new Uint8Array(new Uint32Array([size, kBin]).buffer));
  chunk.set(bin, 8);
  return fileOfJson(JSON.stringify(json, short), chunk);
}
