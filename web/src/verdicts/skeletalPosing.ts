// How far from its place an engine draws a vertex of an IQM, where it takes scales, rotations, parents or weights in a way of
// its own: the model is posed twice, and the ways differ in this one thing.

import { mostOf } from '../base/lists';
import { arrayOf, columnOf, type SkeletalModel, restored } from './skeletalModel';

/** What an engine may take otherwise, with the ways that are known. The right one has no name. */
export const posingWays = {
  /**
   * dropped: there is none; rows: it multiplies the rows of a rotation, not its columns; first: that of x counts for all;
   * inverse: the inverse of the bind pose takes the columns for equally long; children: turns and scales are multiplied apart,
   * and frames do not scale the places of children.
   */
  scale: ['dropped', 'rows', 'first', 'inverse', 'children'],
  /** joints: those of joints scale with the square of their length; turns: they bend a matrix; all: those of frames too. */
  rotations: ['joints', 'turns', 'all'],
  /** pose: frames follow the parents of poses; both: those of poses, below the joints' */
  parents: ['pose', 'both'],
  /** current: a parent that follows its child is taken as it is by then. */
  order: ['current'],
  /**
   * stored: nothing makes their sum 1; ended: the same, and a 0 ends them; unmoved: the same, and a vertex that begins with 0
   * stays; second: a second 0 gives all to the first; rest: the first is what the others leave; first, root: a vertex without
   * weights follows its first joint, or joint 0.
   */
  weights: ['stored', 'ended', 'unmoved', 'second', 'rest', 'first', 'root'],
  /** short: numbers of poses are 16 bits, of the largest in the file. */
  precision: ['short'],
} as const;
export type Aspect = keyof typeof posingWays;

/** Largest distance of a vertex from where it belongs. */
export interface Moved {
  distance: number;
  /** Largest extent of the model in that pose. */
  size: number;
  frame: number;
}

type Matrix = Float64Array;
/** Translation, rotation and scale. */
type Local = Float64Array;

/** So many frames and vertices stand for all. */
const kFrames = 24,
  kVertices = 3000;
/** Lengths and sums that rounding explains. */
const kUnit = 1e-3;

const cache = new WeakMap<SkeletalModel, Map<string, Moved | undefined>>();

/** Undefined where the model has nothing to take otherwise, or is not whole enough to be posed. */
export function movedBy(model: SkeletalModel, aspect: Aspect, way: string): Moved | undefined {
  const known = cache.get(model) ?? new Map<string, Moved | undefined>();
  cache.set(model, known);
  const key = `${aspect} ${way}`;
  if (!known.has(key)) known.set(key, concerns(model, aspect) ? new Posing(model, aspect, way).largest() : undefined);
  return known.get(key);
}

/** Most models have nothing that an aspect is about. */
function concerns(model: SkeletalModel, aspect: Aspect): boolean {
  const { joints, poses } = model;
  if (joints.length === 0) return false;
  const ranges = poses.flatMap(({ offset, scale, mask }) =>
    Array.from(offset, (low, c) => ({
      c: offset.length - c,
      low,
      high: low + (mask & (1 << c) ? 65535 * scale[c]! : 0),
    })),
  );
  switch (aspect) {
    case 'scale':
      return (
        joints.some(({ local }) => local.subarray(7).some((s) => Math.abs(s - 1) > 1e-5)) ||
        ranges.some(({ c, low, high }) => c <= 3 && (Math.abs(low - 1) > 1e-5 || Math.abs(high - 1) > 1e-5))
      );
    case 'parents':
      return poses.some(({ parent }, i) => joints[i] && Math.max(joints[i].parent, -1) !== Math.max(parent, -1));
    case 'order':
      return joints.some(({ parent }, i) => parent > i);
    case 'rotations':
    case 'weights':
    case 'precision':
      return true;
  }
}

class Posing {
  private readonly parents: number[];
  private readonly order: number[];
  private readonly positions: Float64Array[];
  private readonly picked: number[];
  private readonly indexes: Float64Array[];
  private readonly stored: Float64Array[];
  private readonly largestOrigin: number;

