// The schema of the reports that the command prints as JSON, judged by an independent validator (ajv): every report of the
// samples, of the test data and of other people's models fits it, what is not such a report does not, and no member of
// it is one that no report has.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { boxModel, slideAction } from '../browser/models.mjs';
import { iqeOf, meshOf, tga, writeSet } from './support/mods.mjs';
import { faultOf, members, noteMembers, reports, schema, wrongCopies } from './support/schemas.mjs';
import { startView } from './support/viewing.mjs';
import { data, root, shared, vitrine, vitrineJson, without } from './support/vitrine.mjs';

const sample = (...path) => join(root, 'public/samples', ...path);
const seen = new Set(),
  shown = new Set();
/** One report of each definition, small ones first. */
const examples = new Map();

function judge(name, value, what) {
  assert.equal(faultOf(name, value), '', what);
  noteMembers(name, value, seen);
  shown.add(name);
  const text = JSON.stringify(value);
  if (text.length < (examples.get(name)?.length ?? Infinity)) examples.set(name, text);
}

/** Runs the command, whose report is to be of a definition; the report. */
function fits(name, args, options) {
  const { value } = vitrineJson(args, options);
  judge(name, value, `vitrine ${args.join(' ')}`);
  return value;
}

let out;
before(() => (out = mkdtempSync(join(tmpdir(), 'vitrine-schemas-'))));
after(() => rmSync(out, { recursive: true }));

describe('the schema of reports', () => {
  test('is one that the package names', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal(exports['./reports.schema.json'], './dist/reports.schema.json');
    assert.equal(faultOf('statistics', {}).includes('required'), true);
  });

  test('describes every definition and every member', () => {
    for (const [name, { description, properties = {} }] of Object.entries(schema.$defs)) {
      assert.ok(description, name);
      for (const [key, member] of Object.entries(properties)) assert.ok(member.description, `${name}.${key}`);
    }
  });
});

const formats = ['gltf', 'iqm', 'kri', 'md5', 'pivot', 'qmsh', 'quake'];

describe('reports of models', () => {
  test('inspect', () => {
    for (const name of ['heron', 'broken']) fits('inspect', ['inspect', sample(name), '--json']);
    fits('inspect', ['inspect', data('v2m/valid/melody.v2m'), '--json']);
    fits('inspect', ['inspect', data('vfx/valid/effects.vfx'), '--json']);
    fits('inspectBatch', ['inspect', sample(), '--batch', '--json']);
  });

  for (const format of formats)
    test(`inspect, check, pose and curves of all ${format} of the test data`, () => {
      const folder = data(format);
      fits('inspectBatch', ['inspect', folder, '--batch', '--json']);
      fits('checkBatch', ['check', folder, '--batch', '--json']);
      fits('poseBatch', ['pose', folder, '--batch', '--vertices']);
      // Curves of the models in iqm/reference are 80 MB of JSON.
      const curved = format === 'iqm' ? data('iqm/valid') : folder;
      fits('curvesBatch', ['curves', curved, '--batch', '--json', '--sample', '3']);
    });

  test('inspect and check of hostile files', () => {
    fits('inspectBatch', ['inspect', data('hostile'), '--batch', '--json']);
    fits('checkBatch', ['check', data('hostile'), '--batch', '--json']);
  });

  test('check', () => {
    fits('check', ['check', sample('broken'), '--json']);
    fits('check', ['check', data('md5/invalid/'), '--json']);
    writeFileSync(join(out, 'none.md5mesh'), 'no model');
    fits('check', ['check', join(out, 'none.md5mesh'), '--json']);
    const fixed = join(out, 'fixed.md5mesh');
    fits('check', ['check', sample('broken/broken.md5mesh'), '--fix', '-o', fixed, '--json']);
  });

  test('check --for', () => {
    fits('checkFor', ['check', sample('heron'), '--for', 'all', '--json']);
    fits('checkFor', ['check', sample('broken'), '--for', 'all', '--json']);
    fits('checkFor', ['check', data('md5/valid/no_close.md5mesh'), '--for', 'all', '--json']);
    fits('checkFor', ['check', data('md5/valid/cube.cfg'), data('md5/valid/flag.md5mesh'), '--for', 'all', '--json']);
  });

  test('pose and curves', () => {
    fits('pose', ['pose', sample('heron'), '--action', '0', '--time', '1', '--vertices', '--space', 'world']);
    fits('pose', ['pose', sample('heron')]);
    fits('curves', ['curves', sample('heron'), '--action', '0', '--sample', '5', '--json']);
    fits('curves', ['curves', sample('column'), '--json']);
  });

  test('compare', () => {
    const heron = sample('heron');
    fits('compare', ['compare', heron, heron, '--action', '0', '--samples', '3', '--json']);
    fits('compare', ['compare', heron, heron, '--turn', 'y90', '--json']);
    fits('compare', ['compare', heron, sample('mannequin'), '--json']);
  });

  test('skin', () => {
    const identity = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((k) => Number(i === k)));
    const input = {
      convention: 'row',
      matrices: { 0: identity },
      vertices: [{ position: [1, 2, 3], joints: [0], weights: [1] }],
    };
    fits('skin', ['skin', '-'], { input: JSON.stringify(input) });
    fits('skinVertex', ['skin', sample('heron'), '--vertex', '7', '--action', 'walk', '--frame', '3', '--json']);
    for (const name of ['lighthouse', 'pinwheel'])
      fits('skinVertex', ['skin', sample(name), '--vertex', '0', '--json']);
  });
});

