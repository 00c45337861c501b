#!/bin/sh
# three 0.187.0 moves the wrong node of a glTF whose names are `wing`, `wing_1`, `wing`, and writes it back so.
#
# glTF does not ask for unique names, so GLTFLoader makes them: the second `wing` becomes `wing_1`, without a look at whether
# a node has that name already. Animations find nodes by name. So the node that is called wing_1 in the file, and that nothing
# animates, turns; the second wing, which is animated, stands still. Names with a number behind them are what exporters make of
# equal names, so two models from one of them in one file are enough for such a set.
#
# After GLTFExporter the file is valid, has the same nodes at the same places, and animates another one than before: readers that
# go by numbers of nodes, and were right, are now wrong as well.
#
# Seen on 2026-11-30, degrees after one second; in the file 60, 0, -30:
#   60 -30 0; in the output the nodes wing and wing_1 turn, in the input wing and the other wing
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund three@0.187.0 gltf-validator@2.0.0-dev.3.10 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { AnimationMixer, LoopOnce } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import validator from 'gltf-validator';

// The loader and the exporter ask for them; Node has none.
globalThis.ProgressEvent = class {};
globalThis.FileReader = class {
  readAsArrayBuffer(blob) {
    blob.arrayBuffer().then((bytes) => ((this.result = bytes), this.onloadend()));
  }
};

const turn = (degrees) => [0, 0, Math.sin((degrees * Math.PI) / 360), Math.cos((degrees * Math.PI) / 360)];
const arrays = [
  [0, 0, 0, 1, 0, 0, 0, 1, 0],
  [0, 1],
  [...turn(0), ...turn(60)],
  [...turn(0), ...turn(-30)],
].map((values) => Buffer.from(new Float32Array(values).buffer));
const data = Buffer.concat(arrays);
const at = (i) => arrays.slice(0, i).reduce((sum, { length }) => sum + length, 0);
const input = JSON.stringify({
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0, 1, 2] }],
  nodes: ['wing', 'wing_1', 'wing'].map((name, i) => ({ name, mesh: 0, translation: [2 * i, 0, 0] })),
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
    { bufferView: 2, componentType: 5126, count: 2, type: 'VEC4' },
    { bufferView: 3, componentType: 5126, count: 2, type: 'VEC4' },
  ],
  bufferViews: arrays.map(({ length }, i) => ({ buffer: 0, byteOffset: at(i), byteLength: length })),
  buffers: [{ byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` }],
  animations: [
    {
      samplers: [2, 3].map((output) => ({ input: 1, output })),
      channels: [0, 2].map((node, sampler) => ({ sampler, target: { node, path: 'rotation' } })),
    },
  ],
});
const errorsOf = ({ issues }) => issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code);
assert.deepEqual(errorsOf(await validator.validateString(input)), []);

globalThis.self ??= globalThis;
const { scene, animations } = await new GLTFLoader().parseAsync(input, '');
const mixer = new AnimationMixer(scene),
  action = mixer.clipAction(animations[0]).setLoop(LoopOnce);
action.clampWhenFinished = true;
action.play();
mixer.setTime(1);
const seen = [...scene.children]
  .sort((a, b) => a.position.x - b.position.x)
  .map(({ rotation }) => Math.round((rotation.z * 180) / Math.PI) + 0);
console.log(scene.children.map(({ name }) => name).join(', '), seen.join(' '));
assert.deepEqual(seen, [60, -30, 0]);

mixer.stopAllAction();
const output = await new GLTFExporter().parseAsync(scene, { binary: true, animations });
assert.deepEqual(errorsOf(await validator.validateBytes(new Uint8Array(output))), []);
const bytes = Buffer.from(output),
  json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
const moved = json.animations[0].channels.map(({ target }) => json.nodes[target.node].translation?.[0] ?? 0);
console.log('x of the nodes that turn in the output:', moved, 'in the input: [ 0, 4 ]');
assert.deepEqual(moved, [0, 2]);
SCRIPT
node run.mjs
