// `npm run test:one`: which program or script a path stands for.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { root } from './support/vitrine.mjs';

function list(...paths) {
  const script = join(root, 'web/build/one.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--list', ...paths], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stderr, lines: stdout.trimEnd().split('\n') };
}

describe('npm run test:one', () => {
  for (const [path, line] of [
    ['tests/node/layers.test.mjs', /^tests\/node\/layers\.test\.mjs$/],
    ['tests/node/png.test.ts', /^tests\/node\/png\.test\.ts$/],
    ['tests/browser/element.test.mjs', /^tests\/browser\/element\.test\.mjs$/],
    ['native/formats/kri', /^test_formats_kri$/],
    ['native/skin/skin.cpp', /^test_skin$/],
    ['native/convert', /^test_convert$/],
    ['native/formats/gltf/write', /^test_formats_gltf$/],
    ['tests/native/skin', /^test_skin$/],
    ['tests/native/formats/pivot/decisions_test.cpp', /^test_formats_pivot --gtest_filter=\w+\.\*:\*\/\w+\.\*/],
  ])
    test(`runs ${path}`, () => {
      const { status, lines, stderr } = list(path);
      assert.equal(status, 0, stderr);
      assert.equal(lines.length, 1);
      assert.match(lines[0], line);
    });

  test('takes several', () => assert.equal(list('native/skin', 'tests/node/png.test.ts').lines.length, 2));

  for (const [paths, said] of [
    [[], /usage/],
    [['nowhere.test.mjs'], /there is no nowhere/],
    [['README.md'], /is no test/],
    [['tests/node/support/vitrine.mjs'], /is no test/],
    [['native/tools'], /no tests of native\/tools/],
  ])
    test(`refuses ${paths[0] ?? 'nothing'}`, () => {
      const { status, stderr } = list(...paths);
      assert.equal(status, 1);
      assert.match(stderr, said);
    });
});
