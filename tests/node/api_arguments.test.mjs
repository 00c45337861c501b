// What the module says of arguments that it cannot take, and which shapes of bytes it takes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { openPaths } from '../../dist/node/files.js';
import { createVitrine, Loudness } from '../../dist/node/index.js';
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

describe('options', () => {
  // What a function is called with, and the name that its error has.
  const boxed = (value) => Object(value);
  const document = () => vitrine.open([mesh, anim]);
  const option = (name, call, error = { name: 'RangeError' }) =>
    test(`${name}: ${String(call)
      .replace(/^.*?=> /s, '')
      .slice(0, 100)}`, () =>
      assert.throws(call, (thrown) => {
        for (const [key, value] of Object.entries(error)) assert.equal(thrown[key], value, thrown.message);
        assert.ok(thrown.message.includes(name), thrown.message);
        return true;
      }));
  const exported = { name: 'VitrineError', code: 'EXPORT_OPTION' },
    rendered = { name: 'VitrineError', code: 'RENDER_OPTION' },
    kind = { name: 'TypeError' };

  option('"limits"', () => vitrine.open([mesh], { limits: 5 }));
  option('"limits"', () => vitrine.open([mesh], { limits: null }));
  option("'joints'", () => vitrine.open([mesh], { limits: { joints: boxed(3) } }));
  option('"limit"', () => vitrine.open([mesh], { limit: {} }));
  option('"resolve"', () => vitrine.open([mesh], { resolve: 'folder' }));
  option('"skin"', () => vitrine.load([mesh], { skin: boxed('red') }));
  option('"legacyCurves"', () => vitrine.load([mesh], { legacyCurves: 1 }));
  option('"pivot"', () => vitrine.load([mesh], { pivot: 'flipV' }));
  option('"pivot.flipv"', () => vitrine.load([mesh], { pivot: { flipv: true } }));
  option('"pivot.zUp"', () => vitrine.load([mesh], { pivot: { zUp: 'yes' } }));
  option('options', () => vitrine.open([mesh], null), kind);
  option('options', () => vitrine.open([mesh], 'legacyCurves'), kind);
  option('options', () => vitrine.open([mesh], new Map([['skin', 'red']])), kind);
  option('files', () => vitrine.open(mesh), kind);
  option('files of a world', () => vitrine.world(worldText, null), kind);
  option('"matrices"', () => vitrine.skin({ convention: 'row', matrices: boxed(3), vertices: [] }), kind);
  option('NaN', () => vitrine.skin({ convention: 'row', matrices: { a: [[NaN]] }, vertices: [] }), kind);

  option('"md5.tolerance"', () => document().export('md5mesh', { md5: { tolerance: NaN } }), exported);
  option('"scale"', () => document().export('md5mesh', { scale: NaN }), exported);
  option('"scale"', () => document().export('md5mesh', { scale: null }), exported);
  option('"autoSmooth"', () => document().export('qmsh.tmp', { autoSmooth: NaN }), exported);
  option('"version"', () => document().export('qmsh', { version: boxed(22) }), exported);
  option('"version"', () => document().export('qmsh', { version: NaN }), exported);
  option('"generation"', () => document().export('scene', { generation: boxed('seed') }), exported);
  option('"generation"', () => document().export('scene', { generation: 'next' }), exported);
  option('"hiden"', () => document().export('glb', { hiden: true }), exported);
  option('"md5"', () => document().export('md5mesh', { md5: 'darkplaces' }), exported);
  option('"md5.engin"', () => document().export('md5mesh', { md5: { engin: 'darkplaces' } }), exported);
  option('"md5.engine"', () => document().export('md5mesh', { md5: { engine: boxed('darkplaces') } }), exported);
  option(
    '"md5.sequences.frames"',
    () => document().export('md5mesh', { md5: { sequences: [{ name: 'a', frames: NaN }] } }),
    exported,
  );

  for (const call of ['pose', 'poseReport']) {
    option('"time"', () => document()[call]({ action: 0, time: boxed(1) }));
    option('"action"', () => document()[call]({ action: boxed(0) }));
    option('"normals"', () => document()[call]({ normals: 'no' }));
    option('"blend"', () => document()[call]({ action: 0, blend: 0.5 }));
    option('"blend.weigth"', () => document()[call]({ action: 0, blend: { action: 0, weigth: 1 } }));
    option('"rotation"', () => document()[call]({ rotation: {} }));
    option('"root"', () => document()[call]({ rotations: { root: ['0', '0', '0', '1'] } }), { code: 'ROTATION' });
  }
  option('"vertices"', () => document().pose({ vertices: true }));
  option('"space"', () => document().poseReport({ space: 'World' }));
  option('"otherAction"', () => document().compare(document(), { otherAction: boxed('rise') }));
  option('"other"', () => document().compare(document(), { other: 'rise' }));
  option('other document', () => document().compare(null), kind);
  option('an action', () => document().curves(boxed(0)), kind);
  option('an action', () => document().health(boxed('rise')), kind);
  option('a patch', () => document().patch('square.md5mesh', [boxed('MD5_WEIGHT_SUM')]), kind);
  option('"index"', () => document().places({ kind: 'vertex', mesh: 0, index: boxed(1) }), kind);

  option('"width"', () => document().render({ width: boxed(4) }), rendered);
  option('"view"', () => document().render({ view: boxed('front') }), rendered);
  option('"target"', () => document().render({ target: [0, boxed(0), 0] }), rendered);
  option('"blend"', () => document().render({ action: 0, blend: { action: 0, weight: 1 } }), rendered);
  option('"grid"', () => document().render({ grid: null }), rendered);
  option('"widht"', () => document().animate({ widht: 4 }), rendered);
  option('"seconds"', () => document().animate({ kind: 'turntable', seconds: boxed(1) }), rendered);

  const song = () =>
    vitrine.song({ name: 'song.v2m', bytes: readFileSync(join(root, 'public/samples/dusk/dusk.v2m')) });
  option('"chanel"', () => song().render(0, 0.1, { chanel: 1 }));
  option('"channel"', () => song().render(0, 0.1, { channel: boxed(1) }));
  option('from', () => song().render('0', 0.1));
  option('seconds', () => song().render(0, boxed(0.1)));

  const world = () => vitrine.world(worldText, beside);
  option('"widht"', () => world().render({ widht: 4 }));
  option('"draw"', () => world().render({ draw: boxed('final') }));
  option('"bits"', () => world().render({ bits: 4 }));
  option('"times"', () => world().render({ times: '1' }));
  option('"aspect"', () => world().evaluate(0, { at: [0, 0, 0], aspect: boxed(1) }));
  option('frames', () => world().replay('3'));
  option('pointer', () => world().set(3, 1));
  option('NaN', () => world().set('/name', NaN), kind);
  option('"b"', () => world().set('/name', { b: Infinity }), kind);
  option('rate', () => new Loudness(NaN));

  test('of createVitrine and openPaths are refused before anything is read', async () => {
    await assert.rejects(createVitrine({ wsam: 'core.wasm' }), { name: 'RangeError', message: /"wsam"/ });
    await assert.rejects(createVitrine({ wasm: 5 }), { name: 'RangeError', message: /"wasm"/ });
    await assert.rejects(openPaths(vitrine, 'nowhere', { limits: 5 }), { name: 'RangeError', message: /"limits"/ });
    await assert.rejects(openPaths(vitrine, [boxed('nowhere')]), { name: 'TypeError', message: /a path/ });
    await assert.rejects(openPaths(vitrine, 0), { name: 'TypeError', message: /a path/ });
  });

  test('that are undefined are those that are absent', () => {
    const [one, other] = [document(), document()];
    assert.deepEqual(
      [...one.pose({ action: 0, time: undefined, blend: undefined, rotations: undefined }).matrices],
      [...one.pose({ action: 0 }).matrices],
    );
    assert.deepEqual(other.export('qmsh', { version: undefined, everyFrame: undefined }), one.export('qmsh'));
    const { rgba } = one.render({ width: 8, height: 8, view: undefined });
    assert.deepEqual(rgba, other.render({ width: 8, height: 8 }).rgba);
  });
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
