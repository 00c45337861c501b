// Many documents in one run: files converted, poses and curves of whole trees, and the names of what is written.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { sampleDocuments } from './support/samples.mjs';
import { rise, square, zip } from './support/inputs.mjs';
import { cliPath, data, root, vitrine, vitrineJson } from './support/vitrine.mjs';

let folder;
const put = (name, data) => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
};
const run = (args, options) => vitrine(args, { cwd: folder, ...options });
const files = (name) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
    .sort();
const broken = square({ weight: 'weight 3 7 1 ( -1 1 0 )' });
const warned = square({ weight: 'weight 3 1 1.0E+0 ( -1 1 0 )' });

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-batch-'));
  put('tree/fine/square.md5mesh', square());
  put('tree/fine/rise.md5anim', rise);
  put('tree/warned/square.md5mesh', warned);
  put('tree/many/a.md5mesh', square());
  put('tree/many/b.md5mesh', broken);
  put('tree/pack.zip', zip({ 'deep/square.md5mesh': square(), 'deep/rise.md5anim': rise }));
});
after(() => rmSync(folder, { recursive: true }));

test('a .bin is a document of its own, but a companion beside other models', () => {
  const scene = readFileSync(data('pivot/reference/static.bin'));
  put('bins/scenes/a.bin', scene);
  put('bins/scenes/b.bin', scene);
  for (const name of ['apart.gltf', 'apart.bin']) put(`bins/apart/${name}`, readFileSync(data('gltf', name)));
  const { status, stderr } = run(['check', 'bins', '--batch']);
  assert.equal(status, 0, stderr);
  assert.match(stderr, /\n?3 documents: 3 fine\n$/);
});

test('operands without a model are wrong usage, of which nothing is printed as data', () => {
  put('bare/cloth.tga', 'pixels');
  put('bare.zip', zip({ 'cloth.tga': 'pixels' }));
  for (const command of ['check', 'pose', 'inspect'])
    for (const operand of ['bare', 'bare.zip']) {
      const { status, stdout, stderr } = run([command, operand, '--batch']);
      assert.deepEqual([status, stdout, stderr], [2, '', `vitrine: there is no model in '${operand}'\n`]);
    }
});

