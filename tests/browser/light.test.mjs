// The light of the view and the front of a folder's models.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { shared, without } from '../node/support/vitrine.mjs';
import { copyLink, openFiles, pause, picture, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const root = [{ name: 'origin', parent: -1, at: [0, 0, 0] }];
const box = boxModel(root, [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);
const image = (level) => {
  const rgba = new Uint8Array(8 * 8 * 4).fill(level);
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255;
  return Buffer.from(encodePng(8, 8, rgba));
};
const open = async (t, files, options = {}) => {
  const page = await browser.page(t, { width: 900, height: 700, reducedMotion: 'reduce', ...options });
  await openFiles(page, files);
  await shown(page);
  return page;
};
const middle = async (page) => (await picture(page)).at(0.5, 0.5).reduce((sum, value) => sum + value, 0);
const menu = (page) => page.getByRole('region', { name: 'Light' });
const hash = async (page, name) => {
  await copyLink(page);
  return page.evaluate((key) => new URLSearchParams(location.hash.slice(1)).get(key), name);
};

test('environment, exposure and direction change the picture, and the link keeps them', async (t) => {
  const page = await open(t, [{ name: 'box.md5mesh', text: box }]);
  const plain = await middle(page);
  assert.equal(await hash(page, 'light'), null);
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await menu(page).getByRole('combobox', { name: 'Environment' }).selectOption({ label: 'Dark' });
  const dark = await middle(page);
  assert.ok(dark < plain * 0.8, `${dark} of ${plain}`);
  await menu(page)
    .getByRole('slider', { name: 'Exposure' })
    .evaluate((slider) => {
      slider.value = '3';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
  assert.ok((await middle(page)) > dark * 1.3);
  await menu(page).getByRole('slider', { name: 'Light direction' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  assert.equal(await hash(page, 'light'), 'dark,3,5');
  // The address alone brings it back.
  await page.evaluate(() => (location.hash = location.hash.replace('dark,3,5', 'torch,-1,90')));
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  assert.equal(await menu(page).getByRole('combobox', { name: 'Environment' }).inputValue(), 'torch');
  assert.equal(await menu(page).getByRole('slider', { name: 'Exposure' }).inputValue(), '-1');
  await menu(page).getByRole('button', { name: 'Reset' }).click();
  assert.ok(Math.abs((await middle(page)) - plain) < 6);
  assert.deepEqual(page.errors, []);
});

test('a model with a nearly black image is lit until it is legible; an ordinary one is left alone', async (t) => {
  const files = (level) => [
    { name: 'box.md5mesh', text: box },
    { name: 'clay.png', text: image(level) },
  ];
  const black = await open(t, files(14));
  await black.waitForFunction(() => Number(document.querySelector('#light-menu [type=range]').value) > 0);
  const lit = await middle(black);
  await black.getByRole('button', { name: 'Light', exact: true }).click();
  await menu(black).getByRole('button', { name: 'Reset' }).click();
  const unlit = await middle(black);
  assert.ok(lit > unlit * 1.5, `${lit} of ${unlit}`);
  const ordinary = await open(t, files(120));
  await picture(ordinary);
  assert.equal(await ordinary.locator('#light-menu [type=range]').first().inputValue(), '0');
});

/** As WCAG counts: relative luminance of pixels, and the contrast of two. */
const luminance = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

for (const level of [14, 45, 70, 90])
  test(`what faces the light of a model of grey ${level} of 255 stands out from the dark stage by 3 to 1`, async (t) => {
    const files = [
      { name: 'box.md5mesh', text: box },
      { name: 'clay.png', text: image(level) },
    ];
    const page = await open(t, files, { colorScheme: 'dark' });
    if (level < 80)
      await page.waitForFunction(() => Number(document.querySelector('#light-menu [type=range]').value) > 0);
    const { at } = await picture(page);
    const inside = [],
      behind = [];
    for (let y = 0.2; y < 0.8; y += 0.01) {
      // The box fills the middle of the view; along the sides the stage alone shows.
      for (let x = 0.44; x < 0.56; x += 0.01) inside.push(luminance(at(x, y)));
      behind.push(luminance(at(0.3, 0.05 + y / 8)));
    }
    const lit = inside.sort((a, b) => a - b)[Math.floor(inside.length * 0.9)],
      stage = behind.reduce((sum, value) => sum + value, 0) / behind.length;
    assert.ok(contrast(lit, stage) >= 3, `${lit} on ${stage}: ${contrast(lit, stage)}`);
  });

for (const name of ['bear', 'golem'])
  test(`what faces the light of a dark ${name} stands out from the stage by 3 to 1`, { skip: without }, async (t) => {
    const folder = join(shared, 'corpus/qmsh/carpgdata_textures');
    const files = readdirSync(folder).map((file) => ({ name: file, text: readFileSync(join(folder, file)) }));
    const model = readFileSync(join(shared, `corpus/qmsh/carpgdata/meshes/units/${name}.qmsh`));
    const page = await open(t, [{ name: `${name}.qmsh`, text: model }, ...files], { colorScheme: 'dark' });
    await pause(page);
    await page.waitForFunction(() => Number(document.querySelector('#light-menu [type=range]').value) > 0);
    const dark = await picture(page);
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await picture(page);
    // The model alone looks the same in both themes.
    const pixels = [[], []];
    for (let i = 0; i < dark.pixels.length; i += 4) {
      const rgb = [...dark.pixels.subarray(i, i + 3)],
        differs = rgb.reduce((sum, value, c) => sum + Math.abs(value - light.pixels[i + c]), 0) > 6;
      pixels[Number(differs)].push(luminance(rgb));
    }
    const [lit, stage] = pixels.map((each) => each.sort((a, b) => a - b)),
      brightest = lit[Math.floor(lit.length * 0.9)],
      mean = stage.reduce((sum, value) => sum + value, 0) / stage.length;
    assert.ok(lit.length > 2000, `${lit.length} pixels of the model`);
    assert.ok(contrast(brightest, mean) >= 3, `${brightest} on ${mean}: ${contrast(brightest, mean)}`);
  });

test('a material that is nearly black without an image is lit as well, and one that glows is left alone', async (t) => {
  const gltf = (emissiveFactor) => ({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.01, 0.01, 0.01, 1] }, emissiveFactor }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [
      {
        byteLength: 36,
        uri: `data:application/octet-stream;base64,${Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64')}`,
      },
    ],
  });
  const file = (emissive) => [{ name: 'coal.gltf', text: JSON.stringify(gltf(emissive)) }];
  const coal = await open(t, file([0, 0, 0]));
  await coal.waitForFunction(() => Number(document.querySelector('#light-menu [type=range]').value) >= 3);
  const ember = await open(t, file([1, 0.2, 0]));
  await picture(ember);
  assert.equal(await ember.locator('#light-menu [type=range]').first().inputValue(), '0');
});

test('a panorama lights the model, chosen or dropped, and is no document', async (t) => {
  const page = await open(t, [{ name: 'box.md5mesh', text: box }]);
  const [plain] = [(await picture(page)).at(0.5, 0.5)];
  assert.ok(plain[0] - plain[2] < 60);
  // Red from everywhere, in flat pixels: mantissa 200 and exponent 128 are 0.78.
  const hdr = (...color) =>
    Buffer.from(
      `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n${String.fromCharCode(...Array(8).fill(color).flat())}`,
      'latin1',
    );
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await page.getByLabel('Environment').selectOption('Your own panorama');
  const choose = (buffer) =>
    page.getByTestId('panorama').setInputFiles([{ name: 'own.hdr', mimeType: 'image/vnd.radiance', buffer }]);
  await choose(Buffer.from('no panorama'));
  await menu(page).getByText('neither a Radiance HDR nor an image').waitFor();
  await choose(hdr(200, 20, 20, 128));
  await page.waitForFunction(() => document.querySelector('#light-menu [role=status]').textContent === '');
  const [red, , blue] = (await picture(page)).at(0.5, 0.5);
  assert.ok(red - blue > 60, `${red} ${blue}`);
  assert.equal(await hash(page, 'light'), null);
  await openFiles(page, [{ name: 'sky.hdr', text: hdr(20, 20, 200, 128) }]);
  await page.getByText('sky.hdr lights the model.').waitFor();
  const [less, , more] = (await picture(page)).at(0.5, 0.5);
  assert.ok(more - less > 60, `${less} ${more}`);
  assert.match(await page.title(), /^box/);
  assert.deepEqual(page.errors, []);
});

test('"Use this view as the front" is remembered for the models of the folder', async (t) => {
  const page = await open(t, [{ name: 'box.md5mesh', text: box }]);
  await page.locator('#stage').focus();
  await page.keyboard.press('3');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Use this view as the front' }).click();
  await page.keyboard.press('Escape');
  await page.locator('#stage').focus();
  await page.keyboard.press('1');
  assert.match(await hash(page, 'camera'), /^90,0,/);
  assert.equal(await hash(page, 'front'), '90');
  await openFiles(page, [{ name: 'other.md5mesh', text: box }]);
  await page.waitForFunction(() => document.title.includes('other'));
  const yaw = Number((await hash(page, 'camera')).split(',')[0]);
  assert.ok(Math.abs(yaw - (90 + (0.6 * 180) / Math.PI)) < 1, `${yaw}`);
});
