// Processor time of whole commands in fresh processes, the heron with its images: what a script that runs them pays for; and
// exports of a module that is loaded, in models a second of it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createVitrine } from '../../dist/node/index.js';
import { median, processorMs, report, root, target } from './harness.mjs';

const kRuns = 5,
  kExports = 25,
  kWarm = 5;
const cli = join(root, 'dist/node/cli.js');
const folder = join(root, 'public/samples/heron');
const names = readdirSync(folder).filter((name) => /\.(md5mesh|md5anim|png)$/.test(name));
const heron = names.map((name) => join(folder, name));
const out = mkdtempSync(join(tmpdir(), 'vitrine-commands-'));
/** Seconds that are asked for. */
const cases = [
  { name: 'convert to MD5, for Doom 3', args: ['convert', 'heron.md5mesh', '--for', 'doom3', '--force'], goal: 0.3 },
  { name: 'convert to GLB', args: ['convert', 'heron.glb'], goal: 0.35 },
  { name: 'render', args: ['render', 'heron.png'], goal: 0.4 },
  { name: 'pack', args: ['pack', 'heron.vit.glb'], goal: 1 },
];
// That of the process with all its threads, as it ends.
const told = `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\n' + (user + system)); })`;

try {
  for (const { name, args, goal } of cases) {
    const [command, file, ...options] = args;
    const seconds = Array.from({ length: kRuns }, () => {
      const all = [cli, command, ...heron, '-o', join(out, file), ...options];
      const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${told}`, ...all], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`vitrine ${command}: ${stderr}`);
      return Number(stderr.split('\n').at(-1)) / 1e6;
    });
    console.log(
      `  ${name.padEnd(28)} processor ${median(seconds).toFixed(2)} s, least ${Math.min(...seconds).toFixed(2)}, goal ${goal}`,
    );
  }
} finally {
  rmSync(out, { recursive: true });
}

const core = await createVitrine();
const document = core.open(names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) })));
const values = Array.from({ length: kExports }, () => {
  const before = processorMs();
  document.convert('md5mesh', { md5: { name: 'heron', engine: 'doom3' } });
  return 1000 / (processorMs() - before);
}).slice(kWarm);
document.dispose();
report('commands', [{ name: 'heron to MD5, for Doom 3', values, unit: 'models/s' }]);
target('exports of the heron in models/s', median(values), 10);
