// The panels that explain a document, by mouse and by keyboard: problems and where they are, source, statistics,
// materials with their textures.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openFiles, pause, press, shown, startBrowser } from './harness.mjs';
import { sliderModel } from './models.mjs';
import { Kri } from './scenes.mjs';

let browser, page;
const ends = [];
before(async () => {
  browser = await startBrowser();
  page = await browser.page(
    { after: (end) => ends.push(end) },
    { width: 1280, height: 800, permissions: ['clipboard-read', 'clipboard-write'] },
  );
});
after(async () => {
  for (const end of ends) await end();
  await browser?.stop();
});

const read = (name) => readFileSync(`public/samples/${name}`);
const open = async (...names) => {
  await openFiles(
    page,
    names.map((name) => ({ name: name.replace(/^.*\//, ''), text: read(name) })),
  );
  await page.waitForFunction((name) => document.title.startsWith(name), names[0].replace(/^.*\//, ''));
  await shown(page);
};
const button = (name) => page.getByRole('button', { name, exact: true }).first();
const panel = async (name) => {
  const switches = page.locator(`[aria-controls=panel-${name}]`);
  if ((await switches.getAttribute('aria-pressed')) !== 'true') {
    if (!(await switches.isVisible())) await button('More').click();
    await switches.click();
  }
  return page.locator(`#panel-${name}`);
};
/** The value beside a name. */
const fact = (within, name) =>
  within
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .first()
    .locator('xpath=following-sibling::dd[1]')
    .textContent();
const quiet = async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
};

test('problems are grouped by code, filtered by severity, and link to their pages', async () => {
  await open('broken/broken.md5mesh');
  const problems = await panel('problems');
  const groups = await problems
    .locator('.issue-group')
    .evaluateAll((all) =>
      all.map((group) => [group.querySelector('code').textContent, group.querySelectorAll('li').length]),
    );
  assert.deepEqual(
    groups.filter(([code]) => code === 'MD5_NUMBER_FORM'),
    [['MD5_NUMBER_FORM', 2]],
  );
  assert.equal(
    groups.reduce((sum, [, count]) => sum + count, 0),
    7,
  );
  const address = await problems.getByRole('link', { name: 'More about MD5_NUMBER_FORM' }).getAttribute('href');
  assert.equal(address, 'docs/codes/MD5_NUMBER_FORM.html');

  const warnings = problems.getByRole('button', { name: '6 warnings' });
  await warnings.click();
  assert.equal(await warnings.getAttribute('aria-pressed'), 'false');
  assert.equal(await problems.locator('.issue').count(), 1);
  // It is remembered.
  assert.equal(await page.evaluate(() => localStorage.getItem('vitrine.problems.hidden')), 'warning');
  await warnings.click();
  assert.equal(await problems.locator('.issue').count(), 7);
  await quiet();
});

test('a problem leads to its line in the source, by click and by key', async () => {
  const problems = await panel('problems');
  await problems.getByRole('button', { name: 'an exponent with a capital E' }).first().click();
  const row = page.locator('.source-row.is-current');
  // The number is there before the bytes of the line are.
  await row.locator('.source-text', { hasText: 'weight' }).waitFor();
  assert.equal(await row.locator('.source-number').textContent(), '34');
  assert.equal(await row.locator('.source-text').textContent(), '\tweight 2 0 1.0E+0 ( -16 -16 0 )');
  assert.equal(await row.locator('mark').textContent(), '1');
  assert.match(await page.locator('.source-said').textContent(), /^Line 34 of 39.*an exponent with a capital E/);

  await panel('problems');
  await problems.getByRole('button', { name: 'a number with a plus sign' }).first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.source-row.is-current .source-number', { hasText: '35' }).waitFor();
  await page.waitForFunction(() => document.activeElement.classList.contains('source-lines'));
  await quiet();
});

test('the source moves by keys, by line number, by search and by message', async () => {
  const source = await panel('source');
  const current = () => page.locator('.source-row.is-current .source-number').textContent();
  await page.locator('.source-lines').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  assert.equal(await current(), '2');
  await source.getByLabel('Go to line').fill('17');
  await source.getByLabel('Go to line').press('Enter');
  assert.equal(await current(), '17');
  await source.getByRole('button', { name: /^Next of/ }).click();
  assert.equal(await current(), '19');
  const search = source.getByLabel('Find text');
  await search.fill('WEIGHT 4');
  await search.press('Enter');
  await source.locator('mark', { hasText: 'weight 4' }).waitFor();
  assert.equal(await current(), '36');
  await search.fill('no such words');
  await search.press('Enter');
  await page.locator('.source-said', { hasText: 'Not found.' }).waitFor();
  await quiet();
});

test('statistics count a closed tent, and are copied', async () => {
  const statistics = await panel('statistics');
  await statistics.locator('dt', { hasText: 'open edges' }).first().waitFor();
  // Four corners and a tip; two triangles below, four around.
  for (const [name, value] of [
    ['unique positions', '5'],
    ['edges', '9'],
    ['open edges', '0'],
    ['non-manifold', '0'],
    ['collapsed faces', '0'],
    ['weight sums ≠ 1', '1'],
    ['weight sums', '1 to 1.25'],
  ])
    assert.equal(await fact(statistics.locator('[aria-label=Mesh]').last(), name), value, name);
  assert.match(await fact(statistics, 'GPU memory'), /^\d+(\.\d)? (kB|MB)$/);
  assert.ok(Number(await fact(statistics, 'draw calls')) > 0);
  const copied = async (format) => {
    await statistics.getByLabel('Copy as').selectOption(format);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await statistics.getByRole('button', { name: 'Copy' }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const { document, meshes } = JSON.parse(await copied('JSON'));
  assert.deepEqual([document.triangles, meshes[0].name, meshes[0]['open edges']], [6, 'tent', 0]);
  assert.match(await copied('Markdown'), /^\| triangles \| 6 \|$/m);
  assert.match(await copied('CSV'), /^triangles,6\r?$/m);
  await quiet();
});

test('statistics that are copied while they are counted hold every count', async () => {
  const statistics = await panel('statistics'),
    switches = page.locator('[aria-controls=panel-statistics]');
  await statistics.getByLabel('Copy as').selectOption('JSON');
  await press(page, 'Statistics');
  await open('broken/broken.md5mesh');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await switches.evaluate((button) => {
    button.click();
    document.querySelector('#panel-statistics .copy-row button').click();
  });
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
  const { meshes } = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.deepEqual([meshes[0].edges, meshes[0]['open edges']], [9, 0]);
  await quiet();
});

test('materials show their textures channel by channel, where they were looked for, and the coordinates', async () => {
  await open('column/column.md5mesh', 'column/bend.md5anim', 'column/column.png');
  await pause(page);
  const materials = await panel('materials');
  const preview = materials.locator('.texture-preview');
  await preview.waitFor();
  const png = read('column/column.png');
  assert.equal(await fact(materials, 'size'), `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}`);
  assert.match(await fact(materials, 'format'), /^PNG, 8 bit/);
  const pixel = () => preview.evaluate((canvas) => [...canvas.getContext('2d').getImageData(5, 7, 1, 1).data]);
  await materials.getByRole('button', { name: 'RGB', exact: true }).click();
  const [r, g, b] = await pixel();
  for (const [name, value] of [
    ['R', r],
    ['G', g],
    ['B', b],
  ]) {
    await materials.getByRole('button', { name, exact: true }).click();
    assert.deepEqual(await pixel(), [value, value, value, 255], name);
  }
  assert.equal(await page.evaluate(() => localStorage.getItem('vitrine.materials.channel')), 'B');

  // A texture that is not there says what was tried.
  await materials.getByRole('button', { name: /_local$/ }).click();
  await materials.getByText('missing').waitFor();
  assert.ok((await materials.locator('.searched li').count()) > 0);
  assert.ok(await materials.locator('.searched').first().isVisible());

  const triangles = await fact(page.locator('#panel-statistics'), 'triangles');
  await materials.getByText(new RegExp(`^${triangles} triangles, u `)).waitFor();
  const canvas = materials.locator('.uv-canvas');
  const ink = () =>
    canvas.evaluate(async (element) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { data } = element.getContext('2d').getImageData(0, 0, element.width, element.height);
      return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0);
    });
  await canvas.focus();
  const all = await ink();
  assert.ok(all > 100);
  for (let i = 0; i < 12; ++i) await page.keyboard.press('-');
  assert.ok((await ink()) < all / 4, 'zooming out leaves less of it');
  await page.keyboard.press('f');
  assert.ok((await ink()) > all / 2, 'and F brings it back');
  await quiet();
});

test('a problem of a binary file leads to its record and bytes', async () => {
  // An export that died in the colours.
  const whole = new Kri().material('Paint', [255, 255, 255]).node('Quad').square('Paint', [-1, -1, 1, 1]).done();
  const left = Buffer.from('v_color\0\0\0\0\0\x03Col\xff\x80\x00\xff', 'latin1');
  await openFiles(page, [{ name: 'cut.scene', text: Buffer.concat([whole, left]) }]);
  await page.waitForFunction(() => document.title.startsWith('cut.scene'));
  const problems = await panel('problems');
  await problems.locator('.issue-link').first().click();
  await page.locator('#panel-structure .record-row[aria-selected=true]', { hasText: 'v_color' }).waitFor();
  assert.ok(await page.locator('#panel-structure .hex .is-cursor').count());
  // The source shows its bytes.
  const source = await panel('source');
  await source.locator('.hex-row').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.source .hex-letters')?.textContent.startsWith('kri'));
  await quiet();
});

test('the line that was gone to stays in sight when its panel gets less room', async () => {
  await open('heron/heron.md5mesh');
  const source = await panel('source');
  await source.getByLabel('Go to line').fill('500');
  await source.getByLabel('Go to line').press('Enter');
  const seen = () =>
    page.waitForFunction(() => {
      const row = document.querySelector('.source-row.is-current')?.getBoundingClientRect(),
        list = document.querySelector('.source-lines').getBoundingClientRect();
      return row && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
    });
  await seen();
  await page.setViewportSize({ width: 1280, height: 460 });
  await page.waitForFunction(() => document.querySelector('.source-lines').clientHeight < 300);
  await seen();
  await page.setViewportSize({ width: 1280, height: 800 });
  await quiet();
});

test('hostile names stay text in every panel', async () => {
  const names = ['<img src=x onerror=alert(1)>', '\u202etfel', 'n'.repeat(10_000), 'a\u0007b\u001b[31m'];
  const meshes = names.map((name) =>
    sliderModel.slice(sliderModel.indexOf('mesh {')).replace(/shader "[^"]*"/, `shader "${name}"`),
  );
  const text =
    sliderModel.slice(0, sliderModel.indexOf('mesh {')).replace(/numMeshes \d+/, `numMeshes ${names.length}`) +
    meshes.join('\n');
  await openFiles(page, [{ name: '<b>evil\u202e.md5mesh', text }]);
  await page.waitForFunction(() => document.title.includes('evil'));
  for (const name of ['statistics', 'materials', 'problems', 'source']) {
    const body = (await panel(name)).locator('.panel-body');
    await body.locator('select, p').first().waitFor();
    assert.equal(await body.locator('img, b, script').count(), 0, name);
    assert.ok(
      await body.evaluate((element) => element.scrollWidth <= element.clientWidth + 1),
      `${name} keeps its width`,
    );
  }
  await page.locator('.source-row').nth(10).waitFor();
  assert.ok(!/[\u202e\u0007\u001b]/.test(await page.locator('#panel-source').innerText()));
  await quiet();
});

test('fifty megabytes of source are a few dozen rows', async () => {
  await page.evaluate(async (model) => {
    const line = '// forty bytes of words that say nothing\n',
      part = line.repeat(10_000),
      blob = new Blob([model, ...Array.from({ length: 122 }, () => part)]);
    const event = new Event('drop', { bubbles: true, cancelable: true });
    const entry = { isFile: true, isDirectory: false, name: 'large.md5mesh', fullPath: '/large.md5mesh' };
    entry.file = (done) => done(new File([blob], 'large.md5mesh'));
    event.dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => entry }] };
    document.body.dispatchEvent(event);
  }, sliderModel);
  await page.waitForFunction(() => document.title.startsWith('large'));
  const source = await panel('source');
  const lines = sliderModel.split('\n').length - 1 + 1_220_000;
  await source.locator('.source-said', { hasText: `${lines.toLocaleString('en')} lines` }).waitFor();
  await page.locator('.source-lines').focus();
  await page.keyboard.press('End');
  const current = page.locator('.source-row.is-current');
  await current.locator('.source-text', { hasText: '// forty bytes' }).waitFor();
  assert.equal(await current.locator('.source-number').textContent(), String(lines));
  assert.ok((await source.locator('.source-row').count()) < 100);
  await source.getByLabel('Go to line').fill('600000');
  await source.getByLabel('Go to line').press('Enter');
  await current.locator('.source-number', { hasText: '600000' }).waitFor();
  await quiet();
});

test('the sheet of keys links to the documentation', async () => {
  await page.locator('#stage').focus();
  await page.keyboard.press('?');
  const link = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('link', { name: 'Documentation' });
  assert.equal(await link.getAttribute('href'), 'docs/index.html');
  await page.keyboard.press('Escape');
});

test('a tab of the bar opens its panel, and takes the focus back', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('button', { name: 'Statistics', exact: true }).click();
  await page.locator('#panel-statistics.is-open').waitFor();
  assert.equal(await page.locator('.panel.is-open').count(), 1);
  await page.getByRole('button', { name: 'Close statistics' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Statistics');
  await quiet();
});
