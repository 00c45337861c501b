// Where the element lives: many on a page, from another origin, in a frame, and out of the packed package.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { build } from 'vite';

import { serve } from '../../web/build/serve.mjs';
import { packPackage } from '../node/support/pack.mjs';
import { root } from '../node/support/vitrine.mjs';
import { embed, loaded, slider } from './embedding.mjs';
import { startBrowser } from './harness.mjs';

const dist = process.env.VITRINE_DIST ?? join(root, 'dist');
let browser, elsewhere, other;
before(async () => {
  browser = await startBrowser();
  // A content network: another origin that lets everybody read.
  elsewhere = await serve(dist, 0, { 'access-control-allow-origin': '*' });
  other = `http://localhost:${elsewhere.port}`;
});
after(async () => {
  await browser?.stop();
  elsewhere?.close();
});

async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

// -- fifty on a page ----------------------------------------------------------------------------------------------------

/** Counts WebGL contexts wherever this runs. */
const counting = `{
  const seen = new WeakSet();
  globalThis.contexts = 0;
  for (const kind of [globalThis.OffscreenCanvas, globalThis.HTMLCanvasElement]) {
    if (!kind) continue;
    const { getContext } = kind.prototype;
    kind.prototype.getContext = function (name, ...rest) {
      const context = getContext.call(this, name, ...rest);
      if (context && /webgl/.test(name) && !seen.has(context)) {
        seen.add(context);
        ++globalThis.contexts;
      }
      return context;
    };
  }
}
`;

test('fifty viewers share one worker and one context, and give everything back', async (t) => {
  const many = Array.from({ length: 50 }, (_, i) => {
    const attributes = `controls action="slide" ${i % 10 === 0 ? 'playing loop' : ''}`;
    return `<div class="small">${slider(attributes).replace('"fig"', `"v${i}"`)}</div>`;
  }).join('');
  const page = await embed(browser, t, '<p>Fifty viewers</p>', {
    before: async (each) => {
      await each.addInitScript(counting);
      await each.route('**/engine-worker.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: counting + (await response.text()) });
      });
    },
  });
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  await page.waitForFunction(() => customElements.get('vitrine-viewer'));
  // Once round, so that code and shared sheets count as there.
  const round = async () => {
    await page.evaluate((html) => {
      const box = document.createElement('main');
      box.setHTMLUnsafe(html);
      document.body.append(box);
    }, many);
    for (const i of [0, 25, 49]) {
      await page.locator(`#v${i}`).evaluate((v) => v.scrollIntoView({ block: 'center' }));
      await loaded(page, `v${i}`);
    }
  };
  const gone = async () => {
    await page.evaluate(() => document.querySelector('main').remove());
    await page.waitForFunction(() => globalThis.engineWorker === undefined || !document.querySelector('main'));
    for (let i = 0; i < 100 && page.workers().length > 0; ++i) await page.waitForTimeout(100);
  };
  await round();
  assert.equal(page.workers().length, 1);
  assert.equal(await page.workers()[0].evaluate(() => globalThis.contexts), 1);
  assert.equal(await page.evaluate(() => globalThis.contexts), 0);
  const open = await page.evaluate(
    () => [...document.querySelectorAll('vitrine-viewer')].filter((v) => v.shadowRoot.querySelector('canvas')).length,
  );
  assert.ok(open >= 40, `${open} have loaded`);

  // What is out of sight draws nothing: only the few around the window tick.
  const ticking = await page.evaluate(async () => {
    const seen = new Set();
    const hear = ({ target }) => seen.add(target.id);
    document.addEventListener('timeupdate', hear, { capture: true });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    document.removeEventListener('timeupdate', hear, { capture: true });
    return seen.size;
  });
  assert.ok(ticking <= 3, `${ticking} of five viewers play`);

  await gone();
  assert.equal(page.workers().length, 0, 'the engine has ended');
  const baseline = await heap();
  await round();
  const full = await heap();
  await gone();
  // Trees of elements go in several rounds of collection.
  let rest = await heap();
  for (let i = 0; i < 30 && rest - baseline >= 200_000; ++i) {
    await page.waitForTimeout(300);
    rest = await heap();
  }
  t.diagnostic(`heap of the page: ${baseline} bytes, with viewers ${full}, after them ${rest}`);
  assert.ok(rest - baseline < 200_000, `${rest - baseline} bytes are left`);
  await quiet(page);
});

