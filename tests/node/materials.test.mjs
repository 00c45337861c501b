// Names of materials to images: declarations in archives, Cube's md5.cfg, names that QMSH models store; and what becomes
// of a declaration in the report and in a GLB.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { zipSync } from 'fflate';
import validator from 'gltf-validator';

import { createVitrine } from '../../dist/node/index.js';
import { wall } from '../browser/declared.mjs';
import { readGlb } from './support/glb.mjs';
import { rise, square } from './support/inputs.mjs';
import { shared, vitrine, without } from './support/vitrine.mjs';

let core, out;
before(async () => {
  core = await createVitrine();
  out = mkdtempSync(join(tmpdir(), 'vitrine-materials-'));
});
after(() => rmSync(out, { recursive: true }));

const byName = (list) => Object.fromEntries(list.map((item) => [item.name, item]));

test('declarations in a pk4 dress the model in it; the report says from which line', () => {
  const entries = wall().map(({ name, bytes }) => {
    const folder = name.endsWith('.mtr') ? 'materials' : /\.(tga|dds)$/.test(name) ? 'test' : 'models/md5';
    return [`${folder}/${name}`, new Uint8Array(bytes)];
  });
  const pack = join(out, 'pack.pk4');
  writeFileSync(pack, zipSync(Object.fromEntries(entries)));
  const { status, stdout, stderr } = vitrine(['inspect', pack, '--json']);
  assert.equal(status, 0, stderr);
  const { info, files } = JSON.parse(stdout);
  const materials = byName(info.materials),
    image = (material, wanted) =>
      info.textures[material.slots.find(({ role }) => role === wanted)?.texture]?.file ?? null;
  const line = (name) => materials[name].declaration.line;
  assert.deepEqual(
    ['wet', 'grate', 'lamp', 'tinted', 'gone'].map((name) => line(`test/${name}`)),
    [1, 2, 3, 4, 5],
  );
  assert.match(materials['test/wet'].declaration.file, /materials\/wall\.mtr$/);
  for (const [role, file] of [
    ['diffuse', /test\/brick\.tga$/],
    ['normal', /test\/brick_local\.dds$/],
    ['specular', /test\/brick_s\.tga$/],
  ])
    assert.match(image(materials['test/wet'], role), file);
  const { alphaMode, alphaCutoff, culled, doubleSided } = materials['test/grate'];
  assert.deepEqual([alphaMode, alphaCutoff, culled, doubleSided], ['mask', 0.5, 'none', true]);
  assert.match(image(materials['test/lamp'], 'emissive'), /glow\.dds$/);
  assert.equal(materials['test/gone'].culled, 'front');
  assert.equal(files.find(({ name }) => name.endsWith('.mtr')).role, 'materials');
  const { stdout: pretty } = vitrine(['inspect', pack]);
  assert.match(pretty, /test\/grate +cutoff 0\.5 +both sides +test\/grate .*wall\.mtr:2\n/);
});

test('a GLB keeps cut-outs, sides, edges, tints and glow, and is valid', async () => {
  const document = core.open(wall());
  const file = document.export('glb');
  const report = await validator.validateBytes(new Uint8Array(file));
  assert.deepEqual(
    [report.issues.numErrors, report.issues.numWarnings],
    [0, 0],
    JSON.stringify(report.issues.messages),
  );
  const { json } = readGlb(file),
    materials = byName(json.materials);
  assert.equal(materials['test/grate'].alphaMode, 'MASK');
  assert.equal(materials['test/grate'].alphaCutoff ?? 0.5, 0.5);
  assert.equal(materials['test/grate'].doubleSided, true);
  assert.equal(materials['test/wet'].doubleSided, undefined);
  assert.equal(materials['test/wet'].alphaMode, undefined);
  document.dispose();
});

test('what is declared and cannot be drawn is a message with its line, and no error', () => {
  const [model] = wall();
  const text = 'test/wet {\n diffusemap makealpha( x )\n noshadows\n}\ntest/wet { }\n';
  const document = core.open([model, { name: 'a.mtr', bytes: Buffer.from(text) }]);
  const found = document.report.issues.messages.map(({ code, line, severity }) => [code, line, severity]);
  assert.deepEqual(found, [
    ['MTR_DUPLICATE', 5, 1],
    ['MTR_IMAGE_PROGRAM', 2, 2],
    ['MTR_UNUSED_KEY', 3, 2],
  ]);
  document.dispose();
});