  constructor(
    private readonly model: SkeletalModel,
    private readonly aspect: Aspect,
    private readonly way: string,
  ) {
    const { joints } = model;
    this.parents = joints.map(({ parent }) => (parent >= 0 && parent < joints.length ? parent : -1));
    this.order = parentsFirst(this.parents);
    const position = arrayOf(model, 'position'),
      index = arrayOf(model, 'blendindexes'),
      weight = arrayOf(model, 'blendweights');
    this.positions = position ? [0, 1, 2].map((c) => columnOf(model, position, c)) : [];
    const columns = Math.min(index?.components ?? 0, weight?.components ?? index?.components ?? 0, 8);
    this.indexes = index ? Array.from({ length: columns }, (_, c) => columnOf(model, index, c, true)) : [];
    this.stored = weight ? Array.from({ length: columns }, (_, c) => columnOf(model, weight, c)) : [];
    const count = this.positions[0]?.length ?? 0,
      step = Math.max(1, Math.ceil(count / kVertices));
    this.picked = Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
    this.largestOrigin = this.way === 'short' ? this.originOf() : 0;
  }

  largest(): Moved | undefined {
    const { joints, poses, header, masked, channels } = this.model;
    if (joints.length === 0 || this.order.length < joints.length || this.picked.length === 0) return undefined;
    if (this.indexes.length === 0) return undefined;
    if (this.aspect === 'weights' && this.influencesAgree()) return undefined;
    const frames = header.num_frames;
    if (poses.length < joints.length || masked !== header.num_framechannels || frames === 0) return undefined;
    if (channels.length < frames * masked) return undefined;
    const most: Moved = { distance: 0, size: 0, frame: 0 };
    const right = this.inverses(false),
      other = this.inverses(true);
    const tested = Math.min(frames, kFrames);
    for (let k = 0; k < tested; k++) {
      const frame = tested === 1 ? 0 : Math.round((k * (frames - 1)) / (tested - 1));
      this.compare(frame, right, other, most);
    }
    return most;
  }

  private compare(frame: number, right: Matrix[], other: Matrix[], most: Moved): void {
    const here = this.palette(frame, false, right),
      there = this.palette(frame, true, other);
    const low = [Infinity, Infinity, Infinity],
      high = [-Infinity, -Infinity, -Infinity];
    let distance = 0;
    for (const v of this.picked) {
      const a = this.placed(v, here, this.rightWeights(v)),
        b = this.placed(v, there, this.aspect === 'weights' ? this.ownWeights(v) : this.rightWeights(v));
      const d = Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
      // A position that is no number is another matter.
      if (a.some(Number.isNaN)) continue;
      distance = Math.max(distance, Number.isNaN(d) ? Infinity : d);
      for (let c = 0; c < 3; c++) {
        low[c] = Math.min(low[c]!, a[c]!);
        high[c] = Math.max(high[c]!, a[c]!);
      }
    }
    const size = mostOf(high.map((value, c) => value - low[c]!));
    // A model that has no size has no place either.
    if (!(size > 0 && Number.isFinite(size))) return;
    if (distance * Math.max(most.size, 1e-30) > most.distance * size) {
      most.distance = distance;
      most.size = size;
      most.frame = frame;
    } else if (most.size === 0) most.size = size;
  }

  private is(aspect: Aspect, ...ways: string[]): boolean {
    return this.aspect === aspect && ways.includes(this.way);
  }

  private bind(isOther: boolean): Matrix[] {
    const locals = this.model.joints.map(({ local }) => local);
    if (isOther && this.is('scale', 'children')) return this.apart(locals, true);
    const matrices = locals.map((local) => this.matrix(local, isOther, true));
    return isOther && this.is('order', 'current') ? this.inSequence(matrices, true) : this.worlds(matrices);
  }

  private inverses(isOther: boolean): Matrix[] {
    const byRow = this.is('scale', 'inverse') || this.is('rotations', 'all');
    const invert = isOther && byRow ? byFirstRow : isOther && this.is('scale', 'rows') ? byColumns : inverse;
    return this.bind(isOther).map(invert);
  }

