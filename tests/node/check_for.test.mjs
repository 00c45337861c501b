// `vitrine check --for`: what the command prints, by which status it ends, and the files that it looks for.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { root, vitrine, vitrineJson } from './support/vitrine.mjs';
import { md2, mdl } from './support/replaced.mjs';

const mesh = (change = (text) => text) =>
  change(`MD5Version 10
commandline ""

numJoints 2
numMeshes 1

joints {
	"origin"	-1 ( 0 0 0 ) ( 0 0 0 )
	"arm"	0 ( 1 0 0 ) ( 0 0 0 )
}

mesh {
	shader "quad"

	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 1

	numtris 1
	tri 0 0 1 2

	numweights 3
	weight 0 0 1 ( 0 0 0 )
	weight 1 1 1 ( 1 0 0 )
	weight 2 1 1 ( 0 1 0 )
}
`);
const anim = (change = (text) => text) =>
  change(`MD5Version 10
commandline ""

numFrames 2
numJoints 2
frameRate 10
numAnimatedComponents 12

hierarchy {
	"origin"	-1 63 0
	"arm"	0 63 6
}

bounds {
	( 0 0 0 ) ( 2 1 0 )
	( 0 0 0 ) ( 2 1 0 )
}

baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 1 0 0 ) ( 0 0 0 )
}

frame 0 {
	0 0 0 0 0 0
	1 0 0 0 0 0
}

frame 1 {
	0 0 0 0 0 0
	1 0 0 0 0 0.1
}
`);

