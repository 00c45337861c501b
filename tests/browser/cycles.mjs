// The part of `npm run cycles -- --browser` (web/build/cycles.mjs) that opens, plays and closes files on the page in
// Chromium, and counts what the page and its engine hold.

import { openFiles, startBrowser } from './harness.mjs';

const kEngine = '/page-worker.js';
const kWaitMs = 120_000;

/** Counts objects of WebGL, memories of WebAssembly and sound outputs wherever this runs. */
export const counting = `{
  globalThis.gpuObjects = 0;
  const alive = new WeakSet();
  const graphics = globalThis.WebGL2RenderingContext?.prototype;
  for (const name of Object.getOwnPropertyNames(graphics ?? {})) {
    const kind = /^create(\\w+)$/.exec(name)?.[1];
    if (!kind || !graphics['delete' + kind]) continue;
    const { [name]: create, ['delete' + kind]: remove } = graphics;
    graphics[name] = function (...args) {
      const made = create.apply(this, args);
      if (made) alive.add(made), ++globalThis.gpuObjects;
      return made;
    };
    graphics['delete' + kind] = function (object) {
      if (object && alive.delete(object)) --globalThis.gpuObjects;
      remove.call(this, object);
    };
  }
  globalThis.sounds = 0;
  if (globalThis.AudioContext)
    globalThis.AudioContext = class extends AudioContext {
      constructor(...args) {
        super(...args);
        ++globalThis.sounds;
      }
      close() {
        --globalThis.sounds;
        return super.close();
      }
    };
  const memories = [];
  globalThis.memoryBytes = () => memories.reduce((sum, each) => sum + (each.deref()?.buffer.byteLength ?? 0), 0);
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const instantiate = WebAssembly[name];
    WebAssembly[name] = async (...args) => {
      const made = await instantiate.apply(WebAssembly, args);
      for (const each of Object.values((made.instance ?? made).exports ?? {}))
        if (each instanceof WebAssembly.Memory) memories.push(new WeakRef(each));
      return made;
    };
  }
}
`;

/** Questions to the debugger of a page and of the workers that it starts. */
export async function debuggerOf(page) {
  const session = await page.context().newCDPSession(page);
  const workers = new Map(),
    answers = new Map();
  let next = 0;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => workers.set(sessionId, targetInfo.url));
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    answers.get(id)?.(result);
    answers.delete(id);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = (sessionId, method, params = {}) =>
    new Promise((resolve) => {
      answers.set(++next, resolve);
      void session.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id: next, method, params }),
      });
    });
  return {
    page: (method, params) => session.send(method, params),
    workers: () => workers.size,
    engine: (method, params) => {
      const found = [...workers].find(([, url]) => url.endsWith(kEngine));
      return found ? ask(found[0], method, params) : null;
    },
  };
}

/** Opens the files of a document, lets it play, and closes what was open before; true when it opened. */
async function cycle(page, prefix, [first, ...others]) {
  // A name of its own: the title tells that it has come.
  const name = `${prefix}-${first.name}`;
  await openFiles(
    page,
    [{ name, bytes: first.bytes }, ...others].map((file) => ({ name: file.name, text: file.bytes })),
  );
  const found = await page.waitForFunction((wanted) => {
    if (document.querySelector('[role=alertdialog]:not([hidden])')) return 'refused';
    return document.title.startsWith(wanted) && 'opened';
  }, name);
  if ((await found.jsonValue()) === 'refused') {
    await page.getByRole('alertdialog').press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    return false;
  }
  await page.evaluate(async () => {
    for (const button of document.querySelectorAll('button[aria-label=Play]'))
      if (button.checkVisibility()) button.click();
    for (let frame = 0; frame < 2; ++frame) await new Promise(requestAnimationFrame);
    document.querySelector('.tab:not([aria-selected=true]) .tab-close')?.click();
  });
  await page.waitForFunction(() => document.querySelectorAll('.tab').length === 0);
  return true;
}

/** Takes each of `documents` in turn, `cycles` times in all; calls `row` with what is held after every `rowCycles`. */
export async function cycleInBrowser(documents, cycles, rowCycles, row) {
  const browser = await startBrowser();
  const ends = [];
  const page = await browser.page({ after: (end) => ends.push(end) }, { hash: null, width: 800, height: 600 });
  page.setDefaultTimeout(kWaitMs);
  await page.addInitScript(counting);
  await page.route(`**${kEngine}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: counting + (await response.text()) });
  });
  const debug = await debuggerOf(page);
  await page.goto(page.origin);
  let opened = 0;
  for (let i = 1; i <= cycles; ++i) {
    opened += await cycle(page, i, documents[(i - 1) % documents.length]);
    if (i % rowCycles !== 0) continue;
    // The same document stands there whenever it is counted.
    await cycle(page, `rest${i}`, documents[0]);
    for (const ask of [debug.page, debug.engine]) await ask('HeapProfiler.collectGarbage');
    const { result } = await debug.engine('Runtime.evaluate', {
      expression: '[globalThis.memoryBytes(), globalThis.gpuObjects]',
      returnByValue: true,
    });
    const [core, objects] = result.value;
    const heap = (await debug.page('Runtime.getHeapUsage')).usedSize,
      engine = (await debug.engine('Runtime.getHeapUsage')).usedSize;
    const sounds = await page.evaluate(() => globalThis.sounds);
    row({ cycles: i, opened, heap, engine, core, objects, workers: debug.workers(), sounds });
  }
  for (const end of ends) await end();
  await browser.stop();
}
