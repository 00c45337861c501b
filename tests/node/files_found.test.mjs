// Which file is meant by a name in another, and why: the same for the command, a batch, the module and openPaths, for a
// single file, several, a folder and an archive. The rule in words is public/docs/files-found.md.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { openPaths } from '../../dist/node/files.js';
import { rise, zip } from './support/inputs.mjs';
import { bmp, declared, gltfOf, iqeOf, meshOf, mod, tga, triangle, writeSet } from './support/mods.mjs';
import { gif } from './support/pictures.mjs';
import { shared, vitrine, vitrineJson, without } from './support/vitrine.mjs';

let core, all, set;
before(async () => {
  all = mkdtempSync(join(tmpdir(), 'vitrine-found-'));
  core = await createVitrine();
});
after(() => rmSync(all, { recursive: true }));
beforeEach(() => (set = mkdtempSync(join(all, 'set-'))));

/** What the first texture with a file became: [path below the set, rule]. */
function foundIn(report, folder = set) {
  const { file, foundBy } = report.info.textures.find(({ status }) => status === 'found') ?? {};
  return file === undefined ? [] : [relative(folder, file) || file, foundBy];
}

/** By the command, by openPaths, and by a batch of one document. */
async function opened(operands, folder = set) {
  const { value } = vitrineJson(['inspect', ...operands, '--json']);
  const document = await openPaths(core, operands);
  assert.deepEqual(foundIn(document.report, folder), foundIn(value, folder), 'openPaths');
  document.dispose();
  return value;
}

const batchOf = (operands) => vitrineJson(['inspect', '--batch', ...operands, '--json']).value.documents;

describe('addresses as people write them', () => {
  const formats = { 'm.gltf': gltfOf, 'm.md5mesh': meshOf, 'm.iqe': iqeOf };
  for (const [name, write] of Object.entries(formats)) {
    test(`${name}: upwards, with %20, with backslashes, in other case, absolute`, async () => {
      writeSet(set, {
        'shared/t.tga': tga(1, 2, 3),
        'model/my tex.tga': tga(4, 5, 6),
        'model/sub/t.tga': tga(7, 8, 9),
      });
      for (const [address, path] of [
        ['../shared/t.tga', 'shared/t.tga'],
        ['..\\Shared\\T.TGA', 'shared/t.tga'],
        ['my%20tex.tga', 'model/my tex.tga'],
        ['sub\\t.tga', 'model/sub/t.tga'],
        ['./sub/../../shared/t.tga', 'shared/t.tga'],
        [join(set, 'shared/t.tga'), 'shared/t.tga'],
        ['C:\\Users\\me\\sub\\t.tga', 'model/sub/t.tga'],
        ['file:///home/me/shared/t.tga', 'shared/t.tga'],
      ]) {
        writeFileSync(join(set, 'model', name), write(address));
        assert.equal(foundIn(await opened([set]))[0], path, `${name} ${address}`);
      }
    });
  }

  test('the module finds what it is given, by the same rule', () => {
    const found = (model, image) => {
      const document = core.open([
        { name: 'set/a/m.gltf', bytes: Buffer.from(gltfOf(model)) },
        ...image.map((name) => ({ name, bytes: tga(1, 1, 1) })),
      ]);
      const { report } = document;
      document.dispose();
      return foundIn(report, '.');
    };
    assert.deepEqual(found('../t.tga', ['set/b/t.tga', 'set/t.tga']), ['set/t.tga', 'address']);
    assert.deepEqual(found('t.tga', ['set/_old/t.tga', 'set/b/t.tga', 'set/a/t.tga']), ['set/a/t.tga', 'address']);
    assert.deepEqual(found('../../../../t.tga', ['set/a/t.tga']), ['set/a/t.tga', 'folder']);
  });

  test('a buffer is exactly the one at its address', () => {
    writeSet(set, {
      'a/m.gltf': gltfOf('t.tga', '../buffers/m.bin'),
      'a/m.bin': new Uint8Array(triangle(5).buffer),
      'buffers/m.bin': new Uint8Array(triangle(2).buffer),
    });
    const { value } = vitrineJson(['inspect', set, '--json']);
    assert.deepEqual(value.info.bounds.max, [2, 1, 0]);
  });

  for (const [written, there] of [
    ['', '.gz'],
    ['.gz', '.gz'],
    ['.gz', ''],
  ])
    test(`a buffer and an image named x${written} are those in x${there}`, async () => {
      const buffer = new Uint8Array(triangle(5).buffer),
        image = tga(1, 2, 3),
        packed = (bytes) => (there ? gzipSync(bytes) : bytes);
      const files = {
        'm.gltf': gltfOf(`t.tga${written}`, `x.bin${written}`),
        [`x.bin${there}`]: packed(buffer),
        [`t.tga${there}`]: packed(image),
      };
      writeSet(set, files);
      const told = ({ info, issues }) => [info.bounds.max, info.textures[0].foundBy, issues.messages];
      const right = [[5, 1, 0], 'address', []];
      for (const operands of [[set], [join(set, 'm.gltf')]]) assert.deepEqual(told(await opened(operands)), right);
      assert.deepEqual(batchOf([set]).map(told), [right]);
      const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }));
      const document = core.open(given);
      assert.deepEqual(told(document.report), right, 'the module');
      document.dispose();
      if (written !== there) return; // `resolve` is asked for the name as it is written
      const asked = core.open(given.slice(0, 1), { resolve: (name) => given.find((one) => one.name === name)?.bytes });
      assert.deepEqual(told(asked.report), right, 'the module, which asks');
      asked.dispose();
    });
});

