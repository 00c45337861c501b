// Blended poses, the health of actions and the comparison of documents, through the module and the command: boxes whose
// numbers are worked by hand.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';

import { boxModel, slideAction } from '../browser/models.mjs';
import { square } from './support/inputs.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const joints = [{ name: 'hull', parent: -1, at: [0, 0, 0] }];
const texts = {
  'hull.md5mesh': boxModel(joints, [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]),
  'still.md5anim': slideAction(joints, [[[0, 0, 0]], [[0, 0, 0]], [[0, 0, 0]]], 2),
  // Up by 3; its box would have to reach 4 at the end.
  'rise.md5anim': slideAction(joints, [[[0, 0, 0]], [[0, 0, 1.5]], [[0, 0, 3]]], 2).replaceAll(
    '( -9 -9 -9 ) ( 9 9 9 )',
    '( -9 -9 -9 ) ( 9 9 3.5 )',
  ),
};
const bytes = (name) => ({ name, bytes: new TextEncoder().encode(texts[name]) });

let folder, core;
const documents = [];
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-compare-'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const { createVitrine } = await import(pathToFileURL(join(root, 'dist/node/index.js')).href);
  core = await createVitrine();
});
after(() => {
  for (const document of documents) document.dispose();
  rmSync(folder, { recursive: true });
});
const open = (...names) => {
  const document = core.open(names.map(bytes));
  documents.push(document);
  return document;
};
const side = (...names) => names.map((name) => join(folder, name)).join(',');

test('a pose stands between two actions, as far as its weight says', () => {
  const document = open('hull.md5mesh', 'still.md5anim', 'rise.md5anim');
  const height = (options) => document.pose(options).bounds.max[2];
  assert.equal(height({ action: 'still' }), 1);
  assert.equal(height({ action: 'still', blend: { action: 'rise', time: 1, weight: 0.25 } }), 1.75);
  assert.equal(height({ action: 'still', blend: { action: 'rise', time: 0.5, weight: 1 } }), 2.5);
  assert.equal(height({ action: 'rise', time: 1, blend: { weight: 0.5 } }), 2.5);
  assert.equal(height({ action: 'still' }), 1);
  assert.throws(() => document.pose({ action: 'still', blend: { action: 'gone', weight: 1 } }), {
    code: 'ACTION_UNKNOWN',
  });
});

test('the health of an action is in the module and in what inspect prints', () => {
  const document = open('hull.md5mesh', 'rise.md5anim');
  const health = document.health('rise');
  // The only joint is the root, whose way is its own.
  assert.equal(health.seam.closed, true);
  assert.deepEqual(health.flips, { count: 0, list: [] });
  assert.deepEqual(health.frozen.list, [
    { node: 0, name: 'hull', channels: ['translation.x', 'translation.y'], whole: false },
  ]);
  assert.deepEqual(health.bounds.largest, { frame: 2, time: 1, excess: 0.5, axis: 'z', side: 'max' });
  assert.equal(health.bounds.outside, 1);
  const { value } = vitrineJson(['inspect', '--json', join(folder, 'hull.md5mesh'), join(folder, 'rise.md5anim')]);
  assert.deepEqual(value.info.actions[0].health, health);
  const { stdout } = vitrine(['inspect', join(folder, 'hull.md5mesh'), join(folder, 'rise.md5anim')]);
  assert.match(stdout, /Health\n.*open loop by.*\n +rise +1 +1 of 3, 0\.5/);
});

test('edges of a mesh are counted in the module and in what inspect prints', () => {
  // A square of two triangles: four open edges about one that both share.
  const path = join(folder, 'square.md5mesh');
  writeFileSync(path, square());
  const document = core.open([{ name: 'square.md5mesh', bytes: new TextEncoder().encode(square()) }]);
  documents.push(document);
  const { survey, weights } = document.survey(0);
  assert.deepEqual(survey, {
    places: 4,
    edges: 5,
    openEdges: 4,
    nonManifoldEdges: 0,
    turnedEdges: 0,
    collapsedFaces: 0,
    flatFaces: 0,
    unusedVertices: 0,
  });
  assert.deepEqual(weights, { weighted: 4, unweighted: 0, least: 1, most: 1, off: 0 });
  assert.throws(() => document.survey(1), RangeError);
  assert.deepEqual(vitrineJson(['inspect', '--json', path]).value.info.meshes[0].survey, survey);
  assert.match(vitrine(['inspect', path]).stdout, /Topology\n.*edges.*open.*\n +\S+ +5 +4/);
});

