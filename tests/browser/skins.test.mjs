// Images of Quake beside a model: skins with numbers and a menu for them, and .lmp images with the palette of a PAK.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { pak } from '../node/support/pak.mjs';
import { colourOf, lmp, quakePalette } from '../node/support/paletted.mjs';
import { copyLink, openFiles, pause, picture, read, scrub, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const skin = (colour) => lmp(2, 2, [colour, colour, colour, colour]);
/** Colour 250 is nearly red, 4 nearly green. */
const red = 250,
  green = 4;
const archive = (...more) =>
  pak([
    { name: 'progs/slider.md5mesh', data: sliderModel },
    { name: 'progs/slider.md5anim', data: sliderAction },
    { name: 'progs/clay_00_00.lmp', data: skin(red) },
    ...more,
  ]);
const open = (t) => browser.page(t, { width: 900, height: 600, reducedMotion: 'reduce' });

/** The strongest channel of most pixels that are no grey. */
async function mostly(page) {
  const { pixels } = await picture(page);
  const counts = [0, 0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    const rgb = [...pixels.subarray(i, i + 3)],
      most = Math.max(...rgb);
    if (most - Math.min(...rgb) > 60) counts[rgb.indexOf(most)] += 1;
  }
  return ['red', 'green', 'blue'][counts.indexOf(Math.max(...counts))];
}

test('a .lmp skin in a PAK is drawn in the palette of the PAK', async (t) => {
  assert.deepEqual(colourOf(red), [250, 5, 0]);
  const page = await open(t);
  await openFiles(page, [{ name: 'pak0.pak', text: archive({ name: 'gfx/palette.lmp', data: quakePalette }) }]);
  await shown(page);
  assert.equal(await mostly(page), 'red');
  assert.equal(await page.locator('.skins').isVisible(), false, 'there is one skin');
  assert.deepEqual(page.errors, []);
});

test('without the palette the model shows, and the problem names the palette', async (t) => {
  const page = await open(t);
  await openFiles(page, [{ name: 'pak0.pak', text: archive() }]);
  await shown(page);
  await page.getByRole('button', { name: 'Problems', exact: true }).click();
  await page.getByText('IMAGE_PALETTE').first().waitFor();
  await page
    .getByText(/gfx\/palette\.lmp, which is not among the files/)
    .first()
    .waitFor();
});

test('a skin is chosen from a menu; camera, time and action stay', async (t) => {
  const page = await open(t);
  const more = [
    { name: 'progs/clay_01_00.lmp', data: skin(green) },
    { name: 'gfx/palette.lmp', data: quakePalette },
  ];
  await openFiles(page, [{ name: 'pak0.pak', text: archive(...more) }]);
  await shown(page);
  await pause(page);
  await scrub(page, 0.4);
  const menu = page.getByRole('combobox', { name: 'Skin', exact: true });
  assert.deepEqual(await menu.locator('option').allTextContents(), ['Skin 0', 'Skin 1']);
  assert.equal(await mostly(page), 'red');
  await menu.selectOption('Skin 1');
  await read(page);
  assert.equal(await mostly(page), 'green');
  assert.match(await page.locator('.clock').textContent(), /^0\.400 s/);
  await menu.selectOption('Skin 0');
  await read(page);
  assert.equal(await mostly(page), 'red');
});

/** One pixel of green. */
const greenPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12Ng+M8AAAICAQCqKp4nAAAAAElFTkSuQmCC',
  'base64',
);

test('what glows is an image of its own: _luma beside the skin', async (t) => {
  const page = await open(t);
  const palette = Uint8Array.from(quakePalette);
  palette.set([0, 0, 0], 255 * 3);
  const files = [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'clay_00_00.lmp', text: skin(255) },
    { name: 'palette.lmp', text: palette },
  ];
  await openFiles(page, files);
  await shown(page);
  const dark = await picture(page);
  await openFiles(page, [{ name: 'clay_00_00_luma.png', text: greenPng }]);
  await read(page);
  const lit = await picture(page);
  assert.deepEqual(
    [...dark.at(0.5, 0.5)].map((value) => value < 90),
    [true, true, true],
  );
  const [r, g, b] = lit.at(0.5, 0.5);
  assert.ok(g > 150 && g > r + 80 && g > b + 80, lit.at(0.5, 0.5).join());
});

const declared = [
  { name: 'slider.md5mesh', text: sliderModel },
  { name: 'slide.md5anim', text: sliderAction },
  { name: 'clay.lmp', text: skin(green) },
  { name: 'gold.lmp', text: skin(red) },
  { name: 'palette.lmp', text: quakePalette },
  { name: 'slider.skin', text: 'skin skins/gold { clay gold }\nskin skins/empty { }\n' },
  {
    name: 'slider.def',
    text: 'model slider { mesh slider.md5mesh\nanim slide slide.md5anim {\nframe 2 sound_body step_left\nframe 1 melee <b>hit</b>\n} }\n',
  },
];

