// `vitrine convert NAME.mdl --for ENGINE` writes all skins, each under the name by which the port looks for it: names by
// the loaders of ironwail 7ff4ec5, vkQuake 46e5e6d and QSS-M 46a4719 (progs/NAME_SS_FF, .md3_N.skin) and fteqw 93257c1.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { decodePng } from '../../web/src/images/pngRead';
// @ts-expect-error plain JavaScript
import { colourOf, lmp, pcx, quakePalette } from './support/paletted.mjs';
// @ts-expect-error plain JavaScript
import { vitrine, vitrineJson } from './support/vitrine.mjs';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-skins-'));
  mkdirSync(join(folder, 'gfx'));
  writeFileSync(join(folder, 'gfx/palette.lmp'), quakePalette as Uint8Array);
});
after(() => rmSync(folder, { recursive: true }));

const int = (...values: number[]): Buffer => {
  const out = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) out.writeInt32LE(value, 4 * i);
  return out;
};
const float = (...values: number[]): Buffer => {
  const out = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) out.writeFloatLE(value, 4 * i);
  return out;
};

/** A triangle whose skins have 4 pixels of one colour of the palette: a number, or those of a group. */
function mdl(skins: (number | number[])[]): Buffer {
  const image = (colour: number): Buffer => Buffer.alloc(4, colour);
  const head = Buffer.concat([
    Buffer.from('IDPO'),
    int(6),
    float(1, 1, 1, 0, 0, 0, 10, 0, 0, 0),
    int(skins.length, 4, 1, 3, 1, 1, 0, 0),
    float(1),
  ]);
  const bodies = skins.map((skin) =>
    Array.isArray(skin)
      ? Buffer.concat([int(1, skin.length), float(...skin.map((_, i) => (i + 1) / 10)), ...skin.map(image)])
      : Buffer.concat([int(0), image(skin)]),
  );
  const vertices = Buffer.from([0, 0, 0, 5, 9, 0, 0, 5, 0, 9, 0, 5]);
  return Buffer.concat([
    head,
    ...bodies,
    int(0, 0, 0, 0, 1, 0, 0, 2, 0),
    int(1, 0, 1, 2),
    int(0),
    Buffer.from([0, 0, 0, 0, 9, 9, 0, 0]),
    Buffer.from('stand1'.padEnd(16, '\0')),
    vertices,
  ]);
}

/** The names of what was written, and what is said of skins. */
function converted(name: string, skins: (number | number[])[], ...args: string[]): { names: string[]; lost: string[] } {
  const below = join(folder, name, 'progs');
  mkdirSync(below, { recursive: true });
  mkdirSync(join(folder, name, 'gfx'));
  writeFileSync(join(folder, name, 'gfx/palette.lmp'), quakePalette as Uint8Array);
  const path = join(below, 'thing.mdl');
  writeFileSync(path, mdl(skins));
  const report = join(folder, `${name}.json`);
  const { status, stderr } = vitrine(['convert', path, '--report', report, ...args]) as {
    status: number;
    stderr: string;
  };
  assert.equal(status, 0, stderr);
  const { losses, files, bytes } = JSON.parse(readFileSync(report, 'utf8')) as {
    losses: { what: string; message: string }[];
    files: { name: string; bytes: number }[];
    bytes: number;
  };
  const names = readdirSync(below).filter((file) => file !== 'thing.mdl');
  assert.deepEqual(files.map((file) => file.name).sort(), names.sort(), 'the report lists what is written');
  assert.equal(
    bytes,
    files.reduce((sum, file) => sum + file.bytes, 0),
  );
  return { names, lost: losses.flatMap(({ what, message }) => (what === 'skins' ? [message] : [])) };
}
const fileOf = (name: string, file: string): Buffer => readFileSync(join(folder, name, 'progs', file));
const colourIn = (name: string, file: string): number[] => [...decodePng(fileOf(name, file)).rgba.slice(0, 3)];

test('an MD5 has an image for each skin, and for each of a group', () => {
  const { names, lost } = converted('md5', [10, [20, 30], 40], '--for', 'vkquake');
  assert.deepEqual(
    names.filter((name) => name.endsWith('.png')),
    ['thing_00_00.png', 'thing_01_00.png', 'thing_01_01.png', 'thing_02_00.png'],
  );
  assert.deepEqual(lost, []);
  for (const [file, colour] of [
    ['thing_00_00.png', 10],
    ['thing_01_00.png', 20],
    ['thing_01_01.png', 30],
    ['thing_02_00.png', 40],
  ] as const)
    assert.deepEqual(colourIn('md5', file), colourOf(colour), file);
  const { value } = vitrineJson(['check', join(folder, 'md5/progs/thing.md5mesh'), '--for', 'vkquake', '--json']) as {
    value: { engines: { verdict: string; rules: { rule: string }[] }[] };
  };
  assert.equal(value.engines[0]!.verdict, 'ok');
  assert.deepEqual(
    value.engines[0]!.rules.filter(({ rule }) => rule === 'skins.count'),
    [],
    'as many skins as the MDL has',
  );
});

test('what glows in a skin is an image of its own', () => {
  const { names } = converted('glow', [10, 230], '--for', 'ironwail');
  assert.ok(names.includes('thing_01_00_glow.png') && !names.includes('thing_00_00_glow.png'), names.join());
  assert.deepEqual(colourIn('glow', 'thing_01_00_glow.png'), colourOf(230));
});

