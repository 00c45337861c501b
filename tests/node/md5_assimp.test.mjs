// Assimp, a reader that shares nothing with the product, opens every MD5 that is written: of the samples and of the models
// of other people, in every format. It has to find as many meshes, triangles and joints as the text has, the box of its
// bind pose, and the animation.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { filesBelow } from '../../web/build/run.mjs';
import * as md5 from './support/md5.mjs';
import { floatsOf, given, roundingOf, writtenCloud } from './support/md5_out.mjs';
import { root, shared, without } from './support/vitrine.mjs';

const noAssimp = spawnSync('assimp', ['version']).status === 0 ? false : 'the command assimp is not installed';

/** Of larger ones there are enough others; they would take most of the time. */
const kMostBytes = 150_000;
/** One with an animation beside the mesh, and one with an animation for each action. */
const kEngines = ['vkquake', 'doom3'];
const kMostAnimations = 3;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-assimp-'));
let core;
before(async () => (core = await createVitrine()));
after(() => rmSync(folder, { recursive: true }));

/** What `assimp info` prints of a model, by its labels. */
function infoOf(path) {
  const { status, stdout, stderr } = spawnSync('assimp', ['info', path], { encoding: 'utf8' });
  assert.equal(status, 0, `assimp: ${(stdout + stderr).slice(-300)}`);
  const number = (what) => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(stdout)?.[1]);
  const point = (what) => new RegExp(`^${what} point\\s+\\((.*)\\)`, 'm').exec(stdout)?.[1].split(' ').map(Number);
  return { number, least: point('Minimum'), largest: point('Maximum') };
}

/** Assimp has the model's z upwards as y. */
function boxOf(points) {
  const turned = points.map(([x, y, z]) => [x, z, -y]);
  return [-1, 1].map((sign) =>
    [0, 1, 2].map((axis) => turned.reduce((far, p) => Math.max(far, sign * p[axis]), -Infinity) * sign),
  );
}

/** How many animations were read. */
function requireRead(files, what) {
  const text = files.map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) }));
  const model = md5.parseMesh(text[0].text),
    pose = md5.bindPose(model),
    bind = writtenCloud(model, pose);
  // Printed with six decimals, reckoned in single precision: joints near half a turn lose most.
  const slack = 1e-6 + 4 * floatsOf(bind.points) + 2 * roundingOf(model, pose, model.joints);
  const anims = text.filter(({ name }) => name.endsWith('.md5anim')).slice(0, kMostAnimations);
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const [i, anim] of (anims.length > 0 ? anims : [undefined]).entries()) {
    writeFileSync(join(folder, `${i}.md5mesh`), text[0].text);
    if (anim) writeFileSync(join(folder, `${i}.md5anim`), anim.text);
    const { number, least, largest } = infoOf(join(folder, `${i}.md5mesh`));
    assert.equal(number('Meshes'), model.meshes.length, what);
    assert.equal(number('Faces'), bind.triangles, what);
    assert.equal(number('Animations'), anim ? 1 : 0, what);
    assert.equal(number('Animation Channels'), anim ? model.joints.length : 0, what);
    const [low, high] = boxOf(bind.points);
    for (const [have, want] of [
      [least, low],
      [largest, high],
    ])
      for (const axis of [0, 1, 2])
        assert.ok(Math.abs(have[axis] - want[axis]) <= slack, `${what}: box ${have} and not ${want}`);
  }
  return anims.length;
}

/** Converts a model for every engine and counts in `tally`. What has nothing to write, or does not open, is counted too. */
function convertAndRead(paths, what, tally) {
  const { files, resolve } = given(paths);
  const document = core.load(files, { resolve });
  try {
    if (!document.shown) return void ++tally.unopened;
    for (const engine of kEngines) {
      let written;
      try {
        written = document.convert('md5mesh', { md5: { name: 'model', engine } });
      } catch (error) {
        if (!(error instanceof VitrineError)) throw error;
        assert.match(error.code, /^(NOTHING_TO_SHOW|EXPORT_ENGINE)$/, `${what}: ${error.message}`);
        ++tally.refused;
        continue;
      }
      tally.animations += requireRead(written.files, `${what} for ${engine}`);
      ++tally.read;
    }
  } finally {
    document.dispose();
  }
}

const besides = (path) =>
  readdirSync(dirname(path))
    .filter((name) => name.endsWith('.md5anim'))
    .map((name) => join(dirname(path), name))
    .slice(0, kMostAnimations);
/** [format, folders of the corpus, endings, the files that belong to one]. */
const formats = [
  ['glTF', ['gltf'], ['.gltf', '.glb']],
  ['IQM', ['iqm', 'iqm_synth'], ['.iqm']],
  ['QMSH', ['qmsh'], ['.qmsh', '.tmp']],
  ['KRI', ['kri'], ['.scene']],
  ['pivot', ['pivot'], ['.bin']],
  ['MD5', ['md5'], ['.md5mesh'], besides],
  ['MD5, edge cases', ['md5_synth'], ['.md5mesh']],
];

describe('assimp reads the MD5 that is written', { skip: noAssimp }, () => {
  test('of every sample', () => {
    const tally = { read: 0, animations: 0, refused: 0, unopened: 0 };
    const samples = JSON.parse(readFileSync(join(root, 'public/samples/index.json'), 'utf8'));
    for (const { name, files } of samples) {
      if (name === 'broken' || /\.(v2m|vfx|world\.json)$/.test(files[0])) continue;
      convertAndRead(
        files.map((file) => join(root, 'public/samples', file)),
        name,
        tally,
      );
    }
    assert.equal(tally.refused + tally.unopened, 0);
    assert.ok(tally.read >= 12);
  });

  for (const [format, folders, endings, more = () => []] of formats)
    test(`of ${format} by other people`, { skip: without }, (t) => {
      const tally = { read: 0, animations: 0, refused: 0, unopened: 0 };
      const paths = folders.flatMap((name) => filesBelow(join(shared, 'corpus', name), ...endings));
      for (const path of paths.filter((one) => statSync(one).size <= kMostBytes))
        convertAndRead([path, ...more(path)], basename(path), tally);
      t.diagnostic(
        `${format}: ${tally.read} written, with ${tally.animations} animations, and read; ` +
          `${tally.refused} refused for want of triangles or room; ${tally.unopened} sources do not open`,
      );
      assert.ok(tally.read > 0);
    });
});