describe('the nearest', () => {
  test('the root comes first, then the folder, then the nearest; what is put aside last', async () => {
    writeSet(set, {
      'models/a/thing.md5mesh': meshOf('skin'),
      '_source/skin.tga': tga(1, 1, 1),
      'models/b/x/skin.tga': tga(2, 2, 2),
    });
    assert.deepEqual(foundIn(await opened([set])), ['models/b/x/skin.tga', 'nearest']);
    writeSet(set, { 'models/a/skin.tga': tga(3, 3, 3) });
    assert.deepEqual(foundIn(await opened([set])), ['models/a/skin.tga', 'folder']);
    writeSet(set, { 'skin.tga': tga(4, 4, 4) });
    assert.deepEqual(foundIn(await opened([set])), ['skin.tga', 'root']);
  });

  test('a tie is told, with the count', async () => {
    writeSet(set, { 'm.md5mesh': meshOf('skin'), 'b/skin.tga': tga(1, 1, 1), 'c/skin.tga': tga(2, 2, 2) });
    const { info, issues } = await opened([set]);
    const [texture] = info.textures.filter(({ status }) => status === 'found');
    assert.deepEqual([texture.steps, texture.others], [1, 1]);
    assert.match(issues.messages.find(({ code }) => code === 'IMAGE_TIE').message, /matches 2 files equally well/);
  });

  test('two models with equal names of images have their own, together, in a batch and each alone', async () => {
    writeSet(set, {
      'a/a.md5mesh': meshOf('skin'),
      'a/skin.tga': tga(1, 1, 1),
      'b/b.md5mesh': meshOf('skin'),
      'b/skin.tga': tga(2, 2, 2),
    });
    const both = await opened([set]);
    const files = both.info.textures.flatMap(({ file }) => file ?? []).map((file) => relative(set, file));
    assert.deepEqual(files, ['a/skin.tga', 'b/skin.tga']);
    for (const document of batchOf([set]))
      assert.deepEqual(foundIn(document), [relative(set, document.name).replace(/\w\.md5mesh/, 'skin.tga'), 'folder']);
    for (const one of ['a', 'b'])
      assert.deepEqual(foundIn(await opened([join(set, one, `${one}.md5mesh`)])), [`${one}/skin.tga`, 'folder']);
  });
});

test('images of every kind are found for names without an ending', async () => {
  const picture = gif({
    width: 1,
    height: 1,
    palette: [
      [9, 9, 9],
      [0, 0, 0],
    ],
    indices: [0],
  });
  for (const [name, bytes] of [
    ['skin.bmp', bmp(1, 2, 3)],
    ['skin.gif', picture],
    ['skin.tga.gz', gzipSync(tga(1, 2, 3))],
  ])
    for (const [model, write] of [
      ['m.md5mesh', meshOf],
      ['m.iqe', iqeOf],
    ]) {
      const folder = mkdtempSync(join(set, 'kind-')),
        plain = name.replace('.gz', '');
      writeSet(folder, { [model]: write('skin'), [name]: bytes });
      assert.deepEqual(foundIn(await opened([folder], folder), folder), [plain, 'folder'], `${model} ${name}`);
      assert.deepEqual(
        foundIn(await opened([join(folder, model)], folder), folder),
        [plain, 'folder'],
        `${model} alone`,
      );
    }
});

