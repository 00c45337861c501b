// Files that lie beside a model and say more of it: skins and shader scripts of Quake III, lists of actions of DarkPlaces and
// FTE, GZDoom's MODELDEF. Through the command and the module; the readers themselves are tested in tests/native.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { zipSync } from 'fflate';

import { createVitrine, encodePng } from '../../dist/node/index.js';
import { openPaths } from '../../dist/node/files.js';
import { shared, vitrine, vitrineJson, without } from './support/vitrine.mjs';

let core, out;
before(async () => {
  core = await createVitrine();
  out = mkdtempSync(join(tmpdir(), 'vitrine-companions-'));
});
after(() => rmSync(out, { recursive: true }));

const png = (rgb) => Buffer.from(encodePng(1, 1, Uint8Array.of(...rgb, 255)));
/** Two surfaces of one material on a joint that frame K of 8 moves to x = K. */
const model = `# Inter-Quake Export
joint root -1
pq 0 0 0
${['head', 'torso'].map((name) => `mesh ${name}\nmaterial m\nvp 0 0 0\nvb 0 1\nvp 0 0 2\nvb 0 1\nvp 0 1 2\nvb 0 1\nfm 0 1 2\n`).join('')}animation own
framerate 10
${Array.from({ length: 8 }, (_, x) => `frame\npq ${x} 0 0\n`).join('')}`;

