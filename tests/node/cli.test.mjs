// The `vitrine` command: what it prints where, and how it ends.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { rise, square, zip } from './support/inputs.mjs';
import { cliPath, root, vitrine, vitrineJson } from './support/vitrine.mjs';

const heron = 'public/samples/heron/heron.md5mesh';
let folder;
const put = (name, data) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, data);
  return path;
};
const run = (args, options) => vitrine(args, { cwd: folder, ...options });
const runJson = (args, options) => vitrineJson(args, { cwd: folder, ...options });

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-cli-'));
  put('square.md5mesh', square());
  put('rise.md5anim', rise);
});
after(() => rmSync(folder, { recursive: true }));

describe('vitrine', () => {
  test('explains itself', () => {
    const { status, stdout } = run(['--help']);
    assert.equal(status, 0);
    for (const command of ['inspect', 'pose', 'check', 'skin']) {
      assert.match(stdout, new RegExp(`^  ${command} `, 'm'));
      const help = run([command, '--help']);
      assert.equal(help.status, 0);
      assert.match(help.stdout, new RegExp(`^vitrine ${command} `));
      assert.match(help.stdout, /--json/);
    }
  });

  test('says its version', () => assert.match(run(['--version']).stdout, /^\d+\.\d+\.\d+\n$/));

  for (const [what, args, said] of [
    ['no command', [], /vitrine opens/],
    ['an unknown command', ['explode'], /unknown command 'explode'.*inspect/],
    ['an unknown option', ['inspect', '--colour', 'x.md5mesh'], /--colour/],
    ['an option without its value', ['inspect', 'square.md5mesh', '--format'], /--format/],
    ['an unknown format', ['inspect', 'square.md5mesh', '--format', 'xml'], /pretty, json, md, csv/],
    ['no file', ['inspect'], /name at least one file/],
    ['a missing file', ['inspect', 'nowhere.md5mesh'], /no such file: 'nowhere.md5mesh'/],
    ['a pattern without a match', ['inspect', '*.qmsh'], /\*\.qmsh/],
    ['a number that is none', ['pose', 'square.md5mesh', '--action', '0', '--time', 'soon'], /--time must be a number/],
    ['two moments', ['pose', 'square.md5mesh', '--action', '0', '--time', '0', '--frame', '0'], /exclude/],
    ['a moment without an action', ['pose', 'square.md5mesh', '--time', '0'], /--action/],
    ['an unknown action', ['pose', 'square.md5mesh', 'rise.md5anim', '--action', 'fall'], /no action "fall".*rise/],
    [
      'a frame past the end',
      ['pose', 'square.md5mesh', 'rise.md5anim', '--action', 'rise', '--frame', '3'],
      /3 frames, 0 to 2/,
    ],
    ['an unknown space', ['pose', 'square.md5mesh', '--space', 'outer'], /file or world/],
    ['a negative limit', ['check', 'square.md5mesh', '--max-warnings=-1'], /whole number/],
  ]) {
    test(`ends with 2 for ${what}`, () => {
      const { status, stdout, stderr } = run(args);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, said);
    });
  }

  test('takes a reader that goes away for no failure', async () => {
    const child = spawn(process.execPath, [cliPath, 'pose', heron, '--vertices'], { cwd: root });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('close', resolve));
    assert.equal(status, 0);
    assert.equal(stderr, '');
  });
});

