// Worlds on the page: opened, played in fixed ticks, walked through, refused; and nothing of them on pages with models.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { zipSync } from 'fflate';

import { createVitrine, encodePng } from '../../dist/node/index.js';
import { askWorld, copyLink, dropFolder, openFiles, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';

let browser, vitrine;
before(async () => ([browser, vitrine] = await Promise.all([startBrowser(), createVitrine()])));
after(() => browser?.stop());

const room = {
  kind: 'vitrine-world',
  version: 1,
  textures: { stone: 'stone.png', lost: 'lost.png' },
  materials: {
    wall: {
      texture: 'stone',
      detail: 'lost',
      lightmap: { op: 'texture', fill: [0.3, 0.3, 0.3] },
      color: { value: [1, 0.6, 0.4], anim: { b: 'sin(TIME)', c: 'XYZ' } },
    },
  },
  meshes: {
    hall: { material: 'wall', boxes: [{ min: [-3, 0, -3], max: [3, 3, 3] }] },
    crate: { material: 'wall', boxes: [{ min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] }] },
  },
  scenes: {
    room: {
      op: 'add',
      in: ['hall', 'crate', { op: 'light', name: 'lamp', at: [1, 2, 1], range: 6, color: [0.7, 0.7, 0.6] }],
    },
  },
  camera: { at: [0, 1.5, 2.5], dir: [0, -0.3, -1], fov: 70 },
};
const stone = encodePng(
  2,
  2,
  Uint8Array.from([255, 255, 255, 255, 60, 60, 60, 255, 60, 60, 60, 255, 255, 255, 255, 255]),
);
const box = () =>
  boxModel([{ name: 'root', parent: -1, at: [0, 0, 0] }], [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);
const worldFiles = (document = room) => [
  { name: 'room.world.json', text: JSON.stringify(document) },
  { name: 'stone.png', text: stone },
];

const openPage = (t, options = {}) =>
  browser.page(t, { width: 1100, height: 640, reducedMotion: 'reduce', ...options });
/** Until a picture of the world is there. */
const drawn = (page) => page.waitForFunction(() => document.querySelector('.world-room')?.dataset.time !== undefined);
/** The report and its hash, of the frame that is shown. */
const answer = (page) => askWorld(page, { type: 'report' });
const atTime = (page, seconds) =>
  page.waitForFunction((text) => document.querySelector('.world-room').dataset.time === text, seconds.toFixed(4));
async function seek(page, seconds) {
  await page.getByRole('slider', { name: 'Time' }).evaluate((slider, value) => {
    slider.valueAsNumber = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, seconds);
  await atTime(page, seconds);
}
/** Colours of the picture at places in 0..1. */
async function colors(page, places) {
  const png = await page.locator('.world-canvas').screenshot();
  return page.evaluate(
    async ([base64, wanted]) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      return wanted.map(([x, y]) => [
        ...context.getImageData(Math.floor(x * bitmap.width), Math.floor(y * bitmap.height), 1, 1).data,
      ]);
    },
    [png.toString('base64'), places],
  );
}

test('a page that shows a model fetches no script of worlds', async (t) => {
  const page = await openPage(t, { hash: null }),
    asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${page.origin}/`);
  await openFiles(page, [{ name: 'box.md5mesh', text: box() }]);
  await shown(page);
  assert.ok(asked.some((url) => url.endsWith('/page-worker.js')));
  assert.deepEqual(
    asked.filter((url) => /world/.test(url)),
    [],
  );
});

test('a world is shown with the files that were opened with it, and names what is missing', async (t) => {
  const page = await openPage(t);
  await openFiles(page, worldFiles());
  await drawn(page);
  assert.equal(await page.locator('.document-name').textContent(), 'room.world.json');
  assert.equal(await page.locator('.badge').textContent(), 'World');
  const [floor, wall] = await colors(page, [
    [0.5, 0.95],
    [0.2, 0.3],
  ]);
  assert.ok(Math.max(...floor.slice(0, 3)) > 20 && Math.max(...wall.slice(0, 3)) > 20, `${floor} ${wall}`);
  await page.getByRole('tab', { name: 'Files', exact: true }).click();
  const rows = page.locator('.world-files li');
  await rows.filter({ hasText: 'lost.png' }).filter({ hasText: 'missing' }).waitFor();
  assert.equal(await rows.filter({ hasText: 'stone.png' }).filter({ hasText: 'missing' }).count(), 0);
  await page.getByRole('tab', { name: 'Problems', exact: true }).click();
  await page.locator('.world-panel .issue').filter({ hasText: 'lost.png' }).first().waitFor();
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('a folder, an archive, a paste and an address open a world with the files that lie beside it', async (t) => {
  const text = JSON.stringify({ ...room, models: { box: { file: 'box.md5mesh' } } }),
    model = box();
  const page = await openPage(t);
  await page.route('**/own/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop();
    return name === 'room.world.json'
      ? route.fulfill({ contentType: 'application/json', body: text })
      : name === 'stone.png'
        ? route.fulfill({ contentType: 'image/png', body: Buffer.from(stone) })
        : route.fulfill({ status: 404, body: 'not found' });
  });
  /** The files that the world on screen names, and whether they are there; then the page is empty again. */
  const filesOf = async () => {
    await drawn(page);
    await page.getByRole('tab', { name: 'Files' }).click();
    const rows = await page.locator('.world-files li').allTextContents();
    assert.equal(await page.locator('.tabs [role=tab]').count(), 0, 'the model is no document of its own');
    await empty();
    return rows.sort().join(', ');
  };
  const empty = async () => {
    await page.goto('about:blank');
    await page.goto(`${page.origin}/`);
    await page.locator('.sample').first().waitFor();
  };
  await empty();
  await dropFolder(page, 'house', [
    { name: 'room.world.json', text },
    { name: 'box.md5mesh', text: model },
  ]);
  assert.equal(await filesOf(), 'box.md5mesh, lost.pngmissing, stone.pngmissing');

  const entries = { 'room.world.json': text, 'parts/box.md5mesh': model, 'stone.png': stone };
  const bytes = Object.entries(entries).map(([name, data]) => [
    `house/${name}`,
    typeof data === 'string' ? new TextEncoder().encode(data) : data,
  ]);
  await openFiles(page, [{ name: 'house.zip', text: zipSync(Object.fromEntries(bytes)) }]);
  assert.equal(await filesOf(), 'box.md5mesh, lost.pngmissing, stone.png');

  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document
      .getElementById('stage')
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  assert.equal(await filesOf(), 'box.md5meshmissing, lost.pngmissing, stone.pngmissing');

  await page.goto('about:blank');
  await page.goto(`${page.origin}/#src=/own/room.world.json`);
  assert.equal(await filesOf(), 'box.md5meshmissing, lost.pngmissing, stone.png');
  assert.deepEqual(
    page.errors.filter((line) => !/404/.test(line)),
    [],
  );
});

test('without float targets the page says so, once', async (t) => {
  const page = await openPage(t);
  await page.route('**/world-worker.js', async (route) => {
    const response = await route.fetch(),
      patch = `{ const { prototype } = WebGL2RenderingContext, own = prototype.getExtension;
        prototype.getExtension = function (name) { return name.startsWith('EXT_color_buffer_') ? null : own.call(this, name); }; }`;
    await route.fulfill({ response, body: `${patch}\n${await response.text()}` });
  });
  await openFiles(page, worldFiles());
  await drawn(page);
  await page.getByText('This device cannot draw into float targets: colours are approximate.').waitFor();
  await page.getByRole('tab', { name: 'Problems', exact: true }).click();
  await page.locator('.world-panel .issue').filter({ hasText: 'lost.png' }).waitFor();
  assert.equal(await page.locator('.world-panel .issue').filter({ hasText: 'WORLD_TARGET' }).count(), 1);
  const [floor] = await colors(page, [[0.5, 0.95]]);
  assert.ok(Math.max(...floor.slice(0, 3)) > 20, String(floor));
  assert.deepEqual(page.errors, []);
});

test('a later drop completes the world', async (t) => {
  const page = await openPage(t);
  await openFiles(page, worldFiles());
  await drawn(page);
  await openFiles(page, [{ name: 'lost.png', text: stone }]);
  await page.getByRole('tab', { name: 'Files', exact: true }).click();
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('.world-files li')];
    return rows.some((row) => row.textContent === 'lost.png') && rows.every((row) => !row.className);
  });
  assert.equal(await page.locator('.tab').count(), 0);
});

