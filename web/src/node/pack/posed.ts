// A GLB posed by glTF's rules: world matrices of its nodes at a time of an animation, and vertices by them.

import { pushAll } from '../../base/lists';
import { localMatrix } from '../../core/math';
import type { Gltf, GltfNode } from './gltf';

/** 16 numbers, column by column. */
export type Matrix = Float64Array;

export interface Track {
  node: number;
  path: string;
  interpolation: string;
  times: Float64Array;
  /** `width` numbers a key; three times as many in a cubic. */
  values: Float64Array;
  width: number;
}

export const product = (a: Matrix, b: Matrix): Matrix => {
  const out = new Float64Array(16);
  multiply(a, 0, b, 0, out, 0);
  return out;
};

/** The matrix at `toA` of `a` times that at `toB` of `b`, to the place `to` of `out`. */
function multiply(a: Float64Array, toA: number, b: Float64Array, toB: number, out: Float64Array, to: number): void {
  for (let c = 0; c < 16; c += 4) {
    const x = b[toB + c]!,
      y = b[toB + c + 1]!,
      z = b[toB + c + 2]!,
      w = b[toB + c + 3]!;
    for (let r = 0; r < 4; ++r)
      out[to + c + r] = a[toA + r]! * x + a[toA + 4 + r]! * y + a[toA + 8 + r]! * z + a[toA + 12 + r]! * w;
  }
}

/** Between two values of a track that is not cubic, `u` of the way. */
export function mixed(a: readonly number[], b: readonly number[], u: number, isRotation: boolean): number[] {
  if (!isRotation) return straight(a, b, u, 1);
  const dot = a.reduce((sum, v, i) => sum + v * b[i]!, 0),
    sign = dot < 0 ? -1 : 1,
    angle = Math.acos(Math.min(1, Math.abs(dot))),
    sine = Math.sin(angle);
  if (sine < 1e-6) return straight(a, b, u, sign);
  const ofA = Math.sin((1 - u) * angle),
    ofB = sign * Math.sin(u * angle);
  return a.map((v, i) => (ofA * v + ofB * b[i]!) / sine);
}

const straight = (a: readonly number[], b: readonly number[], u: number, sign: number): number[] =>
  a.map((v, i) => v + (sign * b[i]! - v) * u);

const part = (values: Float64Array, at: number, width: number): number[] => {
  const out: number[] = [];
  for (let i = at; i < at + width; ++i) out.push(values[i]!);
  return out;
};

/** Value of a track: appendix C of the specification. */
export function sample({ times, values, width, interpolation, path }: Track, time: number): number[] {
  const cubic = interpolation === 'CUBICSPLINE',
    size = cubic ? 3 * width : width,
    own = cubic ? width : 0;
  let low = 0,
    high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > time) high = middle;
    else low = middle + 1;
  }
  if (low === 0) return part(values, own, width);
  if (low === times.length || interpolation === 'STEP') return part(values, (low - 1) * size + own, width);
  const span = times[low]! - times[low - 1]!,
    u = (time - times[low - 1]!) / span,
    a = part(values, (low - 1) * size + own, width),
    b = part(values, low * size + own, width);
  if (!cubic) return mixed(a, b, u, path === 'rotation');
  const leaves = part(values, (low - 1) * size + 2 * width, width),
    comes = part(values, low * size, width),
    out = a.map(
      (v, i) =>
        (2 * u ** 3 - 3 * u ** 2 + 1) * v +
        span * (u ** 3 - 2 * u ** 2 + u) * leaves[i]! +
        (3 * u ** 2 - 2 * u ** 3) * b[i]! +
        span * (u ** 3 - u ** 2) * comes[i]!,
    ),
    length = path === 'rotation' ? Math.hypot(...out) : 1;
  return out.map((v) => v / length);
}

/** The nodes of a file, parents before children. */
export class Tree {
  private readonly order: readonly number[];
  private readonly parents: readonly number[];
  /** As the nodes stand. */
  private locals?: Float64Array;

  constructor(private readonly nodes: readonly GltfNode[]) {
    const parents = new Array<number>(nodes.length).fill(-1);
    nodes.forEach(({ children = [] }, i) => children.forEach((child) => (parents[child] = i)));
    const order = parents.flatMap((parent, i) => (parent < 0 ? [i] : []));
    for (let i = 0; i < order.length; ++i) pushAll(order, nodes[order[i]!]!.children ?? []);
    [this.order, this.parents] = [order, parents];
  }