// -- another origin -----------------------------------------------------------------------------------------------------

const foreign = (body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><link rel="icon" href="/icons/vitrine.svg"><script type="module" src="${other}/element.js"></script><body>${body}</body></html>`;

test('from another origin the engine runs in a worker all the same', async (t) => {
  const policy = `default-src 'none'; script-src ${other} 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self' ${other}; img-src 'self'; worker-src blob:`;
  const page = await embed(browser, t, foreign(slider()), { policy });
  await loaded(page);
  assert.equal(page.workers().length, 1);
  assert.match(page.workers()[0].url(), /^blob:/);
  await quiet(page);
});

const noWorker = () =>
  `default-src 'none'; script-src ${other} 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self' ${other}; img-src 'self'; worker-src 'none'`;

test('where the policy forbids such a worker the page draws itself', async (t) => {
  const page = await embed(browser, t, foreign(slider('playing loop')), { policy: noWorker() });
  await loaded(page);
  assert.equal(page.workers().length, 0);
  await page.waitForFunction(() => document.getElementById('fig').currentTime > 0);
});

test('a worker without WebGL2 leaves the drawing to the page, whenever it finds out', async (t) => {
  const page = await embed(browser, t, slider('playing loop'), {
    before: (each) =>
      each.route('**/engine-worker.js', async (route) => {
        const response = await route.fetch();
        const without = `if (!globalThis.document) OffscreenCanvas.prototype.getContext = () => null;`;
        await route.fulfill({ response, body: `${without}${await response.text()}` });
      }),
  });
  await loaded(page);
  assert.equal(page.workers().length, 0);
  await page.waitForFunction(() => document.getElementById('fig').currentTime > 0);
  await quiet(page);
});

test('where frames are slow, an action still comes to its end', async (t) => {
  const page = await embed(browser, t, foreign(slider('playing')), {
    policy: noWorker(),
    before: (each) =>
      each.addInitScript(() => {
        // Two and a half frames a second.
        globalThis.requestAnimationFrame = (callback) => setTimeout(() => callback(performance.now()), 400);
      }),
  });
  await loaded(page);
  await page.waitForFunction(() => document.getElementById('fig').ended, undefined, { timeout: 15_000, polling: 100 });
  assert.equal(await page.locator('#fig').evaluate(({ currentTime, duration }) => currentTime / duration), 1);
});

// -- frames -------------------------------------------------------------------------------------------------------------

test('the embed page tells its parent what happens, and hears nobody else', async (t) => {
  const source = `${other}/embed.html#src=samples/column/column.md5mesh,samples/column/bend.md5anim,samples/column/column.png&playing=0&alt=A%20column`;
  const page = await embed(
    browser,
    t,
    `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="/icons/vitrine.svg"><body><iframe id="one" width="400" height="100" src="${source}"></iframe><iframe id="two" width="300" height="200" src="${source}&origin=https://example.org"></iframe></body></html>`,
    { policy: `default-src 'self' 'unsafe-inline' http://localhost:*` },
  );
  await page.evaluate(async () => {
    const { connectEmbed } = await import('/embed.js');
    globalThis.heard = { one: [], two: [] };
    for (const id of ['one', 'two']) {
      const connection = connectEmbed(document.getElementById(id));
      globalThis[id] = connection;
      for (const type of ['ready', 'loaded', 'time', 'error', 'size'])
        connection.on(`vitrine:${type}`, (event) => globalThis.heard[id].push(event));
    }
  });
  const of = (type, id = 'one') =>
    page.evaluate(
      ([name, which]) => globalThis.heard[which].filter((event) => event.type === name),
      [`vitrine:${type}`, id],
    );
  await page.waitForFunction(() => globalThis.heard.one.some(({ type }) => type === 'vitrine:loaded'), undefined, {
    timeout: 60_000,
  });
  assert.ok((await of('ready')).length >= 1);
  const [{ actions, duration, statistics }] = await of('loaded');
  assert.deepEqual(
    actions.map(({ name }) => name),
    ['bend'],
  );
  assert.ok(duration > 0 && statistics.triangles > 0);
  assert.equal(await page.locator('#one').evaluate((frame) => frame.style.height), '300px', 'three quarters of 400');

  await page.evaluate(() => globalThis.one.set({ time: 0.25 }));
  await page.waitForFunction(() => globalThis.heard.one.some(({ time }) => time === 0.25));
  const viewer = (id) =>
    page.frames().find((frame) => frame.parentFrame() && frame.url().includes('example.org') === (id === 'two'));
  const timeIn = (id) => viewer(id).evaluate(() => document.querySelector('vitrine-viewer').currentTime);
  assert.equal(await timeIn('one'), 0.25);

  // Its neighbour is not its parent, and the second frame belongs to another site.
  await viewer('two').waitForFunction(() => document.querySelector('vitrine-viewer').report);
  await viewer('two').evaluate(() => parent.frames[0].postMessage({ type: 'vitrine:set', time: 0.75 }, '*'));
  await page.evaluate(() => {
    globalThis.two.set({ time: 0.75 });
    document.getElementById('two').contentWindow.postMessage({ type: 'vitrine:set', time: 0.75 }, '*');
  });
  await page.waitForTimeout(300);
  assert.deepEqual([await timeIn('one'), await timeIn('two')], [0.25, 0]);
  assert.deepEqual(await page.evaluate(() => globalThis.heard.two), []);

  await page.evaluate(() => globalThis.one.set({ src: 'samples/absent.md5mesh' }));
  await page.waitForFunction(() => globalThis.heard.one.some(({ type }) => type === 'vitrine:error'));
  const [{ code, message }] = await of('error');
  assert.equal(code, 'FETCH_FAILED');
  assert.match(message, /404/);
});

