// `npm run guard`: a tree equals its own record, and one changed byte of an input or an answer is noticed and shown.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { compareRecords, firstDifference, readRecord, writeRecord } from '../guard/record.mjs';
import { rise, square } from './support/inputs.mjs';
import { root } from './support/vitrine.mjs';

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-guard-'));
  mkdirSync(join(folder, 'set'));
  writeFileSync(join(folder, 'set/square.md5mesh'), square());
  writeFileSync(join(folder, 'set/rise.md5anim'), rise);
});
after(() => rmSync(folder, { recursive: true }));

const guard = (...args) => {
  const script = join(root, 'tests/guard/guard.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('the guard', () => {
  test('finds a tree equal to its own record, and one changed digit of a file in all that follows from it', () => {
    const record = join(folder, 'record'),
      set = join(folder, 'set');
    const written = guard('--write', record, set);
    assert.equal(written.status, 0, written.stderr);
    for (const word of ['report', 'posed', 'converted', 'places', 'picture', 'curves', 'vitrine-core.wasm'])
      assert.match(written.stdout, new RegExp(`^${word}`, 'm'));
    // The mesh, the animation, and both together.
    assert.match(written.stdout, /asked about: 3 documents/);

    const same = guard('--against', record, set);
    assert.equal(same.status, 0, same.stdout + same.stderr);
    assert.match(same.stdout, /0 changed, 0 gone, 0 new/);

    writeFileSync(join(set, 'square.md5mesh'), square({ weight: 'weight 3 1 1 ( -1 1 7 )' }));
    const other = guard('--against', record, set);
    assert.equal(other.status, 1);
    assert.match(other.stdout, /^changed: set\/square\.md5mesh # posed bind/m);
    assert.match(other.stdout, /^changed: set\/square\.md5mesh # report\n {2}- \d+: .*\n {2}\+ \d+: +8,?$/m);
    assert.doesNotMatch(other.stdout, /^changed: set\/rise\.md5anim/m);

    const shown = guard('--show', 'set/square.md5mesh # report', set);
    assert.equal(JSON.parse(shown.stdout).info.meshes[0].vertices, 4, shown.stderr);
  });

  test('reads every entry of a record back, and tells gone and new ones', () => {
    const path = join(folder, 'written');
    const entry = (name, digit) => ({ name, digest: digit.repeat(24), size: 3 });
    writeRecord(path, [entry('a # x', '1'), entry('b # y z', '2')], 'two');
    assert.match(readFileSync(path, 'utf8'), /^# two\n1{24} 3 - a # x\n2{24} 3 - b # y z\n$/);
    const before = readRecord(path);
    const after = new Map([entry('b # y z', '3'), entry('c', '1')].map((one) => [one.name, one]));
    assert.deepEqual(compareRecords(before, after), { changed: ['b # y z'], gone: ['a # x'], arose: ['c'] });
  });

  test('shows the first place where answers differ', () => {
    assert.equal(firstDifference(Buffer.from('a\nb\nc'), Buffer.from('a\nB\nc')), '  - 2: b\n  + 2: B');
    assert.equal(firstDifference(Buffer.from('a'), Buffer.from('a\nb')), '  - 2: \n  + 2: b');
    const bytes = (last) => Buffer.from([0, 1, last]);
    assert.equal(firstDifference(bytes(2), bytes(3)), '  byte 2 of 3: 02\n  byte 2 of 3: 03');
    assert.equal(firstDifference(undefined, bytes(3)), '');
  });
});
