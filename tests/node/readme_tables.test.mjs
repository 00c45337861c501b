// The generated tables of README and the documentation are those of the registry and of the limits.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { generatedTables, withTable } from '../../web/build/readme.mjs';
import { root } from './support/vitrine.mjs';

// The formatter pads columns; what counts is what the cells say.
const bare = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

let core;
before(async () => {
  const factory = (await import(pathToFileURL(join(root, 'dist/vitrine-core.mjs')).href)).default;
  core = await factory({ wasmBinary: readFileSync(join(root, 'dist/vitrine-core.wasm')) });
});

for (const name of ['formats', 'limits'])
  test(`the table of ${name} is that of the code (npm run readme writes it)`, () => {
    const [path, , table] = generatedTables(core).find(([, mark]) => mark === name);
    assert.ok(table.split('\n').length > 3);
    const text = readFileSync(join(root, path), 'utf8');
    assert.equal(bare(text), bare(withTable(text, name, table)));
  });
