// What `vitrine pack` writes, piece by piece: codings read by npm's meshopt decoder, images by the decoder that other
// programs' files have tested.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { MeshoptDecoder } from 'meshoptimizer/decoder';

import { decodeJpeg } from '../../web/src/core/jpeg';
import { shrunk } from '../../web/src/node/pack/images';
import { encodeJpeg } from '../../web/src/node/pack/jpeg';
import {
  encodeAttributes,
  encodeTriangles,
  octahedral,
  quaternion,
  unquaternion,
} from '../../web/src/node/pack/meshopt';
import { orderTriangles, orderVertices } from '../../web/src/node/pack/order';

await MeshoptDecoder.ready;

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

describe('attributes', () => {
  for (const stride of [4, 8, 12, 64, 256])
    for (const count of [1, 15, 16, 17, 31, 33, 255, 256, 257, 1000])
      test(`${count} elements of ${stride} bytes come back`, () => {
        const chance = chances(stride * 1000 + count);
        // Bytes that stand, creep, jump, and are anything, so that groups of every width arise.
        const data = Uint8Array.from({ length: count * stride }, (_, i) => {
          const kind = i % 4,
            at = Math.floor(i / stride);
          return kind === 0 ? 7 : kind === 1 ? at : kind === 2 ? 100 + 6 * chance() : 256 * chance();
        });
        assert.deepEqual(decoded(count, stride, encodeAttributes(data, stride), 'ATTRIBUTES'), data);
      });
});

describe('triangles', () => {
  const chance = chances(5),
    anyhow = Array.from({ length: 900 }, () => Math.floor(200 * chance())).flatMap((v) => [v, (v + 1) % 200, v ^ 3]);
  const cases: [string, number[]][] = [
    ['one', [0, 1, 2]],
    ['a sheet', sheet(20)],
    ['a sheet backwards', sheet(20).reverse()],
    ['any triangles', anyhow],
    ['meshes behind one another', [...sheet(5), ...sheet(7), 0, 1, 2, 2, 1, 0, 0, 1, 2, ...anyhow]],
    ['far vertices', [0, 70000, 3, 70000, 70001, 3, 70002, 5, 1]],
  ];
  for (const [what, indices] of cases)
    test(`${what} come back, facing the same way`, () => {
      const bytes = decoded(indices.length, 4, encodeTriangles(indices), 'TRIANGLES');
      assert.deepEqual(trianglesOf(new Uint32Array(bytes.buffer)), trianglesOf(indices));
    });

  test('of a sheet take little more than a byte each once they are in order', () => {
    const run = orderTriangles(sheet(40), 41 * 41);
    orderVertices([run], 41 * 41);
    const bytes = encodeTriangles(run).length;
    assert.ok(bytes < 1.3 * 3200, `${bytes} bytes for 3200 triangles`);
  });

  test('in order are the same ones', () => {
    const indices = [...sheet(12), ...anyhow];
    assert.deepEqual(trianglesOf(orderTriangles(indices, 200)).sort(), trianglesOf(indices).sort());
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
    const coded = Int8Array.from(all.flatMap((v) => octahedral(v as [number, number, number], -1)));
    const bytes = decoded(all.length, 4, encodeAttributes(new Uint8Array(coded.buffer), 4), 'ATTRIBUTES', 'OCTAHEDRAL'),
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
        parts = all.map((q) => quaternion(q, bits)),
        coded = Int16Array.from(parts.flat());
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
          said = unquaternion(parts[i]!),
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

  for (const [width, height] of [
    [1, 1],
    [16, 16],
    [17, 15],
    [64, 40],
    [7, 90],
  ] as const)
    test(`${width} x ${height} pixels as JPEG look alike`, () => {
      const rgba = picture(width, height),
        found = decodeJpeg(encodeJpeg(width, height, rgba, 95));
      assert.deepEqual([found.width, found.height], [width, height]);
      const squares = rgba.reduce((sum, value, i) => sum + (value - found.rgba[i]!) ** 2, 0) / rgba.length;
      assert.ok(squares < 40, `mean square ${squares}`);
    });

  test('noise of every quality is read back', () => {
    const chance = chances(3),
      rgba = Uint8ClampedArray.from({ length: 4 * 96 * 96 }, (_, i) => (i % 4 === 3 ? 255 : 256 * chance()));
    let before = 0;
    for (const quality of [1, 30, 60, 100]) {
      const bytes = encodeJpeg(96, 96, rgba, quality);
      assert.equal(decodeJpeg(bytes).width, 96);
      assert.ok(bytes.length > before, `${bytes.length} bytes at ${quality}`);
      before = bytes.length;
    }
  });

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
