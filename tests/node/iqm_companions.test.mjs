// What is written beside an IQM for an engine: skins, lists of frames, configurations. Each says what a second reader finds in
// the model, is read back without a message, and `check --for` finds it where the engine looks.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { createVitrine } from '../../dist/node/index.js';
import { iqmEngines, readIqm, turningFlag } from './support/iqm.mjs';
import { readMd3 } from './support/md3.mjs';
import { pngChunk } from './support/pictures.mjs';
import { readPng } from './support/worldpictures.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const sample = (folder, ...names) => names.map((name) => join(root, 'public/samples', folder, name));
const heron = sample('heron', 'heron.md5mesh', 'walk.md5anim', 'idle.md5anim', 'look.md5anim'),
  still = sample('column', 'column.md5mesh');

let folder, core;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-iqm-beside-'));
  core = await createVitrine();
});
after(() => rmSync(folder, { recursive: true }));

const open = (paths) => core.load(paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) })));
function written(paths, engine, options = {}) {
  const document = open(paths),
    { files, report } = document.convert('iqm', { engine, name: 'hero', ...options });
  document.dispose();
  assert.equal(files[0].name, 'hero.iqm');
  const texts = Object.fromEntries(files.slice(1).map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]));
  return { files, report, texts, iqm: readIqm(files[0].bytes) };
}
/** Words of the lines, without comments. */
const rows = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/\/\/.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare));

const skinLines = ({ meshes }) => meshes.map(({ name, material }) => `${name},${material}`);
const isSkin = (name) => (facts, texts) => assert.deepEqual(texts[name].trimEnd().split('\n'), skinLines(facts));
const isGroups = ({ actions }, texts) =>
  assert.deepEqual(
    rows(texts['hero.iqm.framegroups']),
    actions.map(({ name, first, frames, rate, loop }) => [first, frames, rate, loop ? 1 : 0, name].map(String)),
  );
const isAnimation = (second) => (iqm, texts) =>
  assert.deepEqual(
    rows(texts['animation.cfg']).map((row) => row.map(Number)),
    iqm.actions.map((action) => [action.first, second(action), action.loop ? action.frames : 0, action.rate]),
  );
const frames = isAnimation((action) => action.frames),
  last = isAnimation(({ first, frames: count }) => first + count - 1);

function isConfig({ actions, meshes }, texts, { animations }) {
  const commands = rows(texts['iqm.cfg']),
    of = (word) => commands.filter(([command]) => command === word).map(([, ...words]) => words);
  assert.deepEqual(of('iqmload'), [['hero.iqm']]);
  assert.deepEqual(
    of('iqmskin').map(([mesh]) => mesh),
    meshes.map(({ name }) => name),
  );
  assert.deepEqual(
    of('iqmanim').map(([, ...words]) => words),
    actions.map(({ name, rate }) => [`hero.iqm:${name}`, String(rate)]),
  );
  const names = Object.fromEntries(animations.map(({ action, name }) => [action, name]));
  assert.deepEqual(
    of('iqmanim').map(([name]) => name),
    actions.map(({ name }) => names[name]),
  );
}

function isLump({ actions, meshes }, texts) {
  const text = texts['modeldef.hero'];
  assert.match(text, /Model 0 "hero\.iqm"/);
  const asked = [...text.matchAll(/^\tFrame (\w{4} [A-Z]) 0 "(.+):(\d+)"$/gm)];
  assert.deepEqual(
    asked.map(([, , name, frame]) => [name, Number(frame)]),
    actions.flatMap(({ name, frames: count }) => Array.from({ length: count }, (_, k) => [name, k])),
  );
  assert.equal(
    new Set(asked.map(([, sprite]) => sprite)).size,
    asked.length,
    'a frame of a sprite is one of the model',
  );
  assert.ok(meshes.length > 0);
}

