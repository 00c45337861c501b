// The tables of a world's frame against the report of the same frame, field by field, over every world document of
// the test data.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { data } from './support/vitrine.mjs';

const kNone = 0xffffffff;
const kPhases = ['lightmap', 'prebump', 'light', 'mul', 'specular', 'add', 'extra'];
const kSlots = ['texture', 'detail', 'bump', 'env', 'lightmap'];

let vitrine;
before(async () => {
  vitrine = await createVitrine();
});

const documentsIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.world.json'))
    .map((name) => join(folder, name));
const documents = ['valid', 'drawing', 'cases'].flatMap((folder) => documentsIn(data('world', folder)));

const open = (path) =>
  vitrine.world(readFileSync(path), (name) => {
    const beside = join(path, '..', name);
    return existsSync(beside) ? readFileSync(beside) : undefined;
  });

const single = (values) => Array.from(values, (value) => Math.fround(value));
const multiply = (a, b) =>
  Array.from({ length: 16 }, (_, i) => {
    const row = i % 4,
      column = i - row;
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + row] * b[column + k], 0);
  });

function compareFrame(world, path) {
  const report = world.report,
    outline = world.outline,
    tables = world.tables();
  const name = (op) => outline.operators[op].name,
    nameOrNull = (op) => (op === kNone ? null : name(op)),
    segment = (index) => (index === kNone ? null : name(outline.segments[index]));
  const row = (table, width, index) => tables.get(table).subarray(index * width, (index + 1) * width);
  const numbers = tables.get('numbers'),
    scalars = tables.get('scalars');
  const same = (made, wanted, what) => assert.deepEqual(made, wanted, `${path}: ${what}`);
  const list = (values) => Array.from(values);

  same(
    [...list(scalars.subarray(0, 3)), numbers[1], numbers[30]],
    [report.time, report.beat, report.clock.remainder, report.frame, report.clock.slices],
    'clock',
  );
  const { at, dir, up, fov, aspect, near } = report.camera;
  same(list(scalars.subarray(3, 15)), [...at, ...dir, ...up, fov, aspect, near], 'camera');
  same(segment(numbers[3]), report.segment, 'segment');
  same(numbers[27], report.total, 'total');
  same([numbers[26], numbers[28], numbers[29]], [report.shadowJobs, report.meshJobs, report.triggered], 'counts');
  const counts = report.paintJobs;
  if ('wire' in counts) same(numbers[25], counts.wire, 'wire');
  else if ('depth' in counts)
    same(
      [numbers[22], numbers[23], numbers[24], numbers[26], numbers[21]],
      [counts.depth, counts.base, counts.texture, counts.shadow, counts.extra],
      'counts of fake lighting',
    );
  else
    same(
      list(numbers.subarray(15, 22)),
      kPhases.map((phase) => counts[phase]),
      'counts per phase',
    );
  same(
    list(numbers.subarray(12, 12 + numbers[11])),
    (report.lighting.shadowLights ?? []).map((light) => report.lights.find((one) => one.name === light).rank),
    'chosen lights',
  );

  same(tables.rows('jobs'), report.jobs.length, 'number of jobs');
  const ranked = report.lights.filter(({ rank }) => rank !== null).sort((a, b) => a.rank - b.rank);
  report.jobs.forEach((job, i) => {
    const floats = row('jobs', 76, i),
      ids = row('jobNumbers', 20, i),
      what = `job ${i}`;
    const matrix = job.deform ? multiply(job.matrix, job.deform) : job.matrix;
    floats
      .subarray(0, 16)
      .forEach((value, k) =>
        assert.ok(Math.abs(value - matrix[k]) <= 1e-6 * (1 + Math.abs(matrix[k])), `${path}: ${what}, matrix`),
      );
    if (!job.deform) same(list(floats.subarray(0, 16)), single(matrix), `${what}, matrix`);
    same(list(floats.subarray(16, 20)), single(job.color), `${what}, color`);
    same(
      list(floats.subarray(20, 26)),
      single([...job.uvScale, ...job.uvTranslate, job.uvRotate, job.specular]),
      `${what}, coordinates`,
    );
    same(list(floats.subarray(28, 35)), single([...job.bounds[0], ...job.bounds[1], job.pose]), `${what}, bounds`);
    same(
      [name(ids[0]), ids[1], nameOrNull(ids[6]), ids[7], segment(ids[8]), tables.instanceName(ids[9])],
      [job.mesh, job.cluster, job.material, job.materialId, job.segment, job.instance],
      what,
    );
    same(
      ranked.filter(({ rank }) => (ids[10] >> rank) & 1).map((light) => light.name),
      job.lights,
      `${what}, lights`,
    );
    kSlots.forEach((slot, k) => {
      const value = job.textures?.[slot];
      if (!value) return same(ids[12 + k], kNone, `${what}, ${slot}`);
      same(ids[12 + k] === kNone - 1 ? null : outline.images[ids[12 + k]], value.file, `${what}, file of ${slot}`);
      same(list(floats.subarray(36 + k * 4, 40 + k * 4)), single(value.gain), `${what}, gain of ${slot}`);
      same(list(floats.subarray(56 + k * 4, 60 + k * 4)), single(value.offset), `${what}, offset of ${slot}`);
    });
  });

  same(tables.rows('paint'), report.paint.length, 'number of paint jobs');
  let effects = 0;
  report.paint.forEach((job, i) => {
    const [key, index, rank, what] = row('paint', 4, i);
    const usage = what & 16 ? 'effect' : what & 8 ? 'shadow' : kPhases[what & 7];
    same(
      [`0x${key.toString(16).toUpperCase().padStart(8, '0')}`, kPhases[what & 7], usage],
      [job.key, job.phase, job.usage],
      `paint job ${i}`,
    );
    if (what & 16) same(index, effects++, `effect of paint job ${i}`);
    else same(index === kNone ? null : index, job.job, `job of paint job ${i}`);
    same(rank === kNone ? null : ranked[rank].name, job.light, `light of paint job ${i}`);
  });

  same(tables.rows('lights'), report.lights.length, 'number of lights');
  report.lights.forEach((light, i) => {
    const floats = row('lights', 12, i),
      ids = row('lightNumbers', 8, i);
    same(
      list(floats.subarray(0, 9)),
      single([...light.at, light.range, ...light.color, light.importance]),
      `light ${i}`,
    );
    same(
      [name(ids[0]), tables.instanceName(ids[1]), ids[2] === kNone ? null : ids[2]],
      [light.name, light.instance, light.rank],
      `light ${i}`,
    );
    same(
      list(tables.get('lightSegments').subarray(ids[5], ids[5] + ids[6])).map(segment),
      light.segments,
      `segments of light ${i}`,
    );
  });

  same(tables.rows('effects'), report.effects.length, 'number of effects');
  report.effects.forEach((effect, i) => {
    const floats = row('effects', 24, i),
      ids = row('effectNumbers', 8, i);
    same(list(floats.subarray(0, 20)), single([...effect.matrix, ...effect.color]), `effect ${i}`);
    same(
      [name(ids[0]), tables.instanceName(ids[2]), segment(ids[3])],
      [effect.op, effect.instance, effect.segment],
      `effect ${i}`,
    );
    if (effect.text !== undefined)
      same([tables.text(ids[6]), floats[20]], [effect.text, Math.fround(effect.size)], `text of effect ${i}`);
  });

  outline.segments.forEach((op, i) => {
    const values = row('segments', 6, i);
    same(values[0], Math.fround(report.flood[name(op)]), `flood of segment ${i}`);
    same(values[5] === 1, report.visible.includes(name(op)), `segment ${i}`);
    if (values[5] === 1 && report.rects)
      same(list(values.subarray(1, 5)), single(report.rects[name(op)]), `rectangle ${i}`);
  });
  same(list(tables.get('doors')), single(Object.values(report.doors)), 'doors');
  same(
    Array.from({ length: tables.rows('values') }, (_, i) => {
      const [node, instance, soft] = row('valueNumbers', 3, i);
      return {
        target: tables.pointerOf(node),
        value: list(row('values', 4, i)),
        soft: soft === 1,
        instance: tables.instanceName(instance),
      };
    }),
    report.anim.map((entry) => ({ ...entry, value: single(entry.value) })),
    'animated values',
  );
  same(
    Array.from({ length: tables.rows('events') }, (_, i) => {
      const [op, dynamic, index] = row('eventNumbers', 3, i);
      // The sound of an event is its operator's.
      const { effect } = outline.operators[op],
        time = tables.get('events')[i * 2 + 1];
      return { id: `${dynamic ? 'd' : 'e'}${index}`, op: name(op), time, ...(effect !== undefined && { effect }) };
    }),
    report.events,
    'events',
  );
  same(
    Array.from({ length: tables.rows('finish') }, (_, i) => {
      const [kind, amount, op] = row('finish', 3, i);
      return { op: name(op), kind: ['color', 'blur', 'glow', 'sharpen'][kind], amount };
    }),
    report.ipp.map(({ op, kind, amount }) => ({ op, kind, amount: Math.fround(amount) })),
    'steps on the picture',
  );
  same(
    Array.from({ length: tables.rows('cameras') }, (_, i) => {
      const values = row('cameras', 12, i);
      return [name(values[10]), ...values.subarray(0, 10)];
    }),
    report.cameras.map((camera) => [camera.name, ...single([...camera.at, ...camera.dir, ...camera.up, camera.fov])]),
    'cameras',
  );
  if (!report.physics) return report;
  const { particles, cells, contacts } = report.physics;
  same(
    particles.map((_, i) => [...row('points', 6, i), tables.get('pointNumbers')[i]]),
    particles.map(({ at: place, velocity, cell }) => [...single([...place, ...velocity]), cell ?? kNone]),
    'particles of the physics',
  );
  same(
    cells.map((_, i) => [...row('cells', 3, i), ...row('cellNumbers', 3, i).subarray(0, 2)]),
    cells.map(({ mode, offset, present }) => [
      ...single(offset),
      ['add', 'sub', 'zone'].indexOf(mode),
      present ? 1 : 0,
    ]),
    'cells',
  );
  same(
    contacts.map((_, i) => [...row('contacts', 8, i).subarray(0, 7), ...row('contactNumbers', 3, i)]),
    contacts.map((one) => [
      ...single([...one.at, ...one.normal, one.t]),
      one.particle,
      one.cell,
      one.kind === 'wall' ? 1 : 0,
    ]),
    'contacts',
  );
  same(
    list(tables.get('blocked')),
    report.physics.blocked.flatMap(({ cell, allowed }) => [cell, Math.fround(allowed)]),
    'blocked',
  );
  return report;
}