test('time runs in ticks of 1/60 s: after 30 of them, and after going back, the report is that of a headless run', async (t) => {
  const page = await openPage(t);
  await openFiles(page, worldFiles());
  await drawn(page);
  const { width, height } = await page.evaluate(() => {
    const { clientWidth, clientHeight } = document.querySelector('.world-canvas');
    return { width: clientWidth, height: clientHeight };
  });
  const world = vitrine.world(JSON.stringify(room), (name) => (name === 'stone.png' ? stone : undefined));
  for (let tick = 0; tick <= 30; ++tick) world.evaluate(tick / 60, undefined, width / height);
  const wanted = world.digest;
  world.dispose();
  await seek(page, 0.5);
  assert.equal((await answer(page)).digest, wanted);
  const before = await colors(page, [[0.5, 0.95]]);
  await seek(page, 5);
  await seek(page, 0.5);
  assert.equal((await answer(page)).digest, wanted);
  assert.deepEqual(await colors(page, [[0.5, 0.95]]), before);
});

test('under reduced motion a world starts paused, else it plays', async (t) => {
  const still = await openPage(t);
  await openFiles(still, worldFiles());
  await drawn(still);
  await still.getByRole('button', { name: 'Play' }).waitFor();
  assert.equal(await still.locator('.world-room').getAttribute('data-time'), '0.0000');
  const page = await openPage(t, { reducedMotion: 'no-preference' });
  await openFiles(page, worldFiles());
  await drawn(page);
  await page.waitForFunction(() => Number(document.querySelector('.world-room').dataset.time) > 0.2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
});

test('a world that misses files or names unknown things is drawn without them, each told once with its line', async (t) => {
  const document = {
    ...room,
    models: { gone: 'gone.md5mesh', box: 'box.md5mesh' },
    // Two textures of one file that is missing: two places.
    textures: { ...room.textures, again: 'lost.png' },
    scenes: {
      room: {
        op: 'add',
        in: [
          ...room.scenes.room.in,
          { op: 'multiply', count: 3, in: [{ op: 'mesh', model: 'gone' }] },
          { op: 'multiply', count: 3, in: [{ op: 'mesh', model: 'box', action: 'jump', material: 'wall' }] },
        ],
      },
    },
    post: [{ op: 'fx', kind: 'sparkle' }],
    wobble: 1,
  };
  const text = JSON.stringify(document, undefined, 1),
    lines = text.split('\n'),
    lineOf = (part, from = 0) => lines.findIndex((line, i) => i >= from && line.includes(part)) + 1;
  const page = await openPage(t);
  await openFiles(page, [
    { name: 'room.world.json', text },
    { name: 'stone.png', text: stone },
    { name: 'box.md5mesh', text: box() },
  ]);
  await drawn(page);
  await page.getByRole('tab', { name: 'Problems', exact: true }).click();
  const found = page.locator('.world-panel .issue');
  await found.filter({ hasText: 'sparkle' }).waitFor();
  const told = () => found.evaluateAll((all) => all.map((each) => `${each.querySelector('code').textContent} ${each.querySelector('button')?.textContent}`).sort()); // prettier-ignore
  const first = lineOf('lost.png');
  const wanted = [
    `WORLD_ACTION line ${lineOf('"jump"')}`,
    `WORLD_FILE line ${lineOf('gone.md5mesh')}`,
    `WORLD_FILE line ${first}`,
    `WORLD_FILE line ${lineOf('lost.png', first)}`,
    `WORLD_FX line ${lineOf('"fx"') - 1}`,
    `WORLD_KEY line ${lineOf('"wobble"')}`,
  ].sort();
  assert.deepEqual(await told(), wanted);
  // Other frames find the same.
  await seek(page, 0.5);
  await seek(page, 0);
  assert.deepEqual(await told(), wanted);
  assert.equal(await page.locator('.tab').count(), 0, 'models of the drop belong to the world');
  const [floor] = await colors(page, [[0.5, 0.95]]);
  assert.ok(Math.max(...floor.slice(0, 3)) > 20, String(floor));
  assert.deepEqual(page.errors, []);
});

test('a document that cannot be drawn leaves the one before on screen', async (t) => {
  const page = await openPage(t);
  await openFiles(page, worldFiles());
  await drawn(page);
  await openFiles(page, [{ name: 'broken.world.json', text: '{ "kind": "vitrine-world", "version": 1, "world": 7 }' }]);
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  assert.match(await dialog.textContent(), /broken\.world\.json/);
  assert.match(await dialog.textContent(), /WORLD_TYPE/);
  assert.equal(await page.locator('.document-name').textContent(), 'room.world.json');
  const [floor] = await colors(page, [[0.5, 0.95]]);
  assert.ok(Math.max(...floor.slice(0, 3)) > 20, String(floor));
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  // Well written, and its first picture asks for too many shadows.
  const { wall } = room.materials,
    crate = { op: 'mesh', material: 'wall', boxes: [{ min: [0, 0, 0], max: [1, 1, 1] }] },
    lamps = Array.from({ length: 16 }, () => ({ op: 'light', range: 50 }));
  const crowd = { op: 'add', in: [...lamps, { op: 'multiply', count: 26_000, in: [crate] }] };
  const document = {
    ...room,
    textures: {},
    materials: { wall: { lightmap: wall.lightmap } },
    meshes: {},
    scenes: { crowd },
  };
  await openFiles(page, [{ name: 'crowd.world.json', text: JSON.stringify(document) }]);
  await dialog.waitFor();
  assert.match(await dialog.textContent(), /crowd\.world\.json/);
  assert.match(await dialog.textContent(), /WORLD_LIMIT/);
  assert.equal(await page.locator('.document-name').textContent(), 'room.world.json');
  assert.deepEqual(await colors(page, [[0.5, 0.95]]), [floor]);
  await seek(page, 0.5);
});

test('worlds and models are tabs beside each other', async (t) => {
  const page = await openPage(t);
  await openFiles(page, [{ name: 'box.md5mesh', text: box() }]);
  await shown(page);
  await openFiles(page, worldFiles());
  await drawn(page);
  assert.equal(await page.locator('.tab').count(), 2);
  await seek(page, 0.5);
  await page.getByRole('tab', { name: 'box.md5mesh' }).click();
  await page.waitForFunction(() => !document.body.classList.contains('is-world'));
  assert.equal(await page.locator('.world-room').isVisible(), false);
  await page.getByRole('tab', { name: 'room.world.json' }).click();
  await page.waitForFunction(() => document.body.classList.contains('is-world'));
  await atTime(page, 0.5);
  const [tabs, room] = await Promise.all(
    ['.tabs', '.world-room'].map((part) => page.locator(part).first().boundingBox()),
  );
  assert.equal(room.y, tabs.y + tabs.height, 'the world begins below the tabs');
  const beneath = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, input')]
      .filter(
        (each) =>
          !each.closest('.world-room, .bar, .tabs, .status') && each.checkVisibility({ visibilityProperty: true }),
      )
      .map((each) => each.className),
  );
  assert.deepEqual(beneath, [], 'no control of models is in reach beneath it');
});

