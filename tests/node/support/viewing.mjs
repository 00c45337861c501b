// `vitrine view` as a process, and what its page would hear.

import { spawn } from 'node:child_process';
import { request } from 'node:http';

import { cliPath } from './vitrine.mjs';

/** Started on a free port without a browser; `lines` are the events of --json so far. */
export async function startView(args, { env = {}, port = 0, cwd, cli = cliPath } = {}) {
  const child = spawn(process.execPath, [cli, 'view', '--no-open', '--json', '--port', String(port), ...args], {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = [],
    waiting = new Set();
  let rest = '',
    stderr = '';
  child.stdout.on('data', (chunk) => {
    rest += chunk;
    const parts = rest.split('\n');
    rest = parts.pop();
    for (const part of parts) lines.push({ ...JSON.parse(part), at: performance.now() });
    for (const look of waiting) look();
  });
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise((resolve) =>
    child.once('close', (status, signal) => {
      resolve({ status, signal, stderr });
      for (const look of waiting) look();
    }),
  );
  /** The first event that fits; rejects when the command ends before. */
  const event = (fits) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.find(fits);
        if (!found && child.exitCode === null) return;
        waiting.delete(look);
        if (found) resolve(found);
        else reject(new Error(`vitrine view ended: ${stderr}`));
      };
      waiting.add(look);
      look();
    });
  const { address } = await event((one) => one.event === 'ready');
  const base = address.replace(/#.*/, '');
  return {
    address,
    base,
    child,
    lines,
    event,
    ended,
    /** A request as it is written, which fetch would tidy up. */
    get: (path, { headers = {}, method = 'GET' } = {}) => ask(base, path, headers, method),
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      return ended;
    },
  };
}

function ask(base, path, headers, method) {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers, method }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** What is told of changes: `state(fits)` resolves with the first state that fits, from now on or the last one. */
export async function listen(base) {
  const end = new AbortController();
  const response = await fetch(`${base}live/changes`, { signal: end.signal });
  const states = [],
    waiting = new Set(),
    names = [];
  let over = false;
  void (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body) {
        rest += decoder.decode(chunk, { stream: true });
        const parts = rest.split('\n\n');
        rest = parts.pop();
        for (const part of parts) {
          const [, name] = /^event: (.*)$/m.exec(part) ?? [],
            [, data] = /^data: (.*)$/m.exec(part) ?? [];
          if (name) names.push(name);
          if (name === 'state') states.push({ ...JSON.parse(data), at: performance.now() });
        }
        for (const look of waiting) look();
      }
    } catch {
      // Ended from this side.
    }
    over = true;
    for (const look of waiting) look();
  })();
  return {
    states,
    names,
    get over() {
      return over;
    },
    state: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = states.at(-1);
          if (!found || !fits(found)) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    closed: () =>
      new Promise((resolve) => {
        const look = () => {
          if (!over) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    stop: () => end.abort(),
  };
}
