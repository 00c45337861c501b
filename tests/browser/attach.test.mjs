// A model in the hand of another: it goes with the joint that holds it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { copyLink, differing, dropFolder, openFiles, pause, picture, scrub, shown, startBrowser } from './harness.mjs';
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

test('the model that an md5.cfg hangs on a joint of another comes with it, and a person may take it away', async (t) => {
  const page = await browser.page(t, { width: 1100, height: 760, reducedMotion: 'reduce' });
  page.setDefaultTimeout(15_000);
  await dropFolder(page, 'hero', [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: sliderAction },
    { name: 'sword.md5mesh', text: sword },
    {
      name: 'md5.cfg',
      text: 'md5load slider.md5mesh\nmd5tag origin tag_weapon\nmd5load "sword" // no ending\nmd5link 0 1 tag_weapon 0 0 2\n',
    },
  ]);
  await page.waitForFunction(() => document.title.includes('slider.md5mesh'));
  await page.locator('.status').getByText('sword.md5mesh is attached to origin.').waitFor();
  await pause(page);
  await page.locator('#stage').focus();
  await page.keyboard.press('Shift+C');
  const panel = page.getByRole('complementary', { name: 'Compare' });
  assert.equal(await panel.getByRole('radio', { name: 'Attach to a joint' }).isChecked(), true);
  const at = async (part) => {
    await scrub(page, part);
    return picture(page);
  };
  const held = [await at(0.1), await at(0.7)];
  await panel.getByRole('button', { name: 'Stop comparing' }).click();
  const alone = [await at(0.1), await at(0.7)];
  assert.ok(differing(held[0], held[1], 24) > differing(alone[0], alone[1], 24) + 500, 'the sword moves as well');
  assert.deepEqual(page.errors, []);
});

test('the link brings an attached model back from its address', async (t) => {
  const source = '#src=samples/column/column.md5mesh,samples/column/bend.md5anim';
  const page = await browser.page(t, {
    hash: `${source}&panel=compare&with=${encodeURIComponent('joint.1|samples/heron/heron.md5mesh')}`,
    width: 1100,
    height: 760,
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(15_000);
  const panel = page.getByRole('complementary', { name: 'Compare' });
  await panel.getByText('heron.md5mesh').waitFor();
  assert.equal(await panel.getByRole('radio', { name: 'Attach to a joint' }).isChecked(), true);
  assert.equal(await panel.getByRole('combobox', { name: 'Joint that holds' }).inputValue(), '1');
  await copyLink(page);
  assert.equal(
    await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('with')),
    'joint.1|samples/heron/heron.md5mesh',
  );
  assert.deepEqual(page.errors, []);
});