describe('files', () => {
  const names = (args, options) => runJson(['inspect', '--json', ...args], options).value.files.map(({ name }) => name);

  test('may come from standard input', () => {
    assert.deepEqual(names(['-'], { input: square() }), ['stdin']);
    assert.deepEqual(names(['-'], { input: zip({ 'a/square.md5mesh': square() }) }), ['stdin/a/square.md5mesh']);
  });

  test('may be a folder, searched through, other files passed over', () => {
    put('pack/models/square.md5mesh', square());
    put('pack/models/rise.md5anim', rise);
    put('pack/read me.txt', 'no model');
    put('pack/textures/cloth.tga', Buffer.alloc(18));
    assert.deepEqual(names(['pack']).sort(), [
      'pack/models/rise.md5anim',
      'pack/models/square.md5mesh',
      'pack/textures/cloth.tga',
    ]);
  });

  test('may be a pattern; the image that the model asks for is found below the root of the mod', () => {
    const image = 'pack/textures/cloth.tga';
    assert.deepEqual(names(['pack/**/*.md5{mesh,anim}']), [
      'pack/models/rise.md5anim',
      'pack/models/square.md5mesh',
      image,
    ]);
    assert.deepEqual(names(['pack/*/squ?re.md5mesh']), ['pack/models/square.md5mesh', image]);
    assert.deepEqual(names(['pack/*/[a-s]*.md5mesh']), ['pack/models/square.md5mesh', image]);
  });

  test('may be a zip or pk4 archive', () => {
    const archive = zip({ 'models/square.md5mesh': square(), 'models/rise.md5anim': rise, 'notes.txt': 'no model' });
    for (const name of ['pack.zip', 'pack.pk4']) {
      put(name, archive);
      assert.deepEqual(names([name]), [`${name}/models/rise.md5anim`, `${name}/models/square.md5mesh`]);
    }
  });

  test('may be several archives: the later hides what the earlier has under the same path', () => {
    put('low.pk4', zip({ 'models/square.md5mesh': square(), 'models/rise.md5anim': rise }));
    put('deep/high.pk4', zip({ 'Models\\Square.md5mesh': square({ joint: 'newer' }) }));
    assert.deepEqual(names(['low.pk4', 'deep/high.pk4']).sort(), [
      'deep/high.pk4/Models/Square.md5mesh',
      'low.pk4/models/rise.md5anim',
    ]);
  });

  test('form one document', () => {
    const { value } = runJson(['inspect', '--json', 'square.md5mesh', 'rise.md5anim']);
    assert.deepEqual(
      value.info.actions.map(({ name, source }) => [name, source]),
      [['rise', 'rise.md5anim']],
    );
    assert.equal(value.info.statistics.actions, 1);
  });

  test('find their images beside them', () => {
    put('beside/square.md5mesh', square());
    assert.equal(runJson(['inspect', '--json', 'beside/square.md5mesh']).value.info.textures[0].status, 'missing');
    put('beside/cloth.tga', Buffer.alloc(18));
    assert.equal(runJson(['inspect', '--json', 'beside/square.md5mesh']).value.info.textures[0].status, 'found');
  });

  for (const [what, name, data, said] of [
    [
      'steps out of its folder',
      'up.zip',
      () => zip({ '../square.md5mesh': square() }),
      /^up\.zip: error ARCHIVE_PATH: .*\.\.\/square/,
    ],
    ['steps out with backslashes', 'back.zip', () => zip({ 'a\\..\\..\\square.md5mesh': square() }), /ARCHIVE_PATH/],
    ['names a root', 'root.zip', () => zip({ '/etc/square.md5mesh': square() }), /ARCHIVE_PATH/],
    [
      'swells more than 200 times',
      'bomb.zip',
      () => zip({ 'square.md5mesh': ' '.repeat(4 << 20) }),
      /^bomb\.zip: error ARCHIVE_LIMIT: .*200 times/,
    ],
    [
      'has more than 10,000 entries',
      'many.zip',
      () => zip(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}.txt`, `${i}`]))),
      /10000 entries/,
    ],
    [
      'is cut off',
      'cut.zip',
      () => zip({ 'square.md5mesh': square() }).subarray(0, 60),
      /^cut\.zip: error ARCHIVE_DAMAGED/,
    ],
  ]) {
    test(`are refused in an archive that ${what}`, () => {
      put(name, data());
      const { status, stdout, stderr } = run(['inspect', name]);
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.match(stderr, said);
    });
  }
});

describe('vitrine inspect', () => {
  test('prints the report as JSON, under either spelling', () => {
    const a = runJson(['inspect', 'square.md5mesh', '--json']);
    const b = runJson(['inspect', 'square.md5mesh', '--format', 'json']);
    assert.deepEqual(a, b);
    assert.equal(a.status, 0);
    // An archive that another test has put beside the model makes its folder the root of a mod.
    const { root: _, ...report } = a.value;
    assert.deepEqual(Object.keys(report), ['vitrine', 'format', 'files', 'issues', 'info']);
    assert.deepEqual(Object.keys(a.value.issues), [
      'numErrors',
      'numWarnings',
      'numInfos',
      'numHints',
      'truncated',
      'messages',
    ]);
    for (const key of [
      'statistics',
      'bounds',
      'axes',
      'hierarchy',
      'meshes',
      'materials',
      'textures',
      'actions',
      'format',
    ]) {
      assert.ok(key in a.value.info, key);
    }
    assert.deepEqual(Object.keys(a.value.info.statistics), [
      'nodes',
      'meshes',
      'primitives',
      'vertices',
      'triangles',
      'influences',
      'maxInfluences',
      'skins',
      'joints',
      'materials',
      'textures',
      'actions',
      'curves',
      'keys',
      'cameras',
      'lights',
    ]);
    assert.deepEqual(a.value.info.bounds, { min: [-1, -1, 0], max: [1, 1, 1] });
    assert.deepEqual([a.value.info.axes.up, a.value.info.axes.handedness], ['z', 'right']);
  });

  test('prints for people', () => {
    const { status, stdout, stderr } = run(['inspect', 'square.md5mesh', 'rise.md5anim']);
    assert.equal(status, 0);
    assert.equal(stderr, '');
    assert.match(stdout, /^md5, up z, right-handed, -1 -1 0 \.\. 1 1 1$/m);
    assert.match(stdout, /^ {2}vertices +4$/m);
    assert.match(stdout, /^ {2}rise +rise\.md5anim +0\.2 +3 +10 +\d+$/m);
    assert.match(stdout, /^ +root {2}joint\n +top {2}joint$/m);
  });

  test('prints Markdown and CSV', () => {
    const md = run(['inspect', 'square.md5mesh', '--format', 'md']).stdout;
    assert.match(md, /^## Statistics\n\n\| what \| count \|\n\| --- \| --- \|\n/m);
    assert.match(md, /^\| vertices \| 4 \|$/m);
    const csv = run(['inspect', 'square.md5mesh', '--format', 'csv']).stdout.trimEnd().split('\n');
    assert.equal(csv[0], 'section,row,column,value');
    assert.ok(csv.includes('meshes,0,vertices,4'));
  });

  test('says what is wrong on standard error and ends with 1', () => {
    put('bad.md5mesh', square({ weight: 'weight 3 7 1 ( -1 1 0 )' }));
    const { status, stderr } = run(['inspect', 'bad.md5mesh']);
    assert.equal(status, 1);
    assert.match(stderr, /^bad\.md5mesh:29:11: error MD5_INDEX: /);
  });

  test('never sends control characters of a file to the terminal', () => {
    put('hostile.md5mesh', square({ joint: 'a\u001b[2Jb\u202ec' }));
    for (const format of ['pretty', 'json', 'md', 'csv']) {
      const { stdout } = run(['inspect', 'hostile.md5mesh', '--format', format]);
      assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/, format);
    }
    assert.match(run(['inspect', 'hostile.md5mesh']).stdout, /a\\x1b\[2Jb\\u\{202e\}c/);
    const { value } = runJson(['inspect', 'hostile.md5mesh', '--json']);
    assert.equal(value.info.statistics.joints, 2);
  });
});

describe('vitrine pose', () => {
  test('is the bind pose in file space by default', () => {
    const { status, value } = runJson(['pose', 'square.md5mesh']);
    assert.equal(status, 0);
    assert.equal(value.action, null);
    assert.deepEqual(
      value.joints.map(({ name, parent }) => [name, parent]),
      [
        ['root', null],
        ['top', 'root'],
      ],
    );
    assert.deepEqual(value.joints[1].translation, [0, 0, 1]);
    assert.deepEqual(value.joints[1].matrix, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1]);
    assert.deepEqual(value.bounds, { min: [-1, -1, 0], max: [1, 1, 1] });
    assert.equal('positions' in value.meshes[0], false);
  });

  test('takes the moment as time or as frame', () => {
    const at = (...args) => runJson(['pose', 'square.md5mesh', 'rise.md5anim', '--action', 'rise', ...args]).value;
    for (const value of [at('--time', '0.1'), at('--frame', '1'), at('--frame=1', '--json')]) {
      assert.equal(value.action, 'rise');
      assert.ok(Math.abs(value.joints[1].translation[2] - 1.3333333333) < 1e-7);
    }
    assert.ok(Math.abs(at('--time', '0.05').joints[1].translation[2] - 1.16666666665) < 1e-7);
    assert.equal(at('--frame', '2').joints[1].translation[2], 1);
  });

  test('writes at least nine significant digits', () => {
    const { stdout } = run(['pose', 'square.md5mesh', 'rise.md5anim', '--action', '0', '--frame', '1']);
    assert.match(stdout, /\b1\.3333333\d{1,}/);
  });

  test('lists positions and normals on demand', () => {
    const [mesh] = runJson(['pose', 'square.md5mesh', '--vertices']).value.meshes;
    assert.deepEqual(mesh.positions, [1, 1, 0, 1, -1, 0, -1, -1, 1, -1, 1, 1]);
    assert.equal(mesh.normals.length, 12);
    // Two of the corners lie 1 above the others over a width of 2: the normal is (1, 0, 2) / sqrt 5.
    [1 / Math.sqrt(5), 0, 2 / Math.sqrt(5)].forEach((c, i) => assert.ok(Math.abs(mesh.normals[i] - c) < 1e-6));
  });

  test('turns z up into y up for the world', () => {
    const { bounds } = runJson(['pose', 'square.md5mesh', '--space', 'world']).value;
    assert.deepEqual([bounds.min[1], bounds.max[1]], [0, 1]);
  });
});

describe('vitrine check', () => {
  const cases = {
    'nothing wrong': [square(), [], 0],
    'a missing bracket': [square({ weight: 'weight 3 1 1 -1 1 0 )' }), [['MD5_SYNTAX', 0, 29, 15]], 1],
    'a joint that is not there': [square({ weight: 'weight 3 7 1 ( -1 1 0 )' }), [['MD5_INDEX', 0, 29, 11]], 1],
    'an exponent with a capital': [
      square({ weight: 'weight 3 1 1.0E+0 ( -1 1 0 )' }),
      [['MD5_NUMBER_FORM', 1, 29, 13]],
      0,
    ],
  };
  for (const [what, [text, expected, exit]] of Object.entries(cases)) {
    test(`places ${what}`, () => {
      put('case.md5mesh', text);
      const { status, value } = runJson(['check', 'case.md5mesh', '--json']);
      const found = value.issues.messages.filter(({ severity }) => severity <= 1);
      assert.deepEqual(
        found.map(({ code, severity, line, column }) => [code, severity, line, column]),
        expected,
      );
      assert.equal(status, exit);
    });
  }

  test('shows the line with a caret under the place', () => {
    put('caret.md5mesh', square({ weight: 'weight 3 7 1 ( -1 1 0 )' }));
    const { stdout } = run(['check', 'caret.md5mesh']);
    const [place, excerpt, caret] = stdout.split('\n');
    assert.match(place, /^caret\.md5mesh:29:11: error MD5_INDEX: /);
    assert.match(excerpt, /^ {2}29 \| {2}weight 3 7 1/);
    assert.equal(excerpt[caret.indexOf('^')], '7');
    assert.match(stdout, /^1 file: 1 error, 0 warnings$/m);
  });

  test('counts warnings against a limit', () => {
    put('warned.md5mesh', square({ weight: 'weight 3 1 1.0E+0 ( -1 1 0 )' }));
    assert.equal(run(['check', 'warned.md5mesh']).status, 0);
    assert.equal(run(['check', 'warned.md5mesh', '--max-warnings', '1']).status, 0);
    assert.equal(run(['check', 'warned.md5mesh', '--max-warnings', '0']).status, 1);
  });

  test('prints SARIF that points at the place', () => {
    put('a b/bad.md5mesh', square({ weight: 'weight 3 7 1 ( -1 1 0 )' }));
    const { status, value } = runJson(['check', 'a b/bad.md5mesh', '--format', 'sarif']);
    assert.equal(status, 1);
    assert.equal(value.version, '2.1.0');
    const [{ tool, results }] = value.runs;
    assert.equal(tool.driver.name, 'vitrine');
    const error = results.find(({ level }) => level === 'error');
    assert.equal(error.ruleId, 'MD5_INDEX');
    assert.equal(tool.driver.rules[error.ruleIndex].id, 'MD5_INDEX');
    assert.deepEqual(error.locations[0].physicalLocation, {
      artifactLocation: { uri: 'a%20b/bad.md5mesh' },
      region: { startLine: 29, startColumn: 11 },
    });
  });

  test('counts the columns of SARIF in UTF-16 units', () => {
    const places = (inside) => {
      put('columns.md5mesh', square().replace('commandline ""', `commandline "${inside}" bogus`));
      const { value } = runJson(['check', 'columns.md5mesh', '--format', 'sarif']);
      const { locations } = value.runs[0].results.find(({ ruleId }) => ruleId === 'MD5_UNKNOWN_KEY');
      const { value: report } = runJson(['check', 'columns.md5mesh', '--json']);
      const { column } = report.issues.messages.find(({ code }) => code === 'MD5_UNKNOWN_KEY');
      return [locations[0].physicalLocation.region, column];
    };
    assert.deepEqual(places('abc'), [{ startLine: 2, startColumn: 19 }, 19]);
    // Two bytes and one unit, and four bytes and two units.
    assert.deepEqual(places('\u00e9\u{1d11e}'), [{ startLine: 2, startColumn: 19 }, 22]);
    // The excerpt begins after the line does, and what stands before it is not known: the line alone.
    assert.deepEqual(places('\u00e9'.repeat(40)), [{ startLine: 2 }, 96]);
  });

  test('points at bytes in SARIF of a binary file', () => {
    const scene = readFileSync(join(root, 'public/samples/lighthouse/lighthouse.scene'));
    put('cut.scene', scene.subarray(0, 300));
    const { value } = runJson(['check', 'cut.scene', '--format', 'sarif']);
    const [error] = value.runs[0].results.filter(({ level }) => level === 'error');
    assert.deepEqual(Object.keys(error.locations[0].physicalLocation.region), ['byteOffset']);
  });

  test('names every deviation of the broken sample', () => {
    const { status, value } = vitrineJson(['check', 'public/samples/broken/broken.md5mesh', '--json']);
    assert.equal(status, 0);
    const places = value.issues.messages
      .filter(({ severity }) => severity === 1)
      .map(({ code, line, column }) => `${line}:${column} ${code}`);
    for (const place of [
      '5:11 MD5_NUM_MESHES',
      '19:7 MD5_INDEX_ORDER',
      '34:13 MD5_NUMBER_FORM',
      '35:24 MD5_NUMBER_FORM',
      '38:2 MD5_UNKNOWN_KEY',
    ]) {
      assert.ok(places.includes(place), `${place} in ${places.join(', ')}`);
    }
  });
});
