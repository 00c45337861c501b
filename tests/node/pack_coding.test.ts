// What `vitrine pack` says of its pieces is what readers make of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { MeshoptDecoder } from 'meshoptimizer/decoder';

import { shrunk } from '../../web/src/node/pack/images';
import {
  encodeAttributes,
  octahedral,
  orderTriangles,
  orderVertices,
  quaternions,
  ready,
  unquaternions,
} from '../../web/src/node/pack/meshopt';

await Promise.all([ready, MeshoptDecoder.ready]);

/** The same numbers in every run, 0 to 1. */
function chances(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function decoded(count: number, stride: number, bytes: Uint8Array, mode: string, filter = 'NONE'): Uint8Array {
  const out = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(out, count, stride, bytes, mode, filter);
  return out;
}

/** A triangle that begins with its least vertex, and faces the same way. */
const turned = (triangle: number[]): string => {
  const at = triangle.indexOf(Math.min(...triangle));
  return [...triangle.slice(at), ...triangle.slice(0, at)].join();
};
const trianglesOf = (indices: ArrayLike<number>): string[] =>
  Array.from({ length: indices.length / 3 }, (_, i) =>
    turned([indices[3 * i]!, indices[3 * i + 1]!, indices[3 * i + 2]!]),
  );

/** A sheet of quads, `side` a side. */
const sheet = (side: number): number[] =>
  Array.from({ length: side * side }, (_, i) => Math.floor(i / side) * (side + 1) + (i % side)).flatMap((v) => [
    v,
    v + 1,
    v + side + 1,
    v + 1,
    v + side + 2,
    v + side + 1,
  ]);

describe('triangles', () => {
  const chance = chances(5),
    anyhow = Array.from({ length: 900 }, () => Math.floor(200 * chance())).flatMap((v) => [v, (v + 1) % 200, v ^ 3]);
  test('in order are the same ones', () => {
    const indices = [...sheet(12), ...anyhow];
    assert.deepEqual(trianglesOf(orderTriangles(indices)).sort(), trianglesOf(indices).sort());
  });

  test('number their vertices by first use, without those that none has', () => {
    const runs = [Uint32Array.of(5, 3, 9), Uint32Array.of(3, 7, 5)];
    assert.deepEqual([...orderVertices(runs, 12)], [5, 3, 9, 7]);
    assert.deepEqual(
      runs.map((run) => [...run]),
      [
        [0, 1, 2],
        [1, 3, 0],
      ],
    );
  });
});

describe('filters', () => {
  const chance = chances(11),
    unit = (size: number): number[] => {
      const v = Array.from({ length: size }, () => chance() - 0.5),
        length = Math.hypot(...v);
      return v.map((x) => x / length);
    };

  test('directions come back within a degree', () => {
    const all = [[0, 0, 1], [0, 0, -1], [1, 0, 0], [0, -1, 0], ...Array.from({ length: 500 }, () => unit(3))];
    const coded = octahedral(Float32Array.from(all.flatMap((v) => [...v, -1])));
    const bytes = decoded(all.length, 4, encodeAttributes(coded, 4), 'ATTRIBUTES', 'OCTAHEDRAL'),
      out = new Int8Array(bytes.buffer);
    all.forEach((v, i) => {
      const found = [...out.subarray(4 * i, 4 * i + 3)].map((x) => x / 127),
        cosine = found.reduce((sum, x, c) => sum + x * v[c]!, 0) / Math.hypot(...found);
      assert.ok(Math.acos(Math.min(1, cosine)) < Math.PI / 180, `${v} became ${found}`);
      assert.equal(out[4 * i + 3], -127);
    });
  });

  for (const bits of [12, 14, 16])
    test(`rotations of ${bits} bits come back as they are measured`, () => {
      const all = [[0, 0, 0, 1], [0, 0, 0, -1], [0.5, -0.5, 0.5, -0.5], ...Array.from({ length: 500 }, () => unit(4))],
        coded = quaternions(all.flat(), bits),
        parts = unquaternions(coded);
      const bytes = decoded(
          all.length,
          8,
          encodeAttributes(new Uint8Array(coded.buffer), 8),
          'ATTRIBUTES',
          'QUATERNION',
        ),
        out = new Int16Array(bytes.buffer);
      all.forEach((q, i) => {
        const found = [...out.subarray(4 * i, 4 * i + 4)].map((x) => x / 32767),
          said = parts.subarray(4 * i, 4 * i + 4),
          dot = found.reduce((sum, x, c) => sum + x * q[c]!, 0);
        found.forEach((x, c) => assert.ok(Math.abs(x - said[c]!) < 1 / 32767, `${found} is not ${said}`));
        // A small rotation is twice as large as the difference of its quaternions.
        const off = 2 * Math.hypot(...q.map((x, c) => Math.sign(dot) * x - found[c]!));
        assert.ok(off < 4 / (1 << (bits - 1)) + 2e-4, `${q} became ${found}`);
      });
    });
});

describe('images', () => {
  const picture = (width: number, height: number): Uint8ClampedArray<ArrayBuffer> => {
    const chance = chances(width * height);
    return Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => {
      const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)];
      return [128 + 100 * Math.sin(x / 9), 128 + 100 * Math.cos(y / 7), 90 + 20 * chance(), 255][i & 3]!;
    });
  };

  test('smaller ones are means, in which what is clear has no colour', () => {
    const rgba = Uint8ClampedArray.of(200, 0, 0, 255, 0, 0, 100, 255, 0, 0, 0, 0, 90, 90, 90, 0),
      small = shrunk({ width: 2, height: 2, rgba, hasAlpha: true }, 1);
    assert.deepEqual([small.width, small.height, small.hasAlpha], [1, 1, true]);
    assert.deepEqual([...small.rgba], [100, 0, 50, 128]);
  });

  test('sizes keep their proportions', () => {
    const { width, height } = shrunk({ width: 30, height: 10, rgba: picture(30, 10), hasAlpha: false }, 15);
    assert.deepEqual([width, height], [15, 5]);
  });
});
