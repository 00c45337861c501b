// Workers that fail, or end without a word: what they did goes on with others, and what they failed with is told.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { embed, loaded, slider } from './embedding.mjs';
import { dropFolder, openFiles, press, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';
import { roomWorld } from './worlds.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const box = boxModel([{ name: 'root', parent: -1, at: [0, 0, 0] }], [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);
const world = JSON.stringify(roomWorld());
const boxes = (count) => Array.from({ length: count }, (_, i) => ({ name: `box${i}.md5mesh`, text: box }));
/** Keeps the workers of scripts whose addresses contain `name` in `globalThis.made`. */
const keep = (page, name) =>
  page.addInitScript((wanted) => {
    globalThis.made = [];
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        if (String(given[0]).includes(wanted)) globalThis.made.push(this);
      }
    };
  }, name);
async function openPage(t, name, before = () => undefined) {
  const page = await browser.page(t, { hash: null, width: 1100, height: 1300, reducedMotion: 'reduce' });
  await keep(page, name);
  await before(page);
  await page.goto(page.origin);
  return page;
}
const made = (page) => page.evaluate(() => globalThis.made.length);
const posters = (page, count) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('.catalog-card img:not([hidden])').length === wanted,
    count,
  );

test('what the engine has failed with is over with the next document', async (t) => {
  const page = await openPage(t, 'page-worker');
  const note = page.locator('.stage-note:not(.disk-note, .placing-note)');
  await openFiles(page, [{ name: 'one.md5mesh', text: box }]);
  await shown(page);
  for (const next of [
    { name: 'two.md5mesh', text: box },
    { name: 'three.world.json', text: world },
  ]) {
    await page.evaluate(() => globalThis.made[0].postMessage({ type: 'playback', viewer: 0, change: null, count: 1 }));
    await note.waitFor();
    assert.match(await note.textContent(), /^The engine has failed: (?!Uncaught)./);
    await openFiles(page, [next]);
    await page.waitForFunction((name) => document.title.startsWith(name), next.name);
    await note.waitFor({ state: 'hidden' });
  }
});

test('a model whose engine ends without a word comes back as it was, once, and the next one has another engine', async (t) => {
  const page = await openPage(t, 'page-worker'),
    note = page.locator('.stage-note:not(.disk-note, .placing-note)');
  await openFiles(page, [{ name: 'one.md5mesh', text: box }]);
  await shown(page);
  await page.getByRole('treeitem').first().click();
  await page.evaluate(() => {
    delete document.getElementById('stage').dataset.frames;
    globalThis.made[0].terminate();
  });
  await shown(page);
  await page.waitForFunction(() => document.querySelectorAll('#stage canvas').length === 1);
  assert.equal(await made(page), 2);
  assert.equal(await note.isVisible(), false);
  assert.match(await page.title(), /^one/);
  await page.evaluate(() => globalThis.made[1].terminate());
  await note.waitFor();
  assert.equal(await note.textContent(), 'The engine has ended.');
  // What is asked for meanwhile has an end.
  await press(page, 'Export');
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  await page.getByText('Not exported', { exact: true }).waitFor();
  await openFiles(page, [{ name: 'two.md5mesh', text: box }]);
  await page.waitForFunction(() => document.title.startsWith('two'));
  await note.waitFor({ state: 'hidden' });
  assert.equal(await made(page), 3);
  assert.deepEqual(page.errors, []);
});

test('a model over which the core traps comes back as it was, once', async (t) => {
  const page = await openPage(t, 'page-worker'),
    note = page.locator('.stage-note:not(.disk-note, .placing-note)');
  // A key that turns the view has a frame drawn.
  const trap = async (key) => {
    const engine = page.workers().findLast((worker) => worker.url().includes('page-worker'));
    await engine.evaluate(() => {
      globalThis.WebGL2RenderingContext.prototype.useProgram = () => {
        throw new WebAssembly.RuntimeError('unreachable');
      };
    });
    await page.evaluate(() => delete document.getElementById('stage').dataset.frames);
    await page.keyboard.press(key);
  };
  await openFiles(page, [{ name: 'one.md5mesh', text: box }]);
  await shown(page);
  await trap('1');
  await shown(page);
  await page.waitForFunction(() => document.querySelectorAll('#stage canvas').length === 1);
  assert.equal(await made(page), 2);
  assert.equal(await note.isVisible(), false);
  assert.match(await page.title(), /^one/);
  await trap('3');
  await note.waitFor();
  assert.equal(await note.textContent(), 'The engine has ended.');
  await openFiles(page, [{ name: 'two.md5mesh', text: box }]);
  await page.waitForFunction(() => document.title.startsWith('two'));
  await note.waitFor({ state: 'hidden' });
  assert.deepEqual(page.errors, []);
});

