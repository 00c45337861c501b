/**
 * Actions in other files than the model: found by the names of joints, in every command, the module and --batch. Files are
 * made here; where the reference material is there, its sets are posed and compared with numbers of independent readers.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';

import { arm, skeleton } from './support/skeletons.mjs';
import { shared, vitrine as command, vitrineJson, without } from './support/vitrine.mjs';
import { createVitrine } from '../../dist/node/index.js';

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-actions-'));
let vitrine;
before(async () => void (vitrine = await createVitrine()));
after(() => rmSync(folder, { recursive: true, force: true }));

const file = (name, model) => ({ name, bytes: Buffer.from(skeleton(model)) });
const codesOf = ({ report }) => report.issues.messages.map(({ code }) => code);
const largestX = (document, action) => document.pose({ action, time: 1 }).bounds.max[0];

function opened(files, options, check) {
  const document = vitrine.open(files, options);
  try {
    check(document);
  } finally {
    document.dispose();
  }
}

test('a second glTF without a mesh moves the model', () => {
  opened(
    [file('hero.gltf', { joints: arm, mesh: true }), file('run.gltf', { joints: arm, moves: { run: [2] } })],
    {},
    (document) => {
      assert.equal(largestX(document, 'run'), 6);
      assert.deepEqual(codesOf(document), []);
      assert.deepEqual(
        document.report.files.map(({ role }) => role),
        ['mesh', 'animation'],
      );
      assert.equal(document.report.info.statistics.joints, 3);
      const [fit] = document.report.info.format.files[1].fit;
      assert.deepEqual([fit.fits, fit.matched, fit.how, fit.unusedTracks], [true, 3, 'name', []]);
    },
  );
});

test('the file of actions may come first, and its mesh without area is not shown', () => {
  const files = [
    file('run.gltf', { joints: arm, mesh: 'dummy', moves: { run: [2] } }),
    file('hero.gltf', { joints: arm, mesh: true }),
  ];
  opened(files, {}, (document) => {
    assert.equal(largestX(document, 'run'), 6);
    assert.equal(document.report.info.statistics.meshes, 1);
    assert.ok(codesOf(document).includes('ACTIONS_ONLY'));
    assert.equal(document.report.info.actions.length, 1);
  });
});

test('joints in another order, one more and one less, are found by name', () => {
  const other = [
    { name: 'tail' },
    { name: 'root' },
    { name: 'tip', parent: 3, at: [0, 3, 0] },
    { name: 'arm', parent: 1, at: [0, 3, 0] },
  ];
  const hero = [...arm, { name: 'cape', parent: 0 }, { name: 'end', parent: 2 }];
  opened(
    [file('hero.gltf', { joints: hero, mesh: true }), file('run.gltf', { joints: other, moves: { run: [2, 3] } })],
    {},
    (document) => {
      assert.equal(largestX(document, 'run'), 11);
      assert.ok(codesOf(document).includes('FIT_PARTIAL'));
    },
  );
});

test('two models that show play the actions of both, and equal names are told apart', () => {
  const files = [
    file('a.gltf', { joints: arm, mesh: true, moves: { go: [2] } }),
    file('b.gltf', { joints: arm, mesh: true, moves: { go: [1] } }),
  ];
  opened(files, {}, (document) => {
    assert.deepEqual(
      document.actions.map(({ name }) => name),
      ['go', 'b:go'],
    );
    for (const action of ['go', 'b:go'])
      assert.deepEqual(
        document.pose({ action, time: 1 }).meshes.map(({ positions }) => positions[0]),
        [5, 5],
        action,
      );
    assert.equal(document.report.info.statistics.meshes, 2);
  });
});

test('a file that is named for its animations shows no mesh, through the module and the command', () => {
  const [hero, run_] = [
    file('hero.gltf', { joints: arm, mesh: true }),
    file('hero.gltf', { joints: arm, mesh: true, moves: { run: [2] } }),
  ];
  opened([hero], { animations: [run_] }, (document) => {
    assert.equal(document.report.info.statistics.meshes, 1);
    assert.equal(largestX(document, 'run'), 6);
  });
  const [a, b] = ['named-hero.gltf', 'named-run.gltf'].map((name) => path.join(folder, name));
  writeFileSync(a, hero.bytes);
  writeFileSync(b, run_.bytes);
  for (const args of [['inspect'], ['check'], ['curves'], ['pose', '--action', 'run', '--time', '1']]) {
    const { status, stdout, stderr } = command([...args, a, '--animations', b, '--json']);
    assert.equal(status, 0, stderr);
    const { meshes, bounds, info } = JSON.parse(stdout);
    if (args[0] === 'pose') assert.equal(bounds.max[0], 6);
    if (meshes) assert.equal(meshes.length, 1, args[0]);
    if (info) assert.equal(info.statistics.meshes, 1);
  }
});

test('plain nodes, scale channels and nodes that the model lacks', () => {
  const plain = { joints: [...arm, { name: 'lamp', parent: 0 }], skinned: false };
  const hero = file('hero.gltf', { joints: arm, mesh: true, skinned: false });
  opened([hero, file('run.gltf', { ...plain, moves: { run: [2, 3] }, scale: [3, 1, 1] })], {}, (document) => {
    assert.equal(largestX(document, 'run'), 8);
    assert.ok(codesOf(document).includes('ACTION_NOT_CARRIED'));
  });
});

test('one file of actions for two skeletons, each of which moves its own model', () => {
  const spider = [{ name: 'leg' }, { name: 'foot', parent: 0, at: [0, 1, 0] }];
  const both = [...arm, { name: 'leg' }, { name: 'foot', parent: 3, at: [0, 1, 0] }];
  const files = [
    file('hero.gltf', { joints: arm, mesh: true }),
    file('spider.gltf', { joints: spider, mesh: true }),
    file('all.gltf', { joints: both, moves: { run: [2], crawl: [4] } }),
  ];
  opened(files, {}, (document) => {
    const xs = (action) => document.pose({ action, time: 1 }).meshes.map(({ positions }) => positions[0]);
    assert.deepEqual(xs('run'), [5, 0]);
    assert.deepEqual(xs('crawl'), [0, 5]);
    assert.ok(!codesOf(document).includes('ACTION_MOVES_NOTHING'));
  });
});

test('an action that moves nothing is told, also in one file', () => {
  const lonely = [...arm, { name: 'lonely' }];
  opened([file('hero.gltf', { joints: lonely, mesh: true, skinned: false, moves: { idle: [2] } })], {}, (document) =>
    assert.ok(codesOf(document).includes('ACTION_MOVES_NOTHING')),
  );
  const spider = file('spider.gltf', { joints: [{ name: 'leg' }, { name: 'foot', parent: 0 }], moves: { crawl: [1] } });
  opened([file('hero.gltf', { joints: arm, mesh: true })], { animations: [spider] }, (document) => {
    assert.ok(codesOf(document).includes('ACTION_MOVES_NOTHING'));
    assert.equal(document.actions[0].playable, false);
  });
});

test('other names in the same tree warn, and names that nothing gave are numbers', () => {
  const others = arm.map((joint, i) => ({ ...joint, name: `bone${i}` })),
    nameless = arm.map(({ name: _, ...joint }) => joint);
  const skeleton = { joints: others, mesh: 'dummy', moves: { run: [2] } };
  opened([file('hero.gltf', { joints: arm, mesh: true }), file('run.gltf', skeleton)], {}, (document) => {
    assert.equal(largestX(document, 'run'), 6);
    assert.ok(codesOf(document).includes('FIT_NAMES'));
  });
  const files = [
    file('hero.gltf', { joints: nameless, mesh: true }),
    file('run.gltf', { joints: nameless, mesh: 'dummy', moves: { run: [2] } }),
  ];
  opened(files, {}, (document) => {
    assert.equal(largestX(document, 'run'), 6);
    assert.ok(codesOf(document).includes('FIT_NUMBERS'));
  });
});

test('rest poses that differ are measured, and the values of the file played', () => {
  const child = [arm[0], { ...arm[1], at: [0, 1, 0] }, arm[2]];
  opened(
    [file('child.gltf', { joints: child, mesh: true }), file('run.gltf', { joints: arm, moves: { run: [1] } })],
    {},
    (document) => {
      const { bounds } = document.pose({ action: 'run', time: 1 });
      assert.deepEqual([bounds.max[0], bounds.max[1]], [6, 7]);
      const { restPose } = document.report.info.format.files[1].fit[0];
      assert.deepEqual([restPose.translation, restPose.moved, restPose.degrees], [2, 'arm', 0]);
      const told = document.report.issues.messages.find(({ code }) => code === 'FIT_REST_POSE');
      assert.deepEqual([told.source, told.line], ['run.gltf', 1]);
    },
  );
});

test('--batch gives files of actions to the models of their folder', () => {
  const place = path.join(folder, 'batch');
  mkdirSync(place);
  for (const { name, bytes } of [
    file('hero.gltf', { joints: arm, mesh: true }),
    file('run.gltf', { joints: arm, moves: { run: [2] } }),
    file('crate.gltf', { joints: [{ name: 'crate' }], mesh: true, skinned: false }),
  ])
    writeFileSync(path.join(place, name), bytes);
  const { status, stdout, stderr } = command(['inspect', '--batch', place, '--json']);
  assert.equal(status, 0, stderr);
  const { documents } = JSON.parse(stdout);
  assert.deepEqual(
    documents.map(({ name, info }) => [path.basename(name), info.actions.map((action) => action.name)]),
    [
      ['crate.gltf', []],
      ['hero.gltf', ['run']],
    ],
  );
});

/** Boxes at 0.25 s of the first action, by reference/iqm_ref.py with the joints put together by name (else number). */
const kBoxes = {
  'iqm_sets/gz': { 'body.iqm': [-0.5, -0.5, 0.1, 3.81076, 0.5, 7.96605], codes: ['ACTIONS_ONLY'] },
  'iqm_sets/order': { 'body.iqm': [-2.39668, -0.5, 2.69562, 2.5, 0.5, 5], codes: [] },
  'iqm_sets/count': { 'body.iqm': [-2.59677, -1, -1.04785, 0.06108, 1, 1.61], codes: ['FIT_PARTIAL'] },
  'iqm_sets/nojoints': { 'body.iqm': [-2.39668, -0.5, 2.69562, 2.5, 0.5, 5], codes: ['FIT_NUMBERS'] },
  'iqm_sets/share': {
    'body.iqm': [-2.59677, -1, -1.04785, 0.06108, 1, 1.61],
    'gun.iqm': [-2.59677, -1, -1.04785, 0.06108, 1, 1.61],
    codes: [],
  },
  'iqe/sep': { 'body.iqe': [-0.5, -0.5, 0.1, 2.9, 0.5, 3.5], codes: [] },
  'iqe/sep_sub': { 'body.iqe': [-0.5, -0.5, 0.1, 2.9, 0.5, 3.5], codes: ['FIT_PARTIAL'] },
};

