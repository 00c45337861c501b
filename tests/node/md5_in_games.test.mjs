// What only a running game shows of an MD5: meshes without an image, names of animations, the size beside a player, faces
// seen from behind. `convert --for` writes what the engine needs and tells the rest, and `check --for` agrees.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';

import { Chunk, glb } from './support/gltf.mjs';
import { mdl } from './support/replaced.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const sample = (name) => join(root, 'public/samples', name);

let folder,
  outputs = 0;
before(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-games-'))));
after(() => rmSync(folder, { recursive: true }));

/** Converts into a folder of its own. */
const converted = (input, ...args) => convertedTo('md5mesh', input, ...args);
function convertedTo(kind, input, ...args) {
  const out = join(folder, `out${outputs++}`);
  const { status, value, stderr } = vitrineJson([
    ...['convert', input, '-o', join(out, `thing.${kind}`), '--json'],
    ...args,
  ]);
  assert.equal(status, 0, stderr);
  const lost = Object.fromEntries(value.losses.map(({ what, count, message }) => [what, { count, message }]));
  return { out, report: value, lost, names: readdirSync(out) };
}
const checked = (out, engine) =>
  vitrineJson(['check', join(out, 'thing.md5mesh'), '--for', engine, '--json']).value.engines[0];

/** A sheet of one triangle, with a material. */
function sheet(name, material, height = 1) {
  const chunk = new Chunk();
  const POSITION = chunk.add(Float32Array.of(0, 0, 0, 1, 0, 0, 0, height, 0), 'VEC3', {
    min: [0, 0, 0],
    max: [1, height, 0],
  });
  const path = join(folder, `${name}.glb`);
  writeFileSync(
    path,
    glb(
      {
        asset: { version: '2.0' },
        scenes: [{ nodes: [0] }],
        nodes: [{ mesh: 0 }],
        materials: [{ name: 'Leaf', ...material }],
        meshes: [{ primitives: [{ attributes: { POSITION }, material: 0 }] }],
        ...chunk.members,
      },
      chunk.bytes,
    ),
  );
  return path;
}

/** The first pixel of a PNG whose rows have no filter. */
function pixelOf(png, channels) {
  const at = png.indexOf('IDAT');
  return [...inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))).subarray(1, 1 + channels)];
}
const srgb = (linear) => Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));

describe('a material without an image', () => {
  const color = [0.5, 0.25, 0.0025];

  test('gets one of its colour for the engines that draw it grey or not at all', () => {
    const leaf = sheet('plain', { pbrMetallicRoughness: { baseColorFactor: [...color, 1] } });
    const whole = converted(leaf, '--for', 'ironwail');
    assert.deepEqual(pixelOf(readFileSync(join(whole.out, 'leaf_00_00.png')), 3), color.map(srgb));
    assert.equal(whole.lost.materials, undefined);
    for (const engine of ['vkquake', 'qss'])
      assert.ok(converted(leaf, '--for', engine).names.includes('leaf_00_00.png'), engine);
    const bare = converted(leaf, '--for', 'ironwail', '--companions', 'none');
    assert.equal(bare.lost.materials.count, 1);
    assert.deepEqual(
      [whole, bare].map(({ out }) => [checked(out, 'ironwail').verdict, checked(out, 'vkquake').verdict]),
      [
        ['ok', 'ok'],
        ['empty', 'differs'],
      ],
    );
    assert.equal(converted(leaf, '--for', 'q2pro').lost.materials.count, 1);
  });

  test('keeps the alpha of one that blends', () => {
    const glass = sheet('glass', { alphaMode: 'BLEND', pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.2] } });
    const { out } = converted(glass, '--for', 'ironwail');
    assert.deepEqual(pixelOf(readFileSync(join(out, 'leaf_00_00.png')), 4), [255, 255, 255, 51]);
  });

  test('makes a scene whole in Ironwail, next to the images that it has', () => {
    const { out, names } = converted(sample('lighthouse'), '--for', 'ironwail');
    assert.equal(names.filter((name) => name.endsWith('_00_00.png')).length, 15);
    assert.ok(readFileSync(join(out, 'tower_00_00.png')).length > 1000, 'its own');
    assert.equal(checked(out, 'ironwail').verdict, 'ok');
  });
});

