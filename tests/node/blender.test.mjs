// The pages From Blender to IQM, QMSH and KRI, followed with what Blender itself writes; and the warnings that the exporters of
// the old formats gave: an object below another one, a curve, a second armature. Skipped where there is no Blender.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { root, vitrine } from './support/vitrine.mjs';

const figure = fileURLToPath(new URL('support/blender_figure.py', import.meta.url));
const found = spawnSync('blender', ['--version'], { encoding: 'utf8' });
const skip = found.status === 0 ? false : 'Blender is not installed (package blender, with python3-numpy)';

describe('what Blender writes', { skip }, () => {
  let folder;
  const made = (name, ...extras) => {
    const path = join(folder, name);
    const { status, stdout, stderr } = spawnSync(
      'blender',
      ['-b', '--factory-startup', '--python-exit-code', '3', '--python', figure, '--', path, ...extras],
      { encoding: 'utf8', timeout: 120_000 },
    );
    assert.equal(status, 0, `${stdout}${stderr}`);
    return path;
  };
  const converted = (...args) => {
    const { status, stderr, stdout } = vitrine(['convert', ...args], { cwd: folder });
    return { status, said: `${stdout}${stderr}` };
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-blender-'));
    made('ogre.glb');
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const page of ['blender-iqm.md', 'blender-qmsh.md', 'blender-kri.md'])
    test(`${page}: each command, and no vertex is off`, () => {
      const text = readFileSync(join(root, 'public/docs', page), 'utf8');
      const lines = [...text.matchAll(/^npx vitrine (?!view)(.*)$/gm)].map(([, line]) => line.split(' '));
      assert.ok(lines.length >= 2);
      for (const args of lines) {
        const { status, stdout, stderr } = vitrine(args, { cwd: folder });
        assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`);
        if (args[0] !== 'convert') continue;
        // A share of the size: the format with the coarsest numbers has steps of 1/255 in its weights.
        const [, share] = /no vertex is off by more than [^(]*\(([\d.e-]+) of the size\)/.exec(stderr) ?? [];
        assert.ok(Number(share) < 5e-4, stderr);
      }
    });

  test('both actions and both materials arrive', () => {
    assert.equal(converted('ogre.glb', '-o', 'all.iqm').status, 0);
    const { stdout } = vitrine(['inspect', 'all.iqm', '--json'], { cwd: folder });
    const { info } = JSON.parse(stdout);
    assert.deepEqual(info.actions.map(({ name }) => name).sort(), ['bow', 'nod']);
    assert.deepEqual(info.materials.map(({ name }) => name).sort(), ['cloth', 'skin']);
    assert.equal(info.statistics.joints, 3);
  });

  test('an object below another one is a loss of QMSH, and keeps its parent in KRI', () => {
    made('parent.glb', 'parent');
    const { status, said } = converted('parent.glb', '-o', 'parent.qmsh.tmp');
    assert.equal(status, 0, said);
    assert.match(said, /loses its parent.*'Feather' under 'Hat'/);
    const { said: other } = converted('parent.glb', '-o', 'parent.scene');
    assert.doesNotMatch(other, /loses its parent/);
  });

  test('a curve comes as a mesh', () => {
    made('curve.glb', 'curve');
    const { status, said } = converted('curve.glb', '-o', 'curve.qmsh.tmp');
    assert.equal(status, 0, said);
    assert.match(readFileSync(join(folder, 'curve.qmsh.tmp'), 'latin1'), /^\tmesh "Rope"/m);
  });

  test('a second armature is refused by QMSH, with what to do', () => {
    made('second.glb', 'second');
    const { status, said } = converted('second.glb', '-o', 'second.qmsh');
    assert.equal(status, 1);
    assert.match(said, /EXPORT_SKELETONS.*'Rig', 'Other'/);
    assert.equal(converted('second.glb', '-o', 'second.qmsh', '--armature', 'Rig').status, 0);
  });
});
