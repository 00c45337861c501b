// Lower levels of detail of an MD3: which files, what is in them, and how far the model is from them, found by every
// triangle.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine, loadSimplifier } from '../../dist/node/index.js';
import { readMd3 } from './support/md3.mjs';
import { data, root, vitrine, vitrineJson } from './support/vitrine.mjs';

let core;
before(async () => {
  core = await createVitrine();
});

const open = (...paths) => core.load(paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) })));
const sample = (folder, ...names) => names.map((name) => join(root, 'public/samples', folder, name));
const heron = () => open(...sample('heron', 'heron.md5mesh', 'walk.md5anim'));

const minus = (a, b) => a.map((value, k) => value - b[k]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (a, d, t) => a.map((value, k) => value + d[k] * t);
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];

/** To a part of a line. */
function toEdge(p, a, b) {
  const edge = minus(b, a),
    length = dot(edge, edge),
    t = length > 0 ? Math.min(1, Math.max(0, dot(minus(p, a), edge) / length)) : 0;
  return Math.hypot(...minus(p, along(a, edge, t)));
}
/** To a triangle: to its plane where the foot lies inside, else to its edges. */
function toTriangle(p, [a, b, c]) {
  const n = cross(minus(b, a), minus(c, a)),
    size = Math.hypot(...n);
  const inside =
    size > 0 &&
    [
      [a, b],
      [b, c],
      [c, a],
    ].every(([from, to]) => dot(cross(minus(to, from), minus(p, from)), n) >= 0);
  return inside ? Math.abs(dot(minus(p, a), n)) / size : Math.min(toEdge(p, a, b), toEdge(p, b, c), toEdge(p, c, a));
}
function farthest(model, level, frame) {
  const triangles = level.surfaces.flatMap((surface) => {
    const at = surface.positions(frame);
    return surface.triangles.map((corners) => corners.map((v) => at[v]));
  });
  return model.positions(frame).reduce(
    (most, p) =>
      Math.max(
        most,
        triangles.reduce((least, one) => Math.min(least, toTriangle(p, one)), 1e9),
      ),
    0,
  );
}
const trianglesOf = ({ surfaces }) => surfaces.reduce((sum, { triangles }) => sum + triangles.length, 0);

test('without the simplifier the refusal says where it comes from', () =>
  assert.throws(() => heron().convert('md3', { engine: 'ioquake3', lod: '0.5' }), {
    code: 'EXPORT_ENGINE',
    message: /loadSimplifier/,
  }));

describe('with the simplifier', () => {
  before(loadSimplifier);

  test('levels have the frames and tags of the model, some of its vertices all along, and the share that is told', () => {
    const options = { engine: 'ioquake3', name: 'hero', lod: '0.5,0.25' },
      { files, report } = heron().convert('md3', options),
      [model, ...levels] = files.slice(0, 3).map(({ bytes }) => readMd3(bytes));
    assert.deepEqual(
      files.slice(0, 3).map(({ name }) => name),
      ['hero.md3', 'hero_1.md3', 'hero_2.md3'],
    );
    const known = new Set();
    for (const surface of model.surfaces) {
      const at = model.frames.map((_, f) => surface.positions(f));
      for (let v = 0; v < surface.vertices; ++v)
        known.add(`${surface.name} ${surface.uv[v]} ${at.map((frame) => frame[v])}`);
    }
    for (const [k, level] of levels.entries()) {
      const { name, asked, triangles, share, vertices, samples } = report.levels[k];
      assert.equal(name, `hero_${k + 1}.md3`);
      assert.equal(asked, [0.5, 0.25][k]);
      assert.equal(triangles, trianglesOf(level));
      assert.equal(
        vertices,
        level.surfaces.reduce((sum, surface) => sum + surface.vertices, 0),
      );
      assert.ok(Math.abs(share - triangles / trianglesOf(model)) < 1e-9);
      assert.ok(share <= asked * 1.1 || report.losses.some(({ what }) => what === 'levels'), `${share}`);
      assert.ok(share < [0.75, 0.6][k], `${share}`);
      assert.ok(samples >= 3);
      assert.equal(level.frames.length, model.frames.length);
      assert.deepEqual(level.tags, model.tags);
      for (const surface of level.surfaces) {
        const at = level.frames.map((_, f) => surface.positions(f));
        for (let v = 0; v < surface.vertices; ++v)
          assert.ok(known.has(`${surface.name} ${surface.uv[v]} ${at.map((frame) => frame[v])}`), `${name} ${v}`);
      }
    }
  });

  test('the distance is that of the farthest vertex from all triangles of the same frame', () => {
    for (const path of [data('quake/valid/pains.md2'), sample('jellyfish', 'jellyfish.iqm')[0]]) {
      const { files, report } = open(path).convert('md3', { engine: 'fteqw', name: 'x', lod: '0.5' }),
        [model, level] = files.slice(0, 2).map(({ bytes }) => readMd3(bytes)),
        [{ largest, relative, samples }] = report.levels;
      const stride = Math.ceil(model.frames.length / 6),
        frames = model.frames.map((_, f) => f).filter((f) => f % stride === 0),
        found = Math.max(...frames.map((f) => farthest(model, level, f)));
      // Numbers of files are half a step of the grid off, at both ends of the distance.
      assert.ok(found <= largest + Math.sqrt(3) / 64, `${path}: ${found} ${largest}`);
      if (stride === 1 && samples === frames.length) assert.ok(found >= largest - Math.sqrt(3) / 64);
      assert.ok(Math.abs(relative - largest / report.readBack.size) < 1e-6);
    }
  });

  test('a vertex that leaves its surface in another frame alone is kept', () => {
    // A sheet that is flat but in its last frame, where one vertex stands out.
    const side = 9,
      flat = 8;
    const bytes = sheet(side, flat, (f, v) => (f === flat - 1 && v === 40 ? 200 : 0)),
      { report } = core
        .load([{ name: 'sheet.mdl', bytes }])
        .convert('md3', { engine: 'fteqw', name: 'sheet', lod: '0.2' });
    assert.ok(report.levels[0].share < 0.5, `${report.levels[0].share}`);
    assert.ok(report.levels[0].largest < 20, `${report.levels[0].largest} of 200`);
  });

  test('a set shows the model, not its levels', () => {
    const { files } = heron().convert('md3', { engine: 'daemon', name: 'hero', lod: '0.5,0.25' }),
      again = core.load(files.filter(({ name }) => name.endsWith('.md3')));
    assert.equal(again.report.info.statistics.triangles, trianglesOf(readMd3(files[0].bytes)));
  });

  test('engines without levels, more levels than are read and other words are refused', () => {
    const document = heron();
    for (const engine of ['ironwail', 'vkquake', 'qss', 'darkplaces', 'gzdoom', ''])
      assert.throws(() => document.convert('md3', { engine, lod: '0.5' }), {
        code: 'EXPORT_ENGINE',
        message: /levels of detail/,
      });
    assert.throws(() => document.convert('md3', { engine: 'ioquake3', lod: '0.5,0.25,0.1' }), {
      code: 'EXPORT_ENGINE',
      message: /ioquake3 reads 2/,
    });
    for (const lod of ['0.5,0.6', '1', '0', '-1', 'half', '0.5,,0.2', '0.5,', '0.5;0.2'])
      assert.throws(() => document.convert('md3', { engine: 'ioquake3', lod }), { code: 'EXPORT_OPTION' }, lod);
    assert.equal(
      document.convert('md3', { engine: 'ioquake3', lod: '0.5, 0.25' }).files[2].name,
      'model_2.md3',
      'a blank behind a comma',
    );
    const tags = open(data('quake/valid/tags.md3'));
    assert.throws(() => tags.convert('md3', { engine: 'ioquake3', lod: '0.5' }), { code: 'NOTHING_TO_SHOW' });
  });
});