describe('a mod is a mod, however it is opened', () => {
  const beta = (report) => report.info.materials.find(({ name }) => name === 'models/monsters/beta/body');

  test('by its folder, by one file, by several, as an archive, beside an archive, and in a batch', async () => {
    const files = mod();
    writeSet(join(set, 'mod'), files);
    writeSet(set, { 'pack.pk4': zip(files), 'out/pack.pk4': zip(files) });
    const alpha = 'models/md5/alpha/alpha.md5mesh',
      image = 'models/monsters/alpha/alpha_d.tga';
    for (const [operands, top] of [
      [[join(set, 'mod')], 'mod'],
      [[join(set, 'mod', alpha)], 'mod'],
      [[join(set, 'mod', alpha), join(set, 'mod/models/md5/beta/beta.md5mesh')], 'mod'],
      [[join(set, 'mod/models/md5/alpha')], 'mod'],
      [[join(set, 'pack.pk4')], 'pack.pk4'],
      [[join(set, 'out')], 'out/pack.pk4'],
    ]) {
      const value = await opened(operands);
      assert.deepEqual(foundIn(value), [`${top}/${image}`, 'root'], operands.join(' '));
      const { declaration } = value.info.materials.find(({ name }) => name === 'models/monsters/alpha/body');
      assert.equal(relative(set, declaration.file), `${top}/materials/mod.mtr`);
    }
    for (const [operand, top] of [
      [join(set, 'mod'), 'mod'],
      [join(set, 'out'), 'out/pack.pk4'],
    ]) {
      const documents = batchOf([operand]);
      assert.deepEqual(
        documents.map((document) => [relative(set, document.name), ...foundIn(document)]),
        [
          [`${top}/${alpha}`, `${top}/${image}`, 'root'],
          [`${top}/models/md5/beta/beta.md5mesh`, `${top}/textures/beta/beta_d.tga`, 'root'],
        ],
      );
      assert.equal(beta(documents[1]).declaration.line, 5);
    }
  });

  test('a single file reads what is asked for, and says which root was found', async () => {
    writeSet(set, mod());
    writeSet(set, { 'models/md5/shared/walk.md5anim': rise, 'models/md5/shared/run.md5anim': rise });
    const value = await opened([join(set, 'models/md5/alpha/alpha.md5mesh')]);
    assert.deepEqual(value.files.map(({ name }) => relative(set, name)).sort(), [
      'def/mod.def',
      'materials/mod.mtr',
      'models/md5/alpha/alpha.md5mesh',
      'models/md5/shared/walk.md5anim',
      'models/monsters/alpha/alpha_d.tga',
    ]);
    assert.deepEqual(
      value.info.actions.map(({ name }) => name),
      ['walk'],
    );
    assert.equal(relative(set, value.root), '');
    assert.match(vitrine(['inspect', join(set, 'models/md5/alpha/alpha.md5mesh')]).stdout, /root of the mod +\S/);
  });

  test('images of the game that a mod changes, and of archives beside it', async () => {
    writeSet(set, {
      'mymod/models/x/x.md5mesh': meshOf('models/x/skin'),
      'base/pak0.pk4': zip({ 'models/x/skin.tga': tga(1, 1, 1) }),
      'base/pak1.pk4': zip({ 'models/x/skin.tga': tga(2, 2, 2) }),
    });
    assert.equal(foundIn(await opened([join(set, 'mymod/models/x/x.md5mesh')]))[0], 'base/pak1.pk4/models/x/skin.tga');
  });

  test('images in textures beside models, for a folder and a single file', async () => {
    writeSet(set, {
      'models/hero/hero.md5mesh': meshOf('hero_skin'),
      'textures/people/hero_skin.tga': tga(1, 1, 1),
      'textures/other/hero_skin.png': '',
      'textures/old/hero_skin.tga': tga(2, 2, 2),
    });
    rmSync(join(set, 'textures/other'), { recursive: true });
    for (const operand of [set, join(set, 'models/hero/hero.md5mesh')])
      assert.deepEqual(foundIn(await opened([operand])), ['textures/people/hero_skin.tga', 'nearest'], operand);
  });

  test('Quake 3 as a pk3: players in it, alone and in a batch with threads', () => {
    writeSet(set, {
      'baseq3/pak0.pk3': zip({
        'models/players/x/x.iqe': iqeOf('models/players/x/skin.tga'),
        'models/players/x/skin.bmp': bmp(1, 1, 1),
        'models/players/y/y.iqe': iqeOf('models/players/y/skin.tga'),
        'models/players/y/skin.tga': tga(1, 1, 1),
      }),
    });
    const once = batchOf([set]),
      twice = batchOf([set, '--jobs', '2']);
    assert.deepEqual(twice, once);
    assert.deepEqual(
      once.map((document) => foundIn(document)[0]),
      ['baseq3/pak0.pk3/models/players/x/skin.bmp', 'baseq3/pak0.pk3/models/players/y/skin.tga'],
    );
  });

  test('check --for asks for the images of the declaration, not for the material as an image', () => {
    writeSet(set, mod());
    for (const operands of [[set], [join(set, 'models/md5/alpha/alpha.md5mesh')]]) {
      const { value } = vitrineJson(['check', ...operands, '--for', 'doom3', '--json']);
      const { asks } = value.engines.find(({ model }) => model.endsWith('alpha.md5mesh'));
      const list = asks
        .filter(({ role }) => role !== 'animation')
        .map(({ file, found }) => [relative(set, file), found]);
      assert.deepEqual(list, [
        ['materials/mod.mtr', true],
        ['models/monsters/alpha/alpha_d.tga', true],
      ]);
    }
    rmSync(join(set, 'models/monsters/alpha/alpha_d.tga'));
    const { value } = vitrineJson(['check', set, '--for', 'doom3', '--json']);
    const { asks } = value.engines.find(({ model }) => model.endsWith('alpha.md5mesh'));
    assert.deepEqual(asks.find(({ role }) => role === 'image').found, false);
  });

  test('check --for finds the skin of a Quake model beside it in a folder of another name', () => {
    writeSet(set, { 'tower/tower.md5mesh': meshOf('tower'), 'tower/tower_00_00.tga': tga(1, 1, 1) });
    const asked = (path) =>
      vitrineJson(['check', join(set, path), '--for', 'ironwail', '--json']).value.engines[0].asks.find(
        ({ role }) => role === 'image',
      );
    assert.equal(asked('tower/tower.md5mesh').found, true);
    rmSync(join(set, 'tower/tower_00_00.tga'));
    assert.deepEqual([asked('tower').found, asked('tower').file], [false, 'progs/tower_00_00.png']);
    // Folders that only the names of remind of a game: one of models, and one that a game lies in.
    writeSet(set, {
      'models/tower/tower.md5mesh': meshOf('tower'),
      'models/tower/tower_00_00.tga': tga(1, 1, 1),
      'progs/tower/tower_00_00.tga': tga(1, 1, 1),
      'models/quake/id1/progs/tower.md5mesh': meshOf('tower'),
      'models/quake/id1/progs/tower_00_00.tga': tga(1, 1, 1),
    });
    for (const folder of ['models/tower', 'models/quake/id1/progs']) {
      const { file, found } = asked(`${folder}/tower.md5mesh`);
      assert.deepEqual([relative(set, file), found], [`${folder}/tower_00_00.tga`, true]);
    }
    // Below progs the engine looks in progs only.
    rmSync(join(set, 'progs/tower/tower_00_00.tga'));
    writeSet(set, { 'progs/sub/tower.md5mesh': meshOf('tower'), 'progs/sub/tower_00_00.tga': tga(1, 1, 1) });
    assert.equal(asked('progs/sub/tower.md5mesh').found, false);
  });
});

