// The stage: eight tools, the picture alone, the whole screen, and what lies behind the model.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openFiles, picture, settled, shown, startBrowser } from './harness.mjs';
import { sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

async function opened(t, options) {
  const page = await browser.page(t, { reducedMotion: 'reduce', ...options });
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(page);
  return page;
}

test('a strip has eight tools at most, each with its word or its name beside the pointer', async (t) => {
  const page = await opened(t, { width: 1440, height: 600 });
  const tools = page.getByRole('toolbar', { name: 'Tools' }).getByRole('button');
  assert.ok((await tools.count()) <= 8);
  const shownWord = (of) =>
    of.evaluate((element) => {
      const { content, width } = getComputedStyle(element, '::after');
      return content !== 'none' && parseFloat(width) > 0;
    });
  for (const tool of await tools.all()) {
    assert.ok(await shownWord(tool), await tool.getAttribute('aria-label'));
    assert.ok(await tool.evaluate((element) => element.scrollWidth <= element.clientWidth));
  }
  await page.setViewportSize({ width: 1000, height: 600 });
  const shot = page.getByRole('button', { name: 'Screenshot' });
  assert.ok(!(await shownWord(shot)));
  await shot.hover();
  assert.ok(await shownWord(shot));
});

test('Z leaves the picture alone, and Escape or the button ends it', async (t) => {
  const page = await opened(t, { width: 800, height: 600 });
  const chrome = page.locator('.bar, .toolbox, .panel, .status, .axis-corner, .bar-selects').filter({ visible: true });
  assert.ok((await chrome.count()) > 4);
  await page.locator('#stage').focus();
  await page.keyboard.press('z');
  assert.equal(await chrome.count(), 0);
  await page.keyboard.press('Escape');
  assert.ok((await chrome.count()) > 4);
  await page.keyboard.press('z');
  await page.getByRole('button', { name: /^Show the controls/ }).click();
  assert.ok((await chrome.count()) > 4);
  assert.deepEqual(page.errors, []);
});

for (const [kind, hash, shows, hides] of [
  ['song', '#src=samples/dusk/dusk.v2m', '.song-lanes', '.song-transport'],
  ['world', '#src=samples/island/island.world.json', '.world-canvas', '.world-timeline'],
])
  test(`a ${kind} fills the whole screen, and its picture shows alone`, async (t) => {
    const page = await browser.page(t, { hash, width: 900, height: 600, reducedMotion: 'reduce' });
    await page.locator(hides).waitFor();
    const whole = page.getByRole('button', { name: 'Full screen' });
    await whole.click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await whole.click();
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.keyboard.press('z');
    await page.locator(hides).waitFor({ state: 'hidden' });
    const { x, y, width, height } = await page.locator(shows).boundingBox();
    assert.ok(x === 0 && y === 0 && width >= 900 && height >= 600, `${x} ${y} ${width} ${height}`);
    assert.ok(await page.locator('.bar').isHidden());
    await page.keyboard.press('Escape');
    await page.locator(hides).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Picture alone' }).click();
    await page.locator(hides).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Show the controls/ }).click();
    await page.locator(hides).waitFor();
    assert.deepEqual(page.errors, []);
  });

test('the page fills the whole screen, and leaves it', async (t) => {
  const page = await opened(t, { width: 800, height: 600 });
  const button = page.getByRole('button', { name: 'Full screen' }),
    isWhole = (wanted) => page.waitForFunction((on) => (document.fullscreenElement !== null) === on, wanted);
  await button.click();
  await isWhole(true);
  // The browser tells the page afterwards.
  await button.and(page.locator('[aria-pressed=true]')).waitFor();
  await button.click();
  await isWhole(false);
});

test('the background is a colour, a gradient, nothing or an image of the user; it is remembered, and goes back', async (t) => {
  const page = await opened(t, { width: 800, height: 600 });
  const corner = async () => {
    await settled(page);
    const png = await page.screenshot({ clip: { x: 760, y: 420, width: 1, height: 1 } });
    return page.evaluate(
      async (bytes) => {
        const image = await createImageBitmap(new Blob([new Uint8Array(bytes)])),
          context = new OffscreenCanvas(1, 1).getContext('2d');
        context.drawImage(image, 0, 0);
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      },
      [...png],
    );
  };
  await page.getByRole('button', { name: 'Close Details' }).click();
  await page.locator('#stage').focus();
  await page.keyboard.press('g');
  const stage = await corner();
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  const kind = page.getByLabel('Background', { exact: true });
  await kind.selectOption('color');
  await page.getByLabel('Background colour').fill('#2060c0');
  assert.deepEqual(await corner(), [0x20, 0x60, 0xc0]);
  const red = readFileSync(new URL('../../public/icons/vitrine-maskable-192.png', import.meta.url));
  await kind.selectOption('image');
  await page.getByTestId('backdrop').setInputFiles([{ name: 'own.png', mimeType: 'image/png', buffer: red }]);
  await page.waitForFunction(() => document.getElementById('stage').style.background.includes('blob:'));
  await kind.selectOption('color');
  await page.reload();
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(page);
  assert.deepEqual(await corner(), [0x20, 0x60, 0xc0]);
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await page.locator('.light-menu').getByRole('button', { name: 'Reset' }).click();
  assert.deepEqual(await corner(), stage);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.deepEqual(page.errors, []);
});

test('the dark has no bright room, in the light theme neither', async (t) => {
  const page = await opened(t, { width: 800, height: 600, colorScheme: 'light' });
  const brightness = async () => {
    const { at } = await picture(page);
    return Math.max(...at(0.5, 0.05), ...at(0.05, 0.9));
  };
  assert.ok((await brightness()) > 180);
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await page.getByLabel('Environment').selectOption('dark');
  assert.ok((await brightness()) < 100);
});
