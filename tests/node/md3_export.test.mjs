// MD3 out: models of every kind, written, read by a second reader, and held against the poses they were made of. What an
// engine asks of a file is counted in each of them, and asked of the engine check.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { readMd3 } from './support/md3.mjs';
import { data, root, shared, vitrine, vitrineJson, without } from './support/vitrine.mjs';

let core;
before(async () => {
  core = await createVitrine();
});

const open = (...paths) => core.load(paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) })));
const sample = (folder, ...names) => names.map((name) => join(root, 'public/samples', folder, name));
const models = {
  md5: sample('heron', 'heron.md5mesh', 'walk.md5anim', 'look.md5anim'),
  qmsh: sample('pinwheel', 'pinwheel.qmsh.tmp'),
  kri: sample('lighthouse', 'lighthouse.scene'),
  iqm: sample('jellyfish', 'jellyfish.iqm'),
  pivot: sample('mannequin', 'mannequin.pivot'),
  gltf: [data('gltf/reference/eight_influences.glb')],
  'shapes of gltf': [data('gltf/reference/morph_cubic_skin_sparse.glb')],
  mdl: [data('quake/valid/runs.mdl')],
  md2: [data('quake/valid/pains.md2')],
  md3: [data('quake/valid/tagged.md3')],
};
/** Half a step of the grid in each direction. */
const kOffGrid = Math.sqrt(3) / 128;
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const dot = (a, b) => a.reduce((sum, value, k) => sum + value * b[k], 0);
const minus = (a, b) => a.map((value, k) => value - b[k]);
const distance = (a, b) => Math.hypot(...minus(a, b));
const largest = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0);

/** From the space of a document to that of its MD3. */
function turn(document, scale) {
  const { up, forward } = document.report.info.axes,
    high = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[up],
    left = cross(high, forward);
  return (p) => [dot(p, forward) * scale, dot(p, left) * scale, dot(p, high) * scale];
}

/** Points of a pose by their cells, so that the ones near a place are found. */
function cellsOf(points, size) {
  const cells = new Map(),
    key = (p) => p.map((value) => Math.floor(value / size)).join();
  for (const point of points) {
    const at = key(point);
    if (!cells.has(at)) cells.set(at, []);
    cells.get(at).push(point);
  }
  const near = (p) =>
    [-1, 0, 1].flatMap((x) =>
      [-1, 0, 1].flatMap((y) =>
        [-1, 0, 1].flatMap((z) => cells.get(key([p[0] + x * size, p[1] + y * size, p[2] + z * size])) ?? []),
      ),
    );
  return (p) => near(p).reduce((least, other) => Math.min(least, distance(p, other)), Infinity);
}

const pointsOf = (document, action, time, map) =>
  document
    .poseReport({ action, time, vertices: true })
    .meshes.flatMap(({ positions }) =>
      Array.from({ length: positions.length / 3 }, (_, v) => map(positions.slice(3 * v, 3 * v + 3))),
    );

/** What holds in every file. */
function assertWhole(bytes) {
  const md3 = readMd3(bytes);
  assert.ok(md3.frames.length > 0 && md3.surfaces.length + (md3.tags[0]?.length ?? 0) > 0);
  assert.equal(new Set(md3.surfaces.map(({ name }) => name.toLowerCase())).size, md3.surfaces.length);
  for (const surface of md3.surfaces) {
    assert.equal(surface.frames, md3.frames.length);
    assert.equal(surface.shaders.length, 1);
    assert.match(surface.name, /^[\w.-]+$/);
    assert.ok(surface.vertices > 0 && surface.triangles.length > 0);
    assert.equal(new Set(surface.triangles.flat()).size, surface.vertices, 'every vertex is of a triangle');
    assert.ok(surface.triangles.flat().every((corner) => corner >= 0 && corner < surface.vertices));
    assert.ok(surface.uv.flat().every(Number.isFinite));
  }
  for (const [f, { min, max, origin, radius, name }] of md3.frames.entries()) {
    assert.match(name, /^[\w.-]{1,15}$/);
    assert.deepEqual(origin, [0, 0, 0]);
    // Of long ones, every fourth.
    if (f % 4 !== 0 && md3.frames.length > 50) continue;
    const points = md3.positions(f);
    for (let c = 0; c < 3 && points.length > 0; ++c) {
      assert.equal(
        min[c],
        points.reduce((a, p) => Math.min(a, p[c]), Infinity),
      );
      assert.equal(
        max[c],
        points.reduce((a, p) => Math.max(a, p[c]), -Infinity),
      );
    }
    assert.ok(
      points.every((p) => Math.hypot(...p) <= radius * (1 + 1e-6)),
      `frame ${f}`,
    );
  }
  return md3;
}

