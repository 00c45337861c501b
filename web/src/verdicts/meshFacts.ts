// Counts and measures of an md5mesh, taken once for all engines.

import type { MeshBlock, MeshJoint, MeshText, Rows } from './meshText';

/** The first place of something, how often it is, and a number to it. */
export interface Spot {
  offset: number;
  count: number;
  found: number;
}

export interface BlockFacts {
  block: MeshBlock;
  verts: number;
  tris: number;
  weights: number;
  missing: { verts: number; tris: number; weights: number };
  /** Records too many. */
  extra: Spot | undefined;
  /** Records whose number is not that of their line. */
  disordered: Spot | undefined;
  repeated: Spot | undefined;
  outOfRange: Spot | undefined;
  zeroWeights: Spot | undefined;
  runPastEnd: Spot | undefined;
  weightJoint: Spot | undefined;
  triIndex: Spot | undefined;
  /** A triangle that names the vertex one past the last, and nothing worse. */
  triJustPast: Spot | undefined;
  /** The largest number of weights of a vertex. */
  influences: Spot | undefined;
  sumLeast: Spot | undefined;
  sumMost: Spot | undefined;
  biasLeast: Spot | undefined;
  biasMost: Spot | undefined;
  /** A bias of several that is no multiple of 1/255. */
  unevenBytes: Spot | undefined;
  /** The largest distance between bind positions that weights of one vertex give. */
  disagreement: Spot | undefined;
}

export interface MeshFacts {
  text: MeshText;
  blocks: readonly BlockFacts[];
  /** Diagonal of the bind pose's box. */
  size: number;
}

/** Hostile runs of weights are not followed further than this in all. */
const kMostVisited = 8_000_000;

export function meshFacts(text: MeshText): MeshFacts {
  const box = new Box();
  let left = kMostVisited;
  const blocks = text.meshes.map((block) => {
    const facts = blockFacts(block, text, box, left);
    left = facts.left;
    return facts.facts;
  });
  return { text, blocks, size: box.diagonal };
}

function blockFacts(block: MeshBlock, text: MeshText, box: Box, left: number): { facts: BlockFacts; left: number } {
  const { verts, tris, weights } = block;
  const declared = (rows: Rows): number => rows.declared?.value ?? rows.indices.length;
  const missing = (rows: Rows): number => Math.max(0, declared(rows) - rows.indices.length);
  const spots = new Spots();
  for (const rows of [verts, tris, weights]) judgeIndices(rows, declared(rows), spots);
  const visited = judgeVertices(block, text, declared(weights), spots, box, left);
  judgeTriangles(tris, declared(verts), spots);
  judgeJoints(weights, text.numJoints?.value ?? text.joints.length, spots);
  return {
    left: left - visited,
    facts: {
      block,
      verts: declared(verts),
      tris: declared(tris),
      weights: declared(weights),
      missing: { verts: missing(verts), tris: missing(tris), weights: missing(weights) },
      extra: spots.of('extra'),
      disordered: spots.of('disordered'),
      repeated: spots.of('repeated'),
      outOfRange: spots.of('outOfRange'),
      zeroWeights: spots.of('zeroWeights'),
      runPastEnd: spots.of('runPastEnd'),
      weightJoint: spots.of('weightJoint'),
      triIndex: spots.of('triIndex'),
      triJustPast: spots.of('triIndex') ? undefined : spots.of('triJustPast'),
      influences: spots.of('influences'),
      sumLeast: spots.of('sumLeast'),
      sumMost: spots.of('sumMost'),
      biasLeast: spots.of('biasLeast'),
      biasMost: spots.of('biasMost'),
      unevenBytes: spots.of('unevenBytes'),
      disagreement: spots.of('disagreement'),
    },
  };
}

/** The first of each kind with a count, or the one that reaches furthest. */
class Spots {
  private readonly spots = new Map<string, Spot>();

  first(kind: string, offset: number, found: number): void {
    const spot = this.spots.get(kind);
    if (spot) spot.count += 1;
    else this.spots.set(kind, { offset, count: 1, found });
  }

  furthest(kind: string, offset: number, found: number, sign: 1 | -1): void {
    const spot = this.spots.get(kind);
    if (!spot || (found - spot.found) * sign > 0) this.spots.set(kind, { offset, count: 1, found });
  }

  of(kind: string): Spot | undefined {
    return this.spots.get(kind);
  }
}

function judgeIndices({ indices, offsets }: Rows, declared: number, spots: Spots): void {
  const seen = new Set<number>();
  for (const [i, index] of indices.entries()) {
    const offset = offsets[i]!;
    if (i >= declared) spots.first('extra', offset, indices.length);
    if (index < 0 || index >= declared) spots.first('outOfRange', offset, index);
    else if (index !== i) spots.first('disordered', offset, index);
    if (seen.has(index)) spots.first('repeated', offset, index);
    seen.add(index);
  }
}

