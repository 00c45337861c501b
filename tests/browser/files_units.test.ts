// What files are called, what pasted texts are, and what a report says is missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { FormatInfo, Report } from '../../web/src/core/report';
import { addressOf, nameOfAddress, rawAddress } from '../../web/src/ui/files/addresses';
import { addressesIn, nameOfText } from '../../web/src/ui/files/fileInput';
import { FileKinds } from '../../web/src/core/fileKinds';
import { isUseful, Library } from '../../web/src/ui/library';
import { missingOf } from '../../web/src/ui/files/panel';
import { labelsOf } from '../../web/src/ui/files/tabs';

test('tabs are called by file names, with the folders that tell them apart', () => {
  assert.deepEqual(labelsOf(['a/x.mesh', 'a/y.mesh']), ['x.mesh', 'y.mesh']);
  assert.deepEqual(labelsOf(['p/a/x.mesh', 'p/b/x.mesh', 'y.mesh']), ['a/x.mesh', 'b/x.mesh', 'y.mesh']);
  assert.deepEqual(labelsOf(['p/a/x.mesh', 'q/a/x.mesh']), ['p/a/x.mesh', 'q/a/x.mesh']);
  assert.deepEqual(labelsOf(['x.mesh', 'x.mesh']), ['x.mesh', 'x.mesh']);
  assert.deepEqual(labelsOf(['x.mesh', 'a/x.mesh', 'b/a/x.mesh']), ['x.mesh', 'a/x.mesh', 'b/a/x.mesh']);
  assert.deepEqual(labelsOf([]), []);
  const deep = (last: string): string => `${'a/'.repeat(30_000)}${last}/x.mesh`;
  assert.deepEqual(labelsOf([deep('p'), deep('q'), deep('q')]), ['p/x.mesh', deep('q'), deep('q')]);
});

test('100,000 tabs', () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `d${i >> 1}/f${i & 1}.mesh`);
  assert.deepEqual(labelsOf(names), names);
});

test('songs and worlds in archives are worth unpacking', () => {
  const kinds = new FileKinds([]);
  for (const name of ['a.V2M', 'd/room.world.json']) assert.ok(isUseful(kinds, name), name);
  assert.equal(isUseful(kinds, 'room.json'), false);
});

test('a text is an address only when it holds nothing else', () => {
  assert.deepEqual(addressesIn(' https://a.example/b.md5mesh\nhttp://c.example/d '), [
    'https://a.example/b.md5mesh',
    'http://c.example/d',
  ]);
  assert.deepEqual(addressesIn('see https://a.example/b.md5mesh'), []);
  assert.deepEqual(addressesIn('https://'), []);
  assert.deepEqual(addressesIn('javascript:alert(1)'), []);
});

for (const [text, name] of [
  ['MD5Version 10\nnumJoints 1\nnumMeshes 1', 'pasted.md5mesh'],
  ['\uFEFF// made by hand\r\n/* twice */ MD5Version 10\nnumFrames 3', 'pasted.md5anim'],
  ['MD5Version 10\nnumFrames 3\nnumCuts 0', 'pasted.md5camera'],
  ['QMSH TMP 10\nobjects {', 'pasted.qmsh.tmp'],
  ['The MD5Version of this file is 10', undefined],
  ['', undefined],
] as const) {
  test(`${JSON.stringify(text.slice(0, 24))} would be ${name ?? 'no model'}`, () => {
    assert.equal(nameOfText(text), name);
  });
}

test('an address is called by what its path ends in', () => {
  assert.equal(nameOfAddress(new URL('https://a.example/x/hero%20two.md5mesh?raw=1#f')), 'hero two.md5mesh');
  assert.equal(nameOfAddress(new URL('https://a.example/x/%E0%A4.md5mesh')), '%E0%A4.md5mesh');
  assert.equal(nameOfAddress(new URL('https://a.example/')), 'a.example');
});

test('addresses that the page may not ask for are told apart', () => {
  const base = 'http://here.example/page';
  assert.equal(addressOf('m/a.md5mesh', base).href, 'http://here.example/m/a.md5mesh');
  assert.equal(addressOf('https://there.example/a', base).href, 'https://there.example/a');
  for (const [url, words] of [
    ['http://there.example/a', /only https URLs/],
    ['file:///etc/passwd', /this one with file:/],
    ['https://[', /not a URL/],
  ] as const)
    assert.throws(() => addressOf(url, base), { code: 'FETCH_FAILED', message: words });
});

