// The README of a folder: there is one where many files lie, and the files that it names exist.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';

import { root } from './support/vitrine.mjs';

const kMany = 15;
/** Folders of data, pages and results: their names say what they hold. */
const isData = (folder) =>
  /^(\.|public|tests\/data|tests\/bench\/results|tests\/browser\/goldens|findings)(\/|$)/.test(folder);

// An archive of the sources has no index, and then everything would count.
const skip = !existsSync(join(root, '.git')) && 'not a checkout of git';
const files = skip ? [] : execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trimEnd().split('\n');
const counts = new Map();
for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
/** A format's README stands for its folders `read` and `full`. */
const folderOfReadme = (folder) => folder.replace(/^(native\/formats\/\w+)\/(read|full)$/, '$1');
const crowded = [...counts].filter(([folder, count]) => count > kMany && !isData(folder)).map(([folder]) => folder);
const large = [...new Set(crowded.map(folderOfReadme))];

describe('READMEs of folders', { skip }, () => {
  test(`stand where more than ${kMany} files lie`, () => {
    assert.ok(large.length > 20);
    assert.deepEqual(
      large.filter((folder) => !existsSync(join(root, folder, 'README.md'))),
      [],
    );
  });

  for (const folder of large) {
    const path = join(root, folder, 'README.md');
    if (!existsSync(path)) continue;
    test(`${folder} names files that exist`, () => {
      const text = readFileSync(path, 'utf8');
      const named = [
        ...text.matchAll(
          /`(?:npm run test:one )?([\w./-]+\.(?:cpp|h|ts|mjs|json|glsl|txt)|native\/[\w/]+|tests\/[\w/]+|web\/[\w/]+)`/g,
        ),
      ]
        .map(([, name]) => name)
        .filter((name) => !name.includes('NAME'));
      assert.ok(named.length > 0, 'it names where to begin');
      const missing = named.filter((name) => !existsSync(join(root, folder, name)) && !existsSync(join(root, name)));
      assert.deepEqual(missing, []);
      assert.ok(text.trimEnd().split('\n').length <= 12, 'ten lines or so');
    });
  }
});