describe('every format', () => {
  for (const [what, paths] of Object.entries(models))
    test(`${what}: each vertex is within half a step of the source’s, at every frame`, () => {
      const document = open(...paths),
        { bytes, report } = document.convert('md3'),
        md3 = assertWhole(bytes),
        map = turn(document, report.scale),
        actions = report.readBack.actions;
      assert.equal(report.grid.frames.length, md3.frames.length);
      const poses =
        actions.length === 0
          ? [{ frame: 0, time: 0 }]
          : actions.flatMap(({ name, first, frames, frameRate, start }, k) => {
              const action = report.sequences[k].action;
              assert.equal(report.sequences[k].name, name);
              return Array.from({ length: frames }, (_, i) => ({
                frame: first + i,
                time: Math.min(start + i / frameRate, document.actions.find((one) => one.name === action).duration),
                action,
              }));
            });
      assert.equal(poses.length, md3.frames.length);
      const stride = Math.ceil(poses.length / 8);
      for (const { frame, time, action } of poses.filter((_, k) => k % stride === 0 || k + 1 === poses.length)) {
        const found = md3.positions(frame),
          source = pointsOf(document, action, time, map),
          nearest = cellsOf(source, 0.25);
        const off = largest(found.map(nearest));
        assert.ok(off <= kOffGrid * 1.001, `${action} ${frame}: ${off}`);
        assert.ok(report.grid.frames[frame] <= kOffGrid && off <= report.grid.frames[frame] + 1e-4);
      }
    });

  test('front faces are clockwise, and normals are as far off as the report says', () => {
    const document = open(...models.md5),
      { bytes, report } = document.convert('md3'),
      md3 = readMd3(bytes);
    let along = 0;
    for (const surface of md3.surfaces) {
      const at = surface.positions(0),
        normals = surface.normals(0);
      for (const [a, b, c] of surface.triangles)
        along += Math.sign(dot(cross(minus(at[c], at[a]), minus(at[b], at[a])), normals[a]));
    }
    const triangles = md3.surfaces.reduce((sum, surface) => sum + surface.triangles.length, 0);
    assert.ok(along > 0.9 * triangles, `${along} of ${triangles}`);
    const [first] = report.readBack.actions;
    const source = document
      .poseReport({ action: report.sequences[0].action, time: first.start, vertices: true })
      .meshes.flatMap(({ normals }) =>
        Array.from({ length: normals.length / 3 }, (_, v) => normals.slice(3 * v, 3 * v + 3)),
      );
    const angles = md3.normals(0).map((n, v) => (Math.acos(Math.min(1, dot(n, source[v]))) * 180) / Math.PI);
    assert.ok(largest(angles) <= report.normals.largest + 0.01, `${largest(angles)} ${report.normals.largest}`);
    // Half a step of each angle, of 255 in a turn; id's own tools cut, a whole step.
    assert.ok(report.normals.largest <= (Math.SQRT2 * 180) / 255 + 1e-6);
    assert.ok(
      report.normals.idLargest <= (2 * Math.SQRT2 * 180) / 255 + 1e-6 && report.normals.idMean > report.normals.mean,
    );
  });

  test('a model of frames keeps them, their number and their order', () => {
    for (const path of [...models.md3, ...models.md2, ...models.mdl]) {
      const document = open(path),
        { bytes } = document.convert('md3'),
        again = core.load([{ name: basename(path), bytes }]);
      assert.deepEqual(
        again.actions.map(({ name, duration }) => [name, duration]),
        document.actions.map(({ name, duration }) => [name, duration]),
        path,
      );
    }
    const source = readMd3(readFileSync(models.md3[0])),
      written = readMd3(open(...models.md3).convert('md3').bytes);
    assert.deepEqual(written.tags, source.tags);
    for (const [f] of source.frames.entries()) assert.deepEqual(written.positions(f), source.positions(f));
    assert.deepEqual(
      written.surfaces.map(({ name, shaders }) => [name, ...shaders]),
      source.surfaces.map(({ name, shaders }) => [name, ...shaders]),
    );
  });

  test('nodes and joints called tag_ are tags, where their source has them', () => {
    const text = readFileSync(sample('column', 'column.md5mesh')[0], 'utf8'),
      [, joint] = /"(\w+)"\s+0\s+\(/.exec(text);
    const renamed = (file) => ({
      name: basename(file),
      bytes: Buffer.from(readFileSync(file, 'utf8').replaceAll(`"${joint}"`, '"tag_weapon"')),
    });
    const document = core.load(sample('column', 'column.md5mesh', 'bend.md5anim').map(renamed)),
      { bytes, report } = document.convert('md3'),
      md3 = assertWhole(bytes);
    assert.equal(report.tags, 1);
    const [action] = report.readBack.actions;
    for (let k = 0; k < action.frames; k += 3) {
      const { joints } = document.poseReport({ action: action.name, time: k / action.frameRate }),
        { matrix } = joints.find(({ name }) => name === 'tag_weapon'),
        [tag] = md3.tags[k];
      assert.equal(tag.name, 'tag_weapon');
      assert.ok(distance(tag.origin, matrix.slice(12, 15)) < 1e-4);
      for (let axis = 0; axis < 3; ++axis)
        assert.ok(distance(tag.axes[axis], matrix.slice(4 * axis, 4 * axis + 3)) < 1e-5, `${k} ${axis}`);
    }
  });
});

/** What each takes at most, by its source. */
const engines = {
  ironwail: { frames: 1024, vertices: 65535 },
  vkquake: { frames: 2048, vertices: 65535, surfaces: 32 },
  qss: { frames: 1024, vertices: 65535 },
  darkplaces: { vertices: 65535 },
  fteqw: { vertices: 65535 },
  ioquake3: { frames: 1024, vertices: 999, triangles: 1999, surfaces: 32, tags: 16 },
  gzdoom: {},
  daemon: { frames: 1024, vertices: 1000, triangles: 2000, surfaces: 32, tags: 16 },
};
/** The heron has a surface that is split. */
const asked = (engine) => ['gltf', 'iqm', 'mdl', 'md2', 'md3', ...(engine === 'ioquake3' ? ['md5'] : [])];
/** Quake's game goes from frame to frame ten times a second. */
const quake = ['ironwail', 'vkquake', 'qss'];

describe('for an engine', () => {
  for (const [engine, most] of Object.entries(engines))
    test(engine, () => {
      const folder = mkdtempSync(join(tmpdir(), 'vitrine-md3-'));
      try {
        for (const [what, paths] of Object.entries(models)) {
          if (!asked(engine).includes(what)) continue;
          const { bytes, files, report } = open(...paths).convert('md3', { engine, name: what.replace(/\W/g, '_') }),
            md3 = assertWhole(bytes);
          assert.ok(md3.frames.length <= (most.frames ?? Infinity));
          assert.ok(md3.surfaces.length <= (most.surfaces ?? Infinity));
          assert.ok((md3.tags[0]?.length ?? 0) <= (most.tags ?? Infinity));
          for (const { name, vertices, triangles } of md3.surfaces) {
            assert.ok(vertices <= (most.vertices ?? Infinity) && triangles.length <= (most.triangles ?? Infinity));
            if (['ioquake3', 'daemon'].includes(engine)) assert.equal(name, name.toLowerCase());
            if (['ioquake3', 'daemon', 'fteqw'].includes(engine)) assert.doesNotMatch(name, /_.$/);
          }
          if (quake.includes(engine) && what === 'gltf')
            for (const { frameRate } of report.readBack.actions) assert.equal(frameRate, 10);
          assertCompanions(engine, md3, files, report);
          for (const { name, bytes: part } of files) writeFileSync(join(folder, name), part);
          const { value } = vitrineJson(['check', join(folder, files[0].name), '--for', engine, '--json']),
            [{ verdict, rules }] = value.engines;
          assert.equal(verdict, 'ok', `${what}: ${JSON.stringify(rules)}`);
          for (const name of readdirSync(folder)) rmSync(join(folder, name));
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

  function assertCompanions(engine, md3, files, report) {
    const text = (name) => Buffer.from(files.find((file) => file.name === name).bytes).toString(),
      stem = files[0].name.slice(0, -4);
    const rows = (of) =>
      of
        .split('\n')
        .map((line) => line.replace(/\/\/.*/, '').trim())
        .filter((line) => line !== '')
        .map((line) => line.split(/\s+/));
    const { actions } = report.readBack;
    const skin = { ioquake3: `${stem}_default.skin`, daemon: `${stem}_default.skin` }[engine] ?? `${stem}.md3_0.skin`;
    if (engine !== 'gzdoom' && md3.surfaces.length > 0)
      assert.deepEqual(
        text(skin)
          .trimEnd()
          .split('\n')
          .map((line) => line.split(',')[0]),
        md3.surfaces.map(({ name }) => name),
      );
    if (['darkplaces', 'fteqw'].includes(engine) && actions.length > 0)
      assert.deepEqual(
        rows(text(`${stem}.md3.framegroups`)),
        actions.map(({ name, first, frames, frameRate, loop }) => [
          ...[first, frames].map(String),
          String(frameRate),
          loop ? '1' : '0',
          name,
        ]),
      );
    if (['ioquake3', 'daemon'].includes(engine) && actions.length > 0)
      assert.deepEqual(
        rows(text('animation.cfg')).map((row) => row.map(Number)),
        actions.map(({ first, frames, frameRate, loop }) => [first, frames, loop ? frames : 0, frameRate]),
      );
    if (engine !== 'gzdoom') return;
    const lump = text(`modeldef.${stem}`),
      [, scale = '1'] = /Scale (\S+)/.exec(lump) ?? [];
    assert.ok(Math.abs(Number(scale) * report.grid.scale - 1) < 1e-6);
    assert.deepEqual(
      [...lump.matchAll(/FrameIndex \w{4} [A-Z] 0 (\d+)/g)].map(([, frame]) => Number(frame)),
      md3.frames.map((_, k) => k),
    );
    // As large as the grid has room for.
    const reach = largest(md3.frames.flatMap(({ min, max }) => [...min, ...max].map(Math.abs)));
    assert.ok(reach <= 511.99 && reach > 500, `${reach}`);
  }

  test('actions that a list names are read back from it', () => {
    const { files, report } = open(...models.md5).convert('md3', { engine: 'fteqw', name: 'heron' }),
      again = core.load(files);
    assert.deepEqual(
      again.actions.map(({ name }) => name),
      report.readBack.actions.map(({ name }) => name),
    );
  });

  test('a model over a limit, off the grid or without anything is refused with the numbers', () => {
    const heron = open(...models.md5);
    assert.throws(
      () => heron.convert('md3', { engine: 'ironwail', fps: 500 }),
      (error) => {
        assert.equal(error.code, 'EXPORT_ENGINE');
        assert.match(error.message, /the model has \d+ frames, Ironwail takes 1024 at most/);
        return true;
      },
    );
    assert.throws(() => heron.convert('md3', { scale: 100 }), { code: 'EXPORT_ENGINE', message: /--scale/ });
    assert.throws(() => heron.convert('md3', { engine: 'doom3' }), { code: 'EXPORT_OPTION' });
    assert.throws(() => heron.convert('md3', { fps: 0 }), { code: 'EXPORT_OPTION' });
    const tags = open(data('quake/valid/tags.md3'));
    assert.equal(assertWhole(tags.convert('md3', { engine: 'ioquake3' }).bytes).surfaces.length, 0);
    assert.throws(() => tags.convert('md3', { engine: 'vkquake' }), { code: 'EXPORT_ENGINE' });
  });
});

test('the command writes the companions beside the model, and replaces none unasked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-md3-'));
  try {
    const args = ['convert', ...models.iqm, '-o', join(folder, 'bird.md3'), '--for', 'darkplaces'];
    assert.equal(vitrine(args).status, 0);
    assert.deepEqual(
      readdirSync(folder)
        .filter((name) => !name.endsWith('.png'))
        .toSorted(),
      ['bird.md3', 'bird.md3.framegroups', 'bird.md3_0.skin'],
    );
    const refused = vitrine(args);
    assert.notEqual(refused.status, 0);
    assert.match(refused.stderr, /--force/);
    assert.equal(vitrine([...args, '--force']).status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the reference of other people reads the same', { skip: without }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-md3-'));
  try {
    const { bytes, report } = open(...models.md5).convert('md3'),
      path = join(folder, 'heron.md3');
    writeFileSync(path, bytes);
    const { status, stdout } = spawnSync('python3', [join(shared, 'reference/quake_frames_ref.py'), 'stat', path], {
      encoding: 'utf8',
    });
    assert.equal(status, 0);
    const facts = JSON.parse(stdout);
    assert.equal(facts.outcome, 'ok');
    assert.deepEqual(facts.warnings ?? [], []);
    assert.deepEqual(
      facts.actions.map(({ name, first, count }) => [name, first, count]),
      report.readBack.actions.map(({ name, first, frames }) => [name, first, frames]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
