// What publint and arethetypeswrong say of the package, from its metadata and its types; part of `npm run lint`. Scripts and
// cores that have not been built are stood in for by empty files: neither program runs them. tests/node/package.test.mjs asks
// both about the package as it is built.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { output, root } from './run.mjs';

const targetsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(targetsOf));

/** Consumers that cannot import at all are told so by their own tools. */
const kNotImporting = ['node10', 'node16-cjs'];

/** What is wrong with `tarball`, as arethetypeswrong finds it; one line each. */
export function typeProblems(tarball) {
  const script = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, tarball, '--profile', 'esm-only', '--format', 'json'], {
    encoding: 'utf8',
  });
  if (status !== 0) return [stderr.trim() || `arethetypeswrong ends with ${status}`];
  return Object.values(JSON.parse(stdout).problems)
    .flat()
    .filter(({ resolutionKind }) => !kNotImporting.includes(resolutionKind))
    .map((problem) => JSON.stringify(problem));
}

/** What is wrong with an unpacked package, as publint finds it; one line each. */
export async function packageProblems(folder) {
  const [{ publint }, { formatMessage }] = await Promise.all([import('publint'), import('publint/utils')]);
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
  return messages.map((message) => formatMessage(message, pkg));
}

/** Fills `folder` with metadata and types of the checkout, and with a file for everything else that the metadata names. */
async function stage(folder) {
  const { emitTypes } = await import('./types.mjs');
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(root, name), join(folder, name));
  const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  emitTypes(join(folder, 'dist'));
  for (const target of [...targetsOf(own.exports), ...targetsOf(own.bin)]) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    const isCommand = targetsOf(own.bin).some((each) => join(folder, each) === path);
    writeFileSync(path, target.endsWith('.js') ? `${isCommand ? '#!/usr/bin/env node\n' : ''}export {};\n` : target.endsWith('.json') ? '{}' : '');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-package-'));
  try {
    const home = join(folder, 'package');
    mkdirSync(home);
    await stage(home);
    output('npm', ['pack', home, '--ignore-scripts', '--pack-destination', folder]);
    const tarball = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tgz')),
    );
    const problems = [...(await packageProblems(home)), ...typeProblems(tarball)];
    for (const problem of problems) console.error(`package.json: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
