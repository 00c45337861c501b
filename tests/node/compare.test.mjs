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
      // A text is written back vertex by vertex.
      assert.match(
        stdout,
        model.endsWith(kind) ? /by number: .*both facing the same way/ : /by surface: .*both facing the same way/,
      );
    }
  }
});

test('compare says by number where triangles are the same', () => {
  const { stdout } = vitrine(['compare', side('hull.md5mesh'), side('hull.md5mesh')]);
  assert.match(stdout, /by number: vertex against vertex, 8 of them/);
});

// A box that is different along all three axes, and the same one with its vertices turned about an axis by hand.
const brick = (map) =>
  boxModel(joints, [{ joint: 0, min: [-3, -2, -1], max: [3.5, 2, 1] }]).replace(
    /^(\s*weight .*)\( (\S+) (\S+) (\S+) \)/gm,
    (_, head, ...numbers) => `${head}( ${map(numbers.slice(0, 3).map(Number)).join(' ')} )`,
  );

test('a turn by a quarter that makes both agree is found and offered, in module and command', () => {
  const at = (name, text) => ({ name, bytes: new TextEncoder().encode(text) });
  const plain = core.open([
    at(
      'a.md5mesh',
      brick((v) => v),
    ),
  ]);
  documents.push(plain);
  // md5 has z up: its z is the world's y, its y the world's -z.
  const turns = { y90: ([x, y, z]) => [-y, x, z], x90: ([x, y, z]) => [x, -z, y], z90: ([x, y, z]) => [z, y, -x] };
  for (const [axis, map] of Object.entries(turns)) {
    const other = core.open([at('b.md5mesh', brick(map))]);
    documents.push(other);
    const off = plain.compare(other).distance;
    assert.ok(off > 0.9, `${axis}: ${off}`);
    const { turn, distance } = plain.findTurn(other);
    assert.ok(turn.startsWith(axis[0]), `${axis}: ${turn}`);
    assert.equal(distance, 0);
    assert.equal(plain.compare(other, { turn }).distance, 0);
  }
  assert.equal(plain.findTurn(plain), undefined);
  const larger = core.open([
    at(
      'c.md5mesh',
      brick((v) => v.map((c) => 2 * c)),
    ),
  ]);
  documents.push(larger);
  assert.equal(plain.findTurn(larger), undefined);
  assert.throws(() => plain.compare(larger, { turn: 'y45' }), /turn/);

  writeFileSync(
    join(folder, 'a.md5mesh'),
    brick((v) => v),
  );
  writeFileSync(join(folder, 'b.md5mesh'), brick(turns.y90));
  const { value } = vitrineJson(['compare', side('a.md5mesh'), side('b.md5mesh'), '--json']);
  assert.ok(value.largest.distance > 0.9);
  assert.equal(value.turn, null);
  assert.match(value.offeredTurn.turn, /^y-?90$/);
  const { turn } = value.offeredTurn;
  const told = vitrine(['compare', side('a.md5mesh'), side('b.md5mesh')]);
  assert.ok(told.stdout.includes(`They agree when the second is turned: 0 at 0 s with --turn ${turn}\n`), told.stdout);
  assert.doesNotMatch(told.stdout, /both facing the same way/);
  const turned = vitrineJson(['compare', side('a.md5mesh'), side('b.md5mesh'), '--turn', turn, '--json']);
  assert.deepEqual([turned.value.largest.distance, turned.value.turn, turned.value.offeredTurn], [0, turn, null]);
  const wrong = vitrine(['compare', side('a.md5mesh'), side('b.md5mesh'), '--turn', 'w90']);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--turn is x, y or z with 90, -90 or 180 degrees/);
});

test('the sense of a turn, its order, and a turn by surface', () => {
  // A corner at 1 2 3 and its images, worked by hand; glTF has the axes of the world.
  const corner = (map, more = []) => {
    const points = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3], ...more].map(map),
      at = (p) => `v ${p.join(' ')}`;
    return { points, at };
  };
  const maps = {
    y90: ([x, y, z]) => [z, y, -x],
    'y-90': ([x, y, z]) => [-z, y, x],
    x90: ([x, y, z]) => [x, -z, y],
    z90: ([x, y, z]) => [-y, x, z],
    z180: ([x, y, z]) => [-x, -y, z],
  };
  const model = (map, extra) => {
    const { points } = corner(map, extra ? [[0.25, 0.25, 0]] : []);
    const faces = extra ? [4, 1, 2, 0, 4, 2, 0, 1, 4, 0, 2, 3, 0, 3, 1] : [0, 1, 2, 0, 2, 3, 0, 3, 1];
    const positions = Float32Array.from(points.flat()),
      indices = Uint16Array.from(faces),
      bytes = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer)]);
    const json = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 0 }, indices: 1 }] }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: points.length, type: 'VEC3' },
        { bufferView: 1, componentType: 5123, count: faces.length, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: positions.byteLength },
        { buffer: 0, byteOffset: positions.byteLength, byteLength: indices.byteLength },
      ],
      buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    };
    const document = core.load([{ name: 'corner.gltf', bytes: Buffer.from(JSON.stringify(json)) }]);
    documents.push(document);
    return document;
  };
  for (const extra of [false, true]) {
    for (const [turn, map] of Object.entries(maps)) {
      // The second is the first, turned back: `turn` brings it over the first.
      const first = model(map, extra),
        second = model((v) => v, false);
      const found = first.findTurn(second);
      assert.equal(found?.turn, turn, `${turn}, ${extra ? 'by surface' : 'by number'}`);
      assert.ok(found.distance < 1e-6);
      assert.ok(first.compare(second, { turn }).distance < 1e-6);
    }
  }
  const both = model((v) => maps.z90(maps.x90(v)), false),
    plain = model((v) => v, false);
  assert.equal(both.compare(plain, { turn: 'x90,z90' }).distance, 0);
  assert.ok(both.compare(plain, { turn: 'z90,x90' }).distance > 0.5);
  const { turn } = both.findTurn(plain);
  assert.equal(both.compare(plain, { turn }).distance, 0);
});
