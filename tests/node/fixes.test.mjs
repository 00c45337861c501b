// Faults put right: what changes, that nothing else does, and that the file is sound afterwards.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { vitrine as command } from './support/vitrine.mjs';

const shared = process.env.VITRINE_SHARED ?? '../shared';
const broken = 'public/samples/broken/broken.md5mesh';

let vitrine, out;
before(async () => {
  vitrine = await createVitrine();
  out = mkdtempSync(join(tmpdir(), 'vitrine-fixes-'));
});
after(() => rmSync(out, { recursive: true }));

const load = (name, bytes) => vitrine.load([{ name, bytes: new Uint8Array(bytes) }], {});
const codes = (doc) => [...new Set(doc.report.issues.messages.map(({ code }) => code))].sort();
const fixed = (text, ...wanted) => {
  const doc = load('a.md5mesh', Buffer.from(text, 'latin1')),
    patch = doc.patch('a.md5mesh', wanted);
  doc.dispose();
  return { ...patch, text: Buffer.from(patch.bytes).toString('latin1') };
};

test('weights that do not sum to 1 are divided by their sum', () => {
  const text = readFileSync(broken, 'latin1');
  const { text: now, report } = fixed(text, 'MD5_WEIGHT_SUM');
  // 0.75 and 0.5 sum to 1.25: 0.6 and 0.4. Every other line stays as it is.
  const differing = now.split('\n').flatMap((line, i) => (line === text.split('\n')[i] ? [] : [line.trim()]));
  assert.deepEqual(differing, ['weight 4 1 0.6 ( 0 0 0 )', 'weight 5 0 0.4 ( 0 0 24 )']);
  assert.deepEqual(report.check, { opens: true, gone: ['MD5_WEIGHT_SUM'], left: [], arose: [] });
  assert.deepEqual(
    report.diff.flatMap(({ rows }) => rows.filter(([sign]) => sign !== ' ')),
    [
      ['-', '\tweight 4 1 0.75 ( 0 0 0 )'],
      ['+', '\tweight 4 1 0.6 ( 0 0 0 )'],
      ['-', '\tweight 5 0 0.5 ( 0 0 24 )'],
      ['+', '\tweight 5 0 0.4 ( 0 0 24 )'],
    ],
  );
});

test('lines are sorted by their numbers, counts corrected, several at once', () => {
  const doc = load('broken.md5mesh', readFileSync(broken));
  const all = doc.fixes.map(({ code }) => code);
  assert.deepEqual([...all].sort(), ['MD5_INDEX_ORDER', 'MD5_NUMBER_FORM', 'MD5_NUM_MESHES', 'MD5_WEIGHT_SUM']);
  const { report, bytes } = doc.patch('broken.md5mesh', all);
  assert.deepEqual([...report.check.gone].sort(), [...all].sort());
  assert.deepEqual([report.check.left, report.check.arose], [[], []]);
  const text = Buffer.from(bytes).toString('latin1');
  assert.deepEqual(
    [...text.matchAll(/\bvert (\d+)/g)].map(([, n]) => Number(n)),
    [0, 1, 2, 3, 4],
  );
  assert.match(text, /numMeshes 1\n/);
  assert.match(text, /weight 2 0 1.0e\+0/);
  assert.match(text, /weight 3 0 1 \( -16 16 0 \)/);
  const again = load('broken.md5mesh', bytes);
  assert.deepEqual(codes(again), ['MD5_GAME_REFUSES', 'MD5_UNKNOWN_KEY']);
  assert.deepEqual(again.fixes, []);
  again.dispose();
  doc.dispose();
});

test('a file that does not open is put right as well', () => {
  const text = readFileSync(broken, 'latin1').replace('numweights 6', 'numweights 9');
  const doc = load('a.md5mesh', Buffer.from(text, 'latin1'));
  assert.equal(doc.shown, false);
  // The reader stops where it expects another weight.
  const { code } = doc.fixes.find(({ title }) => title === 'Correct counts');
  const { report, bytes } = doc.patch('a.md5mesh', [code]);
  assert.ok(report.check.opens);
  assert.match(Buffer.from(bytes).toString('latin1'), /numweights 6\n/);
  doc.dispose();
});

test('orientations longer than 1 are shortened', () => {
  const text = readFileSync('public/samples/column/column.md5mesh', 'latin1'),
    line = /^(\s*"\w+"\s+-?\d+ \([^)]*\) )\( [^)]*\)/m;
  const { text: now, report } = fixed(text.replace(line, '$1( 0.8 0 0.8 )'), 'MD5_QUATERNION_LENGTH');
  const [x, y, z] = /\(([^)]*)\)$/.exec(line.exec(now)[0])[1].trim().split(/\s+/).map(Number);
  assert.ok(Math.abs(x - Math.SQRT1_2) < 1e-9 && y === 0 && Math.abs(z - Math.SQRT1_2) < 1e-9);
  assert.deepEqual(report.check.gone, ['MD5_QUATERNION_LENGTH']);
});

