// Runs scripts of `node --test`, within a time where there is one, and those of browsers a second time where they fail.

import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { jobs, output, root, status } from './run.mjs';
import { nodeResults } from './tally.mjs';

export const kNoTime = 'no time was left';
/** So many scripts run in one go where there is a deadline, which is looked at in between. */
const kBatch = 12;
/** With more failing scripts than these it is not the machine. */
const kMostAgain = 6;

/**
 * Results of `suite` (tally.mjs), whose reports are written into `folder`. After `deadline`, in seconds since 1970, no further
 * batch begins, and its scripts are skipped. With `again`, scripts with failures run once more, each alone: two browsers at
 * once on a busy machine make tests fail that wait for what people see. What passes then has the reason of its first failure
 * as `failedFirst`.
 */
export function runScripts(suite, scripts, folder, { env, timeout, deadline = Infinity, again = false }) {
  const isTimed = deadline < Infinity,
    run = (chosen, name) => runOnce(suite, chosen, join(folder, `${suite}-${name}.ndjson`), { env, timeout });
  const found = (isTimed ? batchesOf(scripts) : [scripts]).flatMap((batch, i) =>
    isTimed && Date.now() / 1000 > deadline
      ? batch.map((path) => ({ suite, name: basename(path), result: 'skipped', reason: kNoTime }))
      : run(batch, i),
  );
  if (!again) return found;

  const failed = found.filter(({ result }) => result === 'failed'),
    files = new Set(failed.map(({ file }) => stem(file))),
    chosen = scripts.filter((path) => files.has(stem(path)));
  if (chosen.length === 0 || chosen.length > kMostAgain) return found;
  const firstReason = ({ file, name }) => failed.find((entry) => entry.file === file && entry.name === name)?.reason,
    second = chosen.flatMap((script) => run([script], 'again'));
  return [
    ...found.filter(({ file }) => file === undefined || !files.has(stem(file))),
    ...second.map((entry) => (entry.result === 'passed' ? { ...entry, failedFirst: firstReason(entry) } : entry)),
  ];
}

/** The same for a script and for what was bundled from it. */
const stem = (path = '') => basename(path).replace(/\.test\.\w+$/, '');

/** From another script on for each commit, so that what the deadline leaves out is not always the same. */
function batchesOf(scripts) {
  const first = parseInt(output('git', ['rev-parse', 'HEAD']).slice(0, 8), 16) % scripts.length || 0,
    turned = [...scripts.slice(first), ...scripts.slice(0, first)];
  return Array.from({ length: Math.ceil(turned.length / kBatch) }, (_, i) => turned.slice(i * kBatch, (i + 1) * kBatch));
}

function runOnce(suite, scripts, report, { env, timeout }) {
  rmSync(report, { force: true });
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(root, 'web/build/reporter.mjs')}`,
    `--test-reporter-destination=${report}`,
  ];
  // Firefox and WebKit have one screen each; `hosts` installs packages.
  const atOnce = suite === 'node' || suite === 'browser' ? jobs : 1;
  // A script that hangs is ended, and fails by its name.
  const limits = [`--test-concurrency=${atOnce}`, `--test-timeout=${timeout}`];
  const code = status('node', ['--enable-source-maps', '--test', ...limits, ...reporters, ...scripts], { env });
  const found = nodeResults(suite, report);
  if (code !== 0 && !found.some((entry) => entry.result === 'failed'))
    found.push({ suite, name: `node --test (exit ${code})`, result: 'failed', reason: '' });
  return found;
}