test('phases are switched off and shown alone', async (t) => {
  const page = await openPage(t);
  await openFiles(page, worldFiles());
  await drawn(page);
  const place = [[0.5, 0.95]],
    [whole] = await colors(page, place);
  await page.locator('summary', { hasText: 'Phases' }).click();
  await page.getByRole('checkbox', { name: 'Texture', exact: true }).uncheck();
  await page.waitForTimeout(200);
  const [plain] = await colors(page, place);
  assert.notDeepEqual(plain, whole);
  await page.getByRole('checkbox', { name: 'Texture', exact: true }).check();
  await page.getByLabel('Phases that are drawn').selectOption('solo-lightmap');
  await page.waitForTimeout(200);
  const [alone] = await colors(page, place);
  // The fill of the lightmap, rounded.
  assert.ok(
    alone.slice(0, 3).every((value) => Math.abs(value - 0.3 * 255) <= 2),
    String(alone),
  );
});

test('keys walk and turn; the document has its camera back on demand', async (t) => {
  const page = await openPage(t);
  await openFiles(page, worldFiles());
  await drawn(page);
  const eye = async () => (await answer(page)).report.camera.at;
  const start = await eye();
  await page.locator('.world-canvas').focus();
  await page.keyboard.down('w');
  let walked = start;
  for (const until = Date.now() + 20_000; walked[2] >= start[2] - 0.2 && Date.now() < until;) walked = await eye();
  await page.keyboard.up('w');
  assert.ok(walked[2] < start[2] - 0.2, `${start} ${walked}`);
  assert.equal(await page.getByRole('region', { name: 'World' }).getByLabel('Camera').inputValue(), 'walk');
  await page.getByRole('region', { name: 'World' }).getByLabel('Camera').selectOption('document');
  let back = walked;
  for (const until = Date.now() + 20_000; back[2] !== start[2] && Date.now() < until;) back = await eye();
  assert.deepEqual(back, start);
});

