// What files are called, what pasted texts are, and what a report says is missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Report } from '../../web/src/core/report';
import { addressOf, nameOfAddress } from '../../web/src/ui/files/addresses';
import { addressesIn, nameOfText } from '../../web/src/ui/files/fileInput';
import { actionsOfConfig, linksOfConfig } from '../../web/src/formats/md5';
import { missingOf } from '../../web/src/ui/files/missing';
import { labelsOf } from '../../web/src/ui/files/tabs';

test('tabs are called by file names, with the folders that tell them apart', () => {
  assert.deepEqual(labelsOf(['a/x.mesh', 'a/y.mesh']), ['x.mesh', 'y.mesh']);
  assert.deepEqual(labelsOf(['p/a/x.mesh', 'p/b/x.mesh', 'y.mesh']), ['a/x.mesh', 'b/x.mesh', 'y.mesh']);
  assert.deepEqual(labelsOf(['p/a/x.mesh', 'q/a/x.mesh']), ['p/a/x.mesh', 'q/a/x.mesh']);
  assert.deepEqual(labelsOf(['x.mesh', 'x.mesh']), ['x.mesh', 'x.mesh']);
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

test('actions that a list names miss unless a file of that name is there, whatever its case and folder', () => {
  const listed = actionsOfConfig(
    'md5load hero.md5mesh\r\nmd5anim walk "walk" 24\r\n//md5anim old old.md5anim\r\nmd5anim run sub/run.md5anim 30',
    'a/md5.cfg',
  );
  assert.deepEqual(listed, [
    { name: 'walk', file: 'walk.md5anim', source: 'a/md5.cfg' },
    { name: 'run', file: 'sub/run.md5anim', source: 'a/md5.cfg' },
  ]);
  assert.deepEqual(
    missingOf(report({}), listed).map(({ kind, name }) => [kind, name]),
    [['action', 'run']],
  );
});

test('a list hangs models on joints by the numbers and tags that it gives them', () => {
  const text = 'md5load body;md5tag Hand.R tag_weapon 1 0 0\nmd5load "sword.md5mesh"\n';
  assert.deepEqual(linksOfConfig(`${text}md5link 0 1 tag_weapon 0 0 2.5 // in the hand`), [
    { parent: 'body.md5mesh', child: 'sword.md5mesh', joint: 'Hand.R', offset: [1, 0, 2.5], rotation: [0, 0, 0, 1] },
  ]);
  // No such tag, no such model, and a tag of another model.
  for (const link of ['md5link 0 1 tag_hat', 'md5link 0 7 tag_weapon', 'md5link 1 0 tag_weapon', 'md5link'])
    assert.deepEqual(linksOfConfig(text + link), []);
});

test('a tag turns what it holds about x, then y, then z, and the way of a link is along its axes', () => {
  const linked = (degrees: string): { offset: number[]; rotation: number[] } =>
    linksOfConfig(`md5load a\nmd5tag hand tag 1 0 0 ${degrees}\nmd5load b\nmd5link 0 1 tag 2 0 0`)[0]!;
  const near = (found: readonly number[], wanted: readonly number[]): void =>
    found.forEach((value, i) =>
      assert.ok(Math.abs(value - wanted[i]!) < 1e-12, `${found.join()} for ${wanted.join()}`),
    );
  // A quarter about z leads x to y.
  near(linked('0 0 90').offset, [1, 2, 0]);
  near(linked('0 0 90').rotation, [0, 0, Math.SQRT1_2, Math.SQRT1_2]);
  // A quarter about x leaves x; the next about y leads it to -z.
  near(linked('90 90 0').offset, [1, 0, -2]);
  // x to y first would end elsewhere: y is led to z by the quarter about x.
  near(linked('90 0 90').offset, [1, 2, 0]);
});

test('the same commands are read from JavaScript that calls them', () => {
  const scripts: Record<string, string> = { 'models/a/tags.js': 'Model.md5Tag("hand", "tag_weapon", 1, 0, 0);' };
  const text = `//md5dir a
Model.md5Load("a.md5mesh", "a"); Library.include('models/a/tags.js', true);
//Model.md5Anim("idle", "old.md5anim");
Model.md5Anim("idle",
  'a, resting (2).md5anim', 40, 1); // slowly
Model.md5Load("b");
Model.md5Link(0, 1, "tag_weapon");`;
  assert.deepEqual(actionsOfConfig(text, 'a/md5.js'), [
    { name: 'idle', file: 'a, resting (2).md5anim', source: 'a/md5.js' },
  ]);
  assert.deepEqual(
    linksOfConfig(text, (file) => scripts[file]).map(({ child, joint, offset }) => [child, joint, offset]),
    [['b.md5mesh', 'hand', [1, 0, 0]]],
  );
});

test('lines of a script that a list calls count where it is called, and scripts that call themselves end', () => {
  const scripts: Record<string, string> = {
    'models/a/tags.cfg': 'md5tag hand tag_weapon\nexec models/a/tags.cfg',
  };
  const text = 'md5load a;exec "models/a/tags.cfg"\nmd5load b\nmd5link 0 1 tag_weapon';
  assert.deepEqual(
    linksOfConfig(text, (file) => scripts[file]).map(({ joint }) => joint),
    ['hand'],
  );
  assert.deepEqual(linksOfConfig(text), []);
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
