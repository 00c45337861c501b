#!/bin/sh
# PlayCanvas 2.23.3 hangs a skinned mesh on the wrong joints where two have one name, as the hands of two arms do.
#
# glTF's skins name joints by number, and names may repeat. The engine's parser makes names unique among siblings only, and keeps
# the joints of a skin as a list of names; an instance looks each of them up below its root and takes the first. Here arms called
# left and right have a hand each: the vertex of the right hand, at x = 5, stands at x = 1 before anything is animated, and
# follows the left hand afterwards. The animation itself finds both hands, by their paths, and moves them rightly.
#
# Seen on 2026-11-30:
#   x of the vertices: [ 1, 1 ], in the file [ 1, 5 ]; hands below left and right turn by 40 and -40 degrees
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund playcanvas@2.23.3 gltf-validator@2.0.0-dev.3.10 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import validator from 'gltf-validator';
import * as pc from 'playcanvas';

const turn = (degrees) => [0, 0, Math.sin((degrees * Math.PI) / 360), Math.cos((degrees * Math.PI) / 360)];
const identity = (x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
// Positions, joints, weights, inverse bind matrices, times, and a turn for each hand.
const arrays = [
  new Float32Array([1, 0, 0, 5, 0, 0, 5, 1, 0]),
  new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
  new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
  new Float32Array([...identity(0), ...identity(-4)]),
  new Float32Array([0, 1]),
  new Float32Array([...turn(0), ...turn(40)]),
  new Float32Array([...turn(0), ...turn(-40)]),
].map(({ buffer }) => Buffer.from(buffer));
const data = Buffer.concat(arrays),
  at = (i) => arrays.slice(0, i).reduce((sum, { length }) => sum + length, 0);
const accessor = (bufferView, componentType, count, type, more = {}) => ({ bufferView, componentType, count, type, ...more });
const text = Buffer.from(
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: 'body', mesh: 0, skin: 0 },
      { name: 'root', children: [2, 3] },
      { name: 'left', children: [4] },
      { name: 'right', children: [5], translation: [4, 0, 0] },
      { name: 'hand' },
      { name: 'hand' },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] }],
    skins: [{ joints: [4, 5], inverseBindMatrices: 3 }],
    accessors: [
      accessor(0, 5126, 3, 'VEC3', { min: [1, 0, 0], max: [5, 1, 0] }),
      accessor(1, 5121, 3, 'VEC4'),
      accessor(2, 5126, 3, 'VEC4'),
      accessor(3, 5126, 2, 'MAT4'),
      accessor(4, 5126, 2, 'SCALAR', { min: [0], max: [1] }),
      accessor(5, 5126, 2, 'VEC4'),
      accessor(6, 5126, 2, 'VEC4'),
    ],
    bufferViews: arrays.map(({ length }, i) => ({ buffer: 0, byteOffset: at(i), byteLength: length })),
    buffers: [{ byteLength: data.length }],
    animations: [
      {
        samplers: [5, 6].map((output) => ({ input: 4, output })),
        channels: [4, 5].map((node, sampler) => ({ sampler, target: { node, path: 'rotation' } })),
      },
    ],
  }),
);
const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]),
  words = (...values) => Buffer.from(new Uint32Array(values).buffer);
const glb = new Uint8Array(
  Buffer.concat([words(0x46546c67, 2, 28 + padded.length + data.length, padded.length, 0x4e4f534a), padded, words(data.length, 0x004e4942), data]),
);
const { issues } = await validator.validateBytes(glb);
assert.equal(issues.numErrors, 0);

// The engine with its device without a picture; it asks for a canvas.
const canvas = { width: 16, height: 16, style: {}, addEventListener() {}, removeEventListener() {}, getBoundingClientRect: () => ({}) };
globalThis.document = { createElement: () => canvas, addEventListener() {}, removeEventListener() {} };
const options = new pc.AppOptions();
options.graphicsDevice = new pc.NullGraphicsDevice(canvas, {});
options.componentSystems = [pc.RenderComponentSystem, pc.AnimComponentSystem];
options.resourceHandlers = [pc.ContainerHandler, pc.RenderHandler, pc.AnimClipHandler];
const app = new pc.AppBase(canvas);
app.init(options);
const container = await new Promise((resolve, reject) => {
  const asset = new pc.Asset('model', 'container', { url: 'model.glb', filename: 'model.glb', contents: glb.buffer });
  asset.once('load', () => resolve(asset.resource));
  asset.once('error', reject);
  app.assets.add(asset);
  app.assets.load(asset);
});
const entity = container.instantiateRenderEntity();
app.root.addChild(entity);

const [{ node, skinInstance }] = entity.findComponents('render').flatMap(({ meshInstances }) => meshInstances);
skinInstance._updateMatrices(node, 0);
const placed = [
  [1, 0],
  [5, 1],
].map(([x, joint]) => Math.round(skinInstance.matrices[joint].transformPoint(new pc.Vec3(x, 0, 0)).x));

entity.addComponent('anim', { activate: true });
entity.anim.assignAnimation('move', container.animations[0].resource, undefined, 1, false);
entity.anim.baseLayer.play('move');
entity.anim.update(0);
entity.anim.baseLayer.activeStateCurrentTime = 1;
entity.anim.update(0);
const turned = ['left', 'right'].map((arm) => Math.round(entity.findByName(arm).children[0].getLocalEulerAngles().z));
console.log('x of the vertices:', placed, 'in the file [ 1, 5 ]; hands turn by', turned);
assert.deepEqual(placed, [1, 1]);
assert.deepEqual(turned, [40, -40]);
assert.deepEqual(
  skinInstance.bones.map(({ parent }) => parent.name),
  ['left', 'left'],
);
process.exit(0);
SCRIPT
node run.mjs
