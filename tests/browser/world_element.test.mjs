// <vitrine-viewer> with a world document: what the element can do with a model it can do with a world, and a page of
// models fetches nothing of it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { createVitrine, encodePng } from '../../dist/node/index.js';
import { embed, loaded, slider } from './embedding.mjs';
import { startBrowser } from './harness.mjs';

let browser, vitrine;
before(async () => ([browser, vitrine] = await Promise.all([startBrowser(), createVitrine()])));
after(() => browser?.stop());

/** A wall over the whole view, as grey as the seconds say, for two seconds; its texture halves the blue. */
const dusk = {
  kind: 'vitrine-world',
  version: 1,
  textures: { tint: 'parts/tint.png' },
  materials: {
    wall: { texture: 'tint', phases: ['extra'], color: { value: [0, 0, 0, 1], anim: { b: 'TIME', c: 'XYZ' } } },
  },
  scenes: {
    all: {
      op: 'add',
      in: [
        { op: 'event', name: 'show', in: [{ op: 'add' }] },
        { op: 'mesh', material: 'wall', boxes: [{ min: [-9, -9, -6], max: [9, 9, -5] }] },
        {
          op: 'mesh',
          material: { op: 'material', phases: ['extra'], color: [1, 0, 0] },
          boxes: [{ min: [-0.5, -0.5, -3], max: [0.5, 0.5, -2] }],
        },
      ],
    },
  },
  entities: ['all'],
  timeline: { bpm: 60, events: [{ op: 'show', start: 0, end: 2 }] },
  camera: { at: [0, 0, 0], dir: [0, 0, -1], fov: 60 },
};
const tint = encodePng(1, 1, Uint8Array.from([255, 255, 128, 255]));
const text = (document) => JSON.stringify(document);

/** A page with worlds beside its models. */
async function page(t, body, { worlds = {}, ...options } = {}) {
  const served = { 'dusk.world.json': text(dusk), ...worlds };
  const asked = [];
  const opened = await embed(browser, t, body, {
    ...options,
    before: async (each) => {
      each.on('request', (request) => asked.push(new URL(request.url()).pathname));
      for (const [name, content] of Object.entries(served))
        await each.route(`**/test/${name}`, (route) =>
          route.fulfill({ contentType: 'application/json', body: content }),
        );
      await each.route('**/test/parts/tint.png', (route) =>
        route.fulfill({ contentType: 'image/png', body: Buffer.from(tint) }),
      );
      await options.before?.(each);
    },
  });
  return Object.assign(opened, { asked });
}
const world = (attributes = '', children = '') =>
  `<div class="figure"><vitrine-viewer id="fig" src="dusk.world.json" alt="Dusk" ${attributes}>${children}</vitrine-viewer></div>`;
