// Pages in real WebKit over the built product: MiniBrowser of WebKitGTK, driven by WebKitWebDriver. It draws in a window
// and sounds where there is an output: it gets a screen and a sound server of its own.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { serve } from '../../web/build/serve.mjs';
import { webkit } from '../../web/build/setup.mjs';
import { startScreen, startSound } from '../browser/desktop.mjs';
import { dist, strictHeaders } from '../browser/harness.mjs';
import { Session, startDriver } from './driver.mjs';

/** Why the tests cannot run here; false where they can. */
export const skip = webkit() ? false : 'WebKitGTK with its driver is not installed (package webkit2gtk-driver)';

/** Keeps what goes wrong on a page, and its contexts of WebGL2, from before its own scripts: the driver has no way to do so. */
const watch = `globalThis.errors = []; globalThis.violations = [];
  addEventListener('error', ({ message, target }) => errors.push(message ?? 'not found: ' + (target.src ?? target.href)), true);
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + ' ' + blockedURI));
  globalThis.contexts = []; const { prototype } = HTMLCanvasElement, own = prototype.getContext;
  prototype.getContext = function (name, ...more) {
    const context = own.call(this, name, ...more);
    if (name === 'webgl2' && context && !contexts.includes(context)) contexts.push(context);
    return context;
  };
  const said = console.error; console.error = (...words) => { errors.push(words.join(' ')); said.apply(console, words); };`;
const watched = (html) => html.replace(/<head>/, '<head><script src="/test/watch.js"></script>');

/**
 * WebKit with the product beside it; `files` are served at /test/ as well, by name. `args` of the browser, as
 * `--features=!OffscreenCanvas`; `before` is a script that goes before those of the page.
 */
export async function startWebkit(files = {}, args = [], before = '') {
  const index = watched(readFileSync(join(dist, 'index.html'), 'utf8'));
  const server = await serve(dist, 0, strictHeaders, (path) => {
    if (path === '/') return { type: 'text/html; charset=utf-8', body: index };
    // One that keeps nothing: pages come from here each time.
    if (path === '/service-worker.js') return { type: 'text/javascript', body: '' };
    if (!path.startsWith('/test/')) return undefined;
    const name = path.slice(6);
    if (name === 'watch.js') return { type: 'text/javascript', body: watch + before };
    const found = files[name];
    if (found === undefined) return undefined;
    return found.type === 'text/html'
      ? { type: 'text/html; charset=utf-8', body: watched(found.body) }
      : { type: found.type, body: found.body ?? found };
  });
  const { driver: program, browser: binary } = webkit();
  const [screen, sound] = await Promise.all([startScreen(), startSound()]);
  const driver = await startDriver(program, {
    ...process.env,
    DISPLAY: screen.display,
    PULSE_SERVER: sound.address,
    LIBGL_ALWAYS_SOFTWARE: '1',
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    // Its sandbox needs rights that containers do not give.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const page = await Session.open(driver, binary, args);
  await page.resize(1000, 700);
  return {
    page,
    process: driver.process,
    origin: `http://localhost:${server.port}`,
    async stop() {
      await page.close().catch(() => undefined);
      driver.stop();
      screen.stop();
      await sound.stop();
      server.close();
    },
  };
}
