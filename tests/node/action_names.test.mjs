// Names of actions that are paths: the last part where no other action has it.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { armature, turn } from './support/armature.mjs';
import { readGlb } from './support/glb.mjs';
import { root, vitrineJson } from './support/vitrine.mjs';

const { createVitrine } = await import(join(root, 'dist/node/index.js'));

let core, folder;
before(async () => {
  core = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-names-'));
});
after(() => rmSync(folder, { recursive: true }));

const action = (name) => ({
  name,
  channels: [{ joint: 'arm', path: 'rotation', times: [0, 1], values: [turn([0, 0, 1], 0), turn([0, 0, 1], 30)] }],
});
const names = ['anims/walk', 'C:\\work\\hero\\run.iqe', 'a/idle', 'b/idle', 'jump', 'moves/jump', 'ends/'];
const shown = ['walk', 'run.iqe', 'a/idle', 'b/idle', 'jump', 'moves/jump', 'ends/'];
const fullNames = [names[0], names[1], undefined, undefined, undefined, undefined, undefined];
const model = () => armature({ actions: names.map(action) }).bytes;

test('in the module, with the whole name in the report', () => {
  const document = core.open([{ name: 'arm.glb', bytes: model() }]);
  assert.deepEqual(
    document.actions.map(({ name }) => name),
    shown,
  );
  assert.deepEqual(
    document.actions.map(({ fullName }) => fullName),
    fullNames,
  );
  // Both names find it.
  for (const name of ['walk', 'anims/walk'])
    assert.equal(document.pose({ action: name, time: 0.5 }).action, 'walk', name);
  const { json } = readGlb(document.export('glb'));
  assert.deepEqual(
    json.animations.map(({ name }) => name),
    shown,
  );
  assert.equal(json.animations[1].extras.name, names[1]);
  // A further file with the same last part takes the short name away.
  document.add({ name: 'again.glb', bytes: armature({ actions: [action('other/walk')] }).bytes });
  const now = document.actions.map(({ name }) => name);
  assert.ok(now.includes('anims/walk') && now.includes('other/walk') && !now.includes('walk'), now.join());
  assert.equal(document.actions[0].fullName, undefined);
  document.dispose();
});

test('in IQE, whose tools write them, and the command', () => {
  const iqe = (own) =>
    [
      '# Inter-Quake Export',
      'joint "root" -1',
      'pq 0 0 0 0 0 0 1',
      'mesh "body"',
      'material "skin"',
      ...[
        [0, 0],
        [1, 0],
        [0, 1],
      ].flatMap(([x, y]) => [`vp ${x} ${y} 0`, `vt ${x} ${y}`, 'vn 0 0 1', 'vb 0 1']),
      'fm 0 1 2',
      ...own.flatMap((name) => [
        `animation "${name}"`,
        'framerate 10',
        'frame',
        'pq 0 0 0 0 0 0 1',
        'frame',
        'pq 0 0 1 0 0 0 1',
      ]),
      '',
    ].join('\n');
  const path = join(folder, 'body.iqe');
  writeFileSync(path, iqe(['source/anims/walk', 'source\\anims\\run', 'x/die', 'y/die']));
  const { status, value } = vitrineJson(['inspect', path, '--json']);
  assert.equal(status, 0);
  assert.deepEqual(
    value.info.actions.map(({ name, fullName }) => [name, fullName]),
    [
      ['walk', 'source/anims/walk'],
      ['run', 'source\\anims\\run'],
      ['x/die', undefined],
      ['y/die', undefined],
    ],
  );
});
