// `vitrine convert --influences`, `--keys`, `--channels` and `--for READER`: weights and channels of a GLB, read by the
// specification alone.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';

import validator from 'gltf-validator';

import { readGlb } from './support/glb.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const heron = join(root, 'public/samples/heron/heron.md5mesh');
let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-influences-'))));
after(() => rmSync(folder, { recursive: true }));

function converted(...options) {
  return convertedFrom([heron], ...options);
}
function convertedFrom(files, ...options) {
  const path = join(folder, `${[files[0], ...options].map((part) => basename(part)).join('')}.glb`),
    { status, stderr } = vitrine(['convert', ...files, '-o', path, ...options]);
  assert.equal(status, 0, stderr);
  return { path, stderr, bytes: readFileSync(path) };
}
/** Sums of the weights of all vertices, and how many sets there are. */
function weightsOf(bytes) {
  const { json, accessor } = readGlb(new Uint8Array(bytes));
  const sums = [];
  let sets = 0;
  for (const { attributes } of json.meshes.flatMap(({ primitives }) => primitives)) {
    const lists = Object.keys(attributes)
      .filter((name) => name.startsWith('WEIGHTS_'))
      .map((name) => accessor(attributes[name]));
    sets = Math.max(sets, lists.length);
    for (let v = 0; v < lists[0].length; v += 4)
      sums.push(lists.flatMap((list) => [...list.subarray(v, v + 4)]).reduce((a, b) => a + b));
  }
  return { sets, sums };
}

test('four influences fit one set, whose weights sum to 1', () => {
  const { bytes, stderr } = converted('--influences', '4'),
    { sets, sums } = weightsOf(bytes);
  assert.equal(sets, 1);
  assert.ok(sums.every((sum) => Math.abs(sum - 1) < 1e-6));
  // 56 vertices of the model have more than four.
  assert.match(stderr, /56 vertices of '.*' kept four influences/);
  assert.equal(weightsOf(converted().bytes).sets, 2);
});

test('all influences are those of eight where no vertex has more', () => {
  assert.deepEqual(converted('--influences', 'all').bytes, converted().bytes);
  assert.match(
    vitrine(['convert', heron, '-o', join(folder, 'x.glb'), '--influences', '5']).stderr,
    /--influences is 4/,
  );
});

test('a reader gets as many as it keeps, and is said to be content', () => {
  const { bytes, path, stderr } = converted('--for', 'three');
  assert.deepEqual(bytes, converted('--influences', '4').bytes);
  assert.match(stderr, /three\.js 0\.187\.0: loads$/m);
  assert.equal(vitrineJson(['check', path, '--for', 'three', '--json']).value.engines[0].verdict, 'ok');
  assert.deepEqual(converted('--for', 'babylon').bytes, converted().bytes);
});

test('an own number goes before the reader’s, and what differs is said', () => {
  const { stderr } = converted('--for', 'raylib', '--influences', '8');
  assert.match(stderr, /raylib .*: loads, looks different/);
  assert.match(stderr, /1725 vertices without a weight in it fall to the origin/);
  assert.match(
    vitrine(['convert', heron, '-o', join(folder, 'x.glb'), '--for', 'doom3']).stderr,
    /--for a GLB is one of three, /,
  );
});

const moving = ['heron.md5mesh', 'doze.md5anim', 'walk.md5anim', 'fish.md5anim'].map((name) =>
  join(root, 'public/samples/heron', name),
);
const sampled = join(root, 'public/samples/lighthouse/lighthouse.scene');

test('for Blender every action has all channels, and numbers run straight between keys', async () => {
  for (const files of [moving, [sampled]]) {
    const { bytes } = convertedFrom(files, '--for', 'blender'),
      { json } = readGlb(new Uint8Array(bytes));
    const sets = json.animations.map(({ channels }) =>
      channels.map(({ target: { node, path } }) => `${node} ${path}`).sort(),
    );
    for (const set of sets) assert.deepEqual(set, sets[0]);
    assert.ok(json.animations.every(({ samplers }) => samplers.every(({ interpolation }) => interpolation !== 'CUBICSPLINE'))); // prettier-ignore
    assert.equal((await validator.validateBytes(new Uint8Array(bytes))).issues.numErrors, 0);
  }
  // Its action Swell has weights of CUBICSPLINE, where glTF needs them.
  const { json } = readGlb(new Uint8Array(convertedFrom([sampled]).bytes));
  assert.ok(json.animations.some(({ samplers }) => samplers.some(({ interpolation }) => interpolation === 'CUBICSPLINE'))); // prettier-ignore
});

test('what straight keys cost is measured and told, and is less than 2e-4 of the size', () => {
  const report = join(folder, 'straight.json');
  convertedFrom(moving, '--keys', 'straight', '--report', report);
  const { losses, readBack } = JSON.parse(readFileSync(report, 'utf8'));
  assert.match(losses.find(({ message }) => /numbers run straight/.test(message)).message, /channels have more keys/);
  for (const { name, relative } of readBack.actions) assert.ok(relative < 2e-4, `${name}: ${relative}`);
});

test('words that are none are refused with those that are', () => {
  for (const [option, pattern] of [
    [['--keys', 'bent'], /--keys is exact or straight/],
    [['--channels', 'some'], /--channels is moved or all/],
  ])
    assert.match(vitrine(['convert', heron, '-o', join(folder, 'x.glb'), ...option]).stderr, pattern);
});