test('a lost context comes back with the same picture', async (t) => {
  const page = await openPage(t);
  await openFiles(page, worldFiles());
  await drawn(page);
  const [before] = await colors(page, [[0.5, 0.95]]);
  await page.evaluate(() => globalThis.engineWorker.postMessage({ type: 'lose', view: 0 }));
  await page.waitForTimeout(1200);
  const [after] = await colors(page, [[0.5, 0.95]]);
  assert.deepEqual(after, before);
});

test('walking stops at walls, slides along them, and goes on from there', async (t) => {
  const page = await openPage(t);
  const cell = { min: [-3, 0, -3], max: [3, 3, 3] };
  await openFiles(
    page,
    worldFiles({ ...room, segments: [{ name: 'hall', cells: [cell] }], camera: { at: [0, 1.5, 0], dir: [0, 0, -1] } }),
  );
  await drawn(page);
  const camera = async () => (await answer(page)).report.camera;
  const view = page.locator('.world-canvas');
  /** Until the camera rests. */
  const hold = async (key, until) => {
    await view.focus();
    await page.keyboard.down(key);
    for (let i = 0; i < 80 && !until(await camera()); ++i) await page.waitForTimeout(100);
    await page.waitForTimeout(300);
    await page.keyboard.up(key);
    await page.waitForTimeout(100);
    return camera();
  };
  // The sphere has a radius of 0.3.
  const ahead = await hold('w', ({ at }) => at[2] < -2.69);
  assert.ok(Math.abs(ahead.at[2] + 2.7) < 1e-4 && ahead.at[0] === 0, `${ahead.at}`);
  // Half to the left it slides along the wall.
  await page.keyboard.press('ArrowLeft');
  const aside = await hold('w', ({ at }) => at[0] < -0.2);
  assert.ok(aside.dir[0] < 0 && aside.at[0] < -0.2 && Math.abs(aside.at[2] + 2.7) < 1e-4, `${aside.at} ${aside.dir}`);
  const back = await hold('s', ({ at }) => at[2] > -2);
  assert.ok(back.at[2] > -2 && back.at[2] < 2.8, `${back.at}`);
  // The orbit goes on from where the walk has led.
  await page.waitForTimeout(500);
  const { at } = await camera();
  await page.getByRole('combobox', { name: 'Camera' }).selectOption('orbit');
  await page.waitForTimeout(500);
  const orbit = await camera();
  assert.ok(
    orbit.at.every((value, i) => Math.abs(value - at[i]) < 1e-6),
    `${orbit.at} is not ${at}`,
  );
  assert.deepEqual(page.errors, []);
});

