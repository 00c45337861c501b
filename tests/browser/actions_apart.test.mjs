// Actions in other files than the model, on the page, in the element and in an iframe.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';

import { arm, skeleton } from '../node/support/skeletons.mjs';
import { startView } from '../node/support/viewing.mjs';
import { vitrine } from '../node/support/vitrine.mjs';
import { embed, files, loaded } from './embedding.mjs';
import { openFiles, startBrowser } from './harness.mjs';

const hero = skeleton({ joints: arm, mesh: true }),
  twin = skeleton({ joints: arm, mesh: true, moves: { jump: [1] } }),
  run = skeleton({ joints: arm, moves: { run: [2] } }),
  spider = skeleton({ joints: [{ name: 'leg' }, { name: 'foot', parent: 0, at: [0, 1, 0] }], mesh: true });
Object.assign(files, { 'hero.gltf': hero, 'twin.gltf': twin, 'run.gltf': run });

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const wide = { width: 1200, height: 800, reducedMotion: 'reduce' };
const actions = (page) => page.locator('.timeline .action option').allTextContents();
const tabs = (page) => page.locator('.tab-name').allTextContents();
const titled = (page, name) => page.waitForFunction((wanted) => document.title.includes(wanted), name);

test('a file of actions joins the model whose joints it moves, in one drop and later', async (t) => {
  const page = await browser.page(t, wide);
  await openFiles(page, [
    { name: 'run.gltf', text: run },
    { name: 'spider.gltf', text: spider },
    { name: 'hero.gltf', text: hero },
  ]);
  await titled(page, 'hero.gltf');
  assert.deepEqual(await tabs(page), ['hero.gltf', 'spider.gltf']);
  assert.ok((await actions(page)).some((text) => text.includes('run')));
  const later = await browser.page(t, wide);
  await openFiles(later, [{ name: 'hero.gltf', text: hero }]);
  await titled(later, 'hero.gltf');
  await openFiles(later, [{ name: 'run.gltf', text: run }]);
  await later.waitForFunction(() =>
    [...document.querySelectorAll('.timeline .action option')].some(({ textContent }) => textContent.includes('run')),
  );
  assert.deepEqual(await tabs(later), []);
});

test('two models with meshes keep their tabs, and each plays the actions of both', async (t) => {
  const page = await browser.page(t, wide);
  await openFiles(page, [
    { name: 'hero.gltf', text: hero },
    { name: 'twin.gltf', text: twin },
  ]);
  await page.waitForFunction(() => document.querySelectorAll('.tab-name').length === 2);
  for (const name of ['twin.gltf', 'hero.gltf']) {
    await page.locator('.tab-name', { hasText: name }).click();
    await titled(page, name);
    assert.ok(
      (await actions(page)).some((text) => text.includes('jump')),
      name,
    );
  }
});

for (const [name, source] of [
  ['without a mesh', 'run'],
  ['with one, which is not shown', 'twin'],
])
  test(`the element plays the actions of a second glTF ${name}`, async (t) => {
    const page = await embed(
      browser,
      t,
      `<vitrine-viewer id="fig" src="hero.gltf" animations="${source}.gltf" textures="none" alt="A hero"></vitrine-viewer>`,
    );
    await loaded(page);
    const found = await page.locator('#fig').evaluate((viewer) => ({
      actions: viewer.actions.map((action) => [action.name, action.playable]),
      meshes: viewer.report.info.meshes.length,
      joints: viewer.report.info.statistics.joints,
    }));
    assert.deepEqual(found, { actions: [[source === 'run' ? 'run' : 'jump', true]], meshes: 1, joints: 3 });
    assert.deepEqual(page.errors, []);
  });

test('an iframe plays them as well', async (t) => {
  const page = await embed(
    browser,
    t,
    '<iframe id="fig" src="/embed.html#src=/test/hero.gltf&animations=/test/twin.gltf&textures=none" width="320" height="240"></iframe>',
    { policy: "default-src 'self' blob: 'wasm-unsafe-eval'" },
  );
  const frame = page.frameLocator('#fig').locator('vitrine-viewer');
  await frame.evaluate(
    (viewer) =>
      new Promise((resolve, reject) => {
        const look = () =>
          viewer.error
            ? reject(viewer.error)
            : viewer.report && viewer.actions.length > 0
              ? resolve()
              : setTimeout(look, 50);
        look();
      }),
  );
  assert.deepEqual(
    await frame.evaluate((viewer) => [viewer.actions.map(({ name }) => name), viewer.report.info.meshes.length]),
    [['jump'], 1],
  );
});

test('the pages of `vitrine view` and `vitrine figure` with --animations play them and show one mesh', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-named-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const at = (name) => join(folder, name);
  writeFileSync(at('hero.gltf'), hero);
  writeFileSync(at('twin.gltf'), twin);
  const named = [at('hero.gltf'), '--animations', at('twin.gltf')];
  const view = await startView(named);
  t.after(() => view.stop());
  const page = await browser.page(t, { ...wide, hash: null });
  await page.goto(view.address);
  await titled(page, 'hero.gltf');
  assert.ok((await actions(page)).some((text) => text.includes('jump')));
  assert.deepEqual(await tabs(page), []);

  const { status, stderr } = vitrine(['figure', ...named, '-o', at('figure.html')]);
  assert.equal(status, 0, stderr);
  const figure = await browser.page(t, { hash: null });
  await figure.goto(pathToFileURL(at('figure.html')).href);
  await figure.waitForFunction(() => document.querySelector('vitrine-viewer').report?.info.actions.length > 0);
  assert.deepEqual(
    await figure
      .locator('vitrine-viewer')
      .evaluate(({ action, report }) => [action, report.info.actions[0].playable, report.info.meshes.length]),
    ['jump', true, 1],
  );
});