const near = (found, wanted, what) => {
  for (const [i, value] of wanted.entries())
    assert.ok(Math.abs(found[i] - value) < 1e-4, `${what}: ${found}, not ${wanted}`);
};
const numbersOf = ({ min, max }) => [...min, ...max];

describe('the sets of the reference material', { skip: without }, () => {
  const inSet = (place) => path.join(shared, 'corpus/sets', place);
  test('gltf_sets/two, as with both in one file', () => {
    const { status, value } = vitrineJson(['pose', inSet('gltf_sets/two'), '--action', 'wave', '--time', '0.6']);
    assert.equal(status, 0);
    assert.ok(Math.abs(value.bounds.max[1] - 4.883) < 1e-3 && Math.abs(value.bounds.max[2] - 5.3595) < 1e-4);
  });
  for (const [place, { codes, ...boxes }] of Object.entries(kBoxes))
    test(place, () => {
      const { status, value } = vitrineJson(['pose', inSet(place), '--action', '0', '--time', '0.25']);
      assert.equal(status, 0);
      assert.equal(value.meshes.length, Object.keys(boxes).length);
      for (const [i, [name, box]] of Object.entries(boxes).entries())
        near(numbersOf(value.meshes[i].bounds), box, name);
      const { issues } = vitrineJson(['inspect', inSet(place), '--json']).value;
      assert.deepEqual(
        [...new Set(issues.messages.map(({ code }) => code))].filter((code) => /^(FIT|ACTION)/.test(code)),
        codes,
      );
    });
});

test('two QMSH files are one document, also as file and --animations: their own actions name no file', () => {
  const [a, b] = ['flag_v22.qmsh', 'flag_v21.qmsh'].map((name) => path.resolve('tests/data/qmsh/valid', name));
  for (const args of [
    [a, b],
    [a, '--animations', b],
  ]) {
    const { status, stderr } = command(['check', ...args]);
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /INTERNAL/);
  }
});
