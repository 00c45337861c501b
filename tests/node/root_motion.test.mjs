// Root motion is the movement of the root: other joints may go where they like.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { armature, toMd5, turn } from './support/armature.mjs';
import * as md5 from './support/md5.mjs';
import { apart, most } from './support/md5_out.mjs';
import { root, shared, vitrine, without } from './support/vitrine.mjs';

const { createVitrine } = await import(join(root, 'dist/node/index.js'));

let core, folder;
before(async () => {
  core = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-root-motion-'));
});
after(() => rmSync(folder, { recursive: true }));

const ways = ['keep', 'extract', 'lock', 'loops'];

function written(bytes, rootMotion, options = {}) {
  const document = core.load([{ name: 'arm.glb', bytes }]);
  const { files, report } = document.convert('md5mesh', { md5: { name: 'arm', rootMotion, ...options } });
  const text = (ending) => new TextDecoder().decode(files.find(({ name }) => name.endsWith(ending)).bytes);
  const out = {
    mesh: md5.parseMesh(text('.md5mesh')),
    anim: md5.parseAnim(text('.md5anim')),
    text: text('.md5anim'),
    report,
  };
  document.dispose();
  return out;
}
/** Points of a frame, each of the model's once. */
const posed = ({ mesh, anim }, frame) => mesh.meshes.flatMap((one) => md5.skin(one, md5.framePose(anim, frame)));
/** How far the farther one of two clouds reaches from the other. */
const off = (points, meant) =>
  Math.max(
    ...[
      [points, meant],
      [meant, points],
    ].map(([a, b]) => most(a.map((p) => Math.min(...b.map((q) => apart(p, q)))))),
  );
const motionOf = ({ losses }) => losses.filter(({ what }) => what === 'root motion');

/** The upper joints turn far, the root stands. */
const swing = {
  name: 'swing',
  channels: [
    {
      joint: 'arm',
      path: 'rotation',
      times: [0, 0.5, 1],
      values: [turn([0, 0, 1], 0), turn([0, 0, 1], 70), turn([0, 0, 1], 40)],
    },
  ],
};
/** The root goes 4 to the front while the arm turns and comes back. */
const walk = (joint, from = [0, 0, 0]) => ({
  name: 'walk',
  channels: [
    { joint, path: 'translation', times: [0, 0.5, 1], values: [0, 2, 4].map((z) => [from[0], from[1], from[2] + z]) },
    {
      joint: 'tip',
      path: 'rotation',
      times: [0, 0.5, 1],
      values: [0, 50, 0].map((degrees) => turn([0, 0, 1], degrees)),
    },
  ],
});

describe('--root-motion', () => {
  test('an action whose root stands still stays as it is', () => {
    const { bytes, positions } = armature({ actions: [swing] });
    const kept = written(bytes, 'keep');
    for (const way of ways) {
      const one = written(bytes, way, { engine: 'doom3' }),
        plain = written(bytes, way);
      assert.equal(plain.text, kept.text, way);
      assert.deepEqual(motionOf(one.report), [], way);
      for (const [key, time] of [0, 0.5, 1].entries()) {
        const meant = positions('swing', key).map(toMd5);
        assert.ok(off(posed(plain, Math.round(time * plain.anim.rate)), meant) < 1e-5, `${way} at ${time}`);
      }
    }
  });

  test('a root that turns in its place takes nothing along', () => {
    const spin = {
      name: 'spin',
      channels: [
        { joint: 'root', path: 'rotation', times: [0, 0.5, 1], values: [0, 60, 90].map((d) => turn([1, 0, 0], d)) },
      ],
    };
    const { bytes } = armature({ actions: [spin] });
    for (const way of ways) assert.equal(written(bytes, way).text, written(bytes, 'keep').text, way);
  });

  test('the way of the root is taken out of the whole model, and nothing else', () => {
    const { bytes, positions } = armature({ actions: [walk('root')] });
    for (const way of ['keep', 'lock', 'loops', 'extract']) {
      const one = written(bytes, way);
      for (const [key, time] of [0, 0.5, 1].entries()) {
        const gone = way === 'lock' || way === 'loops' ? 2 * key : 0;
        const meant = positions('walk', key).map(([x, y, z]) => toMd5([x, y, z - gone]));
        assert.ok(off(posed(one, Math.round(time * one.anim.rate)), meant) < 1e-5, `${way} at ${time}`);
      }
      assert.deepEqual(
        motionOf(one.report).map(({ count, largest }) => [count, Math.round(largest * 1e5) / 1e5]),
        way === 'lock' || way === 'loops' ? [[1, 4]] : [],
        way,
      );
    }
  });

  test('a root away from the origin passes its way on to the origin that is added', () => {
    const place = [0, 1, 0];
    const { bytes, positions } = armature({
      members: { root: { translation: place } },
      actions: [walk('root', place)],
    });
    const one = written(bytes, 'extract');
    assert.equal(one.anim.names[0], 'origin');
    for (const [key, time] of [0, 0.5, 1].entries()) {
      const frame = Math.round(time * one.anim.rate);
      assert.ok(off(posed(one, frame), positions('walk', key).map(toMd5)) < 1e-5, `at ${time}`);
      assert.ok(apart(md5.framePose(one.anim, frame)[0].position, [2 * key, 0, 0]) < 1e-5, `at ${time}`);
    }
  });

  test('below an origin that nothing moves, the joint that carries the whole model is the root', () => {
    const { bytes } = armature({
      joints: ['origin', 'root', 'arm', 'tip'],
      weightless: 1,
      actions: [walk('root', [0, 3, 0])],
    });
    const one = written(bytes, 'lock');
    assert.deepEqual(
      motionOf(one.report).map(({ largest }) => Math.round(largest * 1e4) / 1e4),
      [4],
    );
    const last = md5.framePose(one.anim, one.anim.frames.length - 1);
    assert.deepEqual(one.anim.names.slice(0, 2), ['origin', 'root']);
    assert.deepEqual(
      last.slice(0, 2).map(({ position }) => position.map((v) => Math.round(v * 1e4) / 1e4 + 0)),
      [
        [0, 0, 0],
        [0, 0, 3],
      ],
    );
  });

  test('the command writes the same bytes with and without', () => {
    const { bytes } = armature({ actions: [swing] });
    const path = join(folder, 'arm.glb');
    writeFileSync(path, bytes);
    const anims = ways.map((way) => {
      const { status, stderr } = vitrine([
        'convert',
        path,
        '-o',
        join(folder, way, 'arm.md5mesh'),
        '--for',
        'doom3',
        '--root-motion',
        way,
      ]);
      assert.equal(status, 0, stderr);
      assert.doesNotMatch(stderr, /stays in place|carries|root motion/);
      return readFileSync(join(folder, way, 'swing.md5anim'), 'utf8');
    });
    assert.equal(new Set(anims).size, 1);
  });

  test('models of a public report', { skip: without }, () => {
    for (const [name, action] of [
      ['arm_plain', 'wave'],
      ['sway_open', 'sway'],
      ['sway_closed', 'sway'],
    ]) {
      const bytes = readFileSync(join(shared, `corpus/sets/gltf_sets/${name}.glb`));
      const document = core.load([{ name: `${name}.glb`, bytes }]);
      for (const way of ways) {
        const one = written(bytes, way, { engine: 'doom3' });
        assert.equal(one.report.readBack.actions[0].name, action);
        assert.deepEqual(motionOf(one.report), [], `${name}, ${way}`);
        assert.equal(one.text, written(bytes, 'keep', { engine: 'doom3' }).text, `${name}, ${way}`);
      }
      document.dispose();
    }
  });
});
