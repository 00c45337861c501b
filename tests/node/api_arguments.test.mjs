// What the module says of arguments that it cannot take, and which shapes of bytes it takes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { createVitrine } from '../../dist/node/index.js';
import { bytes, rise, square } from './support/inputs.mjs';
import { root } from './support/vitrine.mjs';

const mesh = { name: 'square.md5mesh', bytes: bytes(square()) };
const anim = { name: 'rise.md5anim', bytes: bytes(rise) };
const folder = join(root, 'tests/data/world/valid');
const worldText = readFileSync(join(folder, 'world.world.json'), 'utf8');
const beside = (name) => readFileSync(join(folder, name));

let vitrine;
before(async () => (vitrine = await createVitrine()));

describe('files', () => {
  test('are added one by one and as an array', () => {
    for (const given of [[anim], [[anim]], [[], [anim]]]) {
      const document = vitrine.open([mesh]);
      document.add(...given);
      assert.deepEqual(
        document.actions.map(({ name }) => name),
        ['rise'],
      );
      document.dispose();
    }
  });

  test('hold their bytes in a buffer or any view of one', () => {
    const { buffer } = Uint8Array.from(mesh.bytes);
    const inside = new Uint8Array(mesh.bytes.length + 8);
    inside.set(mesh.bytes, 4);
    const foreign = runInNewContext('new ArrayBuffer(size)', { size: mesh.bytes.length });
    new Uint8Array(foreign).set(mesh.bytes);
    for (const given of [
      buffer,
      new DataView(inside.buffer, 4, mesh.bytes.length),
      new Int8Array(buffer),
      Buffer.from(buffer),
      foreign,
    ])
      assert.equal(vitrine.open([{ name: mesh.name, bytes: given }]).report.info.statistics.vertices, 4);
    // `resolve` may also say no as && does.
    const resolve = (name) => name.endsWith('.tga') && new ArrayBuffer(8);
    assert.match(vitrine.open([mesh], { resolve }).report.info.textures[0].file, /^cloth.*\.tga$/);
  });

  test('are as long as they claim, and no longer', () => {
    const given = Object.defineProperty(new Uint8Array(vitrine.heapBytes), 'byteLength', { value: 4 });
    assert.throws(() => vitrine.open([{ name: mesh.name, bytes: given }]), { code: 'UNKNOWN_FORMAT' });
  });

  test('without a name or bytes are refused in words', () => {
    for (const [file, said] of [
      [{ bytes: mesh.bytes }, /string as its name/],
      [undefined, /string as its name/],
      [
        { name: 'a.md5mesh', bytes: 'text' },
        /bytes of 'a\.md5mesh' must be an ArrayBuffer or a typed array, not string/,
      ],
      [{ name: 'a.md5mesh' }, /not undefined/],
      [{ name: 'a.md5mesh', bytes: [1, 2] }, /not another object/],
    ]) {
      const refused = { name: 'TypeError', message: said };
      assert.throws(() => vitrine.open([file]), refused);
      assert.throws(() => vitrine.open([mesh]).add(file), refused);
      assert.throws(() => vitrine.sound(file), refused);
    }
    assert.throws(() => vitrine.decodeImage('text'), { name: 'TypeError', message: /an image must be/ });
    assert.throws(() => vitrine.open([mesh], { resolve: () => 'text' }), { name: 'TypeError', message: /cloth/ });
  });
});

describe('limits', () => {
  for (const [limits, said] of [
    [{ joints: -1 }, /'joints' is a whole number from 0, not -1/],
    [{ joints: '3' }, /'joints' is a whole number from 0, not a string/],
    [{ joints: NaN }, /not NaN/],
    [{ vertices: 1.5 }, /not 1\.5/],
    [{ vertices: Infinity }, /not Infinity/],
    [{ joint: 3 }, /no limit 'joint'; there are inputBytes, /],
    [{ toString: 3 }, /no limit 'toString'/],
  ])
    test(`refuse ${JSON.stringify(limits)}`, () =>
      assert.throws(() => vitrine.open([mesh], { limits }), { name: 'RangeError', message: said }));

  test('that are undefined are the defaults', () =>
    assert.equal(vitrine.open([mesh], { limits: { joints: undefined } }).report.info.statistics.joints, 2));
});