describe('vitrine check --for', () => {
  let folder;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-for-'))));
  after(() => rmSync(folder, { recursive: true }));
  /** Files of a game's folder; gives the path of the first. */
  let games = 0;
  const game = (files) => {
    const base = join(folder, String(games++));
    const paths = Object.entries(files).map(([name, content]) => {
      const path = join(base, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, content);
      return path;
    });
    return paths[0];
  };
  const rowOf = (path, engine) => {
    const { status, value } = vitrineJson(['check', path, '--for', engine, '--json']);
    return { status, row: value.engines[0], value };
  };
  const pair = (change = {}) =>
    game({
      'progs/quad.md5mesh': mesh(change.mesh),
      'progs/quad.md5anim': anim(change.anim),
      ...(change.image !== false && { 'progs/quad_00_00.png': '' }),
    });

  test('a model that breaks no rule loads, and the animation beside it is read', () => {
    const { status, row } = rowOf(pair(), 'ironwail');
    assert.equal(status, 0);
    assert.equal(row.verdict, 'ok');
    assert.equal(row.asks.find(({ role }) => role === 'animation').found, true);
  });

  test('files with the same finding are one line, and the cure names the command', () => {
    const names = ['a', 'b', 'c', 'd', 'e'],
      bent = anim((text) => text.replaceAll('"arm"', '"leg"'));
    const path = game({
      'progs/quad.md5mesh': mesh(),
      ...Object.fromEntries(names.map((name) => [`progs/${name}.md5anim`, bent])),
    });
    const { stdout } = vitrine(['check', dirname(path), '--for', 'doom3']);
    const found = stdout.split('\n').filter((line) => /\.md5anim:\d+/.test(line));
    assert.equal(found.length, 1, stdout);
    assert.match(found[0], /a\.md5anim:\d+:\d+ and 4 more files: \w+ anim\./);
    assert.doesNotMatch(stdout, /our writer/);
    const { value } = vitrineJson(['check', dirname(path), '--for', 'doom3', '--json']);
    assert.equal(new Set(value.engines[0].rules.map(({ file }) => file)).size, 5);
    const long = pair({ mesh: (text) => text.replaceAll('"arm"', `"${'a'.repeat(40)}"`) });
    assert.match(vitrine(['check', long, '--for', 'vkquake']).stdout, /^ +'vitrine convert --for vkquake' \w+/m);
  });

  test('a broken rule has its number, its limit, its place and its source', () => {
    const path = pair({
      mesh: (text) => text.replace('"arm"', `"${'a'.repeat(40)}"`),
      anim: (text) => text.replace('"arm"', `"${'a'.repeat(40)}"`),
    });
    const { status, row } = rowOf(path, 'qss');
    assert.equal(status, 1);
    assert.equal(row.verdict, 'engine_stops');
    const { rule, severity, found, limit, line, column, file, source, fix } = row.rules.find(
      ({ verdict }) => verdict === 'engine_stops',
    );
    assert.deepEqual(
      { rule, severity, found, limit, line, column },
      { rule: 'joints.name_max', severity: 'fatal', found: 40, limit: 31, line: 11, column: 2 },
    );
    assert.match(file, /quad\.md5anim$/);
    assert.match(source, /gl_mesh\.c:/);
    assert.match(fix, /shortens/);
  });

  test('without an animation an engine that needs one says so', () => {
    const { status, row } = rowOf(game({ 'progs/quad.md5mesh': mesh(), 'progs/quad_00_00.png': '' }), 'ironwail');
    assert.equal(status, 1);
    assert.equal(row.verdict, 'refuse');
    assert.deepEqual(
      row.rules.filter(({ verdict }) => verdict).map(({ rule }) => rule),
      ['anim.required'],
    );
    assert.equal(row.asks.find(({ role }) => role === 'animation').found, false);
  });

  test('releases that answer worse are named', () => {
    const { row } = rowOf(pair({ mesh: (text) => text.replace('\tshader "quad"\n', '') }), 'vkquake');
    assert.equal(row.verdict, 'refuse');
    assert.deepEqual(
      row.versions.map(({ until, verdict }) => [until, verdict]),
      [['1.35.0', 'engine_stops']],
    );
  });

  test('an engine that reads no MD5 is told apart, and fails only when it is named', () => {
    const path = pair();
    const { status, row } = rowOf(path, 'darkplaces');
    assert.deepEqual([status, row.verdict], [1, 'no_reader']);
    assert.equal(vitrine(['check', path, '--for', 'all']).status, 0);
  });

  test('frames and skins of the MDL are counted against the model', () => {
    const path = game({
      'progs/quad.md5mesh': mesh(),
      'progs/quad.md5anim': anim(),
      'progs/quad.mdl': mdl(5, 2),
      'progs/quad_00_00.png': '',
      'progs/quad_00_00_glow.tga': '',
    });
    const { row } = rowOf(path, 'ironwail');
    assert.equal(row.verdict, 'differs');
    const frames = row.rules.find(({ rule }) => rule === 'anim.frame_count');
    assert.deepEqual([frames.found, frames.limit, frames.line], [2, 5, 4]);
    const skins = row.rules.find(({ rule }) => rule === 'skins.count');
    assert.deepEqual([skins.found, skins.limit], [1, 2]);
    const images = row.asks.filter(({ role }) => role === 'image');
    assert.deepEqual(
      images.map(({ file, found }) => [file.replace(/.*progs/, 'progs'), found]),
      [
        ['progs/quad_00_00.png', true],
        ['progs/quad_00_00_glow.tga', true],
      ],
    );
  });

  test('an image that is not there is asked for by every ending that the engine tries', () => {
    const { row } = rowOf(pair({ image: false }), 'ironwail');
    const image = row.asks.find(({ role }) => role === 'image');
    assert.equal(image.found, false);
    assert.deepEqual(
      [image.file, ...image.tried].map((path) => path.replace(/.*_00_00/, '')),
      ['.png', '.tga', '.jpg', '.pcx', '.lmp'],
    );
  });

  describe('images that are missing', () => {
    const second = mesh().slice(mesh().indexOf('mesh {')).replace('"quad"', '"lamp"');
    const two = (text) => text.replace('numMeshes 1', 'numMeshes 2') + second;
    const facts = ({ rules, verdict }) => [
      verdict,
      ...rules.map(({ rule, found, limit, line }) => [rule, found, limit, line]),
    ];

    test('hide their meshes in Ironwail, and make them grey in vkQuake and QSS', () => {
      const some = pair({ mesh: two }),
        none = pair({ mesh: two, image: false });
      const grey = ['vkquake', 'qss', 'quake-rerelease'],
        rows = (path) =>
          vitrineJson(['check', path, '--for', ['ironwail', ...grey].join(','), '--json']).value.engines.map(facts);
      const quad = 13,
        lamp = 29;
      assert.deepEqual(rows(some), [
        ['differs', ['shader.image_missing', 1, 2, lamp]],
        ...grey.map(() => ['differs', ['shader.image_grey', 1, 2, lamp]]),
      ]);
      assert.deepEqual(rows(none), [
        ['empty', ['shader.image_none', 2, undefined, quad]],
        ...grey.map(() => ['differs', ['shader.image_grey', 2, 2, quad]]),
      ]);
      assert.deepEqual(
        [some, none].map((path) => rowOf(path, 'ironwail').status),
        [0, 1],
      );
    });

    test('are none where each is there, by any ending that the engine tries', () => {
      const path = game({
        'progs/quad.md5mesh': mesh(two),
        'progs/quad.md5anim': anim(),
        'progs/quad_00_00.lmp': '',
        'progs/LAMP_00_00.TGA': '',
      });
      for (const engine of ['ironwail', 'vkquake', 'qss'])
        assert.deepEqual(facts(rowOf(path, engine).row), ['ok'], engine);
    });

    test('are told with the cure, and the cure cures', () => {
      const bare = pair({ mesh: two, image: false }),
        out = join(folder, 'cured/quad.md5mesh');
      assert.match(
        vitrine(['check', bare, '--for', 'ironwail']).stdout,
        /no image is found for any mesh: nothing is drawn\n +'vitrine convert --for ironwail' writes an image of one colour/,
      );
      assert.equal(vitrine(['convert', bare, '-o', out, '--for', 'ironwail']).status, 0);
      assert.equal(rowOf(out, 'ironwail').row.verdict, 'ok');
    });
  });

  test('the MD2 above md5/ gives frames and skins to the engines of Quake II', () => {
    const path = game({
      'models/x/md5/tris.md5mesh': mesh(),
      'models/x/md5/tris.md5anim': anim(),
      'models/x/tris.md2': md2(2, ['models/x/skin.pcx', 'models/x/pain.pcx']),
      'models/x/md5/skin.png': '',
    });
    const { row } = rowOf(path, 'q2pro');
    assert.equal(row.verdict, 'ok');
    assert.equal(row.asks.find(({ role }) => role === 'replaced').found, true);
    assert.deepEqual(
      row.asks.filter(({ role }) => role === 'image').map(({ file, found }) => [file.replace(/.*\//, ''), found]),
      [
        ['skin.png', true],
        ['pain.png', false],
      ],
    );
  });

  test('an md5.cfg says which animations and images there are, and at which rate they play', () => {
    const files = (rate) => ({
      'quad/quad.md5mesh': mesh(),
      'quad/md5.cfg': `md5load quad.md5mesh\nmd5skin quad "hull.png"; md5anim "idle" "slow.md5anim" ${rate}\n`,
      'quad/slow.md5anim': anim((text) => text.replace('frameRate 10', 'frameRate 24')),
      'quad/hull.png': 'x',
    });
    const { row } = rowOf(game(files('24')), 'cube2');
    assert.deepEqual(row.rules, []);
    assert.deepEqual(
      row.asks.map(({ file, found }) => [file.replace(/^.*\/quad\//, ''), found]),
      [
        ['md5.cfg', true],
        ['slow.md5anim', true],
        ['hull.png', true],
      ],
    );
    for (const [rate, limit] of [
      ['12', 12],
      ['', 10],
    ]) {
      const [rule] = rowOf(game(files(rate)), 'cube2').row.rules;
      assert.deepEqual([rule.rule, rule.found, rule.limit], ['anim.rate', 24, limit]);
    }
    const absent = game({ 'quad/quad.md5mesh': mesh(), 'quad/md5.cfg': 'md5anim idle gone.md5anim 10\n' });
    assert.deepEqual(
      rowOf(absent, 'cube2').row.asks.flatMap(({ file, found }) => (found ? [] : [file.split('/').at(-1)])),
      ['gone.md5anim', 'quad'],
    );
  });

  test('a damaged MDL is passed over', () => {
    for (const bytes of [mdl(5, 2).subarray(0, 100), mdl(1 << 20, 2), mdl(5, -1), Buffer.from('IDPO')]) {
      const path = game({
        'progs/quad.md5mesh': mesh(),
        'progs/quad.md5anim': anim(),
        'progs/quad.mdl': bytes,
        'progs/quad_00_00.png': '',
      });
      assert.equal(rowOf(path, 'ironwail').row.verdict, 'ok');
    }
  });

  test('a path in a file leads nowhere else', () => {
    const { row } = rowOf(pair({ mesh: (text) => text.replace('"quad"', '"../../../etc/hostname"') }), 'doom3');
    assert.deepEqual(
      row.asks.filter(({ file }) => file.includes('..')),
      [],
    );
  });

  test('several engines are a table with the rule that decides', () => {
    const { status, stdout } = vitrine([
      'check',
      pair({ mesh: (text) => text.replace('1 0 ) 1 1', '+1 0 ) 1 1') }),
      '--for',
      'doom3,q2pro',
    ]);
    assert.equal(status, 1);
    assert.match(stdout, /Doom 3 \(dhewm3\) {2}refused {2}.*quad\.md5mesh:17:11: the number '\+1' has a plus sign/);
    assert.match(stdout, /Q2PRO {12}loads\n/);
  });

  test('SARIF has a rule of each engine with its place', () => {
    const path = pair({ mesh: (text) => text.replace('\tshader "quad"\n', '') });
    const { status, value } = vitrineJson(['check', path, '--for', 'vkquake', '--format', 'sarif']);
    assert.equal(status, 1);
    const [result] = value.runs[0].results.filter(({ level }) => level === 'error');
    assert.equal(result.ruleId, 'vkquake:mesh.shader_required');
    assert.deepEqual(result.locations[0].physicalLocation.region, { startLine: 14, startColumn: 2 });
  });

  test('JUnit has a suite for each engine, and fails where the engine does', () => {
    const path = pair({ mesh: (text) => text.replace('\tshader "quad"\n', '') });
    const { stdout } = vitrine(['check', path, '--for', 'vkquake,yquake2remaster', '--format', 'junit']);
    assert.match(stdout, /<testsuite name="[^"]*quad\.md5mesh for vkQuake" tests="\d" failures="1"/);
    assert.match(stdout, /<testsuite name="[^"]* for Yamagi Quake II Remaster" tests="\d" failures="0"/);
  });

  describe('a profile of one’s own', () => {
    const written = /```json\n([^]*?)```/.exec(readFileSync(join(root, 'public/docs/engine-profiles.md'), 'utf8'))[1];

    test('that the documentation shows is read', () => {
      const path = pair(),
        file = game({ 'my-fork.json': written });
      const { status, value } = vitrineJson(['check', path, '--for', 'my-fork', '--profile', file, '--json']);
      assert.deepEqual([status, value.engines[0].name, value.engines[0].verdict], [0, 'My fork of Q2PRO', 'ok']);
    });

    test('changes a limit without touching code', () => {
      const file = game({
        'p.json': JSON.stringify({
          version: 1,
          engines: { tiny: { name: 'Tiny', rules: { 'joints.max': { severity: 'refuse', limit: 1 } } } },
        }),
      });
      const { value } = vitrineJson(['check', pair(), '--for', 'tiny', '--profile', file, '--json']);
      const { rule, found, limit, line } = value.engines[0].rules[0];
      assert.deepEqual([value.engines[0].verdict, rule, found, limit, line], ['refuse', 'joints.max', 2, 1, 4]);
    });

    test('that is not one is refused with its place', () => {
      const path = pair();
      for (const [text, said] of [
        ['{', /JSON/],
        ['{"version":1,"engines":{"x":{}}}', /profiles\.engines\.x: 'name' is missing/],
      ]) {
        const { status, stderr } = vitrine(['check', path, '--for', 'x', '--profile', game({ 'bad.json': text })]);
        assert.equal(status, 2);
        assert.match(stderr, said);
      }
    });
  });

  test('wrong use ends with 2', () => {
    const path = pair();
    for (const [args, said] of [
      [['--for', 'nope'], /--for is all or one of doom3/],
      [['--profile', 'x.json'], /--profile needs --for/],
      [['--for', 'all', '--batch'], /--for takes neither/],
    ]) {
      const { status, stderr } = vitrine(['check', path, ...args]);
      assert.equal(status, 2);
      assert.match(stderr, said);
    }
    const without = vitrine(['convert', path, '-o', join(path, 'x.md5mesh'), '--profile', 'x.json']);
    assert.equal(without.status, 2);
    assert.match(without.stderr, /--profile needs --for/);
    const { status, stderr } = vitrine(['check', game({ 'x.qmsh': 'x' }), '--for', 'all']);
    assert.equal(status, 2);
    assert.match(
      stderr,
      /--for checks MD5, IQM, MDL, MD2, MD3 and glTF models, and none is among the files; 'vitrine convert FILE -o NAME\.md5mesh --for ENGINE' writes one/,
    );
  });

  test('what is cut anywhere is refused, and nothing hangs', () => {
    const whole = mesh();
    for (let end = 100; end < whole.length - 2; end += 41) {
      const path = game({ 'progs/quad.md5mesh': whole.slice(0, end), 'progs/quad.md5anim': anim() });
      assert.equal(rowOf(path, 'q2pro').row.verdict, 'refuse', `cut at ${end}`);
    }
  });
});
