// `npm run fuzz [SECONDS] [NAME...]`: every libFuzzer target for SECONDS (60 by default), seeded with tests/data. NAME is
// `number`, `cursor`, `world`, `images`, the kind of a format row (loaded and posed), `whole-` and a kind (and on after the
// load: exports, fixes, curves, places, pictures), or `format` and `whole` for all kinds. A finding lies in
// build/fuzz/findings; copy it to tests/data/<id>/crash. Logs lie in build/fuzz/logs. The last lines are a table of the
// latest run of each target.

import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { buildPreset } from './compile.mjs';
import { filesBelow, output, root, stop } from './run.mjs';
import { setUp } from './setup.mjs';

const [first = '60', ...rest] = process.argv.slice(2);
const seconds = Number(first);
if (!Number.isInteger(seconds) || seconds < 1) stop('usage: npm run fuzz [-- SECONDS [NAME...]]');

setUp('wasm', 'fuzz');
/** Programs that cover the rows of the registry, and what stands before the kind in the names of their targets. */
const kRows = { fuzz_format: '', fuzz_whole: 'whole-' };
const nameOf = (program) => program.slice('fuzz_'.length);
const all = filesBelow(join(root, 'tests/fuzz'), '.cpp')
  .map((path) => basename(path, '.cpp'))
  .filter((name) => name.startsWith('fuzz_'));
const programOf = (name) =>
  all.find((program) => nameOf(program) === name) ?? (name.startsWith('whole-') ? 'fuzz_whole' : 'fuzz_format');
const programs = rest.length === 0 ? all : [...new Set(rest.map(programOf))];
const folder = join(buildPreset('fuzz', programs), 'tests/fuzz');

const targets = programs.flatMap((program) => {
  const name = nameOf(program);
  if (!(program in kRows)) return [{ name, program, id: existsSync(join(root, 'tests/data', name)) ? name : '', flags: [] }];
  return output(join(folder, program), ['--kinds'])
    .trim()
    .split('\n')
    .map((line) => {
      const [kind, id] = line.split(' ');
      return { name: kRows[program] + kind, program, id, flags: [`--kind=${kind}`] };
    });
});
const chosen = targets.filter(({ name, program }) => rest.length === 0 || rest.includes(name) || rest.includes(nameOf(program)));
if (chosen.length === 0) stop(`no such target; there are: ${targets.map(({ name }) => name).join(', ')}`);

const work = join(root, 'build/fuzz');
const findings = join(work, 'findings');
for (const path of [findings, join(work, 'logs')]) mkdirSync(path, { recursive: true });
const resultsPath = join(work, 'results.json');
/** Read anew for each row, since other targets may run beside. */
const readResults = () => (existsSync(resultsPath) ? JSON.parse(readFileSync(resultsPath, 'utf8')) : {});

/** The last statistics in the log of a run. */
function figures(log) {
  const last = (pattern) => Number([...log.matchAll(pattern)].at(-1)?.[1] ?? 0);
  return {
    executions: last(/^#(\d+)\s/gm),
    edges: last(/\bcov: (\d+)/g),
    features: last(/\bft: (\d+)/g),
    inputs: last(/\bcorp: (\d+)/g),
    megabytes: last(/\brss: (\d+)Mb/g),
  };
}

/** Status of a target that an input took too long. */
const kTimeout = 70;
/** On a busy machine an input may seem slow that is not: is it fast by itself? Then it is no finding, and removed. */
function isFastAlone(log, statusOf) {
  const path = /Test unit written to (.*)/.exec(log)?.[1];
  if (path === undefined || statusOf(path) !== 0) return false;
  rmSync(path);
  return true;
}

// An input of `whole-` has a hundred thousand features, and weighing inputs by the rare ones among them takes longer than
// running them: without, `whole-pivot` has twelve times the executions in a minute, and reaches more.
const limits = ['-max_len=16384', '-rss_limit_mb=2048', '-timeout=10', '-entropic=0'];
const found = [];
for (const { name, program, id, flags } of chosen) {
  // Seeds are copied, so that what the fuzzer learns stays in the build tree.
  const corpus = join(work, 'corpus', name);
  mkdirSync(corpus, { recursive: true });
  const data = join(root, 'tests/data', id);
  for (const seed of filesBelow(data, '')) cpSync(seed, join(corpus, relative(data, seed).replaceAll('/', '-')));
  const dictionary = join(root, 'tests/fuzz', `${id}.dict`);
  if (id !== '' && existsSync(dictionary)) flags.push(`-dict=${dictionary}`);
  console.log(`fuzzing ${name} for ${seconds} s from ${readdirSync(corpus).length} files`);
  const run = (log, ...args) => {
    const file = openSync(log, 'w');
    const { status } = spawnSync(join(folder, program), [...args, ...limits, ...flags], { stdio: ['ignore', file, file] });
    closeSync(file);
    return { status, text: readFileSync(log, 'latin1') };
  };
  const log = join(work, 'logs', `${name}.txt`);
  const start = Date.now();
  const spent = () => Math.round((Date.now() - start) / 1000);
  let executions = 0,
    status,
    text;
  do {
    ({ status, text } = run(log, corpus, `-max_total_time=${seconds - spent()}`, `-artifact_prefix=${findings}/${name}-`));
    executions += figures(text).executions;
    if (status !== kTimeout || !isFastAlone(text, (path) => run(`${log}.alone`, path).status)) break;
    status = 0;
  } while (spent() < seconds);
  const row = {
    ...figures(text),
    executions,
    seconds: spent(),
    findings: status === 0 ? 0 : 1,
    date: new Date().toISOString().slice(0, 10),
  };
  writeFileSync(resultsPath, JSON.stringify({ ...readResults(), [name]: row }));
  if (status === 0) continue;
  found.push(name);
  console.log(text.split('\n').slice(-40).join('\n'));
}

const columns = ['executions', 'edges', 'features', 'inputs', 'megabytes', 'seconds', 'findings', 'date'];
console.log(`\n| target | ${columns.join(' | ')} |\n| --- |${' --: |'.repeat(columns.length)}`);
for (const [name, row] of Object.entries(readResults()))
  console.log(`| ${name} | ${columns.map((column) => row[column].toLocaleString('en')).join(' | ')} |`);
console.log(found.length === 0 ? '\nno findings' : `\nfindings in ${findings}: ${found.join(', ')}`);
if (found.length > 0) process.exitCode = 1;