const figure = (each) => each.locator('#fig');
const quiet = async (each) => {
  assert.deepEqual(await each.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(each.errors, []);
};
/** Colours of the picture that the element hands out, at places in 0..1. */
const colors = (each, places) =>
  figure(each).evaluate(async (v, wanted) => {
    const bitmap = await createImageBitmap(await v.toBlob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return wanted.map(([x, y]) => [
      ...context.getImageData(Math.floor(x * bitmap.width), Math.floor(y * bitmap.height), 1, 1).data,
    ]);
  }, places);
const close = (found, wanted) =>
  assert.ok(
    found.every((value, i) => Math.abs(value - wanted[i]) <= 3),
    `${found} is not ${wanted}`,
  );
const atTime = (each, seconds) =>
  figure(each).evaluate(async (v, time) => {
    const there = new Promise((resolve) => v.addEventListener('timeupdate', resolve, { once: true }));
    v.currentTime = time;
    await there;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }, seconds);

test('a page of models fetches nothing for worlds, a page of worlds nothing for models', async (t) => {
  const models = await page(t, slider());
  await loaded(models);
  assert.ok(models.asked.includes('/engine-worker.js'));
  assert.deepEqual(
    models.asked.filter((path) => /world|vitrine-core/.test(path)),
    [],
  );
  const worlds = await page(t, world());
  await loaded(worlds);
  assert.ok(worlds.asked.includes('/world-engine.js'));
  assert.deepEqual(
    worlds.asked.filter((path) => /engine-worker|vitrine-view/.test(path)),
    [],
  );
  await quiet(worlds);
});

test('properties, methods and events are those of a video, and the picture is that of the module', async (t) => {
  const each = await page(t, world('controls="full"'), {
    before: (fresh) =>
      fresh.addInitScript(() => {
        globalThis.heard = [];
        for (const name of 'loadedmetadata load error play pause timeupdate ended actionchange camerachange'.split(' '))
          document.addEventListener(name, (event) => event.target.id === 'fig' && globalThis.heard.push(name), {
            capture: true,
          });
      }),
  });
  await loaded(each);
  const found = await figure(each).evaluate((v) => ({
    box: [v.getBoundingClientRect().width, v.getBoundingClientRect().height],
    paused: v.paused,
    time: v.currentTime,
    duration: v.duration,
    action: v.action,
    format: v.report.format,
    triangles: v.report.info.statistics.triangles,
    problems: v.report.issues.messages,
    heard: globalThis.heard,
  }));
  assert.deepEqual(found, {
    box: [320, 240],
    paused: true,
    time: 0,
    duration: 2,
    action: 'timeline',
    format: 'world',
    triangles: 24,
    problems: [],
    heard: ['actionchange', 'loadedmetadata', 'load'],
  });
  await atTime(each, 0.5);
  assert.equal(await each.getByRole('slider').getAttribute('aria-valuetext'), '0.500 s · frame 31/120');
  const [wall, box] = await colors(each, [
    [0.1, 0.1],
    [0.5, 0.5],
  ]);
  close(wall, [128, 128, 64, 255]);
  close(box, [255, 0, 0, 255]);
  const module = vitrine.world(text(dusk), () => tint);
  const { pixels, width } = module.render({ times: [0.5], width: 32, height: 24 });
  module.dispose();
  close(wall, pixels.slice((2 * width + 3) * 4, (2 * width + 3) * 4 + 4));

  await figure(each).evaluate((v) => {
    globalThis.heard.length = 0;
    v.playbackRate = 4;
    void v.play();
  });
  await each.waitForFunction(() => globalThis.heard.includes('ended'), undefined, { timeout: 30_000 });
  const heard = await each.evaluate(() => globalThis.heard);
  assert.equal(heard[0], 'play');
  assert.deepEqual(heard.slice(-3), ['timeupdate', 'pause', 'ended']);
  assert.deepEqual(await figure(each).evaluate((v) => [v.ended, v.paused, v.currentTime]), [true, true, 2]);
  await quiet(each);
});

test('the document looks through its own camera until a hand takes hold of it', async (t) => {
  const each = await page(t, world());
  await loaded(each);
  await atTime(each, 1);
  const red = async (x, y) => (await colors(each, [[x, y]]))[0][1] < 100;
  assert.ok(await red(0.5, 0.5));
  assert.equal(await red(0.9, 0.5), false);
  const stage = each.getByRole('application', { name: 'Dusk' });
  await stage.focus();
  for (let i = 0; i < 5; ++i) await each.keyboard.press('Shift+ArrowLeft');
  await each.waitForTimeout(500);
  assert.equal(await red(0.5, 0.5), false, 'the box has left the middle');
  assert.ok((await figure(each).evaluate((v) => v.camera)).orbit.length > 0);
  await each.keyboard.press('Home');
  await each.waitForTimeout(800);
  assert.ok(await red(0.5, 0.5), 'and is back');
  await quiet(each);
});

test('attributes place the camera around what the world shows', async (t) => {
  const each = await page(t, world('camera-orbit="180deg 90deg 8m" camera-target="0 0 -5.5" time="1"'));
  await loaded(each);
  // From behind, the wall hides the box.
  const [middle] = await colors(each, [[0.5, 0.5]]);
  close(middle, [255, 255, 128, 255]);
  await quiet(each);
});

test('a poster stays until the world is drawn, and a refused one leaves it and says its line', async (t) => {
  const broken = `{ "kind": "vitrine-world",\n"version": 1,\n"scenes": { "a": { "op": "nothing" } } }`;
  const each = await page(
    t,
    `<div class="figure"><vitrine-viewer id="fig" src="broken.world.json" poster="/icons/vitrine.svg" alt="Broken"></vitrine-viewer></div>`,
    { worlds: { 'broken.world.json': broken } },
  );
  await each.waitForFunction(() => document.getElementById('fig').error !== null, undefined, { timeout: 30_000 });
  const { code, line, shows } = await figure(each).evaluate((v) => ({
    code: v.error.code,
    line: v.error.issues[0].line,
    shows: !v.shadowRoot.querySelector('.poster').hidden,
  }));
  assert.deepEqual([code, line, shows], ['WORLD_OP', 3, true]);
  assert.match(await each.getByRole('alert').textContent(), /broken\.world\.json could not be shown/);
});

test('worlds and models stand on one page, and one element shows either', async (t) => {
  const each = await page(t, `${world()}<div class="figure">${slider().replace('id="fig"', 'id="model"')}</div>`);
  await loaded(each);
  await loaded(each, 'model');
  assert.deepEqual(await each.evaluate(() => ['fig', 'model'].map((id) => document.getElementById(id).report.format)), [
    'world',
    'md5',
  ]);
  await figure(each).evaluate((v) => (v.src = 'slider.md5mesh'));
  await each.waitForFunction(() => document.getElementById('fig').report?.format === 'md5', undefined, {
    timeout: 30_000,
  });
  await loaded(each);
  await figure(each).evaluate((v) => (v.src = 'dusk.world.json'));
  await each.waitForFunction(() => document.getElementById('fig').report?.format === 'world', undefined, {
    timeout: 30_000,
  });
  await loaded(each);
  await atTime(each, 1);
  close((await colors(each, [[0.1, 0.1]]))[0], [255, 255, 128, 255]);
  await quiet(each);
});

test('files of the page itself are shown, and a missing one is a problem with its place', async (t) => {
  const each = await page(t, '<div class="figure"><vitrine-viewer id="fig" alt="Dusk"></vitrine-viewer></div>');
  await figure(each).evaluate(async (v, document) => {
    await v.open([{ name: 'own.world.json', data: new Blob([document]) }]);
  }, text(dusk));
  await loaded(each);
  const report = await figure(each).evaluate((v) => v.inspect());
  assert.deepEqual(
    report.issues.messages.map(({ code, path, source }) => [code, path, source]),
    [['WORLD_FILE', '/textures/tint', 'own.world.json']],
  );
  assert.deepEqual(
    each.asked.filter((path) => path.includes('tint')),
    [],
    'nothing is fetched for files of the page',
  );
  await quiet(each);
});

test('fifty worlds share one engine and one context', async (t) => {
  const bodies = Array.from(
    { length: 50 },
    (_, i) =>
      `<div class="small"><vitrine-viewer id="v${i}" src="dusk.world.json" loading="eager" time="1" alt="World ${i}"></vitrine-viewer></div>`,
  );
  const each = await page(t, bodies.join(''));
  await loaded(each, 'v0');
  await each.waitForFunction(
    () =>
      [...document.querySelectorAll('vitrine-viewer')].every(
        (v) => v.shadowRoot.querySelector('.frame').dataset.phase === 'shown' && v.report.format === 'world',
      ),
    undefined,
    { timeout: 60_000 },
  );
  await each.locator('#v49').scrollIntoViewIfNeeded();
  await loaded(each, 'v49');
  assert.equal(each.workers().length, 1);
  assert.equal(each.asked.filter((path) => path === '/world-engine.js').length, 1);
  await quiet(each);
});
