// Pages in real Firefox over the built product. Firefox gives WebGL2 only to a window, and a clock to sound only where
// there is an output: it gets a screen and a sound server of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import puppeteer from 'puppeteer-core';

import { serve } from '../../web/build/serve.mjs';
import { firefox } from '../../web/build/setup.mjs';
import { dist, strictHeaders } from '../browser/harness.mjs';

/** An X server without a monitor: its display as `:7`, and what ends it. */
async function startScreen() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3].once('data', (bytes) => resolve(`:${String(bytes).trim()}`));
  });
  return { display, stop: () => server.kill() };
}

/** A PulseAudio server that throws its sound away: its address for PULSE_SERVER, and what ends it. */
async function startSound() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sound-')),
    socket = join(folder, 'socket');
  const server = spawn(
    'pulseaudio',
    ['-n', '--exit-idle-time=-1', '-L', 'module-null-sink', '-L', `module-native-protocol-unix socket=${socket}`],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
  );
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`pulseaudio ended with ${server.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    address: `unix:${socket}`,
    async stop() {
      server.kill();
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Firefox with the product beside it; `files` are served at /test/ as well. */
export async function startFirefox(files = {}) {
  const server = await serve(dist, 0, strictHeaders);
  const [screen, sound] = await Promise.all([startScreen(), startSound()]);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox(),
    headless: false,
    env: { ...process.env, DISPLAY: screen.display, PULSE_SERVER: sound.address, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const origin = `http://localhost:${server.port}`;
  return {
    origin,
    /** A fresh page that ends with the test `t`; `errors`, `violations` and `asked` (addresses) fill while it lives. */
    async page(t, path, { width = 1100, height = 700 } = {}) {
      const page = await browser.newPage();
      t.after(() => page.close());
      const [errors, asked] = [[], []];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.setViewport({ width, height });
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        asked.push(request.url());
        const { pathname } = new URL(request.url()),
          name = pathname.split('/').at(-1);
        if (!pathname.startsWith('/test/')) return void request.continue();
        const found = files[name];
        void request.respond(
          found === undefined
            ? { status: 404, contentType: 'text/plain', body: 'not found' }
            : {
                status: 200,
                contentType: found.type ?? 'application/octet-stream',
                headers: strictHeaders,
                body: found.body ?? found,
              },
        );
      });
      await page.evaluateOnNewDocument(() => {
        globalThis.violations = [];
        document.addEventListener('securitypolicyviolation', (event) =>
          globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
        );
      });
      await page.goto(`${origin}${path}`, { waitUntil: 'load' });
      return Object.assign(page, { errors, asked });
    },
    async stop() {
      await browser.close();
      screen.stop();
      await sound.stop();
      server.close();
    },
  };
}
