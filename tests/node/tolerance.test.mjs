// Files whose picture or sound is whole although another part is at fault: they open, with a warning at the place.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { data, shared, vitrine as run, without } from './support/vitrine.mjs';

let vitrine, folder;
before(async () => {
  vitrine = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-tolerance-'));
});
after(() => rmSync(folder, { recursive: true }));

const reportOf = (...files) => {
  const document = vitrine.load(files);
  const { report, shown } = document;
  document.dispose();
  return { ...report, shown };
};
const placed = ({ issues }) => issues.messages.map(({ code, severity, offset }) => [code, severity, offset]);

describe('what follows the patches of a song', () => {
  const old = readFileSync(data('v2m/valid/oldest.v2m'));
  const words = (...numbers) => Buffer.from(Uint32Array.from(numbers).buffer);
  const cases = [
    ['a tail', Buffer.concat([words(0), Buffer.from('note\0')]), ['V2M_TRAILING', 4]],
    [
      'a speech block longer than the file',
      Buffer.concat([words(5000, 1, 8), Buffer.from('!lEY \0')]),
      ['V2M_SPEECH', 0],
    ],
    ['a text without an end', Buffer.concat([words(13, 1, 8), Buffer.from('!lEY ')]), ['V2M_SPEECH', 8]],
  ];
  for (const [what, tail, [code, at]] of cases)
    test(`${what} is a warning, and the song sounds as without it`, () => {
      // From where the song's own last section ends.
      const whole = vitrine.sound({ name: 'old.v2m', bytes: old }).table;
      const end = whole.sections.filter((each) => each.what !== 'padding').at(-1);
      const bytes = Buffer.concat([old.subarray(0, end.at + end.bytes), tail]),
        place = end.at + end.bytes + at;
      const file = { name: 'x.v2m', bytes };
      assert.deepEqual(placed(reportOf(file)), [[code, 1, place]]);
      const { table } = vitrine.sound(file);
      assert.deepEqual(table.warnings, [{ code, at: place }]);
      assert.equal(table.noteOns, whole.noteOns);
      let covered = 0;
      for (const section of table.sections) {
        assert.equal(section.at, covered);
        covered += section.bytes;
      }
      assert.equal(covered, bytes.length);
      const [song, plain] = [file, { name: 'old.v2m', bytes: old }].map((each) => vitrine.song(each));
      assert.deepEqual(song.render(0, 0.2), plain.render(0, 0.2));
      song.dispose();
      plain.dispose();
      const path = join(folder, 'x.v2m');
      writeFileSync(path, bytes);
      const { status, stdout } = run(['check', path]);
      assert.equal(status, 0, stdout);
      assert.match(stdout, new RegExp(`@0x${place.toString(16)}: warning ${code}`));
    });

  test('public songs with such ends play', { skip: without }, () => {
    for (const [name, codes] of [
      ['tail', ['V2M_TRAILING']],
      ['speech_noend', ['V2M_SPEECH']],
      ['speech_good', []],
    ]) {
      const bytes = readFileSync(join(shared, `corpus/sets/v2m_tail/${name}.v2m`));
      assert.deepEqual(
        reportOf({ name: `${name}.v2m`, bytes }).issues.messages.map(({ code }) => code),
        codes,
        name,
      );
      const song = vitrine.song({ name, bytes });
      assert.ok(
        song.render(1, 1.1).some((value) => value !== 0),
        name,
      );
      song.dispose();
    }
  });
});

test('an IQM whose boxes are cut off is shown', { skip: without }, () => {
  const read = (name) => readFileSync(join(shared, `corpus/sets/iqm_size/${name}.iqm`));
  const cut = reportOf({ name: 'a.iqm', bytes: read('bounds_cut') }),
    full = reportOf({ name: 'a.iqm', bytes: read('bounds_full') });
  assert.deepEqual(placed(cut), [['IQM_OPTIONAL', 1, 0x68]]);
  assert.deepEqual(cut.info.statistics, full.info.statistics);
  assert.deepEqual(cut.info.bounds, full.info.bounds);
});

