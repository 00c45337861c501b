// Skins, shader scripts, lists of actions and MODELDEF on the page: what shows, the menu of skins, the list of actions.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { colours, openFiles, pause, read, shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const png = (rgb) => Buffer.from(encodePng(1, 1, Uint8Array.of(...rgb, 255)));
/** A wall of both sides that faces the viewer, on a joint that two frames move. */
const model = `# Inter-Quake Export
joint root -1
pq 0 0 0
mesh wall
material m
${[
  [-2, 0],
  [2, 0],
  [2, 4],
  [-2, 4],
]
  .map(([y, z]) => `vp 0 ${y} ${z}\nvt 0 0\nvb 0 1\n`)
  .join('')}fm 0 1 2
fm 0 2 3
fm 2 1 0
fm 3 2 0
animation own
framerate 10
frame
pq 0 0 0
frame
pq 0 1 0
`;
const images = [
  { name: 'red.png', text: png([230, 20, 20]) },
  { name: 'green.png', text: png([20, 200, 20]) },
  { name: 'blue.png', text: png([20, 20, 230]) },
];
const wall = { name: 'x.iqe', text: model };

async function mostly(page) {
  const counts = await colours(page);
  return Object.keys(counts).reduce((best, name) => (counts[name] > counts[best] ? name : best));
}

/** A page with the model and these files beside it. */
async function open(t, ...files) {
  const page = await browser.page(t, { width: 900, height: 600, reducedMotion: 'reduce' });
  await openFiles(page, [wall, ...images, ...files.map(([name, text]) => ({ name, text }))]);
  await shown(page);
  await pause(page);
  return page;
}
const choices = (page) => page.locator('.skins').locator('option').allTextContents();
async function choose(page, skin) {
  await page.locator('.skins').selectOption(skin);
  await read(page);
}

test('a skin of Quake III is put on; another one is chosen from the menu', async (t) => {
  const page = await open(t, ['x_default.skin', 'wall,red.tga\n'], ['x_blue.skin', 'wall,blue\n']);
  assert.equal(await mostly(page), 'red');
  assert.deepEqual(await choices(page), ['blue', 'default']);
  assert.equal(await page.locator('.skins').evaluate((menu) => menu.selectedOptions[0].label), 'default');
  await choose(page, 'blue');
  assert.equal(await mostly(page), 'blue');
  assert.equal(await page.locator('.skins').evaluate((menu) => menu.selectedOptions[0].label), 'blue');
  await choose(page, 'default');
  assert.equal(await mostly(page), 'red');
  assert.deepEqual(page.errors, []);
});

test('a shader script that comes later gives the material its image', async (t) => {
  const page = await open(t);
  await openFiles(page, [{ name: 'x.shader', text: 'm\n{\n {\n  map green.tga\n }\n}\n' }]);
  await read(page);
  assert.equal(await mostly(page), 'green');
  assert.deepEqual(page.errors, []);
});

test('a list of actions that comes later takes the place of those of the file', async (t) => {
  const page = await open(t);
  await openFiles(page, [{ name: 'x.iqe.framegroups', text: '0 1 10 0 still\n0 2 10 0 step\n' }]);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('select.action option')].some(({ textContent }) => textContent === 'step'),
  );
  assert.deepEqual(await page.locator('select.action option').allTextContents(), ['Bind pose', 'still', 'step']);
  assert.deepEqual(page.errors, []);
});

test('actors of a MODELDEF are skins', async (t) => {
  const actor = (name, image) => `Model ${name} { Model 0 "x.iqe" Skin 0 "${image}" }\n`;
  const page = await open(t, ['MODELDEF', actor('Imp', 'green.png') + actor('Boss', 'blue.png')]);
  assert.equal(await mostly(page), 'green');
  assert.deepEqual(await choices(page), ['Imp', 'Boss']);
  await choose(page, 'Boss');
  assert.equal(await mostly(page), 'blue');
  assert.deepEqual(page.errors, []);
});

for (const [name, text, code, place] of [
  ['x_default.skin', 'wall,red.tga\n  torso\n', 'SKIN_LINE', ':2:3'],
  ['x.shader', 'm\n{\n {\n  map\n }\n}\n', 'MTR_VALUE', ':4:3'],
  ['x.iqe.framegroups', '0 1 10 1 a\n1\n', 'FRAMEGROUPS_SYNTAX', ':2:1'],
  ['MODELDEF', 'Model A {\n Model 0 "x.iqe"\n Scale 1 x 1\n}\n', 'MODELDEF_SYNTAX', ':3:10'],
])
  test(`a fault of ${name} is told with its place, and the model shows`, async (t) => {
    const page = await open(t, [name, text]);
    await page.waitForFunction(
      (wanted) => wanted.every((each) => document.getElementById('panel-problems').textContent.includes(each)),
      [code, `${name}${place}`],
    );
    assert.deepEqual(page.errors, []);
  });
