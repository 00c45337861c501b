// Levels of a world in the workbench: what a texture is at a point, keys of functions.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { decoded, openFiles, startBrowser } from './harness.mjs';
import { backAndForth, drawn, goTo, jsonTaken, textOf, until } from './workbench.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** A document with the files that it names, in Edit mode. */
async function edited(t, world, files, options = {}) {
  const page = await browser.page(t, { width: 1440, height: 900, reducedMotion: 'reduce', ...options });
  await openFiles(page, [
    { name: 'levels.world.json', text: JSON.stringify({ kind: 'vitrine-world', version: 1, ...world }, null, 1) },
    ...files,
  ]);
  await drawn(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.locator('.bench-stack').waitFor();
  return page;
}

/** Four texels by two: the first row gets more red, the second more green, and the last texel is half there. */
const texels = Uint8Array.from(
  [0, 1].flatMap((y) => [0, 1, 2, 3].flatMap((x) => [y === 0 ? x * 80 : 0, y === 1 ? x * 80 : 0, 255, x === 3 ? 128 : 255])), // prettier-ignore
);
const room = (wall) => ({
  materials: { wall },
  scenes: { room: { op: 'mesh', material: 'wall', boxes: [{ min: [-1, 0, -1], max: [1, 2, 1] }] } },
  entities: ['room'],
  camera: { at: [0, 1, 5], dir: [0, 0, -1], fov: 60 },
});

/** Shows the operator of a page alone. */
async function show(page, name, pointer) {
  await page.locator(`.bench-row[data-page="${name}"]`).click();
  await page.locator(`.bench-block[data-pointer="${pointer}"]`).click();
  await page.keyboard.press('s');
  await page.locator(`.bench-level[data-shown="${pointer}"]`).waitFor();
}

test('the value of a texture is told under the pointer and at the texel that arrow keys lead to', async (t) => {
  const page = await edited(
    t,
    room({ op: 'material', texture: { op: 'texture', file: 'tiny.png', gain: [0.5, 1, 1, 1] }, lightmap: { op: 'texture', fill: [1, 1, 1] } }), // prettier-ignore
    [{ name: 'tiny.png', text: encodePng(4, 2, texels) }],
  );
  await show(page, '/materials/wall', '/materials/wall/texture');
  const canvas = page.locator('.bench-level-canvas'),
    value = page.locator('.bench-texel'),
    says = (text) => until(page, () => value.textContent(), (said) => said === text, text), // prettier-ignore
    { x, y, width, height } = await canvas.boundingBox(),
    side = height / 1.1;
  /** At a part of the square, from its top left. */
  const point = (across, down) =>
    page.mouse.move(x + width / 2 + (across - 0.5) * side, y + height / 2 + (down - 0.5) * side);
  await point(0.375, 0.25);
  await says('1, 0 of 4 × 2 r 40 0.157 g 0 0 b 255 1 a 255 1 ');
  await point(0.875, 0.75);
  await says('3, 1 of 4 × 2 r 0 0 g 240 0.941 b 255 1 a 128 0.502 ');
  // Beside it there is nothing.
  await point(1.02, 0.5);
  await value.waitFor({ state: 'hidden' });

  await point(0.625, 0.25);
  await says('2, 0 of 4 × 2 r 80 0.314 g 0 0 b 255 1 a 255 1 ');
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await says('3, 0 of 4 × 2 r 120 0.471 g 0 0 b 255 1 a 128 0.502 ');
  await page.locator('.bench-texel-mark').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await says('3, 1 of 4 × 2 r 0 0 g 240 0.941 b 255 1 a 128 0.502 ');
  await page.keyboard.press('Shift+ArrowLeft');
  await says('0, 1 of 4 × 2 r 0 0 g 0 0 b 255 1 a 255 1 ');

  // One channel alone is another picture of the same values.
  const gray = async (across) => {
    const { pixels, width: wide } = await decoded(page, await canvas.screenshot());
    const [left, top] = [width / 2 + (across - 0.5) * side, height / 2 - 0.25 * side].map(Math.round),
      at = (top * wide + left) * 4;
    return [...pixels.subarray(at, at + 3)];
  };
  await page.getByRole('combobox', { name: 'Channel' }).selectOption('alpha');
  await until(page, () => gray(0.375), ([r, g, b]) => r > 250 && g > 250 && b > 250, 'white'); // prettier-ignore
  const half = await gray(0.875);
  assert.ok(half.every((level) => Math.abs(level - 128) < 3), half.join()); // prettier-ignore
  await says('0, 1 of 4 × 2 r 0 0 g 0 0 b 255 1 a 255 1 ');
  // The canvas leaves the square where it is: the second tile is to the right of the first one.
  await page.getByRole('combobox', { name: 'Tiles' }).selectOption('2');
  await until(page, () => gray(0.4375), ([r]) => Math.abs(r - 128) < 3, 'the end of the first tile'); // prettier-ignore
  assert.deepEqual(page.errors, []);
});

test('a key of a parameter that sways is added to its function, which stays as it was', async (t) => {
  const sway = { value: 2, anim: { b: 'sin(TIME)', c: 'CONST', const: 3 } },
    page = await edited(
      t,
      { scenes: { lamp: { op: 'light', range: sway, color: { value: [1, 1, 1], anim: { shape: 'A*((B*C)+(D*E))', b: 'ONE' } } } }, entities: ['lamp'], timeline: { bpm: 60 } }, // prettier-ignore
      [],
    ),
    opened = await textOf(page);
  await page.locator('.bench-row[data-page="/scenes/lamp"]').click();
  await page.locator('.bench-block[data-pointer="/scenes/lamp"]').click();
  const key = (name) => page.getByRole('button', { name: `Key of ${name} at the playhead` }).click(),
    says = (words) => page.locator('.bench-status').filter({ hasText: words }).waitFor();
  await goTo(page, 0.25);
  await key('range');
  await says('Key of range at beat 0.25: 0 (value minus the rest of its function)');
  const { scenes } = await jsonTaken(page, (world) => world.scenes.lamp.range.anim.spline, 'a spline');
  assert.deepEqual(scenes.lamp.range, {
    value: 2,
    anim: { ...sway.anim, d: 'spline(TIME)', spline: { channels: [[[0.25, 0]]] } },
  });
  // What is multiplied has no summand: it says so, and nothing is lost.
  await key('color');
  await says('No spline can be added to its function as it is');
  await backAndForth(page, opened, 1);
  assert.deepEqual(page.errors, []);
});

test('textures and materials have small pictures, made when nothing plays, and made again when they change', async (t) => {
  const wall = { op: 'material', texture: 'paint', lightmap: { op: 'texture', fill: [1, 1, 1] } },
    page = await edited(t, { ...room(wall), textures: { paint: { op: 'texture', fill: [1, 0, 0] }, lost: { op: 'texture', file: 'nowhere.png' } } }, []), // prettier-ignore
    picture = (pointer) => page.locator(`.bench-row[data-page="${pointer}"] img`);
  /** Of the middle; undefined while there is no picture. */
  const color = async (pointer) => {
    if ((await picture(pointer).count()) === 0) return undefined;
    return await picture(pointer).evaluate(async (image) => {
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight),
        context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return [image.naturalWidth, ...context.getImageData(24, 24, 1, 1).data.slice(0, 3)];
    });
  };
  await until(page, () => color('/textures/paint'), (found) => `${found}` === '48,255,0,0', 'a red texture'); // prettier-ignore
  await until(page, () => color('/materials/wall'), (found) => found?.[1] > 50 && found[2] === 0, 'a red material'); // prettier-ignore

  // A file that is missing leaves the mark alone. While it plays there is no other picture.
  assert.equal(await picture('/textures/lost').count(), 0);
  await page.locator('.bench-row[data-page="/textures/paint"]').click();
  await page.keyboard.press('Space');
  const green = page.locator('.bench-inspector').getByLabel('fill g', { exact: true });
  await green.fill('1');
  await green.press('Enter');
  await jsonTaken(page, ({ textures }) => textures.paint.fill[1] === 1, 'yellow');
  await page.waitForTimeout(2500);
  assert.deepEqual(await color('/textures/paint'), [48, 255, 0, 0]);
  await page.locator('.bench-stack').focus();
  await page.keyboard.press('Space');
  await until(page, () => color('/textures/paint'), (found) => `${found}` === '48,255,255,0', 'a yellow texture'); // prettier-ignore
  assert.deepEqual(page.errors, []);
});
