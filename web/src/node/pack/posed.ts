// A GLB posed by glTF's rules: world matrices of its nodes at a time of an animation, and vertices by them.

import { pushAll } from '../../base/lists';
import { localMatrix } from '../../core/rotations';
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

export function product(a: Matrix, b: ArrayLike<number>): Matrix {
  const out = new Float64Array(16);
  for (let c = 0; c < 16; c += 4)
    for (let r = 0; r < 4; ++r)
      out[c + r] = a[r]! * b[c]! + a[4 + r]! * b[c + 1]! + a[8 + r]! * b[c + 2]! + a[12 + r]! * b[c + 3]!;
  return out;
}

function mixed(a: readonly number[], b: readonly number[], u: number, isRotation: boolean): number[] {
  const straight = (sign: number): number[] => a.map((v, i) => v + (sign * b[i]! - v) * u);
  if (!isRotation) return straight(1);
  const dot = a.reduce((sum, v, i) => sum + v * b[i]!, 0),
    sign = dot < 0 ? -1 : 1,
    angle = Math.acos(Math.min(1, Math.abs(dot))),
    sine = Math.sin(angle);
  if (sine < 1e-6) return straight(sign);
  return a.map((v, i) => (Math.sin((1 - u) * angle) * v + sign * Math.sin(u * angle) * b[i]!) / sine);
}

/** Value of a track: appendix C of the specification. */
export function sample({ times, values, width, interpolation, path }: Track, time: number): number[] {
  const cubic = interpolation === 'CUBICSPLINE',
    size = cubic ? 3 * width : width,
    part = (key: number, which = cubic ? 1 : 0): number[] => [
      ...values.subarray(key * size + which * width, key * size + (which + 1) * width),
    ];
  let low = 0,
    high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > time) high = middle;
    else low = middle + 1;
  }
  if (low === 0) return part(0);
  if (low === times.length || interpolation === 'STEP') return part(low - 1);
  const span = times[low]! - times[low - 1]!,
    u = (time - times[low - 1]!) / span,
    a = part(low - 1),
    b = part(low);
  if (!cubic) return mixed(a, b, u, path === 'rotation');
  const leaves = part(low - 1, 2),
    comes = part(low, 0),
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

  constructor(private readonly nodes: readonly GltfNode[]) {
    const parents = new Array<number>(nodes.length).fill(-1);
    nodes.forEach(({ children = [] }, i) => children.forEach((child) => (parents[child] = i)));
    const order = parents.flatMap((parent, i) => (parent < 0 ? [i] : []));
    for (let i = 0; i < order.length; ++i) pushAll(order, nodes[order[i]!]!.children ?? []);
    [this.order, this.parents] = [order, parents];
  }

  /** World matrices; `values` are what tracks say instead of the nodes. */
  worlds(values: readonly (readonly [Track, number[]])[] = []): Matrix[] {
    const locals = this.nodes.map(({ translation, rotation, scale }) => ({ translation, rotation, scale })),
      out = new Array<Matrix>(locals.length);
    for (const [{ node, path }, value] of values)
      if (path !== 'weights') locals[node] = { ...locals[node], [path]: value };
    for (const i of this.order) {
      const own = localMatrix(locals[i]!),
        parent = this.parents[i]!;
      out[i] = parent < 0 ? own : product(out[parent]!, own);
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
  skin?: { joints: readonly number[]; inverse: readonly Matrix[]; slots: Float64Array; shares: Float64Array };
}

/** World positions; `matrices` are those of the pose, as are the weights of its shapes. */
export function place(
  { node, positions: basis, shapes, weights: own, skin }: Shown,
  matrices: readonly Matrix[],
  weights = own,
): Float64Array {
  const active = shapes.flatMap((shape, k) => (weights[k] ? [[shape, weights[k]] as const] : [])),
    positions =
      active.length === 0
        ? basis
        : basis.map((value, i) => active.reduce((sum, [shape, weight]) => sum + weight * shape[i]!, value)),
    out = new Float64Array(positions.length),
    count = positions.length / 3,
    palette = skin ? skin.joints.map((joint, k) => product(matrices[joint]!, skin.inverse[k]!)) : [matrices[node]!],
    per = skin ? skin.slots.length / count : 1;
  for (let v = 0; v < count; ++v) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3) as unknown as [number, number, number];
    for (let k = v * per; k < (v + 1) * per; ++k) {
      const share = skin ? skin.shares[k]! : 1;
      if (share === 0) continue;
      const m = palette[skin ? skin.slots[k]! : 0]!;
      for (let r = 0; r < 3; ++r) out[3 * v + r]! += share * (m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]!);
    }
  }
  return out;
}

/** Every node of the file that shows a mesh, with the number of the mesh. */
export const shownNodes = ({ nodes = [] }: Gltf): { node: number; mesh: number; skin?: number }[] =>
  nodes.flatMap(({ mesh, skin }, node) =>
    mesh === undefined ? [] : [{ node, mesh, ...(skin !== undefined && { skin }) }],
  );
