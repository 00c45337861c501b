// What the panels let a person do with KRI and pivot scenes: choose how an export is made and read what it says, read a
// pivot scene another way without losing their place, and open one that has bytes too many.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openFiles, press, shown, startBrowser } from './harness.mjs';
import { bendingStrip } from './scenes.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const button = (page, name) => page.getByRole('button', { name, exact: true }).first();

async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

/** Dialect, axes and the like: what stands beside a word in a list of facts. */
const fact = (page, word) =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll('.facts dt')].find((dt) => dt.textContent === name)?.nextSibling.textContent,
    word,
  );

test('an export says what it lost and logs its stages, by the options that were chosen', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 720, hash: '#src=samples/lighthouse/lighthouse.scene' });
  await shown(page);
  await button(page, 'Export').click();
  await page.locator('.exporter').getByLabel('Format').selectOption('scene');
  const lines = () => page.locator('.log li:visible').allTextContents();
  const make = async (interpolation) => {
    await page.locator('.exporter .primary').click();
    await page.locator('.log li', { hasText: `Quat interpolation: ${interpolation}` }).waitFor();
  };

  await make('yes');
  assert.equal(await page.getByText('No conversion losses.').count(), 1);
  const notes = Number.parseInt(await page.getByRole('button', { name: /\d+ notes/ }).textContent(), 10);
  await page.getByRole('button', { name: /\d+ notes/ }).click();
  const shownNotes = await lines();
  assert.equal(shownNotes.length, notes);
  assert.ok(shownNotes.every((line) => line.startsWith('note')));

  await page.getByLabel('Layout').selectOption('seed');
  await page.getByLabel('Process quaternions').uncheck();
  await make('no');
  assert.match(await page.locator('.losses').innerText(), /shape keys have no place in the layout of March 2010/);
  const stages = page.locator('.exporter details', { hasText: 'Export steps of Tower' });
  await stages.locator('summary').click();
  assert.match(await stages.innerText(), /0, 1, 2, 3 negative products/);
  await quiet(page);
});

test('the switches of a pivot scene keep what was selected', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 720 });
  await openFiles(page, [{ name: 'strip.pivot', text: bendingStrip() }]);
  await shown(page);
  assert.equal(await fact(page, 'dialect'), 'LE/total/index');
  assert.equal(await fact(page, 'format name'), 'SEED3MODEL');
  await page.locator('[role=treeitem]', { hasText: 'Bone1' }).last().click();
  const selected = page.locator('[role=treeitem][aria-selected=true]');
  assert.match(await selected.last().textContent(), /Bone1/);
  await page.getByLabel('Mirror z').check();
  await page.locator('.facts dd', { hasText: 'left-handed' }).waitFor();
  assert.match(await selected.last().textContent(), /Bone1/);
  assert.ok(await page.getByLabel('Mirror z').isChecked());
  // It can be turned as before.
  const degrees = page.getByLabel('Degrees about z');
  await degrees.fill('30');
  assert.equal(await degrees.inputValue(), '30');
  assert.ok(await page.getByRole('button', { name: 'Reset', exact: true }).isEnabled());
  await quiet(page);
});

test('a pivot scene with bytes past its end is refused, and opens all the same when that is wanted', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 720 });
  const file = Buffer.concat([bendingStrip(), Buffer.from('left over')]);
  await openFiles(page, [{ name: 'long.pivot', text: file }]);
  const loadError = page.getByRole('alertdialog');
  await loadError.waitFor();
  assert.match(await loadError.innerText(), /long\.pivot could not be opened/);
  assert.match(await loadError.innerText(), /9 bytes after the last record/);
  await loadError.getByRole('button', { name: 'Open anyway' }).click();
  await shown(page);
  assert.equal(await loadError.isVisible(), false);
  assert.equal(await page.locator('.status-problems').textContent(), '1 warning');
  await press(page, 'Structure');
  await page.locator('.structure-summary', { hasText: '9 bytes at the end are not read.' }).waitFor();
  await page.locator('.records').focus();
  await page.keyboard.press('End');
  await page.locator('[aria-selected=true] .record-name', { hasText: 'rest of the file' }).waitFor();
  await page.locator('.record [role=status]', { hasText: 'opened anyway' }).waitFor();
  await page.waitForFunction(() => document.querySelector('.hex-letters')?.textContent.startsWith('left ove'));
  await quiet(page);
});
