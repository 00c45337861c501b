// Pictures drawn without a browser agree with those of WebGL: same model, pose, camera and stage, pixel by pixel.
//
// WebGL draws at twice the size, so that both have 16 samples a pixel: with the 4 of one size, half of all pixels at an
// edge are a tie. What may still differ: where the samples lie, the driver's texture filters, and that translucent
// triangles are sorted within their mesh there, among all here. Hence the tolerances: colours differ by less than 1.5 of 255 in the mean, less than 2 pixels in
// 100 by more than 24 in some channel, and silhouettes overlap to 98 parts of 100; where our picture covers a pixel
// wholly or not at all, to 995 of 1000.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { createVitrine, encodePng } from '../../dist/node/index.js';
import { root, shared } from '../node/support/vitrine.mjs';
import { wall } from './declared.mjs';
import { openFiles, pause, scrub, shown, startBrowser } from './harness.mjs';

const size = { width: 640, height: 480 };
const most = { mean: 1.5, share: 0.02, overlap: 0.98, sure: 0.995 };

let browser, vitrine;
before(async () => ([browser, vitrine] = await Promise.all([startBrowser(), createVitrine()])));
after(() => browser?.stop());

const filesOf = (sample) => {
  const folder = new URL(`../../public/samples/${sample}/`, import.meta.url);
  return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) }));
};

/** Has the page's engine draw what it shows from the page's own framing, in both themes: RGBA of each. */
async function captured(page) {
  return page.evaluate(async () => {
    const engine = globalThis.engineWorker,
      post = engine.postMessage.bind(engine);
    let camera, settings;
    let frozen = false;
    engine.postMessage = (message, ...rest) => {
      // A late change of the framing must not move the camera that both pictures are taken with.
      if (message.type === 'camera' && frozen) return;
      if (message.type === 'camera') camera = message.camera;
      if (message.type === 'settings') settings = message.settings;
      post(message, ...rest);
    };
    const rest = () => new Promise((resolve) => setTimeout(resolve, 400));
    // The whole action in the middle of the view, and the settings without the grid.
    for (const key of ['Home', 'g'])
      document.getElementById('stage').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await rest();
    frozen = true;
    const pictures = [];
    for (const theme of ['light', 'dark']) {
      const overlays = { ...settings.overlays, grid: false };
      post({ type: 'settings', viewer: 0, settings: { ...settings, theme, overlays } });
      post({ type: 'camera', viewer: 0, camera: { ...camera, offset: [0, 0] } });
      const ask = (name, given, request) =>
        new Promise((resolve) => {
          const listen = ({ data }) => {
            if (data.type !== 'answer' || data.request !== request) return;
            engine.removeEventListener('message', listen);
            resolve(data.answer);
          };
          engine.addEventListener('message', listen);
          post({ type: 'ask', viewer: 0, request, name, given });
        });
      // The pose is on the GPU once a frame has been drawn.
      await ask('settle', { rough: false }, -1000 - pictures.length);
      const blob = await ask('capture', { mime: 'image/png' }, -2000 - pictures.length);
      const bitmap = await createImageBitmap(blob);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let text = '';
      for (let i = 0; i < data.length; i += 0x8000) text += String.fromCharCode(...data.subarray(i, i + 0x8000));
      pictures.push({ width: bitmap.width, height: bitmap.height, pixels: btoa(text) });
    }
    engine.postMessage = post;
    return { camera, pictures };
  });
}

test('images are decoded as the browser decodes them', async (t) => {
  // A page of nothing: the application's start page draws its samples all the time.
  const page = await browser.page(t, { ...size, hash: null });
  await page.goto(`${page.origin}/icons/vitrine.svg`);
  const below = (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(png|jpe?g)$/i.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  const isProgressive = (bytes) => bytes.includes(Buffer.from([0xff, 0xc2, 0x00, 0x11, 0x08]));
  const paths = below(join(root, 'public/samples')).slice(0, 2);
  if (shared !== null) {
    const images = below(join(shared, 'corpus')).filter((path) => statSync(path).size < 200_000);
    const photos = images.filter((path) => !path.endsWith('.png')).map((path) => [path, readFileSync(path)]);
    paths.push(...images.filter((path) => path.endsWith('.png')).slice(0, 3));
    paths.push(
      ...photos
        .filter(([, bytes]) => isProgressive(bytes))
        .slice(0, 2)
        .map(([path]) => path),
    );
    paths.push(
      ...photos
        .filter(([, bytes]) => !isProgressive(bytes))
        .slice(0, 4)
        .map(([path]) => path),
    );
  }
  for (const path of paths) {
    const bytes = readFileSync(path);
    const theirs = Buffer.from(
      await page.evaluate(async (base64) => {
        const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([data]), {
          premultiplyAlpha: 'none',
          colorSpaceConversion: 'none',
        });
        const gl = (globalThis.gl ??= new OffscreenCanvas(1, 1).getContext('webgl2'));
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
        gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
        const texture = gl.getParameter(gl.TEXTURE_BINDING_2D);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
        const pixels = new Uint8Array(bitmap.width * bitmap.height * 4);
        gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        let text = '';
        for (let i = 0; i < pixels.length; i += 0x8000) text += String.fromCharCode(...pixels.subarray(i, i + 0x8000));
        return btoa(text);
      }, bytes.toString('base64')),
      'base64',
    );
    const ours = vitrine.decodeImage(bytes).rgba;
    assert.equal(ours.length, theirs.length, path);
    let largest = 0,
      sum = 0;
    for (let i = 0; i < ours.length; ++i) {
      const off = Math.abs(ours[i] - theirs[i]);
      largest = Math.max(largest, off);
      sum += off;
    }
    t.diagnostic(`${path.split('/').at(-1)}: at most ${largest}, ${sum} in all`);
    assert.ok(largest <= (path.endsWith('.png') ? 0 : 2), `${path}: ${largest}`);
  }
});