/** The files of each engine, and what is in them. */
const engines = {
  fteqw: { 'hero.iqm_0.skin': isSkin('hero.iqm_0.skin'), 'hero.iqm.framegroups': isGroups },
  darkplaces: { 'hero.iqm_0.skin': isSkin('hero.iqm_0.skin'), 'hero.iqm.framegroups': isGroups },
  ioquake3: { 'hero_default.skin': isSkin('hero_default.skin'), 'animation.cfg': frames },
  quake3e: { 'hero_default.skin': isSkin('hero_default.skin'), 'animation.cfg': frames },
  spearmint: { 'hero_default.skin': isSkin('hero_default.skin'), 'animation.cfg': frames },
  daemon: { 'hero_default.skin': isSkin('hero_default.skin') },
  warfork: { 'animation.cfg': last },
  alienarena: { 'hero.skin': ({ meshes }, texts) => assert.equal(texts['hero.skin'].trim(), meshes[0].material) },
  gzdoom: { 'modeldef.hero': isLump },
  redeclipse: { 'iqm.cfg': isConfig },
  cube2: { 'iqm.cfg': isConfig },
  tesseract: { 'iqm.cfg': isConfig },
  raylib: {},
  q2rtx: {},
  love: {},
  portable: {},
};

describe('beside an IQM', () => {
  for (const [engine, expected] of Object.entries(engines))
    test(engine, () => {
      const { files, iqm, texts, report } = written(heron, engine),
        out = mkdtempSync(join(folder, 'out-'));
      assert.deepEqual(
        Object.keys(texts).filter((name) => !/\.(png|jpg|tga)$/.test(name)),
        Object.keys(expected),
      );
      for (const holds of Object.values(expected)) holds(iqm, texts, report);
      if (engine === 'portable') return;
      for (const { name, bytes } of files) writeFileSync(join(out, name), bytes);
      const { verdict, rules, asks } = vitrineJson(['check', join(out, 'hero.iqm'), '--for', engine, '--json']).value
        .engines[0];
      assert.equal(verdict, 'ok', JSON.stringify(rules));
      // GZDoom takes its lumps from the whole game.
      for (const name of Object.keys(expected).filter((one) => one !== 'modeldef.hero'))
        assert.ok(
          asks.some(({ file, found }) => found && basename(file) === name),
          `${name}: ${JSON.stringify(asks)}`,
        );
    });

  test('no list of frames stands beside a model that only stands', () => {
    for (const engine of ['fteqw', 'ioquake3', 'warfork'])
      assert.ok(
        Object.keys(written(still, engine).texts).every((name) => !/framegroups|\.cfg$/.test(name)),
        engine,
      );
  });

  test('the files are read back together, without a message about them', () => {
    for (const engine of ['fteqw', 'ioquake3', 'gzdoom']) {
      const { files, iqm } = written(heron, engine),
        again = core.load(files);
      const about = again.report.issues.messages.filter(({ source }) =>
        files.slice(1).some(({ name }) => name === source),
      );
      // The placement of an actor is never applied, and says so.
      assert.deepEqual(
        about.filter(({ code }) => code !== 'MODELDEF_PLACEMENT').map(({ code, message }) => `${code} ${message}`),
        [],
        engine,
      );
      // ioquake3's game knows rows by their number; the list names none.
      if (engine !== 'ioquake3')
        assert.deepEqual(
          again.actions.map(({ name }) => name),
          iqm.actions.map(({ name }) => name),
        );
      again.dispose();
    }
  });

  test('an IQE has those of the IQM that is compiled from it', () => {
    const document = open(heron),
      { files } = document.convert('iqe', { engine: 'fteqw', name: 'hero' });
    document.dispose();
    assert.deepEqual(
      files.map(({ name }) => name).filter((name) => !/\.(png|jpg|tga)$/.test(name)),
      ['hero.iqe', 'hero.iqm_0.skin', 'hero.iqm.framegroups'],
    );
  });
});

