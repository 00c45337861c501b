// The `vitrine` command at its edges: deep files, long counts, values that look like options, an output that is full.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { chain, rise, square } from './support/inputs.mjs';
import { cliPath, root, vitrine, vitrineJson } from './support/vitrine.mjs';

let folder;
const put = (name, data) => writeFileSync(join(folder, name), data);
const run = (args, options) => vitrine(args, { cwd: folder, ...options });

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-edges-'));
  put('square.md5mesh', square());
  put('rise.md5anim', rise);
});
after(() => rmSync(folder, { recursive: true }));

describe('a chain of 4,096 joints', () => {
  before(() => put('chain.md5mesh', chain(4096)));

  test('is shown as a tree', () => {
    const { status, stdout, stderr } = run(['inspect', 'chain.md5mesh']);
    assert.equal(status, 0, stderr);
    const [, tree] = /\nHierarchy\n([^]*?)\n\n/.exec(stdout);
    const lines = tree.split('\n').filter((line) => line.endsWith('  joint'));
    assert.equal(lines.length, 4096);
    // Deeper than 64 levels a line says how deep.
    assert.match(lines[62], /^ *j62 /);
    assert.match(lines[4095], /^ {128}\(\d+\) j4095 /);
  });

  test('is nested in JSON as deep', () => {
    const { value } = vitrineJson(['inspect', 'chain.md5mesh', '--json'], { cwd: folder });
    let depth = 0;
    for (let nodes = value.info.hierarchy; nodes.length > 0; nodes = nodes[0].children) {
      assert.equal(nodes[0].name, `j${depth}`);
      depth += 1;
    }
    assert.equal(depth, 4096);
    assert.deepEqual(value.info.statistics.joints, 4096);
  });
});

test('one of a thing is told in the singular', () => {
  put('faulty.md5mesh', square().replace('( 0 0 ) 0 1', '( 0 0 ) 9 1'));
  put('warned.md5mesh', square().replace(/numJoints \d+/, 'numJoints 1'));
  const last = (args) => run(args).stdout.trimEnd().split('\n').at(-1);
  for (const file of ['faulty.md5mesh', 'warned.md5mesh', 'square.md5mesh']) {
    const { value } = vitrineJson(['inspect', file, '--json'], { cwd: folder });
    const { numErrors, numWarnings } = value.issues;
    const said = `${numErrors} error${numErrors === 1 ? '' : 's'}, ${numWarnings} warning${numWarnings === 1 ? '' : 's'}`;
    assert.equal(last(['inspect', file]), said);
    assert.equal(last(['check', file]), `1 file: ${said}`);
  }
  const { stderr } = run(['pose', 'square.md5mesh', 'rise.md5anim', '--action', '0', '--frame', '9']);
  assert.match(stderr, /has 3 frames, 0 to 2/);
});

describe('1,001 actions of 10,000 nodes', () => {
  test('have their health checked as far as steps go, and the rest is counted', () => {
    const numbers = [0, 0, 0, 1, 0, 0, 0, 1, 0, /* times */ 0, 1, /* places */ 0, 0, 0, 1, 0, 0];
    const view = (first, count) => ({ buffer: 0, byteOffset: 4 * first, byteLength: 4 * count });
    const list = (bufferView, count, type) => ({ bufferView, count, type, componentType: 5126 });
    const channels = [{ sampler: 0, target: { node: 0, path: 'translation' } }];
    put(
      'many.gltf',
      JSON.stringify({
        asset: { version: '2.0' },
        buffers: [
          {
            byteLength: 4 * numbers.length,
            uri: `data:application/octet-stream;base64,${Buffer.from(new Float32Array(numbers).buffer).toString('base64')}`,
          },
        ],
        bufferViews: [view(0, 9), view(9, 2), view(11, 6)],
        accessors: [list(0, 3, 'VEC3'), list(1, 2, 'SCALAR'), list(2, 2, 'VEC3')],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        nodes: [{ mesh: 0 }, ...Array(9999).fill({})],
        animations: Array(1001).fill({ channels, samplers: [{ input: 1, output: 2 }] }),
      }),
    );
    const { value, stderr } = vitrineJson(['inspect', 'many.gltf', '--json'], { cwd: folder });
    assert.equal(stderr, 'The health of 1 action is not checked: there are too many for 10000 nodes.\n');
    const health = value.info.actions.map((action) => action.health);
    assert.equal(health.length, 1001);
    assert.equal(health[999].seam.distance, 1);
    assert.equal(health[1000], undefined);
  });
});

