// The check against what the engines' own parsers did with 96 cases, 58 variants and 75 real models, measured elsewhere.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { before, describe, test } from 'node:test';

import {
  agreementTable,
  engineRows,
  explanationOf,
  explanations,
  iqmExplanationOf,
  iqmExplanations,
  type IqmRow,
  iqmRows,
  iqmTable,
  type Row,
} from './support/engine_table';

const shared = resolve(process.cwd(), process.env.VITRINE_SHARED ?? '../shared');
const skip = existsSync(resolve(shared, 'formats/engine_verdicts.json'))
  ? false
  : 'the reference material (VITRINE_SHARED) is absent';

describe('the check for engines and what their parsers did', { skip }, () => {
  let rows: Row[] = [];
  before(() => {
    const made = engineRows(shared);
    rows = made.rows;
    if (made.left.length > 0) console.log(`left out, their files are not there: ${made.left.join(', ')}`);
    console.log(agreementTable(rows));
  });

  test('there are at least ten engines with 210 files each', () => {
    const engines = new Set(rows.map(({ engine }) => engine));
    assert.ok(engines.size >= 10, `${engines.size} engines`);
    assert.ok(rows.length >= 2100, `${rows.length} verdicts`);
  });

  test('nothing is said to load that did not', () => {
    assert.deepEqual(
      rows.filter(({ falseLoad }) => falseLoad).map(({ name, engine }) => `${name} ${engine}`),
      [],
    );
  });

  test('every pose that is wrong is told', () => {
    const quiet = rows.filter(({ pose, measured, said }) => pose && measured === 'ok' && said === 'ok');
    assert.deepEqual(quiet, []);
  });

  test('every disagreement has its reason', () => {
    const open = rows.filter((row) => !row.agrees && explanationOf(row) === undefined);
    assert.deepEqual(
      open.map(({ name, engine, measured, said }) => `${name} ${engine}: measured ${measured}, said ${said}`),
      [],
    );
  });

  test('no reason stands for nothing', () => {
    const used = new Set(rows.filter(({ agrees }) => !agrees).map(explanationOf));
    assert.deepEqual(
      Object.entries(explanations).filter(([, text]) => !used.has(text)),
      [],
    );
  });

  test('the documentation has these counts, and each disagreement with its reason', () => {
    const page = readFileSync(resolve(process.cwd(), 'public/docs/engine-agreement.md'), 'utf8').replaceAll(
      / {2,}/g,
      ' ',
    );
    const has = (text: string) => assert.ok(page.includes(text), `public/docs/engine-agreement.md has no "${text}"`);
    const agree = (of: readonly Row[]) => `${of.filter(({ agrees }) => agrees).length} of ${of.length}`;
    has(`The check agrees in ${agree(rows)} verdicts`);
    for (const engine of new Set(rows.map((row) => row.engine))) {
      const own = rows.filter((row) => row.engine === engine);
      const sections = ['cases', 'md5_synth', 'corpus_pairs'].map((name) =>
        agree(own.filter(({ section }) => section === name)),
      );
      has(`| \`${engine}\` | ${sections.join(' | ')} |`);
    }
    for (const [which, reason] of Object.entries(explanations)) {
      const [engine, rule] = which.split(' '),
        files = rows.filter((row) => !row.agrees && row.engine === engine && row.rules.includes(rule!)).length;
      has(`| \`${engine}\` | \`${rule}\` | ${files} | ${reason} |`);
    }
  });

  test('a model that follows the advice loads everywhere', () => {
    const plain = rows.filter(
      ({ section, name, engine }) => section === 'cases' && name === 'base' && engine !== 'assimp',
    );
    assert.deepEqual([...new Set(plain.map(({ said }) => said))], ['ok']);
  });
});

const skipIqm = existsSync(resolve(shared, 'formats/iqm_verdicts.json'))
  ? false
  : 'the reference material (VITRINE_SHARED) is absent';

describe('the check of IQM and what sixteen readers did', { skip: skipIqm }, () => {
  let rows: IqmRow[] = [];
  before(() => {
    const made = iqmRows(shared);
    rows = made.rows;
    if (made.left.length > 0) console.log(`left out, their files are not there: ${made.left.join(', ')}`);
    console.log(iqmTable(rows));
  });

  test('nothing is said to load that did not', () => {
    assert.deepEqual(
      rows.filter(({ falseLoad }) => falseLoad).map(({ name, engine }) => `${name} ${engine}`),
      [],
    );
  });

  test('at least 99 of 100 verdicts are the same', () => {
    assert.ok(rows.length >= 4000, `${rows.length} verdicts`);
    const agree = rows.filter(({ agrees }) => agrees).length;
    assert.ok(agree >= 0.99 * rows.length, `${agree} of ${rows.length}`);
  });

  test('every disagreement has its reason, and no reason stands for nothing', () => {
    const apart = rows.filter(({ agrees }) => !agrees);
    assert.deepEqual(
      apart
        .filter((row) => iqmExplanationOf(row) === undefined)
        .map(({ name, engine, measured, said }) => `${name} ${engine}: measured ${measured}, said ${said}`),
      [],
    );
    const used = new Set(apart.flatMap(({ rules }) => rules));
    assert.deepEqual(
      Object.keys(iqmExplanations).filter((rule) => !used.has(rule)),
      [],
    );
  });

  test('the documentation has these counts', () => {
    const page = readFileSync(resolve(process.cwd(), 'public/docs/engine-agreement.md'), 'utf8').replaceAll(
      / {2,}/g,
      ' ',
    );
    const has = (text: string) => assert.ok(page.includes(text), `public/docs/engine-agreement.md has no "${text}"`);
    const agree = (of: readonly IqmRow[]) => `${of.filter(({ agrees }) => agrees).length} of ${of.length}`;
    has(`${agree(rows)} verdicts about IQM`);
    for (const engine of new Set(rows.map((row) => row.engine))) {
      const own = rows.filter((row) => row.engine === engine);
      const sections = ['cases', 'synth', 'corpus'].map((name) => agree(own.filter(({ section }) => section === name)));
      has(`| \`${engine}\` | ${sections.join(' | ')} |`);
    }
  });
});
