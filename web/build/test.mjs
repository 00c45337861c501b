// `npm test`: sets the machine up, builds, runs the tests that fit into a quarter of an hour and says what ran. `all` adds
// the long ones (suites.mjs) and `wasm32`, `--checks` format, lint and types. Names of suites run those alone, in full;
// `hosts`, which installs the projects of other tools, `firefox` and `webkit` run only by their names.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { checkCommands } from './checks.mjs';
import { buildPreset, buildProduct } from './compile.mjs';
import { filesBelow, jobs, output, root, status, statusOfAll, stop } from './run.mjs';
import { chromium, setUp } from './setup.mjs';
import { kNoTime, runScripts } from './scripts.mjs';
import { isLong } from './suites.mjs';
import { nativeResults, summarize } from './tally.mjs';

const minutes = 60_000;
const suites = ['native', 'wasm32', 'node', 'browser', 'firefox', 'webkit', 'hosts', 'checks'];
const named = ['firefox', 'webkit', 'hosts', 'checks'];
const args = process.argv.slice(2);
const unknown = args.filter((arg) => !['--checks', 'all', ...suites].includes(arg));
if (unknown.length > 0) stop(`unknown argument ${unknown[0]}; suites are all, ${suites.join(', ')}`);
const chosen = args.filter((arg) => suites.includes(arg));
const isShort = chosen.length === 0 && !args.includes('all');
const wants = (suite) => {
  if (chosen.length > 0) return chosen.includes(suite);
  if (named.includes(suite)) return suite === 'checks' && args.includes('--checks');
  return suite !== 'wasm32' || !isShort;
};

const purposes = { native: ['native', 'wasm'], wasm32: ['wasm'], node: ['wasm', 'peers'], browser: ['wasm', 'browser'], firefox: ['wasm', 'firefox'], webkit: ['wasm', 'webkit'], hosts: ['wasm', 'browser', 'hosts'], checks: ['checks'] };
const results = [];
const leaveOut = (suite, names, reason = 'takes long; run by `npm test -- all`') =>
  results.push(...names.map((name) => ({ suite, name, result: 'skipped', reason })));
/** Seconds since 1970 after which no further script of a browser begins: CI ends at a fixed time, on machines of any speed. */
const deadline = Number(process.env.VITRINE_DEADLINE ?? Infinity);
/** Steps with their seconds. */
const steps = [];
async function timed(name, step) {
  const start = performance.now();
  await step();
  steps.push([name, Math.round((performance.now() - start) / 1000)]);
}

await timed('set up', () => setUp('tests', ...new Set(suites.filter(wants).flatMap((suite) => purposes[suite]))));
const shared = process.env.VITRINE_SHARED ?? join(root, '../shared');
const env = { VITRINE_CHROMIUM: chromium() ?? '', ...(existsSync(shared) && { VITRINE_SHARED: resolve(shared) }) };

/** What ctest finds in `folder`, the build of a preset. */
function runPrograms(suite, folder) {
  const reports = join(folder, 'reports');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);
  const junit = join(reports, 'ctest.xml');
  const chosenOnes = isShort ? ['-LE', 'long'] : [];
  if (isShort) {
    const listed = output('ctest', ['--test-dir', folder, '-N', '-L', 'long']);
    leaveOut(suite, [...listed.matchAll(/Test +#\d+: (\S+)/g)].map(([, name]) => name));
  }
  status('ctest', ['--test-dir', folder, '-j', jobs, ...chosenOnes, '--output-on-failure', '--timeout', '600', '--output-junit', junit], {
    env: { ...env, GTEST_OUTPUT: `xml:${reports}/` },
  });
  if (!existsSync(junit)) results.push({ suite, name: 'ctest', result: 'failed', reason: '' });
  else results.push(...nativeResults(suite, junit, reports));
}

/** tests/<suite>/**: .test.mjs files run where they lie, .test.ts files are bundled into build/tests first. */
async function runNode(suite, timeout = 10 * minutes) {
  const folder = join(root, 'tests', suite);
  const runs = (path) => !isShort || !isLong(suite, path);
  const scripts = filesBelow(folder, '.test.mjs').filter(runs);
  const typed = filesBelow(folder, '.test.ts').filter(runs);
  leaveOut(suite, filesBelow(folder, '.test.mjs', '.test.ts').filter((path) => !runs(path)).map((path) => basename(path)));
  if (typed.length > 0) {
    const { bundleTests } = await import('./bundle.mjs');
    const outdir = join(root, 'build/tests', suite);
    await bundleTests(typed, outdir);
    scripts.push(...filesBelow(outdir, '.test.mjs'));
  }
  const more = { env, timeout, deadline: suite === 'node' ? Infinity : deadline, again: suite !== 'node' };
  results.push(...runScripts(suite, scripts, join(root, 'build'), more));
}

async function runChecks() {
  for (const [name, code] of await statusOfAll(checkCommands()))
    results.push({ suite: 'checks', name, result: code === 0 ? 'passed' : 'failed', reason: '' });
}

if (wants('checks')) await timed('checks', runChecks);
if (wants('native')) {
  let folder;
  await timed('build native', () => void (folder = buildPreset('debug', isShort ? ['short_tests'] : [])));
  await timed('native', () => runPrograms('native', folder));
}
// The fuzz targets over the test data: mistakes that only sizes and addresses of 32 bits make.
if (wants('wasm32')) {
  let folder;
  await timed('build WebAssembly with ASan', () => void (folder = buildPreset('wasm-asan')));
  await timed('wasm32', () => runPrograms('wasm32', folder));
} else if (isShort) leaveOut('wasm32', ['replay of the fuzz targets']);
if (['node', 'browser', 'firefox', 'webkit', 'hosts'].some(wants)) {
  // What ships is what CI tests; a first look is had from the quick build.
  await timed('build WebAssembly and scripts', () => buildProduct(isShort ? 'wasm-quick' : 'wasm'));
  if (wants('node')) await timed('node', () => runNode('node'));
  for (const [suite, most] of [['browser', 15], ['firefox', 15], ['webkit', 15], ['hosts', 30]])
    if (wants(suite)) await timed(suite, () => runNode(suite, most * minutes));
}

const { passed, failed } = summarize(results, steps);
if (failed > 0 || (passed === 0 && !results.some(({ reason }) => reason === kNoTime))) process.exitCode = 1;