test('declarations alone are refused with a reason', () => {
  const [, mtr] = wall();
  assert.throws(() => core.open([mtr]), { code: 'NOTHING_TO_SHOW' });
});

test('an action has the name that md5.cfg gives it, in GLB as well; its file’s name still selects it', () => {
  writeFileSync(join(out, 'square.md5mesh'), square());
  writeFileSync(join(out, 'rise.md5anim'), rise);
  writeFileSync(join(out, 'md5.cfg'), 'md5load square.md5mesh\nmd5anim "rise N" rise.md5anim 20\n');
  const files = ['square.md5mesh', 'rise.md5anim', 'md5.cfg'].map((name) => join(out, name));
  const actionOf = (name) => JSON.parse(vitrine(['pose', ...files, '--action', name, '--json']).stdout).action;
  assert.deepEqual([actionOf('rise N'), actionOf('rise')], ['rise N', 'rise N']);
  assert.match(vitrine(['pose', ...files, '--action', 'sink']).stderr, /no action "sink"; there are rise N/);
  const glb = join(out, 'square.glb');
  assert.equal(vitrine(['convert', ...files, '-o', glb]).status, 0);
  assert.deepEqual(
    readGlb(readFileSync(glb)).json.animations.map(({ name }) => name),
    ['rise N'],
  );
});

describe('names of real models', { skip: without }, () => {
  const folder = (path) => join(shared ?? '', 'corpus', path);
  const namesIn = (path) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  test('md5.cfg of Cube engines: skins by mesh name, and for all meshes', () => {
    const frankie = folder('md5/kripken+intensityengine/packages/models/frankie');
    const skinsOf = (...paths) => {
      const { materials, textures, meshes } = JSON.parse(vitrine(['inspect', ...paths, '--json']).stdout).info;
      const skins = Object.fromEntries(
        meshes.map(({ name, primitives: [part] }) => [
          name,
          textures[materials[part.material].slots.find(({ role }) => role === 'diffuse').texture],
        ]),
      );
      assert.ok([skins.Body, skins.Tail].every(({ status }) => status === 'found'));
      return [skins.Body.name, skins.Tail.name];
    };
    // Its own md5.js comes before the md5.cfg of the folder below, which counts where the former is not there.
    assert.deepEqual(skinsOf(frankie), ['flyingsquirrel_skin_col.jpg', 'frankie_tail2.png']);
    const others = namesIn(frankie).filter((path) => !path.endsWith('.js'));
    assert.deepEqual(skinsOf(...others), ['alt_flyingsquirrel_skin_col.jpg', 'alt_frankie_tail2.png']);

    const bones = folder('md5/Pyramid-Apex-Games+Polyhedron/media/model/actors/bones');
    const all = JSON.parse(vitrine(['inspect', bones, '--json']).stdout).info;
    assert.deepEqual(
      all.textures.map(({ name, status }) => [name, status]),
      [
        ['diffuse.png', 'found'],
        ['base.png', 'found'],
        ['normal.png', 'found'],
        ['masks.png', 'missing'],
      ],
    );
  });

  for (const [models, images, least] of [
    ['qmsh/carpgdata', 'qmsh/carpgdata_textures', 0.95],
    ['qmsh/tfq-rebirth', 'qmsh/tfq-rebirth_textures', 0.6],
  ])
    test(`${models}: stored names of images, and guesses from names of materials`, (t) => {
      if (!existsSync(folder(images))) return t.skip(`corpus/${images} is absent`);
      // Images by name alone: what is looked for is what counts.
      const there = new Set(namesIn(folder(images)).map((path) => path.split('/').at(-1).toLowerCase()));
      let asked = 0,
        answered = 0;
      for (const path of namesIn(folder(models)).filter((name) => /\.(qmsh|tmp)$/i.test(name))) {
        const document = core.load([{ name: path, bytes: readFileSync(path) }]);
        for (const { searched } of document.report.info.textures) {
          ++asked;
          answered += searched.some((name) => there.has(name.split(/[\\/]/).at(-1).toLowerCase())) ? 1 : 0;
        }
        document.dispose();
      }
      t.diagnostic(`${answered} of ${asked}`);
      assert.ok(asked > 20 && answered >= least * asked, `${answered} of ${asked}`);
    });
});
