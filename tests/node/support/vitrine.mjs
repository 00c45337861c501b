// The built product as tests use it, and where things lie.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Test files may run from build/tests: the checkout is the folder that npm or node was started in.
export const root = existsSync('web/src') ? process.cwd() : resolve(fileURLToPath(import.meta.url), '../../../..');
export const cliPath = resolve(root, 'dist/node/cli.js');

/** A path below tests/data. */
export const data = (...path) => join(root, 'tests/data', ...path);

const sharedFolder = resolve(root, process.env.VITRINE_SHARED ?? '../shared');
/** Models of other people with their numbers, or null where they are absent; `without` is what a test gives as its skip. */
export const shared = existsSync(sharedFolder) ? sharedFolder : null;
export const without = shared === null ? 'models of other people (VITRINE_SHARED) are absent' : false;

// What takes longer hangs: the test that waits for it fails by its name.
const kLongestRun = 300_000;

/** Runs the `vitrine` command to its end; one that hangs has no status. */
export function vitrine(args, { input = '', cwd = root, encoding = 'utf8', env = process.env } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliPath, ...args], {
    cwd,
    env,
    input,
    encoding,
    maxBuffer: 1 << 29,
    timeout: kLongestRun,
    killSignal: 'SIGKILL',
  });
  return { status, stdout, stderr };
}

/** Runs it and reads its JSON. */
export function vitrineJson(args, options) {
  const { status, stdout, stderr } = vitrine(args, options);
  try {
    return { status, stderr, value: JSON.parse(stdout) };
  } catch {
    throw new Error(`not JSON (exit ${status}): ${stdout.slice(0, 200)}\n${stderr}`);
  }
}