/** Writes files below a folder of their own; its path. */
function folderOf(name, files) {
  const folder = join(out, name);
  for (const [path, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), data);
  }
  return folder;
}
const player = () => ({
  'models/x/x.iqe': model,
  'models/x/face.png': png([200, 30, 30]),
  'models/x/coat.png': png([30, 200, 30]),
  'models/x/gold.png': png([220, 200, 30]),
  'models/x/x_default.skin': 'head,models/x/face\ntorso,models/x/coat.tga\ntag_weapon,\n',
  'models/x/x_gold.skin': 'head,models/x/face\ntorso,models/x/gold\n',
});
/** Image files by the materials that have them. */
const images = ({ info }) =>
  Object.fromEntries(
    info.materials.map(({ name, slots }) => [
      name,
      info.textures[slots[0]?.texture]?.file?.replace(/.*\//, '') ?? null,
    ]),
  );
const codes = ({ issues }) => issues.messages.map(({ code }) => code);

test('a skin of Quake III is put on by the command, alone, in a folder and in a pk3; another one by its name', () => {
  const folder = folderOf('skins', player());
  const pack = join(out, 'skins.pk3');
  writeFileSync(
    pack,
    zipSync(
      Object.fromEntries(Object.entries(player()).map(([name, bytes]) => [name, new Uint8Array(Buffer.from(bytes))])),
    ),
  );
  for (const operand of [folder, pack]) {
    const { value, status, stderr } = vitrineJson(['inspect', operand, '--json']);
    assert.equal(status, 0, stderr);
    assert.deepEqual(images(value), { 'models/x/face': 'face.png', 'models/x/coat.tga': 'coat.png' });
    const gold = vitrineJson(['inspect', operand, '--json', '--skin', 'gold']).value;
    assert.deepEqual(images(gold), { 'models/x/face': 'face.png', 'models/x/gold': 'gold.png' });
    assert.deepEqual([codes(value), codes(gold)], [[], []]);
  }
  const { stderr, stdout } = vitrine(['inspect', folder, '--skin', 'silver']);
  assert.match(stdout + stderr, /no skin is called|silver.*there are default, gold/);
});

test('the module has the skins with the one that engines put on', async () => {
  const document = await openPaths(core, folderOf('module', player()));
  const skins = document.report.info.format.files.flatMap(({ skins = [] }) => skins);
  assert.deepEqual(
    skins.map(({ name, worn, default: first }) => [name, worn ?? false, first ?? false]),
    [
      ['default', true, true],
      ['gold', false, false],
    ],
  );
  assert.deepEqual(skins[1].replaces[1], { from: 'torso', to: 'models/x/gold' });
  document.dispose();
});

test('a shader script gives a material its image, and the report names the script and the line', () => {
  const folder = folderOf('script', {
    'scripts/x.shader': '// x\nm\n{\n cull none\n {\n  map models/x/coat.tga\n  alphaFunc GE128\n }\n}\n',
    'models/x/x.iqe': model,
    'models/x/coat.png': png([30, 200, 30]),
  });
  const { value, stderr } = vitrineJson(['inspect', folder, '--json']);
  assert.deepEqual(images(value), { m: 'coat.png' }, stderr);
  const [{ declaration, alphaMode, doubleSided }] = value.info.materials;
  assert.match(declaration.file, /scripts\/x\.shader$/);
  assert.deepEqual([declaration.line, alphaMode, doubleSided], [2, 'mask', true]);
});

test('a list of actions takes the place of those of the file', () => {
  const folder = folderOf('list', { 'x.iqe': model, 'x.iqe.framegroups': '0 2 10 1 idle\n4 4 20 0 run // fast\n' });
  const { value } = vitrineJson(['inspect', folder, '--json']);
  assert.deepEqual(
    value.info.actions.map(({ name, duration }) => [name, duration]),
    [
      ['idle', 0.2],
      ['run', 0.15],
    ],
  );
  const at = (action, time) =>
    vitrineJson(['pose', folder, '--action', action, '--time', String(time), '--json']).value.bounds.min[0];
  assert.ok(Math.abs(at('run', 0.075) - 5.5) < 1e-6);
  assert.ok(Math.abs(at('idle', 0.15) - 0.5) < 1e-6, 'from the last frame back to the first');
});

test('MODELDEF is found under its names, and an actor is a skin', () => {
  const text = (actor, image) =>
    `Model ${actor}\n{\n Path "models/x"\n Model 0 "x.iqe"\n SurfaceSkin 0 1 "${image}"\n Scale 2 2 2\n Frame XXXX A 0 "own:9"\n}\n`;
  for (const name of ['MODELDEF', 'modeldef.txt', 'Modeldef.x']) {
    const folder = folderOf(`modeldef_${name}`, {
      ...player(),
      'models/x/x_default.skin': '',
      'models/x/x_gold.skin': '',
      [name]: text('Imp', 'coat.png') + text('Boss', 'gold.png'),
    });
    rmSync(join(folder, 'models/x/x_default.skin'));
    rmSync(join(folder, 'models/x/x_gold.skin'));
    const { value } = vitrineJson(['inspect', folder, '--json']);
    assert.equal(images(value)['models/x/coat.png'], 'coat.png', name);
    assert.deepEqual(codes(value), ['MODELDEF_FRAME', 'MODELDEF_PLACEMENT'], name);
    assert.equal(value.issues.messages[0].line, 7);
    const boss = vitrineJson(['inspect', folder, '--json', '--skin', 'boss']).value;
    assert.equal(images(boss)['models/x/gold.png'], 'gold.png', name);
  }
});

test('faults of each have line and column, and the model shows', () => {
  for (const [name, text, expected] of [
    ['x_default.skin', 'head,a\n  torso\n', ['SKIN_LINE', 2, 3]],
    ['scripts/x.shader', 'm\n{\n {\n  map\n }\n}\n', ['MTR_VALUE', 4, 3]],
    ['x.iqe.framegroups', '0 1 10 1 a\n1\n', ['FRAMEGROUPS_SYNTAX', 2, 1]],
    ['MODELDEF', 'Model A {\n Model 0 "x.iqe"\n Scale 1 x 1\n}\n', ['MODELDEF_SYNTAX', 3, 10]],
  ]) {
    const document = core.open([
      { name: 'x.iqe', bytes: Buffer.from(model) },
      { name, bytes: Buffer.from(text) },
    ]);
    const { code, line, column, source } = document.report.issues.messages[0];
    assert.deepEqual([code, line, column, source], [...expected, name]);
    assert.equal(document.report.info.statistics.triangles, 2);
    document.dispose();
  }
});

test('files of other models are named with the reason', () => {
  for (const [name, text] of [
    ['other_default.skin', 'legs,a\n'],
    ['other.iqe.framegroups', '0 1 10 1 a\n'],
    ['MODELDEF', 'Model A { Model 0 "other.iqe" Skin 0 "a.png" }\n'],
  ]) {
    const document = core.open([
      { name: 'x.iqe', bytes: Buffer.from(model) },
      { name, bytes: Buffer.from(text) },
    ]);
    assert.deepEqual(
      document.report.issues.messages.map(({ code, source }) => [code, source]),
      [['COMPANION_IGNORED', name]],
    );
    document.dispose();
  }
});

describe("Quake's models of frames", () => {
  const mdl = (name) => readFileSync(new URL(`../data/quake/valid/${name}`, import.meta.url));

  test('an image beside an MDL takes the place of one inside', () => {
    const image = (files, skin) => {
      const document = core.open([{ name: 'progs/x.mdl', bytes: mdl('groups.mdl') }, ...files], skin && { skin });
      const { materials, textures } = document.report.info;
      const [slot] = materials[0].slots;
      document.dispose();
      return textures[slot.texture].file;
    };
    const beside = (name) => ({ name, bytes: png([1, 2, 3]) });
    assert.match(image([]), /\.lmp$/);
    assert.equal(image([beside('progs/x.mdl_0.png')]), 'progs/x.mdl_0.png');
    assert.equal(image([beside('progs/x.mdl_1_1.png')], '1_1'), 'progs/x.mdl_1_1.png');
    assert.match(image([beside('progs/x.mdl_1_1.png')]), /\.lmp$/);
  });

  test('the images of a group of skins take turns, and the report has their times', () => {
    const document = core.open(
      [
        { name: 'x.mdl', bytes: mdl('groups.mdl') },
        { name: 'x.mdl_1_0.png', bytes: png([255, 0, 0]) },
        { name: 'x.mdl_1_1.png', bytes: png([0, 0, 255]) },
        ...[0, 1].map((member) => ({ name: `x.mdl_1_${member}_glow.png`, bytes: png([0, 0, 0]) })),
      ],
      { skin: '1' },
    );
    assert.deepEqual(
      document.report.info.textures.map(({ file, turns }) => [file, turns?.map((end) => Number(end.toFixed(6)))]),
      [
        ['x.mdl_1_0.png', [0.1, 0.2]],
        ['x.mdl_1_1.png', undefined],
        ['x.mdl_1_0_glow.png', [0.1, 0.2]],
        ['x.mdl_1_1_glow.png', undefined],
      ],
    );
    // Its action is longer than the group: the second round begins within it.
    const shown = [0.05, 0.15, 0.25].map((time) => {
      const { rgba } = document.render({ action: 'flame', time, width: 64, height: 64, background: 'transparent' });
      const sums = [0, 0, 0];
      for (let i = 0; i < rgba.length; i += 4) for (const c of sums.keys()) sums[c] += rgba[i + c];
      return sums[0] > 2 * sums[2] ? 'red' : sums[2] > 2 * sums[0] ? 'blue' : `${sums}`;
    });
    assert.deepEqual(shown, ['red', 'blue', 'red']);
    const [left] = document.convert('glb').report.losses.filter(({ what }) => what === 'images');
    assert.match(left.message, /2 images that take turns with another left out/);
    document.dispose();
  });

  test('.framegroups cut the actions of an MDL from its frames', () => {
    const document = core.open([
      { name: 'x.mdl', bytes: mdl('runs.mdl') },
      { name: 'x.mdl.framegroups', bytes: Buffer.from('1 1 10 0 last\n0 2 5 1 both\n') },
    ]);
    const { actions } = document.report.info;
    document.dispose();
    assert.deepEqual(
      actions.map(({ name, frames, duration }) => [name, frames, duration]),
      [
        ['last', 1, 0],
        ['both', 2, 0.4],
      ],
    );
  });

  test('the same model in less detail is not shown, and says which one is', () => {
    const document = core.open(['tagged_1.md3', 'tagged.md3'].map((name) => ({ name, bytes: mdl('tagged.md3') })));
    const { info, issues } = document.report;
    document.dispose();
    assert.equal(info.meshes.length, 1);
    assert.deepEqual(
      issues.messages.filter(({ code }) => code === 'MODEL_REPLACED').map(({ source }) => source),
      ['tagged_1.md3'],
    );
  });

  test('a folder of a player is one document of a batch', { skip: without }, () => {
    const folder = join(
      shared,
      'corpus/quake_frames/InterstellarOasis+res-tremulous_src.dpkdir/models/tremulous/players/human_base',
    );
    const { documents } = vitrineJson(['pose', '--batch', folder, '--json']).value;
    const names = documents.map(({ name }) => name.split('/').at(-1));
    assert.deepEqual(names, ['battpack.md3', 'jetpack.md3', 'jetpack_flash.md3', 'lower.md3']);
    // The tag of the legs and the tag of the torso in its axes, by the numbers in both files.
    const { matrix } = documents[3].nodes.find(({ name }) => name === 'head');
    [9.624827, 0.55073, 26.448517].forEach((want, i) => assert.ok(Math.abs(matrix[12 + i] - want) < 1e-5, `${i}`));
  });
});

describe('sets as people have them', { skip: without }, () => {
  const set = (name) => join(shared, 'corpus/sets', name);

  test('a player model wears its skin, surface by surface', () => {
    const { value, stderr } = vitrineJson(['inspect', set('q3skin/pl'), '--json']);
    assert.deepEqual(
      images(value),
      { 'models/players/x/skinhead.tga': 'skinhead.png', 'models/players/x/skintorso.tga': 'skintorso.png' },
      stderr,
    );
    assert.deepEqual(codes(value), []);
    const skins = value.info.format.files.flatMap(({ skins = [] }) => skins.map(({ name }) => name));
    assert.deepEqual(skins.sort(), ['0', 'default']);
  });

  // [action, time, least and largest z], by reference/iqm_ref.py from the frames of the file.
  const poses = [
    ['idle', 0, -1, 1],
    ['idle', 0.13, -0.8700079379839736, 1.1299920620160264],
    ['idle', 0.45, -0.7999977162126015, 1.2000022837873985],
    ['run', 0, -0.5000015385667211, 1.4999984614332789],
    ['run', 0.3, 0.09999081672503962, 2.0999908167250396],
    ['run', 0.7, 0.8999999518746336, 2.8999999518746336],
  ];
  test('actions of a .framegroups are the frames that a second reader has there', () => {
    const operands = ['y.iqm', 'y.iqm.framegroups'].map((name) => join(set('q3skin/fg'), name));
    for (const [action, time, least, largest] of poses) {
      const { value } = vitrineJson(['pose', ...operands, '--action', action, '--time', String(time), '--json']);
      assert.ok(Math.abs(value.bounds.min[2] - least) < 2e-6, `${action} ${time}: ${value.bounds.min[2]}`);
      assert.ok(Math.abs(value.bounds.max[2] - largest) < 2e-6, `${action} ${time}: ${value.bounds.max[2]}`);
    }
    const { value } = vitrineJson(['inspect', ...operands, '--json']);
    assert.deepEqual(
      value.info.actions.map(({ name, duration }) => [name, duration]),
      [
        ['idle', 0.5],
        ['run', 0.7],
      ],
    );
    assert.deepEqual(codes(value), []);
  });

  test('a material of a shader script has the image of its first stage; the script is named', () => {
    const { value } = vitrineJson(['inspect', set('iqm_sets/q3'), '--json']);
    const [{ declaration, slots }] = value.info.materials;
    assert.match(value.info.textures[slots[0].texture].file, /thing_d\.png$/);
    assert.match(declaration.file, /scripts\/thing\.shader$/);
    assert.equal(declaration.line, 1);
  });

  test('skins of real players are read to the last line', () => {
    const folder = join(shared, 'corpus/quake_frames/Turtle-Arena+turtle-arena-data/models/players/raph');
    for (const name of ['upper_default.skin', 'head_red.skin', 'lower_default.skin']) {
      const bytes = readFileSync(join(folder, name));
      const document = core.open([
        { name: 'x.iqe', bytes: Buffer.from(model) },
        { name, bytes },
      ]);
      const found = document.report.issues.messages.filter(({ source }) => source === name);
      assert.deepEqual(
        found.map(({ code }) => code),
        ['COMPANION_IGNORED'],
        name,
      );
      document.dispose();
    }
  });
});