describe('names of animations in an iqm.cfg', () => {
  const named = (engine, animNames) => written(heron, engine, { animNames });

  test('Cube 2 gets those that it plays, and what it never plays is told', () => {
    const { report } = named('cube2');
    assert.deepEqual(
      report.animations.map(({ action, name, known }) => [action, name, known]),
      [
        ['walk', 'forward', true],
        ['idle', 'idle', true],
        ['look', 'look', false],
      ],
    );
    assert.match(report.losses.find(({ what }) => what === 'actions').message, /'look'/);
  });

  test('a name that is given stands there', () => {
    const { texts, report } = named('cube2', { look: 'taunt' });
    assert.match(texts['iqm.cfg'], /^iqmanim "taunt" "hero\.iqm:look" /m);
    assert.ok(!report.losses.some(({ what, message }) => what === 'actions' && message.includes("'look'")));
  });

  test('for an action that there is not, or an engine without such a file, it is refused', () => {
    assert.throws(() => named('cube2', { fly: 'jump' }), { code: 'EXPORT_OPTION', message: /'fly'/ });
    assert.throws(() => named('fteqw', { look: 'taunt' }), { code: 'EXPORT_OPTION', message: /animNames/ });
    assert.throws(() => named('cube2', { look: 3 }), { code: 'EXPORT_OPTION' });
  });

  test('the command takes them, and replaces no companion unasked', () => {
    const out = mkdtempSync(join(folder, 'out-'));
    const args = ['convert', ...heron, '-o', join(out, 'hero.iqm'), '--for', 'cube2', '--anim-name', 'look=taunt'];
    assert.equal(vitrine(args).status, 0);
    assert.match(readFileSync(join(out, 'iqm.cfg'), 'utf8'), /"taunt" "hero\.iqm:look"/);
    assert.ok(readdirSync(out).includes('hero.iqm'));
    const refused = vitrine(args);
    assert.notEqual(refused.status, 0);
    assert.match(refused.stderr, /iqm\.cfg.*--force/);
    assert.equal(vitrine([...args, '--force']).status, 0);
  });
});

const kMoving = turningFlag('framerate 10', 2);

/** A model whose material is called as it is said. */
const kPath = `# Inter-Quake Export
mesh "flag"
material "MATERIAL"
vp 0 0 0
vt 0 0
vn 0 0 1
vp 1 0 0
vt 1 0
vn 0 0 1
vp 0 1 0
vt 0 1
vn 0 0 1
fm 0 2 1
`;

