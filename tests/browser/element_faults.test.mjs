// What <vitrine-viewer> does where its surroundings are unusual: narrow, without colours, on paper, apart from every
// origin, with a source that does not come.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { serve } from '../../web/build/serve.mjs';
import { document as pageOf, embed, files, loaded, slider } from './embedding.mjs';
import { vitrine } from '../node/support/vitrine.mjs';
import { dist, startBrowser } from './harness.mjs';

let browser, elsewhere, closed;
before(async () => {
  browser = await startBrowser();
  elsewhere = await serve(dist, 0, { 'access-control-allow-origin': '*' });
  closed = await serve(dist, 0, {});
});
after(async () => {
  await browser?.stop();
  elsewhere?.close();
  closed?.close();
});

const inside = (page, selector) => page.locator(`#fig >> ${selector}`);
const failed = (page) =>
  page.waitForFunction(() => document.getElementById('fig').error, undefined, { timeout: 30_000 });

// -- controls -----------------------------------------------------------------------------------------------------------

test('the slider keeps 120 pixels at every width, and nothing leaves the viewer', async (t) => {
  for (const kind of ['basic', 'full']) {
    const page = await embed(browser, t, `<div id="box">${slider(`controls="${kind}"`)}</div>`);
    await loaded(page);
    for (const width of [150, 180, 224, 230, 280, 339, 340, 400, 559, 560, 760]) {
      await page.evaluate((pixels) => (document.getElementById('box').style.width = `${pixels}px`), width);
      const parts = await page.evaluate(() => {
        const shadow = document.getElementById('fig').shadowRoot,
          outer = shadow.querySelector('.frame').getBoundingClientRect();
        const boxes = [...shadow.querySelectorAll('.row > *')]
          .map((part) => ({ part: part.part.value, box: part.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0);
        return {
          slider: boxes.find(({ part }) => part === 'slider').box.width,
          out: boxes
            .filter(({ box }) => box.left < outer.left - 0.5 || box.right > outer.right + 0.5)
            .map(({ part }) => part),
        };
      });
      assert.ok(parts.slider >= 120, `${kind} at ${width}: the slider has ${parts.slider}`);
      assert.deepEqual(parts.out, [], `${kind} at ${width}`);
    }
  }
});

test('forced colours leave the slider its track and its thumb', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider('controls time="0.4"')}</div>`, {
    forcedColors: 'active',
  });
  await loaded(page);
  const { data, width } = await page.evaluate(async () => {
    const box = document.getElementById('fig').shadowRoot.querySelector('.slider').getBoundingClientRect();
    return { data: { x: box.x, y: box.y, width: box.width, height: box.height }, width: box.width };
  });
  const picture = await page.screenshot({ clip: data });
  const colours = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height),
        context = canvas.getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const row = context.getImageData(0, bitmap.height >> 1, bitmap.width, 1).data;
      return [...Array(bitmap.width).keys()].map((x) => row.slice(4 * x, 4 * x + 3).join());
    },
    [...picture],
  );
  const around = colours[0];
  const drawn = colours.filter((colour) => colour !== around).length;
  assert.ok(drawn > 0.8 * width, `${drawn} of ${width} pixels along the track differ from what is around it`);
  assert.ok(new Set(colours).size >= 3, 'what has passed, what comes, and what is around');
});

test('an image that could not be saved is told over the controls, until the menu opens again', async (t) => {
  const page = await embed(browser, t, slider('controls="full"'));
  await loaded(page);
  const open = () => inside(page, 'button[title="More"]').click(),
    message = inside(page, '[part="message"]');
  assert.equal(await message.isVisible(), false);
  await page.evaluate(() => {
    document.getElementById('fig').toBlob = () => Promise.reject(new Error('no memory for it'));
  });
  await open();
  await inside(page, 'text=Save image').click();
  await message.waitFor();
  assert.equal(await message.textContent(), 'The image could not be saved: no memory for it');
  assert.equal(await message.getAttribute('role'), 'status');
  await open();
  await message.waitFor({ state: 'hidden' });
});

test('the clock is no live region: time is told by the slider', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider('controls')}</div>`);
  await loaded(page);
  const clock = await inside(page, '.clock').evaluate((each) => [each.localName, each.role, each.ariaLive]);
  assert.deepEqual(clock, ['span', null, null]);
  assert.match(await inside(page, '.slider').getAttribute('aria-valuetext'), /^0\.000 s/);
});

