// A scene as JSON: every number of it, as the pose and the curves of the module have them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { root } from './support/vitrine.mjs';

let core;
before(async () => (core = await createVitrine()));

const samples = join(root, 'public/samples');
const open = (name) =>
  core.open(
    readdirSync(join(samples, name))
      .filter((file) => !/\.(png|jpg|json)$/.test(file))
      .map((file) => ({ name: file, bytes: readFileSync(join(samples, name, file)) })),
  );
const written = (document) => JSON.parse(Buffer.from(document.export('json')).toString('utf8'));
const close = (found, expected, within, what) => {
  assert.equal(found.length, expected.length, what);
  found.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) <= within, `${what} ${i}: ${x}, not ${expected[i]}`));
};

describe('a scene as JSON', () => {
  for (const name of ['heron', 'column', 'pinwheel', 'lighthouse', 'mannequin'])
    test(`${name} has the counts, nodes and channels of the report`, () => {
      const document = open(name),
        scene = written(document),
        { info, files } = document.report;
      assert.deepEqual(scene.files, files);
      assert.deepEqual(scene.axes, info.axes);
      for (const key of ['materials', 'textures', 'cameras', 'lights', 'emitters'])
        assert.deepEqual(scene[key], info[key], key);
      assert.equal(scene.nodes.length, info.statistics.nodes);
      scene.nodes.forEach(({ index, parent }, i) => {
        assert.equal(index, i);
        assert.ok(parent === null || parent < i);
      });
      assert.deepEqual(
        scene.meshes.map(({ positions, indices }) => [positions.length / 3, indices.length / 3]),
        info.meshes.map(({ vertices, triangles }) => [vertices, triangles]),
      );
      for (const { positions, normals, uvLayers, influences, primitives, indices } of scene.meshes) {
        assert.equal(normals?.length ?? positions.length, positions.length);
        for (const { uv } of uvLayers) assert.equal(uv.length, (positions.length / 3) * 2);
        assert.equal(primitives.at(-1).firstIndex + primitives.at(-1).indexCount, indices.length);
        if (influences) assert.equal(influences.first.at(-1), influences.weight.length);
        if (influences) assert.equal(influences.position.length, 3 * influences.joint.length);
      }
      assert.equal(scene.actions.length, document.actions.length);
      scene.actions.forEach(({ name: action, channels }, i) => {
        assert.equal(action, document.actions[i].name);
        assert.deepEqual(channels, document.curves(i));
      });
      document.dispose();
    });

  test('weights and joints skin to the vertices of the pose', () => {
    const document = open('heron'),
      scene = written(document);
    const { matrices, meshes } = document.pose({ action: 'walk', time: 0.4 });
    for (const { node, positions } of meshes) {
      const { mesh, skin } = scene.nodes[node],
        { influences } = scene.meshes[mesh],
        { joints } = scene.skins[skin];
      const skinned = Array.from(positions, (_, i) => {
        const [v, row] = [Math.floor(i / 3), i % 3];
        let sum = 0;
        for (let k = influences.first[v]; k < influences.first[v + 1]; ++k) {
          const m = joints[influences.joint[k]] * 16,
            [x, y, z] = influences.position.slice(3 * k, 3 * k + 3);
          sum +=
            influences.weight[k] *
            (matrices[m + row] * x + matrices[m + 4 + row] * y + matrices[m + 8 + row] * z + matrices[m + 12 + row]);
        }
        return sum;
      });
      close(skinned, [...positions], 1e-4, 'coordinate');
    }
    document.dispose();
  });

  test('nothing is lost on the way, and the report says so', () => {
    const document = open('lighthouse');
    const { bytes, report } = document.convert('json');
    assert.deepEqual(report, { kind: 'json', bytes: bytes.length, losses: [] });
    document.dispose();
  });
});
