// Pages in real Firefox over the built product. Firefox gives WebGL2 only to a window, and a clock to sound only where
// there is an output: it gets a screen and a sound server of its own.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import puppeteer from 'puppeteer-core';

import { serve } from '../../web/build/serve.mjs';
import { firefox } from '../../web/build/setup.mjs';
import { startScreen, startSound } from '../browser/desktop.mjs';
import { dist, strictHeaders } from '../browser/harness.mjs';

/** Two cores that do other things as well take this long for what takes seconds. */
export const kPatience = 120_000;

/** Firefox with the product beside it; `files` are served at /test/ as well, `before` has what goes before scripts, by path. */
export async function startFirefox(files = {}, before = {}) {
  const server = await serve(dist, 0, strictHeaders, (path) => {
    if (before[path] === undefined) return undefined;
    return { type: 'text/javascript', body: before[path] + readFileSync(join(dist, path), 'utf8') };
  });
  const [screen, sound] = await Promise.all([startScreen(), startSound()]);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox(),
    headless: false,
    timeout: kPatience,
    protocolTimeout: 2 * kPatience,
    env: { ...process.env, DISPLAY: screen.display, PULSE_SERVER: sound.address, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const origin = `http://localhost:${server.port}`;
  return {
    origin,
    process: browser.process().pid,
    /** A fresh page that ends with the test `t`; `errors`, `violations` and `asked` (addresses) fill while it lives. */
    async page(t, path, { width = 1100, height = 700, before: script } = {}) {
      const page = await browser.newPage();
      t.after(() => page.close());
      const [errors, asked] = [[], []];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.setDefaultTimeout(kPatience);
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
      if (script !== undefined) await page.evaluateOnNewDocument(script);
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
