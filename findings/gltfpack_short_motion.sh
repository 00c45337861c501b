#!/bin/sh
# gltfpack 1.3.0 removes a channel whose motion lies between two of its samples, without a word.
#
# It resamples every channel, 30 times per second unless -af states another rate, and drops channels that stay at the rest
# pose at these times. Here one node rises slowly, and another jumps up by 1 and comes back within 10 ms, as a recoil or a
# camera shake does. The jump is at no sample: the output animates the first node alone. With -af 0, which keeps the keys as
# they are, both move. (Where no channel is left at all, gltfpack warns.) glTF itself allows keys at any time.
#
# Seen on 2026-11-28:
#   nodes that move: { default: [ 'balloon' ], 'with -af 0': [ 'gun', 'balloon' ] }
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund gltfpack@1.3.0 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const arrays = [
  [0, 0, 0, 1, 0, 0, 0, 1, 0],
  [0, 1, 1.005, 1.01, 2],
  [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 1, 0, 0, 1.005, 0, 0, 1.01, 0, 0, 2, 0],
].map((values) => Buffer.from(new Float32Array(values).buffer));
const offset = (i) => arrays.slice(0, i).reduce((sum, { length }) => sum + length, 0);
const data = Buffer.concat(arrays);
const json = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0, 1] }],
  nodes: [
    { name: 'gun', mesh: 0 },
    { name: 'balloon', mesh: 0 },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5126, count: 5, type: 'SCALAR', min: [0], max: [2] },
    { bufferView: 2, componentType: 5126, count: 5, type: 'VEC3' },
    { bufferView: 3, componentType: 5126, count: 5, type: 'VEC3' },
  ],
  bufferViews: arrays.map(({ length }, i) => ({ buffer: 0, byteOffset: offset(i), byteLength: length })),
  buffers: [{ byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` }],
  animations: [
    {
      samplers: [
        { input: 1, output: 2 },
        { input: 1, output: 3 },
      ],
      channels: [0, 1].map((node) => ({ sampler: node, target: { node, path: 'translation' } })),
    },
  ],
};
writeFileSync('in.gltf', JSON.stringify(json));
const movingWith = (...options) => {
  const printed = execFileSync('npx', ['gltfpack', '-i', 'in.gltf', '-o', 'out.glb', '-kn', ...options], { encoding: 'utf8', stdio: 'pipe' });
  assert.equal(printed, '');
  const bytes = readFileSync('out.glb');
  const { animations, nodes } = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
  return animations[0].channels.map(({ target }) => nodes[target.node].name);
};
const found = { default: movingWith(), 'with -af 0': movingWith('-af', '0') };
console.log('nodes that move:', found);
assert.deepEqual(found, { default: ['balloon'], 'with -af 0': ['gun', 'balloon'] });
SCRIPT
node run.mjs
