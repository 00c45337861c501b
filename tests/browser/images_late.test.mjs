// Images that take long to decode: the model shows before them, and then with them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { openFiles, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const root = [{ name: 'origin', parent: -1, at: [0, 0, 0] }];
const boxOf = (image, size = 1) =>
  boxModel(root, [{ joint: 0, min: [-size, -size, -size], max: [size, size, size] }]).replace(
    'shader "clay"',
    `shader "${image}"`,
  );
const image = ([r, g, b]) => Buffer.from(encodePng(8, 8, Uint8Array.from(Array(64).fill([r, g, b, 255]).flat())));
const red = [
  { name: 'crate.md5mesh', text: boxOf('crate.png') },
  { name: 'crate.png', text: image([230, 20, 20]) },
];

/**
 * Pictures of files are decoded so many milliseconds late, or when the message `decode` comes. Where they are late, the
 * engine waits longer for them than it would, so that a busy machine does not decide.
 */
const late = (delay) => `if (!globalThis.decode) {
  const own = globalThis.createImageBitmap,
    wait = globalThis.setTimeout;
  if (${delay} > 0) globalThis.setTimeout = (call, time, ...rest) => wait(call, 50 * time, ...rest);
  const gate = new Promise((resolve) => {
    globalThis.decode = resolve;
    if (!globalThis.document) new BroadcastChannel('decode').onmessage = resolve;
  });
  globalThis.createImageBitmap = async (...given) => {
    if (given[0] instanceof Blob) await (${delay} < 0 ? gate : new Promise((resolve) => wait(resolve, ${delay})));
    return own.apply(globalThis, given);
  };
}`;
const withoutOffscreen = `delete globalThis.OffscreenCanvas; delete HTMLCanvasElement.prototype.transferControlToOffscreen;`;

async function openPage(t, delay, { onPage = false } = {}) {
  const page = await browser.page(t, { hash: null, width: 900, height: 700, reducedMotion: 'reduce' });
  if (onPage) await page.addInitScript(withoutOffscreen + late(delay));
  await page.route(/\/page-worker\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${late(delay)}\n${await response.text()}` });
  });
  // What the engine says, by the times of its pictures.
  await page.addInitScript(() => {
    globalThis.pictures = [];
    const own = globalThis.Worker;
    globalThis.Worker = class extends own {
      constructor(...given) {
        super(...given);
        if (/page-worker/.test(given[0]))
          this.addEventListener('message', ({ data }) => {
            if (data.type === 'frames') globalThis.pictures.push(data.frames.some(({ incomplete }) => incomplete));
          });
      }
    };
  });
  await page.goto(page.origin);
  return page;
}
const decode = (page) =>
  page.evaluate(() => {
    globalThis.decode?.();
    new BroadcastChannel('decode').postMessage('');
  });
/** The colour in the middle of what a page shows now, whatever is still on its way. */
async function middle(page) {
  const png = await page.locator('#stage').screenshot();
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }),
      context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return [...context.getImageData(image.width / 2, image.height / 2, 1, 1).data].slice(0, 3);
  }, png.toString('base64'));
}
const isRed = ([r, g, b]) => r > 2 * g && r > 2 * b;
/** Lit clay, which neither the stage nor an image of the tests is. */
const isClay = ([r, g, b]) => r > 60 && r >= g && g > b && r < 1.5 * b;
async function becomes(page, is, what) {
  let color;
  for (let i = 0; i < 40; ++i) {
    color = await middle(page);
    if (is(color)) return;
    await page.waitForTimeout(100);
  }
  assert.fail(`never ${what}: ${color}`);
}

for (const [name, onPage] of [
  ['in a worker', false],
  ["on the page's own thread", true],
])
  test(`drawn ${name}, a model is seen before its images, and then with them`, async (t) => {
    const page = await openPage(t, -1, { onPage });
    const stage = await middle(page);
    await openFiles(page, red);
    await shown(page);
    await becomes(page, isClay, 'clay');
    assert.notDeepEqual(await middle(page), stage);
    assert.equal(await page.locator('.loading').isVisible(), false);
    await decode(page);
    await becomes(page, isRed, 'red');
    assert.deepEqual(page.errors, []);
  });

for (const [name, onPage] of [
  ['in a worker', false],
  ["on the page's own thread", true],
])
  test(`drawn ${name}, an image that turns out to be broken becomes a problem of what shows`, async (t) => {
    const page = await openPage(t, -1, { onPage });
    await openFiles(page, [red[0], { name: 'crate.png', text: 'no image' }]);
    await shown(page);
    await becomes(page, isClay, 'clay');
    const problems = page.locator('.status-problems');
    assert.doesNotMatch(await problems.innerText(), /warning/);
    await decode(page);
    await page.waitForFunction(() => /1 warning/.test(document.querySelector('.status-problems').innerText));
    await becomes(page, isClay, 'clay');
    assert.deepEqual(page.errors, []);
  });

test('images that come within a few frames come with the model', async (t) => {
  const page = await openPage(t, 30);
  await openFiles(page, red);
  await shown(page);
  await becomes(page, isRed, 'red');
  const pictures = await page.evaluate(() => globalThis.pictures);
  assert.ok(pictures.length > 0);
  assert.deepEqual(
    pictures.filter((incomplete) => incomplete),
    [],
  );
});

test('a model that is refused leaves the one before it to get its images', async (t) => {
  const page = await openPage(t, -1);
  await openFiles(page, red);
  await shown(page);
  await openFiles(page, [{ name: 'broken.md5mesh', text: 'MD5Version 10\nnumJoints' }]);
  await page.locator('.load-error').waitFor();
  await page.keyboard.press('Escape');
  await becomes(page, isClay, 'clay');
  await decode(page);
  await becomes(page, isRed, 'red');
});

test('a model takes the place of another before its images, which never show on it', async (t) => {
  const page = await openPage(t, -1);
  await openFiles(page, red);
  await shown(page);
  await becomes(page, isClay, 'clay');
  await openFiles(page, [
    { name: 'barrel.md5mesh', text: boxOf('barrel.png', 3) },
    { name: 'barrel.png', text: image([20, 20, 230]) },
  ]);
  await page.waitForFunction(() => document.title.startsWith('barrel'));
  await becomes(page, isClay, 'clay');
  await decode(page);
  await becomes(page, ([r, g, b]) => b > 2 * r && b > 2 * g, 'blue');
  await page.getByRole('tab', { name: /crate/ }).click();
  await page.waitForFunction(() => document.title.startsWith('crate'));
  await becomes(page, isRed, 'red');
  assert.deepEqual(page.errors, []);
});
