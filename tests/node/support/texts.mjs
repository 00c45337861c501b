// Every text of the page by the compiler's own reading of its sources: what goes through t() and countOf().

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { filesBelow, root } from '../../../web/build/run.mjs';

/** A literal, or literals added up; undefined for what is computed. */
function literalOf(node) {
  if (node && ts.isStringLiteralLike(node)) return node.text;
  if (node && ts.isParenthesizedExpression(node)) return literalOf(node.expression);
  if (!node || !ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [literalOf(node.left), literalOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

const isFunction = (node) => ts.isFunctionLike(node) || ts.isPropertyDeclaration(node);

/** True for what is evaluated with its module, before a language is known. */
function runsAtOnce(node) {
  for (let up = node.parent; up; up = up.parent) if (isFunction(up)) return false;
  return true;
}

/** { texts, nouns: Map of literal -> first place; faults: places where a key is computed or asked for too early }. */
export function textsOf(name, code) {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, true),
    texts = new Map(),
    nouns = new Map(),
    faults = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node)) return;
    // `t`, or that of a kit.
    const { expression } = node,
      called = ts.isIdentifier(expression)
        ? expression.text
        : ts.isPropertyAccessExpression(expression) && expression.name.text === 't'
          ? 't'
          : undefined;
    if (called !== 't' && called !== 'countOf') return;
    const key = literalOf(node.arguments[called === 't' ? 0 : 1]),
      place = `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    // What a kit is given as a variable was a literal of `t` elsewhere.
    if (key === undefined && !ts.isIdentifier(expression)) return;
    if (key === undefined) faults.push(`${place}: the text of ${called}() is computed`);
    else if (runsAtOnce(node)) faults.push(`${place}: ${called}() is called before the language is known`);
    if (key === undefined) return;
    const found = called === 't' ? texts : nouns;
    if (!found.has(key)) found.set(key, place);
  };
  visit(file);
  return { texts, nouns, faults };
}

/** Titles of fixes, which the core has: [text, place]. */
const textsOfFixes = () =>
  filesBelow(join(root, 'native/formats'), 'fix_titles.h').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/= "([^"]+)";/g)].map(([, title]) => [title, path.slice(root.length + 1)]),
  );

/** What rows of formats and the list of samples say on the page: [text, place]. Labels that are no words stay as they are. */
function textsOfRows() {
  const name = 'web/src/core/formats.ts',
    file = ts.createSourceFile(name, readFileSync(join(root, name), 'utf8'), ts.ScriptTarget.ES2022, true),
    found = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    if (!ts.isPropertyAssignment(node) || !['title', 'label', 'effect'].includes(node.name.getText())) return;
    found.push(...(literalOf(node.initializer) ?? '').split(' | '));
  };
  visit(file);
  const samples = JSON.parse(readFileSync(join(root, 'public/samples/index.json'), 'utf8'));
  return [
    ...found.filter((text) => /[a-z]/.test(text)).map((text) => [text, name]),
    ...samples.flatMap(({ title, text }) => [title, text]).map((text) => [text, 'public/samples/index.json']),
  ];
}

/** Parts of the page with tables of their own: what they say and nothing else does. */
export const parts = ['workbench'];

/** Of the page and of what speaks on it. language.ts and the plain words take their texts from others. */
export function textsOfPage() {
  const folders = ['web/src/ui', 'web/src/core', 'web/src/formats'].map((folder) => join(root, folder));
  const all = {
    texts: new Map(),
    nouns: new Map(),
    faults: [],
    ofParts: new Map(parts.map((part) => [part, new Map()])),
  };
  const add = (to, found) => {
    for (const [key, place] of found) if (!to.has(key)) to.set(key, place);
  };
  for (const path of folders.flatMap((folder) => filesBelow(folder, '.ts'))) {
    const name = path.slice(root.length + 1);
    if (name === 'web/src/ui/language.ts') continue;
    const { texts, nouns, faults } = textsOf(name, readFileSync(path, 'utf8'));
    add(all.ofParts.get(parts.find((part) => name.startsWith(`web/src/ui/${part}/`))) ?? all.texts, texts);
    add(all.nouns, nouns);
    all.faults.push(...faults);
  }
  add(all.texts, [...textsOfRows(), ...textsOfFixes()]);
  for (const texts of all.ofParts.values()) for (const key of all.texts.keys()) texts.delete(key);
  return all;
}

export const holesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** What is wrong with a table, in sentences. */
export function faultsOfTable(language, table, { texts, nouns }) {
  const faults = [],
    forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const compare = (key, text, holes) => {
    if (text.trim() === '') faults.push(`“${key}” is translated by nothing`);
    if (holesOf(text).join() !== holes.join()) faults.push(`“${key}” has other holes in “${text}”`);
  };
  const compareForms = (key, entry, holes) => {
    for (const form of forms) {
      if (typeof entry[form] !== 'string') faults.push(`“${key}” lacks the form “${form}”`);
      else compare(key, entry[form], holes);
    }
    for (const form of Object.keys(entry)) if (!forms.includes(form)) faults.push(`“${key}” has no form “${form}”`);
  };
  for (const [key, place] of texts) if (!(key in table.texts)) faults.push(`“${key}” of ${place} is not translated`);
  for (const [key, place] of nouns)
    if (!(key in table.counts)) faults.push(`the noun “${key}” of ${place} is not translated`);
  for (const [key, entry] of Object.entries(table.texts)) {
    if (!texts.has(key)) faults.push(`“${key}” is said nowhere`);
    if (typeof entry === 'string') compare(key, entry, holesOf(key));
    else if (!holesOf(key).includes('count')) faults.push(`“${key}” has plural forms and no {count}`);
    else compareForms(key, entry, holesOf(key));
  }
  for (const [key, entry] of Object.entries(table.counts)) {
    if (!nouns.has(key)) faults.push(`the noun “${key}” is said nowhere`);
    compareForms(key, entry, ['count']);
  }
  return faults;
}
