// The tables of README are those that the registry and the limits give.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { formatTable, limitTable, withTable } from '../../web/build/readme.mjs';
import { root } from './support/vitrine.mjs';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
// The formatter pads columns; what counts is what the cells say.
const bare = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

let core;
before(async () => {
  const factory = (await import(pathToFileURL(join(root, 'dist/vitrine-core.mjs')).href)).default;
  core = await factory({ wasmBinary: readFileSync(join(root, 'dist/vitrine-core.wasm')) });
});

test('the format matrix of README is the registry (npm run readme writes it)', () => {
  const formats = JSON.parse(core.formats());
  assert.ok(formats.length > 0);
  assert.equal(bare(readme), bare(withTable(readme, 'formats', formatTable(formats))));
});

test('the limits of README are those of the core (npm run readme writes them)', () => {
  const header = readFileSync(join(root, 'native/base/limits.h'), 'utf8');
  assert.equal(bare(readme), bare(withTable(readme, 'limits', limitTable(header))));
});
