// Triangles beside one another and vertices in the order of their first use: what the coding of both is made for.

const kCache = 16;

/** The same triangles, in fans around vertices that were used a moment ago (Sander, Nehab, Barczak 2007). */
export function orderTriangles(indices: ArrayLike<number>, vertexCount: number): Uint32Array {
  const first = new Uint32Array(vertexCount + 1),
    left = new Uint32Array(vertexCount);
  for (let i = 0; i < indices.length; ++i) left[indices[i]!]! += 1;
  for (let v = 0; v < vertexCount; ++v) first[v + 1] = first[v]! + left[v]!;
  const beside = new Uint32Array(indices.length),
    filled = first.slice();
  for (let i = 0; i < indices.length; ++i) beside[filled[indices[i]!]!++] = Math.floor(i / 3);

  const out = new Uint32Array(indices.length),
    done = new Uint8Array(indices.length / 3),
    used = new Int32Array(vertexCount).fill(-kCache - 1),
    waiting: number[] = [];
  let to = 0,
    clock = 0,
    cursor = 0,
    centre = indices.length > 0 ? indices[0]! : -1;

  function next(candidates: readonly number[]): number {
    let best = -1,
      most = -1;
    for (const v of candidates) {
      if (left[v] === 0) continue;
      const age = clock - used[v]!,
        worth = age + 2 * left[v]! <= kCache ? age : 0;
      if (worth > most) [most, best] = [worth, v];
    }
    while (best < 0 && waiting.length > 0) {
      const v = waiting.pop()!;
      if (left[v]! > 0) best = v;
    }
    for (; best < 0 && cursor < vertexCount; ++cursor) if (left[cursor]! > 0) best = cursor;
    return best;
  }

  while (centre >= 0) {
    const candidates: number[] = [];
    for (let k = first[centre]!; k < first[centre + 1]!; ++k) {
      const triangle = beside[k]!;
      if (done[triangle]) continue;
      done[triangle] = 1;
      for (let i = 3 * triangle; i < 3 * triangle + 3; ++i) {
        const v = indices[i]!;
        out[to++] = v;
        left[v]! -= 1;
        candidates.push(v);
        waiting.push(v);
        if (clock - used[v]! > kCache) used[v] = clock++;
      }
    }
    centre = next(candidates);
  }
  return out;
}

/** Vertices in the order of their first use by `runs`, whose indices become those of the new order. */
export function orderVertices(runs: readonly Uint32Array[], vertexCount: number): Uint32Array {
  const place = new Int32Array(vertexCount).fill(-1),
    kept: number[] = [];
  for (const run of runs)
    run.forEach((v, i) => {
      if (place[v]! < 0) place[v] = kept.push(v) - 1;
      run[i] = place[v]!;
    });
  return Uint32Array.from(kept);
}
