// `npm run test:one [-- --list] PATH...`: builds what these tests need and runs them alone. A test of tests/native, tests/node
// or tests/browser, or a folder of native, whose program of tests is run. `--list` prints what would run.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { buildPreset, buildProduct, latestWasm } from './compile.mjs';
import { filesBelow, root, status, stop } from './run.mjs';
import { chromium, setUp } from './setup.mjs';

const kUsage = 'usage: npm run test:one PATH..., a test of tests/native, tests/node or tests/browser, or a folder of native';

/** { suite, path } of a path as it was typed. */
function chosen(typed) {
  const path = relative(root, resolve(typed));
  if (!existsSync(join(root, path))) stop(`there is no ${typed}\n${kUsage}`);
  const [, suite] = /^(?:tests\/)?(native|node|browser)\//.exec(path) ?? [];
  const isScript = /\.test\.(mjs|ts)$/.test(path);
  if (suite === undefined || (suite !== 'native' && !isScript)) stop(`${typed} is no test\n${kUsage}`);
  return { suite, path };
}

/** Names of the suites of a file of GoogleTest. */
const suitesOf = (text) => [...new Set([...text.matchAll(/^(?:TYPED_)?TEST(?:_[FP])?\((\w+)/gm)].map(([, name]) => name))];

/** The program of a folder, and what of it is asked for. */
function nativeTest(path) {
  const isFile = statSync(join(root, path)).isFile(),
    folder = (isFile ? dirname(path) : path).replace(/^(tests\/)?native\//, '');
  // Folders below a folder with a program are part of it.
  let name = folder;
  while (name !== '.' && !hasProgram(name)) name = dirname(name);
  if (name === '.') stop(`tests/native has no tests of ${path}\n${kUsage}`);
  const suites = isFile ? suitesOf(readFileSync(join(root, path), 'utf8')) : [],
    filter = suites.length > 0 ? [`--gtest_filter=${suites.flatMap((suite) => [`${suite}.*`, `*/${suite}.*`]).join(':')}`] : [];
  return { target: `test_${name.replaceAll('/', '_')}`, filter };
}

/** True for folders that tests/CMakeLists.txt makes a program of: those with tests, and each format. */
function hasProgram(folder) {
  const there = join(root, 'tests/native', folder);
  if (folder === 'formats' || !existsSync(there)) return false;
  return dirname(folder) === '.' || dirname(folder) === 'formats' ? readdirSync(there).length > 0 : false;
}

async function runScripts(tests) {
  await buildProduct(latestWasm());
  const typed = tests.filter((path) => path.endsWith('.ts')),
    scripts = tests.filter((path) => path.endsWith('.mjs'));
  if (typed.length > 0) {
    const { bundleTests } = await import('./bundle.mjs'),
      out = join(root, 'build/tests/one');
    await bundleTests(typed.map((path) => join(root, path)), out);
    scripts.push(...filesBelow(out, '.test.mjs'));
  }
  const shared = resolve(root, process.env.VITRINE_SHARED ?? '../shared');
  const env = { VITRINE_CHROMIUM: chromium() ?? '', ...(existsSync(shared) && { VITRINE_SHARED: shared }) };
  return status(process.execPath, ['--enable-source-maps', '--test', '--test-reporter=spec', ...scripts], { env });
}

const onlyLists = process.argv.includes('--list');
const tests = process.argv
  .slice(2)
  .filter((arg) => arg !== '--list')
  .map(chosen);
if (tests.length === 0) stop(kUsage);
const of = (...suites) => tests.filter(({ suite }) => suites.includes(suite)).map(({ path }) => path);
const native = of('native').map(nativeTest),
  scripts = of('node', 'browser');
if (onlyLists) {
  for (const { target, filter } of native) console.log([target, ...filter].join(' '));
  for (const path of scripts) console.log(path);
  process.exit();
}
setUp(
  ...(native.length > 0 ? ['native', 'wasm'] : []),
  ...(scripts.length > 0 ? ['wasm', 'tests'] : []),
  ...(of('browser').length > 0 ? ['browser'] : []),
);
const codes = [];
if (native.length > 0) {
  const folder = buildPreset('debug', [...new Set(native.map(({ target }) => target))]);
  for (const { target, filter } of native) codes.push(status(join(folder, 'tests', target), ['--gtest_brief=1', ...filter]));
}
if (scripts.length > 0) codes.push(await runScripts(scripts));
if (codes.some((code) => code !== 0)) process.exitCode = 1;
