// What a player of Quake III is read with: the level of detail, and the action of its torso beside those of its legs.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { animationCfg, makeMd3 } from './support/md3.mjs';
import { vitrineJson } from './support/vitrine.mjs';

let core;
before(async () => {
  core = await createVitrine();
});

/** Frames 1 to 8 of the torso, 9 and 10, 11; LEGS_WALKCR.first - TORSO_GESTURE.first = 11 is taken from rows of the legs. */
const cfg = animationCfg({
  TORSO_GESTURE: '1 8 0 10',
  TORSO_ATTACK: '9 2 0 10',
  LEGS_WALKCR: '12 4 4 10',
  LEGS_WALK: '16 4 4 10',
  LEGS_JUMP: '16 4 0 10',
});
const files = [
  { name: 'p/lower.md3', bytes: makeMd3({ frames: 10, tags: ['tag_torso'], surface: 'l' }) },
  { name: 'p/upper.md3', bytes: makeMd3({ frames: 12, tags: ['tag_torso', 'tag_head'], surface: 'u' }) },
  { name: 'p/head.md3', bytes: makeMd3({ tags: ['tag_head'], surface: 'h' }) },
  { name: 'p/animation.cfg', bytes: Buffer.from(cfg) },
];
const lower = [
  {
    name: 'p/lower_1.md3',
    bytes: makeMd3({ frames: 10, tags: ['tag_torso'], surface: 'l', triangles: 2 }),
  },
  { name: 'p/lower_2.md3', bytes: makeMd3({ frames: 10, tags: ['tag_torso'], surface: 'l', triangles: 3 }) },
  { name: 'p/lower_default.skin', bytes: Buffer.from('l,models/players/p/trousers\n') },
];

/** The frame that a part shows, from the place of its first vertex. */
const frameOf = ({ meshes }, part) => meshes.find(({ name }) => name.startsWith(part)).positions[0] / 10;
const named = (document, name) => document.actions.find((action) => action.name === name);

test('while the legs walk the torso stands, or does what was chosen', () => {
  const standing = core.open(files);
  const at = standing.pose({ action: 'LEGS_WALK', time: 0.1 });
  assert.deepEqual([frameOf(at, 'lower'), frameOf(at, 'upper')], [6, 11]);
  standing.dispose();
  const attacking = core.open(files, { torso: 'torso_attack' });
  const then = attacking.pose({ action: 'LEGS_WALK', time: 0.1 });
  assert.deepEqual([frameOf(then, 'lower'), frameOf(then, 'upper')], [6, 10]);
  const whole = attacking.pose({ action: 'TORSO_GESTURE', time: 0.3 });
  assert.deepEqual([frameOf(whole, 'lower'), frameOf(whole, 'upper')], [9, 4], 'its own actions stay');
  attacking.dispose();
});

test('a torso that takes longer than a step is seen to its end, and the legs walk on', () => {
  const document = core.open(files, { torso: 'TORSO_GESTURE' });
  const { duration, frames } = named(document, 'LEGS_WALK');
  assert.ok(Math.abs(duration - 0.8) < 1e-9, String(duration));
  assert.equal(frames, 8);
  const at = document.pose({ action: 'LEGS_WALK', time: 0.5 });
  assert.deepEqual([frameOf(at, 'lower'), frameOf(at, 'upper')], [6, 6]);
  assert.ok(Math.abs(named(document, 'LEGS_JUMP').duration - 0.8) < 1e-9, 'legs that do not loop wait');
  document.dispose();
});

test('an action that is none changes nothing', () => {
  const document = core.open(files, { torso: 'LEGS_IDLE' });
  assert.equal(frameOf(document.pose({ action: 'LEGS_WALK', time: 0 }), 'upper'), 11);
  document.dispose();
});

test('a level of detail takes the place of the model, with its skin, its actions and what hangs on it', () => {
  const triangles = (level) => {
    const document = core.open([...files, ...lower], level === undefined ? {} : { level });
    const { meshes, materials, hierarchy } = document.report.info;
    const own = meshes.find(({ name }) => name.startsWith('lower'));
    const [root] = hierarchy;
    assert.equal(hierarchy.length, 1, 'the torso hangs on the legs');
    const { x } = { x: frameOf(document.pose({ action: 'LEGS_WALK', time: 0.1 }), 'lower') };
    const replaced = document.report.issues.messages.filter(({ code }) => code === 'MODEL_REPLACED');
    const found = [root.name, own.triangles, x, replaced.map(({ source }) => source).sort()];
    assert.ok(
      materials.some(({ name }) => name === 'models/players/p/trousers'),
      materials.map(({ name }) => name).join(),
    );
    document.dispose();
    return found;
  };
  assert.deepEqual(triangles(), ['lower', 1, 6, ['p/lower_1.md3', 'p/lower_2.md3']]);
  assert.deepEqual(triangles(1), ['lower_1', 2, 6, ['p/lower.md3', 'p/lower_2.md3']]);
  assert.deepEqual(triangles(2), ['lower_2', 3, 6, ['p/lower.md3', 'p/lower_1.md3']]);
  assert.deepEqual(triangles(3), ['lower', 1, 6, ['p/lower_1.md3', 'p/lower_2.md3']], 'where there is none');
});

test('--level and --torso choose them for every command that reads models', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-player-'));
  try {
    for (const { name, bytes } of [...files, ...lower]) writeFileSync(join(folder, name.slice(2)), bytes);
    const { value } = vitrineJson(['inspect', folder, '--level', '2', '--torso', 'TORSO_GESTURE', '--json']);
    assert.equal(value.info.hierarchy[0].name, 'lower_2');
    assert.equal(value.info.actions.find(({ name }) => name === 'LEGS_WALK').frames, 8);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the flash of a weapon is hidden until it is shown', () => {
  const document = core.open([
    { name: 'w/gun.md3', bytes: makeMd3({ tags: ['tag_flash'] }) },
    { name: 'w/gun_flash.md3', bytes: makeMd3({}) },
  ]);
  const [gun] = document.report.info.hierarchy;
  assert.equal(gun.hidden ?? false, false);
  const below = (node) => [node, ...node.children.flatMap(below)];
  assert.deepEqual(
    below(gun)
      .filter(({ hidden }) => hidden)
      .map(({ name }) => name),
    ['gun_flash'],
  );
  document.dispose();
});
