/**
 * The packed package in the projects of people who write documentation: each folder here is such a project. It is copied,
 * gets its packages and the tarball, is built and served, and a viewer in it has to draw and to have its controls.
 * Hosts whose `program` is not on this machine, or whose packages no registry hands out, are skipped. VITRINE_HOSTS="vite7
 * next16" runs only these.
 *
 * host.json: title; `models`, the folder that files are served from; `build`, the folder that the script "build" fills;
 * `serve`, the page's address where the built project has a server of its own (script "serve", port in PORT); `dev`, the
 * page's address on the server for development (script "dev"); `check`, a script that is all there is to run.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { which } from '../../web/build/run.mjs';
import { serve } from '../../web/build/serve.mjs';
import { startBrowser } from '../browser/harness.mjs';
import { packPackage } from '../node/support/pack.mjs';
import { root } from '../node/support/vitrine.mjs';

const run = promisify(execFile);
const minute = 60_000;
const here = join(root, 'tests/hosts');
const chosen = process.env.VITRINE_HOSTS?.split(' ');
const hosts = readdirSync(here).filter(
  (name) => existsSync(join(here, name, 'host.json')) && (chosen?.includes(name) ?? true),
);

let browser, pack;
before(async () => {
  browser = await startBrowser();
  pack = packPackage({ types: true });
});
after(async () => {
  await browser?.stop();
  pack?.remove();
});

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The host's project with its packages and the tarball, built nowhere yet. */
async function install(name, { models }) {
  const folder = join(root, 'build/hosts', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(root, 'build/hosts'), { recursive: true });
  cpSync(join(here, name), folder, { recursive: true });
  cpSync(join(root, 'public/samples/column'), join(folder, models), { recursive: true });
  await npm(folder, 'install', '--no-audit', '--no-fund', '--prefer-offline', pack.tarball);
  return folder;
}

/** What npm says where it cannot reach its registry. */
const kUnreachable =
  /npm error code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|E429|E5\d\d)/;

async function npm(folder, ...args) {
  const env = { ...process.env, CI: 'true', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  try {
    return await run('npm', args, { cwd: folder, env, timeout: 8 * minute, maxBuffer: 1 << 26 });
  } catch (error) {
    throw new Error(`npm ${args.join(' ')}: ${error.message}\n${error.stdout}\n${error.stderr}`, { cause: error });
  }
}

/** Runs a script of the project that serves, until the test ends; resolves once it answers. */
async function serveScript(t, folder, script) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  const child = spawn('npm', ['run', script], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '',
    ended = false;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  child.on('exit', () => (ended = true));
  t.after(() => {
    try {
      process.kill(-child.pid);
    } catch {
      // It has ended by itself.
    }
  });
  const address = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + minute; Date.now() < until && !ended;) {
    if (await fetch(address).catch(() => null)) return address;
    await new Promise((soon) => setTimeout(soon, 200));
  }
  throw new Error(`npm run ${script} serves nothing:\n${said}`);
}

/** A viewer draws there, has its controls, and nothing was complained about. */
async function look(t, address, name) {
  const page = await browser.page(t, { hash: null, width: 800, height: 600 });
  const missing = [];
  page.on('response', (response) => response.status() >= 400 && missing.push(`${response.status()} ${response.url()}`));
  // A server for development builds what it is asked for.
  await page.goto(address, { timeout: 2 * minute });
  const viewer = page.locator('vitrine-viewer').first();
  const state = () =>
    viewer.evaluate((each) => ({
      error: each.error?.message,
      drawn: each.shadowRoot?.querySelector('.frame')?.hasAttribute('data-drawn') ?? false,
      controls: each.shadowRoot?.querySelectorAll('button').length ?? 0,
    }));
  let found;
  for (const until = Date.now() + minute; Date.now() < until; await page.waitForTimeout(200)) {
    found = await state();
    if (found.error || (found.drawn && found.controls > 0)) break;
  }
  // The first picture is the model alone, and a screenshot may come before the rest of it.
  if (!found.error) await viewer.evaluate(async (each) => void (await each.toBlob()));
  const complaints = [...page.errors.filter((text) => !/favicon/.test(text) && !/404 \(/.test(text))];
  const picture = await viewer.screenshot();
  mkdirSync(join(root, 'build/hosts/pictures'), { recursive: true });
  await viewer.screenshot({ path: join(root, `build/hosts/pictures/${name}.png`) });
  assert.deepEqual(
    { ...found, controls: found.controls > 0 },
    { error: undefined, drawn: true, controls: true },
    missing.join('\n'),
  );
  assert.deepEqual(complaints, [], 'console');
  assert.ok(picture.length > 8000, `a picture of something: ${picture.length} bytes as PNG`);
  return { page, missing };
}

for (const name of hosts) {
  const host = JSON.parse(readFileSync(join(here, name, 'host.json'), 'utf8'));
  const skip = host.program && which(host.program) === null ? `${host.program} is not installed` : false;
  test(host.title, { timeout: 15 * minute, skip }, async (t) => {
    let folder;
    try {
      folder = await install(name, host);
    } catch (error) {
      const [, code] = kUnreachable.exec(error.message) ?? [];
      if (!code) throw error;
      t.skip(`its packages cannot be fetched: ${code}`);
      return;
    }
    if (host.dev)
      await t.test('on its server for development', async (part) => {
        await look(part, (await serveScript(part, folder, 'dev')) + host.dev, `${name}-dev`);
      });
    if (host.check) await t.test('checks', () => npm(folder, 'run', host.check));
    if (host.build || host.serve) await t.test('builds', () => npm(folder, 'run', 'build'));
    if (host.build)
      await t.test('as a built site', async (part) => {
        const server = await serve(join(folder, host.build));
        part.after(() => server.close());
        const { missing } = await look(part, `http://127.0.0.1:${server.port}${host.page ?? '/'}`, name);
        assert.deepEqual(
          missing.filter((each) => !/favicon/.test(each)),
          [],
        );
      });
    if (host.serve)
      await t.test('on its own server', async (part) => {
        await look(part, (await serveScript(part, folder, 'serve')) + host.serve, name);
      });
  });
}