const report = (info: object, codes: string[] = []): Report =>
  ({
    files: [
      { name: 'a/hero.md5mesh', bytes: 1, role: 'mesh' },
      { name: 'A\\Walk.MD5ANIM', bytes: 1, role: 'animation' },
    ],
    issues: { messages: codes.map((code) => ({ code, severity: 1, message: '', source: 'a/hero.md5mesh' })) },
    info: { materials: [], textures: [], ...info },
  }) as unknown as Report;

test('images that materials ask for miss; guesses beside them do not', () => {
  const textures = ['skin', 'skin_local', 'bump.tga', 'there'].map((name) => ({
    name,
    status: name === 'there' ? 'found' : 'missing',
    searched: [`${name}.png`],
  }));
  const slots = ['diffuse', 'normal', 'normal', 'diffuse'].map((role, texture) => ({ role, texture }));
  assert.deepEqual(missingOf(report({ textures, materials: [{ slots }] })), [
    { kind: 'image', name: 'skin', searched: ['skin.png'] },
    { kind: 'image', name: 'bump.tga', searched: ['bump.tga.png'] },
  ]);
});

test('a mesh without bones misses the file with its skeleton', () => {
  assert.deepEqual(missingOf(report({}, ['QMSH_SKELETON_MISSING'])), [
    { kind: 'skeleton', name: 'a/hero.md5mesh', searched: ['a/hero.md5mesh'] },
  ]);
});

test('actions that a configuration names miss unless a file of that name is there, whatever its case and folder', () => {
  const animations = [
    { name: 'walk', file: 'walk.md5anim' },
    { name: 'run', file: 'sub/run.md5anim' },
  ];
  const configured = report({ format: { files: [{ name: 'a/md5.cfg', animations }] } } as never);
  assert.deepEqual(missingOf(configured), [
    { kind: 'action', name: 'run', searched: ['sub/run.md5anim', '(a/md5.cfg)'] },
  ]);
});

test('actions that a declaration lists for a model that is here miss in the same way', () => {
  const models = [
    {
      name: 'hero',
      mesh: 'models/md5/hero.md5mesh',
      animations: ['Walk', 'run'].map((name) => ({ name, file: `m/${name}.md5anim` })),
    },
    { name: 'other', mesh: 'models/md5/other.md5mesh', animations: [{ name: 'idle', file: 'm/idle.md5anim' }] },
    { name: 'entity', mesh: null, animations: [{ name: 'fall', file: 'm/fall.md5anim' }] },
  ];
  const declared = report({ format: { files: [{ name: 'def/hero.def', models }] } } as never);
  assert.deepEqual(missingOf(declared), [
    { kind: 'action', name: 'run', searched: ['m/run.md5anim', '(def/hero.def)'] },
  ]);
});

test('a model that another one stands in for is none beside it', () => {
  const kinds = new FileKinds([
      { extensions: ['md5mesh'], role: 'model', stoodInBy: [], parts: [], levels: [] },
      { extensions: ['mdl'], role: 'model', stoodInBy: ['*.md5mesh', 'md5/*.md5mesh'], parts: [], levels: [] },
    ] as unknown as FormatInfo[]),
    data = new Blob();
  const names = [
    'Progs/Ogre.mdl',
    'progs/ogre.md5mesh',
    'progs/dog.mdl',
    'other/ogre.mdl',
    'm/x.mdl',
    'm/md5/x.md5mesh',
  ];
  const library = new Library(
    names.map((name) => ({ name, data })),
    kinds,
  );
  assert.deepEqual(
    library.models.map(({ name }) => name),
    ['m/md5/x.md5mesh', 'other/ogre.mdl', 'progs/dog.mdl', 'progs/ogre.md5mesh'],
  );
});

test('parts of one model are one document, and so is the same model in less detail', () => {
  const kinds = new FileKinds([
      { extensions: ['md3'], role: 'model', stoodInBy: [], parts: ['lower', 'upper', 'head'], levels: ['_1', '_2'] },
    ] as unknown as FormatInfo[]),
    data = new Blob();
  const documents = (names: string[]): string[][] => {
    const library = new Library(
      names.map((name) => ({ name, data })),
      kinds,
    );
    return library.models.map((model) => library.filesOf(model).map(({ name }) => name));
  };
  assert.deepEqual(documents(['p/a/Head.md3', 'p/a/lower.md3', 'p/a/upper.md3', 'p/a/upper_1.md3', 'p/a/pack.md3']), [
    ['p/a/lower.md3', 'p/a/upper.md3', 'p/a/upper_1.md3', 'p/a/Head.md3'],
    ['p/a/pack.md3'],
  ]);
  // Without a torso, nothing says where the head belongs.
  assert.deepEqual(documents(['head.md3', 'lower.md3']), [['head.md3'], ['lower.md3']]);
  assert.deepEqual(documents(['a/upper.md3', 'b/head.md3']), [['a/upper.md3'], ['b/head.md3']]);
  assert.deepEqual(documents(['x_1.md3', 'x_2.md3', 'x.md3', 'y_1.md3']), [
    ['x.md3', 'x_1.md3', 'x_2.md3'],
    ['y_1.md3'],
  ]);
});

