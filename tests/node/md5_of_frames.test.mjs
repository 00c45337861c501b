// `vitrine convert NAME.mdl --for ENGINE`: the MD5 that a port draws instead of a model with vertex frames, where it looks for
// it, frame by frame.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-replacement-'))));
after(() => rmSync(folder, { recursive: true }));

/** One of our models in a folder of a game. */
function placed(path, name) {
  const to = join(folder, path);
  mkdirSync(join(to, '..'), { recursive: true });
  copyFileSync(join(root, 'tests/data/quake/valid', name), to);
  return to;
}
/** Places of vertices in an action at a frame, each once: files number them as they like. */
function places(files, frame) {
  const [{ name }] = vitrineJson(['inspect', ...files, '--json']).value.info.actions;
  const { value } = vitrineJson(['pose', ...files, '--action', name, '--frame', String(frame), '--vertices']);
  const all = value.meshes.flatMap(({ positions }) =>
    Array.from({ length: positions.length / 3 }, (_, i) => {
      const place = positions.slice(3 * i, 3 * i + 3).map((x) => Math.round(x * 100) / 100 + 0);
      return place.join(' ');
    }),
  );
  return [...new Set(all)].sort();
}

test('an MDL gets an MD5 beside it, with a frame for each of its frames and their vertices', () => {
  const mdl = placed('progs/thing.mdl', 'runs.mdl');
  const { status, stderr } = vitrine(['convert', mdl, '--for', 'vkquake']);
  assert.equal(status, 0, stderr);
  const anim = readFileSync(join(folder, 'progs/thing.md5anim'), 'latin1');
  assert.match(anim, /numFrames 2\b/);
  assert.match(anim, /frameRate 10\b/);
  const mesh = join(folder, 'progs/thing.md5mesh');
  for (const frame of [0, 1])
    assert.deepEqual(
      places([mesh, join(folder, 'progs/thing.md5anim')], frame),
      places([mdl], frame),
      `frame ${frame}`,
    );
  const [row] = vitrineJson(['check', mesh, '--for', 'vkquake', '--json']).value.engines;
  assert.equal(row.verdict, 'ok');
  assert.equal(row.asks.find(({ role }) => role === 'replaced').found, true);
});

test('an MD2 gets one below its folder, where engines of Quake II look', () => {
  const md2 = placed('models/thing/tris.md2', 'pains.md2');
  assert.equal(vitrine(['convert', md2, '--for', 'q2pro']).status, 0);
  assert.ok(existsSync(join(folder, 'models/thing/md5/tris.md5mesh')));
  assert.match(readFileSync(join(folder, 'models/thing/md5/tris.md5anim'), 'latin1'), /numFrames 5\b/);
});

test('with --joints the MD5 has so many at most, and the report tells the error of each frame', () => {
  const mdl = placed('progs/smooth.mdl', 'runs.mdl'),
    report = join(folder, 'smooth.json');
  const { status, stderr } = vitrine(['convert', mdl, '--for', 'vkquake', '--joints', '2', '--report', report]);
  assert.equal(status, 0, stderr);
  assert.match(stderr, /with smooth weights/);
  const { skinning, readBack } = JSON.parse(readFileSync(report, 'utf8'));
  assert.ok(skinning.joints >= 1 && skinning.joints <= 2, String(skinning.joints));
  for (const { mean, largest } of skinning.actions) {
    assert.equal(mean.length, largest.length);
    assert.ok(largest.every((off, k) => off >= mean[k] && off <= skinning.largest));
  }
  // Of the file that was written, against the frames of the source.
  const off = Math.max(...readBack.actions.map(({ largest }) => largest));
  assert.ok(off <= skinning.largest * 1.01 + 1e-3 * skinning.size, `${off}, stated ${skinning.largest}`);
});

test('with --to md3 an MDL gets the MD3 that the port draws instead', () => {
  const mdl = placed('progs/lizard.mdl', 'runs.mdl');
  const { status, stderr } = vitrine(['convert', mdl, '--for', 'vkquake', '--to', 'md3']);
  assert.equal(status, 0, stderr);
  const md3 = join(folder, 'progs/lizard.md3');
  assert.equal(readFileSync(md3).subarray(0, 4).toString(), 'IDP3');
  const [row] = vitrineJson(['check', md3, '--for', 'vkquake', '--json']).value.engines;
  assert.equal(row.verdict, 'ok', JSON.stringify(row.rules));
  const md2 = placed('models/lizard/tris.md2', 'pains.md2');
  assert.equal(vitrine(['convert', md2, '--for', 'q2pro', '--to', 'md3']).status, 2, 'no engine of Quake II draws one');
});

test('other engines and kinds need a name for the file, and an engine that there is not is said', () => {
  const mdl = placed('progs/other.mdl', 'runs.mdl');
  for (const [args, said] of [
    [['--for', 'q2pro'], /name the file to write with -o/],
    [['--for', 'doom3'], /name the file to write with -o/],
    [[], /name the file to write with -o/],
    [['--for', 'quakespasm'], /QuakeSpasm reads no MD5/],
  ]) {
    const { status, stderr } = vitrine(['convert', mdl, ...args]);
    assert.equal(status, 2);
    assert.match(stderr, said);
  }
});
