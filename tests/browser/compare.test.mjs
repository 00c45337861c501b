// More than one thing in the view: instances side by side, and a second document over the first or beside it. One page,
// boxes whose distances are worked by hand.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { copyLink, differing, openFiles, pause, picture, settled, shown, startBrowser } from './harness.mjs';
import { boxModel, slideAction } from './models.mjs';

const joints = [{ name: 'hull', parent: -1, at: [0, 0, 0] }];
const box = { joint: 0, min: [-1, -1, -1], max: [1, 1, 1] };
const model = boxModel(joints, [box]);
const still = slideAction(joints, [[[0, 0, 0]], [[0, 0, 0]], [[0, 0, 0]]], 2);
/** 3 apart at its end, half of it in the middle. */
const rise = slideAction(joints, [[[0, 0, 0]], [[0, 0, 1.5]], [[0, 0, 3]]], 2);
/** Another number of vertices: two boxes in one another, of which only the outer one is a surface to be near to. */
const shell = boxModel(joints, [{ ...box, min: [-2, -2, -2], max: [2, 2, 2] }, box]);

let browser, page, panel;
const closing = [];
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: (work) => closing.push(work) }, { width: 800, height: 560 });
  await page.evaluate(() => {
    globalThis.calls = [];
    globalThis.engineWorker.addEventListener('message', ({ data }) => {
      if (data.type === 'frames') for (const { drawCalls } of data.frames) globalThis.calls.push(drawCalls);
    });
  });
  await openFiles(page, [
    { name: 'hull.md5mesh', text: model },
    { name: 'still.md5anim', text: still },
    { name: 'rise.md5anim', text: rise },
  ]);
  await shown(page);
  await pause(page);
  await page
    .locator('#panel-hierarchy')
    .getByRole('button', { name: /^Close/ })
    .click();
  await page.locator('.timeline .action').selectOption('still');
  panel = page.getByRole('complementary', { name: 'Compare' });
});
after(async () => {
  for (const work of closing) await work();
  await browser?.stop();
});

const choose = (files) =>
  page
    .getByTestId('compare-files')
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })),
    );
const rows = () => panel.locator('.instance-row');
const chosen = () => panel.locator('.instance-number[aria-pressed=true]').textContent();
const measured = (text) =>
  page.waitForFunction((wanted) => document.querySelector('.compare-place').textContent.startsWith(wanted), text);

test('instances are added by key and by button, each with an action of its own, and removed', async () => {
  await page.locator('#stage').focus();
  await settled(page);
  const one = await page.evaluate(() => globalThis.calls.at(-1));
  await page.keyboard.press('Shift+A');
  await rows().nth(1).waitFor();
  assert.equal(await chosen(), '2');
  await panel.getByRole('button', { name: 'Add an instance' }).click();
  await rows().nth(2).waitFor();
  await settled(page);
  assert.ok((await page.evaluate(() => globalThis.calls.at(-1))) > one, 'more is drawn');
  await panel.getByLabel('Action of instance 1').selectOption('rise');
  await page.waitForFunction(() => document.querySelector('.instance-row select').selectedOptions[0].label === 'rise');
  // The timeline belongs to the chosen one, which does what it did.
  assert.equal(await chosen(), '3');
  assert.equal(await page.locator('.timeline .action').evaluate((it) => it.selectedOptions[0].label), 'still');
  await panel.getByRole('button', { name: 'Select instance 1' }).click();
  await page.waitForFunction(() => document.querySelector('.timeline .action').selectedOptions[0].label === 'rise');
  await panel.getByLabel('Speed of instance 1').fill('-0.5');
  await panel.getByLabel('Speed of instance 1').press('Tab');
  await page.waitForFunction(() => document.querySelector('.speed').value === '-0.5');
  await panel.getByLabel('Speed of instance 1').fill('1');
  await panel.getByLabel('Speed of instance 1').press('Tab');
});