test('the wheel zooms what has the focus, and is the page’s again at the limit', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider()}</div><div class="tall"></div>`);
  await loaded(page);
  await inside(page, '.stage').click();
  const turn = async (by) => {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(60);
    return page.evaluate(() => scrollY);
  };
  assert.equal(await turn(100), 0, 'it zooms');
  let scrolled = 0;
  for (let i = 0; i < 60 && scrolled === 0; ++i) scrolled = await turn(400);
  assert.ok(scrolled > 0, 'far enough away, the page scrolls');
});

// -- a source that does not come ----------------------------------------------------------------------------------------

test('what the page has for those who see no model comes back with an error, and goes with the next model', async (t) => {
  const page = await embed(
    browser,
    t,
    `<div class="figure"><vitrine-viewer id="fig" src="broken.md5mesh" textures="none"><a href="#list">A list of parts</a></vitrine-viewer></div>`,
  );
  await failed(page);
  const link = page.getByRole('link', { name: 'A list of parts' });
  assert.ok(await link.isVisible());
  await link.click();
  assert.equal(await page.evaluate(() => location.hash), '#list');
  await page.locator('#fig').evaluate((viewer) => (viewer.src = 'slider.md5mesh'));
  await loaded(page);
  assert.equal(await link.isVisible(), false);
});

test('a server that allows no other site is named as a possible cause; the own one is not', async (t) => {
  const address = `http://localhost:${closed.port}/samples/column/column.md5mesh`;
  const page = await embed(
    browser,
    t,
    `<div class="figure"><vitrine-viewer id="fig" src="${address}"></vitrine-viewer></div>`,
    {
      policy:
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self' http://localhost:*; img-src 'self'; worker-src 'self'",
    },
  );
  await failed(page);
  const message = () => page.locator('#fig').evaluate(({ error }) => error.message);
  assert.match(
    await message(),
    /could not be fetched \(Failed to fetch\)\. Does its server allow other sites \(CORS\)\?$/,
  );
  await page.route('**/gone.md5mesh', (route) => route.abort());
  const again = page.locator('#fig').evaluate((viewer) => {
    const heard = new Promise((resolve) => viewer.addEventListener('error', resolve, { once: true }));
    viewer.src = 'gone.md5mesh';
    return heard.then(() => undefined);
  });
  await again;
  assert.match(await message(), /could not be fetched \(Failed to fetch\)$/);
});

test('an empty src clears the error before', async (t) => {
  const page = await embed(
    browser,
    t,
    '<div class="figure"><vitrine-viewer id="fig" src="nowhere.md5mesh"></vitrine-viewer></div>',
  );
  await failed(page);
  await page.locator('#fig').evaluate((viewer) => viewer.setAttribute('src', ''));
  await page.waitForFunction(() => document.getElementById('fig').error === null);
  assert.equal(await inside(page, '.fault').isVisible(), false);
});

test('camera attributes that mean nothing are told in the console, word by word', async (t) => {
  const told = [];
  const page = await embed(browser, t, '<div id="here"></div>', {
    before: (each) => each.on('console', (message) => message.type() === 'warning' && told.push(message.text())),
  });
  await page.waitForFunction(() => customElements.get('vitrine-viewer'));
  const write = async (name, value) => {
    told.length = 0;
    await page.evaluate(
      ([attribute, text]) => document.createElement('vitrine-viewer').setAttribute(attribute, text),
      [name, value],
    );
    return [...told];
  };
  for (const good of ['30deg 75deg 105%', '0.5rad auto 2m', 'auto', '30 60 4', '1turn 1.2rad 50cm'])
    assert.deepEqual(await write('camera-orbit', good), [], good);
  assert.deepEqual(await write('camera-orbit', '30deg up 105%'), ['camera-orbit: up means nothing there']);
  assert.deepEqual(await write('camera-orbit', '30px 75deg -3m 4'), [
    'camera-orbit: 30px means nothing there',
    'camera-orbit: -3m means nothing there',
    'camera-orbit: 4 means nothing there',
  ]);
  for (const good of ['0 1 0', '0m 1.5m -2m', 'auto auto auto'])
    assert.deepEqual(await write('camera-target', good), [], good);
  assert.deepEqual(await write('camera-target', '0 head 0'), ['camera-target: head means nothing there']);
  assert.deepEqual(await write('field-of-view', '30deg'), []);
  assert.deepEqual(await write('field-of-view', 'wide'), ['field-of-view: wide means nothing there']);
});

// -- on paper -----------------------------------------------------------------------------------------------------------

