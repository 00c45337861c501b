#!/bin/sh
# three 0.187.0 turns a valid glTF with eight influences per vertex into an invalid one.
#
# GLTFLoader scales the weights of the first set to a sum of 1, as if there were no second set, and keeps the second set
# as it is, in attributes of its own. GLTFExporter writes both sets back as JOINTS_0, WEIGHTS_0, JOINTS_1 and WEIGHTS_1.
# Weights 0.25 0.125 0.125 0.125 | 0.125 0.125 0.0625 0.0625 (sum 1) come back as 0.4 0.2 0.2 0.2 | the same (sum 1.375).
# gltf-validator 2.0.0-dev.3.10 accepts the input and reports ACCESSOR_WEIGHTS_NON_NORMALIZED for the output.
#
# A reader can undo it: a first set that sums to 1 alone, beside a second one, has to be scaled by 1 minus the second sum.
#
# Seen on 2026-11-28:
#   WEIGHTS_0 [ 0.4, 0.2, 0.2, 0.2 ] WEIGHTS_1 [ 0.125, 0.125, 0.0625, 0.0625 ]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund three@0.187.0 gltf-validator@2.0.0-dev.3.10 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import validator from 'gltf-validator';

// GLTFExporter asks for one; Node has none.
globalThis.FileReader = class {
  readAsArrayBuffer(blob) {
    blob.arrayBuffer().then((bytes) => ((this.result = bytes), this.onloadend()));
  }
};

// One triangle on a chain of eight joints.
const chunks = [], bufferViews = [], accessors = [];
const add = (array, type, more = {}) => {
  const components = { VEC3: 3, VEC4: 4, MAT4: 16 }[type];
  const byteOffset = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  bufferViews.push({ buffer: 0, byteOffset, byteLength: array.byteLength });
  chunks.push(new Uint8Array(array.buffer));
  const componentType = array instanceof Float32Array ? 5126 : 5121;
  accessors.push({ bufferView: bufferViews.length - 1, componentType, count: array.length / components, type, ...more });
  return accessors.length - 1;
};
const thrice = (values) => [...values, ...values, ...values];
const attributes = {
  POSITION: add(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 'VEC3', { min: [0, 0, 0], max: [1, 1, 0] }),
  JOINTS_0: add(new Uint8Array(thrice([0, 1, 2, 3])), 'VEC4'),
  WEIGHTS_0: add(new Float32Array(thrice([0.25, 0.125, 0.125, 0.125])), 'VEC4'),
  JOINTS_1: add(new Uint8Array(thrice([4, 5, 6, 7])), 'VEC4'),
  WEIGHTS_1: add(new Float32Array(thrice([0.125, 0.125, 0.0625, 0.0625])), 'VEC4'),
};
const joints = [...Array(8).keys()].map((j) => j + 1);
const input = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ mesh: 0, skin: 0 }, ...joints.map((j) => ({ name: `joint ${j}`, ...(j < 8 && { children: [j + 1] }) }))],
  meshes: [{ primitives: [{ attributes }] }],
  skins: [{ joints }],
  accessors,
  bufferViews,
  buffers: [],
};
const data = Buffer.concat(chunks);
input.buffers.push({ byteLength: data.length });
const text = Buffer.from(JSON.stringify(input)),
  padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
const words = (...values) => Buffer.from(new Uint32Array(values).buffer);
const glb = Buffer.concat([
  words(0x46546c67, 2, 28 + padded.length + data.length, padded.length, 0x4e4f534a),
  padded,
  words(data.length, 0x004e4942),
  data,
]);
const errorsOf = (report) => report.issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code);
const given = new Uint8Array(glb);
assert.deepEqual(errorsOf(await validator.validateBytes(given)), []);

const { scene } = await new GLTFLoader().parseAsync(given.buffer, '');
const output = await new GLTFExporter().parseAsync(scene, { binary: true });
const bytes = Buffer.from(output);
const jsonLength = bytes.readUInt32LE(12);
const json = JSON.parse(bytes.subarray(20, 20 + jsonLength).toString());
const names = json.meshes[0].primitives[0].attributes;
const firstOf = (name) => {
  const { bufferView, byteOffset = 0 } = json.accessors[names[name]];
  const at = 28 + jsonLength + (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
  return [0, 1, 2, 3].map((i) => Number(bytes.readFloatLE(at + 4 * i).toFixed(6)));
};
const [first, second] = [firstOf('WEIGHTS_0'), firstOf('WEIGHTS_1')];
console.log('three', json.asset.generator, 'WEIGHTS_0', first, 'WEIGHTS_1', second);
assert.deepEqual(first, [0.4, 0.2, 0.2, 0.2]);
assert.deepEqual(second, [0.125, 0.125, 0.0625, 0.0625]);
const errors = errorsOf(await validator.validateBytes(new Uint8Array(output)));
assert.ok(errors.length > 0 && errors.every((code) => code === 'ACCESSOR_WEIGHTS_NON_NORMALIZED'), errors.join());
SCRIPT
node run.mjs
