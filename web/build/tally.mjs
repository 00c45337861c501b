// Results of the test programs, as one list of { suite, name, result: 'passed' | 'failed' | 'skipped', reason }.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Scripts whose times are printed. */
const kLongest = 12;
/** Lines and characters of a line that are printed of why a test failed. */
const kReasonLines = 8,
  kReasonWidth = 200;

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
const unescape = (text) =>
  text.replace(/&#x([0-9A-Fa-f]+);|&\w+;/g, (entity, hex) =>
    hex ? String.fromCodePoint(parseInt(hex, 16)) : (entities[entity] ?? entity),
  );

/** The test cases of a JUnit or GoogleTest XML file: their attributes and their inner text. */
export function testCases(xml) {
  const cases = [];
  for (const [, head, body = ''] of xml.matchAll(/<testcase\b((?:\s+[\w:]+="[^"]*")*)\s*(?:\/>|>([^]*?)<\/testcase>)/g)) {
    const attributes = {};
    for (const [, key, value] of head.matchAll(/([\w:]+)="([^"]*)"/g)) attributes[key] = unescape(value);
    cases.push({ attributes, body });
  }
  return cases;
}

/**
 * Tests of `group` that ctest ran. GoogleTest programs count test by test, from the XML each wrote into `folder` as
 * `<program>.xml`; a program that died before writing one, and any other program, counts as one test.
 */
export function nativeResults(group, junitPath, folder) {
  const results = [];
  for (const { attributes, body } of testCases(readFileSync(junitPath, 'utf8'))) {
    const suite = `${group}/${attributes.name}`;
    const xml = join(folder, `test_${attributes.name}.xml`);
    const failedProgram = attributes.status === 'fail';
    let failedCases = 0;
    if (existsSync(xml)) {
      for (const { attributes: test, body: inside } of testCases(readFileSync(xml, 'utf8'))) {
        if (test.status !== 'run') continue;
        const result = test.result === 'skipped' ? 'skipped' : inside.includes('<failure') ? 'failed' : 'passed';
        const [, reason = ''] = /<skipped message="([^"]*)"/.exec(inside) ?? [];
        failedCases += result === 'failed' ? 1 : 0;
        // GoogleTest puts the source line before the reason.
        results.push({ suite, name: `${test.classname}.${test.name}`, result, reason: unescape(reason).replace(/^[^\n]*\n/, '') });
      }
    }
    // Also when every case passed: a leak is found after the last one.
    if (failedProgram && failedCases === 0) results.push({ suite, name: attributes.name, result: 'failed', reason: '' });
    if (!failedProgram && !existsSync(xml)) {
      const skipped = attributes.status !== 'run';
      results.push({ suite, name: attributes.name, result: skipped ? 'skipped' : 'passed', reason: skipped ? body.trim() : '' });
    }
  }
  return results;
}

/** Tests that `node --test` ran with reporter.mjs writing to `path`. */
export function nodeResults(suite, path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => ({ suite, ...JSON.parse(line) }));
}

const inShort = (reason) =>
  (reason ?? '').split('\n').filter(Boolean).slice(0, kReasonLines).map((text) => `\n    ${text.slice(0, kReasonWidth)}`).join('');

function groupBy(list, key) {
  const groups = new Map();
  for (const entry of list) groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry]);
  return groups;
}

/**
 * Prints what ran, what failed and why something was skipped, and how long each of `steps` took ([name, seconds]); the last
 * line is the plain count. Returns the counts.
 */
export function summarize(results, steps = []) {
  const count = (list, result) => list.filter((entry) => entry.result === result).length;
  const line = (list) => `${count(list, 'passed')} passed, ${count(list, 'failed')} failed, ${count(list, 'skipped')} skipped`;

  console.log('\nSummary');
  for (const [suite, list] of groupBy(results, (entry) => entry.suite)) console.log(`  ${suite.padEnd(28)} ${line(list)}`);
  const skipped = results.filter((entry) => entry.result === 'skipped');
  if (skipped.length > 0) console.log('Skipped');
  for (const [reason, list] of groupBy(skipped, (entry) => entry.reason || 'no reason given')) {
    console.log(`  ${reason} (${list.length}): ${list.slice(0, 3).map((entry) => entry.name).join(', ')}${list.length > 3 ? ', ...' : ''}`);
  }
  const failed = results.filter((entry) => entry.result === 'failed');
  if (failed.length > 0) console.log('Failed');
  for (const { suite, name, reason } of failed) console.log(`  ${suite}: ${name}${inShort(reason)}`);
  const second = results.filter(({ failedFirst }) => failedFirst !== undefined);
  if (second.length > 0) console.log('Failed first, passed when their script ran again alone');
  for (const { suite, name, failedFirst } of second) console.log(`  ${suite}: ${name}${inShort(failedFirst)}`);
  const minutes = (seconds) => `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
  if (steps.length > 0) console.log('Time');
  for (const [name, seconds] of steps) console.log(`  ${name.padEnd(28)} ${minutes(seconds)}`);
  const scripts = [...groupBy(results.filter(({ ms }) => ms > 0), ({ suite, file }) => `${suite}: ${basename(file)}`)]
    .map(([name, list]) => [name, list.reduce((sum, { ms }) => sum + ms, 0) / 1000])
    .sort(([, a], [, b]) => b - a);
  if (scripts.length > kLongest) console.log('Longest scripts, by their tests alone');
  for (const [name, seconds] of scripts.slice(0, scripts.length > kLongest ? kLongest : 0))
    console.log(`  ${name.padEnd(40)} ${seconds.toFixed(0).padStart(5)} s`);
  console.log(`\n${line(results)}`);
  return { passed: count(results, 'passed'), failed: failed.length, skipped: skipped.length };
}
