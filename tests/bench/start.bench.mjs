// What the command costs before it answers, in processor time: `vitrine --help` and a sample inspected, beside Node alone.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { median, root } from './harness.mjs';

const kRuns = 7;
const cli = join(root, 'dist/node/cli.js');
const heron = ['heron.md5mesh', 'walk.md5anim'].map((name) => join(root, 'public/samples/heron', name));
/** Milliseconds that are asked for. */
const cases = [
  { name: 'node alone', args: ['-e', '0'] },
  { name: 'vitrine --help', args: [cli, '--help'], goal: 150 },
  { name: 'vitrine inspect, the heron', args: [cli, 'inspect', ...heron], goal: 250 },
];
const told = `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\n' + (user + system)); })`;

for (const { name, args, goal } of cases) {
  const ms = Array.from({ length: kRuns }, () => {
    const { stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${told}`, ...args], {
      encoding: 'utf8',
    });
    return Number(stderr.split('\n').at(-1)) / 1000;
  });
  console.log(
    `  ${name.padEnd(28)} ${median(ms).toFixed(0).padStart(5)} ms${goal === undefined ? '' : `   goal ${goal}`}`,
  );
}
