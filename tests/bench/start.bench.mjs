// What a user waits for the command: `vitrine --help` and a sample inspected, beside Node alone; and the processor time of it.

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
  const runs = Array.from({ length: kRuns }, () => {
    const start = performance.now();
    const { stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${told}`, ...args], {
      encoding: 'utf8',
    });
    return { wall: performance.now() - start, processor: Number(stderr.split('\n').at(-1)) / 1000 };
  });
  const ms = (key) =>
    median(runs.map((run) => run[key]))
      .toFixed(0)
      .padStart(5);
  console.log(
    `  ${name.padEnd(28)} ${ms('wall')} ms${goal === undefined ? '          ' : `, goal ${goal}`}   processor ${ms('processor')} ms`,
  );
}