test('a skin that a .skin file declares is chosen from the menu, and stands in the link', async (t) => {
  const page = await open(t);
  await openFiles(page, declared);
  await shown(page);
  await pause(page);
  await scrub(page, 0.4);
  const menu = page.getByRole('combobox', { name: 'Skin', exact: true });
  assert.deepEqual(await menu.locator('option').allTextContents(), ['No skin', 'skins/gold']);
  assert.equal(await mostly(page), 'green');
  await menu.selectOption('skins/gold');
  await read(page);
  assert.equal(await mostly(page), 'red');
  assert.match(await page.locator('.clock').textContent(), /^0\.400 s/);
  await copyLink(page);
  assert.match(page.url(), /[#&]skin=skins\/gold(&|$)/);
  await menu.selectOption('No skin');
  await read(page);
  assert.equal(await mostly(page), 'green');
  await copyLink(page);
  assert.doesNotMatch(page.url(), /skin=/);
  assert.deepEqual(page.errors, []);
});

test('events of a .def stand on the timeline and in a list that leads to their frames', async (t) => {
  const page = await open(t);
  await openFiles(page, declared);
  await shown(page);
  await pause(page);
  assert.equal(await page.locator('.track').getAttribute('data-events'), '2');
  await page.getByRole('button', { name: 'Timeline options' }).click();
  const list = page.getByRole('region', { name: 'Events of the action' });
  // The action runs at one frame a second, and frames are counted from 1.
  assert.deepEqual(await list.getByRole('button').allTextContents(), [
    '0.000 s · frame 1 · melee <b>hit</b>',
    '1.000 s · frame 2 · sound_body step_left',
  ]);
  await list.getByRole('button', { name: /step_left/ }).press('Enter');
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('1.000 s'));
  await page.keyboard.press('Escape');
  const box = await page.locator('.track').boundingBox();
  await page.mouse.move(box.x + box.width - 7, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelector('.track').title === 'sound_body step_left');
  assert.deepEqual(page.errors, []);
});

test('an md5.cfg that comes later sets the rate, and its loop leads back to the first frame', async (t) => {
  const page = await open(t);
  await openFiles(page, declared.slice(0, 2));
  await shown(page);
  const slider = page.locator('.scrubber');
  assert.equal(await slider.getAttribute('max'), '1');
  await openFiles(page, [{ name: 'md5.cfg', text: 'md5load slider.md5mesh\nmd5anim slide slide.md5anim 4\n' }]);
  await page.waitForFunction(() => document.querySelector('.scrubber').max === '0.5');
  await page.getByRole('button', { name: 'Timeline options' }).click();
  const close = page.getByRole('checkbox', { name: 'Interpolate last frame to first' });
  assert.equal(await close.isChecked(), true);
  assert.equal(await close.isDisabled(), true);
  assert.deepEqual(page.errors, []);
});

test('an md5.cfg that comes later gives the action its name; it stays chosen, at its time', async (t) => {
  const page = await open(t);
  await openFiles(page, declared.slice(0, 2));
  await shown(page);
  await pause(page);
  await scrub(page, 0.5);
  const chosen = () => page.locator('select.action').evaluate((select) => select.selectedOptions[0].textContent);
  assert.equal(await chosen(), 'slide');
  await openFiles(page, [{ name: 'md5.cfg', text: 'md5load slider.md5mesh\nmd5anim "glide N" slide.md5anim 1\n' }]);
  await page.waitForFunction(
    () => document.querySelector('select.action').selectedOptions[0].textContent === 'glide N',
  );
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('0.500 s'));
  assert.deepEqual(page.errors, []);
});

test('looks of an md5.cfg in folders below are chosen from the menu; the own one is first', async (t) => {
  const solid = (rgb) => {
    const rgba = new Uint8Array(4 * 4 * 4).fill(255);
    for (let i = 0; i < 64; i += 4) rgba.set(rgb, i);
    return Buffer.from(encodePng(4, 4, rgba));
  };
  const files = [
    { name: 'ogro/slider.md5mesh', data: sliderModel },
    { name: 'ogro/first.png', data: solid([230, 20, 20]) },
    { name: 'ogro/second.png', data: solid([20, 20, 230]) },
  ];
  const config = (folder, image) => ({
    name: `ogro/${folder}md5.cfg`,
    data: `md5load slider.md5mesh\nmd5skin * ${image}\n`,
  });
  const page = await open(t);
  await openFiles(page, [
    { name: 'p.pak', text: pak([...files, config('', 'first.png'), config('blue/', 'second.png')]) },
  ]);
  await shown(page);
  const menu = page.locator('.skins');
  await menu.waitFor();
  assert.deepEqual(await menu.locator('option').allTextContents(), ['ogro', 'blue']);
  assert.equal(await mostly(page), 'red');
  await menu.selectOption('blue');
  for (let i = 0; i < 20 && (await mostly(page)) !== 'blue'; ++i) await page.waitForTimeout(250);
  assert.equal(await mostly(page), 'blue');
  assert.equal(await menu.evaluate((it) => it.selectedOptions[0].label), 'blue');
  const below = await open(t);
  await openFiles(below, [{ name: 'p.pak', text: pak([...files, config('blue/', 'second.png')]) }]);
  await shown(below);
  assert.equal(await mostly(below), 'blue', 'where there is no other, the one below is read');
  assert.equal(await below.locator('.skins').isVisible(), false);
  assert.deepEqual(page.errors, []);
});
