// Meshes with whole numbers in place of floats: KHR_mesh_quantization. One grid for the positions of all of them, whose
// place and step are in the bind matrices of skins, and for meshes without a skin on a node of their own.

import { pushTo } from '../../base/lists';
import type { Vec3 } from '../../core/report';
import { localMatrix } from '../../core/math';
import {
  type GlbFile,
  type Gltf,
  type GltfNode,
  kByte,
  kShort,
  kUnsignedByte,
  kUnsignedInt,
  kUnsignedShort,
  type Primitive,
} from './gltf';
import { octahedral, orderTriangles, orderVertices } from './meshopt';
import { type Matrix, product, type Shown, shownNodes } from './posed';
import type { Streams } from './streams';

export interface Precision {
  positionBits: number;
  weightBits: 8 | 16;
  rotationBits: number;
}

/** Result for one mesh, for measuring: `kept[i]` is the old number of the new vertex i. */
export interface PackedMesh {
  kept: Uint32Array;
  positions: Float64Array;
  shapes: Float64Array[];
  slots?: Float64Array;
  shares?: Float64Array;
}

/** The grid: p = origin + step * q. */
interface Grid {
  origin: Vec3;
  step: number;
}

const kNarrow = 65535;

function gridOf(file: GlbFile, bits: number): Grid {
  const low: Vec3 = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity];
  for (const { primitives } of file.json.meshes ?? [])
    for (const { attributes } of primitives) {
      const { min, max } = file.json.accessors![attributes.POSITION!]!;
      for (let c = 0; c < 3; ++c) {
        low[c] = Math.min(low[c]!, min![c]!);
        high[c] = Math.max(high[c]!, max![c]!);
      }
    }
  const extent = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
  return { origin: low, step: Math.fround(extent / ((1 << bits) - 1)) || 1 };
}

/** `width` numbers of each vertex that is kept, in the new order. */
const picked = (values: Float64Array, width: number, kept: Uint32Array): Float64Array =>
  Float64Array.from(
    { length: kept.length * width },
    (_, i) => values[kept[Math.floor(i / width)]! * width + (i % width)]!,
  );

/** Elements of `stride` bytes, `width` numbers each; what is left of an element is 0. */
function elements(values: ArrayLike<number>, width: number, stride: number, bytes: 1 | 2): Uint8Array {
  const count = values.length / width,
    out = new Uint8Array(count * stride),
    view = new DataView(out.buffer);
  for (let i = 0; i < values.length; ++i) {
    const at = Math.floor(i / width) * stride + (i % width) * bytes;
    if (bytes === 1) view.setInt8(at, values[i]!);
    else view.setInt16(at, values[i]!, true);
  }
  return out;
}

/** Shares of a whole that sum to exactly `whole`; those that lose most by rounding get what is left. */
function wholeShares(shares: readonly number[], whole: number): number[] {
  const sum = shares.reduce((a, b) => a + b, 0) || 1,
    exact = shares.map((share) => (share / sum) * whole),
    out = exact.map(Math.floor);
  const order = exact.map((value, i) => [value - out[i]!, i] as const).sort(([a], [b]) => b - a);
  for (let left = whole - out.reduce((a, b) => a + b, 0), i = 0; left > 0; --left, ++i) out[order[i]![1]]! += 1;
  return out;
}

export class MeshPacker {
  readonly meshes = new Map<number, PackedMesh>();
  private readonly grid: Grid;
  private readonly primitives = new Map<number, Primitive>();

  constructor(
    private readonly file: GlbFile,
    private readonly streams: Streams,
    private readonly precision: Precision,
  ) {
    this.grid = gridOf(file, precision.positionBits);
    const byPositions = new Map<number, Primitive[]>();
    for (const { primitives } of file.json.meshes ?? [])
      for (const primitive of primitives) pushTo(byPositions, primitive.attributes.POSITION!, primitive);
    for (const [positions, primitives] of byPositions) this.pack(positions, primitives);
  }

  /** The meshes of the new file; skins and nodes of `json` follow them. */
  finish(json: Gltf): void {
    const { origin, step } = this.grid;
    json.meshes = (this.file.json.meshes ?? []).map(({ primitives, extras, ...mesh }) => ({
      ...mesh,
      primitives: primitives.map((each) => this.written(each)),
      ...(extras?.targetNames && { extras: { targetNames: extras.targetNames } }),
    }));
    json.skins = json.skins?.map((skin) => ({
      ...skin,
      inverseBindMatrices: this.streams.floats(
        'matrices',
        this.inverse(skin.inverseBindMatrices).flatMap((matrix) => [...this.onGrid(matrix)]),
        'MAT4',
      ),
    }));
    const placed = new Map<GltfNode, number>();
    for (const node of [...(json.nodes ?? [])]) {
      if (node.mesh === undefined || node.skin !== undefined) continue;
      const place: GltfNode = { mesh: node.mesh, translation: origin, scale: [step, step, step] };
      delete node.mesh;
      placed.set(node, json.nodes!.push(place) - 1);
      node.children = [...(node.children ?? []), placed.get(node)!];
    }
    // Shapes belong to the node that has the mesh.
    for (const { target } of json.animations?.flatMap(({ channels }) => channels) ?? [])
      if (target.path === 'weights') target.node = placed.get(json.nodes![target.node]!) ?? target.node;
  }