test('of three images ports of MD5 show two, so that the first one is written once more', () => {
  const { names } = converted('three', [[20, 30, 40]], '--for', 'qss');
  assert.ok(names.includes('thing_00_03.png'), names.join());
  assert.deepEqual(colourIn('three', 'thing_00_03.png'), colourOf(20));
});

test('what a port does not hold is told', () => {
  const { names, lost } = converted(
    'more',
    [[1, 2, 3, 4, 5], ...Array.from({ length: 33 }, (_, i) => i)],
    '--for',
    'qss',
  );
  assert.ok(names.includes('thing_31_00.png') && !names.includes('thing_32_00.png'));
  assert.ok(names.includes('thing_00_03.png') && !names.includes('thing_00_04.png'));
  assert.deepEqual(lost, ['3 images of skins are left out: QuakeSpasm-Spiked (QSS-M) shows no more']);
});

test('FTE takes lumps, with the numbers of the palette', () => {
  const { names, lost } = converted('fte', [10, 230], '--for', 'fteqw');
  assert.deepEqual(
    names.filter((name) => name.endsWith('.lmp')),
    ['thing_00_00.lmp', 'thing_01_00.lmp'],
  );
  assert.deepEqual([...fileOf('fte', 'thing_01_00.lmp')], [...(lmp(4, 1, [230, 230, 230, 230]) as Uint8Array)]);
  assert.deepEqual(lost, []);
});

test('an MD3 has a .skin for each, in which a group has a line for each image', () => {
  const { names, lost } = converted('md3', [10, [20, 230]], '--for', 'ironwail', '--to', 'md3');
  assert.equal(String(fileOf('md3', 'thing.md3_0.skin')), 'thing,progs/thing\n');
  assert.equal(String(fileOf('md3', 'thing.md3_1.skin')), 'thing,progs/thing_1_0\nthing,progs/thing_1_1\n');
  assert.deepEqual(colourIn('md3', 'thing_1_1.png'), colourOf(230));
  assert.deepEqual(colourIn('md3', 'thing_1_1_luma.png'), colourOf(230));
  assert.deepEqual(colourIn('md3', 'thing_luma.png'), [0, 0, 0], 'or it would glow as another one');
  assert.deepEqual(lost, []);
  assert.ok(!names.includes('thing.md3_2.skin'));
});

test('QSS-M shows the first line of a surface', () => {
  const { lost } = converted('line', [[20, 30]], '--for', 'qss', '--to', 'md3');
  assert.equal(String(fileOf('line', 'thing.md3_0.skin')), 'thing,progs/thing\n');
  assert.match(lost.join(), /1 image of a skin is left out: .*QSS-M/);
});

test('a model is converted again over what it became, though the skins beside it are called like it', () => {
  const again = ['convert', join(folder, 'md3/progs/thing.mdl'), '--for', 'ironwail', '--to', 'md3', '--force'];
  const { status, stderr } = vitrine(again) as { status: number; stderr: string };
  assert.equal(status, 0, stderr);
});

test('--skin writes this one alone', () => {
  const { names } = converted('one', [10, 20], '--for', 'vkquake', '--skin', '1');
  assert.deepEqual(colourIn('one', 'thing_00_00.png'), colourOf(20));
  assert.ok(!names.includes('thing_01_00.png'));
});

test('without the palette the skins are grey, which is told', () => {
  const path = join(mkdtempSync(join(folder, 'grey-')), 'thing.mdl');
  writeFileSync(path, mdl([10, 20]));
  rmSync(join(folder, 'gfx'), { recursive: true });
  const { stderr } = vitrine(['convert', path, '--for', 'vkquake']) as { stderr: string };
  assert.match(stderr, /the skins are grey: .*gfx\/palette\.lmp/);
});

test('the skins of an MD2 lie below its folder by their names', () => {
  const models = join(folder, 'baseq2/models/thing');
  mkdirSync(models, { recursive: true });
  const skins = ['models/thing/skin.pcx', 'models/thing/pain.pcx'],
    path = join(models, 'tris.md2');
  writeFileSync(path, md2(skins));
  for (const [i, skin] of skins.entries())
    writeFileSync(join(folder, 'baseq2', skin), pcx(2, 1, [i + 1, i + 1], quakePalette) as Uint8Array);
  const { status, stderr } = vitrine(['convert', path, '--for', 'q2pro']) as { status: number; stderr: string };
  assert.equal(status, 0, stderr);
  for (const [i, name] of ['skin', 'pain'].entries()) {
    const { rgba } = decodePng(readFileSync(join(models, `md5/${name}.png`)));
    assert.deepEqual([...rgba.slice(0, 3)], colourOf(i + 1), name);
  }
});

/** A triangle in one frame. */
function md2(skins: string[]): Buffer {
  const at = 68 + 64 * skins.length,
    frame = 40 + 12;
  const counts = int(8, 4, 4, frame, skins.length, 3, 3, 1, 0, 1);
  const offsets = int(68, at, at + 12, at + 24, at + 24 + frame, at + 24 + frame);
  const words = Buffer.alloc(24);
  for (const [i, value] of [0, 0, 3, 0, 0, 3, 0, 1, 2, 0, 1, 2].entries()) words.writeInt16LE(value, 2 * i);
  return Buffer.concat([
    Buffer.from('IDP2'),
    counts,
    offsets,
    ...skins.map((skin) => Buffer.from(skin.padEnd(64, '\0'))),
    words,
    float(1, 1, 1, 0, 0, 0),
    Buffer.from('stand1'.padEnd(16, '\0')),
    Buffer.from([0, 0, 0, 5, 9, 0, 0, 5, 0, 9, 0, 5]),
  ]);
}