describe('images', () => {
  /** One pixel. */
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 200, 100, 50]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  /** A triangle with an image of its own, one of a colour, and one without a material. */
  function glb() {
    const numbers = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      uri = (bytes, type) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    const gltf = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [
        {
          primitives: [0, 1, 2, undefined].map((material) => ({
            attributes: { POSITION: 0 },
            ...(material !== undefined && { material }),
          })),
        },
      ],
      materials: [
        { name: 'skin', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } },
        { name: 'Red Paint', pbrMetallicRoughness: { baseColorFactor: [0.5, 0.25, 0.0025, 1] } },
        { name: 'lost', pbrMetallicRoughness: { baseColorTexture: { index: 1 } } },
      ],
      textures: [{ source: 0 }, { source: 1 }],
      images: [{ uri: 'textures/Body.png' }, { uri: 'gone.png' }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: uri(numbers.buffer, 'application/octet-stream') }],
    };
    return core.load([
      { name: 'thing.gltf', bytes: new TextEncoder().encode(JSON.stringify(gltf)) },
      { name: 'textures/Body.png', bytes: png },
    ]);
  }
  const srgb = (linear) =>
    Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
  const kStems = ['body', 'gone', 'hero', 'red_paint'];
  const isImage = ({ name }) => name.endsWith('.png');

  for (const [engine, kind, asked] of [
    ['raylib', 'iqm', (stem) => `${stem}.png`],
    ['gzdoom', 'iqm', (stem) => `${stem}.png`],
    ['cube2', 'iqm', (stem) => `${stem}.png`],
    ['fteqw', 'iqm', (stem) => `models/hero/${stem}`],
    ['darkplaces', 'iqm', (stem) => `models/hero/${stem}`],
    ['ioquake3', 'iqm', (stem) => `models/hero/${stem}`],
    ['q2rtx', 'iqm', (stem) => `models/hero/${stem}`],
    ['daemon', 'iqm', (stem) => `models/hero/${stem}`],
    ['warfork', 'iqm', (stem) => `models/hero/${stem}`],
    ['ironwail', 'md3', (stem) => `progs/${stem}`],
    ['vkquake', 'md3', (stem) => `progs/${stem}`],
    ['qss', 'md3', (stem) => `progs/${stem}`],
    ['darkplaces', 'md3', (stem) => `models/hero/${stem}`],
    ['fteqw', 'md3', (stem) => `models/hero/${stem}`],
    ['ioquake3', 'md3', (stem) => `models/hero/${stem}`],
    ['daemon', 'md3', (stem) => `models/hero/${stem}`],
    ['gzdoom', 'md3', (stem) => `${stem}.png`],
  ])
    test(`${engine}, ${kind}: each material has one where the engine looks, its own or one of its colour`, () => {
      const document = glb(),
        { files, report } = document.convert(kind, { engine, name: 'hero' });
      document.dispose();
      const materials =
        kind === 'iqm'
          ? readIqm(files[0].bytes).meshes.map(({ material }) => material)
          : readMd3(files[0].bytes).surfaces.map(({ shaders }) => shaders[0]);
      assert.deepEqual(materials.toSorted(), kStems.map(asked).toSorted());
      const images = Object.fromEntries(files.filter(isImage).map(({ name, bytes }) => [name, Buffer.from(bytes)]));
      assert.deepEqual(Object.keys(images).toSorted(), kStems.map((stem) => `${stem}.png`).toSorted());
      assert.deepEqual([...readPng(images['body.png']).samples.slice(0, 3)], [200, 100, 50]);
      assert.deepEqual([...readPng(images['red_paint.png']).samples.slice(0, 3)], [0.5, 0.25, 0.0025].map(srgb));
      assert.match(
        report.losses.find(({ what }) => what === 'images').message,
        /^1 material has an image of one colour/,
      );

      // Where the game has it.
      const folders = { ironwail: 'progs', vkquake: 'progs', qss: 'progs' },
        out = join(mkdtempSync(join(folder, 'out-')), folders[engine] ?? 'models/hero');
      mkdirSync(out, { recursive: true });
      for (const { name, bytes } of files) writeFileSync(join(out, name), bytes);
      const { verdict, rules, asks } = vitrineJson(['check', join(out, files[0].name), '--for', engine, '--json']).value
        .engines[0];
      assert.equal(verdict, 'ok', JSON.stringify(rules));
      const found = asks.filter(({ role }) => role === 'image');
      // Cube takes them from its configuration; which a port of Quake draws for a skin is not looked up.
      if (!['cube2', 'ironwail', 'vkquake', 'qss'].includes(engine)) assert.equal(found.length, kStems.length);
      assert.ok(
        found.every((one) => one.found),
        JSON.stringify(found),
      );
      if (engine === 'cube2')
        assert.deepEqual(
          rows(readFileSync(join(out, 'iqm.cfg'), 'utf8')).flatMap(([word, , image]) =>
            word === 'iqmskin' ? [image] : [],
          ),
          materials,
        );
    });

  test('without an engine, and for those whose images nobody has looked up, none is written', () => {
    const document = glb();
    for (const [kind, engine] of [
      ['iqm', undefined],
      ['md3', undefined],
      ['iqm', 'love'],
      ['iqm', 'portable'],
      ['iqm', 'alienarena'],
    ])
      assert.ok(!document.convert(kind, { engine }).files.some(isImage), `${kind} ${engine}`);
    document.dispose();
  });

  test('a material that is a path of the game keeps it, and no image is written for it', () => {
    const text = kPath.replaceAll('MATERIAL', 'models/players/hero/body'),
      document = core.load([{ name: 'path.iqe', bytes: Buffer.from(text) }]),
      { files } = document.convert('iqm', { engine: 'ioquake3', name: 'hero' });
    document.dispose();
    assert.equal(readIqm(files[0].bytes).meshes[0].material, 'models/players/hero/body');
    assert.ok(!files.some(isImage));
  });

  test('the command takes the folder of the game from the output, or from --folder, and leaves images that are there', () => {
    const out = join(mkdtempSync(join(folder, 'out-')), 'models', 'birds');
    mkdirSync(out, { recursive: true });
    const path = join(out, 'hero.iqm'),
      args = ['convert', ...heron, '-o', path, '--for', 'ioquake3'];
    assert.equal(vitrine(args).status, 0);
    assert.match(readIqm(readFileSync(path)).meshes[0].material, /^models\/birds\/\w+$/);
    // The same images are no reason to refuse, and companions are.
    rmSync(join(out, 'hero_default.skin'));
    rmSync(join(out, 'animation.cfg'));
    assert.equal(vitrine(args).status, 0);
    assert.equal(vitrine([...args, '--folder', 'models/other', '--force']).status, 0);
    assert.match(readIqm(readFileSync(path)).meshes[0].material, /^models\/other\/\w+$/);
    const refused = vitrine([...args, '--folder', '../other', '--force']);
    assert.notEqual(refused.status, 0);
    assert.match(refused.stderr, /folder/);
  });
});

