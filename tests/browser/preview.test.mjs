// The attribute `preview`: a coarse surface stands where the model will stand, until the engine has drawn it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { embed, loaded, slider } from './embedding.mjs';
import { dist, startBrowser } from './harness.mjs';

let browser, preview;
before(async () => {
  browser = await startBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-preview-')),
    files = ['heron.md5mesh', 'walk.md5anim'].map((name) => join(dist, 'samples/heron', name));
  const options = ['-o', join(folder, 'heron.glb'), '--preview', join(folder, 'p.glb'), '--action', 'walk'];
  execFileSync(process.execPath, [join(dist, 'node/cli.js'), 'pack', ...files, ...options], { stdio: 'ignore' });
  preview = readFileSync(join(folder, 'p.glb'));
  rmSync(folder, { recursive: true });
});
after(() => browser?.stop());

const heron = (attributes) =>
  `<div class="figure"><vitrine-viewer id="fig" loading="eager" src="/samples/heron/heron.md5mesh" animations="/samples/heron/walk.md5anim" textures="none" action="walk" preview="/given/preview.glb" alt="A heron" ${attributes}></vitrine-viewer></div>`;

/** A page whose engine starts when `go` is called. */
async function waiting(t, attributes, answer = { contentType: 'model/gltf-binary', body: preview }) {
  let go;
  const started = new Promise((resolve) => (go = resolve)),
    said = [];
  const page = await embed(browser, t, heron(attributes), {
    before: async (fresh) => {
      fresh.on('console', (message) => said.push(message.text()));
      await fresh.route('**/given/preview.glb', (route) => route.fulfill(answer));
      await fresh.route('**/engine-worker.js', (route) => void started.then(() => route.continue()));
    },
  });
  return { page, go, said };
}

const canvases = (page) =>
  page.evaluate(() => [...document.getElementById('fig').shadowRoot.querySelectorAll('canvas')].length);
const hasPreview = (page) =>
  page.waitForFunction(() => document.getElementById('fig').shadowRoot.querySelector('.stage').previousElementSibling);

/** Where the viewer's picture differs from its empty stage: the model, as ones and zeros. */
async function silhouette(page) {
  const bytes = await page.locator('#fig').screenshot();
  return page.evaluate(
    async (png) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(png)], { type: 'image/png' })),
        context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height),
        grey = (at) => (data[at] + data[at + 1] + data[at + 2]) / 3,
        mask = [];
      // Without the rim, where the bar of progress is.
      for (let y = 6; y < bitmap.height - 6; ++y)
        for (let x = 6; x < bitmap.width - 6; ++x)
          mask.push(Math.abs(grey(4 * (y * bitmap.width + x)) - grey(4 * (8 * bitmap.width + 8))) > 14 ? 1 : 0);
      return mask;
    },
    [...bytes],
  );
}

for (const [name, attributes] of [
  ['the whole model', 'background="#e6e6e4"'],
  ['from behind and near', 'background="#e6e6e4" camera-orbit="200deg 80deg 70%"'],
])
  test(`it stands where the model stands: ${name}`, async (t) => {
    const { page, go, said } = await waiting(t, attributes);
    await hasPreview(page);
    const early = await silhouette(page);
    go();
    await loaded(page);
    await page.waitForFunction(
      () => !document.getElementById('fig').shadowRoot.querySelector('.stage').previousElementSibling,
    );
    assert.equal(await canvases(page), 1, 'the preview is gone');
    const late = await silhouette(page);
    let both = 0,
      either = 0;
    early.forEach((is, i) => {
      both += is & late[i];
      either += is | late[i];
    });
    assert.ok(either > 2000, `${either} pixels`);
    // 1,500 triangles for 5,172, edges without antialiasing.
    assert.ok(both / either > 0.85, `${((100 * both) / either).toFixed(1)} % of the two are the same`);
    assert.deepEqual(said, []);
  });

for (const [name, answer, reason] of [
  ['is not there', { status: 404, body: '' }, /answered 404/],
  ['is a text', { body: 'letter' }, /it is no GLB/],
  [
    'ends early',
    {
      get body() {
        return preview.subarray(0, 9000);
      },
    },
    /./,
  ],
])
  test(`a preview that ${name} leaves the model alone, and the console says it`, async (t) => {
    const { page, go, said } = await waiting(t, '', answer);
    go();
    await loaded(page);
    await page.waitForFunction(() => document.getElementById('fig').report);
    const warning = said.find((text) => text.includes('vitrine: no preview'));
    assert.match(warning ?? '', reason);
    assert.equal(await canvases(page), 1);
  });

test('while an image comes the model is made ready, and nothing of it is drawn', async (t) => {
  let send;
  const sent = new Promise((resolve) => (send = resolve)),
    tag = heron('').replace('textures="none"', 'textures="/samples/heron/heron_body.png"');
  const page = await embed(browser, t, tag, {
    before: async (fresh) => {
      await fresh.route('**/given/preview.glb', (route) => route.fulfill({ body: preview }));
      await fresh.route('**/heron_body.png', (route) => void sent.then(() => route.continue()));
    },
  });
  await page.waitForFunction(() => document.getElementById('fig').report);
  await hasPreview(page);
  const drawn = () => page.evaluate(() => document.getElementById('fig').shadowRoot.querySelector('[data-drawn]'));
  // As long as pictures would take to come.
  await page.evaluate(async () => {
    for (let i = 0; i < 20; ++i) await new Promise(requestAnimationFrame);
  });
  assert.equal(await drawn(), null);
  send();
  await loaded(page);
  assert.notEqual(await drawn(), null);
});

test('an image that does not come is the same fault with a preview as without one', async (t) => {
  for (const attributes of ['', 'preview="/given/preview.glb"']) {
    const tag = slider(attributes).replace('textures="none"', 'textures="/given/none.png"'),
      page = await embed(browser, t, `<div class="figure">${tag}</div>`, {
        before: async (fresh) => {
          await fresh.route('**/given/preview.glb', (route) => route.fulfill({ body: preview }));
          await fresh.route('**/given/none.png', (route) => route.fulfill({ status: 404, body: '' }));
        },
      });
    await page.waitForFunction(() => document.getElementById('fig').error);
    assert.equal(await page.evaluate(() => document.getElementById('fig').error.code), 'FETCH_FAILED');
    // The preview goes with the fault.
    await page.waitForFunction(
      () => !document.getElementById('fig').shadowRoot.querySelector('.stage').previousElementSibling,
    );
  }
});

test('a viewer without one fetches no script for it', async (t) => {
  const asked = [];
  const page = await embed(browser, t, `<div class="figure">${slider()}</div>`, {
    before: (fresh) => fresh.on('request', (request) => asked.push(request.url())),
  });
  await loaded(page);
  assert.ok(asked.some((url) => url.includes('engine-worker')));
  assert.ok(!asked.some((url) => url.includes('element-preview')));
});
