// The panels of binary files: what a file is made of beside its bytes, export of what is shown, and the switches of
// pivot scenes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openFiles, press, settled, shown, startBrowser } from './harness.mjs';
import { Kri } from './scenes.mjs';

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.stop());

const scene = readFileSync('public/samples/lighthouse/lighthouse.scene');

/** The chunks by the container's own rule: a name of 8 bytes, a size of 4, so many bytes. */
function chunksOf(bytes) {
  const chunks = [];
  for (let at = 0; at + 12 <= bytes.length; at += 12 + chunks.at(-1).size)
    chunks.push({
      offset: at,
      name: bytes.toString('latin1', at, at + 8).replace(/\0.*$/s, ''),
      size: bytes.readUInt32LE(at + 8),
    });
  return chunks;
}

const fields = (page) =>
  page
    .locator('.field-row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));

/** Waits until the panel's first lines are `text`. */
async function summary(page, text) {
  await page.locator('.structure-summary').waitFor();
  await page.waitForFunction((wanted) => document.querySelector('.structure-summary').textContent === wanted, text);
}

const button = (page, name) => page.getByRole('button', { name, exact: true }).first();

test('a KRI scene lists its chunks, each with its bytes and fields', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 720, hash: '#src=samples/lighthouse/lighthouse.scene' });
  await shown(page);
  const chunks = chunksOf(scene);
  await press(page, 'Structure');
  const bytes = scene.length.toLocaleString('en');
  await summary(page, `KRI version 3, ${chunks.length} chunks, ${bytes} of ${bytes} bytes accounted for.`);

  await page.locator('.record-row').first().click();
  await page.locator('.field-row').nth(2).waitFor();
  assert.deepEqual(await fields(page), [
    ['chunk name', '“kri”'],
    ['chunk size', '1'],
    ['version', '3'],
  ]);
  await page.waitForFunction(() => !document.querySelector('.hex-cells').textContent.includes('·'));
  const cells = await page.locator('.hex-row').first().locator('.hex-cells').innerText();
  assert.equal(cells.split(/\s+/).join(''), scene.toString('hex', 0, 8));

  // A field that is chosen shows its bytes.
  await page.locator('.field-row').nth(2).click();
  assert.equal(await page.locator('.hex-meaning').textContent(), 'version = 3, 0xc');
  assert.equal(await page.locator('.hex-cells .is-marked').innerText(), '03');

  // By keyboard: the next chunk, then a byte of its size, which is a field with a name.
  await page.locator('.records').focus();
  await page.keyboard.press('ArrowDown');
  const second = chunks[1];
  await page.locator(`[aria-selected=true] .record-name`, { hasText: second.name }).waitFor();
  await page.waitForFunction(
    (at) => document.querySelector('.hex-cells span')?.dataset.at === String(at),
    second.offset,
  );
  await page.locator('.hex').focus();
  for (let i = 0; i < 9; ++i) await page.keyboard.press('ArrowRight');
  assert.equal(
    await page.locator('.hex-meaning').textContent(),
    `chunk size = ${second.size}, 0x${(second.offset + 8).toString(16)} to 0x${(second.offset + 11).toString(16)}`,
  );

  await page.locator('.records').focus();
  await page.keyboard.press('End');
  await page.locator('[aria-selected=true] .record-name', { hasText: chunks.at(-1).name }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('a cut scene says so and lists the chunks before the cut', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 720 });
  // Cut in the middle of the last chunk of a mesh that is complete.
  const cut = chunksOf(scene).at(-1).offset + 14;
  await page
    .getByTestId('files')
    .setInputFiles([{ name: 'cut.scene', mimeType: 'application/octet-stream', buffer: scene.subarray(0, cut) }]);
  await shown(page);
  assert.equal(await page.locator('.status-problems').textContent(), '1 error, 1 warning');
  await press(page, 'Structure');
  const chunks = chunksOf(scene),
    last = chunks.at(-1);
  const number = (value) => value.toLocaleString('en');
  await summary(
    page,
    `KRI version 3, ${chunks.length - 1} chunks, ${number(last.offset)} of ${number(cut)} bytes accounted for. ` +
      '14 bytes at the end are not read.',
  );
  await page.locator('.records').focus();
  await page.keyboard.press('End');
  await page.locator('[aria-selected=true] .record-name', { hasText: 'rest of the file' }).waitFor();
  await page
    .locator('.record [role=status]', { hasText: `chunk ${last.name} needs ${last.size} bytes, the file has 2 left` })
    .waitFor();
});

