#!/bin/sh
# assimp 5.2 (assimpjs 0.0.10) writes a glTF from a vertex with more than four weights that keeps neither the heaviest four nor
# a sum of 1.
#
# An md5 vertex with weights 0.05 0.08 0.12 0.15 0.25 0.35 on joints 0 to 5 becomes 0.35 0.08 0.12 0.15 on joints 5 1 2 3, with
# a sum of 0.7. A weight past the fourth replaces the first lighter one, not the lightest: 0.25 replaces 0.05, and then 0.35
# replaces 0.25. So the second heaviest joint is gone while the second lightest stays. gltf-validator 2.0.0-dev.3.10 reports
# ACCESSOR_WEIGHTS_NON_NORMALIZED; readers that do not normalise draw the vertex off the model.
#
# Seen on 2026-11-28:
#   joints 5 1 2 3, weights 0.35 0.08 0.12 0.15
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund assimpjs@0.0.10 gltf-validator@2.0.0-dev.3.10 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import assimpjs from 'assimpjs';
import validator from 'gltf-validator';

const weights = [0.05, 0.08, 0.12, 0.15, 0.25, 0.35];
const joints = weights.map((_, j) => `\t"joint${j}"\t${j - 1} ( 0 0 ${j} ) ( 0 0 0 )\t\t//`);
const corners = [[0, 0], [2, 0], [0, 2]];
const mesh = [
  'MD5Version 10',
  'commandline ""',
  '',
  `numJoints ${weights.length}`,
  'numMeshes 1',
  '',
  'joints {',
  ...joints,
  '}',
  '',
  'mesh {',
  '\tshader "a"',
  '',
  '\tnumverts 3',
  ...corners.map((_, v) => `\tvert ${v} ( 0 0 ) ${v * weights.length} ${weights.length}`),
  '',
  '\tnumtris 1',
  '\ttri 0 0 2 1',
  '',
  `\tnumweights ${3 * weights.length}`,
  ...corners.flatMap(([x, y], v) => weights.map((w, j) => `\tweight ${v * weights.length + j} ${j} ${w} ( ${x} ${y} ${2 - j} )`)),
  '}',
  '',
].join('\n');
const assimp = await assimpjs();
const files = new assimp.FileList();
files.AddFile('a.md5mesh', new TextEncoder().encode(mesh));
const result = assimp.ConvertFileList(files, 'glb2');
assert.ok(result.IsSuccess(), result.GetErrorCode());
const bytes = Buffer.from(result.GetFile(0).GetContent());
const jsonLength = bytes.readUInt32LE(12);
const json = JSON.parse(bytes.subarray(20, 20 + jsonLength).toString());
const { attributes } = json.meshes[0].primitives[0];
assert.deepEqual(Object.keys(attributes).filter((name) => /^(JOINTS|WEIGHTS)_[^0]/.test(name)), []);
const rowsOf = (name) => {
  const { bufferView, byteOffset = 0, componentType, count } = json.accessors[attributes[name]];
  const size = { 5121: 1, 5123: 2, 5126: 4 }[componentType];
  const at = 28 + jsonLength + (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
  const read = (i) => (size === 1 ? bytes[at + i] : size === 2 ? bytes.readUInt16LE(at + 2 * i) : Number(bytes.readFloatLE(at + 4 * i).toFixed(6)));
  return Array.from({ length: count }, (_, v) => [0, 1, 2, 3].map((c) => read(4 * v + c)));
};
const found = { joints: rowsOf('JOINTS_0')[0], weights: rowsOf('WEIGHTS_0')[0] };
console.log(json.asset.generator, found);
assert.deepEqual(found, { joints: [5, 1, 2, 3], weights: [0.35, 0.08, 0.12, 0.15] });
const { issues } = await validator.validateBytes(new Uint8Array(bytes));
assert.ok(issues.messages.some(({ code }) => code === 'ACCESSOR_WEIGHTS_NON_NORMALIZED'));
SCRIPT
node run.mjs
