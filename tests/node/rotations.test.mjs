// Rotation overrides without a page: the only way to pose a format that has no animation.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { bendingStrip } from '../browser/scenes.mjs';
import { data, vitrine as run, vitrineJson } from './support/vitrine.mjs';

const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
// Two joints at y = 0 and y = 2; the upper one turned by 90 degrees about z. Rows of the strip from below, left and right.
const worked = [
  [0, 0],
  [1, 0],
  [0, 2],
  [0.5, 2.5],
  [-2, 2],
  [-2, 3],
];

const isNear = (found, expected, what) =>
  assert.ok(Math.abs(found - expected) < 2e-5, `${what}: ${found}, expected ${expected}`);

let vitrine, folder;
before(async () => {
  vitrine = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-rotations-'));
  writeFileSync(join(folder, 'strip.pivot'), bendingStrip());
});
after(() => rmSync(folder, { recursive: true }));

describe('rotations', () => {
  test('turn a bone, by name or number, for one pose', () => {
    const document = vitrine.open([{ name: 'strip.pivot', bytes: bendingStrip() }]);
    const skin = (options) => document.pose(options).meshes.find(({ skinned }) => skinned).positions;
    const atRest = Array.from(skin());
    for (const rotations of [{ Bone1: quarter }, { 2: quarter }]) {
      const positions = skin({ rotations });
      worked.forEach(([x, y], v) => {
        isNear(positions[3 * v], x, `x of ${v}`);
        isNear(positions[3 * v + 1], y, `y of ${v}`);
      });
    }
    assert.deepEqual(Array.from(skin()), atRest);
    document.dispose();
  });

  test('of nodes there are not, and what is no rotation, are refused', () => {
    const document = vitrine.open([{ name: 'strip.pivot', bytes: bendingStrip() }]);
    assert.throws(() => document.pose({ rotations: { Bone9: quarter } }), { code: 'NODE_UNKNOWN' });
    assert.throws(() => document.pose({ rotations: { Bone1: [0, 0, 0, 0] } }), { code: 'ROTATION' });
    assert.throws(() => document.pose({ rotations: { Bone1: [1] } }), { code: 'ROTATION' });
    document.dispose();
  });

  test('are JSON on the command line', () => {
    const { status, value } = vitrineJson(
      ['pose', 'strip.pivot', '--vertices', '--rotations', JSON.stringify({ Bone1: quarter })],
      { cwd: folder },
    );
    assert.equal(status, 0);
    const { positions } = value.meshes.find(({ node }) => node === 'skin');
    worked.forEach(([x, y], v) => {
      isNear(positions[3 * v], x, `x of ${v}`);
      isNear(positions[3 * v + 1], y, `y of ${v}`);
    });
    assert.equal(run(['pose', 'strip.pivot', '--rotations', '[1]'], { cwd: folder }).status, 2);
    const unknown = run(['pose', 'strip.pivot', '--rotations', '{ "Bone9": [0, 0, 0, 1] }'], { cwd: folder });
    assert.equal(unknown.status, 2);
    assert.match(unknown.stderr, /Bone9/);
  });

  test('pose every vertex of the reference', () => {
    const { files } = JSON.parse(readFileSync(data('pivot/reference/cases.json'), 'utf8'));
    let poses = 0;
    for (const { file, expected, valid } of files) {
      if (!valid) continue;
      const bytes = readFileSync(data('pivot/reference', file));
      const document = vitrine.open([{ name: `${file}.pivot`, bytes }]);
      for (const { object, setLocalRotation, worldPositions } of expected.poses) {
        const report = document.poseReport({ rotations: setLocalRotation, vertices: true });
        const name = expected.objects[object].name;
        const mesh = report.meshes.find(({ node }) => node === name);
        if (!mesh) continue; // surfaces without the geometry flag are not drawn
        worldPositions.flat(2).forEach((value, i) => isNear(mesh.positions[i], value, `${file} ${name} ${i}`));
        ++poses;
      }
      document.dispose();
    }
    assert.equal(poses, 9);
  });
});