  private palette(frame: number, isOther: boolean, inverses: Matrix[]): Matrix[] {
    return this.posed(this.locals(frame, isOther), isOther).map((world, j) => product(world, inverses[j]!));
  }

  private posed(locals: Local[], isOther: boolean): Matrix[] {
    if (isOther && this.is('scale', 'children')) return this.apart(locals, false);
    const matrices = locals.map((local) => this.matrix(local, isOther, false));
    if (isOther && this.is('order', 'current')) return this.inSequence(matrices, false);
    return isOther && this.aspect === 'parents' ? this.byPoses(matrices) : this.worlds(matrices);
  }

  private worlds(local: readonly Matrix[]): Matrix[] {
    return chained(local, this.parents, this.order);
  }

  /** As the file lists joints: a later parent is left out of the bind pose, and taken without its own parents in frames. */
  private inSequence(local: readonly Matrix[], isBind: boolean): Matrix[] {
    const out = [...local];
    for (const [i, parent] of this.parents.entries())
      if (parent >= 0 && !(isBind && parent > i)) out[i] = product(out[parent]!, local[i]!);
    return out;
  }

  /** Turns, scales and places of their own; `scales`: places of children with the scale of the parent. */
  private apart(locals: readonly Local[], scales: boolean): Matrix[] {
    const turns = locals.map((local) =>
      this.matrix(Float64Array.of(0, 0, 0, ...local.subarray(3, 7), 1, 1, 1), false, false),
    );
    const sizes = locals.map((local) => [...local.subarray(7)]),
      places = locals.map((local) => [...local.subarray(0, 3)]);
    for (const i of this.order) {
      const parent = this.parents[i]!;
      if (parent < 0) continue;
      const r = turns[parent]!,
        own = places[i]!.map((value, c) => (scales ? value * sizes[parent]![c]! : value));
      places[i] = places[parent]!.map(
        (value, c) => value + r[4 * c]! * own[0]! + r[4 * c + 1]! * own[1]! + r[4 * c + 2]! * own[2]!,
      );
      turns[i] = product(r, turns[i]!);
      sizes[i] = sizes[i]!.map((value, c) => value * sizes[parent]![c]!);
    }
    return turns.map((r, i) =>
      Float64Array.from(r, (value, k) => (k % 4 === 3 ? places[i]![(k - 3) / 4]! : value * sizes[i]![k % 4]!)),
    );
  }

  /** The parents of poses take the place of the joints', or of those that only build the matrices of frames. */
  private byPoses(local: Matrix[]): Matrix[] {
    const { poses, joints } = this.model;
    const parents = joints.map((_, i) => {
      const parent = poses[i]!.parent;
      return parent >= 0 && parent < joints.length ? parent : -1;
    });
    const order = parentsFirst(parents);
    if (this.way === 'pose') return order.length < joints.length ? local : chained(local, parents, order);
    // Bind matrix of the parent of the pose, the frame, the inverse of the joint; then chained by the parents of joints.
    const bind = this.bind(false),
      inverted = bind.map(inverse);
    const steps = local.map((matrix, i) => {
      const own = product(matrix, inverted[i]!),
        parent = parents[i]!;
      return parent < 0 ? own : product(bind[parent]!, own);
    });
    return chained(steps, this.parents, this.order).map((matrix, i) => product(matrix, bind[i]!));
  }

  private matrix(local: Local, isOther: boolean, isBind: boolean): Matrix {
    const way = isOther ? this.way : '',
      raw = this.is('rotations', 'all') || (this.is('rotations', 'joints', 'turns') && isBind);
    const [tx, ty, tz] = local,
      q = isOther && raw ? local.subarray(3, 7) : unit(local.subarray(3, 7));
    let s: ArrayLike<number> = local.subarray(7);
    if (way === 'dropped') s = [1, 1, 1];
    if (way === 'first') s = [s[0]!, s[0]!, s[0]!];
    const r = turn(q, isOther && this.is('rotations', 'joints') && isBind);
    const out = new Float64Array(12);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        out[4 * row + column] = r[3 * row + column]! * s[way === 'rows' ? row : column]!;
    out[3] = tx!;
    out[7] = ty!;
    out[11] = tz!;
    return out;
  }

