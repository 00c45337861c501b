// Where the keyboard is: on the start page, after a file has been opened by a key, and how far it is to the tree.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const focused = (page) =>
  page.evaluate(() => {
    const { id, className, tagName } = document.activeElement;
    return id || String(className) || tagName;
  });

test('the start page begins with what can be done, and a sample opened by Enter has the focus', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 800, reducedMotion: 'reduce' });
  const card = page.getByRole('button', { name: /Heron/ }).first();
  await card.waitFor();
  await page.keyboard.press('Tab');
  assert.notEqual(await focused(page), 'stage');
  await card.focus();
  await page.keyboard.press('Enter');
  await shown(page);
  await page.waitForFunction(() => document.activeElement.id === 'stage');
  assert.equal(await page.locator('#stage').getAttribute('tabindex'), '0');
  // Three groups over the view, then the tree and its fields.
  let stops = 0;
  const names = [];
  for (; stops < 30; ++stops) {
    await page.keyboard.press('Tab');
    const { inTree, name } = await page.evaluate(() => ({
      inTree: document.activeElement.closest('#panel-hierarchy') !== null,
      name: document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent,
    }));
    if (inTree) break;
    names.push(name);
  }
  assert.ok(
    (await page.evaluate(
      () => document.querySelectorAll('.toolbox [tabindex="0"], .axis-corner [tabindex="0"]').length,
    )) === 2,
    'one stop each',
  );
  assert.ok(stops < 22, names.join(', '));
});

test('arrows walk a strip of tools and wrap around; Tab comes back to where one was', async (t) => {
  const page = await browser.page(t, {
    width: 1280,
    height: 800,
    reducedMotion: 'reduce',
    hash: '#src=samples/heron/heron.md5mesh',
  });
  await shown(page);
  const name = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  const tools = page.getByRole('toolbar', { name: 'Tools' }).getByRole('button');
  await tools.first().focus();
  const first = await name();
  await page.keyboard.press('ArrowUp');
  assert.equal(await name(), await tools.last().getAttribute('aria-label'));
  await page.keyboard.press('ArrowDown');
  assert.equal(await name(), first);
  await page.keyboard.press('End');
  const last = await name();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await name(), last);
  assert.deepEqual(page.errors, []);
});

test('a world opened by Enter has the focus too', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 800, reducedMotion: 'reduce' });
  const card = page.getByRole('button', { name: /The lighthouse island/ }).first();
  await card.waitFor();
  await card.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.classList.contains('world-canvas'), null, {
    timeout: 60_000,
  });
  assert.equal(await page.locator('#stage').getAttribute('tabindex'), '-1');
});
