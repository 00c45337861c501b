// What every benchmark shares: repeated runs, medians, a table with ratios, and one CSV row per case and day.

import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'tests/bench/results');
const columns = 'date,commit,node,cpu,case,median,unit,runs';

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Seconds of each of `runs` runs of `work`, after one run that is not counted. */
export async function time(runs, work) {
  await work();
  const seconds = [];
  for (let run = 0; run < runs; ++run) {
    const start = process.hrtime.bigint();
    await work();
    seconds.push(Number(process.hrtime.bigint() - start) / 1e9);
  }
  return seconds;
}

function commit() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return (
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'native', 'web') === '' ? '' : '+')
    );
  } catch {
    return 'unknown';
  }
}

/**
 * Prints one line per case, compared with the first of `cases`, and appends the medians to results/<name>.csv.
 * A case is { name, values, unit } with values where more is better.
 */
export function report(name, cases) {
  console.log(`\n${name}`);
  const [base] = cases;
  for (const { name: label, values, unit } of cases) {
    const ratio = median(base.values) / median(values);
    const against = label === base.name ? '' : `   ${base.name} is ${ratio.toFixed(2)}x`;
    console.log(`  ${label.padEnd(34)} ${median(values).toFixed(1).padStart(9)} ${unit}${against}`);
  }
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.csv`);
  if (!existsSync(path)) writeFileSync(path, `${columns}\n`);
  const cpu = (cpus()[0]?.model ?? 'unknown').replaceAll(/[",]/g, ' ');
  const start = [new Date().toISOString().slice(0, 10), commit(), process.version, cpu].join(',');
  const rows = cases.map(
    ({ name: label, values, unit }) => `${start},"${label}",${median(values).toPrecision(4)},${unit},${values.length}`,
  );
  appendFileSync(path, `${rows.join('\n')}\n`);
}

/** Says whether a target is met on this machine; never fails. */
export function target(text, value, least) {
  console.log(
    `  target ${text}: at least ${least}, measured ${value.toFixed(1)}: ${value >= least ? 'reached' : 'NOT reached'}`,
  );
}

/**
 * Prints the exponent by which a cost grows with the size (`costs`: size -> values where less is better), as the slope
 * through the least cost of each size: what disturbs a run only adds to it. Over `most` the command fails: something walks a list for every member of another.
 */
export function growth(name, costs, most = 1.1) {
  const points = Object.entries(costs).map(([size, values]) => [Math.log(Number(size)), Math.log(Math.min(...values))]);
  if (points.length < 3) throw new Error(`${name}: growth takes three sizes`);
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const slope =
    points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0) /
    points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
  const held = slope <= most; // not NaN either
  console.log(
    `  ${name} grows with its size to the power ${slope.toFixed(2)}, at most ${most}${held ? '' : ': NOT held'}`,
  );
  if (!held) process.exitCode = 1;
  return slope;
}

/** Milliseconds of processor time of this process so far. */
export function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
