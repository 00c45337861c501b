// The files that a world document names, looked for on disk: nothing outside of the document's folder is read. And its
// posters, which come of everything that makes pictures of models.

import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { zipSync } from 'fflate';

import { createVitrine } from '../../dist/node/index.js';
import { data, world } from './support/worlds.mjs';
import { vitrine as run, vitrineJson } from './support/vitrine.mjs';
import { readPng } from './support/worldpictures.mjs';

const model = join(data, 'valid/parts/flag.md5mesh');
let folder;
const at = (name) => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-world-files-'));
});
after(() => rmSync(folder, { recursive: true }));

describe('names of files', () => {
  /** What `vitrine world` says of a document that names these models. */
  const said = (models) => {
    writeFileSync(at('in/names.world.json'), world({ models }));
    const { value } = vitrineJson(['world', 'in/names.world.json', '--json'], { cwd: folder });
    return Object.fromEntries(value.issues.map(({ path, code, line, message }) => [path, { code, line, message }]));
  };
  before(() => {
    mkdirSync(at('in/below'), { recursive: true });
    for (const name of ['outside.md5mesh', 'in/beside.md5mesh', 'in/below/deep.md5mesh']) copyFileSync(model, at(name));
  });

  test('beside the document and below it are read', () =>
    assert.deepEqual(said({ a: 'beside.md5mesh', b: 'below/deep.md5mesh', c: 'below/../beside.md5mesh' }), {}));

  test('that lead out of the folder are refused with their place', () => {
    const names = [
      '../outside.md5mesh',
      'below/../../outside.md5mesh',
      at('outside.md5mesh'),
      '..\\outside.md5mesh',
      'C:\\x',
    ];
    for (const [i, issue] of Object.values(said({ ...names })).entries())
      assert.deepEqual(issue, {
        code: 'WORLD_FILE',
        line: 1,
        message: `"${names[i]}" is outside the folder of the document`,
      });
    assert.equal(Object.keys(said({ ...names })).length, names.length);
  });

  test('that links lead out of are refused, links within are followed', () => {
    symlinkSync(at('outside.md5mesh'), at('in/out.md5mesh'));
    symlinkSync('beside.md5mesh', at('in/here.md5mesh'));
    symlinkSync(folder, at('in/up'));
    const found = said({ a: 'out.md5mesh', b: 'here.md5mesh', c: 'up/outside.md5mesh' });
    assert.deepEqual(Object.keys(found), ['/models/a', '/models/c']);
    for (const { code } of Object.values(found)) assert.equal(code, 'WORLD_FILE');
  });

  test('of textures and companions are held to the same', () => {
    copyFileSync(at('outside.md5mesh'), at('walk.md5anim'));
    writeFileSync(
      at('in/names.world.json'),
      world({
        models: { a: { file: 'beside.md5mesh', with: ['../walk.md5anim'] } },
        textures: { t: '../x.png' },
        materials: { m: { op: 'material', texture: 't', phases: ['extra'] } },
        scenes: {
          s: { op: 'add', in: [{ op: 'mesh', material: 'm', boxes: [{ min: [0, 0, -3], max: [1, 1, -2] }] }] },
        },
      }),
    );
    const { status, value, stderr } = vitrineJson(['render', 'in/names.world.json', '-o', 'x.png', '--json'], {
      cwd: folder,
    });
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      value.issues.map(({ code, path, message }) => [code, path, message]),
      [
        ['WORLD_FILE', '/models/a/with/0', '"../walk.md5anim" is outside the folder of the document'],
        ['WORLD_FILE', '/textures/t', '"../x.png" is outside the folder of the document'],
      ],
    );
  });

  test('are what the resolver of the module makes of them', async () => {
    const vitrine = await createVitrine();
    const opened = vitrine.world(world({ models: { a: '../outside.md5mesh' } }), (name) =>
      name === '../outside.md5mesh' ? readFileSync(model) : undefined,
    );
    assert.deepEqual(opened.report.issues, []);
    opened.dispose();
  });

  test('of models lead to their actions; one that is missing has none', async () => {
    const vitrine = await createVitrine(),
      parts = join(data, 'valid/parts');
    const models = { flag: { file: 'flag.md5mesh', with: ['wave.md5anim'] }, gone: 'gone.md5mesh' };
    const opened = vitrine.world(world({ models }), (name) =>
      name.startsWith('gone') ? undefined : readFileSync(join(parts, name)),
    );
    assert.deepEqual(opened.outline.models, [
      { name: 'flag', actions: ['wave'] },
      { name: 'gone', actions: [] },
    ]);
    opened.dispose();
  });

  test('of an archive stay in the archive', () => {
    const bytes = new Uint8Array(readFileSync(model));
    const text = new Uint8Array(Buffer.from(world({ models: { a: '../b/x.md5mesh', c: '../../outside.md5mesh' } })));
    writeFileSync(at('in/all.zip'), zipSync({ 'a/w.world.json': text, 'b/x.md5mesh': bytes }));
    const { value } = vitrineJson(['world', 'in/all.zip', '--json'], { cwd: folder });
    assert.deepEqual(
      value.issues.map(({ path }) => path),
      ['/models/c'],
    );
  });
});

