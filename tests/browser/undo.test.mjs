// Undo, redo and reset of what a person does to the document and the view.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { copyLink, openFiles, overlayOn, press, settled, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const files = [
  { name: 'slider.md5mesh', text: sliderModel },
  { name: 'slide.md5anim', text: sliderAction },
];
async function open(t) {
  const page = await browser.page(t, { width: 1280, height: 720, reducedMotion: 'reduce' });
  await openFiles(page, files);
  await shown(page);
  await page.locator('#stage').focus();
  return page;
}
/** Changes within a third of a second are one step, by the clock of the page, which may be busy. */
async function rest(page) {
  await settled(page);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
}
const undo = (page) => page.keyboard.press('Control+z');
const redo = (page) => page.keyboard.press('Control+Shift+Z');
const isHidden = (page) => page.locator('.panel .tree [aria-label=Show]').count();

test('an overlay, a hidden node and a section come back one by one, and go again', async (t) => {
  const page = await open(t);
  const state = async () => {
    await settled(page);
    return [
      await overlayOn(page, 'wireframe'),
      (await isHidden(page)) > 0,
      await page.getByLabel('Section plane').isChecked(),
    ];
  };
  assert.deepEqual(await state(), [false, false, false]);
  await undo(page);
  assert.deepEqual(await state(), [false, false, false], 'there is nothing to undo');
  await page.keyboard.press('w');
  await rest(page);
  await page.getByRole('treeitem').last().click();
  await page.locator('#stage').focus();
  await page.keyboard.press('h');
  await rest(page);
  await page.keyboard.press('x');
  await rest(page);
  assert.deepEqual(await state(), [true, true, true]);
  await undo(page);
  assert.deepEqual(await state(), [true, true, false]);
  await undo(page);
  assert.deepEqual(await state(), [true, false, false]);
  await undo(page);
  assert.deepEqual(await state(), [false, false, false]);
  await redo(page);
  await redo(page);
  assert.deepEqual(await state(), [true, true, false]);
  // Another change ends what could be done again.
  await page.keyboard.press('w');
  await rest(page);
  await redo(page);
  assert.deepEqual(await state(), [false, true, false]);
  // All at once, and that is a step as well.
  await press(page, 'Reset the view');
  assert.deepEqual(await state(), [false, false, false]);
  await page.locator('#stage').focus();
  await undo(page);
  assert.deepEqual(await state(), [false, true, false]);
  assert.deepEqual(page.errors, []);
});

test('a rotation, an annotation that is removed and a second model come back', async (t) => {
  const page = await open(t);
  await page.getByRole('treeitem').first().click();
  await page.getByLabel('Degrees about z').fill('30');
  await rest(page);
  await page.getByRole('button', { name: 'Annotations' }).click();
  await page.getByRole('button', { name: 'At the selected node' }).click();
  await rest(page);
  const texts = page.getByRole('textbox', { name: /^Text of annotation/ });
  await texts.fill('the hinge');
  await rest(page);
  await page.getByRole('button', { name: 'Remove annotation 1' }).click();
  await rest(page);
  assert.equal(await texts.count(), 0);
  await page.locator('#stage').focus();
  await undo(page);
  assert.equal(await texts.inputValue(), 'the hinge');
  await undo(page);
  assert.equal(await texts.inputValue(), 'Annotation 1');
  await undo(page);
  assert.equal(await texts.count(), 0);
  await press(page, 'Details');
  assert.equal(await page.getByLabel('Degrees about z').inputValue(), '30');
  await page.locator('#stage').focus();
  await undo(page);
  assert.equal(await page.getByLabel('Degrees about z').inputValue(), '0');
  await redo(page);
  assert.equal(await page.getByLabel('Degrees about z').inputValue(), '30');

  await press(page, 'Compare');
  const second = { name: 'other.md5mesh', mimeType: 'text/plain', buffer: Buffer.from(sliderModel) };
  await page.getByTestId('compare-files').setInputFiles([second]);
  const stop = page.getByRole('button', { name: 'Stop comparing' });
  await stop.waitFor();
  await rest(page);
  await page.locator('#stage').focus();
  await undo(page);
  await stop.waitFor({ state: 'hidden' });
  await redo(page);
  await stop.waitFor();
  assert.deepEqual(page.errors, []);
});

/** Where one looks from, as a link to the view has it; undefined for the view that the model opened with. */
async function camera(page) {
  await settled(page);
  await copyLink(page);
  return new URLSearchParams(page.url().split('#')[1]).get('camera') ?? undefined;
}