describe('what concerns no file', () => {
  test('is said without one', () => {
    const { status, stderr } = run(['render', 'square.md5mesh', '--view', 'camera', '-o', 'view.png']);
    assert.equal(status, 2);
    assert.match(stderr, /^error CAMERA_UNKNOWN: there is no camera\n/);
  });
});

describe('values below zero', () => {
  const pose = ['pose', 'square.md5mesh', 'rise.md5anim', '--action', 'rise'];

  test('may follow their option', () => {
    const { value } = vitrineJson([...pose, '--time', '-1'], { cwd: folder });
    assert.equal(value.time, -1);
    const { status, stderr } = run(['render', 'square.md5mesh', '--view', '-30,10', '-o', 'view.png']);
    assert.equal(status, 0, stderr);
    const world = vitrine(['world', 'tests/data/world/valid/world.world.json', '--camera', '-1,0.5,0'], { cwd: root });
    assert.match(world.stdout, /^camera +at -1 0\.5 0,/m);
  });

  test('are judged as values', () => {
    const { status, stderr } = run(['check', 'square.md5mesh', '--max-warnings', '-1']);
    assert.equal(status, 2);
    assert.match(stderr, /--max-warnings must be a whole number from 0, not '-1'/);
  });

  test('are operands after --, and no value of a flag', () => {
    assert.match(run(['check', '--', '--max-warnings', '-1']).stderr, /no such file: '--max-warnings'/);
    assert.match(run(['check', 'square.md5mesh', '--json', '-1']).stderr, /Unknown option '-1'/);
  });

  test('that only look like it get the hint', () => {
    const { status, stderr } = run([...pose, '--action', '-x']);
    assert.equal(status, 2);
    assert.match(stderr, /^vitrine: [^\n]*use '--action=-XYZ' \(see vitrine pose --help\)\n$/);
  });
});

describe('wrong use in one line', () => {
  const files = ['square.md5mesh', 'rise.md5anim'],
    heron = ['heron.md5mesh', 'walk.md5anim'].map((name) => join(root, 'public/samples/heron', name));
  for (const [what, args, said] of [
    ['help for an unknown command', ['help', 'nope'], /unknown command 'nope'; the commands are inspect/],
    ['a range of characters backwards', ['check', '[z-a].md5mesh'], /'\[z-a\]\.md5mesh' is not a pattern/],
    ['more samples than there may be', ['curves', ...files, '--json', '--sample', '1000000000'], /at most 100000/],
    ['more samples than 32 bits', ['curves', ...files, '--json', '--sample', '4294967297'], /at most 100000/],
    [
      'more points than there may be',
      ['curves', ...heron, '--json', '--sample', '100000'],
      /266 curves are more than 2000000; 7518 fit/,
    ],
    ['a rotation without a length', ['pose', ...files, '--rotations', '{"root":[0,0,0,0]}'], /ROTATION|rotation/],
    ['no frames at all', ['convert', ...files, '-o', 'y.md5mesh', '--fps', '0'], /--fps must be at least 1/],
    ['standard output without a format', ['convert', ...files, '-o', '-'], /^vitrine: name the format: --to glb\|/],
    [
      'more frames than an animation may have',
      ['render', ...files, '-o', 'y.png', '--animate', 'action', '--fps', '1000000000'],
      /^vitrine: --fps is a whole number from 1 to 50$/m,
    ],
    [
      'an animation that ends before it begins',
      ['render', ...files, '-o', 'y.png', '--animate', 'turntable', '--seconds', '-1'],
      /^vitrine: --seconds is more than 0/,
    ],
    [
      'an engine for another format',
      ['convert', ...files, '-o', 'y.glb', '--for', 'doom3'],
      /--for a GLB is one of three, .* not 'doom3'/,
    ],
    [
      'more of a song than there may be',
      ['render', join(root, 'public/samples/dusk/dusk.v2m'), '-o', 'y.wav', '--from', '3600', '--seconds', '3600'],
      /--from and --seconds are together at most 6086 seconds/,
    ],
    [
      'more comparisons than there may be',
      ['compare', files.join(), files.join(), '--action', '0', '--samples', '5000000000'],
      /--samples is at most 100000/,
    ],
  ])
    test(what, () => {
      const { status, stdout, stderr } = run(args);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, /^vitrine: [^\n]*\n$/);
      assert.match(stderr, said);
    });

  test('help for a command is that of the command', () =>
    assert.match(run(['help', 'check']).stdout, /^vitrine check FILE/));
});

test('a full disk is a failure', { skip: existsSync('/dev/full') ? false : 'there is no /dev/full' }, () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [cliPath, 'inspect', 'square.md5mesh', '--json'], {
    cwd: folder,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  assert.match(stderr, /^vitrine: ENOSPC[^\n]*\n$/);
});