test('a link keeps the time, the camera and the phases', async (t) => {
  const page = await openPage(t, { hash: null, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.route('**/own/*', (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({
        ...room,
        textures: {},
        materials: { wall: { lightmap: { op: 'texture', fill: [0.3, 0.3, 0.3] } } },
      }),
    }),
  );
  await page.goto(
    `${page.origin}/#src=/own/room.world.json&time=0.5&eye=orbit,0,1.5,2,0,0,-1,2&draw=after-mul.off-add`,
  );
  await drawn(page);
  await atTime(page, 0.5);
  const state = async () => {
    await page.waitForTimeout(200);
    const { camera, time } = (await answer(page)).report;
    const view = await page.getByRole('combobox', { name: 'Phases that are drawn' }).inputValue();
    const off = await page
      .locator('.world-phases input[type=checkbox]')
      .evaluateAll((all) => all.filter((each) => !each.checked).map((each) => each.value));
    return {
      at: camera.at,
      dir: camera.dir.map((value) => Math.round(value * 1e6) / 1e6 + 0),
      time,
      view,
      off,
      mode: await page.getByRole('combobox', { name: 'Camera' }).inputValue(),
    };
  };
  const wanted = { at: [0, 1.5, 2], dir: [0, 0, -1], time: 0.5, view: 'after-mul', off: ['add'], mode: 'orbit' };
  assert.deepEqual(await state(), wanted);
  await copyLink(page);
  const link = await page.evaluate(() => location.hash);
  assert.equal(new URLSearchParams(link.slice(1)).get('eye'), 'orbit,0,1.5,2,0,0,-1,2');
  assert.equal(new URLSearchParams(link.slice(1)).get('draw'), 'after-mul.off-add');
  await page.evaluate(() => (location.hash = '#src=/own/room.world.json&time=0.25'));
  await atTime(page, 0.25);
  assert.deepEqual(await state(), {
    at: [0, 1.5, 2.5],
    dir: [0, -0.3, -1],
    time: 0.25,
    view: 'all',
    off: [],
    mode: 'document',
  });
  await page.evaluate((hash) => (location.hash = hash), link);
  await atTime(page, 0.5);
  assert.deepEqual(await state(), wanted);
  assert.deepEqual(page.errors, []);
});