// -- the packed package -------------------------------------------------------------------------------------------------

test('the examples run with the packed package, below a path and through Vite', async (t) => {
  const packed = packPackage();
  t.after(() => packed.remove());
  const { project } = packed,
    home = join(project, 'node_modules/vitrine/dist'),
    web = join(project, 'web');
  // Examples and samples lie in the repository, the package has neither.
  for (const name of ['examples', 'samples']) {
    cpSync(join(root, 'public', name), join(project, name), { recursive: true });
    cpSync(join(root, 'public', name), join(home, name), { recursive: true });
  }
  await build({ root: join(project, 'examples/vite'), logLevel: 'error' });
  mkdirSync(join(web, 'a/project'), { recursive: true });
  symlinkSync(home, join(web, 'a/project/vitrine'));
  symlinkSync(join(project, 'examples/vite/dist'), join(web, 'a/app'));
  const server = await serve(web, 0);
  t.after(() => server.close());
  const at = async (path, id) => {
    const page = await browser.page(t, { hash: null, width: 800, height: 600 });
    await page.goto(`http://localhost:${server.port}/a/${path}`);
    await page.waitForFunction((name) => document.querySelector(name)?.shadowRoot?.querySelector('[data-drawn]'), id, {
      timeout: 60_000,
    });
    return page;
  };

  const plain = await at('project/vitrine/examples/plain/index.html', '#heron');
  await plain.getByRole('link', { name: 'stands on one leg' }).click();
  await plain.waitForFunction(() => document.getElementById('heron').action === 'walk');
  assert.equal(await plain.locator('#heron').evaluate((v) => v.currentTime), 0.5);
  const { textures } = await plain.locator('#heron').evaluate((v) => v.report.info);
  assert.deepEqual(
    textures.filter(({ status }) => status === 'found').map(({ name }) => name),
    ['heron_body', 'heron_feather', 'heron_horn', 'heron_eye'],
    'images beside the model are found',
  );
  await quiet(plain);

  const site = await at('project/vitrine/examples/site/index.html', '#pinwheel');
  assert.equal(await site.locator('#lighthouse').evaluate((v) => v.report), null);
  await site.getByRole('link', { name: 'A page further down' }).click();
  await site.locator('#mannequin').evaluate((v) => v.scrollIntoView());
  await loaded(site, 'mannequin');
  await quiet(site);

  const app = await at('app/index.html', 'vitrine-viewer');
  await app.getByRole('button', { name: /^bend, / }).click();
  await app.waitForFunction(() => document.querySelector('vitrine-viewer').currentTime > 0);
  assert.ok(existsSync(join(project, 'examples/vite/dist/assets')));
  await quiet(app);
});
