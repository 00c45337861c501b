// What happens to <vitrine-viewer> when a page, a framework or a person changes it at awkward times.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { embed, files, loaded, slider } from './embedding.mjs';
import { startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const figure = (page) => page.locator('#fig');
const eventually = (page, test_, argument) => page.waitForFunction(test_, argument, { timeout: 30_000 });
const nextLoad = (page, change) =>
  figure(page).evaluate(
    (v, code) =>
      new Promise((resolve, reject) => {
        v.addEventListener('load', resolve, { once: true });
        v.addEventListener('error', () => reject(v.error), { once: true });
        new Function('v', code)(v);
      }),
    change,
  );
/** Calls `reading` of the page whenever an engine has just been told to read. */
const hearReading = (page) =>
  page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...given) {
      postMessage.apply(this, given);
      if (given[0]?.type === 'load') globalThis.reading?.();
    };
  });
/** `nextLoad` compiles its changes. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; worker-src 'self' blob:";

test('what is asked for while a source is read holds, and another source begins anew', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider('playing reveal="manual"')}</div>`, {
    policy,
    before: async (each) => {
      await hearReading(each);
      await each.route('**/sl%E9ider.md5mesh', (route) => route.fulfill({ body: files['slider.md5mesh'] }));
    },
  });
  await page.waitForFunction(() => customElements.get('vitrine-viewer'));
  const state = () => figure(page).evaluate((v) => [v.action, v.currentTime, v.paused]);

  await nextLoad(
    page,
    `globalThis.reading = () => {
       delete globalThis.reading;
       v.pause();
       v.action = 'slide';
       v.currentTime = 0.25;
     };
     v.show();`,
  );
  assert.deepEqual(await state(), ['slide', 0.25, true]);

  // A person has paused it: so it stays; the time of the one before is not the next one's.
  await nextLoad(page, `v.currentTime = 0.5; v.src = 'slider.md5mesh?2';`);
  assert.deepEqual(await state(), ['slide', 0, true]);
  await nextLoad(page, `v.setAttribute('time', '0.125'); v.src = 'slider.md5mesh?3';`);
  assert.deepEqual(await state(), ['slide', 0.125, true]);
  // Files that come to it leave the time.
  await nextLoad(page, `v.currentTime = 0.5; v.animations = 'slide.md5anim eleven.md5anim';`);
  assert.deepEqual(await state(), ['slide', 0.5, true]);

  // What had no more to play plays on.
  await figure(page).evaluate((v) => {
    v.removeAttribute('time');
    v.playbackRate = 16;
    void v.play();
  });
  await eventually(page, () => document.getElementById('fig').ended);
  await figure(page).evaluate((v) => (v.playbackRate = 0.01));
  await nextLoad(page, `v.src = 'slider.md5mesh?4';`);
  const [, time, paused] = await state();
  assert.equal(paused, false);
  assert.ok(time < 0.3, `it began at the start: ${time}`);
  await nextLoad(page, `v.removeAttribute('action'); v.animations = '';`);
  assert.deepEqual(await state(), ['', 0, true], 'there is nothing to play');
  await nextLoad(page, `v.animations = 'slide.md5anim'; v.src = '/test/sl%E9ider.md5mesh';`);
  assert.equal((await state())[2], false);
  assert.equal(await figure(page).evaluate((v) => v.report.files[0].name), 'sl%E9ider.md5mesh');
  assert.equal(
    await figure(page).evaluate((v) => {
      try {
        v.playbackRate = NaN;
      } catch (error) {
        return `${error.name}, still ${v.playbackRate}`;
      }
    }),
    'TypeError, still 0.01',
  );
  assert.deepEqual(page.errors, []);
});