  /** World matrices, one after the other; `values` are what tracks say instead of the nodes. */
  worlds(values: readonly (readonly [Track, readonly number[]])[] = []): Float64Array {
    if (!this.locals) {
      this.locals = new Float64Array(16 * this.nodes.length);
      for (const [i, node] of this.nodes.entries()) localMatrix(node, this.locals, 16 * i);
    }
    const moved = new Map<number, Pick<GltfNode, 'translation' | 'rotation' | 'scale'>>(),
      locals = this.locals.slice(),
      out = new Float64Array(locals.length);
    for (const [{ node, path }, value] of values) {
      if (path === 'weights') continue;
      let local = moved.get(node);
      if (!local) {
        const { translation, rotation, scale } = this.nodes[node]!;
        moved.set(node, (local = { translation, rotation, scale }));
      }
      (local as Record<string, readonly number[]>)[path] = value;
    }
    for (const [node, local] of moved) localMatrix(local, locals, 16 * node);
    for (const i of this.order) {
      const at = 16 * i,
        parent = this.parents[i]!;
      if (parent < 0) for (let k = at; k < at + 16; ++k) out[k] = locals[k]!;
      else multiply(out, 16 * parent, locals, at, out, at);
    }
    return out;
  }
}

/** One mesh as one node shows it. */
export interface Shown {
  node: number;
  /** 3 numbers a vertex. */
  positions: Float64Array;
  /** Offsets that each shape key adds to them. */
  shapes: readonly Float64Array[];
  /** Weight of each, if no track has it. */
  weights: readonly number[];
  /** Slots and shares, `influences` a vertex; without a skin there are none. */
  skin?: { joints: readonly number[]; inverse: readonly Matrix[]; slots: Uint32Array; shares: Float64Array };
}

/** World positions; `worlds` are the matrices of the pose, as are the weights of its shapes. */
export function place(
  { node, positions: basis, shapes, weights: own, skin }: Shown,
  worlds: Float64Array,
  weights = own,
): Float64Array {
  const active = shapes.flatMap((shape, k) => (weights[k] ? [[shape, weights[k]] as const] : [])),
    positions =
      active.length === 0
        ? basis
        : basis.map((value, i) => active.reduce((sum, [shape, weight]) => sum + weight * shape[i]!, value)),
    out = new Float64Array(positions.length),
    count = positions.length / 3,
    palette = skin ? new Float64Array(16 * skin.joints.length) : worlds.subarray(16 * node, 16 * node + 16),
    slots = skin?.slots,
    shares = skin?.shares,
    per = slots ? slots.length / count : 1;
  skin?.joints.forEach((joint, k) => multiply(worlds, 16 * joint, skin.inverse[k]!, 0, palette, 16 * k));
  for (let v = 0, at = 0; v < count; ++v, at += 3) {
    const x = positions[at]!,
      y = positions[at + 1]!,
      z = positions[at + 2]!;
    let sumX = 0,
      sumY = 0,
      sumZ = 0;
    for (let k = v * per, end = k + per; k < end; ++k) {
      const share = shares ? shares[k]! : 1;
      if (share === 0) continue;
      const m = slots ? 16 * slots[k]! : 0;
      sumX += share * (palette[m]! * x + palette[m + 4]! * y + palette[m + 8]! * z + palette[m + 12]!);
      sumY += share * (palette[m + 1]! * x + palette[m + 5]! * y + palette[m + 9]! * z + palette[m + 13]!);
      sumZ += share * (palette[m + 2]! * x + palette[m + 6]! * y + palette[m + 10]! * z + palette[m + 14]!);
    }
    out[at] = sumX;
    out[at + 1] = sumY;
    out[at + 2] = sumZ;
  }
  return out;
}

/** Every node of the file that shows a mesh, with the number of the mesh. */
export const shownNodes = ({ nodes = [] }: Gltf): { node: number; mesh: number; skin?: number }[] =>
  nodes.flatMap(({ mesh, skin }, node) =>
    mesh === undefined ? [] : [{ node, mesh, ...(skin !== undefined && { skin }) }],
  );
