// Numbers of Details while a model plays: each in one line, with as many digits as before.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
])
  test(`numbers of what is selected keep their places while it plays (${width} × ${height})`, async (t) => {
    const page = await browser.page(t, { width, height, hash: '#src=samples/lighthouse/lighthouse.scene' });
    await shown(page);
    await page.evaluate(() => document.querySelector('.hierarchy-search, #panel-hierarchy input')?.blur());
    const tree = page.getByRole('tree', { name: 'Hierarchy' });
    if (!(await tree.isVisible())) await page.getByRole('button', { name: 'Hierarchy' }).click();
    await page.getByRole('treeitem', { name: 'Boat' }).first().click();
    const list = page.locator('.transforms dl').first();
    await list.waitFor({ timeout: 5000 }).catch(() => undefined);
    if (!(await list.isVisible())) await page.getByRole('button', { name: 'Details', exact: true }).click();
    await list.locator('dd').first().waitFor();
    await page.waitForTimeout(2500);
    const measure = () =>
      list.evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        // A line of text is 13 px high and 1.45 apart.
        lines: Math.max(...[...element.querySelectorAll('dd')].map((dd) => dd.getBoundingClientRect().height / 19)),
        over: [...element.querySelectorAll('dd, dd span')].some(
          (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0,
        ),
        digits: [...element.querySelectorAll('dd')].map((dd) =>
          [...dd.children].map((each) => each.textContent.split('.')[1]?.length ?? 0),
        ),
        text: element.querySelectorAll('dd')[2].textContent,
      }));
    const first = await measure(),
      texts = new Set([first.text]);
    for (let i = 0; i < 80 && (i < 8 || texts.size < 4); ++i) {
      await page.waitForTimeout(150);
      const now = await measure();
      assert.equal(now.height, first.height);
      assert.deepEqual(now.digits, first.digits);
      assert.ok(now.lines < 1.5, `${now.lines} lines`);
      assert.equal(now.over, false);
      texts.add(now.text);
    }
    assert.ok(texts.size > 3, 'it plays');
    // The digits of one value are those of all its numbers.
    for (const digits of first.digits) assert.equal(new Set(digits).size, 1);
    assert.deepEqual(page.errors, []);
  });