test('two clicks faster than the engine leave an instance as it was', async () => {
  const run = panel.getByRole('button', { name: 'Play instance 1' });
  const was = await run.getAttribute('aria-pressed');
  await run.evaluate((button) => {
    button.click();
    button.click();
  });
  await settled(page);
  assert.equal(await run.getAttribute('aria-pressed'), was);
});

test('a click on an instance in the view chooses it', async () => {
  await panel.getByLabel('Action of instance 1').selectOption('still');
  // What is to be fitted is another thing afterwards.
  await settled(page);
  await page.locator('#stage').focus();
  await page.keyboard.press('1');
  await settled(page);
  await page.keyboard.press('f');
  await settled(page);
  // Two in front, the third behind the first; the panel leaves the rest of the width.
  const { x } = await panel.boundingBox();
  const choosesBy = async (part, wanted) => {
    await settled(page);
    await page.mouse.click(part * x, 263);
    await page.waitForFunction(
      (number) => document.querySelector('.instance-number[aria-pressed=true]').textContent === number,
      wanted,
    );
  };
  await choosesBy(0.75, '2');
  await choosesBy(0.25, '1');
});

test('one alone remains when the others are removed', async () => {
  await panel.getByRole('button', { name: 'Remove instance 3' }).click();
  await rows().nth(2).waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Remove instance 2' }).press('Enter');
  await rows().nth(1).waitFor({ state: 'detached' });
  assert.equal(await panel.getByRole('button', { name: 'Remove instance 1' }).isDisabled(), true);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Add an instance');
});

test('instances are in the address, with what they do', async () => {
  await page.evaluate(() => void (location.hash = '#instances=-1:1!,*1:-0.5!'));
  await page.waitForFunction(() => document.querySelectorAll('.instance-row').length === 2);
  await page.waitForFunction(() => document.querySelector('.instance-number[aria-pressed=true]').textContent === '2');
  await page.waitForFunction(() => document.querySelector('.speed').value === '-0.5');
  assert.equal(
    await panel.getByLabel('Action of instance 1').evaluate((it) => it.selectedOptions[0].label),
    'Bind pose',
  );
  await copyLink(page);
  await page.waitForFunction(() => location.hash.includes('camera='));
  assert.equal(
    await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('instances')),
    '-1:1!,*1:-0.5!',
  );
  await panel.getByRole('button', { name: 'Remove instance 2' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.instance-row').length === 1);
  await page.evaluate(() => history.replaceState(undefined, '', '#'));
  await page.locator('.timeline .action').selectOption('still');
});

test('a second document is measured vertex by vertex: number, moment and place', async () => {
  await page.locator('.timeline .action').selectOption('still');
  await choose([
    { name: 'other.md5mesh', text: model },
    { name: 'still.md5anim', text: rise },
  ]);
  await measured('3 at 1.000 s: vertex');
  assert.match(await panel.locator('.compare-place').textContent(), /vertex \d of /);
  assert.match(await panel.textContent(), /Vertex to vertex, 8 vertices, in world units\./);
  await panel.locator('.compare-place').click();
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('1.000 s'));
  await page.waitForFunction(() => document.querySelector('.compare-now').textContent.startsWith('3 now'));
  const [, vertex] = /vertex (\d) of/.exec(await panel.locator('.compare-place').textContent());
  await page.waitForFunction(
    (start) => document.getElementById('stage').dataset.marked?.startsWith(start),
    `vertex 0 ${vertex} `,
  );
  // Half way, by hand on the scrubber.
  await page.getByRole('slider', { name: 'Time' }).press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.compare-now').textContent.startsWith('1.5 now'));
  const graph = panel.locator('.compare-graph');
  assert.equal(await graph.getAttribute('data-samples'), '3');
  await graph.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.compare-now').textContent === 'Identical at this moment');
});