describe('a batch', () => {
  test('refuses the second model of a folder that wants the same companion, and keeps that of the first', () => {
    const models = mkdtempSync(join(folder, 'in-')),
      out = mkdtempSync(join(folder, 'out-'));
    for (const name of ['one', 'two']) writeFileSync(join(models, `${name}.iqe`), kMoving.replace('turn', name));
    const args = ['convert', '--batch', models, '--to', 'iqm', '--for', 'ioquake3', '-o', out];
    for (const more of [[], ['--force']]) {
      const { status, stderr } = vitrine([...args, ...more]);
      assert.equal(status, 1, stderr);
      assert.match(stderr, /animation\.cfg' belongs to '.*one\.iqm': an engine reads one in a folder/);
      assert.match(readFileSync(join(out, 'animation.cfg'), 'utf8'), /\/\/ one$/m);
      assert.ok(!readdirSync(out).includes('two.iqm'));
      for (const name of readdirSync(out)) rmSync(join(out, name));
    }
    // In folders of their own each has its list; what does not hold the frames is no model's alone.
    for (const name of ['one', 'two']) {
      mkdirSync(join(models, name));
      writeFileSync(join(models, name, `${name}.iqe`), kMoving.replace('turn', name));
      rmSync(join(models, `${name}.iqe`));
    }
    assert.equal(vitrine(args).status, 0);
    for (const name of ['one', 'two'])
      assert.match(readFileSync(join(out, name, 'animation.cfg'), 'utf8'), new RegExp(`// ${name}$`, 'm'));
  });

  test('writes an image that two models share once', () => {
    const models = mkdtempSync(join(folder, 'in-')),
      out = mkdtempSync(join(folder, 'out-'));
    for (const name of ['one', 'two']) writeFileSync(join(models, `${name}.iqe`), kMoving);
    const { status, stderr } = vitrine(['convert', '--batch', models, '--to', 'iqm', '--for', 'raylib', '-o', out]);
    assert.equal(status, 0, stderr);
    assert.deepEqual(readdirSync(out).toSorted(), ['cloth.png', 'one.iqm', 'two.iqm']);
  });
});

describe('an animation.cfg for ioquake3', () => {
  /** Of a player, by cg_players.c. */
  const kRows =
    'BOTH_DEATH1 BOTH_DEAD1 BOTH_DEATH2 BOTH_DEAD2 BOTH_DEATH3 BOTH_DEAD3 TORSO_GESTURE TORSO_ATTACK TORSO_ATTACK2 TORSO_DROP TORSO_RAISE TORSO_STAND TORSO_STAND2 LEGS_WALKCR LEGS_WALK LEGS_RUN LEGS_BACK LEGS_SWIM LEGS_JUMP LEGS_LAND LEGS_JUMPB LEGS_LANDB LEGS_IDLE LEGS_IDLECR LEGS_TURN'.split(
      ' ',
    );
  function listed(names, kind, engine = 'ioquake3') {
    const action = kMoving.slice(kMoving.indexOf('animation')),
      text =
        kMoving.slice(0, kMoving.indexOf('animation')) + names.map((name) => action.replace('turn', name)).join('');
    const document = core.load([{ name: 'player.iqe', bytes: Buffer.from(text) }]),
      { files, report } = document.convert(kind, { engine });
    document.dispose();
    const cfg = Buffer.from(files.find(({ name }) => name === 'animation.cfg').bytes).toString();
    return {
      rows: cfg.split('\n').flatMap((line) => /^(\d+)\s+(\d+).*\/\/ (\S+)$/.exec(line)?.slice(1) ?? []),
      lost: report.losses.find(({ what, message }) => what === 'actions' && message.includes('Quake III')),
    };
  }

  for (const kind of ['iqm', 'md3'])
    test(`${kind}: rows that the game knows by their order are put in it, and what is missing is told`, () => {
      const all = ['extra', ...kRows.toReversed()],
        { rows: written, lost } = listed(all, kind);
      assert.equal(lost, undefined);
      const order = [...kRows, 'extra'];
      assert.deepEqual(
        written,
        order.flatMap((name) => [String(2 * all.indexOf(name)), '2', name]),
      );
      const some = listed(['idle', 'LEGS_RUN'], kind);
      assert.deepEqual(some.rows, ['0', '2', 'idle', '2', '2', 'LEGS_RUN']);
      assert.equal(some.lost.count, 24);
      assert.match(some.lost.message, /'BOTH_DEATH1'/);
    });

  test('engines whose games have lists of their own are told nothing', () => {
    for (const engine of ['spearmint', 'warfork']) assert.equal(listed(['idle'], 'iqm', engine).lost, undefined);
  });
});

describe('actions as files of their own', () => {
  const kAlone = ['darkplaces', 'warfork', 'alienarena'];
  for (const engine of [...iqmEngines.filter((name) => !kAlone.includes(name)), undefined])
    test(`${engine ?? 'any engine'} gets the model and one file for each action, with the same joints and poses`, () => {
      const whole = written(heron, engine),
        apart = written(heron, engine, { actionsApart: true }),
        files = apart.files.filter(({ name }) => /^hero_.*\.iqm$/.test(name));
      assert.equal(apart.iqm.actions.length, 0);
      assert.equal(apart.iqm.header.num_frames, 0);
      assert.deepEqual(apart.iqm.joints, whole.iqm.joints);
      assert.deepEqual(
        files.map(({ name }) => name),
        whole.iqm.actions.map(({ name }) => `hero_${name}.iqm`),
      );
      for (const [k, { bytes }] of files.entries()) {
        const one = readIqm(bytes),
          { name, frames: count, rate, loop, first } = whole.iqm.actions[k];
        assert.deepEqual(one.joints, whole.iqm.joints);
        assert.deepEqual(one.actions, [{ name, first: 0, frames: count, rate, loop }]);
        assert.equal(one.triangles.length, 1);
        assert.equal(one.bounds.length, count);
        // Steps of channels count over the frames of a file, so that each is a little off in its own way.
        for (let f = 0; f < count; f += 7)
          for (const [j, numbers] of one.frame(f).entries())
            for (const [c, number] of numbers.entries())
              assert.ok(Math.abs(number - whole.iqm.frame(first + f)[j][c]) < 2e-2, `${name} ${f} joint ${j} ${c}`);
      }
      assert.deepEqual(
        apart.report.readBack.actions.map(({ name, frames: count }) => [name, count]),
        whole.report.readBack.actions.map(({ name, frames: count }) => [name, count]),
      );
      for (const [k, { largest }] of apart.report.readBack.actions.entries())
        assert.ok(largest <= whole.report.readBack.actions[k].largest * 1.5 + 1e-3);
      const cfg = apart.texts['iqm.cfg'] ?? apart.texts['modeldef.hero'];
      if (cfg) for (const { name } of files) assert.ok(cfg.includes(name), name);
      assert.ok(!Object.keys(apart.texts).some((name) => /framegroups|animation\.cfg/.test(name)));
      if (engine === undefined) return;
      const out = mkdtempSync(join(folder, 'out-'));
      for (const { name, bytes } of apart.files) writeFileSync(join(out, name), bytes);
      for (const { name } of [apart.files[0], files[0]]) {
        const { verdict, rules } = vitrineJson(['check', join(out, name), '--for', engine, '--json']).value.engines[0];
        assert.equal(verdict, 'ok', `${name}: ${JSON.stringify(rules)}`);
      }
    });

  test('the model plays them once they are opened with it', () => {
    const { files } = written(heron, 'raylib', { actionsApart: true });
    const document = core.load(files);
    assert.deepEqual(document.actions.map(({ name }) => name).toSorted(), ['idle', 'look', 'walk']);
    document.dispose();
  });

  test('engines that play only those of the model refuse them, and a model that stands has none', () => {
    for (const engine of [...kAlone, 'portable'])
      assert.throws(() => written(heron, engine, { actionsApart: true }), {
        code: 'EXPORT_ENGINE',
        message: /--actions-apart/,
      });
    assert.ok(written(still, 'raylib', { actionsApart: true }).files.every(({ name }) => !/^hero_/.test(name)));
  });

  test('the command writes them beside the model', () => {
    const out = mkdtempSync(join(folder, 'out-'));
    const { status, stderr } = vitrine([
      'convert',
      ...heron,
      '-o',
      join(out, 'hero.iqm'),
      '--for',
      'raylib',
      '--actions-apart',
    ]);
    assert.equal(status, 0, stderr);
    const names = readdirSync(out);
    for (const name of ['hero.iqm', 'hero_idle.iqm', 'hero_look.iqm', 'hero_walk.iqm'])
      assert.ok(names.includes(name), name);
  });
});