describe('convert --batch', () => {
  test('writes every document that opens under its own name, and ends with the summary', () => {
    const { status, stdout, stderr } = run(['convert', 'tree', '--batch', '--to', 'glb', '-o', 'out']);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.deepEqual(files('out'), ['fine/square.glb', 'many/a.glb', 'pack/deep/square.glb', 'warned/square.glb']);
    assert.match(stderr, /^out\/fine\/square\.glb: \d+ bytes, .*no vertex off/m);
    assert.match(stderr, /b\.md5mesh:\d+:\d+: error MD5_INDEX/);
    assert.match(stderr, /\n5 documents: 3 fine, 1 with warnings, 1 failed\n$/);
  });

  test('writes what the command writes for each document alone', () => {
    run(['convert', 'tree/fine', '--batch', '--to', 'glb', '-o', 'same']);
    assert.equal(run(['convert', 'tree/fine', '-o', 'alone.glb']).status, 0);
    assert.deepEqual(readFileSync(join(folder, 'same/square.glb')), readFileSync(join(folder, 'alone.glb')));
  });

  test('names every file, its losses and what reading it back found in one report', () => {
    const { status, value, stderr } = vitrineJson(
      ['convert', 'tree/fine', 'tree/warned', '--batch', '--to', 'glb', '-o', 'json', '--report', 'r.json', '--json'],
      { cwd: folder },
    );
    assert.equal(status, 0);
    assert.deepEqual(value.summary, { documents: 2, fine: 1, warned: 1, failed: 0 });
    const [first, second] = value.documents;
    assert.deepEqual([first.name, first.output], ['tree/fine/square.md5mesh', 'json/square.glb']);
    assert.deepEqual(first.report.sources, ['tree/fine/rise.md5anim', 'tree/fine/square.md5mesh']);
    assert.equal(first.report.readBack.actions[0].name, 'rise');
    assert.ok(first.report.readBack.actions[0].largest < 1e-5);
    // The same name out of another operand stands beside the first.
    assert.equal(second.output, 'json/square-2.glb');
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')), value);
    assert.match(stderr, /2 documents: 1 fine, 1 with warnings\n$/);
  });

  test('never writes over a file that it reads', () => {
    run(['convert', 'tree/fine', '-o', 'here/model.qmsh']);
    mkdirSync(join(folder, 'here'));
    assert.equal(run(['convert', 'tree/fine', '-o', 'here/model.qmsh']).status, 0);
    const before = readFileSync(join(folder, 'here/model.qmsh'));
    symlinkSync('here', join(folder, 'there'));
    const args = ['--batch', '--to', 'qmsh', '--qmsh-version', '10'];
    assert.equal(run(['convert', 'here', ...args, '-o', 'there']).status, 0);
    assert.deepEqual(files('here'), ['model-2.qmsh', 'model.qmsh']);
    assert.deepEqual(readFileSync(join(folder, 'here/model.qmsh')), before);
    const { status, stderr } = run(['convert', 'here/model.qmsh', '-o', 'there/model.qmsh']);
    assert.equal(status, 2);
    assert.match(stderr, /'there\/model\.qmsh' is one of the files that are read/);
  });

  test('goes on behind an archive that cannot be opened and behind a name that is no UTF-8', () => {
    put('old/a/square.md5mesh', square());
    put('old/m.zip', 'junk');
    put('old/z/square.md5mesh', square());
    const raw = Buffer.concat([
      Buffer.from(join(folder, 'old/k/')),
      Buffer.from([0x6b, 0xf3, 0x6e]),
      Buffer.from('.md5mesh'),
    ]);
    mkdirSync(join(folder, 'old/k'));
    writeFileSync(raw, square());
    const { status, stderr } = run(['convert', 'old', '--batch', '--to', 'pivot', '-o', 'new']);
    assert.equal(status, 1);
    assert.deepEqual(files('new'), ['a/square.pivot', 'k/kón.pivot', 'z/square.pivot']);
    assert.match(stderr, /^old\/m\.zip: .*ARCHIVE/m);
    assert.match(stderr, /\n4 documents: 3 fine, 1 failed\n$/);
    assert.equal(run(['check', 'old/k']).status, 0);
    const { documents } = JSON.parse(run(['pose', 'old', '--batch']).stdout);
    assert.equal(documents.length, 3);
  });

  test('writes no report over a file that it reads', () => {
    const { status, stderr } = run([
      'convert',
      'tree/fine',
      '--batch',
      '--to',
      'glb',
      '-o',
      'x1',
      '--report',
      'tree/fine/rise.md5anim',
    ]);
    assert.equal(status, 2);
    assert.match(stderr, /is one of the files that are read/);
    assert.equal(readFileSync(join(folder, 'tree/fine/rise.md5anim'), 'utf8'), rise);
  });

  test('keeps the names of archives inside the folder', () => {
    put('names.zip', zip({ 'a/\u0007..bell|.md5mesh': square() }));
    assert.equal(run(['convert', 'names.zip', '--batch', '--to', 'pivot', '-o', 'safe']).status, 0);
    assert.deepEqual(files('safe'), ['names/a/_..bell_.pivot']);
  });

  test('passes over what cannot be drawn, and over materials without a model', () => {
    put('sounds/decl/stone.mtr', 'textures/stone { diffusemap textures/stone.tga }');
    put('sounds/model.md5mesh', square());
    const { status, stderr } = run(['convert', 'sounds', '--batch', '--to', 'glb', '-o', 'drawn']);
    assert.equal(status, 0, stderr);
    assert.deepEqual(files('drawn'), ['model.glb']);
    assert.match(stderr, /\n?1 document: 1 fine\n$/);
  });

  for (const [what, args, message] of [
    ['a folder', ['--to', 'glb'], /name the file to write with -o/],
    ['a folder, not standard output', ['--to', 'glb', '-o', '-'], /-o names a folder/],
    ['a format', ['-o', 'x'], /name the format: --to glb\|/],
    ['a format that there is', ['-o', 'x', '--to', 'obj'], /--to is one of glb, .*, not 'obj'/],
  ])
    test(`wants ${what}`, () => {
      const { status, stderr } = run(['convert', 'tree', '--batch', ...args]);
      assert.equal(status, 2);
      assert.match(stderr, message);
      assert.ok(!existsSync(join(folder, 'x')));
    });

  const script =
    spawnSync('script', ['--version']).status === 0 ? false : 'the program `script` (util-linux) is absent';
  test('shows a bar on a terminal and takes it away', { skip: script }, () => {
    const words = [process.execPath, cliPath, 'convert', '--batch', 'tree', '--to', 'glb', '-o', 'bar'];
    const command = words.map((word) => `'${word}'`).join(' ');
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', cwd: folder });
    assert.match(stdout, /\[#*\.*\] \d\/5 /);
    assert.match(stdout, /5 documents: 3 fine, 1 with warnings, 1 failed\r?\n$/);
    assert.ok(stdout.lastIndexOf('\r\u001b[K') > stdout.lastIndexOf('/5 '));
  });
});

describe('pose --batch', () => {
  test('prints the pose of every document in one JSON', () => {
    const { status, value, stderr } = vitrineJson(['pose', '--batch', 'tree'], { cwd: folder });
    assert.equal(status, 1);
    assert.deepEqual(value.documents.map(({ name }) => name).sort(), [
      'tree/fine/square.md5mesh',
      'tree/many/a.md5mesh',
      'tree/pack.zip/deep/square.md5mesh',
      'tree/warned/square.md5mesh',
    ]);
    assert.deepEqual(value.summary, { documents: 5, fine: 3, warned: 1, failed: 1 });
    const { value: alone } = vitrineJson(['pose', 'tree/fine'], { cwd: folder });
    const { name, ...first } = value.documents.find((document) => document.name.includes('fine'));
    assert.deepEqual(first, alone);
    assert.match(stderr, /5 documents: 3 fine, 1 with warnings, 1 failed\n$/);
  });

  test('counts documents without the action, or without the frame, as failed and goes on', () => {
    const { status, value, stderr } = vitrineJson(
      ['pose', '--batch', 'tree/fine', 'tree/warned', '--action', 'rise', '--frame', '1'],
      { cwd: folder },
    );
    assert.equal(status, 1);
    assert.deepEqual(
      value.documents.map(({ name, action }) => [name, action]),
      [['tree/fine/square.md5mesh', 'rise']],
    );
    assert.match(stderr, /warned\/square\.md5mesh: There is no action "rise"/);
    const late = run(['pose', '--batch', 'tree/fine', '--action', 'rise', '--frame', '999']);
    assert.equal(late.status, 1);
    assert.match(late.stderr, /the action 'rise' has \d+ frames[^]*1 document: 0 fine, 1 failed\n$/);
    assert.deepEqual(JSON.parse(late.stdout).documents, []);
  });
});

describe('curves --batch', () => {
  test('prints the tables of every document that has actions', () => {
    const { status, stdout } = run(['curves', '--batch', 'tree']);
    assert.equal(status, 1);
    const headings = stdout.split('\n').filter((line) => /^\S/.test(line));
    assert.deepEqual(headings.sort(), ['tree/fine/square.md5mesh', 'tree/pack.zip/deep/square.md5mesh']);
    assert.match(stdout, /^ {2}rise: .* curves$/m);
  });

  test('prints the numbers of every document in one JSON', () => {
    const { value } = vitrineJson(['curves', '--batch', 'tree/fine', '--json', '--sample', '3'], { cwd: folder });
    const { value: alone } = vitrineJson(['curves', 'tree/fine', '--json', '--sample', '3'], { cwd: folder });
    assert.deepEqual(value.documents, [{ name: 'tree/fine/square.md5mesh', actions: alone }]);
    assert.deepEqual(value.summary, { documents: 1, fine: 1, warned: 0, failed: 0 });
  });
});

test('a report card is called after the model, whatever lies beside it', () => {
  const { stdout } = run(['inspect', join(root, 'public/samples/heron'), '--format', 'md']);
  assert.match(stdout, /^# .*heron\.md5mesh$/m);
});

test('every sample converts to every kind in one run each, without a failure', () => {
  const { models } = sampleDocuments();
  assert.ok(models.length >= 7);
  for (const kind of ['glb', 'qmsh', 'scene', 'pivot']) {
    const samples = join(root, 'public/samples');
    const { status, stderr } = run(['convert', samples, '--batch', '--to', kind, '-o', `all-${kind}`]);
    assert.equal(status, 0, stderr);
    assert.equal(files(`all-${kind}`).filter((name) => name.endsWith(`.${kind}`)).length, models.length, kind);
  }
});