/** Rows by the number they give themselves; -1 where there is none. */
function rowOf({ indices }: Rows): Int32Array {
  const rows = new Int32Array(indices.length).fill(-1);
  for (const [i, index] of indices.entries()) if (index >= 0 && index < rows.length) rows[index] = i;
  return rows;
}

function judgeVertices(
  { verts, weights }: MeshBlock,
  { joints }: MeshText,
  declared: number,
  spots: Spots,
  box: Box,
  budget: number,
): number {
  const rows = rowOf(weights);
  let visited = 0;
  for (const [i, offset] of verts.offsets.entries()) {
    const first = verts.values[4 * i + 2]!,
      count = verts.values[4 * i + 3]!;
    spots.furthest('influences', offset, count, 1);
    if (count <= 0) spots.first('zeroWeights', offset, count);
    if (first < 0 || count < 0 || first + count > declared) spots.first('runPastEnd', offset, first + count);
    if (visited > budget) continue;
    const last = Math.min(first + count, rows.length);
    visited += Math.max(0, last - Math.max(0, first));
    judgeRun(
      { weights, rows, joints, first: Math.max(0, first), last, whole: last === first + count, offset },
      spots,
      box,
    );
  }
  return visited;
}

interface Run {
  weights: Rows;
  rows: Int32Array;
  joints: readonly MeshJoint[];
  first: number;
  last: number;
  /** All of its weights are there. */
  whole: boolean;
  offset: number;
}

function judgeRun({ weights, rows, joints, first, last, whole, offset }: Run, spots: Spots, box: Box): void {
  let sum = 0,
    begin: readonly number[] | undefined;
  for (let w = first; w < last; w++) {
    const at = rows[w]! * weights.width;
    if (at < 0) continue;
    const bias = weights.values[at + 1]!,
      joint = joints[weights.values[at]!];
    sum += bias;
    spots.furthest('biasLeast', weights.offsets[rows[w]!]!, bias, -1);
    spots.furthest('biasMost', weights.offsets[rows[w]!]!, bias, 1);
    if (last - first > 1 && Math.abs(bias * 255 - Math.round(bias * 255)) > 0.01)
      spots.first('unevenBytes', weights.offsets[rows[w]!]!, bias);
    if (!joint) continue;
    const position = placed(joint, weights.values, at + 2);
    box.add(position);
    if (!begin) begin = position;
    else if (bias > 0) spots.furthest('disagreement', offset, distance(begin, position), 1);
  }
  if (!whole || last <= first) return;
  spots.furthest('sumLeast', offset, sum, -1);
  spots.furthest('sumMost', offset, sum, 1);
}

function judgeTriangles({ values, offsets }: Rows, verts: number, spots: Spots): void {
  for (const [i, offset] of offsets.entries())
    for (let k = 0; k < 3; k++) {
      const index = values[3 * i + k]!;
      if (index === verts) spots.first('triJustPast', offset, index);
      else if (index < 0 || index > verts) spots.first('triIndex', offset, index);
    }
}

function judgeJoints({ values, offsets, width }: Rows, joints: number, spots: Spots): void {
  for (const [i, offset] of offsets.entries()) {
    const joint = values[i * width]!;
    if (joint < 0 || joint >= joints) spots.first('weightJoint', offset, joint);
  }
}

/** Where a weight puts its vertex: the joint's position and its rotation of the weight's. */
function placed({ values }: MeshJoint, from: readonly number[], at: number): readonly number[] {
  const [px, py, pz, x, y, z] = values as [number, number, number, number, number, number];
  // The stored part belongs to the rotation whose w is not positive.
  const w = -Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z));
  const vx = from[at]!,
    vy = from[at + 1]!,
    vz = from[at + 2]!;
  const tx = 2 * (y * vz - z * vy),
    ty = 2 * (z * vx - x * vz),
    tz = 2 * (x * vy - y * vx);
  return [px + vx + w * tx + y * tz - z * ty, py + vy + w * ty + z * tx - x * tz, pz + vz + w * tz + x * ty - y * tx];
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

class Box {
  private readonly least = [Infinity, Infinity, Infinity];
  private readonly most = [-Infinity, -Infinity, -Infinity];

  add(point: readonly number[]): void {
    for (let k = 0; k < 3; k++) {
      this.least[k] = Math.min(this.least[k]!, point[k]!);
      this.most[k] = Math.max(this.most[k]!, point[k]!);
    }
  }

  get diagonal(): number {
    return this.most[0]! < this.least[0]! ? 0 : distance(this.least, this.most);
  }
}
