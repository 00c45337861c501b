// `vitrine figure`: one file that shows its model from a disk.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { root } from '../node/support/vitrine.mjs';
import { startBrowser } from './harness.mjs';

const command = join(process.env.VITRINE_DIST ?? join(root, 'dist'), 'node/cli.js');
let browser, folder;
before(async () => {
  browser = await startBrowser();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-figure-'));
});
after(async () => {
  await browser?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

test('a figure runs from a disk, fetches nothing, and says what it shows as text', async (t) => {
  const path = join(folder, 'column.html'),
    title = 'A column <b>& "more"</b>';
  const files = ['column.md5mesh', 'bend.md5anim'].map((name) => join(root, 'public/samples/column', name));
  execFileSync(process.execPath, [command, 'figure', ...files, '-o', path, '--title', title], { stdio: 'pipe' });
  const page = await browser.page(t, { hash: null, width: 640, height: 700 });
  const requests = [];
  page.on('request', (request) => requests.push(request.url().replace(/:.*/, '')));
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(
    () => document.querySelector('vitrine-viewer').shadowRoot?.querySelector('[data-drawn]'),
    undefined,
    { timeout: 60_000 },
  );
  const found = await page.locator('vitrine-viewer').evaluate((v) => ({
    action: v.action,
    found: v.report.info.textures.filter(({ status }) => status === 'found').length,
    alt: v.alt,
    poster: v.poster.slice(0, 22),
  }));
  assert.deepEqual(found, { action: 'bend', found: 1, alt: title, poster: 'data:image/png;base64,' });
  assert.equal(page.workers().length, 1);
  assert.equal(await page.locator('h1').textContent(), title);
  assert.equal(await page.locator('h1 b').count(), 0);
  assert.match(await page.locator('table').first().textContent(), /format\s*md5/);
  assert.match(await page.locator('table').nth(1).textContent(), /bend\s*\d\.\d{3} s/);
  assert.deepEqual(
    requests.filter((scheme) => !['file', 'blob', 'data'].includes(scheme)),
    [],
  );
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, []);
  assert.match(readFileSync(path, 'utf8'), /default-src 'none'/);
  assert.ok(!readFileSync(path, 'utf8').includes(root), 'where the files lay on this disk');
});

test('a figure reads its files as the command was told to', async (t) => {
  const path = join(folder, 'mannequin.html');
  const model = join(root, 'public/samples/mannequin/mannequin.pivot');
  const args = ['figure', model, '-o', path, '--no-poster', '--pivot-z-up', '--pivot-mirror-z'];
  execFileSync(process.execPath, [command, ...args], { stdio: 'pipe' });
  const page = await browser.page(t, { hash: null, width: 640, height: 700 });
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(
    () => document.querySelector('vitrine-viewer').shadowRoot?.querySelector('[data-drawn]'),
    undefined,
    { timeout: 60_000 },
  );
  const axes = await page.locator('vitrine-viewer').evaluate((v) => v.report.info.axes);
  assert.deepEqual([axes.up, axes.handedness], ['z', 'left']);
  assert.deepEqual(page.errors, []);
});

test('a figure of a world document carries its engine, its files and its poster', async (t) => {
  const path = join(folder, 'dusk.html'),
    source = join(folder, 'dusk.world.json');
  const document = {
    kind: 'vitrine-world',
    version: 1,
    textures: { tint: 'parts/tint.png' },
    materials: { wall: { texture: 'tint', phases: ['extra'], color: [1, 0.5, 0.25] } },
    entities: [{ op: 'mesh', material: 'wall', boxes: [{ min: [-9, -9, -6], max: [9, 9, -5] }] }],
    camera: { at: [0, 0, 0], dir: [0, 0, -1], fov: 60 },
  };
  mkdirSync(join(folder, 'parts'));
  writeFileSync(join(folder, 'parts/tint.png'), encodePng(1, 1, Uint8Array.from([255, 255, 0, 255])));
  writeFileSync(source, JSON.stringify(document));
  execFileSync(process.execPath, [command, 'figure', source, '-o', path], { stdio: 'pipe' });
  const page = await browser.page(t, { hash: null, width: 640, height: 700 });
  const requests = [];
  page.on('request', (request) => requests.push(request.url().replace(/:.*/, '')));
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(
    () => document.querySelector('vitrine-viewer').shadowRoot?.querySelector('[data-drawn]'),
    undefined,
    { timeout: 60_000 },
  );
  const found = await page.locator('vitrine-viewer').evaluate(async (v) => {
    const colorOf = async (image) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.drawImage(image, 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const poster = new Image();
    poster.src = v.poster;
    await poster.decode();
    return {
      problems: v.report.issues.messages,
      format: v.report.format,
      poster: await colorOf(poster),
      picture: await colorOf(await createImageBitmap(await v.toBlob())),
    };
  });
  assert.deepEqual(found.problems, []);
  assert.equal(found.format, 'world');
  assert.deepEqual(found.poster, [255, 128, 0, 255]);
  assert.deepEqual(found.picture, found.poster);
  assert.match(await page.locator('table').first().textContent(), /World document.*format\s*world/s);
  assert.deepEqual(
    requests.filter((scheme) => !['file', 'blob', 'data'].includes(scheme)),
    [],
  );
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, []);
  assert.ok(!readFileSync(path, 'utf8').includes(folder), 'where the files lay on this disk');
});

test('without scripts the poster and the tables stay', async (t) => {
  const path = join(folder, 'still.html');
  const file = join(root, 'public/samples/column/column.md5mesh');
  execFileSync(process.execPath, [command, 'figure', file, '-o', path], { stdio: 'pipe' });
  const page = await browser.page(t, { hash: null, javaScriptEnabled: false });
  await page.goto(pathToFileURL(path).href);
  assert.equal(await page.getByRole('img', { name: 'column' }).isVisible(), true);
  assert.equal(await page.locator('table').first().isVisible(), true);
});

test('annotations of a figure stand on its model, and of what is no list a sentence is said', async (t) => {
  const path = join(folder, 'notes.html'),
    list = join(folder, 'notes.json');
  const files = ['column.md5mesh', 'bend.md5anim'].map((name) => join(root, 'public/samples/column', name));
  const figure = () =>
    execFileSync(process.execPath, [command, 'figure', ...files, '-o', path, '--annotations', list], { stdio: 'pipe' });
  writeFileSync(list, JSON.stringify([{ at: 'v0.3', text: 'A <crack>', action: 'bend', time: 0.5 }]));
  figure();
  const page = await browser.page(t, { hash: null, width: 640, height: 700 });
  await page.goto(pathToFileURL(path).href);
  await page.getByRole('button', { name: 'A <crack>' }).waitFor({ timeout: 60_000 });
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, []);
  writeFileSync(list, JSON.stringify([{ at: 'nowhere', text: 'x' }]));
  assert.throws(figure, ({ status, stderr }) => status === 2 && /--annotations is a JSON file/.test(String(stderr)));
});