test('compare measures vertex against vertex over the frames of an action', () => {
  const { status, value } = vitrineJson([
    'compare',
    side('hull.md5mesh', 'still.md5anim'),
    side('hull.md5mesh', 'rise.md5anim'),
    '--action',
    'still',
    '--other-action',
    'rise',
    '--json',
  ]);
  assert.equal(status, 0);
  assert.deepEqual(
    value.samples.map(({ time, distance }) => [time, distance]),
    [
      [0, 0],
      [0.5, 1.5],
      [1, 3],
    ],
  );
  assert.equal(value.by, 'vertex');
  assert.equal(value.vertices, 8);
  assert.equal(value.largest.time, 1);
  // Up is y in the world.
  assert.equal(value.largest.other[1] - value.largest.at[1], 3);
});

test('compare fails past --max-distance, and says what it wants when it is used wrongly', () => {
  const both = [side('hull.md5mesh'), side('hull.md5mesh')];
  assert.equal(vitrine(['compare', ...both, '--max-distance', '0']).status, 0);
  const apart = [...both.map((it, i) => `${it},${join(folder, i === 0 ? 'still.md5anim' : 'rise.md5anim')}`)];
  assert.equal(vitrine(['compare', ...apart, '--action', '0', '--max-distance', '2.5']).status, 1);
  assert.equal(vitrine(['compare', ...apart, '--action', '0', '--max-distance', '3']).status, 0);
  const alone = vitrine(['compare', both[0]]);
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /compare needs two documents/);
});

test('a side of compare may have commas in its names, alone and among others', () => {
  const within = join(folder, 'walk, then run');
  mkdirSync(within, { recursive: true });
  const put = (name, text) => {
    writeFileSync(join(within, name), text);
    return join(within, name);
  };
  const hull = put('hull,old,2.md5mesh', texts['hull.md5mesh']),
    rise = put('rise,1.md5anim', texts['rise.md5anim']),
    still = put('still.md5anim', texts['still.md5anim']);
  const largest = (a, b) => {
    const { status, value } = vitrineJson(['compare', a, b, '--action', '0', '--json']);
    assert.equal(status, 0);
    return value.largest.distance;
  };
  assert.equal(largest(`${hull},${still}`, `${hull},${rise}`), 3);
  assert.equal(largest(`${still},${hull}`, `${rise},,${side('hull.md5mesh')},`), 3);
  // Also in a pattern, and with names between them.
  assert.equal(largest(`${hull},${join(folder, '{still,gone}.md5anim')}`, `${rise},${hull}`), 3);
  assert.equal(vitrine(['compare', hull, side('hull.md5mesh'), '--max-distance', '0']).status, 0);
  const gone = vitrine(['compare', `${hull},${join(folder, 'gone,1.md5anim')}`, hull]);
  assert.equal(gone.status, 2);
  assert.match(gone.stderr, /no such file: '[^']*gone'/);
});

test('compare measures nothing when one of the two does not open, whichever it is', () => {
  const good = side('hull.md5mesh'),
    broken = join(folder, 'broken.md5mesh');
  writeFileSync(broken, texts['hull.md5mesh'].slice(0, 200));
  for (const both of [
    [good, broken],
    [broken, good],
  ]) {
    const { status, stdout, stderr } = vitrine(['compare', ...both]);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /broken\.md5mesh.*error/);
  }
});

test('compare finds nothing between a model and its conversion to any format, wherever that faces', () => {
  for (const [model, kinds] of [
    ['heron/heron.md5mesh', ['scene', 'qmsh.tmp', 'pivot']],
    ['pinwheel/pinwheel.qmsh.tmp', ['qmsh.tmp', 'qmsh', 'scene']],
  ]) {
    const source = join(root, 'public/samples', model);
    for (const kind of kinds) {
      const made = join(folder, `made.${kind}`);
      assert.equal(vitrine(['convert', source, '-o', made]).status, 0);
      const { status, stdout } = vitrine(['compare', source, made, '--max-distance', '0.001']);
      assert.equal(status, 0, `${model} as ${kind}: ${stdout}`);
      assert.match(stdout, /by surface: .*both facing the same way/);
    }
  }
});

test('compare says by number where triangles are the same', () => {
  const { stdout } = vitrine(['compare', side('hull.md5mesh'), side('hull.md5mesh')]);
  assert.match(stdout, /by number: vertex against vertex, 8 of them/);
});