test('long names of what is farthest break into lines within the panel', async () => {
  const [wide, panelWide] = await panel.locator('.compare').evaluate((body) => {
    const texts = [...body.querySelectorAll('.compare-place, .compare-now')].map((said) => said.firstChild),
      were = texts.map(({ data }) => data);
    for (const text of texts) text.data += '_and_its_name_goes_on'.repeat(4);
    const width = body.scrollWidth;
    texts.forEach((text, i) => (text.data = were[i]));
    return [width, body.clientWidth];
  });
  assert.equal(wide, panelWide);
});

test('both lie over one another, or on two sides of a line that keys and hands move', async () => {
  await page.getByRole('slider', { name: 'Time' }).press('End');
  await page.keyboard.press('Escape');
  await page.locator('#stage').focus();
  await page.keyboard.press('Home');
  const over = await picture(page);
  await panel.getByLabel('Split').check();
  const divider = page.getByRole('separator', { name: 'Divider of the comparison' });
  await divider.waitFor();
  await divider.press('Home');
  await page.waitForFunction(() => document.querySelector('.compare-divider').ariaValueNow === '0');
  const second = await picture(page);
  await divider.press('End');
  await page.waitForFunction(() => document.querySelector('.compare-divider').ariaValueNow === '100');
  const first = await picture(page);
  const differing = (a, b) => {
    let count = 0;
    for (let i = 0; i < a.pixels.length; i += 4)
      if (Math.abs(a.pixels[i] - b.pixels[i]) + Math.abs(a.pixels[i + 1] - b.pixels[i + 1]) > 24) ++count;
    return count;
  };
  assert.ok(differing(over, first) > 100, 'the second document lies over the first');
  assert.ok(differing(second, first) > 100, 'one side is the one, the other the other');
  await divider.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.compare-divider').ariaValueNow === '98');
  // Out from under the panel, then by hand.
  for (let i = 0; i < 5; ++i) await divider.press('PageDown');
  const { x, y, width, height } = await divider.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(200, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('.compare-divider').ariaValueNow === '25');
});

test('the list says what the second document does when it follows the first, and turned nodes are measured', async () => {
  const second = panel.getByLabel('Action of the second model');
  const does = (name) =>
    page.waitForFunction(
      (wanted) =>
        document.querySelector('[aria-label="Action of the second model"]').selectedOptions[0].label === wanted,
      name,
      { timeout: 5000 },
    );
  await page.locator('.timeline .action').selectOption({ label: 'Bind pose' });
  await does('Bind pose');
  await page.locator('.timeline .action').selectOption('still');
  await does('still');
  await second.selectOption('Bind pose');
  await measured('0 at 0.000 s');
  // A corner of the box is sqrt(2) from the axis that half a turn takes it around.
  await page.keyboard.press('/');
  await page.getByRole('treeitem', { name: /hull/ }).click();
  await page.locator('#stage').focus();
  await page.keyboard.press('r');
  await page.getByRole('spinbutton', { name: 'Degrees about x' }).fill('180');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+C');
  await measured('2.8284 at');
  await page.waitForFunction(() => document.querySelector('.compare-now').textContent.startsWith('2.8284 now'));
  await panel.getByRole('button', { name: 'Stop comparing' }).click();
});