describe('the tables equal the report', () => {
  assert.ok(documents.length > 0);
  for (const path of documents)
    test(path, (t) => {
      const world = open(path);
      if (!world.ok) {
        world.dispose();
        return t.skip('a refused document');
      }
      for (const time of [0, 0.5, 1.25, 3]) {
        if (!world.evaluate(time, undefined, 1.6)) break;
        if (world.report.frame === undefined) break;
        compareFrame(world, path);
      }
      world.dispose();
    });
});

describe('tables', () => {
  test('a refused document and one without a frame have none', () => {
    const refused = vitrine.world('{');
    assert.equal(refused.tables(), undefined);
    assert.equal(refused.outline, undefined);
    const fresh = open('tests/data/world/valid/rooms.world.json');
    assert.equal(fresh.tables(), undefined);
    refused.dispose();
    fresh.dispose();
  });

  test('what is drawn again in the same pose keeps its version, and a box has twelve triangles', () => {
    const world = open('tests/data/world/valid/rooms.world.json');
    const versions = [0, 0, 0.1].map((time) => {
      world.evaluate(time);
      const numbers = world.tables().get('numbers');
      return [numbers[0], numbers[4], numbers[5]];
    });
    assert.deepEqual(versions[1], versions[0]);
    assert.equal(versions[2][0], versions[0][0]);
    world.dispose();
  });

  test('rows stay where they are from frame to frame: nothing is allocated once warm', () => {
    const names = ['jobs', 'jobNumbers', 'paint', 'lights', 'still', 'segments', 'values'];
    for (const path of ['tests/data/world/valid/rooms.world.json', 'tests/data/world/valid/materials.world.json']) {
      const world = open(path);
      const places = (time) => {
        world.evaluate(time, { at: [1, 1, 1], dir: [1, 0, 0] });
        const tables = world.tables();
        return names.map((name) => tables.get(name).byteOffset);
      };
      for (let frame = 0; frame < 5; ++frame) places(frame / 60);
      const warm = places(5 / 60);
      for (let frame = 6; frame < 60; ++frame) assert.deepEqual(places(frame / 60), warm, `${path}, frame ${frame}`);
      world.dispose();
    }
  });
});