  /** As the old file shows its meshes, and as the new one does, vertex for vertex. */
  shown(): { before: Shown[]; after: Shown[] } {
    const { file } = this,
      before: Shown[] = [],
      after: Shown[] = [];
    for (const { node, mesh, skin } of shownNodes(file.json)) {
      // Primitives of one mesh share its vertices.
      const { primitives, weights = [] } = file.json.meshes![mesh]!,
        { attributes, targets = [] } = primitives[0]!,
        packed = this.meshes.get(attributes.POSITION!)!,
        old = (accessor: number): Float64Array => picked(file.numbers(accessor), 3, packed.kept);
      const was: Shown = {
          node,
          positions: old(attributes.POSITION!),
          shapes: targets.map(({ POSITION }) => old(POSITION!)),
          weights,
        },
        is: Shown = { node, positions: packed.positions, shapes: packed.shapes, weights };
      if (skin === undefined || !packed.slots) {
        before.push(was);
        after.push(is);
        continue;
      }
      const { joints, inverseBindMatrices } = file.json.skins![skin]!,
        inverse = this.inverse(inverseBindMatrices),
        { slots, shares } = this.influences(attributes, packed.kept);
      before.push({ ...was, skin: { joints, inverse, slots: Uint32Array.from(slots), shares } });
      const slotsAfter = Uint32Array.from(packed.slots);
      after.push({ ...is, skin: { joints, inverse, slots: slotsAfter, shares: packed.shares! } });
    }
    return { before, after };
  }

  private inverse(accessor: number): Matrix[] {
    const all = this.file.numbers(accessor);
    return Array.from({ length: all.length / 16 }, (_, k) => all.slice(16 * k, 16 * k + 16));
  }

  private onGrid(matrix: Matrix): Matrix {
    const { origin, step } = this.grid;
    return product(matrix, localMatrix({ translation: origin, scale: [step, step, step] }));
  }

  private written({ attributes, indices }: Primitive): Primitive {
    return this.primitives.get(indices) ?? { attributes, indices };
  }

  /** All influences of each vertex that is kept, side by side. */
  private influences(
    attributes: Record<string, number>,
    kept: Uint32Array,
  ): { slots: Float64Array; shares: Float64Array } {
    const sets = Array.from({ length: 16 }, (_, set) => set).filter((set) => `JOINTS_${set}` in attributes),
      side = (name: string): Float64Array => {
        const parts = sets.map((set) => picked(this.file.numbers(attributes[`${name}_${set}`]!), 4, kept)),
          per = 4 * sets.length;
        return Float64Array.from({ length: kept.length * per }, (_, i) => {
          const vertex = Math.floor(i / per),
            k = i % per;
          return parts[k >> 2]![4 * vertex + (k & 3)]!;
        });
      };
    return { slots: side('JOINTS'), shares: side('WEIGHTS') };
  }

  private pack(positions: number, primitives: readonly Primitive[]): void {
    const { file, streams } = this,
      [{ attributes, targets }] = primitives as [Primitive],
      { count } = file.json.accessors![positions]!;
    const runs = primitives.map(({ indices }) => orderTriangles(file.numbers(indices))),
      kept = orderVertices(runs, count),
      packed: PackedMesh = { kept, positions: new Float64Array(), shapes: [] };
    this.meshes.set(positions, packed);

    const out: Record<string, number> = {};
    for (const [name, accessor] of Object.entries(attributes)) {
      if (/^(JOINTS|WEIGHTS)_/.test(name)) continue;
      const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[file.json.accessors![accessor]!.type],
        values = picked(file.numbers(accessor), width, kept);
      out[name] = name === 'POSITION' ? this.positions(values, packed) : this.attribute(name, values, width);
    }
    if ('JOINTS_0' in attributes) Object.assign(out, this.skinned(attributes, packed));
    const moved = targets?.map((target) =>
      Object.fromEntries(
        Object.entries(target).map(([name, accessor]) => {
          const values = picked(file.numbers(accessor), 3, kept);
          return [name, name === 'POSITION' ? this.offsets(values, packed) : streams.floats('float3', values, 'VEC3')];
        }),
      ),
    );
    primitives.forEach(({ indices, material }, i) => {
      const many = kept.length >= kNarrow,
        run = many ? runs[i]! : Uint16Array.from(runs[i]!);
      this.primitives.set(indices, {
        attributes: out,
        indices: streams.add(many ? 'manyIndices' : 'indices', new Uint8Array(run.buffer), {
          componentType: many ? kUnsignedInt : kUnsignedShort,
          count: run.length,
          type: 'SCALAR',
        }),
        ...(material !== undefined && { material }),
        ...(moved && { targets: moved }),
      });
    });
  }

