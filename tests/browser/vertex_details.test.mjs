// How a chosen vertex comes to its place, in Details: the numbers of the module for the same moment, and numbers that give
// its place again by the formula alone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { press, settled, shown, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const kVertex = 300;
const files = ['column.md5mesh', 'bend.md5anim'];

test('a chosen vertex is told step by step, and copied as JSON and as numbers for a shader', async (t) => {
  const page = await browser.page(t, {
    hash: `#src=${files.map((name) => `samples/column/${name}`).join(',')}&action=bend&time=0.4`,
    width: 1100,
    height: 800,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await shown(page);
  await press(page, 'Source');
  await page.getByLabel('Element type').selectOption('vertex');
  await page.getByLabel('Number', { exact: true }).fill(String(kVertex));
  await page.getByLabel('Number', { exact: true }).press('Enter');
  await press(page, 'Details');
  const details = page.locator('#panel-details'),
    copied = async (name) => {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await details.getByRole('button', { name }).click();
      await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
      return page.evaluate(() => navigator.clipboard.readText());
    };
  await details.getByRole('heading', { name: `Vertex ${kVertex}` }).waitFor();

  const vitrine = await createVitrine(),
    document = vitrine.open(
      files.map((name) => ({
        name,
        bytes: readFileSync(new URL(`../../public/samples/column/${name}`, import.meta.url)),
      })),
    );
  t.after(() => document.dispose());
  const expected = (time) => JSON.parse(JSON.stringify(document.vertex(kVertex, { action: 'bend', time })));
  const first = JSON.parse(await copied('Copy JSON'));
  assert.equal(first.time, 0.4);
  assert.ok(first.influences.length > 1);
  assert.deepEqual(first, expected(0.4));

  const { positions } = vitrine.skin(await copied('Copy for a shader'));
  for (const axis of [0, 1, 2])
    assert.ok(Math.abs(positions[0][axis] - first.position[axis]) < 1e-4, String(positions[0]));

  // What stands there is what is copied, and it follows the time.
  const place = details.getByLabel('Chosen vertex', { exact: true }).locator('dd').first();
  assert.equal(await place.getAttribute('title'), first.position.join(', '));
  await details.getByText(`${first.influences[0].name}, weight`).click();
  await details.getByText('times the inverse bind matrix').first().waitFor();
  await page.locator('#stage').focus();
  await page.keyboard.press('.');
  await settled(page);
  await page.waitForFunction((before) => {
    const title = document.querySelector('#panel-details [aria-label="Chosen vertex"] dd').title;
    return title !== before;
  }, first.position.join(', '));
  const next = JSON.parse(await copied('Copy JSON'));
  assert.ok(next.time > 0.4);
  assert.deepEqual(next, expected(next.time));
  assert.ok(await details.locator('details[open]').count(), 'the open influence stays open');

  // Another selection ends it.
  await page.locator('#stage').focus();
  await page.keyboard.press('Escape');
  await details.getByRole('heading', { name: `Vertex ${kVertex}` }).waitFor({ state: 'hidden' });
  assert.deepEqual(page.errors, []);
});