describe('Cube 2 plays animations of its own names', () => {
  const listOf = (out) =>
    [...readFileSync(join(out, 'md5.cfg'), 'utf8').matchAll(/^md5anim "(.*)" (\w+)\.md5anim/gm)].map(
      ([, name, file]) => `${file}: ${name}`,
    );

  test('an action gets the name of the like, the rest are told by convert and by check', () => {
    const { out, report, lost } = converted(sample('heron'), '--for', 'cube2');
    assert.deepEqual(listOf(out), ['doze: doze', 'fish: fish', 'idle: idle', 'look: look', 'walk: forward']);
    assert.deepEqual(
      report.animations.map(({ action, name, known }) => [action, name, known]),
      [
        ['doze', 'doze', false],
        ['fish', 'fish', false],
        ['idle', 'idle', true],
        ['look', 'look', false],
        ['walk', 'forward', true],
      ],
    );
    assert.equal(lost.actions.count, 3);
    const { verdict, rules } = checked(out, 'cube2');
    assert.equal(verdict, 'differs');
    assert.deepEqual(
      rules.map(({ rule, found }) => [rule, found]),
      ['doze', 'fish', 'look'].map((name) => ['anim.config_name', name]),
    );
  });

  test('--anim-name names the others, and comes first', () => {
    const named = ['--anim-name', 'doze=taunt,fish = attack 1,look=idle,idle=lag'];
    const { out } = converted(sample('heron'), '--for', 'cube2', ...named);
    assert.deepEqual(listOf(out), ['doze: taunt', 'fish: attack 1', 'idle: lag', 'look: idle', 'walk: forward']);
    assert.equal(checked(out, 'cube2').verdict, 'ok');
    // An action whose name another one is given would be played in its place now and then.
    const taken = converted(sample('heron'), '--for', 'cube2', '--anim-name', 'look=idle');
    assert.deepEqual(listOf(taken.out), ['doze: doze', 'fish: fish', 'look: idle', 'walk: forward']);
  });

  test('the only action of a model is what a map plays', () => {
    const { out, lost } = converted(sample('column'), '--for', 'cube2');
    assert.deepEqual(listOf(out), ['bend: mapmodel']);
    assert.equal(lost.actions, undefined);
    assert.equal(checked(out, 'cube2').verdict, 'ok');
  });

  test('a declaration of Doom 3 takes the names, too', () => {
    const { out } = converted(sample('column'), '--for', 'doom3', '--anim-name', 'bend=pain');
    assert.match(readFileSync(join(out, 'thing.def'), 'utf8'), /^\tanim pain models\/md5\/thing\/bend\.md5anim$/m);
  });

  test('wrong names are refused', () => {
    const out = join(folder, 'never/thing.md5mesh');
    for (const [engine, given, said] of [
      ['cube2', 'bend', /--anim-name needs ACTION=NAME, not 'bend'/],
      ['cube2', 'bent=idle', /there is no 'bent'/],
      ['vkquake', 'bend=idle', /no file of this engine has names of animations/],
    ]) {
      const { status, stderr } = vitrine([
        'convert',
        sample('column'),
        '-o',
        out,
        '--for',
        engine,
        '--anim-name',
        given,
      ]);
      assert.equal(status, 2);
      assert.match(stderr, said);
    }
  });
});

