// The application by touch alone, on a phone in both themes, and by keyboard alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { settled, shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const column = '#src=samples/column/column.md5mesh,samples/column/bend.md5anim&action=bend&time=0.4';
const open = async (t, options) => {
  const page = await browser.page(t, { hash: column, reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(15_000);
  await shown(page);
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('0.400 s'));
  return page;
};
const named = (page, name) => page.getByRole('button', { name, exact: true });
const clock = (page) => page.locator('.clock').textContent();
/** Sides of a control that lie outside of the window, or what lies over its middle. */
const hidden = (locator) =>
  locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect(),
      at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)
      return `outside: ${[left, top, right, bottom].map(Math.round)} of ${innerWidth} ${innerHeight}`;
    return at && (element.contains(at) || at.contains(element)) ? '' : (at?.outerHTML.slice(0, 60) ?? 'nothing');
  });

/** What is pressed and has less than 44 px in a direction; words in a text and what no finger can press are left out. */
const small = (page) =>
  page.evaluate(() => {
    const controls = 'button, select, input, summary, a[href], textarea, .tree-row';
    return [...document.querySelectorAll(controls)].flatMap((element) => {
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isSeen || element.closest('[inert]') || getComputedStyle(element).pointerEvents === 'none') return [];
      const target = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : element,
        { width, height } = target.getBoundingClientRect();
      return width === 0 || (width > 43 && height > 43)
        ? []
        : [`${width} x ${height}: ${element.outerHTML.slice(0, 90)}`];
    });
  });

/** Every control of an open panel is large enough and in reach; its button closes it. */
async function reachedAndClosed(page, name, panel) {
  await panel.waitFor();
  assert.deepEqual(await small(page), [], name);
  for (const control of await panel.locator('button:visible, select:visible, input:visible').all()) {
    await control.scrollIntoViewIfNeeded();
    assert.equal(await hidden(control), '', `${name}: ${await control.evaluate((it) => it.outerHTML.slice(0, 90))}`);
  }
  await panel
    .getByRole('button', { name: /^Close/ })
    .first()
    .tap();
  await panel.waitFor({ state: 'hidden' });
}

const panels = ['Hierarchy', 'Details', 'Problems', 'Export', 'Files', 'Materials', 'Statistics', 'Compare', 'Source'];

for (const colorScheme of ['light', 'dark'])
  test(`a finger reaches every panel and its controls on a phone (${colorScheme})`, async (t) => {
    const page = await open(t, { width: 390, height: 844, hasTouch: true, isMobile: true, colorScheme });
    for (const name of panels) {
      await named(page, name).first().tap();
      const panel = page.getByRole('complementary', { name, exact: true });
      await reachedAndClosed(page, name, panel);
    }
    for (const name of ['Overlays', 'Views', 'Light']) {
      await named(page, 'Tools').tap();
      await named(page, name).tap();
      assert.deepEqual(await small(page), [], name);
      await page.keyboard.press('Escape');
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'no wider than the phone');
    assert.deepEqual(page.errors, []);
  });

for (const [kind, hash, tabs] of [
  ['song', '#src=samples/dusk/dusk.v2m', ['Sounds', 'Structure', 'Export']],
  [
    'world',
    '#src=samples/island/island.world.json',
    ['Operators', 'Details', 'Problems', 'Source', 'Statistics', 'Curves', 'Files'],
  ],
])
  test(`a finger reaches the tools of a ${kind} on a phone`, async (t) => {
    const page = await browser.page(t, {
      hash,
      width: 390,
      height: 844,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    await page.waitForFunction((name) => document.body.classList.contains(`is-${name}`), kind);
    await page.locator('.opening').waitFor({ state: 'hidden' });
    assert.deepEqual(await small(page), []);
    for (const name of tabs) {
      const tab = page.locator('.bar-tab:visible', { hasText: name });
      await tab.tap();
      const panel = page.locator('.world-panel:visible, .song-tools:visible');
      await reachedAndClosed(page, name, panel);
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'no wider than the phone');
    assert.deepEqual(page.errors, []);
  });

test('fingers step frames, scrub, choose actions, write annotations and measure', async (t) => {
  const page = await open(t, { width: 390, height: 844, hasTouch: true, isMobile: true });
  const before = await clock(page);
  for (const name of ['Previous frame', 'Play', 'Next frame', 'Timeline options', 'Curves'])
    assert.equal(await hidden(named(page, name)), '', name);
  await named(page, 'Next frame').tap();
  await page.waitForFunction((old) => document.querySelector('.clock').textContent !== old, before);
  const next = await clock(page);
  await named(page, 'Previous frame').tap();
  await page.waitForFunction((old) => document.querySelector('.clock').textContent !== old, next);
  await named(page, 'Next frame').tap();
  await page.waitForFunction((old) => document.querySelector('.clock').textContent === old, next);
  await named(page, 'Tools').tap();
  await named(page, 'Annotations').tap();
  const notes = page.getByRole('complementary', { name: 'Annotations' });
  await notes.getByRole('button', { name: 'Add annotation' }).tap();
  await settled(page);
  // Above the sheet, where the model is.
  await page.touchscreen.tap(195, 240);
  await notes.getByRole('textbox', { name: 'Text of annotation 1' }).fill('Here');
  await page.getByRole('list', { name: 'Annotations' }).getByRole('button', { name: '1: Here' }).waitFor();
  await notes.getByRole('button', { name: /^Close/ }).tap();
  const mark = page.getByRole('list', { name: 'Annotations' }).getByRole('button', { name: '1: Here' });
  await mark.tap();
  await page.getByRole('button', { name: '1: Here', expanded: true }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('keys alone open a panel, walk the tree, annotate the selected node, attach, export and leave', async (t) => {
  const page = await open(t, { width: 1280, height: 800 });
  const press = (...keys) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const focused = () =>
    page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
  const tabTo = async (name) => {
    for (let i = 0; i < 120; ++i) {
      if ((await focused())?.trim() === name) return;
      await press('Tab');
    }
    assert.fail(`Tab does not reach ${name}`);
  };
  await page.locator('#stage').focus();
  await press('/');
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await page.locator('[role=treeitem][aria-selected=true]').waitFor();
  // One stop for the strip of tools, and arrows within it.
  await tabTo('Overlays');
  for (let i = 0; i < 10 && (await focused())?.trim() !== 'Annotations'; ++i) await press('ArrowDown');
  assert.equal(await focused(), 'Annotations');
  await press('Enter');
  await tabTo('At the selected node');
  await press('Enter');
  await page.keyboard.type('Root');
  await page.getByRole('list', { name: 'Annotations' }).getByRole('button', { name: '1: Root' }).waitFor();
  await page.locator('#stage').focus();
  await tabTo('Statistics');
  await press('Enter');
  await page.getByRole('complementary', { name: 'Statistics' }).waitFor();
  await tabTo('Close Statistics');
  await press('Enter');
  assert.equal(await focused(), 'Statistics');
  await page.locator('#stage').focus();
  const at = await clock(page);
  await press('.');
  await page.waitForFunction((old) => document.querySelector('.clock').textContent !== old, at);
  await press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });
  assert.deepEqual(page.errors, []);
});
