// Processor seconds of a first build, from a clone into an empty folder, of this commit and of the one before it
// (VITRINE_BASE names another): what `npm start` does until it serves, what it builds beside the page, and what `npm test`
// builds natively. Runs only by its name, because it takes half an hour. Wall time would count what else the machine does.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { report, root } from './harness.mjs';

const kBase = process.env.VITRINE_BASE ?? 'HEAD~1';
const script = (call) => `node --input-type=module -e "const m = await import('./web/build/compile.mjs'); ${call}"`;
const steps = {
  packages: 'npm ci --no-audit --no-fund --workspaces=false',
  'the page of npm start': script('await m.buildPage();'),
  'all beside the page': script('await m.buildBeside();'),
  'native tests': script("m.buildPreset('debug', ['short_tests']);"),
};

/** Processor seconds of a command with all that it starts, as the shell counts its children. */
function secondsOf(command, cwd) {
  const printed = execFileSync(
    'bash',
    ['-c', `(${command}) > build.log 2>&1 || { tail -20 build.log >&2; exit 1; }; times`],
    {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, CCACHE_DISABLE: '1', LC_ALL: 'C' },
    },
  );
  const [, children] = printed.trimEnd().split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * minutes + Number(seconds),
    0,
  );
}

function measure(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-build-')),
    clone = join(folder, 'vitrine');
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    execFileSync('git', ['checkout', '--quiet', commit], { cwd: clone });
    return Object.fromEntries(Object.entries(steps).map(([name, command]) => [name, secondsOf(command, clone)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const shaOf = (name) => execFileSync('git', ['rev-parse', name], { cwd: root, encoding: 'utf8' }).trim();
const [now, before] = ['HEAD', kBase].map((name) => measure(shaOf(name)));
for (const name of Object.keys(steps)) {
  console.log(`${name}: ${now[name].toFixed(0)} processor seconds, ${before[name].toFixed(0)} at ${kBase}`);
  report(`build_${name.replaceAll(' ', '_')}`, [
    { name: 'this commit', values: [3600 / now[name]], unit: 'an hour' },
    { name: kBase, values: [3600 / before[name]], unit: 'an hour' },
  ]);
}
const ratio = (...names) =>
  names.reduce((sum, name) => sum + now[name], 0) / names.reduce((sum, name) => sum + before[name], 0);
console.log(
  `to the served page: ${ratio('packages', 'the page of npm start').toFixed(2)} of ${kBase}; everything: ${ratio(...Object.keys(steps)).toFixed(2)}`,
);