describe('nothing outside is opened', () => {
  test('upwards out of a model’s folder, by absolute paths and by links', async () => {
    writeSet(set, { 'secret/t.tga': tga(1, 1, 1), 'secret/b.bin': new Uint8Array(triangle().buffer) });
    mkdirSync(join(set, 'in/links'), { recursive: true });
    symlinkSync(join(set, 'secret/t.tga'), join(set, 'in/link.tga'));
    symlinkSync(join(set, 'secret'), join(set, 'in/links/secret'));
    for (const address of ['../secret/t.tga', join(set, 'secret/t.tga'), 'link.tga', 'links/secret/t.tga']) {
      writeFileSync(join(set, 'in/m.gltf'), gltfOf(address));
      assert.deepEqual(foundIn(await opened([join(set, 'in/m.gltf')])), [], address);
    }
    writeFileSync(join(set, 'in/m.gltf'), gltfOf('x.tga', '../secret/b.bin'));
    const { issues } = vitrineJson(['inspect', join(set, 'in/m.gltf'), '--json']).value;
    assert.match(issues.messages[0].message, /b\.bin/);
    assert.equal(vitrine(['inspect', join(set, 'in/m.gltf')]).status, 1);
  });

  test('a model out of standard input lies nowhere', () => {
    writeSet(set, { 'skin.tga': tga(1, 1, 1), 'materials/a.mtr': declared('skin', 'skin.tga') });
    const { value } = vitrineJson(['inspect', '-', '--json'], { input: meshOf('skin'), cwd: set });
    assert.deepEqual([foundIn(value), value.root, value.files.length], [[], undefined, 1]);
  });

  test('a link within the mod is followed', async () => {
    writeSet(set, { 'models/m.md5mesh': meshOf('skin'), 'materials/a.mtr': '', 'art/real.tga': tga(1, 1, 1) });
    symlinkSync(join(set, 'art/real.tga'), join(set, 'models/skin.tga'));
    assert.deepEqual(foundIn(await opened([join(set, 'models/m.md5mesh')])), ['models/skin.tga', 'folder']);
  });

  test('names that are no paths are survived', () => {
    for (const name of ['\0', '..', '../'.repeat(5_000) + 'x.tga', 'x'.repeat(300_000), 'CON', '/', '\\\\?\\C:\\x.tga'])
      for (const write of [meshOf, iqeOf]) {
        writeFileSync(join(set, 'm.md5mesh'), write(name));
        assert.equal(vitrine(['inspect', join(set, 'm.md5mesh'), '--json']).stderr.includes('internal'), false);
      }
  });

  test('twenty thousand images of one name, each model its own', () => {
    const files = Array.from({ length: 20_000 }, (_, i) => ({ name: `x/${i}/skin.tga`, bytes: tga(1, 1, 1) }));
    const started = performance.now();
    const document = core.open([{ name: 'x/19999/m.md5mesh', bytes: Buffer.from(meshOf('skin')) }, ...files]);
    assert.equal(foundIn(document.report, '.')[0], 'x/19999/skin.tga');
    assert.ok(performance.now() - started < 20_000);
    document.dispose();
  });
});

