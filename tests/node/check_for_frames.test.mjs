// `vitrine check --for` of models with vertex frames: limits and reactions of engines, by their sources (each row names the
// one that has the rule); the model of several that a port takes; skins that it ignores. Files are those of tests/data/quake,
// changed in one number.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const valid = (name) => join(root, 'tests/data/quake/valid', name);

let folder,
  games = 0;
before(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-frames-'))));
after(() => rmSync(folder, { recursive: true }));

/** Files of a game's folder, by contents or by the name of one of ours; gives the path of the first. */
function game(files) {
  const base = join(folder, String(games++));
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(base, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'string' && /^\w+\.(mdl|md2|md3)$/.test(content)) copyFileSync(valid(content), path);
    else writeFileSync(path, content);
    return path;
  });
  return paths[0];
}
/** One of ours with 32-bit numbers put in. */
function changed(name, numbers) {
  const bytes = readFileSync(valid(name));
  for (const [at, value] of Object.entries(numbers)) bytes.writeInt32LE(value, Number(at));
  return bytes;
}
const rowsOf = (path, engines) => {
  const { status, value } = vitrineJson(['check', path, '--for', engines, '--json']);
  return { status, rows: value.engines, value };
};
const deciding = ({ verdict, rules }) => {
  const { rule, found, limit, offset } = rules.find((one) => one.verdict === verdict) ?? {};
  return [verdict, rule, found, limit, offset];
};

/** runs.mdl with `count` skins of 8 by `height` pixels; it has one of 8 by 4. */
function skinned(count, height) {
  const bytes = changed('runs.mdl', { 48: count, 56: height });
  const skin = Buffer.alloc(4 + 8 * height);
  return Buffer.concat([
    bytes.subarray(0, 84),
    ...Array.from({ length: count }, () => skin),
    bytes.subarray(84 + 4 + 32),
  ]);
}
const made = { 'bare.mdl': () => skinned(0, 4), 'tall.mdl': () => skinned(1, 481) };

// MDL: 48 skins, 56 height of skins, 60 vertices, 68 frames, 72 synchronisation, 76 flags. MD2: 12 height, 24 vertices, 36
// commands, 44 offset of skins. MD3: the surface of tagged.md3 is at 444; 72 behind that its frames.
const kSurface = 444;
for (const [what, file, numbers, expected] of [
  ['a sound MDL', 'runs.mdl', {}, { winquake: ['ok'], ironwail: ['ok'], darkplaces: ['ok'], fteqw: ['ok'] }],
  [
    'another version of MDL',
    'runs.mdl',
    { 4: 7 },
    { vkquake: ['engine_stops', 'file.version', 7, '6', 4], fteqw: ['refuse', 'file.version', 7, '3, 6, 50', 4] },
  ],
  [
    'an MDL without skins',
    'bare.mdl',
    {},
    {
      quakespasm: ['engine_stops', 'skins.min', 0, 1, 48],
      darkplaces: ['ok'],
      fteqw: ['refuse', 'skins.min', 0, 1, 48],
    },
  ],
  [
    'skins of 481 rows',
    'tall.mdl',
    {},
    { glquake: ['engine_stops', 'skin.height', 481, 480, 56], ironwail: ['ok'], darkplaces: ['ok'] },
  ],
  [
    'a synchronisation of 7',
    'runs.mdl',
    { 72: 7 },
    { darkplaces: ['engine_stops', 'file.sync', 7, undefined, 72], winquake: ['ok'] },
  ],
  [
    'the flag for a transparent colour',
    'runs.mdl',
    { 76: 1 << 14 },
    { glquake: ['differs', 'flags.holey', undefined, undefined, 76], qss: ['ok'], ironwail: ['ok'] },
  ],
  [
    'positions of 16 bits',
    'wide.mdl',
    {},
    { ironwail: ['engine_stops', 'file.md16', undefined, undefined, 0], qss: ['ok'], fteqw: ['ok'] },
  ],
  [
    'a model of Hexen II',
    'hexen.mdl',
    {},
    { qss: ['engine_stops', 'file.hexen2', undefined, undefined, 0], fteqw: ['ok'] },
  ],
  [
    'skins of MD2 of 481 rows',
    'pains.md2',
    { 12: 481 },
    {
      quake2: ['engine_stops', 'skin.height', 481, 480, 12],
      yquake2: ['refuse', 'skin.height', 481, 480, 12],
      q2pro: ['ok'],
    },
  ],
  [
    'an MD2 without commands',
    'pains.md2',
    { 36: 0 },
    {
      yquake2: ['empty', 'commands.none', 0, undefined, 36],
      cube2: ['empty', 'commands.none', 0, undefined, 36],
      q2pro: ['ok'],
    },
  ],
  [
    'an MD2 that says it is longer',
    'pains.md2',
    { 64: 700 },
    {
      yquake2: ['refuse', 'end.beyond', 700, 644, 64],
      threejs: ['refuse', 'end.beyond', 700, 644, 64],
      q2pro: ['ok'],
      quake2: ['ok'],
    },
  ],
  [
    'an MD3 of tags alone',
    'tags.md3',
    {},
    { qss: ['engine_stops', 'surfaces.min', 0, 1, 84], q2pro: ['refuse', 'surfaces.min', 0, 1, 84], ioquake3: ['ok'] },
  ],
  [
    'another version of MD3',
    'tagged.md3',
    { 4: 14 },
    { quake3: ['refuse', 'file.version', 14, '15', 4], fteqw: ['ok'], gzdoom: ['ok'] },
  ],
  [
    'a surface without its magic',
    'tagged.md3',
    { [kSurface]: 0 },
    { vkquake: ['engine_stops', 'surface.magic', undefined, undefined, kSurface], ironwail: ['ok'] },
  ],
  [
    'a surface with fewer frames',
    'tagged.md3',
    { [kSurface + 72]: 1 },
    {
      qss: ['engine_stops', 'surface.frames', 1, 2, kSurface + 72],
      quake3: ['crash', 'surface.frames', 1, 2, kSurface + 72],
    },
  ],
  [
    'a triangle with a vertex that is not there',
    'tagged.md3',
    { [kSurface + 108]: 99 },
    {
      ironwail: ['engine_stops', 'tri.index_range', 99, 3, kSurface + 108],
      fteqw: ['differs', 'tri.index_range', 99, 3, kSurface + 108],
    },
  ],
])
  test(`engines take ${what} as their sources say`, () => {
    const bytes = made[file]?.() ?? changed(file, numbers),
      path = game({ [`progs/thing.${file.split('.')[1]}`]: bytes });
    const engines = Object.keys(expected),
      { rows } = rowsOf(path, engines.join(','));
    assert.deepEqual(
      Object.fromEntries(rows.map((row) => [row.engine, deciding(row).slice(0, expected[row.engine].length)])),
      expected,
    );
  });

