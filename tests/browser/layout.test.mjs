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

async function openHeron(t, width, height, hash = '') {
  const page = await browser.page(t, { width, height, hash, reducedMotion: 'reduce' });
  await openFiles(page, [sample('heron.md5mesh'), sample('walk.md5anim'), sample('heron_body.png')]);
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

for (const [width, height] of [
  [720, 450],
  [390, 844],
])
  test(`the bars hold every button at ${width} x ${height}`, async (t) => {
    const page = await openHeron(t, width, height);
    const outside = await page.evaluate(() =>
      ['.timeline', '.overlays', '.toolbox'].flatMap((selector) => {
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
  for (const name of ['Screenshot', 'Animation as a picture']) {
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
