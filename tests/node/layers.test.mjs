/**
 * The arrows between the folders of native/ and of web/src, and how many files know a format by name outside its own
 * folder. Both are read from the sources: a new wrong include or import fails, and so does one more file that names a
 * format.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { circles, importGraph, wrongImports } from '../../web/build/imports.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

function sources(folder, endings) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .filter((name) => endings.some((ending) => name.endsWith(ending)));
}

const read = (name) => readFileSync(path.join(root, name), 'utf8');
const formats = readdirSync(path.join(root, 'native/formats'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** What a folder may include besides itself; `formats` stands for the files that lie in it, `format` for a format's, `write` for those that write it, `table` for the registry. */
const arrows = {
  base: [],
  scene: ['base'],
  geometry: ['scene', 'base'],
  images: ['scene', 'base'],
  pose: ['scene', 'base'],
  skin: ['scene', 'base'],
  play: ['pose', 'skin', 'geometry', 'scene', 'base'],
  render: ['pose', 'skin', 'geometry', 'images', 'scene', 'base'],
  format: ['formats', 'geometry', 'images', 'scene', 'base'],
  formats: ['format', 'geometry', 'scene', 'base'],
  music: ['format', 'formats', 'base'],
  'world/graph': ['geometry', 'scene', 'base'],
  'world/frame': ['world/graph', 'geometry', 'scene', 'base'],
  'world/physics': ['world/frame', 'world/graph', 'geometry', 'scene', 'base'],
  'world/picture': ['scene', 'base'],
  world: ['world/frame', 'world/physics', 'world/graph', 'geometry', 'scene', 'base'],
  convert: ['formats', 'play', 'pose', 'skin', 'geometry', 'images', 'scene', 'base'],
  write: ['convert', 'format', 'formats', 'play', 'pose', 'skin', 'geometry', 'images', 'scene', 'base'],
  table: ['write', 'convert', 'format', 'formats', 'scene', 'base'],
  session: [
    'table',
    'write',
    'convert',
    'format',
    'formats',
    'play',
    'render',
    'music',
    'pose',
    'skin',
    'geometry',
    'images',
    'scene',
    'base',
  ],
};
/** Formats that read another: a song lies inside of every effect file; scripts of Quake III are declarations of id Tech 4 in an older dialect. */
const knownTwins = new Set(['vfx > v2m', 'q3 > mtr']);

/** "native/formats/md5/read.h" is of the layer `format`, its folder "md5"; "native/formats/md5/write/rig.h" of `write`, its folder "md5/write". */
function layerOf(name) {
  const [layer, folder, ...rest] = name.split('/');
  if (layer === 'world' && rest.length > 0 && folder !== 'report')
    return { layer: `world/${folder}`, folder: `world/${folder}` };
  if (layer !== 'formats') return { layer, folder: layer };
  if (folder === 'registry.cpp') return { layer: 'table', folder: 'table' };
  if (rest.length === 0) return { layer: 'formats', folder: 'formats' };
  return rest[0] === 'write' ? { layer: 'write', folder: `${folder}/write` } : { layer: 'format', folder };
}

