// `npm run mutants [-- --list] [--again] [--sample N] [ROOM...]`: makes each small mistake of tests/mutants in a copy of the
// sources, builds the tests that stand beside it there, and expects one of them to fail. What no test notices is listed.
// Results stay in build/mutants/results.json until the mistake's text changes, so that a run may be made in parts; what
// survived is tried again.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { latestWasm } from './compile.mjs';
import { filesBelow, jobs, output, root, stop } from './run.mjs';

const kLeastKilled = 0.97;
/** Of a test, or of a build that a mistake makes, past which it counts as noticed: three times what the longest test takes
 *  beside other work. The first build of everything takes as long as it takes. */
const kLongest = 900_000;
const folder = join(root, 'build/mutants');
const tree = join(folder, 'tree');
const nativeBuild = join(folder, 'native');
const shared = resolve(process.env.VITRINE_SHARED ?? join(root, '../shared'));

/** Mistakes of all lists: { room, file, from, to, tests, survives? }. */
export function readMutants() {
  return filesBelow(join(root, 'tests/mutants'), '.json').flatMap((path) => {
    const list = JSON.parse(readFileSync(path, 'utf8'));
    const room = list.room ?? basename(path, '.json');
    return list.mutants.map((mutant) => ({ room, ...mutant, tests: mutant.tests ?? list.tests }));
  });
}

/** Why a mistake cannot be made as its list says; '' when it can. */
export function faultOf({ file, from, to, tests }) {
  if (!existsSync(join(root, file))) return 'there is no such file';
  if (from === to) return 'nothing is changed';
  if (!tests?.length) return 'no test is named';
  const found = readFileSync(join(root, file), 'utf8').split(from).length - 1;
  return found === 1 ? '' : `its text is there ${found} times`;
}

const isScript = (test) => /\.(mjs|ts)$/.test(test);
const text = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** Runs quietly in the copy; the exit status, 0 when all is well. */
function quietly(program, args, timeout = kLongest, stdio = 'ignore') {
  const env = { ...process.env, ...(existsSync(shared) && { VITRINE_SHARED: shared }) };
  const result = spawnSync(program, args, { cwd: tree, env, stdio, timeout, killSignal: 'SIGKILL' });
  return result.status ?? 1;
}

/** The sources as git has them, and no others, in build/mutants/tree; what is the same already keeps its date. */
function copySources() {
  const files = output('git', ['-c', 'core.quotePath=false', 'ls-files', '-co', '--exclude-standard']).trim().split('\n');
  const wanted = new Set(files);
  for (const room of ['native', 'web', 'tests'])
    for (const path of existsSync(join(tree, room)) ? filesBelow(join(tree, room), '') : [])
      if (!wanted.has(relative(tree, path))) rmSync(path);
  for (const file of files) {
    const from = join(root, file);
    const to = join(tree, file);
    if (!existsSync(from) || (existsSync(to) && readFileSync(from).equals(readFileSync(to)))) continue;
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
  }
  for (const [link, target] of [
    [join(tree, 'node_modules'), join(root, 'node_modules')],
    [join(folder, 'shared'), shared],
  ])
    if (!existsSync(link)) symlinkSync(target, link);
}

