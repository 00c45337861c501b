// `vitrine check --for` of IQM: files that convert writes for an engine load there; the sample, changed in one number, breaks
// the rule that is about it, in the engines whose sources have that rule.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { iqmEngines } from './support/iqm.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const sample = join(root, 'public/samples/jellyfish/jellyfish.iqm');
let folder, core;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-iqm-check-'));
  core = await createVitrine();
});
after(() => rmSync(folder, { recursive: true }));

const rowsOf = (path, engines) => {
  const { status, value } = vitrineJson(['check', path, '--for', engines, '--json']);
  return { status, rows: Object.fromEntries(value.engines.map((row) => [row.engine, row])) };
};
/** The sample as it is written for GZDoom, with scales: every array, boxes, a tangent. */
function written(engine) {
  const document = core.load([{ name: 'jellyfish.iqm', bytes: readFileSync(sample) }]),
    { bytes } = document.convert('iqm', { engine });
  document.dispose();
  return Buffer.from(bytes);
}
const put = (name, bytes) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

describe('a model that is written for an engine', () => {
  for (const engine of iqmEngines)
    test(`loads there: ${engine}`, () => {
      const { status, rows } = rowsOf(put(`${engine}.iqm`, written(engine)), engine);
      assert.deepEqual([status, rows[engine].verdict], [0, 'ok'], JSON.stringify(rows[engine].rules));
    });

  test('loads everywhere, written in the portable form', () => {
    const { rows } = rowsOf(put('portable.iqm', written('portable')), 'all');
    const read = Object.values(rows).filter(({ verdict }) => verdict !== 'no_reader');
    assert.equal(read.length, 19);
    assert.deepEqual(
      read.filter(({ verdict }) => verdict !== 'ok').map(({ engine, verdict, rules }) => [engine, verdict, rules]),
      [],
    );
  });
});

// Header: 16 version, 20 size of the file, 52 offset of vertex arrays, 60 that of triangles, 76 number of poses, 104 offset of
// boxes; a vertex array has 20 bytes, its format the third number.
for (const [what, change, expected] of [
  [
    'version 3',
    (b) => b.writeUInt32LE(3, 16),
    { raylib: ['refuse', 'file.version', 3, '2', 16], darkplaces: ['engine_stops', 'file.version', 3, '1, 2', 16] },
  ],
  [
    'another size in the header',
    (b) => b.writeUInt32LE(b.length + 4, 20),
    { fteqw: ['refuse', 'file.size'], ioquake3: ['refuse', 'file.size'], raylib: ['ok'], gzdoom: ['ok'] },
  ],
  [
    'positions of whole numbers',
    (b) => b.writeUInt32LE(4, b.readUInt32LE(52) + 8),
    {
      daemon: ['refuse', 'position.form'],
      gzdoom: ['engine_stops', 'position.form'],
      raylib: ['differs', 'position.form'],
      fteqw: ['ok'],
    },
  ],
  [
    'a corner past the vertices',
    (b) => b.writeUInt32LE(1e6, b.readUInt32LE(60)),
    { quake3e: ['refuse', 'index.past', 1e6], darkplaces: ['differs', 'index.past', 1e6] },
  ],
  [
    'a pose too few',
    (b) => b.writeUInt32LE(b.readUInt32LE(76) - 1, 76),
    { fteqw: ['refuse', 'poses.count'], gzdoom: ['differs', 'poses.shifted'] },
  ],
  ['no boxes', (b) => b.writeUInt32LE(0, 104), { warfork: ['refuse', 'bounds.missing'], ioquake3: ['ok'] }],
])
  test(`a file with ${what}`, () => {
    const bytes = written('portable');
    change(bytes);
    const { rows } = rowsOf(put('changed.iqm', bytes), Object.keys(expected).join());
    for (const [engine, wanted] of Object.entries(expected)) {
      const { verdict, rules } = rows[engine];
      const { rule, found, limit, offset } = rules.find((one) => one.verdict === verdict) ?? {};
      assert.deepEqual([verdict, ...[rule, found, limit, offset].slice(0, wanted.length - 1)], wanted, engine);
    }
  });

test('what is no IQM breaks one rule, with its place', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('INTERQUAKEMODEL\0'), Buffer.alloc(200)]) {
    const { rows } = rowsOf(put('none.iqm', bytes), 'raylib,darkplaces,daemon');
    for (const { verdict, rules } of Object.values(rows)) {
      assert.ok(['refuse', 'engine_stops'].includes(verdict), verdict);
      assert.equal(rules.length, 1);
      assert.equal(typeof rules[0].offset, 'number');
    }
  }
});

test('the scale of joints is told by how far vertices are off, and how actions are asked for', () => {
  const { darkplaces, gzdoom } = rowsOf(sample, 'darkplaces,gzdoom').rows;
  const scale = darkplaces.rules.find(({ rule }) => rule === 'pose.scale');
  assert.equal(darkplaces.verdict, 'differs');
  assert.ok(scale.found > 1 && scale.found < 10, String(scale.found));
  assert.deepEqual([gzdoom.verdict, gzdoom.rules.find(({ rule }) => rule === 'actions.asked').found], ['ok', 'swim']);
});

test('SARIF and JUnit have the same', () => {
  const sarif = JSON.parse(vitrine(['check', sample, '--for', 'warfork', '--format', 'sarif']).stdout);
  assert.ok(sarif.runs[0].results.some(({ ruleId }) => ruleId === 'warfork:bounds.missing'));
  const { status, stdout } = vitrine(['check', sample, '--for', 'warfork', '--format', 'junit']);
  assert.equal(status, 1);
  assert.match(stdout, /failures="1"/);
});
