// The commands that install packages run before there are any: no static import of theirs may reach one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { filesBelow } from '../../web/build/run.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kStatic = /^(?:import|export)\b[^;]*?\bfrom '([^']+)'|^import '([^']+)'/gm;

/** "script -> package" for every static import below `path` that is neither a file of ours nor Node's. */
function packagesBelow(path, seen = new Set()) {
  if (seen.has(path)) return [];
  seen.add(path);
  return [...readFileSync(path, 'utf8').matchAll(kStatic)].flatMap(([, from, alone]) => {
    const name = from ?? alone;
    if (name.endsWith('.mjs')) return packagesBelow(resolve(dirname(path), name), seen);
    // Sources for the bundler stand in texts of scripts, and name files of ours without an ending.
    return /^node:|^\./.test(name) ? [] : [`${relative(root, path)} -> ${name}`];
  });
}

for (const script of ['start', 'test', 'build', 'lint', 'format', 'bench'])
  test(`npm run ${script} starts without node_modules`, () => {
    const seen = new Set();
    assert.deepEqual(packagesBelow(resolve(root, `web/build/${script}.mjs`), seen), []);
    assert.ok(seen.size > 1, 'its own imports were followed');
  });

test('what the page is built with is not among the packages of tests, which npm start leaves out', () => {
  const { devDependencies } = JSON.parse(readFileSync(resolve(root, 'tests/package.json'), 'utf8')),
    used = /\bfrom '([^'.][^']*)'|\bimport\(?\s*'([^'.][^']*)'/g;
  const found = filesBelow(resolve(root, 'web'), '.mjs', '.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(used)]
      .map(([, from, alone]) => from ?? alone)
      .filter((name) => Object.keys(devDependencies).some((one) => name === one || name.startsWith(`${one}/`)))
      .map((name) => `${relative(root, path)} -> ${name}`),
  );
  // Part of `npm run lint`, which asks for the packages of tests.
  assert.deepEqual(found, ['web/build/lintpackage.mjs -> publint', 'web/build/lintpackage.mjs -> publint/utils']);
});