/** Each pixel the mean of the four it stands for: RGBA of half the width and height. */
function halved(pixels, width, height) {
  const result = Buffer.alloc(pixels.length / 4);
  for (let y = 0; y < height / 2; ++y)
    for (let x = 0; x < 2 * width; ++x) {
      const from = 8 * width * y + 8 * (x >> 2) + (x & 3);
      const sum = pixels[from] + pixels[from + 4] + pixels[from + 4 * width] + pixels[from + 4 * width + 4];
      result[2 * width * y + x] = (sum + 2) >> 2;
    }
  return result;
}

// One page at a time: the picture of a page in the background may wait.
for (const [sample, action, part] of [
  ['heron'],
  ['lighthouse'],
  ['pinwheel', 'breeze', 0.5],
  ['mannequin'],
  ['column', 'bend', 0.3],
  ['a declared wall'],
]) {
  test(`${sample} looks as WebGL shows it`, async (t) => {
    // Without motion the camera is where it was told to be at once.
    const page = await browser.page(t, { ...size, reducedMotion: 'reduce', deviceScaleFactor: 2 });
    const files = sample === 'a declared wall' ? wall() : filesOf(sample);
    await openFiles(
      page,
      files.map(({ name, bytes }) => ({ name, text: bytes })),
    );
    await shown(page);
    const choice = page.getByRole('combobox', { name: 'Action' });
    if (await choice.count()) await choice.selectOption(action === undefined ? 'Bind pose' : action);
    if (action !== undefined) {
      await pause(page);
      await scrub(page, part);
    }
    const { camera, pictures } = await captured(page);
    const [light, dark] = pictures.map(({ width, height, pixels }) => {
      assert.deepEqual([width, height], [2 * size.width, 2 * size.height]);
      return halved(Buffer.from(pixels, 'base64'), width, height);
    });

    const document = vitrine.open(files);
    const degrees = 180 / Math.PI;
    const options = {
      ...size,
      ...(action !== undefined && { action, time: part * document.action(action).duration }),
      yaw: camera.yaw * degrees,
      pitch: camera.pitch * degrees,
      fov: camera.fovY * degrees,
      distance: camera.distance,
      target: camera.target,
    };
    const ours = document.render(options).rgba,
      cut = document.render({ ...options, background: 'transparent' }).rgba;
    if (process.env.VITRINE_SHOTS) {
      writeFileSync(join(process.env.VITRINE_SHOTS, `${sample}_webgl.png`), encodePng(size.width, size.height, light));
      writeFileSync(join(process.env.VITRINE_SHOTS, `${sample}_ours.png`), encodePng(size.width, size.height, ours));
    }
    document.dispose();

    const count = size.width * size.height;
    // Pixels at an edge are mixed from model and stage, and a change of the theme moves the stage alone: half of what it
    // moves an empty corner by is half a pixel.
    const half = Math.abs(light[0] - dark[0]) / 2;
    let sum = 0,
      far = 0;
    const all = { both: 0, either: 0 },
      sure = { both: 0, either: 0 };
    for (let i = 0; i < 4 * count; i += 4) {
      const off = [0, 1, 2].map((c) => Math.abs(light[i + c] - ours[i + c]));
      sum += off[0] + off[1] + off[2];
      far += Math.max(...off) > 24 ? 1 : 0;
      const model = Math.abs(light[i] - dark[i]) < half,
        alpha = cut[i + 3];
      for (const tally of alpha > 0 && alpha < 255 ? [all] : [all, sure]) {
        tally.both += model && alpha > 127 ? 1 : 0;
        tally.either += model || alpha > 127 ? 1 : 0;
      }
    }
    const found = {
      mean: sum / (3 * count),
      share: far / count,
      overlap: all.both / all.either,
      sure: sure.both / sure.either,
    };
    const { either } = all;
    t.diagnostic(JSON.stringify({ ...found, half }));
    assert.ok(either > 0.01 * count, 'there is something to compare');
    assert.ok(found.mean < most.mean, `mean difference ${found.mean}`);
    assert.ok(found.share < most.share, `share of pixels that are far off ${found.share}`);
    assert.ok(found.overlap > most.overlap, `overlap of silhouettes ${found.overlap}`);
    assert.ok(found.sure > most.sure, `overlap where a pixel is covered wholly or not at all ${found.sure}`);
  });
}