test('after a load that was stopped too late all is as it was, and what was asked meanwhile is answered', async () => {
  await page.locator('.timeline .action').selectOption('still');
  await choose([
    { name: 'other.md5mesh', text: model },
    { name: 'still.md5anim', text: rise },
  ]);
  await measured('5.3852 at 1.000 s: vertex');
  await page.locator('#stage').focus();
  await page.keyboard.press('Shift+A');
  await rows().nth(1).waitFor();
  await panel.getByRole('button', { name: 'Select instance 1' }).click();
  await page.getByRole('slider', { name: 'Time' }).press('Home');
  await page.locator('#stage').focus();
  await page.keyboard.press('.');
  await page.keyboard.press('Shift+P');
  await page.evaluate(() => {
    // Busy with what it reads, and deaf.
    globalThis.busy = globalThis.engineWorker;
    globalThis.busy.postMessage = () => undefined;
    // What the one after it answers, from its beginning.
    globalThis.answers = [];
    let engine = globalThis.busy;
    Object.defineProperty(globalThis, 'engineWorker', {
      get: () => engine,
      set: (next) => {
        engine = next;
        next.addEventListener('message', ({ data }) => {
          if (data.type === 'answer' && data.answer) globalThis.answers.push(data.answer);
        });
      },
    });
  });
  await openFiles(page, [{ name: 'late.md5mesh', text: shell }]);
  await page.evaluate(() => document.querySelector('.export-form').requestSubmit());
  await page.locator('.loading').getByRole('button', { name: 'Cancel' }).click();
  await page.waitForFunction(() => globalThis.busy !== globalThis.engineWorker);
  await page.waitForFunction(() => document.querySelectorAll('.export-outcome a').length > 0);
  // The second document is there again, and of two instances the first is chosen.
  await page.waitForFunction(
    () =>
      globalThis.answers.some(({ report }) => report) &&
      globalThis.answers.some(({ copies, chosen }) => copies?.length === 2 && chosen === 0),
  );
  assert.equal(await rows().count(), 2);
  assert.equal(await page.getByRole('button', { name: 'Back and forth' }).getAttribute('aria-pressed'), 'true');
  await panel.locator('.compare-place').click();
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('1.000 s'));
  // The engine has the second document: it is drawn.
  await settled(page);
  const drawn = await picture(page);
  await panel.getByRole('button', { name: 'Stop comparing' }).click();
  await settled(page);
  assert.ok(differing(drawn, await picture(page), 8) > 500, 'the second document was in the picture');
  await panel.getByRole('button', { name: 'Remove instance 2' }).click();
  await rows().nth(1).waitFor({ state: 'detached' });
});

test('with other counts each vertex is held against the nearest place of the other surface', async () => {
  await choose([{ name: 'shell.md5mesh', text: shell }]);
  // The corners of the box are corners of the inner box.
  await measured('0 at 0.000 s');
  assert.match(await panel.textContent(), /Vertex counts differ: each of 8 vertices to the closest point/);
  await panel.getByRole('button', { name: 'Stop comparing' }).click();
  await page.getByRole('separator', { name: 'Divider of the comparison' }).waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement.textContent === 'Choose files…', null, { timeout: 5000 });
});

test('what cannot be opened says why, and the view stays', async () => {
  await choose([{ name: 'broken.md5mesh', text: 'MD5Version 10\n' }]);
  await page.waitForFunction(() => document.querySelector('.compare-said').textContent.length > 20);
  assert.equal(await panel.locator('.compare-shown').isHidden(), true);
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

test('a turn that makes both agree is offered, drawn and undone', async (t) => {
  const own = await browser.page(t, { width: 800, height: 560 });
  const brick = boxModel(joints, [{ joint: 0, min: [-3, -2, -1], max: [3.5, 2, 1] }]);
  const turned = brick.replace(
    /^(\s*weight .*)\( (\S+) (\S+) (\S+) \)/gm,
    (_, head, x, y, z) => `${head}( ${-Number(y)} ${x} ${z} )`,
  );
  assert.notEqual(turned, brick);
  await openFiles(own, [{ name: 'brick.md5mesh', text: brick }]);
  await shown(own);
  await own.keyboard.press('Shift+C');
  const compare = own.getByRole('complementary', { name: 'Compare' });
  const measuredAs = (text) =>
    own.waitForFunction((wanted) => document.querySelector('.compare-place').textContent.startsWith(wanted), text);
  await own.getByTestId('compare-files').setInputFiles({
    name: 'turned.md5mesh',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(turned),
  });
  const offer = compare.locator('.compare-turn');
  await offer.waitFor();
  assert.match(await offer.textContent(), /^Both agree when the second model is turned: y -?90°$/);
  await offer.click();
  await measuredAs('0 ');
  assert.equal(await offer.textContent(), 'Undo the turn of the second model');
  await offer.click();
  await own.waitForFunction(() => !document.querySelector('.compare-place').textContent.startsWith('0 '));
});