describe('samples of curves', () => {
  test('are a whole number that the core can write', () => {
    const document = vitrine.open([mesh, anim]);
    for (const samples of [-1, 0.5, NaN, 100_001, 4294967297])
      assert.throws(() => document.curves(0, samples), { name: 'VitrineError', code: 'SAMPLE_COUNT' }, `${samples}`);
    const sample = (name) => ({ name, bytes: readFileSync(join(root, 'public/samples/heron', name)) });
    const heron = vitrine.open(['heron.md5mesh', 'walk.md5anim'].map(sample));
    assert.throws(() => heron.curves('walk', 7519), {
      code: 'SAMPLE_COUNT',
      message: /of 266 curves are more than 2000000; 7518 fit/,
    });
    assert.equal(document.curves(0, 1000)[0].samples.length, 1000);
  });
});

test('numbers of meshes are whole and there', () => {
  const document = vitrine.open([mesh]);
  assert.equal(document.survey(0).mesh, 0);
  for (const wrong of [-1, 1, NaN, 0.5, 2 ** 32, Infinity, '0', 'x', null, undefined, {}])
    assert.throws(() => document.survey(wrong), { name: 'RangeError', message: /there is no mesh/ });
});

test('things, names and lists that are none are refused in words', () => {
  const document = vitrine.open([mesh]);
  for (const call of [
    () => document.places(undefined),
    () => document.places(null),
    () => document.places({ kind: {} }),
    () => document.places({ kind: null }),
    () => document.at(null, 0),
    () => document.patch('square.md5mesh', undefined),
    () => document.patch(undefined, []),
    () => vitrine.skin(undefined),
  ])
    assert.throws(call, { name: 'TypeError', message: /an object|a string|an array/ });
  assert.throws(() => document.at('square.md5mesh', NaN), { name: 'RangeError' });
});

test('what throws while a document or a world opens leaves no memory behind', () => {
  // Of more bytes than a core of 32 bits has, if they were kept.
  const large = { name: 'square.md5mesh', bytes: bytes(square() + '\n'.repeat(1 << 22)) };
  const resolve = () => {
    throw new Error('mine');
  };
  const mine = { name: 'Error', message: 'mine' };
  const opens = () => assert.throws(() => vitrine.open([large], { resolve }), mine);
  for (let i = 0; i < 4; ++i) opens();
  const before = vitrine.heapBytes;
  for (let i = 0; i < 40; ++i) opens();
  assert.equal(vitrine.heapBytes, before);
  for (let i = 0; i < 40; ++i) assert.throws(() => vitrine.world(worldText, resolve), mine);
  assert.equal(vitrine.heapBytes, before);
});

describe('after dispose', () => {
  test('a world says so, and is disposed of as often as one likes', () => {
    const world = vitrine.world(worldText, beside);
    assert.ok(world.evaluate(0));
    world.dispose();
    world.dispose();
    const refused = { name: 'VitrineError', code: 'DOCUMENT_DISPOSED' };
    assert.throws(() => world.evaluate(0), refused);
    assert.throws(() => world.report, refused);
    assert.throws(() => world.digest, refused);
  });

  test('a document without actions says so as well', () => {
    const document = vitrine.open([mesh]);
    document.dispose();
    assert.throws(() => document.curves(0), { code: 'DOCUMENT_DISPOSED' });
    assert.throws(() => document.pose({ action: 'walk' }), { code: 'DOCUMENT_DISPOSED' });
  });

  test('what a document has told before it tells no more', () => {
    const document = vitrine.open([mesh, anim]);
    assert.equal(document.report.info.actions.length, 1);
    document.dispose();
    for (const of of ['report', 'hierarchy', 'actions', 'digest', 'fixes'])
      assert.throws(() => document[of], { code: 'DOCUMENT_DISPOSED' });
  });
});

test('documents of two modules are not compared', async () => {
  const other = (await createVitrine()).open([mesh]);
  assert.throws(() => vitrine.open([mesh]).compare(other), { name: 'VitrineError', code: 'DOCUMENT_FOREIGN' });
});

test('a kind of export that is none is refused as any other', () => {
  const document = vitrine.open([mesh]);
  for (const kind of [undefined, null, 3, 'fbx'])
    assert.throws(() => document.export(kind), { name: 'VitrineError', code: 'EXPORT_KIND' });
});
