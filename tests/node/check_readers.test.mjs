// `vitrine check --for` of glTF for readers, as a command: one and several, in every format of a report, beside engines.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { madeCases } from './support/reader_cases.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const heron = join(root, 'public/samples/heron/heron.md5mesh');
let folder, file, packed;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-readers-'));
  file = join(folder, 'renamed.glb');
  writeFileSync(file, madeCases().find(({ name }) => name === 'renamed').bytes);
  packed = join(folder, 'packed.glb');
});
after(() => rmSync(folder, { recursive: true }));

const rowsOf = (path, names) => {
  const { status, value } = vitrineJson(['check', path, '--for', names, '--json']);
  return { status, rows: value.engines };
};

test('one reader lists what it takes differently, with its source', () => {
  const { status, stdout } = vitrine(['check', file, '--for', 'three']);
  assert.equal(status, 0);
  assert.match(stdout, /three\.js 0\.187\.0: loads, looks different\n/);
  assert.match(stdout, /wrong names\.renamed: two nodes are called 'wing_1'/);
  assert.match(stdout, /GLTFLoader\.js:\d+ \(measured\)/);
});

test('all readers are asked about a glTF, and all engines about other models', () => {
  const { status, rows } = rowsOf(file, 'all');
  assert.equal(status, 0);
  assert.deepEqual(rows.slice(0, 2).map(({ engine, verdict }) => [engine, verdict]), [
    ['three', 'differs'],
    ['babylon', 'ok'],
  ]); // prettier-ignore
  assert.ok(rows.every(({ model, verdict }) => model === file && verdict !== 'no_reader'));
  assert.ok(!rowsOf(heron, 'all').rows.some(({ engine }) => engine === 'babylon'));
});

test('a name that stands for an engine and a reader is taken by the file', () => {
  assert.equal(rowsOf(file, 'raylib').rows[0].verdict, 'differs');
  for (const [path, name] of [
    [file, 'vkquake'],
    [heron, 'three'],
  ]) {
    const { status, rows } = rowsOf(path, name);
    assert.deepEqual([status, rows[0].engine, rows[0].verdict], [1, name, 'no_reader']);
  }
  const { status, stderr } = vitrine(['check', file, '--for', 'nobody']);
  assert.equal(status, 2);
  assert.match(stderr, /--for is all or one of .*vkquake.*three.*not 'nobody'/);
});

test('SARIF and JUnit have the rule with its reader', () => {
  const { runs } = vitrineJson(['check', file, '--for', 'three', '--format', 'sarif']).value;
  assert.deepEqual(runs[0].results.map(({ ruleId, level }) => [ruleId, level]), [['three:names.renamed', 'warning']]); // prettier-ignore
  assert.match(vitrine(['check', file, '--for', 'three', '--format', 'junit']).stdout, /classname="vitrine\.gltf"/);
});

test('a packed file says who refuses it, and the check says the same', () => {
  const { stderr } = vitrine(['pack', heron, '-o', packed, '--lossless']);
  assert.match(stderr, /refused by .*Blender 3\.4\.1/);
  const { status, rows } = rowsOf(packed, 'all');
  assert.equal(status, 1);
  const refused = rows.filter(({ verdict }) => verdict === 'refuse').map(({ name }) => name);
  for (const name of refused) assert.ok(stderr.includes(name), name);
  assert.equal(rowsOf(packed, 'three,babylon').status, 0);
});