  private locals(frame: number, isOther: boolean): Local[] {
    const { poses, channels, masked, joints } = this.model;
    let at = frame * masked;
    const all = poses.map(({ offset, scale, mask }) => {
      const v = Float64Array.from(offset, (low, c) => (mask & (1 << c) ? low + channels[at++]! * scale[c]! : low));
      return v.length === 9 ? restored(v) : v;
    });
    const own = all.slice(0, joints.length);
    return isOther && this.way === 'short' ? own.map((local) => this.shortened(local)) : own;
  }

  /** Cut to 16 bits, translations of the largest in the file. */
  private shortened(local: Local): Local {
    const origin = this.largestOrigin || 1,
      q = unit(local.subarray(3, 7));
    return Float64Array.from(local, (value, c) => {
      const part = c < 3 ? (value / origin) * 32767 : (q[c - 3] ?? 0) * 32767;
      if (c > 6) return value;
      return (Math.trunc(part) / 32767) * (c < 3 ? origin : 1);
    });
  }

  private originOf(): number {
    const { poses, joints } = this.model;
    const ends = poses.flatMap(({ offset, scale, mask }) =>
      [0, 1, 2].flatMap((c) => [
        Math.abs(offset[c]!),
        Math.abs(offset[c]! + (mask & (1 << c) ? 65535 * scale[c]! : 0)),
      ]),
    );
    return mostOf(
      [...ends, ...joints.flatMap(({ local }) => [0, 1, 2].map((c) => Math.abs(local[c]!)))].filter(Number.isFinite),
    );
  }

  private placed(v: number, palette: Matrix[], weights: ArrayLike<number>): number[] {
    const x = this.positions[0]![v]!,
      y = this.positions[1]![v]!,
      z = this.positions[2]![v]!;
    if (weights.length === 0) return [x, y, z];
    const out = [0, 0, 0];
    for (let k = 0; k < weights.length; k++) {
      const weight = weights[k]!,
        m = palette[this.indexes[k]![v]!];
      if (weight === 0 || !m) continue;
      for (let c = 0; c < 3; c++)
        out[c]! += weight * (m[4 * c]! * x + m[4 * c + 1]! * y + m[4 * c + 2]! * z + m[4 * c + 3]!);
    }
    return out;
  }

  /** Shares of those above 0; none leaves the vertex where it is. */
  private rightWeights(v: number): number[] {
    const used = this.stored.map((column, k) => {
      const joint = this.indexes[k]![v]!,
        weight = column[v]!;
      return weight > 0 && joint >= 0 && joint < this.model.joints.length ? weight : 0;
    });
    const sum = used.reduce((a, b) => a + b, 0);
    return sum > 0 ? used.map((weight) => weight / sum) : [];
  }

  private ownWeights(v: number): number[] {
    const stored = this.indexes.map((_, k) => this.stored[k]?.[v] ?? 0),
      sum = stored.reduce((a, b) => a + b, 0);
    const zero = stored.findIndex((weight) => weight === 0),
      before = stored.map((weight, k) => (zero >= 0 && k >= zero ? 0 : weight));
    switch (this.way) {
      case 'ended':
        return before;
      case 'unmoved':
        return zero === 0 ? [] : before;
      case 'second':
        return stored[1] === 0 ? stored.map((_, k) => (k === 0 ? 1 : 0)) : before;
      case 'rest':
        return stored.map((weight, k) => (k === 0 ? 1 - (sum - weight) : weight));
      case 'first':
        if (sum === 0) return stored.map((_, k) => (k === 0 ? 1 : 0));
        return Math.abs(sum - 1) > 0.01 ? stored.map((weight) => weight / sum) : stored;
      case 'root':
        if (sum > 0) return stored.map((weight) => weight / sum);
        return this.indexes.map((column, k) => (k === 0 && column[v] === 0 ? 1 : 0));
      default:
        return stored;
    }
  }

