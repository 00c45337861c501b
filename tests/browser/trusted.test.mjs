// Pages that require trusted types: the element, its parts, and the application, without one violation.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { embed, loaded, slider, strictPolicy } from './embedding.mjs';
import { openFiles, startBrowser, strictHeaders } from './harness.mjs';
import { sliderModel } from './models.mjs';

const trusted = "; require-trusted-types-for 'script'; trusted-types vitrine";
let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

test('the policy of these tests is in force', async (t) => {
  const page = await embed(browser, t, '<p>Text</p>', { policy: strictPolicy + trusted });
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<p>Other text</p>';
      return false;
    } catch (error) {
      return error instanceof TypeError;
    }
  });
  assert.equal(refused, true);
});

test('a viewer with controls draws in a worker under trusted types', async (t) => {
  const page = await embed(browser, t, slider('controls="full" playing loop'), { policy: strictPolicy + trusted });
  await loaded(page);
  assert.ok(
    (await page.locator('vitrine-viewer').evaluate((viewer) => viewer.shadowRoot.querySelectorAll('button').length)) >
      0,
  );
  assert.equal(page.workers().length, 1);
  await quiet(page);
});

test('a viewer that draws on the page itself does so under trusted types', async (t) => {
  const page = await embed(browser, t, slider(''), {
    policy: strictPolicy + trusted,
    before: (each) =>
      each.route('**/engine-worker.js', async (route) => {
        const response = await route.fetch();
        const without = `if (!globalThis.document) OffscreenCanvas.prototype.getContext = () => null;`;
        await route.fulfill({ response, body: without + (await response.text()) });
      }),
  });
  await loaded(page);
  assert.equal(page.workers().length, 0, 'no worker is left');
  await quiet(page);
});

test('the application opens a model under trusted types', async (t) => {
  const page = await browser.page(t, { hash: null });
  const policy = strictHeaders['content-security-policy'] + trusted;
  await page.route(`${page.origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
  await page.goto(`${page.origin}/`);
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await page.locator('[data-testid="stage"], canvas').first().waitFor();
  await page.waitForFunction(() => document.querySelector('canvas')?.width > 1);
  await quiet(page);
});