/** An MDL of side x side vertices, one byte each; `height` of a frame and a vertex. */
function sheet(side, frames, height) {
  const count = side * side,
    triangles = 2 * (side - 1) ** 2,
    frame = 28 + 4 * count;
  const bytes = Buffer.alloc(84 + 8 + 12 * count + 16 * triangles + frame * frames);
  bytes.write('IDPO', 0, 'latin1');
  for (const [at, value] of Object.entries({ 4: 6, 48: 1, 52: 2, 56: 2, 60: count, 64: triangles, 68: frames }))
    bytes.writeInt32LE(value, Number(at));
  for (const axis of [0, 1, 2]) bytes.writeFloatLE(1, 8 + 4 * axis);
  let at = 92 + 12 * count;
  for (let y = 0; y + 1 < side; ++y)
    for (let x = 0; x + 1 < side; ++x) {
      const v = y * side + x;
      for (const corner of [1, v, v + 1, v + side, 1, v + 1, v + side + 1, v + side])
        at = bytes.writeInt32LE(corner, at);
    }
  for (let f = 0; f < frames; ++f) {
    bytes.write(`run${f + 1}`, at + 12, 'latin1');
    for (let v = 0; v < count; ++v)
      bytes.set([25 * (v % side), 25 * Math.floor(v / side), height(f, v), 5], at + 28 + 4 * v);
    at += frame;
  }
  return bytes;
}

test('the command writes the levels beside the model and says how far they are off', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-lod-'));
  try {
    const args = [
      'convert',
      ...sample('jellyfish', 'jellyfish.iqm'),
      '-o',
      join(folder, 'jelly.md3'),
      '--for',
      'daemon',
    ];
    const { status, stderr } = vitrine([...args, '--lod', '0.5,0.25']);
    assert.equal(status, 0);
    assert.match(
      stderr,
      /jelly_2\.md3: \d+ triangles, [\d.]+ % of the model's, which is off by at most [\d.]+ file units/,
    );
    const names = readdirSync(folder);
    for (const name of ['jelly.md3', 'jelly_1.md3', 'jelly_2.md3']) assert.ok(names.includes(name), name);
    assert.match(
      vitrine([...args.slice(0, 2), '-o', join(folder, 'jelly.glb'), '--lod', '0.5']).stderr,
      /--lod is for md3/,
    );
    const { value } = vitrineJson(['check', join(folder, 'jelly_1.md3'), '--for', 'daemon', '--json']);
    assert.equal(value.engines[0].verdict, 'ok');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