  /** Whether all weights are such as every way takes alike. */
  private influencesAgree(): boolean {
    return this.picked.every((v) => {
      let sum = 0,
        ended = false;
      for (const [k, column] of this.stored.entries()) {
        const weight = column[v]!;
        if ((ended && weight > 0) || (k === 0 && weight === 0)) return false;
        if (weight === 0) ended = true;
        sum += weight;
      }
      return Math.abs(sum - 1) < kUnit;
    });
  }
}

/** Every joint after its parent; those of a circle are left out. */
function parentsFirst(parents: readonly number[]): number[] {
  const children = parents.map((): number[] => []),
    out: number[] = [];
  for (const [i, parent] of parents.entries()) if (parent >= 0) children[parent]!.push(i);
  const open = parents.flatMap((parent, i) => (parent < 0 ? [i] : [])).reverse();
  while (open.length > 0) {
    const i = open.pop()!;
    out.push(i);
    for (const child of [...children[i]!].reverse()) open.push(child);
  }
  return out;
}

function chained(local: readonly Matrix[], parents: readonly number[], order: readonly number[]): Matrix[] {
  const out = [...local];
  for (const i of order) if (parents[i]! >= 0) out[i] = product(out[parents[i]!]!, local[i]!);
  return out;
}

function unit(q: ArrayLike<number>): ArrayLike<number> {
  const length = Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!);
  return length > 1e-12 ? [q[0]! / length, q[1]! / length, q[2]! / length, q[3]! / length] : [0, 0, 0, 1];
}

/** The rotation of a quaternion; `grows`: with the square of its length. */
function turn(q: ArrayLike<number>, grows: boolean): number[] {
  const x = q[0]!,
    y = q[1]!,
    z = q[2]!,
    w = q[3]!;
  const one = grows ? x * x + y * y + z * z + w * w : 1;
  return [
    one - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    one - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    one - 2 * (x * x + y * y),
  ];
}

function product(a: Matrix, b: Matrix): Matrix {
  const out = new Float64Array(12);
  for (let r = 0; r < 12; r += 4)
    for (let c = 0; c < 4; c++)
      out[r + c] = a[r]! * b[c]! + a[r + 1]! * b[4 + c]! + a[r + 2]! * b[8 + c]! + (c === 3 ? a[r + 3]! : 0);
  return out;
}

/** With nine numbers of the inverse rotation. */
function inverted(r: ArrayLike<number>, m: Matrix): Matrix {
  const out = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let c = 0; c < 3; c++) out[4 * i + c] = r[3 * i + c]!;
    out[4 * i + 3] = -(r[3 * i]! * m[3]! + r[3 * i + 1]! * m[7]! + r[3 * i + 2]! * m[11]!);
  }
  return out;
}

function inverse(m: Matrix): Matrix {
  const cofactor = (i: number, j: number): number =>
    m[4 * ((j + 1) % 3) + ((i + 1) % 3)]! * m[4 * ((j + 2) % 3) + ((i + 2) % 3)]! -
    m[4 * ((j + 1) % 3) + ((i + 2) % 3)]! * m[4 * ((j + 2) % 3) + ((i + 1) % 3)]!;
  const det = m[0]! * cofactor(0, 0) + m[1]! * cofactor(1, 0) + m[2]! * cofactor(2, 0);
  return inverted(
    Array.from({ length: 9 }, (_, k) => cofactor(Math.floor(k / 3), k % 3) / det),
    m,
  );
}

/** Right where columns are at right angles. */
const byColumns = (m: Matrix): Matrix =>
  byTranspose(m, (column) => m[column]! ** 2 + m[4 + column]! ** 2 + m[8 + column]! ** 2);
/** Right where they are equally long as well. */
const byFirstRow = (m: Matrix): Matrix => byTranspose(m, () => m[0]! ** 2 + m[1]! ** 2 + m[2]! ** 2);

const byTranspose = (m: Matrix, squared: (column: number) => number): Matrix =>
  inverted(
    Array.from({ length: 9 }, (_, k) => m[4 * (k % 3) + Math.floor(k / 3)]! / squared(Math.floor(k / 3))),
    m,
  );
