// `vitrine convert -o NAME.md5mesh`: which files lie where, what is overwritten, and what is left when one cannot be written.

import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const heron = ['heron.md5mesh', 'idle.md5anim', 'walk.md5anim'].map((name) => join(root, 'public/samples/heron', name));

let base, folder;
before(() => (base = mkdtempSync(join(tmpdir(), 'vitrine-md5-'))));
after(() => rmSync(base, { recursive: true }));
const fresh = () => (folder = mkdtempSync(join(base, 'out-')));
const run = (...args) => vitrine(args, { cwd: folder });
const listed = (path = folder) =>
  readdirSync(path, { recursive: true })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort();

describe('vitrine convert to md5mesh', () => {
  test('writes the animations of an engine with one of each action beside the model, declarations in the game’s folders', () => {
    fresh();
    const { status, stderr } = run('convert', ...heron, '-o', 'base/models/md5/heron/heron.md5mesh', '--for', 'doom3');
    assert.equal(status, 0, stderr);
    assert.deepEqual(listed(), [
      'base/def/heron.def',
      'base/materials/heron.mtr',
      'base/models/md5/heron/heron.md5mesh',
      'base/models/md5/heron/heron_body.tga',
      'base/models/md5/heron/heron_eye.tga',
      'base/models/md5/heron/heron_feather.tga',
      'base/models/md5/heron/heron_horn.tga',
      'base/models/md5/heron/idle.md5anim',
      'base/models/md5/heron/walk.md5anim',
      'base/skins/heron.skin',
    ]);
    assert.match(
      readFileSync(join(folder, 'base/def/heron.def'), 'utf8'),
      /^model heron \{\n\tmesh models\/md5\/heron\/heron\.md5mesh\n\tanim idle models\/md5\/heron\/idle\.md5anim\n/,
    );
  });

  test('puts all actions into one animation for an engine that asks for frames by number', () => {
    fresh();
    const { status, stderr } = run(
      'convert',
      ...heron,
      '-o',
      'heron.md5mesh',
      '--for',
      'vkquake',
      '--sequence',
      'walk=16,idle=9,pain=2',
    );
    assert.equal(status, 0, stderr);
    assert.deepEqual(listed(), [
      'heron.md5anim',
      'heron.md5mesh',
      'heron_body_00_00.png',
      'heron_eye_00_00.png',
      'heron_feather_00_00.png',
      'heron_horn_00_00.png',
    ]);
    assert.match(readFileSync(join(folder, 'heron.md5anim'), 'utf8'), /^numFrames 27 $/m);
    assert.match(stderr, /frames 0 to 15: walk/);
    assert.match(stderr, /frames 16 to 24: idle/);
    assert.match(stderr, /frames 25 to 26: pain, in the bind pose/);
  });

  test('says how far off the model is between frames, where that is more than on them', () => {
    fresh();
    const pinwheel = join(root, 'public/samples/pinwheel');
    const { stderr } = run('convert', pinwheel, '-o', 'pinwheel.md5mesh', '--fps', '3', '--report', 'report.json');
    const { actions } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).readBack;
    const worst = actions.reduce((a, b) => (b.between > a.between ? b : a));
    // A third of a second is long for a gust.
    assert.ok(worst.between > 0.01, `${worst.between}`);
    const [, distance, action] =
      /^half-way between the frames no vertex is off by more than ([\d.]+) file units \([\d.]+ of the size\), in the action '(\w+)'$/m.exec(
        stderr,
      );
    // One sentence for the frames, one for between them; the losses are told apart as well.
    assert.match(stderr, /^read back and .* played: on the frames no vertex is off by more than [\d.e-]+ file units/m);
    assert.match(stderr, /^lost: half-way between frames, vertices are off by more than 1\/1000 of the size, in /m);
    assert.doesNotMatch(stderr, /^lost: on frames/m);
    assert.ok(Math.abs(distance - worst.between) < 1e-5 * worst.between);
    assert.equal(action, worst.name);
  });

  test('gives the same bytes every time', () => {
    fresh();
    for (const name of ['one', 'two'])
      assert.equal(run('convert', ...heron, '-o', `${name}/heron.md5mesh`, '--for', 'ironwail').status, 0);
    for (const name of listed(join(folder, 'one')))
      assert.ok(readFileSync(join(folder, 'one', name)).equals(readFileSync(join(folder, 'two', name))), name);
  });

  test('overwrites files only when told to, and then all of them', () => {
    fresh();
    writeFileSync(join(folder, 'walk.md5anim'), 'hours of work');
    const refused = run('convert', ...heron, '-o', 'heron.md5mesh');
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /walk\.md5anim' exists already; --force overwrites it/);
    assert.deepEqual(listed(), ['walk.md5anim']);
    assert.equal(readFileSync(join(folder, 'walk.md5anim'), 'utf8'), 'hours of work');
    assert.equal(run('convert', ...heron, '-o', 'heron.md5mesh', '--force').status, 0);
    assert.deepEqual(listed(), ['heron.md5mesh', 'idle.md5anim', 'walk.md5anim']);
    assert.match(readFileSync(join(folder, 'walk.md5anim'), 'utf8'), /^MD5Version 10 $/m);
  });

  test('leaves nothing behind where one of the files cannot be written', () => {
    fresh();
    mkdirSync(join(folder, 'walk.md5anim'));
    const { status, stderr } = run('convert', ...heron, '-o', 'heron.md5mesh', '--force');
    assert.equal(status, 2);
    assert.match(stderr, /walk\.md5anim/);
    assert.deepEqual(listed(), []);
  });

  test(
    'keeps what was there where the disk is full',
    { skip: process.platform !== 'linux' && 'needs /dev/full' },
    () => {
      fresh();
      writeFileSync(join(folder, 'heron.md5mesh'), 'old');
      symlinkSync('/dev/full', join(folder, 'walk.md5anim'));
      const { status, stderr } = run('convert', ...heron, '-o', 'heron.md5mesh', '--force');
      assert.equal(status, 2);
      assert.match(stderr, /cannot write 'walk\.md5anim'/);
      assert.deepEqual(readdirSync(folder).sort(), ['heron.md5mesh', 'walk.md5anim']);
      assert.equal(readFileSync(join(folder, 'heron.md5mesh'), 'utf8'), 'old');
    },
  );

  test('writes nothing for a model that the engine cannot hold, and says its numbers', () => {
    fresh();
    const joints = Array.from({ length: 300 }, (_, i) => `\t"j${i}" ${i - 1} ( ${i} 0 0 ) ( 0 0 0 )`).join('\n');
    const worm = `MD5Version 10\ncommandline ""\n\nnumJoints 300\nnumMeshes 1\n\njoints {\n${joints}\n}\n\nmesh {
	shader "worm"\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 1\n\tnumtris 1\n\ttri 0 0 1 2
	numweights 3\n\tweight 0 299 1 ( 0 0 0 )\n\tweight 1 299 1 ( 1 0 0 )\n\tweight 2 299 1 ( 0 1 0 )\n}\n`;
    writeFileSync(join(folder, 'worm.md5mesh'), worm);
    const refused = run('convert', 'worm.md5mesh', '-o', 'out/worm.md5mesh', '--for', 'q2pro');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /300 joints, Q2PRO takes 256 at most/i);
    assert.deepEqual(listed(), ['worm.md5mesh']);
    const { value, status } = vitrineJson(
      ['convert', 'worm.md5mesh', '-o', 'out/worm.md5mesh', '--for', 'q2pro', '--reduce', '--json'],
      { cwd: folder },
    );
    assert.equal(status, 0);
    assert.equal(value.losses.find(({ what }) => what === 'joints').count, 44);
  });
});
