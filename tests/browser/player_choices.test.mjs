// The menus of a player of Quake III: its level of detail, and what its torso does while its legs walk; and that of the
// skins inside of an MDL.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { animationCfg, makeMd3 } from '../node/support/md3.mjs';
import { colours, copyLink, openFiles, read, scrub, shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const tree = (page) => page.locator('.tree');

const player = [
  { name: 'lower.md3', text: makeMd3({ frames: 10, tags: ['tag_torso'] }) },
  { name: 'lower_1.md3', text: makeMd3({ frames: 10, tags: ['tag_torso'], triangles: 2 }) },
  { name: 'upper.md3', text: makeMd3({ frames: 12, tags: ['tag_torso', 'tag_head'] }) },
  {
    name: 'animation.cfg',
    text: animationCfg({ TORSO_GESTURE: '1 8 0 10', LEGS_WALKCR: '12 4 4 10', LEGS_WALK: '16 4 4 10' }),
  },
];

test('a level of detail and an action of the torso are chosen, and stand in the link', async (t) => {
  const page = await browser.page(t, { width: 1200, reducedMotion: 'reduce' });
  await openFiles(page, player);
  await shown(page);
  const level = page.getByRole('combobox', { name: 'Level of detail', exact: true }),
    torso = page.getByRole('combobox', { name: 'Torso', exact: true });
  assert.deepEqual(await level.locator('option').allTextContents(), ['Level of detail 0', 'Level of detail 1']);
  const torsos = await torso.locator('option').allTextContents();
  assert.deepEqual(torsos.slice(0, 2), ['TORSO_GESTURE', 'TORSO_ATTACK']);
  assert.equal(await torso.inputValue(), 'TORSO_STAND');
  assert.match(await tree(page).textContent(), /lower(?!_)/);
  await level.selectOption('1');
  await read(page);
  assert.match(await tree(page).textContent(), /lower_1/);
  await torso.selectOption('TORSO_GESTURE');
  await read(page);
  assert.match(await tree(page).textContent(), /lower_1/, 'one choice keeps the other');
  await copyLink(page);
  assert.match(page.url(), /[#&]level=1(&|$)/);
  assert.match(page.url(), /[#&]torso=TORSO_GESTURE(&|$)/);
  await level.selectOption('0');
  await read(page);
  assert.doesNotMatch(await tree(page).textContent(), /lower_1/);
  assert.deepEqual(page.errors, []);
});

test('the skins of an MDL are a menu, and other models have none of these', async (t) => {
  const page = await browser.page(t, { width: 1200, reducedMotion: 'reduce' });
  const bytes = readFileSync(new URL('../data/quake/valid/groups.mdl', import.meta.url));
  await openFiles(page, [{ name: 'groups.mdl', text: bytes }]);
  await shown(page);
  const skins = page.getByRole('combobox', { name: 'Skin', exact: true });
  assert.deepEqual(await skins.locator('option').allTextContents(), ['Skin 0', 'Skin 1', '1_1']);
  assert.equal(await skins.inputValue(), '=0');
  await skins.selectOption('1_1');
  await read(page);
  assert.equal(await skins.inputValue(), '=1_1');
  for (const name of ['Level of detail', 'Torso'])
    assert.equal(await page.getByRole('combobox', { name, exact: true }).count(), 0, name);
  assert.deepEqual(page.errors, []);
});

test('the images of a group of skins take turns while the clock runs', async (t) => {
  const page = await browser.page(t, { width: 900, reducedMotion: 'reduce' });
  const bytes = readFileSync(new URL('../data/quake/valid/groups.mdl', import.meta.url)),
    image = (...rgb) => Buffer.from(encodePng(1, 1, new Uint8Array([...rgb, 255])));
  await openFiles(page, [
    { name: 'x.mdl', text: bytes },
    { name: 'x.mdl_1_0.png', text: image(255, 0, 0) },
    { name: 'x.mdl_1_1.png', text: image(0, 0, 255) },
    ...[0, 1].map((member) => ({ name: `x.mdl_1_${member}_glow.png`, text: image(0, 0, 0) })),
  ]);
  await shown(page);
  await page.getByRole('combobox', { name: 'Skin', exact: true }).selectOption({ label: 'Skin 1' });
  await read(page);
  const seen = [];
  // Of 0.3 seconds the second image has those from 0.1 to 0.2.
  for (const part of [1 / 6, 1 / 2, 5 / 6]) {
    await scrub(page, part);
    const { red, blue } = await colours(page);
    seen.push(red > 4 * blue ? 'red' : blue > 4 * red ? 'blue' : `${red} ${blue}`);
  }
  assert.deepEqual(seen, ['red', 'blue', 'red']);
  const switches = page.locator('[aria-controls=panel-materials]');
  if (!(await switches.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).first().click();
  if ((await switches.getAttribute('aria-pressed')) !== 'true') await switches.click();
  const times = page
    .locator('#panel-materials dt', { hasText: /^images change at$/ })
    .locator('xpath=following-sibling::dd[1]');
  assert.equal(await times.textContent(), '0.1, 0.2 s');
  assert.deepEqual(page.errors, []);
});
