// A model in the hand of another: it goes with the joint that holds it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { differing, openFiles, pause, picture, scrub, shown, startBrowser } from './harness.mjs';
import { boxModel, sliderAction, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const root = [{ name: 'grip', parent: -1, at: [0, 0, 0] }];
const sword = boxModel(root, [{ joint: 0, min: [-0.2, -0.2, 0], max: [0.2, 0.2, 3] }]);

test('an attached model moves with its joint, and stands still when it is only laid over', async (t) => {
  const page = await browser.page(t, { width: 1100, height: 760, reducedMotion: 'reduce' });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: sliderAction },
  ]);
  await shown(page);
  await pause(page);
  await page.locator('#stage').focus();
  await page.keyboard.press('Shift+C');
  const panel = page.getByRole('complementary', { name: 'Compare' });
  await panel.getByTestId('compare-files').setInputFiles({
    name: 'sword.md5mesh',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(sword),
  });
  await panel.getByRole('radio', { name: 'Split' }).waitFor();
  const at = async (part) => {
    await scrub(page, part);
    return picture(page);
  };
  await panel.getByRole('radio', { name: 'Attach to a joint' }).check();
  assert.match(await panel.getByRole('combobox', { name: 'Joint that holds' }).innerText(), /origin/);
  const held = [await at(0.1), await at(0.7)];
  await panel.getByRole('radio', { name: 'Overlay' }).check();
  const laid = [await at(0.1), await at(0.7)];
  // Held, both models move; laid over, the first alone.
  assert.ok(differing(held[0], held[1], 24) > differing(laid[0], laid[1], 24) + 500);
  assert.deepEqual(page.errors, []);
});