test('a lazy figure that was never seen prints its poster, its fallback or its name', async (t) => {
  const poster =
      '<vitrine-viewer id="poster" src="slider.md5mesh" loading="lazy" poster="/icons/vitrine.svg" alt="With poster"></vitrine-viewer>',
    fallback =
      '<vitrine-viewer id="fallback" src="slider.md5mesh" loading="lazy" alt="Hidden"><p>A list of parts</p></vitrine-viewer>',
    bare = '<vitrine-viewer id="bare" src="slider.md5mesh" loading="lazy" alt="A box on rails"></vitrine-viewer>';
  const page = await embed(
    browser,
    t,
    `<div class="tall"></div><div class="tall"></div><div class="figure">${poster}${fallback}${bare}</div>`,
  );
  await page.waitForFunction(() => customElements.get('vitrine-viewer'));
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(() => {
    const part = (id, selector) => document.getElementById(id).shadowRoot.querySelector(selector);
    const named = (id) => getComputedStyle(part(id, '.stage'), '::after').content;
    return {
      phases: ['poster', 'fallback', 'bare'].map((id) => part(id, '.frame').dataset.phase),
      poster: part('poster', '.poster').checkVisibility() && part('poster', '.poster').complete,
      fallback: document.querySelector('#fallback p').checkVisibility(),
      names: ['poster', 'fallback', 'bare'].map(named),
    };
  });
  assert.deepEqual(printed.phases, ['waiting', 'waiting', 'waiting']);
  assert.ok(printed.poster && printed.fallback);
  assert.deepEqual(printed.names, ['none', 'none', '"A box on rails"']);
});

// -- apart from every origin --------------------------------------------------------------------------------------------

test('a sandboxed frame without an origin talks with its parent, and hears nobody else', async (t) => {
  const source = `http://localhost:${elsewhere.port}/embed.html#src=samples/column/column.md5mesh&playing=0&alt=A%20column`;
  const page = await embed(
    browser,
    t,
    `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="/icons/vitrine.svg"><body><iframe id="one" sandbox="allow-scripts" width="400" height="100" src="${source}"></iframe><iframe id="two" sandbox="allow-scripts" src="about:blank"></iframe></body></html>`,
    { policy: `default-src 'self' 'unsafe-inline' http://localhost:*` },
  );
  await page.evaluate(async () => {
    const { connectEmbed } = await import('/embed.js');
    globalThis.heard = [];
    globalThis.one = connectEmbed(document.getElementById('one'));
    for (const type of ['loaded', 'time', 'error']) globalThis.one.on(`vitrine:${type}`, (event) => heard.push(event));
  });
  const until = (type, rest = {}) =>
    page.waitForFunction(
      ([name, wanted]) =>
        heard.some(
          (event) => event.type === name && Object.entries(wanted).every(([key, value]) => event[key] === value),
        ),
      [`vitrine:${type}`, rest],
      { timeout: 60_000 },
    );
  await until('loaded');
  assert.deepEqual(await page.evaluate(() => heard.filter(({ type }) => type === 'vitrine:error')), []);
  await page.evaluate(() => one.set({ alt: 'Another name' }));
  const frame = page.frames().find((each) => each.url().includes('embed.html'));
  await frame.waitForFunction(() => document.querySelector('vitrine-viewer').alt === 'Another name');
  assert.equal(await frame.evaluate(() => self.origin), 'null');

  // The neighbour has no origin either, but it is not the parent.
  const neighbour = page.frames().find((each) => each !== frame && each.parentFrame());
  await neighbour.evaluate(() =>
    parent.frames[0].postMessage({ type: 'vitrine:set', alt: 'Told by a neighbour' }, '*'),
  );
  await page.evaluate(() => one.set({ theme: 'dark' }));
  await frame.waitForFunction(() => document.querySelector('vitrine-viewer').getAttribute('theme') === 'dark');
  assert.equal(await frame.evaluate(() => document.querySelector('vitrine-viewer').alt), 'Another name');
});

test('an origin that is none is told once, and the browser’s own word holds', async (t) => {
  const named = ['example.com', '', 'localhost:1', 'javascript:1'],
    warnings = [];
  const frames = named.map((origin) => `<iframe src="/embed.html#origin=${encodeURIComponent(origin)}"></iframe>`);
  const page = await embed(browser, t, `<!doctype html><html lang="en"><title>Page</title><body></body></html>`, {
    policy: "default-src 'self' 'unsafe-inline'",
    before: (fresh) => fresh.on('console', (message) => message.type() === 'warning' && warnings.push(message.text())),
  });
  await page.evaluate((html) => {
    globalThis.ready = new Set();
    addEventListener('message', ({ source, data }) => data.type === 'vitrine:ready' && ready.add(source));
    document.body.innerHTML = html;
  }, frames.join(''));
  await page.waitForFunction((count) => globalThis.ready.size === count, named.length);
  assert.deepEqual(page.errors, []);
  const told = warnings.filter((text) => text.includes('origin='));
  assert.deepEqual(told.map((text) => /origin=(\S*) is no/.exec(text)[1]).sort(), [...named].sort());
});