  private positions(values: Float64Array, packed: PackedMesh): number {
    const { origin, step } = this.grid,
      whole = values.map((value, i) => Math.round((value - origin[i % 3]!) / step));
    packed.positions = whole.map((q, i) => origin[i % 3]! + step * q);
    return this.streams.add('position', elements(whole, 3, 8, 2), {
      componentType: kUnsignedShort,
      count: whole.length / 3,
      type: 'VEC3',
      ...range(whole),
    });
  }

  /** Packs the offsets of a shape key, in steps of the grid. */
  private offsets(values: Float64Array, packed: PackedMesh): number {
    const { step } = this.grid,
      whole = values.map((value) => Math.round(value / step));
    packed.shapes.push(whole.map((q) => q * step));
    return this.streams.add('position', elements(whole, 3, 8, 2), {
      componentType: kShort,
      count: whole.length / 3,
      type: 'VEC3',
      ...range(whole),
    });
  }

  private attribute(name: string, values: Float64Array, width: number): number {
    const count = values.length / width,
      shares = values.map((value) => Math.round(Math.min(Math.max(value, 0), 1) * 65535));
    if (name === 'NORMAL' || name === 'TANGENT') {
      const directions = Float32Array.from({ length: 4 * count }, (_, i) =>
        i % 4 < width ? values[(i >> 2) * width + (i % 4)]! : 0,
      );
      const type = name === 'NORMAL' ? 'VEC3' : 'VEC4';
      return this.streams.add('direction', octahedral(directions), {
        componentType: kByte,
        normalized: true,
        count,
        type,
      });
    }
    if (name.startsWith('TEXCOORD'))
      return values.every((value) => value >= 0 && value <= 1)
        ? this.streams.add('coordinate', elements(shares, 2, 4, 2), {
            componentType: kUnsignedShort,
            normalized: true,
            count,
            type: 'VEC2',
          })
        : this.streams.floats('float2', values, 'VEC2');
    const type = width === 3 ? 'VEC3' : 'VEC4';
    return this.streams.add('colour', elements(shares, width, 8, 2), {
      componentType: kUnsignedShort,
      normalized: true,
      count,
      type,
    });
  }

  private skinned(attributes: Record<string, number>, packed: PackedMesh): Record<string, number> {
    const { slots, shares } = this.influences(attributes, packed.kept),
      { weightBits } = this.precision,
      whole = 2 ** weightBits - 1,
      count = packed.kept.length,
      per = slots.length / count,
      parts = new Float64Array(shares.length);
    for (let v = 0; v < count; ++v)
      parts.set(wholeShares([...shares.subarray(v * per, (v + 1) * per)], whole), v * per);
    packed.slots = slots.map((slot, i) => (parts[i]! > 0 ? slot : 0));
    packed.shares = parts.map((part) => part / whole);
    const many = packed.slots.some((slot) => slot > 255),
      out: Record<string, number> = {};
    for (let set = 0; 4 * set < per; ++set) {
      const side = (all: Float64Array): Float64Array =>
        Float64Array.from({ length: 4 * count }, (_, i) => all[(i >> 2) * per + 4 * set + (i & 3)]!);
      const weights = side(parts);
      if (set > 0 && weights.every((part) => part === 0)) continue;
      out[`JOINTS_${set}`] = this.streams.add(
        many ? 'manyJoints' : 'joints',
        elements(side(packed.slots), 4, many ? 8 : 4, many ? 2 : 1),
        { componentType: many ? kUnsignedShort : kUnsignedByte, count, type: 'VEC4' },
      );
      const fine = weightBits === 16;
      out[`WEIGHTS_${set}`] = this.streams.add(
        fine ? 'fineWeights' : 'weights',
        elements(weights, 4, fine ? 8 : 4, fine ? 2 : 1),
        { componentType: fine ? kUnsignedShort : kUnsignedByte, normalized: true, count, type: 'VEC4' },
      );
    }
    return out;
  }
}

function range(values: Float64Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity],
    max = [-Infinity, -Infinity, -Infinity];
  values.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3]!, value);
    max[i % 3] = Math.max(max[i % 3]!, value);
  });
  return { min, max };
}