test('an engine that does not read the kind is told apart, and fails only when it is named', () => {
  const path = game({ 'progs/thing.mdl': 'runs.mdl' });
  const { status, rows } = rowsOf(path, 'ioquake3');
  assert.deepEqual(
    [status, rows[0].verdict, rows[0].rules[0].message],
    [1, 'no_reader', 'no reader of MDL was found in this engine'],
  );
  assert.equal(vitrine(['check', path, '--for', 'all']).status, 0);
});

test('findings have a byte, no line, in text and in SARIF', () => {
  const path = game({ 'progs/thing.md3': changed('tagged.md3', { [kSurface]: 0 }) });
  const { stdout } = vitrine(['check', path, '--for', 'vkquake']);
  assert.match(
    stdout,
    /thing\.md3 @0x1bc: fatal surface\.magic: a surface does not begin with IDP3\n +vkQuake \w+ Quake\/gl_model\.c/,
  );
  const { value } = vitrineJson(['check', path, '--for', 'vkquake', '--format', 'sarif']);
  const [result] = value.runs[0].results.filter(({ level }) => level === 'error');
  assert.equal(result.ruleId, 'vkquake:surface.magic');
  assert.deepEqual(result.locations[0].physicalLocation.region, { byteOffset: kSurface });
});

describe('models of one name beside one another', () => {
  const files = { 'progs/thing.mdl': 'runs.mdl', 'progs/thing.md3': 'tagged.md3' };
  const said = (path, engines) =>
    rowsOf(path, engines).rows.map(({ engine, rules }) => [
      engine,
      ...rules.filter(({ rule }) => rule.startsWith('beside.')).map(({ rule, found }) => `${rule} ${found}`),
    ]);

  test('an MD3 goes before the MDL in ports that replace models, and after it in those that have to be told', () => {
    const mdl = game(files);
    assert.deepEqual(said(mdl, 'ironwail,vkquake,qss,fteqw,darkplaces'), [
      ['ironwail', 'beside.ignored thing.md3'],
      ['vkquake', 'beside.ignored thing.md3'],
      ['qss', 'beside.taken thing.md3'],
      ['fteqw', 'beside.taken thing.md3'],
      ['darkplaces'],
    ]);
    assert.deepEqual(said(mdl.replace('.mdl', '.md3'), 'ironwail,qss'), [
      ['ironwail', 'beside.taken thing.mdl'],
      ['qss', 'beside.ignored thing.mdl'],
    ]);
  });

  test('the reason names the setting, and a table of engines shows it', () => {
    const { stdout } = vitrine(['check', game(files), '--for', 'ironwail,quakespasm']);
    assert.match(
      stdout,
      /Ironwail +loads +\S+thing\.mdl: thing\.md3 is drawn in its place: r_enhancedmodels_priority is "md3,md5"/,
    );
  });

  test('an MD5 says so too', () => {
    const mesh = join(root, 'public/samples/heron/heron.md5mesh');
    const path = game({ 'progs/thing.md5mesh': readFileSync(mesh), ...files });
    assert.deepEqual(said(path, 'ironwail'), [['ironwail', 'beside.ignored thing.md3']]);
  });

  test('Ironwail is told of a missing MDL, and of one with other frames', () => {
    assert.deepEqual(said(game({ 'progs/thing.md3': 'tagged.md3' }), 'ironwail'), [
      ['ironwail', 'beside.only_replaces thing.mdl'],
    ]);
    const path = game({ 'progs/thing.md3': 'tagged.md3', 'progs/thing.mdl': 'groups.mdl' });
    assert.equal(rowsOf(path, 'ironwail').rows[0].verdict, 'ok');
    const other = game({ 'progs/thing.md3': changed('tagged.md3', {}), 'progs/thing.mdl': skinnedFrames(1) });
    assert.deepEqual(deciding(rowsOf(other, 'ironwail').rows[0]), ['differs', 'frames.replaced', 2, 1, 76]);
  });
});

