// web/src/core/core.d.ts is written by hand: every member it declares exists in the live module, and the other way round.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import ts from 'typescript';

import { root } from './support/vitrine.mjs';

const declarations = ts.createSourceFile(
  'core.d.ts',
  readFileSync(join(root, 'web/src/core/core.d.ts'), 'utf8'),
  ts.ScriptTarget.ES2022,
);

/** Members of an interface: name -> number of parameters, or null for what is not a method. */
function membersOf(name) {
  const found = declarations.statements.find((s) => ts.isInterfaceDeclaration(s) && s.name.text === name);
  return new Map(found.members.map((m) => [m.name.text, ts.isMethodSignature(m) ? m.parameters.length : null]));
}

describe('core.d.ts', () => {
  let core;
  before(async () => {
    const factory = (await import(pathToFileURL(join(root, 'dist/vitrine-core.mjs')).href)).default;
    core = await factory({ wasmBinary: readFileSync(join(root, 'dist/vitrine-core.wasm')) });
  });

  test('declares what the module has', () => {
    for (const [name, parameters] of membersOf('CoreModule')) {
      assert.ok(name in core, `the module lacks ${name}`);
      if (parameters !== null) assert.equal(typeof core[name], 'function', name);
    }
  });

  test('declares what a document has, with as many parameters', () => {
    const document = new core.Document('{}');
    for (const [name, parameters] of membersOf('CoreDocument')) {
      assert.equal(typeof document[name], 'function', `a document lacks ${name}`);
      if (name === 'delete') continue;
      // Embind counts arguments and says how many it wants.
      const tooMany = Array.from({ length: 9 }, () => 0);
      assert.throws(
        () => document[name](...tooMany),
        new RegExp(`expected ${parameters} args`),
        `parameters of ${name}`,
      );
    }
    document.delete();
  });

  test('leaves out nothing that the bindings add to a document', () => {
    const bound = Object.getOwnPropertyNames(core.Document.prototype).filter((name) => name !== 'constructor');
    assert.deepEqual(bound.sort(), [...membersOf('CoreDocument').keys()].filter((name) => name !== 'delete').sort());
  });

  test('every question has a row on the other side, and the other way round', () => {
    const asked = ts.createSourceFile(
      'ask.ts',
      readFileSync(join(root, 'web/src/core/ask.ts'), 'utf8'),
      ts.ScriptTarget.ES2022,
    );
    const found = asked.statements.find((s) => ts.isInterfaceDeclaration(s) && s.name.text === 'CoreQuestions');
    const rows = readFileSync(join(root, 'native/session/questions.cpp'), 'utf8').matchAll(/^ {4}\{"(\w+)",/gm);
    assert.deepEqual(
      [...rows].map(([, name]) => name),
      found.members.map(({ name }) => name.text),
    );
    assert.equal(found.members.length > 15, true);
    const document = new core.Document('{}');
    assert.equal(document.ask('nothing of the kind', '{}'), 'null');
    assert.equal(document.ask('curves', 'no JSON'), document.ask('curves', '{"action":0,"samples":0}'));
    document.delete();
  });

  test('leaves out no function that the bindings add to the module', () => {
    // Embind defines exactly what these register; Emscripten's own names are known from an empty module.
    const source = readFileSync(join(root, 'native/wasm/bindings.cpp'), 'utf8');
    const registered = [...source.matchAll(/emscripten::function\("(\w+)"/g)].map(([, name]) => name);
    const declared = [...membersOf('CoreModule')].filter(([, parameters]) => parameters !== null).map(([name]) => name);
    assert.deepEqual(registered.sort(), declared.sort());
  });
});
