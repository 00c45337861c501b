// Edges and faces of a mesh, counted in linear time. The generators stop now and then, so that whoever drives them can
// let others work in between.

import type { MeshSurvey, WeightSurvey } from '../../core/statistics';

const kSlice = 8192;
const kFlat = 1e-6;
const kWeightTolerance = 1e-3;

/** Room for `count` entries, at most three quarters full. Zero is an empty place, so that new memory needs no filling. */
function tableSize(count: number): number {
  let size = 16;
  while (size * 3 < count * 4) size *= 2;
  return size;
}

function mix(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The first vertex at the same place for each vertex; exactly the same place, with 0 and -0 alike. */
export function* weld(positions: Float32Array): Generator<void, Uint32Array> {
  const count = Math.floor(positions.length / 3),
    size = tableSize(count),
    table = new Uint32Array(size),
    first = new Uint32Array(count);
  const plain = new Float32Array(count * 3);
  for (let i = 0; i < plain.length; ++i) {
    if (i % (kSlice * 8) === kSlice * 8 - 1) yield;
    plain[i] = positions[i]! + 0;
  }
  const bits = new Uint32Array(plain.buffer);
  for (let vertex = 0; vertex < count; ++vertex) {
    if (vertex % kSlice === kSlice - 1) yield;
    const at = vertex * 3,
      x = bits[at]!,
      y = bits[at + 1]!,
      z = bits[at + 2]!;
    let slot = mix(x, y, z) & (size - 1);
    for (;;) {
      const other = table[slot]! - 1;
      if (other < 0) {
        table[slot] = vertex + 1;
        first[vertex] = vertex;
        break;
      }
      if (bits[other * 3] === x && bits[other * 3 + 1] === y && bits[other * 3 + 2] === z) {
        first[vertex] = other;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return first;
}

/** `positions` three numbers a vertex, `indices` three a triangle. */
export function* surveyMesh(positions: Float32Array, indices: Uint32Array): Generator<void, MeshSurvey> {
  const place = yield* weld(positions);
  const triangles = Math.floor(indices.length / 3);
  const used = new Uint8Array(place.length);
  const survey: MeshSurvey = {
    places: 0,
    edges: 0,
    openEdges: 0,
    nonManifoldEdges: 0,
    turnedEdges: 0,
    collapsedFaces: 0,
    flatFaces: 0,
    unusedVertices: 0,
  };
  for (let vertex = 0; vertex < place.length; ++vertex) if (place[vertex] === vertex) ++survey.places;
  const size = tableSize(triangles * 3);
  // Per edge: its ends, the lower one counted from 1, and how often it runs from the lower to the higher and back.
  const low = new Uint32Array(size);
  yield;
  const high = new Uint32Array(size);
  yield;
  const up = new Uint8Array(size),
    down = new Uint8Array(size);
  yield;
  const add = (a: number, b: number): void => {
    const from = Math.min(a, b) + 1,
      to = Math.max(a, b);
    let slot = mix(from, to, 0) & (size - 1);
    while (low[slot] !== 0 && (low[slot] !== from || high[slot] !== to)) slot = (slot + 1) & (size - 1);
    low[slot] = from;
    high[slot] = to;
    const runs = a < b ? up : down;
    // Three are as good as three hundred.
    if (runs[slot]! < 3) ++runs[slot]!;
  };
  for (let triangle = 0; triangle < triangles; ++triangle) {
    if (triangle % kSlice === kSlice - 1) yield;
    const i = indices[triangle * 3]!,
      j = indices[triangle * 3 + 1]!,
      k = indices[triangle * 3 + 2]!;
    used[i] = used[j] = used[k] = 1;
    const a = place[i]!,
      b = place[j]!,
      c = place[k]!;
    if (a === b || b === c || c === a) {
      ++survey.collapsedFaces;
      continue;
    }
    if (isFlat(positions, a, b, c)) ++survey.flatFaces;
    add(a, b);
    add(b, c);
    add(c, a);
  }
  for (let slot = 0; slot < size; ++slot) {
    if (slot % (kSlice * 8) === kSlice * 8 - 1) yield;
    if (low[slot] === 0) continue;
    const sum = up[slot]! + down[slot]!;
    ++survey.edges;
    if (sum === 1) ++survey.openEdges;
    else if (sum > 2) ++survey.nonManifoldEdges;
    else if (up[slot] !== down[slot]) ++survey.turnedEdges;
  }
  for (let vertex = 0; vertex < used.length; ++vertex) if (used[vertex] === 0) ++survey.unusedVertices;
  return survey;
}

function isFlat(p: Float32Array, a: number, b: number, c: number): boolean {
  const at = (vertex: number, axis: number): number => p[vertex * 3 + axis]!;
  const ux = at(b, 0) - at(a, 0),
    uy = at(b, 1) - at(a, 1),
    uz = at(b, 2) - at(a, 2),
    vx = at(c, 0) - at(a, 0),
    vy = at(c, 1) - at(a, 1),
    vz = at(c, 2) - at(a, 2);
  const longest = Math.max(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    (vx - ux) ** 2 + (vy - uy) ** 2 + (vz - uz) ** 2,
  );
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) <= kFlat * longest;
}

/**
 * Sums of weights. `runs` are pairs of the first influence and their number, one a vertex; of an influence's eight
 * numbers the fourth is its weight.
 */
export function surveyWeights(runs: Uint32Array, influences: Float32Array): WeightSurvey {
  const survey: WeightSurvey = { weighted: 0, unweighted: 0, least: Infinity, most: -Infinity, off: 0 };
  for (let run = 0; run + 1 < runs.length; run += 2) {
    const first = runs[run]!,
      count = runs[run + 1]!;
    if (count === 0) {
      ++survey.unweighted;
      continue;
    }
    let sum = 0;
    for (let i = first; i < first + count; ++i) sum += influences[i * 8 + 3]!;
    ++survey.weighted;
    survey.least = Math.min(survey.least, sum);
    survey.most = Math.max(survey.most, sum);
    if (Math.abs(sum - 1) > kWeightTolerance) ++survey.off;
  }
  if (survey.weighted === 0) survey.least = survey.most = 0;
  return survey;
}
