// The tree of nodes by mouse and keyboard: found, hidden, set apart, selected from both sides, however many there are.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openFiles, picture, settled, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';

const kJoints = 4090;
// A root with arms of ten joints each, and a box on the first and on the last joint.
const joints = Array.from({ length: kJoints }, (_, i) => ({
  name: i === 0 ? 'root' : i === kJoints - 1 ? 'the last one' : `joint${i}`,
  parent: i === 0 ? -1 : (i - 1) % 10 === 0 ? 0 : i - 1,
  at: i === 0 ? [0, 0, 0] : i === kJoints - 1 ? [0, 6, 1] : [0, 1 + (i % 10) / 10, 0],
}));
const many = boxModel(joints, [
  { joint: 0, min: [-1, -1, -1], max: [1, 1, 1] },
  { joint: kJoints - 1, min: [-1, -1, -1], max: [1, 1, 1] },
]);

let browser, page;
const ends = [];
before(async () => {
  browser = await startBrowser();
  page = await browser.page(
    { after: (end) => ends.push(end) },
    {
      width: 900,
      height: 640,
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      colorScheme: 'dark',
    },
  );
  await openFiles(page, [{ name: 'many.md5mesh', text: many }]);
  await shown(page);
  await page.locator('#stage').focus();
  for (const key of ['1', '5', 'g']) await page.keyboard.press(key);
  await settled(page);
});
after(async () => {
  for (const end of ends) await end();
  await browser?.stop();
});

const items = () => page.getByRole('tree', { name: 'Hierarchy' }).getByRole('treeitem');
const selected = () => page.locator('[role=treeitem][aria-selected=true] .tree-name');
const find = (text) => page.getByRole('searchbox', { name: 'Find a node' }).fill(text);
const kMiddle = (48 + 640 - 26) / 2 / 640;
/** The boxes that are seen from the front, by their middle in parts of the width. */
async function boxes() {
  const image = await picture(page),
    found = [];
  let from = -1;
  for (let x = 8; x < image.width - 8; ++x) {
    // Lit clay is brighter than the stage behind it; a focused stage has a bright edge.
    const [r, g, b] = image.at((x + 0.5) / image.width, kMiddle),
      bright = r + g + b > 300;
    if (bright && from < 0) from = x;
    if (!bright && from >= 0) {
      found.push((from + x) / 2 / image.width);
      from = -1;
    }
  }
  return found;
}

