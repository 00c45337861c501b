// The generated tables of README and the documentation are those of the registry, of the limits and of the element.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { describedParts, describedVariables, manifest, partsInSources } from '../../web/build/element.mjs';
import { generatedTables, withTable } from '../../web/build/readme.mjs';
import { root } from './support/vitrine.mjs';

// The formatter pads columns; what counts is what the cells say.
const bare = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

let core;
before(async () => {
  const factory = (await import(pathToFileURL(join(root, 'dist/vitrine-core.mjs')).href)).default;
  core = await factory({ wasmBinary: readFileSync(join(root, 'dist/vitrine-core.wasm')) });
});

for (const name of ['formats', 'limits', 'attributes', 'events', 'shortcuts'])
  test(`the table of ${name} is that of the code (npm run readme writes it)`, async () => {
    const [path, , table] = (await generatedTables(core)).find(([, mark]) => mark === name);
    assert.ok(table.split('\n').length > 3);
    const text = readFileSync(join(root, path), 'utf8');
    assert.equal(bare(text), bare(withTable(text, name, table)));
  });

test('the manifest of the element names what its sources have', async () => {
  const [{ declarations, exports }] = manifest().modules;
  const { VitrineViewerElement, tagName } = await import('../../dist/element.js');
  assert.equal(declarations[0].tagName, tagName);
  assert.deepEqual(
    declarations[0].attributes.map(({ name }) => name).sort(),
    [...VitrineViewerElement.observedAttributes].sort(),
  );
  assert.deepEqual(
    exports.map(({ name }) => name),
    ['VitrineViewerElement', 'vitrine-viewer'],
  );
  const styles = readFileSync(join(root, 'web/src/element/element.css'), 'utf8');
  for (const name of describedVariables) assert.ok(styles.includes(`var(${name}`), name);
  assert.match(manifest().schemaVersion, /^2\.\d+\.\d+$/);
  const [{ cssParts }] = declarations;
  for (const { name, description } of cssParts) assert.match(description ?? '', /^\S.{4,}/, name);
  // Every part of the sources but those that name one menu or button among others.
  const own = [...partsInSources()].filter((name) => !/-select$/.test(name));
  for (const name of own) assert.ok(describedParts.includes(name), name);
  const docs = readFileSync(join(root, 'public/docs/element.md'), 'utf8');
  for (const name of describedParts) {
    assert.ok(partsInSources().has(name) || ['button', 'annotation-behind'].includes(name), name);
    assert.ok(docs.includes(`\`${name}\``), name);
  }
});