test('properties as frameworks set them, files as pages have them, and pictures of what has no size', async (t) => {
  const page = await embed(browser, t, `<div class="figure">${slider('controls="full"')}</div>`);
  await loaded(page);
  const set = (name, value) =>
    figure(page).evaluate(
      (v, [key, given]) => {
        v[key] = given === 'undefined' ? undefined : given;
        return [v.controls, v.getAttribute('controls'), v.getAttribute('action')];
      },
      [name, value],
    );
  assert.deepEqual(await set('controls', true), ['basic', '', null]);
  assert.deepEqual(await set('controls', false), ['none', null, null]);
  assert.deepEqual(await set('controls', ''), ['basic', '', null]);
  assert.deepEqual(await set('action', 'slide'), ['basic', '', 'slide']);
  await eventually(page, () => document.getElementById('fig').action === 'slide');
  assert.deepEqual(await set('action', null), ['basic', '', null]);
  await eventually(page, () => document.getElementById('fig').action === 'eleven');
  assert.deepEqual(await set('controls', 'undefined'), ['none', null, null]);

  const said = () =>
    figure(page).evaluate((v) =>
      v.toBlob().then(
        ({ type }) => type,
        ({ message }) => message,
      ),
    );
  await page.locator('.figure').evaluate((box) => (box.hidden = true));
  await eventually(page, () => document.getElementById('fig').clientWidth === 0);
  await page.waitForTimeout(100);
  assert.equal(await said(), 'There is no picture at the moment.');
  await page.locator('.figure').evaluate((box) => (box.hidden = false));
  await eventually(page, () => document.getElementById('fig').clientWidth === 320);
  await page.waitForTimeout(100);
  assert.equal(await said(), 'image/png');

  const opened = await figure(page).evaluate(async (v) => {
    const text = await (await fetch('slider.md5mesh')).text(),
      bytes = new TextEncoder().encode(`..${text}`).subarray(2);
    const names = [];
    for (const file of [new File([text], 'file.md5mesh'), { name: 'bytes.md5mesh', data: bytes }]) {
      await v.open([file]);
      names.push(v.error?.message ?? v.report.files[0].name);
    }
    return names;
  });
  assert.deepEqual(opened, ['file.md5mesh', 'bytes.md5mesh']);

  // Above the controls, where it can be pressed.
  await figure(page).evaluate((v) => {
    v.controls = true;
    v.src = 'absent.md5mesh';
  });
  await page.getByRole('button', { name: 'Try again' }).click({ timeout: 5000 });
});

test('light, density and room of the page around', async (t) => {
  const small = (id) => slider('').replace('"fig"', `"${id}"`);
  const page = await embed(
    browser,
    t,
    `<div class="figure">${slider()}</div><div class="left">${small('left')}</div><div class="grid"><div>${small('cell')}</div><div>text</div></div>`,
    {
      before: (each) =>
        each.route('**/test/page.css', (route) =>
          route.fulfill({
            contentType: 'text/css',
            body: '.figure { width: 320px; } .left { float: left; } .grid { display: grid; grid-template-columns: 1fr 1fr; width: 200px; } body.night, [data-any-name=dark] body { color-scheme: dark; }',
          }),
        ),
    },
  );
  await loaded(page);
  const boxOf = (id) => page.locator(`#${id}`).evaluate((v) => [v.clientWidth, v.clientHeight]);
  assert.deepEqual(await boxOf('left'), [300, 225], 'what shrinks to its content is as wide as a video');
  assert.deepEqual(await boxOf('cell'), [100, 75], 'and no wider than there is room');

  const themed = (theme) =>
    page.locator(`#fig .frame[data-theme=${theme}]`).waitFor({ state: 'attached', timeout: 5000 });
  await page.evaluate(() => document.body.classList.add('night'));
  await themed('dark');
  await page.evaluate(() => document.body.classList.remove('night'));
  await themed('light');
  await page.evaluate(() => (document.documentElement.dataset.anyName = 'dark'));
  await themed('dark');

  const devtools = await page.context().newCDPSession(page);
  for (const deviceScaleFactor of [2, 1.5]) {
    const metrics = { width: 800, height: 600, mobile: false, deviceScaleFactor };
    await devtools.send('Emulation.setDeviceMetricsOverride', metrics);
    // The page hears of it with its next picture.
    await devtools.send('Page.captureScreenshot');
    await page.waitForFunction(
      (width) => document.getElementById('fig').shadowRoot.querySelector('canvas').width === width,
      320 * deviceScaleFactor,
      { timeout: 10_000 },
    );
  }
  assert.deepEqual(page.errors, []);
});

test('what is said to a frame before it listens reaches it', async (t) => {
  const page = await embed(
    browser,
    t,
    '<!doctype html><html><head><title>Page</title><link rel="icon" href="/icons/vitrine.svg"></head><body></body></html>',
    { policy: "default-src 'self' 'wasm-unsafe-eval' blob:" },
  );
  const action = await page.evaluate(async () => {
    const { connectEmbed } = await import('/embed.js');
    const frame = document.createElement('iframe');
    frame.src = '/embed.html#src=/test/slider.md5mesh,/test/eleven.md5anim,/test/slide.md5anim&textures=none&playing=0';
    document.body.append(frame);
    const connection = connectEmbed(frame);
    connection.set({ action: 'eleven', camera: { orbit: '10deg 80deg 30' } });
    connection.set({ action: 'slide', camera: { fieldOfView: '30deg' } });
    return new Promise((resolve) => connection.on('vitrine:loaded', (event) => resolve(event.action)));
  });
  assert.equal(action, 'slide');
  const camera = await page.frames()[1].evaluate(() => document.querySelector('vitrine-viewer').camera);
  assert.deepEqual([camera.orbit, camera.fieldOfView], ['10deg 80deg 30', '30deg']);
});
