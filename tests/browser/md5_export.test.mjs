// Export for engines from the page: a zip laid out as the engine's folder wants it, with the bytes that the module writes; a
// model that the engine cannot hold, refused with its numbers; and a model cut into a player of Quake III.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { unzipSync } from 'fflate';

import { createVitrine } from '../../dist/node/index.js';
import { root } from '../node/support/vitrine.mjs';
import { mdl } from '../node/support/replaced.mjs';
import { openFiles, startBrowser } from './harness.mjs';
import { slideAction, sliderJoints, sliderModel } from './models.mjs';

let browser, core;
before(async () => ([browser, core] = await Promise.all([startBrowser(), createVitrine()])));
after(() => browser?.stop());

const folder = join(root, 'public/samples/heron');
const names = ['heron.md5mesh', 'idle.md5anim', 'walk.md5anim', 'look.md5anim', 'fish.md5anim', 'doze.md5anim'];
const images = ['body', 'feather', 'horn', 'eye'].map((part) => `heron_${part}.png`);

async function exporting(t, engine) {
  const src = [...names, ...images].map((name) => `samples/heron/${name}`).join(',');
  const page = await browser.page(t, { width: 1280, height: 800, hash: `#src=${src}&panel=export` });
  const panel = page.getByRole('complementary', { name: 'Export' });
  await panel.getByLabel('Format', { exact: true }).selectOption('md5mesh');
  await panel.locator('select[name=engine]').selectOption(engine);
  return { page, panel };
}

async function zipOf(page, panel) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'heron.zip');
  const bytes = readFileSync(await download.path());
  return { bytes, entries: unzipSync(bytes) };
}

/** What the module writes, by path in the game's folder. */
function written(engine, pathOf) {
  const document = core.open([...names, ...images].map((name) => ({ name, bytes: readFileSync(join(folder, name)) })));
  const { files } = document.convert('md5mesh', { md5: { engine, name: 'heron' } });
  document.dispose();
  return Object.fromEntries(files.map(({ name, bytes }) => [pathOf(name), Buffer.from(bytes)]));
}

for (const [engine, pathOf] of [
  ['vkquake', (name) => `progs/${name}`],
  [
    'doom3',
    (name) =>
      ({ def: 'def/', mtr: 'materials/', skin: 'skins/' })[name.split('.')[1]] === undefined
        ? `models/md5/heron/${name}`
        : { def: 'def/', mtr: 'materials/', skin: 'skins/' }[name.split('.')[1]] + name,
  ],
  ['q2pro', (name) => `models/heron/md5/${name}`],
])
  test(`a zip for ${engine} has the files that the module writes, where the engine looks for them`, async (t) => {
    const { page, panel } = await exporting(t, engine);
    const { bytes, entries } = await zipOf(page, panel);
    const wanted = written(engine, pathOf);
    assert.equal(Object.keys(wanted).filter((path) => /\.(png|tga)$/.test(path)).length, images.length);
    assert.deepEqual(Object.keys(entries).sort(), Object.keys(wanted).sort());
    for (const [path, want] of Object.entries(wanted))
      assert.ok(want.equals(Buffer.from(entries[path])), `${path} has other bytes`);
    await page.getByRole('heading', { name: 'Round-trip check' }).waitFor();
    assert.ok(bytes.equals((await zipOf(page, panel)).bytes), 'the second zip is another one');
    assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
    assert.deepEqual(page.errors, []);
  });

test('a zip for an engine is three choices away, and its losses show before it is written', async (t) => {
  const page = await browser.page(t, { width: 1000, height: 700 });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slider.md5anim', text: slideAction(sliderJoints, [[[0, -4, 0]], [[0, 4, 0]]], 10) },
  ]);
  await page.waitForFunction(() => document.title.includes('slider'));
  let saved = 0;
  page.on('download', () => saved++);
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const panel = page.getByRole('complementary', { name: 'Export' }),
    losses = panel.getByRole('heading', { name: 'Conversion losses' });
  assert.equal(await panel.getByRole('button', { name: /^GLB/ }).getAttribute('aria-pressed'), 'true');
  await losses.waitFor();
  await panel.getByText('slider.glb').waitFor();
  await panel.getByLabel('For a game engine').selectOption('vkquake');
  await panel.getByText('slider.zip').waitFor();
  await losses.waitFor();
  assert.equal(await panel.locator('select[name=engine]').inputValue(), 'vkquake');
  assert.equal(saved, 0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  assert.deepEqual(
    Object.keys(unzipSync(readFileSync(await download.path()))).filter((name) => /\.md5/.test(name)),
    ['progs/slider.md5mesh', 'progs/slider.md5anim'],
  );
  await panel.getByRole('button', { name: /^MD5/ }).click();
  await page.waitForFunction(() => document.querySelector('select[name=engine]').value === 'raw');
  assert.deepEqual(page.errors, []);
});