test('an engine that ends before it is ready is followed by one on the page, which has what was asked of it', async (t) => {
  // The core comes when the first has ended.
  let came;
  const ended = new Promise((resolve) => (came = resolve));
  const page = await openPage(t, 'page-worker', async (each) => {
    await each.route('**/vitrine-core.wasm', (route) => ended.then(() => route.continue()).catch(() => undefined));
    await each.addInitScript(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message, ...more) {
        if (message?.type === 'start')
          this.addEventListener('message', () => (globalThis.heard = this), { once: true });
        postMessage.call(this, message, ...more);
      };
    });
  });
  await page.waitForFunction(() => globalThis.heard && globalThis.heard === globalThis.made[0]);
  await page.evaluate(() => globalThis.made[0].terminate());
  came();
  await openFiles(page, [{ name: 'one.md5mesh', text: box }]);
  await shown(page);
  assert.equal(await made(page), 1);
  assert.equal(await page.locator('.stage-note:not(.disk-note, .placing-note)').isVisible(), false);
  assert.deepEqual(page.errors, []);
});

test('a model that is being opened when the engine ends is refused with the reason, and no longer waited for', async (t) => {
  const page = await openPage(t, 'page-worker');
  const ending = (name) =>
    page.evaluate((file) => {
      const engine = globalThis.made.at(-1),
        post = engine.postMessage;
      engine.postMessage = (message, ...more) =>
        message.files?.[0].name === file ? engine.terminate() : post.call(engine, message, ...more);
    }, name);
  const refused = async (name) => {
    await ending(name);
    await openFiles(page, [{ name, text: box }]);
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    assert.ok((await dialog.textContent()).includes(name));
    assert.match(await dialog.textContent(), /The engine has ended\./);
    await page.locator('.loading').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
  };
  await page.waitForFunction(() => globalThis.made.length > 0);
  await refused('first.md5mesh');
  await openFiles(page, [{ name: 'second.md5mesh', text: box }]);
  await shown(page);
  await refused('third.md5mesh');
  await page.waitForFunction(() => document.title.startsWith('second'));
  assert.equal(await page.locator('.stage-note:not(.disk-note, .placing-note)').isVisible(), false);
  assert.deepEqual(page.errors, []);
});

test('a worker of posters that ends without a word is followed by another', async (t) => {
  const page = await openPage(t, 'catalog-worker');
  await dropFolder(page, 'base', boxes(30));
  await page.locator('.catalog-card img:not([hidden])').first().waitFor();
  await page.evaluate(() => globalThis.made[0].terminate());
  await posters(page, 30);
  assert.equal(await made(page), 2);
  assert.equal(await page.locator('.has-errors').count(), 0);
});

test('a model that ends its worker each time is left out, and the others have posters', async (t) => {
  const page = await openPage(t, 'catalog-worker', (each) =>
    each.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...more) {
        if (message?.type !== 'make' || !message.model.name.endsWith('box3.md5mesh')) post.call(this, message, ...more);
        else this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
      };
    }),
  );
  await dropFolder(page, 'base', boxes(30));
  await posters(page, 29);
  const bad = page.locator('[data-name="base/box3.md5mesh"]');
  assert.match(await bad.getAttribute('title'), /out of memory/);
  assert.match(await bad.getAttribute('class'), /has-errors/);
  assert.equal(await made(page), 3);
  await page.locator('.catalog progress').waitFor({ state: 'hidden' });
});

test('where no worker stays alive the library says that there are no posters, and why', async (t) => {
  const page = await openPage(t, 'catalog-worker', (each) =>
    each.route('**/catalog-worker.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'nowhere();' }),
    ),
  );
  await dropFolder(page, 'base', boxes(30));
  await page.getByText(/30 of 30 models.*No posters: .*nowhere/).waitFor();
  await page.locator('.catalog progress').waitFor({ state: 'hidden' });
  assert.equal(await made(page), 4);
  assert.equal(await page.locator('.has-errors').count(), 0);
  await page.locator('[data-name="base/box7.md5mesh"]').click();
  await page.waitForFunction(() => document.title.startsWith('box7'));
});

