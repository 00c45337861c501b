// The tables of languages: every text of the page is in every one of them, with its holes and its plural forms.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { faultsOfTable, holesOf, parts, textsOf, textsOfPage } from './support/texts.mjs';
import { root } from './support/vitrine.mjs';

const page = textsOfPage();
const languages = ['de', 'pl', 'ru', 'sk'];
const tableOf = (name) => JSON.parse(readFileSync(join(root, `public/languages/${name}.json`), 'utf8'));

test('every text of the page is a literal, and none is asked for before the language is known', () => {
  assert.ok(page.texts.size > 300, `${page.texts.size} texts`);
  assert.deepEqual(page.faults, []);
});

for (const name of languages)
  test(`the table of ${name} has every text, no other, every hole and every plural form`, () =>
    assert.deepEqual(faultsOfTable(name, tableOf(name), page), []));

for (const part of parts)
  for (const name of languages)
    test(`the table of ${name} for the ${part} has every text that only this part says`, () => {
      const said = { texts: page.ofParts.get(part), nouns: new Map() };
      assert.ok(said.texts.size > 100, `${said.texts.size} texts`);
      assert.deepEqual(faultsOfTable(name, { counts: {}, ...tableOf(`${part}/${name}`) }, said), []);
    });

test('the samples are called on the page as in their list', () => {
  for (const { title, text } of JSON.parse(readFileSync(join(root, 'public/samples/index.json'), 'utf8'))) {
    assert.ok(page.texts.has(title), title);
    assert.ok(page.texts.has(text), text);
  }
});

test('what the check is for is found', () => {
  const { texts, nouns, faults } = textsOf(
    'x.ts',
    "const a = t('early'); function f(n: number, name: string) { return t('one ' + 'two {n}', { n }) + t(name) + countOf(n, 'bone'); }",
  );
  assert.deepEqual([[...texts.keys()], [...nouns.keys()]], [['early', 'one two {n}'], ['bone']]);
  assert.deepEqual(faults, [
    'x.ts:1: t() is called before the language is known',
    'x.ts:1: the text of t() is computed',
  ]);
  assert.deepEqual(holesOf('{b} of {a}'), ['a', 'b']);
  const all = {
    texts: new Map([
      ['A {n}', 'x'],
      ['B', 'x'],
    ]),
    nouns: new Map([['bone', 'x']]),
  };
  const table = { texts: { 'A {n}': 'A', C: 'C' }, counts: { bone: { one: '{count} kość', other: '{count} kości' } } };
  assert.deepEqual(faultsOfTable('pl', table, all), [
    '“B” of x is not translated',
    '“A {n}” has other holes in “A”',
    '“C” is said nowhere',
    '“bone” lacks the form “few”',
    '“bone” lacks the form “many”',
  ]);
});
