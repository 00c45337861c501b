// openPaths: the module takes paths as the command does.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { openPaths } from '../../dist/node/files.js';
import { rise, square, zip } from './support/inputs.mjs';
import { root, vitrineJson } from './support/vitrine.mjs';

let folder, vitrine;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-paths-'));
  mkdirSync(join(folder, 'model'));
  writeFileSync(join(folder, 'model/square.md5mesh'), square());
  writeFileSync(join(folder, 'model/rise.md5anim'), rise);
  writeFileSync(join(folder, 'pack.zip'), zip({ 'deep/square.md5mesh': square(), 'deep/rise.md5anim': rise }));
  writeFileSync(join(folder, 'letter.txt'), 'Dear Sir');
  symlinkSync(join(folder, 'model/square.md5mesh'), join(folder, '-'));
  vitrine = await createVitrine();
});
after(() => rmSync(folder, { recursive: true }));

test('files, a folder, a pattern and an archive are what the command makes of them', async () => {
  for (const operands of [
    [join(folder, 'model')],
    [join(folder, 'model/*')],
    [join(folder, 'pack.zip')],
    [join(folder, 'model/square.md5mesh'), join(folder, 'model/rise.md5anim')],
    [join(root, 'public/samples/column')],
  ]) {
    const document = await openPaths(vitrine, operands);
    const { value } = vitrineJson(['inspect', ...operands, '--json']);
    const { health: _, ...action } = value.info.actions[0];
    assert.deepEqual(document.report.files, value.files, operands.join(' '));
    assert.deepEqual(document.report.info.actions[0], action);
    assert.deepEqual(document.report.info.textures, value.info.textures);
    document.dispose();
  }
});

test('one path may stand alone, images beside the model are found, and resolve is asked first', async () => {
  const asked = [];
  const document = await openPaths(vitrine, join(root, 'public/samples/column/column.md5mesh'), {
    resolve: (name) => void asked.push(name),
  });
  assert.ok(asked.length > 0);
  const found = document.report.info.textures.filter(({ status }) => status === 'found');
  assert.deepEqual(
    found.map(({ file }) => file.split('/').pop()),
    ['column.png'],
  );
  assert.ok(asked.includes('column.png'));
  document.dispose();
});

test('what cannot be read is one class of error, with its reason', async () => {
  const said = async (paths) => {
    const error = await openPaths(vitrine, paths).then(
      () => assert.fail('it opened'),
      (reason) => reason,
    );
    assert.ok(error instanceof VitrineError, String(error));
    return [error.code, error.message];
  };
  assert.deepEqual(await said([]), ['FILES_UNREADABLE', 'name at least one file']);
  assert.equal((await said(join(folder, 'nothing.md5mesh')))[0], 'FILES_UNREADABLE');
  assert.equal((await said(join(folder, 'letter.txt')))[0], 'UNKNOWN_FORMAT');
  assert.match((await said(join(folder, 'empty')))[1], /empty/);
});

test('a file called - is a file', async () => {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const document = await openPaths(vitrine, '-');
    assert.ok(document.shown);
    document.dispose();
  } finally {
    process.chdir(before);
  }
});