describe('sets of other people', { skip: without }, () => {
  const sets = join(shared ?? '', 'corpus/sets');
  test('each finds the right image, by its folder', async () => {
    for (const [path, file, by] of [
      ['images/back', 'textures/t.png', 'address'],
      ['images/case', 'tex.png', 'address'],
      ['images/pct', 'my tex.png', 'address'],
      ['images/upx', 'shared/t.png', 'address'],
      ['images/webp', 't.webp', 'address'],
      ['iqm_sets/win', 'skin.png', 'folder'],
      ['nearest/one', 'models/a/skin.png', 'folder'],
      ['nearest/base', 'models/monsters/alpha/alpha_d.tga', 'root'],
      ['batch_mod_root/base', 'models/monsters/alpha/alpha_d.tga', 'root'],
      ['batch_mod_root/alpha.pk4', 'models/monsters/alpha/alpha_d.tga', 'root'],
    ]) {
      const folder = join(sets, path);
      assert.deepEqual(foundIn(await opened([folder], folder), folder), [file, by], path);
    }
  });

  test('each model alone finds what its folder does', () => {
    const found = (operand) => {
      const { files, info } = vitrineJson(['inspect', operand, '--json']).value;
      const kinds = ['texture', 'materials'];
      return [
        files
          .filter(({ role }) => kinds.includes(role))
          .map(({ name }) => name)
          .sort(),
        info.textures.map(({ file }) => file),
        info.actions.map(({ name }) => name),
      ];
    };
    for (const [folder, model] of [
      ['images/back', 'm.gltf'],
      ['images/pct', 'm.gltf'],
      ['iqm_sets/win', 'm.iqm'],
      ['iqm_sets/q3', 'models/thing/thing.iqm'],
      ['q3skin/pl', 'models/players/x/x.iqm'],
      ['q3skin/fg', 'y.iqm'],
    ])
      assert.deepEqual(found(join(sets, folder, model)), found(join(sets, folder)), folder);
  });

  test('of two models each has its own', async () => {
    for (const path of ['nearest/g', 'nearest/sk', 'nearest/mod.pk3']) {
      const { info } = await opened([join(sets, path)]);
      const folders = info.textures.map(({ file }) => /\/(a|b)\/(?:textures\/)?[^/]*$/.exec(file)?.[1]);
      assert.deepEqual(folders, ['a', 'b'], path);
    }
  });

  test('WebP is decoded, KTX2 is named for what it is', () => {
    const file = join(sets, 'images/webp/t.webp');
    const { width, height } = core.decodeImage(readFileSync(file));
    assert.deepEqual([width, height], [4, 4]);
    const { stderr } = vitrine(['render', join(sets, 'images/webp'), '-o', join(set, 'o.png')]);
    assert.doesNotMatch(stderr, /WebP|WEBP/);
    assert.deepEqual(vitrineJson(['inspect', join(sets, 'images/webp'), '--json']).value.issues.messages, []);
    assert.throws(() => core.decodeImage(readFileSync(join(sets, 'images/ktx/t.ktx2'))), /a KTX2 image/);
  });
});
