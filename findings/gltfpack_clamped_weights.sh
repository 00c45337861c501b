#!/bin/sh
# gltfpack 1.3.0 cuts the weights of morph targets off at 0 and 1, also with -noq, which is to leave numbers as they are.
#
# glTF sets no bounds for weights, and animators go beyond them: a face that overshoots to 1.5, a shape that is taken back to
# -0.25. The output has weights in eight bits, normalized, which end at 0 and 1: the overshoot becomes a plateau of a third of a
# second, and what was below 0 stands still. Neither -noq nor -af 0, which keeps the keys, changes that, and nothing is printed.
# gltf-validator 2.0.0-dev.3.10 accepts input and output.
#
# Seen on 2026-11-30, largest and smallest weight; in the file 1.5 and -0.25:
#   { default: [ 1, 0 ], 'with -noq': [ 1, 0 ], 'with -noq -af 0': [ 1, 0 ] }
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund gltfpack@1.3.0 gltf-validator@2.0.0-dev.3.10 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import validator from 'gltf-validator';

// A triangle, a target that moves it along z, times and weights.
const arrays = [
  [0, 0, 0, 1, 0, 0, 0, 1, 0],
  [0, 0, 1, 0, 0, 1, 0, 0, 1],
  [0, 0.5, 1],
  [0, 1.5, -0.25],
].map((values) => Buffer.from(new Float32Array(values).buffer));
const data = Buffer.concat(arrays),
  at = (i) => arrays.slice(0, i).reduce((sum, { length }) => sum + length, 0);
const input = JSON.stringify({
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ name: 'face', mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }] }], weights: [0] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 1], max: [0, 0, 1] },
    { bufferView: 2, componentType: 5126, count: 3, type: 'SCALAR', min: [0], max: [1] },
    { bufferView: 3, componentType: 5126, count: 3, type: 'SCALAR' },
  ],
  bufferViews: arrays.map(({ length }, i) => ({ buffer: 0, byteOffset: at(i), byteLength: length })),
  buffers: [{ byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` }],
  animations: [{ samplers: [{ input: 2, output: 3 }], channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }] }],
});
writeFileSync('in.gltf', input);
assert.equal((await validator.validateString(input)).issues.numErrors, 0);

async function rangeWith(...options) {
  const printed = execFileSync('npx', ['gltfpack', '-i', 'in.gltf', '-o', 'out.glb', ...options], { encoding: 'utf8', stdio: 'pipe' });
  assert.equal(printed, '');
  const bytes = readFileSync('out.glb'),
    length = bytes.readUInt32LE(12);
  assert.equal((await validator.validateBytes(new Uint8Array(bytes))).issues.numErrors, 0);
  const { accessors, animations, bufferViews } = JSON.parse(bytes.subarray(20, 20 + length).toString());
  const { bufferView, byteOffset = 0, componentType, normalized, count } = accessors[animations[0].samplers[0].output];
  assert.deepEqual([componentType, normalized], [5121, true]);
  const { byteOffset: first = 0, byteStride = 1 } = bufferViews[bufferView];
  const weights = Array.from({ length: count }, (_, i) => bytes[28 + length + first + byteOffset + i * byteStride] / 255);
  return [Math.max(...weights), Math.min(...weights)];
}
const found = { default: await rangeWith(), 'with -noq': await rangeWith('-noq'), 'with -noq -af 0': await rangeWith('-noq', '-af', '0') };
console.log('largest and smallest weight:', found);
for (const range of Object.values(found)) assert.deepEqual(range, [1, 0]);
SCRIPT
node run.mjs
