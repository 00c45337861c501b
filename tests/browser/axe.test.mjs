// The page without a mouse and without sight: axe-core on every panel, dialog and state in both themes and on a narrow
// page; the focus seen, kept in dialogs and given back; what changes said in words.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { openFiles, pause, shown, startBrowser } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser, page;
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: () => undefined }, { width: 1280, height: 800, reducedMotion: 'reduce' });
});
after(() => browser.stop());

/** What axe-core has against a part of the page in both themes, in lines. */
async function violations(selector) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const lines = [];
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme });
    await still();
    const found = await page.evaluate(async (part) => {
      const { violations: list } = await globalThis.axe.run(part ?? document, { resultTypes: ['violations'] });
      return list.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, any, all, none }) =>
            `${id} at ${target}: ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`,
        ),
      );
    }, selector);
    lines.push(...found.map((line) => `${selector ?? 'page'}, ${colorScheme}: ${line}`));
  }
  return lines;
}
/** Nothing slides any more. */
const still = () =>
  page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
const press = async (id, pressed) => {
  await page.evaluate(
    ([name, state]) => {
      const button = document.querySelector(`[aria-controls="${name}"]`);
      if (button.getAttribute('aria-pressed') !== state) button.click();
    },
    [id, String(pressed)],
  );
  await still();
};
const sample = (path) => ({
  name: path.split('/').at(-1),
  text: readFileSync(new URL(`../../public/samples/${path}`, import.meta.url)),
});
const open = async (...paths) => {
  await openFiles(page, paths.map(sample));
  await page.waitForFunction((name) => document.title.startsWith(name), sample(paths[0]).name);
};

test('nothing against the empty page and a load error, in both themes', async () => {
  await page.locator('.sample').first().waitFor();
  const found = await violations();
  await openFiles(page, [{ name: 'x.md5mesh', text: 'MD5Version 10\nnumJoints -1\n' }]);
  await page.getByRole('alertdialog').waitFor();
  found.push(...(await violations('.load-error')));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click();
  assert.deepEqual(found, []);
});

test('nothing against the page with a model, nor against any panel, wide and narrow', async () => {
  await open(
    ...['heron.md5mesh', 'walk.md5anim', 'idle.md5anim', 'flight.md5camera', 'heron_body.png'].map(
      (name) => `heron/${name}`,
    ),
  );
  await shown(page);
  await pause(page);
  const found = await violations();
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 800 });
    for (const id of await page.evaluate(() =>
      [...document.querySelectorAll('aside.panel')].map((panel) => panel.id),
    )) {
      if (await page.evaluate((name) => document.querySelector(`[aria-controls="${name}"]`)?.hidden ?? true, id))
        continue;
      await press(id, true);
      if (id === 'panel-hierarchy') await page.evaluate(() => document.querySelectorAll('[role=treeitem]')[3]?.click());
      if (id === 'panel-source') await page.locator('.source-row').first().waitFor();
      found.push(...(await violations(`#${id}`)));
      await press(id, false);
    }
    await page.locator('#stage').focus();
    await page.keyboard.press('v');
    await still();
    found.push(...(await violations()));
    await page.locator('#stage').focus();
    await page.keyboard.press('v');
  }
  assert.deepEqual([...new Set(found)], []);
});

test('nothing against any menu and any dialog', async () => {
  const found = [];
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 800 });
    const menus = await page.evaluate(() =>
      [...document.querySelectorAll('[popover]')]
        .filter(({ id }) => document.querySelector(`[popovertarget="${id}"]`)?.checkVisibility())
        .map(({ id }) => id),
    );
    for (const id of menus) {
      await page.evaluate((name) => document.getElementById(name).showPopover(), id);
      found.push(...(await violations(`#${id}`)));
      await page.evaluate((name) => document.getElementById(name).hidePopover(), id);
    }
    const dialogs = await page.evaluate(() =>
      [...document.querySelectorAll('dialog')].map((dialog, at) => (dialog.id ||= `dialog-${at}`)),
    );
    assert.ok(dialogs.length > 1);
    for (const id of dialogs) {
      await page.evaluate((name) => document.getElementById(name).showModal(), id);
      found.push(...(await violations(`#${id}`)));
      await page.evaluate((name) => document.getElementById(name).close(), id);
    }
  }
  assert.deepEqual([...new Set(found)], []);
});

