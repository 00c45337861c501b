// Browsers that have an OffscreenCanvas without WebGL2 in it, none at all, or no WebGL2: the engines then draw on the page's
// own thread, through one context, or say why not.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { embed, loaded, slider, strictPolicy } from './embedding.mjs';
import { openFiles, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** As WebKitGTK 2.50 and Safari before 17 are: no WebGL in an OffscreenCanvas, on the page or in a worker. */
const withoutGl = `{ const own = OffscreenCanvas.prototype.getContext;
  OffscreenCanvas.prototype.getContext = function (name, ...more) { return /webgl/.test(name) ? null : own.call(this, name, ...more); }; }`;
/** As older ones are. */
const withoutOffscreen = `delete globalThis.OffscreenCanvas;
  if (globalThis.HTMLCanvasElement) delete HTMLCanvasElement.prototype.transferControlToOffscreen;`;

/** Runs `script` before those of the page and of its engines; counts contexts of WebGL2 in `globalThis.contexts`. */
async function limit(page, script) {
  await page.addInitScript(script);
  await page.addInitScript(() => {
    globalThis.contexts = 0;
    const own = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (name, ...more) {
      const context = own.call(this, name, ...more);
      if (name === 'webgl2' && context) globalThis.contexts += 1;
      return context;
    };
  });
  await page.route(/\/(page|engine|world|film)-(worker|engine)\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
}
async function openPage(t, script) {
  const page = await browser.page(t, { hash: null, width: 1000, height: 700, reducedMotion: 'reduce' });
  await limit(page, script);
  await page.goto(page.origin);
  return page;
}
const room = {
  kind: 'vitrine-world',
  version: 1,
  textures: { stone: 'stone.png' },
  materials: { wall: { texture: 'stone', lightmap: { op: 'texture', fill: [0.3, 0.3, 0.3] } } },
  meshes: { hall: { material: 'wall', boxes: [{ min: [-3, 0, -3], max: [3, 3, 3] }] } },
  scenes: {
    room: { op: 'add', in: ['hall', { op: 'light', name: 'lamp', at: [1, 2, 1], range: 6, color: [0.7, 0.7, 0.6] }] },
  },
  camera: { at: [0, 1.5, 2.5], dir: [0, -0.3, -1], fov: 70 },
};
const stone = encodePng(1, 1, Uint8Array.from([255, 255, 255, 255]));
const model = [
  { name: 'slider.md5mesh', text: sliderModel },
  { name: 'slide.md5anim', text: sliderAction },
];
async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

for (const [name, script] of [
  ['an OffscreenCanvas without WebGL2', withoutGl],
  ['no OffscreenCanvas', withoutOffscreen],
]) {
  test(`with ${name} the application draws a model on the page's thread, and makes an animation of it`, async (t) => {
    const page = await openPage(t, script);
    await openFiles(page, model);
    await shown(page);
    // One canvas is drawn to and the picture is copied: there is no worker to ask whether it rests.
    await page.waitForTimeout(500);
    const png = await page.locator('#stage').screenshot();
    assert.ok(png.length > 5000, `${png.length} bytes of a picture`);
    assert.equal(await page.evaluate(() => globalThis.contexts), 1);
    await page.getByRole('button', { name: 'Film' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Film' });
    await dialog.getByRole('combobox', { name: 'Size' }).selectOption({ index: 0 });
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save animation' }).click();
    assert.equal((await download).suggestedFilename(), 'slider-slide.png');
    await quiet(page);
  });

  test(`with ${name} a world is drawn and played`, async (t) => {
    const page = await openPage(t, script);
    await openFiles(page, [
      { name: 'room.world.json', text: JSON.stringify(room) },
      { name: 'stone.png', text: stone },
    ]);
    await page.waitForFunction(() => document.querySelector('.world-room')?.dataset.time !== undefined);
    await page.waitForFunction(() => document.title.startsWith('room.world.json'));
    const middle = await page.evaluate(() => {
      const canvas = document.querySelector('.world-canvas'),
        { data } = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height * 0.9, 1, 1);
      return [...data];
    });
    assert.ok(Math.max(...middle.slice(0, 3)) > 20, String(middle));
    await quiet(page);
  });

  test(`with ${name} fifty viewers draw through one context`, async (t) => {
    const body = Array.from(
      { length: 50 },
      (_, i) =>
        `<vitrine-viewer class="small" id="v${i}" src="slider.md5mesh" animations="slide.md5anim" textures="none" alt="A box" loading="eager"></vitrine-viewer>`,
    ).join('');
    const page = await embed(browser, t, body, {
      policy: `${strictPolicy}; require-trusted-types-for 'script'; trusted-types vitrine`,
      before: (each) => limit(each, script),
      width: 1400,
      height: 1100,
    });
    for (const id of ['v0', 'v25', 'v49']) await loaded(page, id);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('vitrine-viewer')].every((viewer) =>
        viewer.shadowRoot.querySelector('.frame').hasAttribute('data-drawn'),
      ),
    );
    assert.equal(await page.evaluate(() => globalThis.contexts), 1);
    const drawn = await page.evaluate(() =>
      [...document.querySelectorAll('vitrine-viewer')].map((viewer) => {
        const canvas = viewer.shadowRoot.querySelector('canvas'),
          { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value) => value > 0);
      }),
    );
    assert.deepEqual(drawn, Array(50).fill(true));
    await quiet(page);
  });

  test(`with ${name} a poster gives way to the model`, async (t) => {
    const page = await embed(browser, t, slider('poster="/icons/vitrine.svg" playing loop'), {
      before: (each) => limit(each, script),
    });
    await loaded(page);
    assert.equal(await page.evaluate(() => globalThis.contexts), 1);
    const bytes = await page.evaluate(async () => (await document.getElementById('fig').toBlob()).size);
    assert.ok(bytes > 500, `${bytes} bytes`);
    await quiet(page);
  });
}

test('without WebGL2 the page says so, and answers a file that is opened with it', async (t) => {
  const page = await openPage(
    t,
    `for (const name of ['OffscreenCanvas', 'HTMLCanvasElement']) if (globalThis[name]) {
      const { prototype } = globalThis[name], own = prototype.getContext;
      prototype.getContext = function (name, ...more) { return /webgl/.test(name) ? null : own.call(this, name, ...more); }; }`,
  );
  const note = page.locator('.stage-note', { hasText: 'This browser gives no WebGL2 context' });
  await note.waitFor();
  const answer = page.getByRole('alertdialog', { name: /could not be opened/ });
  await page.locator('.sample').first().click();
  await answer.waitFor();
  assert.match(await answer.textContent(), /Turn on graphics acceleration in its settings, or use another browser/);
  await answer.getByRole('button', { name: 'Close' }).last().click();
  await openFiles(page, model);
  await answer.waitFor();
  assert.match(await answer.textContent(), /slider\.md5mesh could not be opened/);
});
