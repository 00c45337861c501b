// What is wrong, where it stands and what it speaks of: problems, source, view and curves mark the same thing, by mouse
// and by keyboard; and faults are put right.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openFiles, pause, settled, shown, startBrowser } from './harness.mjs';

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
const panel = async (name) => {
  const switches = page.locator(`[aria-controls=panel-${name}]`);
  if ((await switches.getAttribute('aria-pressed')) !== 'true') {
    if (!(await switches.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click();
    await switches.click();
  }
  return page.locator(`#panel-${name}`);
};
const quiet = async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
};
/** Until the view marks `vertex MESH INDEX` or `triangle MESH INDEX`. */
const marked = (what) =>
  page.waitForFunction((wanted) => document.getElementById('stage').dataset.marked?.startsWith(`${wanted} `), what);
const markedPlace = () =>
  page.evaluate(() => document.getElementById('stage').dataset.marked.split(' ').slice(3).map(Number));
const line = (number) =>
  page.locator('.source-row.is-current .source-number', { hasText: new RegExp(`^${number}$`) }).waitFor();
const node = (name) =>
  page.waitForFunction(
    (wanted) => document.querySelector('[role=treeitem][aria-selected=true]')?.textContent.includes(wanted),
    name,
  );

test('a problem leads to its line and to its vertex, by click and by key', async () => {
  await open('broken/broken.md5mesh');
  const problems = await panel('problems');
  const problem = problems.getByRole('button', { name: 'do not sum to 1' });
  await problem.click();
  await line(21);
  await marked('vertex 0 4');
  assert.equal(await page.locator('.thing-label').textContent(), 'vertex 4');
  // Its own line, and the two weights that it takes.
  await page.waitForFunction(() => document.querySelectorAll('.source-row.is-chosen').length >= 1);

  await panel('problems');
  await problems.getByRole('button', { name: 'a number with a plus sign' }).focus();
  await page.keyboard.press('Enter');
  await line(35);
  // Weight 3 belongs to vertex 3.
  await marked('vertex 0 3');
  await quiet();
});

test('the cursor in the source chooses what stands there, by click and by key', async () => {
  const source = await panel('source');
  await source.getByLabel('Go to line').fill('24');
  await source.getByLabel('Go to line').press('Enter');
  await page.locator('.source-row', { hasText: /tri 0 / }).click();
  await marked('triangle 0 0');
  assert.equal(await page.locator('.thing-label').textContent(), 'triangle 0');
  await page.locator('.source-lines').focus();
  await page.keyboard.press('ArrowDown');
  await marked('triangle 0 1');
  const points = await page.locator('.thing-outline').getAttribute('points');
  assert.equal(points.split(' ').length, 3);
  // A joint's line selects the joint.
  await page.locator('.source-lines').press('Home');
  await source.getByLabel('Go to line').fill('8');
  await source.getByLabel('Go to line').press('Enter');
  await page.locator('.source-row', { hasText: '"floor"' }).click();
  await panel('hierarchy');
  await node('floor');
  await quiet();
});

/** Until the line with this text is the current one. */
const currentLine = (text) => page.locator('.source-row.is-current .source-text', { hasText: text }).waitFor();

test('a row of the hierarchy marks its line', async () => {
  await panel('source');
  await page
    .getByRole('treeitem', { name: /^pole|^top|^tip/ })
    .or(page.getByRole('treeitem').nth(1))
    .first()
    .click();
  await page.locator('.source-row.is-chosen').first().waitFor();
  await currentLine(/^\s*"\w+"\s+-?\d+ \(/);
  await quiet();
});

test('a vertex is chosen by its number, and its line is marked', async () => {
  const source = await panel('source');
  await source.getByLabel('Element type').selectOption('vertex');
  await source.getByLabel('Number', { exact: true }).fill('2');
  await source.getByLabel('Number', { exact: true }).press('Enter');
  await marked('vertex 0 2');
  await currentLine(/^\s*vert 2 /);
  await source.getByRole('button', { name: 'Next element' }).click();
  await marked('vertex 0 3');
  await page.locator('.source-row.is-current', { hasText: 'vert 3 ' }).waitFor();
  await quiet();
});

test('Alt and click in the view mean a vertex, with Shift a triangle', async () => {
  await open('column/column.md5mesh', 'column/bend.md5anim');
  await pause(page);
  await settled(page);
  const right = await (await panel('source')).boundingBox(),
    left = await page.locator('#panel-hierarchy').boundingBox(),
    box = await page.locator('#stage').boundingBox();
  // In the middle of what the panels leave free.
  const at = { x: (left.x + left.width + right.x) / 2, y: box.height * 0.5 };
  await page.locator('#stage').click({ position: at, modifiers: ['Alt'] });
  await page.waitForFunction(() => document.getElementById('stage').dataset.marked?.startsWith('vertex'));
  const [, mesh, index] = await page.evaluate(() => document.getElementById('stage').dataset.marked.split(' '));
  assert.equal(mesh, '0');
  await page.locator('.source-row.is-current', { hasText: `vert ${index} ` }).waitFor();
  // Near the pointer: the nearest corner of the triangle that was hit.
  const [x, y] = await markedPlace();
  assert.ok(Math.hypot(x - at.x, y - at.y) < 160, `${x} ${y}`);

  await page.locator('#stage').click({ position: at, modifiers: ['Alt', 'Shift'] });
  await page.waitForFunction(() => document.getElementById('stage').dataset.marked?.startsWith('triangle'));
  await page.locator('.source-row.is-current', { hasText: /tri \d/ }).waitFor();
  await quiet();
});

test('the ring follows the animation', async () => {
  const source = await panel('source');
  await source.getByLabel('Element type').selectOption('vertex');
  // A vertex that the joint at the end of the chain holds alone, the last of them: at the top.
  const text = read('column/column.md5mesh').toString('latin1'),
    joints = [...text.matchAll(/weight \d+ (\d+)/g)].map(([, joint]) => Number(joint)),
    end = Math.max(...joints),
    [last] = [...text.matchAll(/vert (\d+) \([^)]*\) (\d+) (\d+)/g)]
      .map((match) => match.slice(1).map(Number))
      .filter(([, first, count]) => count === 1 && joints[first] === end)
      .at(-1);
  await source.getByLabel('Number', { exact: true }).fill(String(last));
  await source.getByLabel('Number', { exact: true }).press('Enter');
  await marked(`vertex 0 ${last}`);
  const scrub = (part) =>
    page.getByRole('slider', { name: 'Time' }).evaluate((slider, value) => {
      slider.valueAsNumber = value * Number(slider.max);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }, part);
  await scrub(0);
  await settled(page);
  const before = await markedPlace();
  await scrub(0.25);
  await settled(page);
  const now = await markedPlace();
  assert.ok(Math.hypot(now[0] - before[0], now[1] - before[1]) > 3, `${before} ${now}`);
  await quiet();
});

test('the line of a frame shows that frame', async () => {
  const source = await panel('source');
  await source.getByLabel('File', { exact: true }).selectOption('bend.md5anim');
  const text = read('column/bend.md5anim').toString('latin1');
  const number = text.slice(0, text.indexOf('frame 3 {')).split('\n').length;
  await source.getByLabel('Go to line').fill(String(number));
  await source.getByLabel('Go to line').press('Enter');
  await page.locator('.source-row.is-current', { hasText: 'frame 3' }).click();
  const rate = Number(/frameRate (\d+)/.exec(text)[1]);
  await page.waitForFunction(
    (seconds) => document.querySelector('.clock').textContent.startsWith(seconds),
    `${(3 / rate).toFixed(3)} s`,
  );
  await quiet();
});

test('a key of a file opens in the curves with a ring, and a click on a key chooses its bytes', async () => {
  await open('lighthouse/lighthouse.scene');
  await pause(page);
  const structure = await panel('structure');
  await structure.getByRole('searchbox').fill('curve');
  await structure.locator('.record-row', { hasText: 'curve' }).first().click();
  const plot = page.locator('.curves-plot'),
    ringed = () => /^\d+ 1$/.test(document.querySelector('.curves-plot').dataset.marked ?? '');
  // A click that comes while the curves are still opening may be for nothing.
  for (let clicks = 0; clicks < 5 && !(await page.evaluate(ringed)); ++clicks) {
    await structure.locator('.field-row.is-element').nth(1).click();
    await page.waitForFunction(ringed, undefined, { timeout: 20_000 }).catch(() => undefined);
  }
  assert.ok(await page.evaluate(ringed));
  const [channel] = (await plot.getAttribute('data-marked')).split(' ');

  // The playhead stands at the key once the view does: it is somewhere along that line.
  await settled(page);
  const box = await plot.boundingBox(),
    line = await page.locator('.curves-head-line').boundingBox();
  // A click elsewhere takes the playhead with it.
  await page.mouse.click(box.x + 56, box.y + box.height - 4);
  await page.waitForFunction(() => document.querySelector('.curves-plot').dataset.marked === undefined);
  // A key is in reach once its curve is drawn, and a press is answered once the view has settled again.
  const clickAlongLine = async () => {
    for (let y = 26; y < box.height - 2; y += 6) {
      await page.mouse.click(line.x + line.width / 2, box.y + y);
      await settled(page);
      const marked = await plot.getAttribute('data-marked');
      if (marked !== null) return marked;
    }
    return null;
  };
  let marked = null;
  for (let sweeps = 0; marked === null && sweeps < 5; ++sweeps) marked = await clickAlongLine();
  assert.match(marked, / 1$/);
  assert.ok(Number(channel) >= 0);
  const source = await panel('source');
  await source.locator('.hex-cells .is-chosen').first().waitFor();
  await quiet();
});

test('bytes of a binary file say what they are, and choose it', async () => {
  await open('mannequin/mannequin.pivot');
  const source = await panel('source');
  const doc = read('mannequin/mannequin.pivot');
  assert.ok(doc.length > 0);
  const hex = source.locator('.hex');
  await hex.locator('[data-at="11"]').first().click();
  await source.locator('.hex-meaning', { hasText: 'version (u16) = ' }).waitFor();
  await source.getByLabel('Element type').selectOption('vertex');
  await source.getByLabel('Number', { exact: true }).fill('5');
  await source.getByLabel('Number', { exact: true }).press('Enter');
  await marked('vertex 0 5');
  const chosen = hex.locator('.hex-cells .is-chosen');
  await chosen.first().waitFor();
  const at = Number(await chosen.first().getAttribute('data-at'));
  await chosen.first().click();
  await source.locator('.hex-meaning', { hasText: /vertices\[5\]\.position\[0\] \(f32\) = / }).waitFor();
  // The keys go on to the next field, and to the next vertex.
  for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowRight');
  await source.locator('.hex-meaning', { hasText: /vertices\[5\]\.position\[1\] \(f32\) = / }).waitFor();
  assert.ok(at > 0);
  await quiet();
});

test('faults are put right: what changes, what is left, and the file', async () => {
  await open('broken/broken.md5mesh');
  const problems = await panel('problems');
  await problems.getByRole('button', { name: /^Fix 4 kinds of problem/ }).click();
  const dialog = page.locator('dialog.fixes');
  await dialog.locator('.diff-row.is-new').first().waitFor();
  await dialog.getByText('the selected problems are fixed and no new problems were found').waitFor();
  assert.equal(await dialog.getByRole('checkbox').count(), 4);
  // Only the weights: by the keyboard.
  for (const code of ['MD5_NUMBER_FORM', 'MD5_INDEX_ORDER', 'MD5_NUM_MESHES']) {
    await dialog.locator(`input[value=${code}]`).focus();
    await page.keyboard.press('Space');
  }
  await page.waitForFunction(() => document.querySelector('dialog.fixes').dataset.patched === 'MD5_WEIGHT_SUM');
  // The list draws its rows with the next picture.
  await dialog.locator('.diff-row.is-new').first().waitFor();
  const rows = await dialog.locator('.diff-row.is-new, .diff-row.is-old').allTextContents();
  assert.deepEqual(
    rows.map((row) => row.replaceAll(/\s+/g, ' ').replaceAll('␉', '').trim()),
    [
      '- weight 4 1 0.75 ( 0 0 0 )',
      '+ weight 4 1 0.6 ( 0 0 0 )',
      '- weight 5 0 0.5 ( 0 0 24 )',
      '+ weight 5 0 0.4 ( 0 0 24 )',
    ],
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download the fixed file' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'broken.md5mesh');
  const text = readFileSync(await download.path(), 'latin1');
  assert.equal(
    text,
    read('broken/broken.md5mesh')
      .toString('latin1')
      .replace('weight 4 1 0.75 ', 'weight 4 1 0.6 ')
      .replace('weight 5 0 0.5 ', 'weight 5 0 0.4 '),
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await quiet();
});

test('problems are copied as Markdown, JSON and SARIF', async () => {
  const problems = await panel('problems');
  const copied = async (format) => {
    await problems.getByLabel('Copy as').selectOption(format);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await problems.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied('Markdown'), /^\| warning \| MD5_NUM_MESHES \| broken\.md5mesh:5:\d+ \|/m);
  assert.equal(JSON.parse(await copied('JSON')).issues.messages.length, 7);
  const [run] = JSON.parse(await copied('SARIF')).runs;
  assert.equal(run.results.length, 7);
  assert.equal(
    run.results.find(({ ruleId }) => ruleId === 'MD5_WEIGHT_SUM').locations[0].physicalLocation.region.startLine,
    21,
  );
  await quiet();
});

test('a file that does not open is put right from its load error', async () => {
  const text = read('broken/broken.md5mesh').toString('latin1');
  await openFiles(page, [{ name: 'counts.md5mesh', text: text.replace('numweights 6', 'numweights 9') }]);
  await page.getByRole('button', { name: 'Fix…', exact: true }).click();
  const dialog = page.locator('dialog.fixes');
  for (const other of await dialog.locator('li', { hasNotText: 'Correct counts' }).all())
    await other.getByRole('checkbox').uncheck();
  await dialog.locator('.diff-row.is-new', { hasText: 'numweights 6' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download the fixed file' }).click(),
  ]);
  assert.match(readFileSync(await download.path(), 'latin1'), /numweights 6\n/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await quiet();
});
