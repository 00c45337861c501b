#!/bin/sh
# Babylon.js 9.28.0 writes normals of length 0 for a glTF primitive that has neither normals nor indices.
#
# A triangle of three positions is loaded and exported again. With indices the output has no NORMAL, or good ones, and is valid.
# Without indices, which glTF allows, the material asks for normals, none can be computed without an index list, and the
# exporter writes the zeros: gltf-validator 2.0.0-dev.3.10 reports ACCESSOR_VECTOR3_NON_UNIT for each vertex, and readers that
# trust the attribute light the mesh as black.
#
# Seen on 2026-11-28:
#   with indices: no error; without indices: ACCESSOR_VECTOR3_NON_UNIT three times
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund @babylonjs/core@9.28.0 @babylonjs/loaders@9.28.0 @babylonjs/serializers@9.28.0 \
  gltf-validator@2.0.0-dev.3.10 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { GLTF2Export } from '@babylonjs/serializers/glTF/2.0/glTFSerializer.js';
import validator from 'gltf-validator';

globalThis.XMLHttpRequest ??= class {};
Logger.LogLevels = Logger.NoneLogLevel;

function triangle(indexed) {
  const data = Buffer.concat([
    Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer),
    Buffer.from(new Uint16Array([0, 1, 2, 0]).buffer),
  ]);
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...(indexed && { indices: 1 }) }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 6 },
    ],
    buffers: [{ byteLength: data.length }],
  };
  const text = Buffer.from(JSON.stringify(json)),
    padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const words = (...values) => Buffer.from(new Uint32Array(values).buffer);
  const head = words(0x46546c67, 2, 28 + padded.length + data.length, padded.length, 0x4e4f534a);
  return new Uint8Array(Buffer.concat([head, padded, words(data.length, 0x004e4942), data]));
}
const codesOf = ({ issues }) => issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code);
const found = {};
for (const indexed of [true, false]) {
  const input = triangle(indexed);
  assert.deepEqual(codesOf(await validator.validateBytes(input)), []);
  const scene = new Scene(new NullEngine());
  (await LoadAssetContainerAsync(input, scene, { pluginExtension: '.glb' })).addAllToScene();
  const { files } = await GLTF2Export.GLBAsync(scene, 'out');
  const output = new Uint8Array(await files['out.glb'].arrayBuffer());
  found[indexed ? 'with indices' : 'without indices'] = codesOf(await validator.validateBytes(output));
}
console.log('errors of the output:', found);
assert.deepEqual(found, { 'with indices': [], 'without indices': Array(3).fill('ACCESSOR_VECTOR3_NON_UNIT') });
process.exit(0);
SCRIPT
node run.mjs