test('the frames are those of the MDL in the drop, and what was said of front, size and root is done', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 800, hash: '#panel=export' });
  const replaced = mdl(5, 1);
  for (let frame = 0; frame < 5; ++frame)
    replaced.write(`slider${frame + 1}`, replaced.length - (5 - frame) * 40 + 12, 'latin1');
  await openFiles(page, [
    { name: 'progs/slider.md5mesh', text: sliderModel },
    { name: 'progs/slider.md5anim', text: slideAction(sliderJoints, [[[0, -4, 0]], [[0, 4, 0]], [[0, 0, 0]]], 10) },
    { name: 'progs/slider.mdl', text: replaced },
  ]);
  const panel = page.getByRole('complementary', { name: 'Export' });
  await panel.getByLabel('Format', { exact: true }).selectOption('md5mesh');
  await panel.locator('select[name=engine]').selectOption('vkquake');
  const animation = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    const entries = unzipSync(readFileSync(await download.path()));
    return Buffer.from(entries['progs/slider.md5anim']).toString();
  };
  const frames = (text) =>
    [...text.matchAll(/^frame \d+ \{\n([^}]*)\}/gm)].map(([, rows]) => rows.trim().split(/\s+/).map(Number));
  const framesNow = async () => frames(await animation());
  // A model that ends elsewhere walks: the game moves it, unless its way is to stay.
  const locked = await framesNow();
  await panel.locator('select[name=rootMotion]').selectOption('keep');
  const five = await framesNow();
  // The frame that closes the walk is left out, the last one is repeated.
  assert.deepEqual(
    five.map((frame) => frame[1]),
    [-4, 4, 4, 4, 4],
  );
  assert.notDeepEqual(locked, five);
  await page.getByRole('heading', { name: 'Frames of the animation' }).waitFor();
  await panel.getByLabel('Scale', { exact: true }).fill('2');
  const larger = await framesNow();
  // Places double, turns do not.
  assert.deepEqual(
    larger,
    five.map((frame) => frame.map((value, i) => (i % 6 < 3 ? 2 * value : value))),
  );
  await panel.locator('select[name=front]').selectOption('-x');
  assert.notDeepEqual(await framesNow(), larger);
  assert.deepEqual(page.errors, []);
});

test('a model that the engine cannot hold is refused with its numbers, and merged when asked', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 800, hash: '#panel=export' });
  const joints = Array.from({ length: 300 }, (_, i) => `\t"j${i}" ${i - 1} ( ${i} 0 0 ) ( 0 0 0 )`);
  await openFiles(page, [
    {
      name: 'worm.md5mesh',
      text: `MD5Version 10\ncommandline ""\n\nnumJoints 300\nnumMeshes 1\n\njoints {\n${joints.join('\n')}\n}\n\nmesh {
	shader "worm"
	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 1
	numtris 1
	tri 0 0 1 2
	numweights 3
	weight 0 299 1 ( 0 0 0 )
	weight 1 299 1 ( 1 0 0 )
	weight 2 299 1 ( 0 1 0 )
}
`,
    },
  ]);
  const panel = page.getByRole('complementary', { name: 'Export' });
  await panel.getByLabel('Format', { exact: true }).selectOption('md5mesh');
  await panel.locator('select[name=engine]').selectOption('ironwail');
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  await panel
    .locator('.issues')
    .getByText(/300 joints, .* takes 256/)
    .waitFor();
  await panel.getByLabel('Merge surplus joints').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const entries = unzipSync(readFileSync(await download.path()));
  assert.match(Buffer.from(entries['progs/worm.md5mesh']).toString(), /^numJoints 256 $/m);
  assert.deepEqual(page.errors, []);
});

test('a model is cut into a player of Quake III, at the joints that the form names', async (t) => {
  const page = await browser.page(t, {
    width: 1280,
    height: 800,
    hash: '#src=samples/mannequin/mannequin.pivot&panel=export',
  });
  const panel = page.getByRole('complementary', { name: 'Export' });
  await panel.getByLabel('Format', { exact: true }).selectOption('md3');
  await panel.locator('select[name=engine]').selectOption('ioquake3');
  await panel.getByLabel('Cut into a player').check();
  await panel.getByLabel('Cut at').fill('torso=Chest,head=Head');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const entries = unzipSync(readFileSync(await download.path()));
  const models = ['lower.md3', 'upper.md3', 'head.md3'];
  assert.deepEqual(
    [...models, 'animation.cfg', 'lower_default.skin'].filter((name) => !entries[name]),
    [],
  );
  const document = core.open(Object.entries(entries).map(([name, bytes]) => ({ name, bytes })));
  assert.equal(document.report.files.filter(({ role }) => role === 'mesh').length, models.length);
  document.dispose();
});