function configure() {
  if (existsSync(join(nativeBuild, 'build.ninja'))) return;
  const flags = '-O0 -g0 -D_GLIBCXX_ASSERTIONS';
  const args = ['-S', tree, '-B', nativeBuild, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Debug', `-DCMAKE_CXX_FLAGS_DEBUG=${flags}`];
  if (quietly('cmake', [...args, `-DVITRINE_CORPUS=${shared}`]) !== 0) stop('cmake failed for the copy of the sources');
}

const programs = (tests) => tests.filter((test) => !isScript(test)).map((test) => `test_${test}`);
/** True when the programs and the product that the tests need are built. */
function builds(tests, timeout = kLongest, stdio = 'ignore') {
  const targets = programs(tests);
  if (targets.length > 0 && quietly('cmake', ['--build', nativeBuild, '-j', jobs, '--target', ...targets], timeout, stdio) !== 0)
    return false;
  const scripts = tests.filter(isScript);
  if (scripts.length === 0) return true;
  const typed = scripts.filter((test) => test.endsWith('.ts')).map((test) => join(tree, test));
  const code = `const b = await import('./web/build/bundle.mjs');
    await b.bundle(${JSON.stringify(join(root, 'build', latestWasm()))});
    if (${typed.length > 0}) await b.bundleTests(${JSON.stringify(typed)}, ${JSON.stringify(join(tree, 'build/tests'))});`;
  return quietly('node', ['--input-type=module', '-e', code], timeout, stdio) === 0;
}

function passes(test) {
  if (!isScript(test)) return quietly(join(nativeBuild, 'tests', `test_${test}`), ['--gtest_brief=1', '--gtest_fail_fast']) === 0;
  const script = test.endsWith('.ts') ? join('build/tests', test.replace(/^tests\//, '').replace(/\.ts$/, '.mjs')) : test;
  return quietly('node', ['--test', script]) === 0;
}

/** 'killed', 'survived' or 'does not build'. */
function outcome({ file, from, to, tests }) {
  const path = join(tree, file);
  const before = text(path);
  writeFileSync(path, before.replace(from, () => to));
  try {
    if (!builds(tests)) return 'does not build';
    return tests.every(passes) ? 'survived' : 'killed';
  } finally {
    writeFileSync(path, before);
  }
}

function table(mutants, results) {
  const rows = new Map();
  for (const mutant of mutants) {
    const row = rows.get(mutant.room) ?? { listed: 0, killed: 0, survived: 0, notRun: 0 };
    rows.set(mutant.room, row);
    row.listed++;
    const result = results[keyOf(mutant)];
    if (result === 'killed') row.killed++;
    else if (result === undefined) row.notRun++;
    else row.survived++;
  }
  const total = { listed: 0, killed: 0, survived: 0, notRun: 0 };
  console.log('\n| room | listed | killed | survived | not run |\n| --- | --: | --: | --: | --: |');
  for (const [room, row] of rows) {
    for (const key of Object.keys(total)) total[key] += row[key];
    console.log(`| ${room} | ${row.listed} | ${row.killed} | ${row.survived} | ${row.notRun} |`);
  }
  console.log(`| all | ${total.listed} | ${total.killed} | ${total.survived} | ${total.notRun} |`);
  return total;
}

const keyOf = ({ file, from, to, tests }) => JSON.stringify([file, from, to, tests]);

function main(args) {
  const strange = args.find((arg) => arg.startsWith('--') && !['--list', '--again', '--sample'].includes(arg));
  if (strange !== undefined) stop(`unknown option ${strange}; usage: npm run mutants [-- --list] [--again] [--sample N] [ROOM...]`);
  const options = { list: args.includes('--list'), again: args.includes('--again'), sample: 1 };
  const at = args.indexOf('--sample');
  if (at >= 0) options.sample = Number(args[at + 1]);
  const rooms = args.filter((arg, i) => !arg.startsWith('--') && (at < 0 || i !== at + 1));
  const all = readMutants();
  const unknown = rooms.find((room) => !all.some((mutant) => mutant.room === room));
  if (unknown !== undefined) stop(`no list is of the room ${unknown}; there are ${[...new Set(all.map((m) => m.room))].join(', ')}`);
  if (!(options.sample >= 1)) stop('--sample takes a whole number: every so many are tried');
  const stale = all.map((mutant) => [mutant, faultOf(mutant)]).filter(([, fault]) => fault !== '');
  for (const [{ file, from }, fault] of stale) console.error(`${file}: '${from.trim().split('\n')[0]}': ${fault}`);
  if (stale.length > 0) stop(`${stale.length} of ${all.length} mistakes cannot be made; mend tests/mutants`);
  if (options.list) return void console.log(`${all.length} mistakes in ${new Set(all.map((m) => m.room)).size} rooms`);

  const file = join(folder, 'results.json');
  const results = JSON.parse(text(file) ?? '{}');
  const chosen = all.filter((m) => rooms.length === 0 || rooms.includes(m.room)).filter((_, i) => i % options.sample === 0);
  const open = chosen.filter((mutant) => options.again || results[keyOf(mutant)] !== 'killed');
  if (open.length > 0) {
    mkdirSync(folder, { recursive: true });
    copySources();
    configure();
    // The tests have to pass without any mistake; otherwise a failure says nothing.
    const needed = [...new Set(open.flatMap(({ tests }) => tests))];
    if (!builds(needed, 0, 'inherit')) stop('the tests do not build in build/mutants/tree');
    for (const test of needed) if (!passes(test)) stop(`${test} fails without any mistake`);
  }
  open.forEach((mutant, i) => {
    const from = Date.now();
    results[keyOf(mutant)] = outcome(mutant);
    writeFileSync(file, JSON.stringify(results));
    const seconds = ((Date.now() - from) / 1000).toFixed(1);
    console.log(`${i + 1}/${open.length} ${results[keyOf(mutant)]} in ${seconds} s: ${mutant.file}: ${mutant.to.trim().split('\n')[0]}`);
  });

  const { killed, survived } = table(all, results);
  for (const mutant of all) {
    const result = results[keyOf(mutant)];
    if (result === undefined || result === 'killed') continue;
    console.log(`${result}: ${mutant.file}: '${mutant.from.trim()}' as '${mutant.to.trim()}': ${mutant.survives ?? 'no reason is given'}`);
  }
  const share = killed / Math.max(1, killed + survived);
  console.log(`${killed} of ${killed + survived} tried are noticed (${(100 * share).toFixed(1)} %)`);
  if (share < kLeastKilled) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
