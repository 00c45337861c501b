// What scripts know of formats is what the core's rows say.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { coreOf, generated, viewedFormats } from '../../web/build/formats.mjs';
import { root } from './support/vitrine.mjs';

const core = await coreOf(join(root, 'dist'));

test('what `npm run formats` writes is there', async () => {
  for (const [path, text] of await generated(core)) assert.equal(readFileSync(path, 'utf8'), text, path);
});

test('every row has words for people, and every option a place and a word of its own', () => {
  const rows = JSON.parse(core.formats()),
    options = new Map(rows.flatMap((row) => row.options.map((option) => [option.name, option])));
  for (const { kind, title, extensions } of rows) {
    assert.ok(title.length > 3, kind);
    assert.ok(extensions.length > 0, kind);
  }
  assert.ok(options.size >= 6);
  assert.equal(new Set([...options.values()].map(({ word }) => word)).size, options.size);
});

test('every format of models has a view core, which reads some kind of its files', () => {
  const rows = JSON.parse(core.formats()),
    idsOf = (list) => [...new Set(list.map(({ id }) => id))].sort();
  assert.deepEqual(viewedFormats().sort(), idsOf(rows.filter(({ role }) => role === 'model')));
  assert.deepEqual(viewedFormats().sort(), idsOf(rows.filter(({ viewed }) => viewed)));
});
