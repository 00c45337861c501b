// `npm run fuzz [SECONDS] [NAME...]`: every libFuzzer target for SECONDS (60 by default), seeded with tests/data. NAME is
// `number`, `cursor`, `world`, `images` or the kind of a format row. A finding lies in build/fuzz/findings; copy it to tests/data/<id>/crash.

import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { buildPreset } from './compile.mjs';
import { filesBelow, output, root, status, stop } from './run.mjs';
import { setUp } from './setup.mjs';

const [first = '60', ...rest] = process.argv.slice(2);
const seconds = Number(first);
if (!Number.isInteger(seconds) || seconds < 1) stop('usage: npm run fuzz [-- SECONDS [NAME...]]');

setUp('wasm', 'fuzz');
const sources = filesBelow(join(root, 'tests/fuzz'), '.cpp').map((path) => basename(path, '.cpp'));
const all = sources.filter((name) => name.startsWith('fuzz_'));
// Kinds of formats are known to the program alone; without one of them it need not be built.
const wantsFormats = rest.length === 0 || rest.some((name) => !all.includes(`fuzz_${name}`));
const programs = all.filter((program) =>
  program === 'fuzz_format' ? wantsFormats : wantsFormats || rest.includes(program.slice('fuzz_'.length)),
);
const folder = join(buildPreset('fuzz', programs), 'tests/fuzz');

const targets = programs
  .filter((program) => program !== 'fuzz_format')
  .map((program) => program.slice('fuzz_'.length))
  .map((name) => ({ name, program: `fuzz_${name}`, id: existsSync(join(root, 'tests/data', name)) ? name : '', flags: [] }));
const kinds = wantsFormats ? output(join(folder, 'fuzz_format'), ['--kinds']).trim().split('\n') : [];
for (const line of kinds) {
  const [kind, id] = line.split(' ');
  targets.push({ name: kind, program: 'fuzz_format', id, flags: [`--kind=${kind}`] });
}
const chosen = targets.filter(({ name }) => rest.length === 0 || rest.includes(name));
if (chosen.length === 0) stop(`no such target; there are: ${targets.map(({ name }) => name).join(', ')}`);

const findings = join(root, 'build/fuzz/findings');
mkdirSync(findings, { recursive: true });
const found = [];
for (const { name, program, id, flags } of chosen) {
  // Seeds are copied, so that what the fuzzer learns stays in the build tree.
  const corpus = join(root, 'build/fuzz/corpus', name);
  mkdirSync(corpus, { recursive: true });
  const data = join(root, 'tests/data', id);
  for (const seed of filesBelow(data, '')) cpSync(seed, join(corpus, relative(data, seed).replaceAll('/', '-')));
  const dictionary = join(root, 'tests/fuzz', `${id}.dict`);
  if (id !== '' && existsSync(dictionary)) flags.push(`-dict=${dictionary}`);
  console.log(`\nfuzzing ${name} for ${seconds} s from ${readdirSync(corpus).length} files`);
  const limits = ['-max_len=16384', '-rss_limit_mb=2048', '-timeout=10', '-print_final_stats=1', '-verbosity=0'];
  const artifacts = `-artifact_prefix=${findings}/${name}-`;
  const code = status(join(folder, program), [corpus, `-max_total_time=${seconds}`, ...limits, artifacts, ...flags]);
  if (code !== 0) found.push(name);
}
console.log(found.length === 0 ? '\nno findings' : `\nfindings in ${findings}: ${found.join(', ')}`);
if (found.length > 0) process.exitCode = 1;