test('a figure of stored frames carries their core and the palette', async (t) => {
  const models = join(root, 'tests/data/quake/valid'),
    palette = join(folder, 'gfx/palette.lmp'),
    path = join(folder, 'frames.html');
  mkdirSync(join(folder, 'gfx'));
  writeFileSync(
    palette,
    Uint8Array.from({ length: 768 }, (_, i) => (i % 3 === 0 ? 255 : 0)),
  );
  const [name] = readdirSync(models).filter((each) => each.endsWith('.mdl'));
  execFileSync(process.execPath, [command, 'figure', join(models, name), palette, '-o', path], { stdio: 'pipe' });
  assert.ok(statSync(path).size < 700_000, 'the view core, not the full one');
  const page = await browser.page(t, { hash: null });
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(() => document.querySelector('vitrine-viewer').shadowRoot?.querySelector('[data-drawn]'));
  const found = await page
    .locator('vitrine-viewer')
    .evaluate(({ report }) => report.info.meshes.map(({ vertexFrames }) => vertexFrames > 0));
  assert.deepEqual([...new Set(found)], [true]);
  const png = await page.locator('vitrine-viewer').screenshot();
  const red = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))])),
      context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return data.filter((value, i) => i % 4 === 0 && value > data[i + 1] + 60).length;
  }, png.toString('base64'));
  assert.ok(red > 1000, `${red} pixels have the colour of the palette`);
  assert.deepEqual(page.errors, []);
});
