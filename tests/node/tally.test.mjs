// The summary of `npm test` counts what was skipped, and has its reasons.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { runScripts } from '../../web/build/scripts.mjs';
import { nodeResults, summarize } from '../../web/build/tally.mjs';
import { root } from './support/vitrine.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-tally-'));
after(() => rmSync(folder, { recursive: true }));

/** What the summary makes of a script that `node --test` runs. */
function summaryOf(script) {
  const path = join(folder, 'some.test.mjs'),
    report = join(folder, 'some.ndjson');
  writeFileSync(path, `import { before, describe, test } from 'node:test';\n${script}`);
  const reporter = join(root, 'web/build/reporter.mjs');
  // A test within a test would take the reporter of the outer one.
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  spawnSync(
    process.execPath,
    ['--test', `--test-reporter=${reporter}`, `--test-reporter-destination=${report}`, path],
    { env },
  );
  return summaryAndText(nodeResults('node', report));
}
function summaryAndText(results) {
  const lines = [],
    { log } = console;
  console.log = (line) => lines.push(line);
  try {
    return { counts: summarize(results), text: lines.join('\n') };
  } finally {
    console.log = log;
  }
}

test('tests that are skipped are counted under their reason', () => {
  const { counts, text } = summaryOf(`
    describe('a suite', () => {
      test('one', { skip: 'no models' }, () => {});
      test('two', { skip: 'no models' }, () => {});
      test('three', () => {});
    });`);
  assert.deepEqual(counts, { passed: 1, failed: 0, skipped: 2 });
  assert.match(text, /no models \(2\): one, two/);
});

test('a suite that is skipped as a whole counts as one', () => {
  const { counts, text } = summaryOf(`describe('all of it', { skip: 'no models' }, () => test('one', () => {}));`);
  assert.deepEqual(counts, { passed: 0, failed: 0, skipped: 1 });
  assert.match(text, /no models \(1\): all of it/);
});

test('a suite fails once where a test of it fails, and by itself where its hook throws', () => {
  assert.equal(summaryOf(`describe('s', () => test('one', () => { throw new Error(); }));`).counts.failed, 1);
  const hook = summaryOf(`describe('s', () => { before(() => { throw new Error(); }); test('one', () => {}); });`);
  assert.ok(hook.counts.failed >= 1);
  assert.match(hook.text, /Failed\n {2}node: /);
});

test('a script that fails runs once more; what passes then is named with its first failure, what fails again fails', () => {
  const been = JSON.stringify(join(folder, 'been')),
    path = join(folder, 'busy.test.mjs');
  writeFileSync(
    path,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { test } from 'node:test';
     const isFirst = !existsSync(${been});
     writeFileSync(${been}, '');
     test('once', () => { if (isFirst) throw new Error('the page was slow'); });
     test('always', () => { throw new Error('the page is wrong'); });
     test('never', () => {});`,
  );
  const run = (more) => runScripts('browser', [path], folder, { env: { NODE_TEST_CONTEXT: undefined }, timeout: 60_000, ...more }); // prettier-ignore
  const { counts, text } = summaryAndText(run({ again: true }));
  assert.deepEqual(counts, { passed: 2, failed: 1, skipped: 0 });
  assert.match(
    text,
    /Failed\n {2}browser: always\n {4}the page is wrong\nFailed first, .*\n {2}browser: once\n {4}the page was slow/,
  );
  rmSync(join(folder, 'been'));
  assert.equal(summaryAndText(run({})).counts.failed, 2);
  assert.match(summaryAndText(run({ deadline: 1 })).text, /no time was left \(1\): busy\.test\.mjs/);
});
