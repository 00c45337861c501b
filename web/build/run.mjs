// Running other programs, for every script of this folder. Node's own modules only: this runs before node_modules exists.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../../..');
export const jobs = String(availableParallelism());

/** Ends the script with one instruction for the user at the terminal. */
export function stop(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** Full path of a program on PATH, or null. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not in this folder
    }
  }
  return null;
}

/** Runs a program in the repository and returns its exit status; the output goes to the terminal. */
export function status(program, args, { env = {}, quiet = false } = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
  });
  if (result.error) stop(`cannot run ${program}: ${result.error.message}`);
  return result.status ?? 1;
}

/** Runs a program that has to succeed. */
export function run(program, args, options) {
  const code = status(program, args, options);
  if (code !== 0) stop(`failed (exit ${code}): ${program} ${args.join(' ')}`);
}

/**
 * Runs [name, program, arguments] of a list beside one another, as many as there are processors, in their order. What one
 * prints stays together. Returns [name, exit status] in the same order.
 */
export async function statusOfAll(commands) {
  const statuses = [],
    waiting = [...commands.entries()];
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, [name, program, args]] = next;
      statuses[place] = [name, await statusTogether(program, args)];
    }
  }
  await Promise.all(Array.from({ length: Number(jobs) }, work));
  return statuses;
}

/** Exit status of a program whose output is printed when it has ended. */
function statusTogether(program, args) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }),
      printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
    child.on('error', (error) => stop(`cannot run ${program}: ${error.message}`));
    child.on('close', (code) => {
      process.stderr.write(Buffer.concat(printed));
      done(code ?? 1);
    });
  });
}

/** Standard output of a program that has to succeed. */
export function output(program, args) {
  const result = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error || result.status !== 0) stop(`failed: ${program} ${args.join(' ')}\n${result.stderr ?? ''}`);
  return result.stdout;
}

/** Names of the files below `folder` that end in one of `endings`, sorted; empty when there is no such folder. */
export function filesBelow(folder, ...endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => endings.some((ending) => basename(name).endsWith(ending)))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}