test('a page that may keep nothing draws posters without an error', async (t) => {
  const page = await openPage(t, 'catalog-worker', (each) =>
    each.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied.', 'SecurityError');
      };
      for (const name of ['caches', 'localStorage', 'indexedDB'])
        Object.defineProperty(globalThis, name, { get: refuse });
    }),
  );
  await dropFolder(page, 'base', boxes(30));
  await posters(page, 30);
  assert.deepEqual(page.errors, []);
});

test('a world whose engine ends without a word comes back where it was, once, and the next one has another engine', async (t) => {
  const page = await openPage(t, 'world-worker');
  const at = (time) =>
    page.waitForFunction(
      (text) => document.querySelector('.world-room:not([data-old])')?.dataset.time === text,
      time.toFixed(4),
    );
  await openFiles(page, [{ name: 'first.world.json', text: world }]);
  await at(0);
  await page.getByRole('slider', { name: 'Time' }).evaluate((slider) => {
    slider.valueAsNumber = 0.5;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await at(0.5);
  await page.evaluate(() => {
    document.querySelector('.world-room').dataset.old = '';
    globalThis.made[0].terminate();
  });
  await at(0.5);
  assert.equal(await made(page), 2);
  await page.evaluate(() => globalThis.made[1].terminate());
  await page.locator('.world-note', { hasText: 'The engine of worlds has ended.' }).waitFor();
  assert.equal(await page.locator('.world-room').count(), 1);
  await openFiles(page, [{ name: 'second.world.json', text: world }]);
  await page.waitForFunction(() => document.title.startsWith('second'));
  assert.equal(await made(page), 3);
  assert.deepEqual(page.errors, []);
});

test('that the engine of a world has ended is told in the language of the page', async (t) => {
  const page = await openPage(t, 'world-worker');
  await page.evaluate(() => (location.hash = 'lang=de'));
  await openFiles(page, [{ name: 'first.world.json', text: world }]);
  for (const i of [0, 1]) {
    await page.waitForFunction(
      (n) => globalThis.made.length > n && document.querySelector('.world-room:not([data-old])')?.dataset.time,
      i,
    );
    await page.evaluate((n) => {
      document.querySelector('.world-room').dataset.old = '';
      globalThis.made[n].terminate();
    }, i);
  }
  await page.locator('.world-note', { hasText: 'Die Engine für Welten ist beendet.' }).waitFor();
});

test('a world that is being opened when its engine ends is refused with the reason', async (t) => {
  const page = await openPage(t, 'world-worker');
  await openFiles(page, [{ name: 'first.world.json', text: world }]);
  await page.waitForFunction(() => document.querySelector('.world-room')?.dataset.time !== undefined);
  await page.evaluate(() => {
    const [engine] = globalThis.made,
      post = engine.postMessage;
    engine.postMessage = (message, ...more) =>
      message.type === 'open' ? engine.terminate() : post.call(engine, message, ...more);
  });
  await openFiles(page, [{ name: 'second.world.json', text: world }]);
  await page.getByRole('alertdialog').waitFor();
  assert.match(
    await page.getByRole('alertdialog').textContent(),
    /second\.world\.json.*The engine of worlds has ended\./s,
  );
  await page.waitForFunction(() => document.title.startsWith('first'));
  assert.deepEqual(page.errors, []);
});

test('an element whose engine ends without a word shows the model once more where it was, and then says so', async (t) => {
  const page = await embed(browser, t, slider('controls'), { before: (each) => keep(each, 'engine-worker') });
  await loaded(page);
  const state = () =>
    page
      .locator('#fig')
      .evaluate(({ action, currentTime, paused, camera }) => ({ action, currentTime, paused, camera }));
  await page.locator('#fig').evaluate((viewer) => {
    viewer.action = 'slide';
    viewer.currentTime = 0.25;
  });
  await page.locator('#fig >> .stage').press('ArrowLeft');
  await page.waitForTimeout(1000);
  const before = await state();
  assert.deepEqual([before.action, before.currentTime, before.paused], ['slide', 0.25, true]);
  const again = page.locator('#fig').evaluate((viewer) => new Promise((done) => viewer.addEventListener('load', done)));
  await page.evaluate(() => globalThis.made[0].terminate());
  await again;
  assert.deepEqual(await state(), before);
  assert.equal(await made(page), 2);
  await page.evaluate(() => globalThis.made[1].terminate());
  await page.waitForFunction(() => document.getElementById('fig').error);
  assert.equal(await page.locator('#fig').evaluate((viewer) => viewer.error.message), 'The engine has ended.');
  await page.locator('#fig').evaluate((viewer) => (viewer.src = 'cube.md5mesh'));
  await loaded(page);
  assert.deepEqual(page.errors, []);
});
