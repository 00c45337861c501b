// WebDriver as WebKitWebDriver speaks it: a session is one window of MiniBrowser.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

const kElement = 'element-6066-11e4-a52e-4f735466cecf';

/** A port of this machine that nothing listens to. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The driver's process: `request` speaks to it, `output` is what it and its browsers wrote. */
export async function startDriver(program, env) {
  const port = await freePort(),
    driver = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [driver.stdout, driver.stderr])
    stream.setEncoding('utf8').on('data', (text) => output.push(text));
  const request = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = await response.json();
    if (!response.ok) throw Object.assign(new Error(`${value.error}: ${value.message}`), { code: value.error });
    return value;
  };
  for (;;) {
    if (driver.exitCode !== null) throw new Error(`${program} ended with ${driver.exitCode}\n${output.join('')}`);
    if (await request('GET', '/status').catch(() => undefined)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { request, output, process: driver.pid, stop: () => driver.kill() };
}

/** A window of the browser. */
export class Session {
  #path;
  #request;

  /** `args` of the browser. */
  static async open(driver, binary, args = []) {
    const options = { binary, args: ['--automation', ...args] };
    const { sessionId } = await driver.request('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    const session = new Session();
    session.#request = driver.request;
    session.#path = `/session/${sessionId}`;
    await session.#post('/timeouts', { script: 120_000, pageLoad: 120_000 });
    return session;
  }

  #post(path, body = {}) {
    return this.#request('POST', `${this.#path}${path}`, body);
  }

  close() {
    return this.#request('DELETE', this.#path);
  }

  resize(width, height) {
    return this.#post('/window/rect', { width, height });
  }

  goto(url) {
    return this.#post('/url', { url });
  }

  /** What a function of the page gives, which may be a promise; its arguments are plain data. */
  async evaluate(work, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work})(...[].slice.call(arguments, 0, -1)))
        .then((value) => done({ value }), (error) => done({ error: String(error?.stack ? error + '\\n' + error.stack : error) }));`;
    const { value, error } = await this.#post('/execute/async', { script, args });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Until the function gives something true; that is returned. */
  async until(question, ...args) {
    const end = Date.now() + 120_000;
    for (;;) {
      const value = await this.evaluate(question, ...args);
      if (value) return value;
      if (Date.now() > end) throw new Error(`not within two minutes: ${question}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Deviation of the brightness of a canvas, 0 to 255; `host >> canvas` for one in a shadow tree. */
  contrast(selector) {
    return this.evaluate((css) => {
      const canvas = css.split(' >> ').reduce((root, each) => (root.shadowRoot ?? root).querySelector(each), document);
      const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height }),
        context = copy.getContext('2d');
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      let [sum, squares] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const value = (data[i] + data[i + 1] + data[i + 2]) / 3;
        sum += value;
        squares += value * value;
      }
      const mean = sum / (data.length / 4);
      return Math.sqrt(squares / (data.length / 4) - mean * mean);
    }, selector);
  }

  async #find(selector) {
    const found = await this.#post('/element', { using: 'css selector', value: selector });
    return found[kElement];
  }

  /** Once there is one. */
  async #found(selector) {
    await this.until((css) => document.querySelector(css) !== null, selector);
    return this.#find(selector);
  }

  /** Gives a file input files, as a person chooses them. */
  async choose(selector, ...paths) {
    await this.#post(`/element/${await this.#found(selector)}/value`, { text: paths.join('\n') });
  }

  /** One key after the other, to what has the focus. */
  async type(...given) {
    const actions = given.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** The pointer goes from place to place over the window, pressed on the way: [[x, y], ...] in CSS pixels. */
  async drag(places, pointerType = 'mouse') {
    const [[x, y], ...rest] = places;
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      ...rest.map(([toX, toY]) => ({ type: 'pointerMove', duration: 50, x: toX, y: toY })),
      { type: 'pointerUp', button: 0 },
    ];
    await this.#post('/actions', {
      actions: [{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }],
    });
  }

  /** PNG of the window, or of an element, as Base64. */
  async screenshot(selector) {
    const path = selector ? `/element/${await this.#found(selector)}/screenshot` : '/screenshot';
    return this.#request('GET', `${this.#path}${path}`);
  }
}
