// Order of glass, and blocks of DDS files, without a GPU.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readBlocks } from '../../web/src/engine/gl/blocks';
import { sortedTriangles } from '../../web/src/engine/translucent';

test('triangles come from the farthest to the nearest, equally far ones in their order', () => {
  // Four triangles at z = 1, 3, 3, 2; what is farther along z is farther away.
  const positions = new Float32Array([1, 3, 3, 2].flatMap((z) => [0, 0, z, 1, 0, z, 0, 1, z])),
    indices = new Uint32Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  assert.deepEqual([...sortedTriangles(positions, indices, [0, 0, 1, 0])], [3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2]);
  assert.deepEqual([...sortedTriangles(positions, indices, [0, 0, -1, 0])], [0, 1, 2, 9, 10, 11, 3, 4, 5, 6, 7, 8]);
});

test('triangles without a place keep every index', () => {
  const positions = new Float32Array([NaN, 0, 0, 0, Infinity, 0, 0, 0, -1, 1, 1, 1]),
    indices = new Uint32Array([0, 1, 2, 1, 2, 3, 3, 3, 3]);
  const sorted = sortedTriangles(positions, indices, [1, 1, 1, 0]);
  assert.deepEqual([...sorted].sort(), [...indices].sort());
});

function dds(code: string, width: number, height: number, mips: number, bytes: number, format = 0): Uint8Array {
  const head = new DataView(new ArrayBuffer(128 + (code === 'DX10' ? 20 : 0) + bytes));
  head.setUint32(0, 0x20534444, true);
  head.setUint32(12, height, true);
  head.setUint32(16, width, true);
  head.setUint32(28, mips, true);
  head.setUint32(80, 4, true);
  [...code].forEach((letter, i) => head.setUint8(84 + i, letter.charCodeAt(0)));
  if (code === 'DX10') head.setUint32(128, format, true);
  return new Uint8Array(head.buffer);
}

test('blocks are taken level by level', () => {
  const blocks = readBlocks(dds('DXT1', 8, 8, 4, 56));
  assert.deepEqual(
    blocks?.levels.map(({ length }) => length),
    [32, 8, 8, 8],
  );
  assert.deepEqual([blocks?.kind, blocks?.width, blocks?.height], ['BC1', 8, 8]);
  assert.equal(readBlocks(dds('DX10', 8, 8, 2, 80, 83))?.kind, 'BC5');
  assert.equal(readBlocks(dds('DXT5', 8, 4, 9, 99))?.levels.length, 4, 'no more levels than halvings');
});

test('pixels serve where blocks cannot be used as they stand', () => {
  assert.equal(readBlocks(dds('DXT1', 8, 8, 1, 32)), undefined, 'no levels to reduce to');
  assert.equal(readBlocks(dds('DXT1', 6, 8, 2, 64)), undefined, 'parts of blocks');
  assert.equal(readBlocks(dds('DXT1', 12, 12, 3, 200)), undefined, 'a level of parts of blocks');
  assert.equal(readBlocks(dds('DXT1', 8, 8, 4, 39)), undefined, 'one level and a piece');
  assert.equal(readBlocks(dds('DXT4', 8, 8, 4, 112)), undefined, 'multiplied by alpha');
  assert.equal(readBlocks(dds('DX10', 8, 8, 2, 80, 98)), undefined, 'a coding that is not known');
  assert.equal(readBlocks(new Uint8Array(127)), undefined);
});
