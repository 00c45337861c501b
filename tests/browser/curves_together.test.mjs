// Curves beside the pose: several actions that play together, each in its own time.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { pause, scrub, settled, shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

test('curves of everything read as the pose does, where a short action has begun again', async (t) => {
  const page = await browser.page(t, { width: 1280, height: 900, hash: '#src=samples/lighthouse/lighthouse.scene' });
  await shown(page);
  await pause(page);
  await page.getByRole('treeitem', { name: 'Boat' }).first().click();
  await page.locator('#stage').focus();
  await page.keyboard.press('v');
  const channels = page.getByRole('tree', { name: 'Channels' }),
    slider = page.getByRole('slider', { name: 'Time' });
  await channels.locator('.channel-row[data-channel]').first().waitFor();
  const length = await slider.evaluate(({ max }) => Number(max));
  assert.ok(length >= 8, `${length} s: two rounds of the boat`);
  const read = async () => {
    await settled(page);
    await page.waitForTimeout(150);
    return page.evaluate(() => ({
      local: [...document.querySelectorAll('.transforms dl')[0].querySelectorAll('dd')].map((dd) => dd.title),
      curves: Object.fromEntries(
        [...document.querySelectorAll('.curves .channel-row[data-channel]')].map((row) => [
          row.querySelector('.channel-name').textContent,
          row.querySelector('.channel-value').textContent,
        ]),
      ),
    }));
  };
  const seen = [];
  for (const seconds of [1, 3, 5, 7]) {
    await scrub(page, seconds / length);
    const { local, curves } = await read(),
      value = (name) => Number(curves[`n.${name}`]),
      [place, , degrees] = local.map((numbers) => numbers.split(', ').map(Number));
    for (const [axis, component] of ['x', 'y', 'z'].entries()) {
      assert.ok(Math.abs(value(`location ${component}`) - place[axis]) < 1e-4, `${seconds} s: ${component}`);
      const turned = (value(`rotation_euler ${component}`) * 180) / Math.PI;
      assert.ok(Math.abs(turned - degrees[axis]) < 0.01, `${seconds} s: ${turned} of ${degrees[axis]} degrees`);
    }
    seen.push(place[2]);
  }
  assert.notEqual(seen[0], seen[1]);
  // Its action takes 4 s.
  assert.deepEqual(seen.slice(2), seen.slice(0, 2));
  assert.deepEqual(page.errors, []);
});