test('a drag of the camera is one step, however long it rests in between; a click is none', async (t) => {
  const page = await open(t);
  await page.locator('#stage').click({ position: { x: 640, y: 300 } });
  await rest(page);
  await undo(page);
  const before = await camera(page);
  await page.mouse.move(600, 300);
  await page.mouse.down();
  for (let step = 1; step <= 3; ++step) {
    await page.mouse.move(600 + 40 * step, 300 + 20 * step);
    await rest(page);
  }
  await page.mouse.up();
  await rest(page);
  const dragged = await camera(page);
  assert.notEqual(dragged, before);
  // Another gesture: the view from above.
  await page.locator('#stage').focus();
  await page.keyboard.press('7');
  await rest(page);
  const above = await camera(page);
  assert.notEqual(above, dragged);
  await page.locator('#stage').focus();
  await undo(page);
  assert.equal(await camera(page), dragged);
  await page.locator('#stage').focus();
  await undo(page);
  assert.equal(await camera(page), before, 'the model is framed as when it opened');
  await page.locator('#stage').focus();
  await redo(page);
  assert.equal(await camera(page), dragged);
  await press(page, 'Reset the view');
  assert.equal(await camera(page), before);
  assert.deepEqual(page.errors, []);
});

test('light and instances come back, and go with everything else', async (t) => {
  const page = await open(t);
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  const environment = page.getByRole('combobox', { name: 'Environment' });
  await environment.selectOption('torch');
  await rest(page);
  const background = page.getByRole('combobox', { name: 'Background', includeHidden: true });
  await background.selectOption('gradient');
  await rest(page);
  const color = page.getByLabel('Background colour');
  await color.fill('#204060');
  await rest(page);
  await page.getByRole('slider', { name: 'Exposure' }).fill('1.5');
  await rest(page);
  await page.keyboard.press('Escape');
  await page.locator('#stage').focus();
  const environmentNow = page.getByRole('combobox', { name: 'Environment', includeHidden: true });
  const state = async () => [
    await environmentNow.inputValue(),
    await background.inputValue(),
    await color.inputValue(),
  ];
  await undo(page);
  assert.deepEqual(await state(), ['torch', 'gradient', '#204060']);
  await undo(page);
  assert.deepEqual(await state(), ['torch', 'gradient', '#808080']);
  await undo(page);
  assert.deepEqual(await state(), ['torch', 'stage', '#808080']);
  await undo(page);
  assert.deepEqual(await state(), ['studio', 'stage', '#808080']);
  await redo(page);
  assert.equal(await environmentNow.inputValue(), 'torch');

  await press(page, 'Compare');
  const rows = page.locator('.instance-row'),
    add = page.getByRole('button', { name: 'Add an instance' });
  for (const count of [2, 3]) {
    await add.click();
    await rows.nth(count - 1).waitFor();
    await rest(page);
  }
  await page.getByLabel('Speed of instance 2').fill('0.5');
  await page.getByLabel('Speed of instance 2').press('Tab');
  await rest(page);
  await page.getByRole('button', { name: 'Remove instance 3' }).click();
  await rows.nth(2).waitFor({ state: 'detached' });
  await rest(page);
  await page.locator('#stage').focus();
  await undo(page);
  await rows.nth(2).waitFor();
  await undo(page);
  await page.waitForFunction(() => document.querySelectorAll('.instance-row input')[1].value === '1');
  await undo(page);
  await rows.nth(2).waitFor({ state: 'detached' });
  await redo(page);
  await rows.nth(2).waitFor();
  await press(page, 'Reset the view');
  await rows.nth(1).waitFor({ state: 'detached' });
  assert.equal(await environmentNow.inputValue(), 'studio');
  assert.deepEqual(page.errors, []);
});

test('steps that are asked for while one is being taken are taken after it', async (t) => {
  const page = await open(t);
  await press(page, 'Compare');
  const rows = page.locator('.instance-row');
  for (const count of [2, 3]) {
    await page.getByRole('button', { name: 'Add an instance' }).click();
    await rows.nth(count - 1).waitFor();
    await rest(page);
  }
  await page.locator('#stage').focus();
  await page.evaluate(() => {
    const key = { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true };
    for (let time = 0; time < 2; ++time) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key));
  });
  await rows.nth(1).waitFor({ state: 'detached' });
  await redo(page);
  await redo(page);
  await rows.nth(2).waitFor();
  assert.deepEqual(page.errors, []);
});

test('another document begins anew', async (t) => {
  const page = await open(t);
  await page.keyboard.press('w');
  await rest(page);
  await openFiles(page, [{ name: 'second.md5mesh', text: sliderModel.replaceAll('tail', 'other') }]);
  await page.locator('.document-name', { hasText: 'second' }).waitFor();
  await page.locator('#stage').focus();
  await undo(page);
  await settled(page);
  assert.ok(await overlayOn(page, 'wireframe'));
  assert.deepEqual(page.errors, []);
});