describe('a model that an engine would draw as a dot', () => {
  const largest = ({ size }) => Math.max(...size);

  test('comes with the scale that makes it as large as a player is high', () => {
    for (const [engine, player] of [
      ['ironwail', 56],
      ['doom3', 74],
      ['cube2', 15],
    ]) {
      const { report } = converted(sample('column'), '--for', engine, '--scale', '0.001');
      assert.match(report.scaleAdvice.message, new RegExp(`units large, a player of .* ${player}$`));
      const { report: again } = converted(
        sample('column'),
        ...['--for', engine, '--scale', String(report.scaleAdvice.scale)],
      );
      assert.ok(Math.abs(largest(again) / player - 1) < 0.05, `${engine}: ${largest(again)}`);
      assert.equal(again.scaleAdvice, undefined);
    }
    const { stderr } = vitrine([
      ...['convert', sample('column'), '-o', join(folder, 'dot/dot.md5mesh')],
      ...['--for', 'vkquake', '--scale', '0.001'],
    ]);
    assert.match(
      stderr,
      /^the model is 0\.\d+ units large, a player of vkQuake 56: --scale [\d.]+ makes it as large$/m,
    );
    assert.equal(converted(sample('column'), '--scale', '0.001').report.scaleAdvice, undefined, 'for no engine');
  });

  test('or as large as what it replaces', () => {
    const old = mdl(['bend1', 'bend2'], 1);
    for (const axis of [0, 1, 2]) old.writeFloatLE([0.1, 0.1, 0.2][axis], 8 + 4 * axis);
    const path = join(folder, 'old.mdl');
    writeFileSync(path, old);
    const { report } = converted(sample('column'), '--for', 'vkquake', '--replaces', path, '--scale', '0.1');
    assert.match(report.scaleAdvice.message, /the model that it replaces 51$/);
    const scale = String(report.scaleAdvice.scale);
    const { report: again } = converted(sample('column'), '--for', 'vkquake', '--replaces', path, '--scale', scale);
    assert.ok(Math.abs(largest(again) / 51 - 1) < 0.05, `${largest(again)}`);
    assert.equal(again.scaleAdvice, undefined);
  });
});

describe('faces seen from behind', () => {
  test('are told for engines that draw the front only', () => {
    const leaf = sheet('leaf', { doubleSided: true });
    for (const engine of ['vkquake', 'q2pro']) {
      const { lost } = converted(leaf, '--for', engine);
      assert.equal(lost['back faces'].count, 1, engine);
      assert.match(lost['back faces'].message, /leaf/i);
    }
    assert.equal(converted(leaf).lost['back faces'], undefined, 'for no engine');
  });

  test('are drawn where a file of the engine can say so', () => {
    const leaf = sheet('both', { doubleSided: true });
    const doom = converted(leaf, '--for', 'doom3'),
      cube = converted(leaf, '--for', 'cube2');
    assert.equal(doom.lost['back faces'], undefined);
    assert.match(readFileSync(join(doom.out, 'thing.mtr'), 'utf8'), /\ttwoSided\n/);
    assert.equal(cube.lost['back faces'], undefined);
    assert.match(readFileSync(join(cube.out, 'md5.cfg'), 'utf8'), /^md5cullface "mesh 0" 0$/m);
  });

  test('are told of IQM and MD3 too', () => {
    const leaf = sheet('blade', { doubleSided: true });
    for (const [kind, engine] of [
      ['iqm', 'fteqw'],
      ['iqm', 'raylib'],
      ['md3', 'ironwail'],
      ['md3', 'ioquake3'],
    ]) {
      const { lost } = convertedTo(kind, leaf, '--for', engine);
      assert.equal(lost['back faces']?.count, 1, `${kind} for ${engine}`);
      assert.match(lost['back faces'].message, /leaf/i);
      const front = convertedTo(kind, sheet('front', {}), '--for', engine).lost;
      assert.equal(front['back faces'], undefined, `${kind} for ${engine}`);
    }
    for (const kind of ['iqm', 'md3'])
      assert.equal(convertedTo(kind, leaf, '--for', 'gzdoom').lost['back faces'], undefined, 'GZDoom draws both sides');
    const cube = convertedTo('iqm', leaf, '--for', 'cube2');
    assert.equal(cube.lost['back faces'], undefined);
    assert.match(readFileSync(join(cube.out, 'iqm.cfg'), 'utf8'), /^iqmcullface "[^"]+" 0$/m);
  });

  test('of a material that hides them, and of closed bodies, are not missed', () => {
    assert.equal(converted(sheet('front', {}), '--for', 'vkquake').lost['back faces'], undefined);
    assert.equal(converted(sample('mannequin'), '--for', 'vkquake').lost['back faces'], undefined);
  });
});