test('orientations of frames longer than 1 are told with their place, and shortened', () => {
  const text = readFileSync('public/samples/column/bend.md5anim', 'latin1'),
    lines = text.split('\n');
  // Frames of this file have the orientation of the second joint, and nothing else.
  const row = lines.indexOf('frame 2 {') + 1;
  assert.equal(lines[row].trim().split(/\s+/).length, 3);
  const told = (now) => {
    const doc = load('bend.md5anim', Buffer.from(now, 'latin1'));
    const { messages } = doc.report.issues;
    doc.dispose();
    return messages.filter(({ code }) => code === 'MD5_QUATERNION_LENGTH');
  };
  assert.deepEqual(told(text), []);
  const broken = lines.with(row, '\t0.8 0 -0.8').join('\n');
  const [message, ...more] = told(broken);
  assert.deepEqual(more, []);
  assert.equal(message.message, "1 orientation of frames longer than 1; the first is that of 'upper' in frame 2");
  assert.deepEqual([message.severity, message.path, message.line, message.column], [2, 'frames[2]', row + 1, 2]);
  assert.match(
    told(
      lines
        .with(row, '\t0.8 0 -0.8')
        .with(row + 4, '\t1 1 1')
        .join('\n'),
    )[0].message,
    /^2 orientations/,
  );
  const doc = load('bend.md5anim', Buffer.from(broken, 'latin1')),
    { report, bytes } = doc.patch('bend.md5anim', ['MD5_QUATERNION_LENGTH']);
  doc.dispose();
  assert.deepEqual(report.check.gone, ['MD5_QUATERNION_LENGTH']);
  const now = Buffer.from(bytes).toString('latin1').split('\n');
  assert.match(now[row], /^\t0\.70710678\d+ 0 -0\.70710678\d+$/);
  assert.deepEqual(now.with(row, lines[row]), lines);
  // The command says it as well, and exits as for any note.
  const path = join(out, 'bend.md5anim');
  writeFileSync(path, broken);
  const { status, stdout } = command(['check', path, '--json']);
  assert.equal(status, 0);
  assert.ok(stdout.includes("1 orientation of frames longer than 1; the first is that of 'upper' in frame 2"));
});

test('binary files: fields before and after, and no other byte', (t) => {
  const folder = join(shared, 'corpus', 'qmsh');
  if (!existsSync(folder)) return t.skip('corpus/qmsh is absent');
  let seen = 0;
  for (const name of readdirSync(folder, { recursive: true }).filter((one) => one.endsWith('.qmsh'))) {
    const bytes = readFileSync(join(folder, name)),
      doc = load(basename(name), bytes);
    for (const { code, file } of doc.fixes) {
      const { report, bytes: now } = doc.patch(file, [code]);
      assert.deepEqual(report.check, { opens: true, gone: [code], left: [], arose: [] }, `${name} ${code}`);
      const changed = new Set();
      for (const { offset, size, newSize, field, hexBefore } of report.diff) {
        assert.equal(size, newSize);
        assert.ok(field, `${name} ${code} at ${offset}`);
        assert.equal(
          hexBefore,
          Buffer.from(bytes.subarray(offset, offset + size))
            .toString('hex')
            .replace(/..(?!$)/g, '$& '),
        );
        for (let i = offset; i < offset + size; ++i) changed.add(i);
      }
      for (let i = 0; i < bytes.length; ++i) if (!changed.has(i)) assert.equal(now[i], bytes[i]);
      ++seen;
    }
    doc.dispose();
  }
  assert.ok(seen > 40, String(seen));
});

test('whatever opens is sound after each fix', () => {
  const folders = ['tests/data/md5', 'tests/data/pivot', 'tests/data/kri'];
  const seen = new Map();
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true })) {
      const path = join(folder, name);
      if (!statSync(path).isFile() || statSync(path).size > 1e6) continue;
      const doc = load(basename(path), readFileSync(path));
      for (const { code, file } of doc.fixes) {
        const patch = doc.patch(file, [code]);
        // What does not open may need more than one fix, and is no patch before.
        if (!doc.shown) continue;
        const { check } = patch.report;
        assert.deepEqual(check, { opens: true, gone: [code], left: [], arose: [] }, `${path} ${code}`);
        seen.set(code, (seen.get(code) ?? 0) + 1);
      }
      doc.dispose();
    }
  }
  for (const code of [
    'MD5_CR_ONLY',
    'MD5_NOT_CLOSED',
    'MD5_FRAME_ORDER',
    'MD5_FRAME_RATE',
    'MD5_ANIM_FLAGS',
    'MD5_OCTAL',
    'PIVOT_NORMALS',
    'PIVOT_FLAGS',
    'PIVOT_ZERO_ROTATION',
  ])
    assert.ok(seen.has(code), code);
});

test('the command writes the patched file and judges it', () => {
  const path = join(out, 'fixed.md5mesh');
  const { status, stderr, stdout } = command(['check', broken, '--fix', '-o', path]);
  assert.equal(status, 0, stderr);
  assert.match(stderr, /fixed\.md5mesh: 7 changes; gone: /);
  assert.match(stdout, /MD5_UNKNOWN_KEY/);
  assert.doesNotMatch(stdout, /MD5_WEIGHT_SUM/);
  const text = readFileSync(path, 'latin1');
  assert.match(text, /weight 4 1 0\.6 /);
  const one = join(out, 'one.md5mesh');
  assert.equal(command(['check', broken, '--fix', '--only', 'MD5_NUM_MESHES', '-o', one]).status, 0);
  assert.equal(readFileSync(one, 'latin1'), readFileSync(broken, 'latin1').replace('numMeshes 2', 'numMeshes 1'));
  assert.equal(command(['check', broken, '--fix']).status, 2);
  assert.equal(command(['check', broken, '-o', one]).status, 2);
});
