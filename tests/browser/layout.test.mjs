// Nothing is cut or covered: panels, bars and dialogs in windows of 1440 to 390 pixels, in the longest of the languages too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openFiles, pause, press, shown, startBrowser } from './harness.mjs';

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.stop());

const sample = (name) => ({
  name,
  text: readFileSync(new URL(`../../public/samples/heron/${name}`, import.meta.url)),
});

async function openHeron(t, width, height, hash = '', more = []) {
  const page = await browser.page(t, { width, height, hash, reducedMotion: 'reduce' });
  await openFiles(page, [sample('heron.md5mesh'), sample('walk.md5anim'), sample('heron_body.png'), ...more]);
  await shown(page);
  return page;
}

/** Controls of `part` that reach over its sides, or that `part` clips below, in words. */
const cut = (page, part) =>
  page.evaluate((selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return [...document.querySelectorAll(`${selector} :is(button, select, input, textarea)`)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((control) => [control.getAttribute('aria-label') ?? control.textContent, control.getBoundingClientRect()])
      .filter(([, { left, right }]) => left < box.left - 1 || right > box.right + 1)
      .map(([name, { left, right }]) => `${selector}: ${name} from ${left} to ${right} of ${box.left} to ${box.right}`);
  }, part);

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [720, 450],
  [390, 844],
])
  for (const language of ['en', 'de'])
    test(`every panel holds its controls at ${width} x ${height}, in ${language}`, async (t) => {
      const page = await openHeron(t, width, height, `#lang=${language}`);
      const ids = await page.evaluate(() => [...document.querySelectorAll('aside.panel')].map(({ id }) => id)),
        found = [];
      for (const id of ids) {
        const isOpen = await page.evaluate((name) => {
          const button = document.querySelector(`[aria-controls="${name}"]`);
          if (!button || button.hidden) return false;
          if (button.getAttribute('aria-pressed') !== 'true') button.click();
          return true;
        }, id);
        if (!isOpen) continue;
        found.push(...(await cut(page, `#${id}`)));
        const free = await page.evaluate(() =>
          [...document.querySelectorAll('aside.panel.is-open')].reduce(
            (left, panel) => (innerWidth < 720 ? left : left - panel.offsetWidth),
            innerWidth,
          ),
        );
        if (free < Math.floor(width / 2)) found.push(`${id}: ${free} of ${width} pixels are left for the model`);
      }
      assert.deepEqual(found, []);
    });

test('at 400 % of 1280 x 1024 every tool is reached above the timeline', async (t) => {
  const page = await openHeron(t, 320, 256);
  const { top } = await page.evaluate(() => document.querySelector('.timeline').getBoundingClientRect());
  for (const bar of ['.toolbox']) {
    const button = page.locator(`${bar} button:visible`).last();
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    assert.ok(box.y + box.height <= top, `${bar}: ${box.y + box.height} of ${top}`);
  }
});

for (const [width, height] of [
  [720, 450],
  [390, 844],
  [320, 640],
])
  test(`the bars hold every button at ${width} x ${height}`, async (t) => {
    // Several actions have a search; the longest name may not push another button out.
    const long = { ...sample('look.md5anim'), name: 'looks_about_for_a_very_long_while_indeed.md5anim' };
    const page = await openHeron(t, width, height, '', [sample('idle.md5anim'), long]);
    const outside = await page.evaluate(() =>
      ['.timeline', '.toolbox'].flatMap((selector) => {
        const box = document.querySelector(selector).getBoundingClientRect();
        return [...document.querySelectorAll(`${selector} :is(button, select)`)]
          .filter((control) => control.checkVisibility())
          .map((control) => [control.getAttribute('aria-label'), control.getBoundingClientRect()])
          .filter(([, each]) => each.top < box.top || each.bottom > box.bottom || each.right > box.right)
          .map(([name, { top, bottom }]) => `${selector}: ${name}, ${top} to ${bottom} of ${box.top} to ${box.bottom}`);
      }),
    );
    assert.deepEqual(outside, []);
    // Steps by frames are within a thumb's reach.
    assert.ok(await page.getByRole('button', { name: 'Previous frame' }).isVisible());
  });

test('the dialogs of pictures keep their contents from the edge', async (t) => {
  const page = await openHeron(t, 390, 844);
  await pause(page);
  for (const name of ['Screenshot', 'Film']) {
    await press(page, name);
    const dialog = page.getByRole('dialog', { name });
    const gaps = await dialog.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return [...element.querySelectorAll('button, select, input')]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect())
        .map(({ left, right }) => Math.min(left - box.left, box.right - right));
    });
    assert.ok(Math.min(...gaps) >= 12, `${name}: ${gaps}`);
    await page.keyboard.press('Escape');
  }
});

test('a fix and its lines are both in sight at 720 x 450', async (t) => {
  const page = await browser.page(t, { width: 720, height: 450, reducedMotion: 'reduce' });
  const text = readFileSync(new URL('../../public/samples/broken/broken.md5mesh', import.meta.url));
  await openFiles(page, [{ name: 'broken.md5mesh', text }]);
  await shown(page);
  await page.getByRole('button', { name: 'Problems', exact: true }).click();
  await page.getByRole('button', { name: /^Fix \d/ }).click();
  await page.locator('.diff-row').first().waitFor();
  for (const part of ['.fix-list', '.diff']) {
    const { height } = await page.locator(part).boundingBox();
    assert.ok(height >= 60, `${part}: ${height}`);
  }
});

for (const [width, height] of [
  [1024, 768],
  [720, 450],
])
  test(`long names push nothing out of the comparison at ${width} x ${height}`, async (t) => {
    const page = await openHeron(t, width, height);
    await pause(page);
    await page.locator('#stage').focus();
    await page.keyboard.press('Shift+A');
    const panel = page.getByRole('complementary', { name: 'Compare' });
    await panel.getByRole('button', { name: 'Remove instance 2' }).waitFor();
    const name = `${'a_model_whose_name_has_no_end_'.repeat(3)}v2.md5mesh`;
    await page
      .getByTestId('compare-files')
      .setInputFiles([{ name, mimeType: 'application/octet-stream', buffer: sample('heron.md5mesh').text }]);
    const shownName = panel.locator('.compare-name bdi, .compare-name .elided-start').last();
    await shownName.waitFor();
    assert.deepEqual(await cut(page, '#panel-compare'), []);
    for (const button of ['Remove instance 2', 'Stop comparing']) {
      const control = panel.getByRole('button', { name: button });
      await control.scrollIntoViewIfNeeded();
      const hit = await control.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });
      assert.ok(hit, `${button} is under something`);
    }
    // One line, of which the end is what shows.
    const lines = await shownName.evaluate((element) => [element.offsetHeight, getComputedStyle(element).direction]);
    assert.ok(lines[0] < 30, `${lines}`);
    assert.equal(lines[1], 'rtl');
    assert.deepEqual(page.errors, []);
  });

test('the number of an element and its arrows stay in one row at 720 x 450', async (t) => {
  const page = await openHeron(t, 720, 450);
  await page.evaluate(() => document.querySelector('[aria-controls="panel-source"]').click());
  const goTo = page.getByRole('group', { name: 'Go to element' });
  await goTo.waitFor();
  const rows = await goTo.evaluate((element) => [
    ...new Set(
      [...element.querySelectorAll('input, button')].map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    ),
  ]);
  assert.equal(rows.length, 1, `middles at ${rows}`);
});