test('nothing against problems with their lines and the records of a binary file', async () => {
  const found = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('broken/broken.md5mesh');
  await press('panel-problems', true);
  await page.locator('.issue-group').first().waitFor();
  found.push(...(await violations('#panel-problems')));
  await open('lighthouse/lighthouse.scene');
  await press('panel-structure', true);
  await page.locator('.record-row').nth(3).click();
  await page.locator('.record').waitFor();
  found.push(...(await violations('#panel-structure')));
  await press('panel-structure', false);
  assert.deepEqual(found, []);
});

test('a dialog keeps the focus inside, and gives it back', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  if (await page.locator('body.is-empty').count()) await open('broken/broken.md5mesh');
  await page.getByRole('button', { name: 'More', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).focus();
  await page.keyboard.press('Enter');
  const inside = () =>
    page.evaluate(
      () => document.activeElement === document.body || document.activeElement.closest('dialog[open]') !== null,
    );
  for (let i = 0; i < 6; ++i) {
    await page.keyboard.press('Tab');
    assert.ok(await inside());
  }
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement.getAttribute('aria-label') === 'More');
});

test('Tab reaches every control of the bar, and the focus can be seen on each', async () => {
  if (await page.locator('body.is-empty').count()) await open('broken/broken.md5mesh');
  await page.evaluate(() => document.activeElement.blur());
  const reached = new Set(),
    unseen = [];
  await page.locator('#stage').focus();
  for (let i = 0; i < 160; ++i) {
    await page.keyboard.press('Tab');
    const { name, seen, end } = await page.evaluate(() => {
      const it = document.activeElement,
        style = getComputedStyle(it.closest('.language') ?? it);
      return {
        name: it.getAttribute('aria-label') ?? it.textContent.trim().slice(0, 40),
        seen:
          it === document.body ||
          (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) ||
          style.boxShadow !== 'none',
        end: it === document.body || it.id === 'stage',
      };
    });
    if (end) break;
    // The menu of the bar, through which Tab goes on.
    if (name === 'More' && !reached.has(name)) await page.keyboard.press('Enter');
    reached.add(name);
    if (!seen) unseen.push(name);
  }
  for (const name of [
    'Hierarchy',
    'Details',
    'Problems',
    'Export',
    'Open',
    'Copy a link to this view',
    'Language',
    'Keyboard shortcuts',
    'Time',
  ])
    assert.ok(
      [...reached].some((found) => found.startsWith(name)),
      `${name} of ${[...reached].join(', ')}`,
    );
  assert.deepEqual(unseen, []);
});

test('colours that a system forces leave every control to be seen', async () => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const faint = await page.evaluate(() =>
    [...document.querySelectorAll('.bar .icon-button, .panel.is-open button, .timeline button')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .filter((button) => {
        const icon = button.querySelector('.icon'),
          style = getComputedStyle(icon ?? button);
        return icon ? style.stroke === getComputedStyle(document.body).backgroundColor : false;
      })
      .map((button) => button.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(faint, []);
  const pressed = await page.evaluate(() => {
    const button = document.querySelector('.bar [aria-pressed=true]'),
      other = document.querySelector('.bar [aria-pressed=false]');
    const look = (element) =>
      ['outlineStyle', 'backgroundColor', 'borderTopWidth', 'color']
        .map((name) => getComputedStyle(element)[name])
        .join();
    return !button || !other || look(button) !== look(other);
  });
  assert.ok(pressed, 'a switch that is on looks like one that is off');
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter(
        (element) => parseFloat(getComputedStyle(element).transitionDuration) > 0.01,
      ).length,
  );
  assert.equal(moving, 0);
  await page.emulateMedia({ forcedColors: 'none' });
});

test('nothing against a world, nor against any panel of it, wide and narrow', async () => {
  await openFiles(page, [sample('../../tests/data/world/valid/events.world.json')]);
  await page.locator('.world-room[data-time]').waitFor();
  const found = [];
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    found.push(...(await violations()));
    for (const tab of await page.locator('.world-tab').all()) {
      await tab.click();
      found.push(...(await violations('.world-panel')));
    }
  }
  assert.equal(await page.locator('.world-tab').count(), 7);
  await page.getByRole('button', { name: 'Events' }).click();
  await page.getByLabel('Lighting').selectOption('compare');
  await page.locator('.world-look summary').click();
  found.push(...(await violations('.world-room')));
  assert.deepEqual([...new Set(found)], []);
});
