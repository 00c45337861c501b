// Which connected parts of a mesh are closed: there a cut has an inside. Vertices that stand on one point of the bind pose
// are one, however a format splits them at seams of the texture.

/** Numbers of points: vertices at the same place have the same. */
export function weld(positions: Float32Array): Uint32Array {
  const count = positions.length / 3,
    ids = new Uint32Array(count);
  let size = 16;
  while (size < count * 2) size *= 2;
  const table = new Int32Array(size).fill(-1),
    bits = new Uint32Array(3),
    floats = new Float32Array(bits.buffer);
  for (let i = 0; i < count; ++i) {
    // Adding 0 makes -0 into 0.
    for (let k = 0; k < 3; ++k) floats[k] = positions[i * 3 + k]! + 0;
    let at =
      (Math.imul(bits[0]!, 0x9e3779b1) ^ Math.imul(bits[1]!, 0x85ebca6b) ^ Math.imul(bits[2]!, 0xc2b2ae35)) >>> 0;
    at = (at ^ (at >>> 15)) & (size - 1);
    for (;;) {
      const other = table[at]!;
      if (other < 0) {
        table[at] = i;
        ids[i] = i;
        break;
      }
      if ([0, 1, 2].every((k) => positions[other * 3 + k] === positions[i * 3 + k])) {
        ids[i] = other;
        break;
      }
      at = (at + 1) & (size - 1);
    }
  }
  return ids;
}

export interface ClosedParts {
  /** Triangles of all closed parts. */
  indices: Uint32Array<ArrayBuffer>;
  closed: number;
  of: number;
}

/** Closed: along every edge as many triangles run one way as the other. */
export function closedParts(positions: Float32Array, indices: Uint32Array): ClosedParts {
  const ids = weld(positions),
    parent = Uint32Array.from(ids, (_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root]!;
    while (parent[i] !== root) [parent[i], i] = [root, parent[i]!];
    return root;
  };
  const triangles: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [ids[indices[t]!]!, ids[indices[t + 1]!]!, ids[indices[t + 2]!]!];
    if (a === b || b === c || c === a) continue;
    triangles.push(t);
    parent[find(b)] = find(a);
    parent[find(c)] = find(a);
  }
  // Low point * 2^26 + high, doubled, and one more where the triangle runs from high to low: exact below 2^53.
  const edges = new Float64Array(triangles.length * 3);
  triangles.forEach((t, n) => {
    for (let k = 0; k < 3; ++k) {
      const a = ids[indices[t + k]!]!,
        b = ids[indices[t + ((k + 1) % 3)]!]!;
      edges[n * 3 + k] = (Math.min(a, b) * 2 ** 26 + Math.max(a, b)) * 2 + (a < b ? 0 : 1);
    }
  });
  edges.sort();
  const open = new Set<number>();
  for (let i = 0; i < edges.length;) {
    const edge = Math.floor(edges[i]! / 2);
    let sum = 0;
    for (; i < edges.length && Math.floor(edges[i]! / 2) === edge; ++i) sum += edges[i]! % 2 === 0 ? 1 : -1;
    if (sum !== 0) open.add(find(Math.floor(edge / 2 ** 26)));
  }
  const kept: number[] = [],
    parts = new Set<number>();
  for (const t of triangles) {
    const part = find(ids[indices[t]!]!);
    parts.add(part);
    if (!open.has(part)) kept.push(indices[t]!, indices[t + 1]!, indices[t + 2]!);
  }
  return { indices: new Uint32Array(kept), closed: parts.size - open.size, of: parts.size };
}