test('thousands of joints have no more rows than fit, and each can be reached by keys', async () => {
  await page.getByRole('treeitem', { name: 'root' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.ok((await items().count()) < 80, 'rows in the document');
  assert.equal(await page.getByRole('treeitem', { name: 'root' }).getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('ArrowDown');
  const first = page.locator('[role=treeitem]:focus');
  assert.deepEqual(
    [
      await first.getAttribute('aria-level'),
      await first.getAttribute('aria-posinset'),
      await first.getAttribute('aria-setsize'),
    ],
    ['2', '1', '409'],
  );
  await page.keyboard.press('End');
  assert.equal(await page.locator('[role=treeitem]:focus .tree-name').textContent(), 'clay');
  await page.keyboard.press('ArrowUp');
  // The last arm is closed: its first joint stands before the mesh.
  assert.equal(await page.locator('[role=treeitem]:focus .tree-name').textContent(), 'joint4081');
  await page.keyboard.press('Home');
  assert.equal(await page.locator('[role=treeitem]:focus .tree-name').textContent(), 'root');
  assert.ok((await items().count()) < 80);
});

test('the search finds by name and by kind, and says when it finds nothing', async () => {
  await page.locator('#stage').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('the LAST');
  assert.equal(await items().count(), 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await selected().textContent(), 'the last one');
  await find('no such thing');
  await page.getByText('No node has this name.').waitFor();
  await find('');
  const kinds = page.getByRole('combobox', { name: 'Types of nodes' });
  await kinds.selectOption('mesh');
  assert.equal(await items().count(), 1);
  await kinds.selectOption('');
});

test('what is selected has its place in its parent and in the file, to be copied', async () => {
  await find('the last');
  await items().first().click();
  await find('');
  // The joint before it stands at (0, 1.8, 0): joint 4088 of 4090, none of them turned.
  await page.getByRole('button', { name: 'Copy: Local' }).click();
  const local = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(local, /^translation\t0, 4\.2, 1$/m);
  assert.match(local, /^rotation x y z w\t0, 0, 0, 1$/m);
  await page.getByRole('button', { name: 'Copy: Model space' }).click();
  const world = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(world, /^translation\t0, 6, 1$/m);
  assert.match(world, /^matrix\t1, 0, 0, 0$/m);
  assert.match(world, /^scale\t1, 1, 1$/m);
});

test('a click in the view selects in the tree and scrolls there: the mesh, and a joint while bones show', async () => {
  const tree = page.getByRole('tree', { name: 'Hierarchy' });
  const inSight = () =>
    tree.evaluate((element) => {
      const row = element.querySelector('[aria-selected=true]').getBoundingClientRect(),
        box = element.getBoundingClientRect();
      return row.top >= box.top && row.bottom <= box.bottom + 0.5;
    });
  await page.locator('#stage').focus();
  await page.keyboard.press('Escape');
  const [left, right] = await boxes();
  await page.locator('[role=treeitem][tabindex="0"]').focus();
  await page.keyboard.press('Home');
  await page.mouse.click(left * 900, kMiddle * 640);
  await page.waitForFunction(
    () => document.querySelector('[role=treeitem][aria-selected=true] .tree-name')?.textContent === 'clay',
  );
  assert.ok(await inSight());
  await page.locator('#stage').focus();
  await page.keyboard.press('s');
  await settled(page);
  // The root's joint is in the middle of its box: half a unit below the picture's middle, and six units lie between
  // the middles of both boxes.
  await page.locator('[role=treeitem][tabindex="0"]').focus();
  await page.keyboard.press('End');
  await page.mouse.click(left * 900, kMiddle * 640 + (0.5 * (right - left) * 900) / 6);
  await page.waitForFunction(
    () => document.querySelector('[role=treeitem][aria-selected=true] .tree-name')?.textContent === 'root',
  );
  assert.ok(await inSight());
  await page.locator('#stage').focus();
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
});

test('hiding, with everything below, and setting apart, by the eye and by keys', async () => {
  const kinds = page.getByRole('combobox', { name: 'Types of nodes' });
  await kinds.selectOption('mesh');
  const mesh = items().first();
  assert.equal((await boxes()).length, 2);
  await mesh.getByRole('button', { name: 'Hide' }).click();
  assert.equal((await boxes()).length, 0);
  await mesh.getByRole('button', { name: 'Show' }).click();
  assert.equal((await boxes()).length, 2);
  await mesh.click();
  await page.keyboard.press('h');
  assert.equal((await boxes()).length, 0);
  await page.keyboard.press('Alt+h');
  assert.equal((await boxes()).length, 2);
  // A joint that moves a box keeps it; one that moves nothing does not.
  await kinds.selectOption('');
  await find('joint17');
  await items().first().focus();
  await page.keyboard.press('q');
  assert.equal((await boxes()).length, 0);
  await page.keyboard.press('q');
  await find('the last');
  await items().first().focus();
  await page.keyboard.press('q');
  assert.equal((await boxes()).length, 2);
  await page.locator('#stage').focus();
  await page.keyboard.press('Alt+h');
  await find('root');
  await items().first().focus();
  await page.keyboard.press('h');
  assert.equal(await page.locator('.is-hidden').count(), 1);
  await find('joint3999');
  assert.equal(await page.locator('.is-hidden').count(), 1, 'below it as well');
  await items()
    .first()
    .getByRole('button', { name: 'Show' })
    .click({ modifiers: ['Alt'] });
  assert.equal(await page.locator('.is-hidden').count(), 0, 'this one alone shows');
  await page.locator('#stage').focus();
  await page.keyboard.press('Alt+h');
  await find('');
});

test('the other mouse button and the menu key offer what can be done with a node', async () => {
  await find('');
  const row = page.getByRole('treeitem', { name: 'root' }),
    menu = page.getByRole('menu', { name: 'root' }),
    entry = (name) => menu.getByRole('menuitem', { name, exact: true });
  await row.click({ button: 'right' });
  assert.deepEqual(await menu.getByRole('menuitem').allTextContents(), [
    'Focus on this node',
    'Hide',
    'Isolate',
    'Copy name',
    'Show in source',
  ]);
  await entry('Isolate').click();
  await row.getByText('isolated').waitFor();
  assert.equal(await row.evaluate((item) => item === document.activeElement), true, 'the tree has the focus again');
  // By keys alone: to the third row and back to how everything was.
  await row.dispatchEvent('contextmenu', { button: 0 });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await row.getByText('isolated').waitFor({ state: 'detached' });
  await row.click({ button: 'right' });
  await entry('Copy name').click();
  await page.getByText('Copied.').first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'root');
  await row.click({ button: 'right' });
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  assert.equal(await row.evaluate((item) => item === document.activeElement), true);
  await row.click({ button: 'right' });
  await entry('Show in source').click();
  await page.locator('.source .source-number').first().waitFor();
});

test('the page stayed quiet', async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.deepEqual(page.errors, []);
});