describe('posters', () => {
  before(() => {
    mkdirSync(at('rooms'));
    for (const name of ['materials.world.json', 'rooms.world.json', 'parts'])
      cpSync(join(data, 'valid', name), at(join('rooms', name)), { recursive: true });
    mkdirSync(at('one'));
    copyFileSync(at('rooms/rooms.world.json'), at('one/rooms.world.json'));
  });
  const rooms = () => readFileSync(at('one/rooms.world.json'), 'utf8');

  test('of the module are the picture that render gives', async () => {
    const vitrine = await createVitrine();
    const opened = vitrine.world(rooms());
    const options = { times: [0.5], width: 40, height: 30 };
    const { samples } = readPng(Buffer.from(opened.renderPng(options))),
      { pixels } = opened.render(options);
    assert.deepEqual(
      Array.from(samples, (value) => Math.round(value)),
      [...pixels].filter((_, i) => samples.length === pixels.length || i % 4 < 3),
    );
    assert.ok(
      samples.some((value) => value > 0),
      'something is drawn',
    );
    assert.equal(readPng(Buffer.from(opened.renderPng({ ...options, bits: 16 }))).width, 40);
    opened.dispose();
  });

  test('of a folder or an archive are those of the document in it', () => {
    writeFileSync(at('room.zip'), zipSync({ 'a/rooms.world.json': new Uint8Array(Buffer.from(rooms())) }));
    for (const [operand, out] of Object.entries({
      'one/rooms.world.json': 'a.png',
      one: 'b.png',
      'room.zip': 'c.png',
    })) {
      const { status, stderr } = run(['render', operand, '-o', out, '--times', '0.5'], { cwd: folder });
      assert.equal(status, 0, stderr);
    }
    assert.ok(readFileSync(at('a.png')).equals(readFileSync(at('b.png'))));
    assert.ok(readFileSync(at('a.png')).equals(readFileSync(at('c.png'))));
  });

  test('of a batch are those of models and of world documents', () => {
    const { status, value, stderr } = vitrineJson(
      ['render', 'rooms', '--batch', '-o', 'all', '--size', '32x20', '--json'],
      {
        cwd: folder,
      },
    );
    assert.equal(status, 0, stderr);
    assert.deepEqual(readdirSync(at('all')).sort(), [
      'rooms_materials.world.json.png',
      'rooms_parts_flag.md5mesh.png',
      'rooms_rooms.world.json.png',
    ]);
    assert.equal(value.summary.documents, 3);
    assert.deepEqual(
      value.pictures.map(({ width, height }) => [width, height]),
      [
        [32, 20],
        [32, 20],
        [32, 20],
      ],
    );
    // A folder without any model as well.
    const alone = vitrineJson(['render', 'one', '--batch', '-o', 'alone', '--json'], { cwd: folder });
    assert.equal(alone.status, 0, alone.stderr);
    assert.deepEqual(alone.value.summary.documents, 1);
  });

  test('that fail are counted, the others drawn', () => {
    mkdirSync(at('mixed'));
    copyFileSync(at('one/rooms.world.json'), at('mixed/good.world.json'));
    writeFileSync(at('mixed/bad.world.json'), '{ "kind": ');
    const { status, value } = vitrineJson(['render', 'mixed', '--batch', '-o', 'some', '--json'], { cwd: folder });
    assert.equal(status, 1);
    assert.deepEqual([value.summary.documents, value.summary.failed], [2, 1]);
    assert.deepEqual(readdirSync(at('some')), ['mixed_good.world.json.png']);
  });

  test('never replace a file that the document names', () => {
    const { status, stderr } = run(['render', 'rooms/materials.world.json', '-o', 'rooms/parts/flag.md5mesh.png'], {
      cwd: folder,
    });
    assert.equal(status, 0, stderr);
    copyFileSync(at('a.png'), at('rooms/grid.png'));
    const over = run(['render', 'rooms/materials.world.json', '-o', 'rooms/grid.png'], { cwd: folder });
    assert.equal(over.status, 2, over.stderr);
    assert.match(over.stderr, /is one of the files that are read/);
    assert.ok(readFileSync(at('a.png')).equals(readFileSync(at('rooms/grid.png'))));
  });
});