describe('reports of what is written', () => {
  for (const kind of ['glb', 'json', 'qmsh', 'qmsh.tmp', 'scene', 'pivot', 'md5mesh', 'iqm', 'iqe', 'md3'])
    test(`convert to ${kind}`, () => {
      const report = join(out, `report-${kind}.json`);
      fits('convert', ['convert', sample('heron'), '-o', join(out, `heron.${kind}`), '--report', report, '--json']);
      judge('convert', JSON.parse(readFileSync(report, 'utf8')), report);
      const batch = join(out, `batch-${kind}.json`),
        folder = join(out, `batch-${kind}`);
      const args = ['convert', sample(), '--batch', '--to', kind, '-o', folder, '--report', batch];
      vitrine(args);
      judge('convertBatch', JSON.parse(readFileSync(batch, 'utf8')), args.join(' '));
    });

  test('convert for an engine', () => {
    const converted = (engine, ...args) =>
      void fits('convert', [
        ...['convert', sample('heron'), '-o', join(out, engine, 'for.md5mesh'), '--for', engine],
        ...[...args, '--json'],
      ]);
    converted('vkquake', '--sequence', 'idle=9,walk=16', '--scale', '0.001');
    converted('cube2');
  });

  test('convert with joints for stored frames', () => {
    fits('convert', ['convert', data('quake/valid/runs.mdl'), '-o', join(out, 'runs.glb'), '--joints', '2', '--json']);
  });

  test('convert with levels of detail, and of a player', () => {
    const quake3 = ['--for', 'ioquake3', '--json'];
    fits('convert', ['convert', sample('heron'), '-o', join(out, 'levels.md3'), '--lod', '0.5', ...quake3]);
    mkdirSync(join(out, 'player'));
    fits('convert', [
      ...['convert', sample('mannequin'), '-o', join(out, 'player/lower.md3'), '--player'],
      ...['--cut', 'torso=Waist,head=Head', ...quake3],
    ]);
  });

  test('convert of a song', () =>
    void fits('convert', ['convert', data('v2m/valid/melody.v2m'), '-o', join(out, 'melody.mid'), '--json']));

  test('render, figure, pack and copy', () => {
    const small = ['--size', '32x32', '--json'];
    fits('render', ['render', sample('heron'), '-o', join(out, 'heron.png'), ...small]);
    fits('renderAnimation', [
      ...['render', sample('column'), '-o', join(out, 'column.png'), '--animate', 'turntable'],
      ...['--fps', '2', '--seconds', '1', ...small],
    ]);
    const world = data('world/drawing/doors.world.json');
    fits('renderWorld', ['render', world, '-o', join(out, 'doors.png'), ...small]);
    fits('renderBatch', ['render', sample(), '--batch', '-o', join(out, 'pictures'), ...small]);
    fits('figure', ['figure', sample('column'), '-o', join(out, 'column.html'), '--json']);
    fits('pack', [
      ...['pack', sample('heron'), '-o', join(out, 'packed.glb'), '--preview', join(out, 'preview.glb')],
      ...['--texture-size', '64', '--json'],
    ]);
    fits('copy', ['copy', join(out, 'site'), '--json']);
  });
});

describe('reports of what runs', () => {
  test('completion', () => void fits('completion', ['completion', '--json']));

  test('view', async () => {
    const path = join(out, 'seen.md5mesh'),
      text = readFileSync(sample('column/column.md5mesh'));
    writeFileSync(path, text);
    const broken = join(out, 'broken.md5mesh');
    writeFileSync(broken, text.subarray(0, 400));
    const game = ['--for', 'doom3', '--out', join(out, 'game')];
    const view = await startView([path, broken, ...game]),
      is = (wanted) => view.event(({ event }) => event === wanted);
    const second = await startView([path], { port: Number(new URL(view.base).port) });
    try {
      await is('check');
      await is('written');
      await is('refused');
      writeFileSync(path, Buffer.concat([text, Buffer.from('// more\n')]));
      await is('changed');
      rmSync(path);
      await is('waiting');
    } finally {
      await view.stop();
      await second.stop();
    }
    for (const { at: _, ...line } of [...view.lines, ...second.lines]) judge('view', line, line.event);
    assert.deepEqual([...new Set([...view.lines, ...second.lines].map(({ event }) => event))].sort(), [
      'changed',
      'check',
      'port',
      'ready',
      'refused',
      'waiting',
      'written',
    ]);
  });
});

describe('reports of songs', () => {
  for (const name of ['v2m/valid/melody.v2m', 'vfx/valid/effects.vfx', 'v2m/reference/s_speech_channel.v2m'])
    test(`sound of ${name}`, () => void fits('sound', ['sound', data(name), '--json']));
});

