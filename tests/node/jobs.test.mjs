// --jobs: a batch in several threads prints and writes what one thread does.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';

import { rise, square, zip } from './support/inputs.mjs';
import { vitrine } from './support/vitrine.mjs';

let folder;
const put = (name, data) => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
};
const run = (args) => vitrine(args, { cwd: folder });
/** All files below, with their bytes. */
const written = (name) =>
  Object.fromEntries(
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
      .sort()
      .map((path) => [path, readFileSync(join(folder, name, path), 'base64')]),
  );

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-jobs-'));
  for (let i = 0; i < 6; ++i) {
    put(`tree/model${i}/square.md5mesh`, square());
    put(`tree/model${i}/rise.md5anim`, rise);
  }
  put('tree/many/a.md5mesh', square());
  put('tree/many/b.md5mesh', square({ weight: 'weight 3 7 1 ( -1 1 0 )' }));
  put('tree/many/c.md5mesh', square({ weight: 'weight 3 1 1.0E+0 ( -1 1 0 )' }));
  put('tree/pack.zip', zip({ 'deep/square.md5mesh': square(), 'deep/rise.md5anim': rise }));
});
after(() => rmSync(folder, { recursive: true }));

const commands = {
  check: ['check', '--json'],
  'check, pretty': ['check'],
  inspect: ['inspect', '--format', 'csv'],
  'inspect, pretty': ['inspect'],
  curves: ['curves', '--json'],
  'curves, pretty': ['curves'],
  pose: ['pose', '--vertices'],
  render: ['render', '--size', '64x48', '-o', 'OUT'],
  'render, JSON': ['render', '--size', '64x48', '-o', 'OUT', '--json'],
  convert: ['convert', '--to', 'glb', '-o', 'OUT', '--report', 'OUT/r.json'],
};
for (const [title, args] of Object.entries(commands))
  test(`${title}: the number of threads changes nothing`, () => {
    const [one, three] = [1, 3].map((jobs) => {
      const own = args.map((arg) => arg.replace('OUT', 'out'));
      const result = run([own[0], 'tree', '--batch', '--jobs', String(jobs), ...own.slice(1)]);
      const files = own.includes('out') ? written('out') : {};
      if (own.includes('out')) rmSync(join(folder, 'out'), { recursive: true });
      return { ...result, files };
    });
    assert.equal(one.status, 1, one.stderr);
    assert.match(one.stderr, /10 documents: \d fine, 1 with warnings, 1 failed\n$/);
    assert.deepEqual(three, one);
  });

test('one for each processor, and more threads than documents', () => {
  const one = run(['check', 'tree', '--batch', '--json']);
  for (const jobs of ['0', '64']) assert.deepEqual(run(['check', 'tree', '--batch', '--json', '--jobs', jobs]), one);
});

test('what is wrong with all documents ends the run as with one thread', () => {
  const wrong = ['pose', 'tree', '--batch', '--jobs', '2', '--action', 'nowhere'];
  assert.deepEqual(run(wrong), run(wrong.map((arg) => (arg === '2' ? '1' : arg))));
});

test('a pipe is read by one thread: --jobs is refused', () => {
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  const wrong = run(['check', 'pipe', '--batch', '--jobs', '2']);
  rmSync(join(folder, 'pipe'));
  assert.deepEqual([wrong.status, wrong.stderr], [2, 'vitrine: a pipe has one reader: leave --jobs out\n']);
});

test('a folder that cannot be looked into is told of once', () => {
  // Deeper than any path that a system takes.
  const deep = `cd far && for i in $(seq 25); do mkdir ${'d'.repeat(200)} && cd ${'d'.repeat(200)}; done`;
  put('far/a/a.md5mesh', square());
  put('far/b/b.md5mesh', square());
  spawnSync('sh', ['-c', deep], { cwd: folder });
  const { stderr } = run(['check', 'far', '--batch', '--jobs', '2']);
  spawnSync('rm', ['-r', 'far'], { cwd: folder });
  assert.equal(stderr.match(/passed over/g)?.length, 1, stderr);
});

test('--jobs is a whole number, goes with --batch, and leaves standard input alone', () => {
  const said = (args) => {
    const { status, stdout, stderr } = run(args);
    assert.deepEqual([status, stdout], [2, '']);
    return stderr;
  };
  assert.equal(said(['check', 'tree', '--jobs', '2']), 'vitrine: --jobs needs --batch (see vitrine check --help)\n');
  assert.equal(
    said(['check', 'tree', '--batch', '--jobs', 'all']),
    "vitrine: --jobs must be a whole number from 0, not 'all'\n",
  );
  assert.equal(said(['check', 'tree', '--batch', '--jobs', '65']), 'vitrine: --jobs is at most 64, not 65\n');
  assert.equal(
    said(['check', '-', '--batch', '--jobs', '2']),
    'vitrine: standard input has one reader: leave --jobs out\n',
  );
});