test('a file that is called after a model is for that one; others are for all', () => {
  const format = (extension: string, role: string): FormatInfo =>
    ({ extensions: [extension], role, stoodInBy: [], parts: [], levels: [] }) as unknown as FormatInfo;
  const kinds = new FileKinds([
      format('iqm', 'model'),
      format('framegroups', 'materials'),
      format('skin', 'materials'),
      format('modeldef.*', 'materials'),
    ]),
    data = new Blob();
  const names = ['m/a.iqm', 'm/b.iqm', 'm/A.IQM.framegroups', 'm/b.iqm_0.skin', 'm/a_red.skin', 'MODELDEF.txt'];
  const library = new Library(
    names.map((name) => ({ name, data })),
    kinds,
  );
  assert.deepEqual(
    library.models.map((model) => library.filesOf(model).map(({ name }) => name)),
    [
      ['m/a.iqm', 'm/a_red.skin', 'm/A.IQM.framegroups', 'MODELDEF.txt'],
      ['m/b.iqm', 'm/a_red.skin', 'm/b.iqm_0.skin', 'MODELDEF.txt'],
    ],
  );
});

test('200,000 animations lie by one model', () => {
  const format = (extension: string, role: string): FormatInfo =>
    ({ extensions: [extension], role, stoodInBy: [], parts: [], levels: [] }) as unknown as FormatInfo;
  const kinds = new FileKinds([format('md5mesh', 'model'), format('md5anim', 'animation')]),
    data = new Blob();
  const names = ['a/a.md5mesh', 'b/b.md5mesh', ...Array.from({ length: 200_000 }, (_, i) => `a/x/${i}.md5anim`)];
  const library = new Library(
    names.map((name) => ({ name, data })),
    kinds,
  );
  assert.deepEqual(
    library.models.map(({ name }) => name),
    ['a/a.md5mesh', 'b/b.md5mesh'],
  );
  const animations = library.animationsByModel();
  assert.deepEqual(
    library.models.map((model) => animations(model).length),
    [200_000, 0],
  );
});

test('a page about a file on a host of code stands for the file', () => {
  for (const [page, file] of [
    [
      'https://github.com/me/mod/blob/main/models/a.md5mesh',
      'https://raw.githubusercontent.com/me/mod/main/models/a.md5mesh',
    ],
    [
      'https://github.com/me/mod/blob/v1.2/a%20b.iqm?plain=1#L3',
      'https://raw.githubusercontent.com/me/mod/v1.2/a%20b.iqm',
    ],
    ['https://github.com/me/mod/raw/main/a.glb', 'https://raw.githubusercontent.com/me/mod/main/a.glb'],
    [
      'https://gitlab.example.com:8443/me/mod/-/blob/main/a.iqm',
      'https://gitlab.example.com:8443/me/mod/-/raw/main/a.iqm',
    ],
    ['https://gitlab.com/group/sub/mod/-/blob/main/a.md5mesh', 'https://gitlab.com/group/sub/mod/-/raw/main/a.md5mesh'],
    [
      'https://gitlab.freedesktop.org/me/mod/-/blob/main/a.iqm?ref_type=heads',
      'https://gitlab.freedesktop.org/me/mod/-/raw/main/a.iqm',
    ],
    ['https://codeberg.org/me/mod/src/branch/main/a.iqm', 'https://codeberg.org/me/mod/raw/branch/main/a.iqm'],
    ['https://codeberg.org/me/mod/src/commit/0123abc/a.iqm', 'https://codeberg.org/me/mod/raw/commit/0123abc/a.iqm'],
  ] as const)
    assert.equal(rawAddress(page), file);
  for (const same of [
    'samples/heron/heron.md5mesh',
    'https://raw.githubusercontent.com/me/mod/main/a.md5mesh',
    'https://github.com/me/mod',
    'https://github.com/me/mod/releases/download/v1/a.zip',
    'https://gitlab.com/me/mod/-/raw/main/a.iqm',
    'https://example.org/me/mod/blob/main/a.md5mesh',
    'http://github.com/me/mod/blob/main/a.md5mesh',
    'https://',
    '',
  ])
    assert.equal(rawAddress(same), same);
});