test('another source gets another engine where the one before did not start', async (t) => {
  const engine = /\/engine-(worker|onpage)\.js$/;
  const page = await embed(browser, t, `<div class="figure">${slider()}</div>`, {
    before: (fresh) => fresh.route(engine, (route) => route.abort()),
  });
  await failed(page);
  await page.unroute(engine);
  await page.locator('#fig').evaluate((viewer) => viewer.setAttribute('src', 'cube.md5mesh'));
  await loaded(page);
  assert.equal(await page.locator('#fig').evaluate((viewer) => viewer.error), null);
});

// -- files and documents ------------------------------------------------------------------------------------------------

test('the name of a given file is no address', async (t) => {
  const page = await embed(browser, t, '<div class="figure"><vitrine-viewer id="fig"></vitrine-viewer></div>');
  for (const name of ['level#2.world.json', 'http://[.world.json']) {
    await page.locator('#fig').evaluate((viewer, given) => viewer.open([{ name: given, data: new Blob(['{']) }]), name);
    assert.equal(await page.locator('#fig').evaluate((viewer) => viewer.error.code), 'WORLD_JSON', name);
  }
});

test('an element that moves to another document and back keeps its looks', async (t) => {
  const page = await embed(browser, t, '<iframe></iframe><vitrine-viewer id="fig"></vitrine-viewer>');
  const looks = await page.evaluate(() => {
    const viewer = document.getElementById('fig'),
      frame = document.querySelector('iframe');
    const look = () => [
      getComputedStyle(viewer).display,
      getComputedStyle(viewer.shadowRoot.querySelector('.stage')).position,
      viewer.shadowRoot.adoptedStyleSheets.length,
    ];
    const places = [
      document.body,
      frame.contentDocument.body,
      document.body,
      frame.contentDocument.body,
      document.body,
    ];
    return places.map((place) => {
      place.append(viewer);
      return look();
    });
  });
  // The display of the host is that of the page's own sheet, where it has one.
  assert.deepEqual(
    looks.map(([, ...own]) => own),
    looks.map(() => looks[0].slice(1)),
  );
  assert.equal(looks[0][2], 1);
  assert.deepEqual(page.errors, []);
});

// -- from a disk, and twice ---------------------------------------------------------------------------------------------

test('a page on a disk draws with one classic script, and with no other file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-classic-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const copied = join(folder, 'copied');
  assert.equal(vitrine(['copy', '--classic', copied]).status, 0);
  symlinkSync(join(copied, 'element-classic.js'), join(folder, 'element-classic.js'));
  const path = join(folder, 'page.html');
  writeFileSync(
    path,
    pageOf(
      `<script src="element-classic.js"></script><vitrine-viewer id="fig" textures="none" controls></vitrine-viewer>
<script>customElements.whenDefined('vitrine-viewer').then(() => document.getElementById('fig').open([
{ name: 'slider.md5mesh', data: new TextEncoder().encode(${JSON.stringify(files['slider.md5mesh'])}) }]));</script>`,
      { scripts: false },
    ).replace(/<link.*\n/g, ''),
  );
  const page = await browser.page(t, { hash: null });
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  await loaded(page);
  assert.ok(await inside(page, '.controls').isVisible());
  assert.deepEqual(
    asked.filter((url) => !url.startsWith('blob:')).map((url) => url.split('/').at(-1)),
    ['page.html', 'element-classic.js'],
  );
  assert.deepEqual(page.errors, []);
});

test('two copies of the package on one page leave the first one at work, without an error', async (t) => {
  // Another address is another module, as that of another version is.
  const page = await embed(
    browser,
    t,
    pageOf(`<div class="figure">${slider('controls')}</div>`, {
      head: '<script type="module" src="/element.js?other"></script>',
    }),
  );
  await loaded(page);
  const kinds = await page.evaluate(async () => {
    const [one, other] = await Promise.all(['/element.js', '/element.js?other'].map((url) => import(url)));
    const viewer = document.getElementById('fig');
    return [one, other].map(({ VitrineViewerElement }) => viewer instanceof VitrineViewerElement);
  });
  assert.deepEqual(kinds.sort(), [false, true]);
  assert.deepEqual(page.errors, []);
});
