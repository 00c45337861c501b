// A glTF as the check of readers sees it: its JSON, of which nothing is trusted, and the numbers of accessors that can be read
// without decoding. What is wrong with the file is said elsewhere, by the core.

import { hasJsonChunk, jsonChunk, kHeaderBytes } from '../../base/container';
import type { ModelFile } from '../judge';

export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

/** The objects of a list: anything else in their place is empty, so that numbers still lead to them. */
export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(objectOf) : []);
export const numbersOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((item): item is number => Number.isSafeInteger(item)) : [];
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
export const childOf = (value: Json | undefined, ...path: readonly string[]): Json =>
  path.reduce<Json>((at, key) => objectOf(at[key]), value ?? {});

const kComponents: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
/** Bytes of a component, and how it is read. */
const kTypes: Readonly<Record<number, readonly [bytes: number, read: (view: DataView, at: number) => number]>> = {
  5120: [1, (view, at) => view.getInt8(at)],
  5121: [1, (view, at) => view.getUint8(at)],
  5122: [2, (view, at) => view.getInt16(at, true)],
  5123: [2, (view, at) => view.getUint16(at, true)],
  5125: [4, (view, at) => view.getUint32(at, true)],
  5126: [4, (view, at) => view.getFloat32(at, true)],
};
/** Full scale of normalized integers. */
const kScales: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

/** A key of an animation moves one property of a node. */
export interface Channel {
  node: number;
  path: string;
  interpolation: string;
  /** Accessors. */
  input: number;
  output: number;
}

export class GltfFile {
  readonly nodes: readonly Json[];
  readonly meshes: readonly Json[];
  readonly primitives: readonly Json[];
  readonly skins: readonly Json[];
  /** Channels of every animation. */
  readonly animations: readonly (readonly Channel[])[];
  readonly channels: readonly Channel[];
  private readonly accessors: readonly Json[];
  private readonly views: readonly Json[];
  private readonly read = new Map<number, Float64Array | undefined>();

  /** `buffer` gives the bytes of a buffer, if they are there. */
  constructor(
    readonly json: Json,
    private readonly buffer: (index: number) => Uint8Array | undefined,
  ) {
    this.nodes = listOf(json.nodes);
    this.meshes = listOf(json.meshes);
    this.primitives = this.meshes.flatMap(({ primitives }) => listOf(primitives));
    this.skins = listOf(json.skins);
    this.animations = listOf(json.animations).map(channelsOf);
    this.channels = this.animations.flat();
    this.accessors = listOf(json.accessors);
    this.views = listOf(json.bufferViews);
  }

  /** Numbers of an accessor, one after the other; undefined where they are not there, compressed or sparse. */
  numbers(index: number): Float64Array | undefined {
    if (!this.read.has(index)) this.read.set(index, this.decoded(this.accessors[index]));
    return this.read.get(index);
  }

  /** Elements of an accessor, whether they can be read or not. */
  countOf(index: number): number {
    return whole(this.accessors[index]?.count);
  }

  private decoded(accessor: Json | undefined): Float64Array | undefined {
    const view = this.views[Number(accessor?.bufferView)],
      components = kComponents[String(accessor?.type)],
      type = kTypes[Number(accessor?.componentType)];
    if (!accessor || !view || !components || !type || accessor.sparse !== undefined) return undefined;
    const { extensions, buffer } = view,
      bytes = extensions === undefined ? this.buffer(Number(buffer)) : undefined;
    const count = whole(accessor.count),
      first = whole(view.byteOffset) + whole(accessor.byteOffset),
      [size, read] = type,
      stride = whole(view.byteStride) || size * components;
    if (!bytes || count === 0 || stride < size * components) return undefined;
    if (first + (count - 1) * stride + size * components > bytes.length) return undefined;
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      scale = accessor.normalized === true ? (kScales[Number(accessor.componentType)] ?? 1) : 1;
    return Float64Array.from({ length: count * components }, (_, i) => {
      const at = first + Math.floor(i / components) * stride + (i % components) * size;
      return read(data, at) / scale;
    });
  }
}

const whole = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

function channelsOf(animation: Json): Channel[] {
  const samplers = listOf(animation.samplers);
  return listOf(animation.channels).map(({ sampler, target }) => {
    const { input, output, interpolation = 'LINEAR' } = samplers[Number(sampler)] ?? {},
      { node, path } = objectOf(target);
    return {
      node: Number(node),
      path: String(path),
      interpolation: String(interpolation),
      input: Number(input),
      output: Number(output),
    };
  });
}

const kEndings = /\.(glb|gltf|vrm)$/i;

/** Is it a glTF, by its name or its first bytes? */
export const isGltf = ({ name, bytes }: ModelFile): boolean => kEndings.test(name) || hasJsonChunk(bytes);

/** Undefined for a file whose JSON cannot be read. `beside` gives the bytes of another file by its relative path. */
export function readGltf({ bytes }: ModelFile, beside: (path: string) => Uint8Array | undefined): GltfFile | undefined {
  const chunk = jsonChunk<unknown>(bytes),
    json = chunk ? chunk.json : hasJsonChunk(bytes) ? undefined : parsed(bytes);
  if (!isObject(json)) return undefined;
  const binary = chunk && bytes.subarray(Math.min(bytes.length, kHeaderBytes + chunk.length + 8)),
    buffers = listOf(json.buffers);
  const found = new Map<number, Uint8Array | undefined>();
  return new GltfFile(json, (index) => {
    if (!found.has(index)) {
      const { uri } = buffers[index] ?? {};
      found.set(index, typeof uri === 'string' ? fetched(uri, beside) : index === 0 ? binary : undefined);
    }
    return found.get(index);
  });
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function fetched(uri: string, beside: (path: string) => Uint8Array | undefined): Uint8Array | undefined {
  try {
    const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(uri) ?? [];
    if (base64 !== undefined) return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    return uri.startsWith('data:') ? undefined : beside(decodeURIComponent(uri));
  } catch {
    return undefined;
  }
}