describe('reports of worlds', () => {
  test('one time, several times, and a refused document', () => {
    fits('world', ['world', sample('island/island.world.json'), '--json']);
    fits('world', ['world', sample('island/island.world.json'), '--time', '0,1', '--json']);
    fits('world', ['world', data('world/invalid/op_unknown.world.json'), '--json']);
  });

  for (const folder of ['valid', 'invalid', 'cases', 'drawing'])
    test(`all documents of ${folder}`, () => {
      fits('worldBatch', ['world', data('world', folder), '--batch', '--json']);
      if (folder !== 'invalid')
        fits('worldBatch', ['world', data('world', folder), '--batch', '--time', '0,0.5', '--json']);
    });
});

// What few files have; the data above has none of it.
describe('rare members', () => {
  const at = (name) => join(out, 'rare', name);
  const joints = [{ name: 'hull', parent: -1, at: [0, 0, 0] }];
  const brick = (x, y) => boxModel(joints, [{ joint: 0, min: [-x, -y, -1], max: [x + 0.5, y, 1] }]);

  before(() => {
    writeSet(join(out, 'rare'), {
      'brick.md5mesh': brick(3, 2),
      // Turned about z, which is up in md5.
      'turned.md5mesh': brick(3, 2).replace(
        /^(\s*weight .*)\( (\S+) (\S+) (\S+) \)/gm,
        (_, head, x, y, z) => `${head}( ${-Number(y)} ${x} ${z} )`,
      ),
      'rise.md5anim': slideAction(joints, [[[0, 0, 0]], [[0, 0, 1]]], 2).replaceAll('( 9 9 9 )', '( 9 9 1.5 )'),
      'paths.iqe': `${iqeOf('skin')}${['walk', 'run'].map((name) => `animation "moves/${name}"\nframe\n pq 0 0 0\n`).join('')}`,
      'tie/m.md5mesh': meshOf('skin'),
      'tie/b/skin.tga': tga(1, 1, 1),
      'tie/c/skin.tga': tga(2, 2, 2),
      'mod/models/ship/ship.md5mesh': meshOf('models/ship/skin'),
      'mod/materials/ship.mtr': 'models/ship/skin\n{\n\tdiffusemap models/ship/skin.tga\n}\n',
      'header.md5mesh': meshOf('skin').replace('numJoints', 'unheard 1\nnumJoints'),
      'broken.vfx': readFileSync(data('vfx/invalid/minor_twice.vfx')),
      'sound.world.json': JSON.stringify({
        ...JSON.parse(readFileSync(data('world/valid/calls.world.json'), 'utf8')),
        sound: { vfx: 'broken.vfx' },
      }),
    });
  });

  test('of actions', () => {
    const { info } = fits('inspect', ['inspect', at('brick.md5mesh'), at('rise.md5anim'), '--json']);
    const [{ health }] = info.actions;
    assert.ok(health.frozen.list.length > 0 && health.bounds.list.length > 0, JSON.stringify(health));
    const paths = fits('inspect', ['inspect', at('paths.iqe'), '--json']);
    assert.deepEqual(
      paths.info.actions.map(({ name, fullName }) => [name, fullName]),
      ['walk', 'run'].map((name) => [name, `moves/${name}`]),
    );
  });

  test('of images, turns, engines, songs and files of a world', () => {
    fits('inspect', ['inspect', at('tie'), '--json']);
    // In the folders of a game, its root is told.
    assert.ok(fits('inspect', ['inspect', at('mod/models/ship/ship.md5mesh'), '--json']).root);
    fits('compare', ['compare', at('brick.md5mesh'), at('turned.md5mesh'), '--json']);
    fits('checkFor', ['check', at('header.md5mesh'), '--for', 'all', '--json']);
    fits('sound', ['sound', data('v2m/valid/no_program.v2m'), '--json']);
    fits('world', ['world', at('sound.world.json'), '--json']);
  });
});

describe("reports of other people's models", { skip: without }, () => {
  for (const set of ['sets', 'seed_cases', 'hostile'])
    test(`inspect and check of ${set}`, () => {
      const folder = join(shared, 'corpus', set);
      fits('inspectBatch', ['inspect', folder, '--batch', '--json']);
      fits('checkBatch', ['check', folder, '--batch', '--json']);
    });
});

describe('what is not a report', () => {
  /** Facts of a format have its own form, and so have answers to probes. */
  const isOpen = (place) => /(^|\/)(info\/format|probes\/\*)(\/|$)/.test(place);

  test('there is a report of every definition', () => assert.deepEqual([...shown].sort(), [...reports].sort()));

  for (const name of reports)
    test(`${name} takes no further member, and nothing else in the place of one`, () => {
      const value = JSON.parse(examples.get(name));
      assert.equal(faultOf(name, value), '');
      let count = 0;
      for (const [what, wrong] of wrongCopies(value, isOpen)) {
        assert.notEqual(faultOf(name, wrong), '', `${name} lets pass ${what}`);
        ++count;
      }
      assert.ok(count > 0);
    });

  test('no member is one that no report has', () => {
    const without = members.filter((member) => !seen.has(member));
    assert.deepEqual(without, []);
  });
});