/** runs.mdl cut behind its first frames. */
function skinnedFrames(count) {
  return changed('runs.mdl', { 68: count });
}

describe('a skin beside an MD3', () => {
  // Mod_ValidateSkinFile of Ironwail: the names of the file and of the model are the same set, sign for sign.
  const ironwail = (text, name = 'thing.md3_0.skin') => {
    const path = game({ 'progs/thing.md3': 'tagged.md3', [`progs/${name}`]: text });
    const [row] = rowsOf(path, 'ironwail').rows;
    return row.rules
      .filter(({ rule }) => rule.startsWith('skin.'))
      .map(({ rule, found, file, line, column }) => [rule, found, file.split('/').at(-1), line, column]);
  };

  test('with a line for each surface is taken, in any order and twice', () => {
    assert.deepEqual(ironwail('arm,progs/arm\nbody,progs/body\narm,progs/arm2\n'), []);
    assert.deepEqual(ironwail('// a first line without a comma\nbody,progs/body\narm,progs/arm'), []);
  });

  for (const [what, text, expected] of [
    ['a tag', 'body,x\narm,y\ntag_weapon,\n', ['skin.unknown_surface', 'tag_weapon', 3, 1]],
    ['a blank before the comma', 'body ,x\narm,y\n', ['skin.unknown_surface', 'body ', 1, 1]],
    ['another case', 'Body,x\narm,y\n', ['skin.unknown_surface', 'Body', 1, 1]],
    ['a comment between', 'body,x\n// the arm\narm,y\n', ['skin.unknown_surface', '// the arm\narm', 2, 1]],
    ['a surface left out', 'body,x\n', ['skin.missing_surface', 'arm', 1, 1]],
  ])
    test(`is ignored as a whole by Ironwail for ${what}`, () => {
      const [rule, found, line, column] = expected;
      assert.deepEqual(ironwail(text), [[rule, found, 'thing.md3_0.skin', line, column]]);
      assert.deepEqual(ironwail(text, 'thing_3.skin'), [[rule, found, 'thing_3.skin', line, column]]);
    });

  test('leaves surfaces without a line undrawn in DarkPlaces, and is not looked at where the name is no skin of its', () => {
    const of = (name) =>
      rowsOf(game({ 'progs/thing.md3': 'tagged.md3', [`progs/${name}`]: 'replace "body" "x"\ntag_a,\n' }), 'darkplaces')
        .rows[0];
    assert.deepEqual(deciding(of('thing.md3_1.skin')).slice(0, 3), ['differs', 'skin.surface_left', 'arm']);
    assert.equal(of('thing_1.skin').verdict, 'ok');
    assert.deepEqual(
      of('thing.md3_1.skin').asks.map(({ file, role }) => [file.split('/').at(-1), role]),
      [
        ['thing.md3.framegroups', 'companion'],
        ['thing.md3_1.skin', 'companion'],
        ['x', 'image'],
      ],
    );
  });
});
