// `npm run bench`: the native benchmarks, then those of the wasm build against their peers. Names as arguments choose.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { buildPreset, buildProduct } from './compile.mjs';
import { filesBelow, root, run, status } from './run.mjs';
import { setUp } from './setup.mjs';

setUp('wasm', 'native', 'bench', 'tests');
const { report } = await import('../../tests/bench/harness.mjs');
const chosen = process.argv.slice(2);
/** Builds everything from nothing, twice: only when it is asked for. */
const byName = 'build.bench.mjs';
const wanted = (path) =>
  chosen.length === 0 ? basename(path) !== byName : chosen.some((name) => basename(path).startsWith(name));

const unitSeconds = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1 };
const programs = filesBelow(join(root, 'tests/bench'), '_benchmark.cpp').filter(wanted),
  scripts = filesBelow(join(root, 'tests/bench'), '.bench.mjs').filter(wanted);
/** Scripts that name a build run what is in it. */
const names = (word) => scripts.some((script) => readFileSync(script, 'utf8').includes(word));
const native = programs.length > 0 || names('build/release') ? buildPreset('release', ['bench']) : '';
for (const source of programs) {
  const name = basename(source, '.cpp');
  const out = join(native, `${name}.json`);
  run(join(native, 'tests/bench', name), [
    '--benchmark_repetitions=9',
    '--benchmark_report_aggregates_only=false',
    '--benchmark_display_aggregates_only=true',
    `--benchmark_out=${out}`,
    '--benchmark_out_format=json',
  ]);
  const cases = new Map();
  for (const { run_name, run_type, real_time, time_unit, items_per_second, bytes_per_second } of JSON.parse(readFileSync(out, 'utf8')).benchmarks) {
    if (run_type !== 'iteration') continue;
    const [value, unit] = items_per_second
      ? [items_per_second / 1e6, 'Mitem/s']
      : bytes_per_second
        ? [bytes_per_second / 1e6, 'MB/s']
        : [1 / (real_time * unitSeconds[time_unit]), '1/s'];
    if (!cases.has(run_name)) cases.set(run_name, { name: run_name, values: [], unit });
    cases.get(run_name).values.push(value);
  }
  report(`native_${name}`, [...cases.values()]);
}

if (scripts.some((script) => basename(script) !== byName)) await buildProduct();
if (names('_wasm.cjs')) buildPreset('wasm', ['bench']);
if (names('wasm-scalar')) buildPreset('wasm-scalar', ['vitrine_wasm', 'bench']);
const failed = scripts.filter((script) => status('node', [script]) !== 0);
for (const script of failed) console.error(`failed: ${script}`);
if (failed.length > 0) process.exitCode = 1;