test('an interrupted export says where, and what is left of the chunk', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 720 });
  const whole = new Kri().material('Paint', [255, 255, 255]).node('Quad').square('Paint', [-1, -1, 1, 1]).done();
  // The exporter died in the colours: it writes a size of 0 first and the real one when the chunk is done.
  const left = Buffer.from('\x03Col\xff\x80\x00\xff', 'latin1');
  const file = Buffer.concat([whole, Buffer.from('v_color\0\0\0\0\0'), left]);
  await openFiles(page, [{ name: 'died.scene', text: file }]);
  await shown(page);
  await press(page, 'Structure');
  await summary(
    page,
    `KRI version 3, ${chunksOf(whole).length} chunks, ${whole.length} of ${file.length} bytes accounted for. ` +
      `The export was interrupted in chunk v_color at 0x${whole.length.toString(16)}; 8 bytes of it were written.`,
  );
  await page.locator('.records').focus();
  await page.keyboard.press('End');
  const row = page.locator('.record-row[aria-selected=true]');
  assert.equal(await row.locator('.record-name').textContent(), 'v_color');
  assert.equal(await row.locator('.record-label').textContent(), 'interrupted');
  await page.locator('.field-row').nth(2).waitFor();
  assert.match(
    await page.locator('.record [role=status]').textContent(),
    /the exporter stopped\. Everything before this chunk is shown\.$/,
  );
  assert.deepEqual(await fields(page), [
    ['chunk name', '“v_color”'],
    ['chunk size', '0'],
    ['unread', '8 bytes'],
  ]);
  assert.deepEqual(page.errors, []);
});

test('what is shown is exported, and the file opens again', async (t) => {
  const page = await browser.page(t, {
    width: 1280,
    height: 720,
    acceptDownloads: true,
    hash: '#src=samples/lighthouse/lighthouse.scene',
  });
  await shown(page);
  await button(page, 'Export').click();
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  // What is made is saved at once.
  const make = () => Promise.all([page.waitForEvent('download'), page.locator('.exporter .primary').click()]);

  await page.locator('#panel-export').getByLabel('Format').selectOption('scene');
  await make();
  const kri = await save('Save file');
  assert.equal(kri.name, 'lighthouse.scene');
  assert.equal(kri.bytes.toString('latin1', 0, 3), 'kri');
  const log = await save('Save log');
  const counts = /(\d+) errors?, (\d+) warnings?, (\d+) notes?/.exec(await page.locator('.exporter').innerText());
  assert.ok(counts && Number(counts[3]) > 10);
  assert.equal(log.bytes.toString().split('(i)').length - 1, Number(counts[3]));

  await page.locator('#panel-export').getByLabel('Format').selectOption('json');
  await make();
  const whole = await save('Save file'),
    scene = JSON.parse(whole.bytes.toString());
  assert.equal(whole.name, 'lighthouse.json');
  assert.ok(scene.nodes.some(({ name }) => name === 'Tower'));
  const [, triangles] = /([\d,]+) triangles/.exec(await page.locator('body').innerText());
  assert.equal(
    scene.meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0),
    Number(triangles.replaceAll(',', '')),
  );
  assert.equal((await save('Save report')).name, 'lighthouse.json.report.json');

  await page.locator('#panel-export').getByLabel('Format').selectOption('pivot');
  await page.getByLabel('Dialect').selectOption('BE/roots/triangle');
  await make();
  const pivot = await save('Save file');
  await page
    .getByTestId('files')
    .setInputFiles([{ name: pivot.name, mimeType: 'application/octet-stream', buffer: pivot.bytes }]);
  await page.locator('.badge', { hasText: 'pivot' }).waitFor();
  await press(page, 'Structure');
  await page.getByText('Read as BE').waitFor();
  assert.deepEqual(page.errors, []);
});

test('the switches of pivot scenes read the file again and keep the view', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 720, hash: '#src=samples/mannequin/mannequin.pivot' });
  await shown(page);
  const axes = page.locator('.facts dd', { hasText: 'up, right-handed' });
  assert.equal(await axes.textContent(), 'y up, right-handed');
  await page.getByLabel('Z is up').check();
  await page.locator('.facts dd', { hasText: 'z up, right-handed' }).waitFor();
  assert.ok(await page.getByLabel('Z is up').isChecked());
  await page.getByLabel('Z is up').uncheck();
  await page.locator('.facts dd', { hasText: 'y up, right-handed' }).waitFor();
  await settled(page);
  assert.deepEqual(page.errors, []);
});
