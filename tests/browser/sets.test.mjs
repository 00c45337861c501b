// Sets of files as people have them, dropped on the page: what shows, in which colour, and what moves it. The files are other
// people's; right is what the README beside them says.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { zipSync } from 'fflate';

import { shared, without } from '../node/support/vitrine.mjs';
import { colours, differing, openFiles, pause, picture, read, scrub, shown, startBrowser } from './harness.mjs';

const sets = shared && join(shared, 'corpus/sets');
const bytesOf = (path) => new Uint8Array(readFileSync(join(sets, path)));

/** Names below a folder of sets, without it. */
const filesIn = (folder) =>
  readdirSync(join(sets, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(join(sets, folder).length + 1));

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const newPage = (t) => browser.page(t, { width: 900, height: 600, reducedMotion: 'reduce' });

/** Files of one folder as they are, a folder with others in it as an archive. */
async function drop(t, folder) {
  const page = await newPage(t),
    names = filesIn(folder);
  const files = names.some((name) => name.includes('/'))
    ? [
        {
          name: 'set.zip',
          text: zipSync(Object.fromEntries(names.map((name) => [name, bytesOf(`${folder}/${name}`)]))),
        },
      ]
    : names.map((name) => ({ name, text: bytesOf(`${folder}/${name}`) }));
  await openFiles(page, files);
  await shown(page);
  return page;
}

/** Colours that a good part of the picture has. */
async function seen(page) {
  const counts = await colours(page);
  return Object.keys(counts).filter((name) => counts[name] > 400);
}

const actions = (page) => page.locator('select.action option').allTextContents();

/** Shows the document of this tab. */
async function show(page, name) {
  await page.locator('.tab-name', { hasText: name }).first().click();
  await page.waitForFunction((wanted) => document.title.includes(wanted), name.split('/').at(-1));
  await read(page);
}

describe('images of sets', { skip: without }, () => {
  for (const [folder, wanted] of [
    ['images/back', ['red']],
    ['images/upx', ['red']],
    ['images/pct', ['red']],
    ['images/case', ['red']],
    ['images/webp', ['red']],
    ['iqm_sets/win', ['red']],
    ['iqm_sets/q3', ['red']],
    ['nearest/one', ['blue']],
    ['q3skin/pl', ['red', 'blue']],
  ])
    test(folder, async (t) => {
      const page = await drop(t, folder);
      assert.deepEqual(await seen(page), wanted);
      assert.deepEqual(page.errors, []);
    });

  for (const [folder, ...models] of [
    ['nearest/g', ['a', 'blue'], ['b', 'green']],
    ['nearest/sk', ['a', 'blue'], ['b', 'green']],
    ['nearest/base', ['alpha', 'red'], ['beta', 'blue']],
    ['batch_mod_root/base', ['alpha', 'red'], ['beta', 'blue']],
    ['batch_mod_root/two', ['a', 'red'], ['b', 'blue']],
  ])
    test(`${folder}: each model has its own`, async (t) => {
      const page = await drop(t, folder);
      await page.waitForFunction(() => document.querySelectorAll('.tab-name').length === 2);
      for (const [name, colour] of models) {
        const tabs = await page.locator('.tab-name').allTextContents();
        await show(
          page,
          tabs.find((text) => new RegExp(`(^|[/ ])${name}\\b`).test(text)),
        );
        assert.deepEqual(await seen(page), [colour], name);
      }
      assert.deepEqual(page.errors, []);
    });

  for (const name of ['nearest/mod.pk3', 'batch_mod_root/alpha.pk4'])
    test(name, async (t) => {
      const page = await newPage(t);
      await openFiles(page, [{ name: name.split('/')[1], text: bytesOf(name) }]);
      await shown(page);
      assert.ok((await seen(page)).length > 0);
      assert.deepEqual(page.errors, []);
    });

  test('images/ktx: the model shows, and the image is named', async (t) => {
    const page = await drop(t, 'images/ktx');
    await page.locator('[aria-controls=panel-problems]').first().click();
    await page.locator('#panel-problems', { hasText: 'KTX2' }).waitFor();
    assert.deepEqual(page.errors, []);
  });
});

describe('actions of sets', { skip: without }, () => {
  const moves = async (page) => {
    await pause(page);
    await scrub(page, 0);
    const first = await picture(page);
    await scrub(page, 0.5);
    return differing(first, await picture(page), 24);
  };

  for (const [folder, models] of [
    ['gltf_sets/two', 1],
    ['iqm_sets/gz', 1],
    ['iqm_sets/order', 1],
    ['iqm_sets/count', 1],
    ['iqm_sets/nojoints', 1],
    ['iqm_sets/share', 2],
    ['iqe/sep', 1],
    ['iqe/sep_sub', 1],
  ])
    test(`${folder}: ${models === 1 ? 'the model plays them' : 'each model plays them'}`, async (t) => {
      const page = await drop(t, folder);
      const tabs = models === 1 ? [undefined] : ['body.iqm', 'gun.iqm'];
      await page.waitForFunction(
        (count) => document.querySelectorAll('.tab-name').length === count,
        models === 1 ? 0 : models,
      );
      for (const tab of tabs) {
        if (tab) await show(page, tab);
        assert.ok((await actions(page)).length > 1, `${tab}: ${await actions(page)}`);
        if ((await page.locator('select.action').inputValue()) === '-1')
          await page.locator('select.action').selectOption({ index: 1 });
        const moved = await moves(page);
        assert.ok(moved > 200, `${tab}: ${moved} pixels`);
      }
      assert.deepEqual(page.errors, []);
    });

  test('q3skin/fg: those of the list', async (t) => {
    const page = await drop(t, 'q3skin/fg');
    const found = await actions(page);
    for (const name of ['idle', 'run']) assert.ok(found.includes(name), `${found}`);
    assert.deepEqual(page.errors, []);
  });
});

describe('sets of packed and cut files', { skip: without }, () => {
  for (const name of ['gzip/guy.iqm.gz', 'gzip/heron.md5mesh.gz', 'iqm_size/bounds_cut.iqm'])
    test(name, async (t) => {
      const page = await newPage(t);
      await openFiles(page, [{ name: name.split('/')[1], text: bytesOf(name) }]);
      await shown(page);
      if (name.includes('cut')) {
        await page.locator('[aria-controls=panel-problems]').first().click();
        await page.locator('#panel-problems', { hasText: 'IQM_OPTIONAL' }).waitFor();
      }
      assert.deepEqual(page.errors, []);
    });

  for (const name of ['v2m_tail/tail.v2m', 'v2m_tail/speech_noend.v2m', 'v2m_tail/speech_good.v2m', 'gzip/song.v2mz'])
    test(name, async (t) => {
      const page = await newPage(t);
      await openFiles(page, [{ name: name.split('/')[1], text: bytesOf(name) }]);
      await page.locator('.song-roll').waitFor();
      assert.deepEqual(page.errors, []);
    });
});
