// Skinned glTF models whose skins are bound in ways of their own, written for formats whose bones have one pose for bind
// and rest: the file, read again, has its vertices where the model has them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { root } from './support/vitrine.mjs';

let core;
before(async () => {
  core = await createVitrine();
});

const bytesOf = (name) => readFileSync(join(root, 'tests/data/gltf/reference', `${name}.glb`));

/** The same file with another document: `change` gets the parsed one. */
function changed(glb, change) {
  const length = glb.readUInt32LE(12),
    json = JSON.parse(glb.subarray(20, 20 + length));
  change(json);
  const text = Buffer.from(JSON.stringify(json)),
    padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]),
    head = Buffer.from(glb.subarray(0, 20));
  head.writeUInt32LE(glb.length - length + padded.length, 8);
  head.writeUInt32LE(padded.length, 12);
  return Buffer.concat([head, padded, glb.subarray(20 + length)]);
}

/** Nodes in another order: the i-th is the one that was `order[i]`. */
function reordered(json, order) {
  const now = order.map((_, i) => order.indexOf(i));
  const moved = (list) => list?.map((node) => now[node]);
  json.nodes = order.map((before) => {
    const { children, ...node } = json.nodes[before];
    return children ? { ...node, children: moved(children) } : node;
  });
  for (const scene of json.scenes) scene.nodes = moved(scene.nodes);
  for (const skin of json.skins) {
    skin.joints = moved(skin.joints);
    if (skin.skeleton !== undefined) skin.skeleton = now[skin.skeleton];
  }
  for (const { channels } of json.animations ?? [])
    for (const { target } of channels) if (target.node !== undefined) target.node = now[target.node];
}
const skinnedNode = (json) => json.nodes.findIndex(({ skin }) => skin !== undefined);

/** The mesh stands before its joints. */
const meshFirst = (glb) =>
  changed(glb, (json) => {
    const mesh = skinnedNode(json);
    reordered(
      json,
      [mesh, ...json.nodes.keys()].filter((node, at) => at === 0 || node !== mesh),
    );
  });
/** The joints hang on the mesh that they move, which stands elsewhere. */
const ownArmature = (glb) =>
  changed(glb, (json) => {
    const mesh = skinnedNode(json);
    json.nodes[mesh].children = json.scenes[0].nodes.filter((node) => node !== mesh);
    json.nodes[mesh].translation = [1, 2, 3];
    json.scenes[0].nodes = [mesh];
    reordered(
      json,
      [mesh, ...json.nodes.keys()].filter((node, at) => at === 0 || node !== mesh),
    );
  });

/** The largest distance of a vertex as a share of the model's size: without an action, and at five times of the first. */
function distances(glb, kind) {
  const model = core.open([{ name: 'model.glb', bytes: glb }]),
    { bytes, report } = model.convert(kind),
    again = core.open([{ name: `again.${kind}`, bytes }]);
  const { min, max } = model.pose().bounds,
    size = Math.max(...max.map((most, axis) => most - min[axis]));
  const still = model.compare(again, {}).distance / size;
  const moving = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      model.compare(again, { action: 0, otherAction: 0, time: share * model.actions[0].duration }).distance / size,
  );
  const warned = again.report.issues.messages.map(({ code }) => code);
  model.dispose();
  again.dispose();
  return { still, moving: Math.max(...moving), warned, losses: report.losses };
}

const models = {
  'positions that are whole numbers, which the bind matrices scale': () => bytesOf('quantized_i2n'),
  'the same without a sign': () => bytesOf('quantized_u2'),
  'vertices without a weight': () => bytesOf('weights_zero_and_uneven'),
  'a mesh that stands before its joints': () => meshFirst(bytesOf('quantized_i1n')),
  'joints that hang on their own mesh': () => ownArmature(bytesOf('weights_u1')),
};

describe('skins', () => {
  for (const [name, glb] of Object.entries(models)) {
    test(`KRI: ${name}`, () => {
      const { still, moving, warned } = distances(glb(), 'scene');
      assert.ok(still < 1e-3, `${still} of the size without an action`);
      assert.ok(moving < 1e-2, `${moving} of the size in the action`); // weights are bytes
      assert.deepEqual(
        warned.filter((code) => code === 'KRI_SKIN_WITHOUT_BONES'),
        [],
      );
    });
    test(`QMSH: ${name}`, () => {
      const { still, moving } = distances(glb(), 'qmsh');
      assert.ok(still < 1e-3, `${still} of the size without an action`);
      assert.ok(moving < 5e-2, `${moving} of the size in the action`); // vertices keep two weights
    });
  }

  test('KRI: bones that rest elsewhere than they are bound are told, and are right in every action', () => {
    // The second joint is turned by a quarter at rest, and nothing moves it.
    const glb = changed(bytesOf('weights_u1'), (json) => {
      const [, second] = json.skins[0].joints;
      json.nodes[second].rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
      for (const animation of json.animations)
        animation.channels = animation.channels.filter(({ target }) => target.node !== second);
    });
    const { still, moving, losses } = distances(glb, 'scene');
    assert.ok(still > 0.05, `${still} of the size without an action: the test does not test`);
    assert.ok(moving < 1e-2, `${moving} of the size in the action`);
    assert.ok(losses.some(({ what }) => what === 'rest'));
  });
});