function wrongIncludes(name, text) {
  const from = layerOf(name.slice('native/'.length));
  const wrong = [];
  for (const [, included] of text.matchAll(/^#include "([a-z0-9_]+\/[^"]+)"/gm)) {
    const to = layerOf(included);
    if (to.folder === from.folder || included.startsWith('fast_float/')) continue;
    const twins = from.layer === 'format' && to.layer === 'format' && knownTwins.has(`${from.folder} > ${to.folder}`);
    // The session of worlds, wasm and tools stand on top: nothing below sees them, and they see everything but wasm and tools.
    const seen = arrows[from.layer]?.includes(to.layer) ?? !['wasm', 'tools'].includes(to.layer);
    if (!twins && !seen) wrong.push(`${name} > ${included}`);
  }
  return wrong;
}

test('a wrong include is found', () => {
  assert.deepEqual(wrongIncludes('native/pose/x.cpp', '#include "formats/md5/rows.h"\n#include "base/names.h"\n'), [
    'native/pose/x.cpp > formats/md5/rows.h',
  ]);
  assert.deepEqual(wrongIncludes('native/formats/gltf/write/x.cpp', '#include "session/load/loader.h"\n'), [
    'native/formats/gltf/write/x.cpp > session/load/loader.h',
  ]);
  assert.deepEqual(wrongIncludes('native/formats/gltf/x.cpp', '#include "formats/gltf/write/buffer.h"\n'), [
    'native/formats/gltf/x.cpp > formats/gltf/write/buffer.h',
  ]);
  assert.deepEqual(wrongIncludes('native/formats/md5/x.cpp', '#include "formats/kri/read.h"\n'), [
    'native/formats/md5/x.cpp > formats/kri/read.h',
  ]);
});

test('includes follow the arrows', () => {
  const wrong = sources('native', ['.h', '.cpp']).flatMap((name) => wrongIncludes(name, read(name)));
  assert.deepEqual(wrong, []);
});

test('a circle and a wrong import are found', () => {
  const graph = new Map([
    ['ui/a.ts', ['ui/b.ts', 'engine/x.ts']],
    ['ui/b.ts', ['ui/c.ts']],
    ['ui/c.ts', ['ui/a.ts']],
    ['engine/x.ts', ['core/y.ts']],
  ]);
  assert.deepEqual(circles(graph), [['ui/a.ts', 'ui/b.ts', 'ui/c.ts']]);
  assert.deepEqual(wrongImports(graph), ['ui/a.ts > engine/x.ts']);
});

test('imports of web/src follow the arrows and run in no circle', () => {
  const graph = importGraph();
  assert.ok(graph.get('ui/app.ts').includes('viewer/page.ts'), 'the graph has the imports');
  assert.deepEqual(circles(graph), []);
  assert.deepEqual(wrongImports(graph), []);
});

/** True where code, not a comment, has the format's folder name as a word of its own or of an identifier. */
function namesAFormat(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  // Quake is a game as well: what names it alone means no format.
  if (/quake::|formats\/quake|view-quake/.test(code)) return true;
  return formats.some((id) => {
    if (id === 'quake') return false;
    const title = id[0].toUpperCase() + id.slice(1);
    return new RegExp(`(?<![A-Za-z])${id}|(?<![A-Z])${title}(?![a-z])|_${id}`).test(code);
  });
}

/** Files that know formats by name: to be fewer with time. The tables (of formats, and of files that are none), a format's own files, the synthesizer of V2 songs, the writer of packed GLB, and the check of its readers may. */
function filesThatNameFormats(folder, endings) {
  const own = new RegExp(
    `^native/(formats|convert)/(${formats.join('|')}|json)/|^native/music/|^native/formats/registry\\.cpp$|^native/session/neighbours\\.cpp$|` +
      `^web/src/node/pack/|^web/src/verdicts/readers/|^web/src/formats/(${formats.join('|')})\\.ts$`,
  );
  return sources(folder, endings).filter((name) => !own.test(name) && namesAFormat(read(name)));
}

test('the words of a format are found, ordinary words are not', () => {
  assert.equal(namesAFormat('take_flag(pivot, "flipV");'), true);
  assert.equal(namesAFormat('const isKri = true;'), true);
  assert.equal(namesAFormat('kri::Scene scene;'), true);
  assert.equal(namesAFormat('// md5 does it this way\nconst skript = 1; /* kri */'), false);
});

for (const [folder, endings, most] of [
  ['native', ['.h', '.cpp'], 1],
  ['web/src', ['.ts'], 12],
]) {
  test(`no more than ${most} files of ${folder} name a format outside its folder`, (t) => {
    const found = filesThatNameFormats(folder, endings);
    t.diagnostic(`${found.length} files:\n${found.join('\n')}`);
    assert.ok(found.length <= most, `one more file names a format; these do:\n${found.join('\n')}`);
  });
}

test('scripts have names in camelCase', () => {
  const names = [...sources('web/src', ['.ts']), ...sources('web/samples', ['.ts'])].filter(
    (name) => !name.startsWith('web/src/hosts/'),
  );
  assert.deepEqual(
    names.filter((name) => !/^[a-z][A-Za-z0-9]*(\.d)?\.ts$/.test(path.basename(name))),
    [],
  );
});

// The linker makes one of two that share a namespace and a name, and either text might be told.
test('no two sentences of one namespace have the same name', () => {
  const places = new Map(),
    twice = [];
  for (const name of sources('native', ['sentences.h'])) {
    const text = read(name),
      [, space] = /^namespace ([\w:]+) \{/m.exec(text);
    for (const [, sentence] of text.matchAll(/\bSentence (k\w+)\{/g)) {
      const key = `${space}::${sentence}`;
      if (places.has(key)) twice.push(`${key} of ${places.get(key)} and ${name}`);
      places.set(key, name);
    }
  }
  assert.ok(places.size > 500, `${places.size} sentences`);
  assert.deepEqual(twice, []);
});