describe('a glTF', () => {
  const points = new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 0]);
  const uri = `data:application/octet-stream;base64,${Buffer.from(points.buffer).toString('base64')}`;
  const triangle = (more) => ({
    asset: { version: '2.0' },
    buffers: [{ uri, byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 2, 0] }],
    meshes: [{ name: 'tri', primitives: [{ attributes: { POSITION: 0 } }] }],
    ...more,
  });
  const load = (json) =>
    reportOf({ name: 'a.gltf', bytes: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)) });
  const box = { min: [0, 0, 0], max: [1, 2, 0] };
  const away = { min: [5, 0, 0], max: [6, 2, 0] };

  for (const [what, more, bounds, said] of [
    ['without nodes', {}, box, /no node has a mesh; the meshes are shown at the origin, 1 in all/],
    ['with an empty scene', { scene: 0, scenes: [{}] }, box, /shown at the origin/],
    ['with nodes that have no mesh', { nodes: [{ translation: [5, 0, 0] }] }, box, /shown at the origin/],
    [
      'whose default scene is empty',
      { scene: 0, scenes: [{}, { nodes: [0] }], nodes: [{ mesh: 0, translation: [5, 0, 0] }] },
      away,
      /scene 0 shows no mesh; scene 1 is shown in its place/,
    ],
    [
      'whose default scene has a node without a mesh',
      {
        scene: 1,
        scenes: [{ nodes: [1] }, { nodes: [2] }],
        nodes: [{ mesh: 0, translation: [5, 0, 0] }, { children: [0] }, {}],
      },
      away,
      /scene 1 shows no mesh; scene 0 is shown in its place/,
    ],
    [
      'whose nodes are in no scene',
      { scene: 0, scenes: [{ nodes: [] }], nodes: [{ mesh: 0, translation: [5, 0, 0] }] },
      away,
      /the nodes with meshes are in no scene; all nodes are shown/,
    ],
    [
      'whose default scene does not exist',
      { scene: 7, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, translation: [5, 0, 0] }] },
      away,
      /the choice of a scene is left out/,
    ],
  ])
    test(`${what} is shown, with a warning`, () => {
      const report = load(triangle(more));
      assert.equal(report.shown, true);
      assert.deepEqual(report.info.bounds, bounds);
      assert.equal(report.info.statistics.triangles, 1);
      assert.deepEqual(
        report.issues.messages.map(({ code, severity }) => [code, severity]),
        [['GLTF_IGNORED', 1]],
      );
      assert.match(report.issues.messages[0].message, said);
    });

  test('of which one scene shows a mesh has no warning about nodes of other scenes', () => {
    const nodes = [{ mesh: 0 }, { mesh: 0, translation: [5, 0, 0] }];
    for (const scenes of [[{ nodes: [0] }, { nodes: [1] }], [{ nodes: [0] }]]) {
      const report = load(triangle({ scene: 0, scenes, nodes }));
      assert.deepEqual(report.issues.messages, []);
      assert.deepEqual(report.info.bounds, box);
    }
  });

  test('with a list in place of a buffer has a fault with its place', () => {
    const json = JSON.stringify(triangle({ nodes: [{ mesh: 0 }] })).replace('"buffers":[{', '"buffers":[[1],{');
    const at = json.indexOf('[1]');
    const used = load(json);
    assert.deepEqual([used.issues.messages[0].code, used.issues.messages[0].offset], ['GLTF_TYPE', at]);
    // One that nothing uses.
    const free = JSON.stringify(triangle({ nodes: [{ mesh: 0 }] })).replace(
      '"byteLength":36}],"bufferViews"',
      '"byteLength":36},[2]],"bufferViews"',
    );
    const report = load(free);
    assert.equal(report.shown, true);
    assert.deepEqual(placed(report), [['GLTF_TYPE', 0, free.indexOf('[2]')]]);
  });

  test('with a number beyond a double is refused in words of our own', () => {
    const json = JSON.stringify(triangle({ nodes: [{ mesh: 0, translation: [0, 0, 111] }] })).replace('111', '1e309');
    const [issue] = load(json).issues.messages;
    assert.deepEqual(
      [issue.code, issue.offset, issue.message],
      ['GLTF_JSON', json.indexOf('1e309'), 'the number is beyond a double'],
    );
  });
});
