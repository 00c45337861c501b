// The documentation in Chromium: its search, the copies of its code, and the examples that can be changed.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { buildDocs } from '../../web/build/docs/site.mjs';
import { serve } from '../../web/build/serve.mjs';
import { emitTypes } from '../../web/build/types.mjs';
import { dist, startBrowser, strictHeaders } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser, folder, site, address;
before(async () => {
  browser = await startBrowser();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-docs-'));
  for (const name of readdirSync(dist)) if (name !== 'docs') symlinkSync(join(dist, name), join(folder, name));
  if (!existsSync(join(dist, 'node/index.d.ts'))) emitTypes(dist);
  await buildDocs(join(folder, 'docs'), dist);
  site = await serve(folder, 0, strictHeaders);
  address = `http://localhost:${site.port}/docs`;
});
after(async () => {
  await browser?.stop();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(t, path, options = {}) {
  const page = await browser.page(t, { hash: null, width: 1200, height: 800, ...options });
  await page.goto(`${address}/${path}`);
  return page;
}

async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

const results = (page) => page.locator('form.search li a');

test('the search finds a code by its name, with the keyboard alone, from any page', async (t) => {
  const page = await open(t, 'formats/md5.html');
  const asked = [];
  page.on('request', (request) => request.url().endsWith('search.json') && asked.push(request.url()));
  await page.waitForSelector('form.search:not([hidden])');
  assert.deepEqual(asked, [], 'the index is fetched before anybody searches');
  await page.keyboard.press('/');
  await page.keyboard.type('MD5_WEIGHT_SUM');
  await results(page).first().waitFor();
  await page.keyboard.press('ArrowDown');
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^MD5_WEIGHT_SUM/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/codes\/MD5_WEIGHT_SUM\.html$/);
  assert.equal(asked.length, 1);
  await quiet(page);
});

test('the search finds words of the text, says how many, and leads to their heading', async (t) => {
  const page = await open(t, 'index.html');
  await page.fill('form.search input', 'Docusaurus');
  await results(page).first().waitFor();
  assert.equal(await page.locator('form.search [role=status]').textContent(), `${await results(page).count()} found`);
  assert.match((await page.locator('form.search mark').allTextContents()).join(' '), /Docusaurus/);
  for (const to of await results(page).evaluateAll((links) => links.map((link) => link.href))) {
    const [path, anchor] = to.slice(address.length + 1).split('#');
    const html = readFileSync(join(folder, 'docs', path), 'utf8');
    if (anchor) assert.ok(html.includes(`id="${anchor}"`), to);
    assert.match(html, /Docusaurus/);
  }
  await page.fill('form.search input', 'zzxqv');
  await page.waitForFunction(() => document.querySelector('form.search [role=status]').textContent === 'Nothing found');
  await page.keyboard.press('Escape');
  assert.equal(await page.inputValue('form.search input'), '');
});

test('an index that does not come is said, and asked for again', async (t) => {
  const page = await open(t, 'index.html');
  let refuse = true;
  await page.route('**/search.json', (route) => (refuse ? route.abort() : route.continue()));
  const state = page.locator('form.search [role=status]');
  await page.fill('form.search input', 'pose');
  await page.waitForFunction(() =>
    /did not load/.test(document.querySelector('form.search [role=status]').textContent),
  );
  refuse = false;
  await page.fill('form.search input', 'poses');
  await results(page).first().waitFor();
  assert.match(await state.textContent(), /found$/);
});

test('a block of code is copied as it is written', async (t) => {
  const page = await open(t, 'embed.html', { permissions: ['clipboard-read', 'clipboard-write'] });
  const block = page.locator('.code', { hasText: 'aspect-ratio: 16 / 9' });
  await block.getByRole('button', { name: 'Copy' }).click();
  await block.getByRole('button', { name: 'Copied' }).waitFor();
  const source = readFileSync(new URL('../../public/docs/embed.md', import.meta.url), 'utf8');
  const [, written] = /```css\n([^]*?)```/.exec(source);
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trimEnd(), written.trimEnd());
  await quiet(page);
});

test('an example follows its markup, says when there is no viewer in it, and goes back', async (t) => {
  const page = await open(t, 'element.html');
  const example = page.locator('.example'),
    field = example.locator('textarea');
  await field.scrollIntoViewIfNeeded();
  const action = () => example.locator('vitrine-viewer').evaluate((viewer) => viewer.action);
  const shown = () =>
    page.waitForFunction(() => document.querySelector('.example vitrine-viewer')?.report, null, { timeout: 60_000 });
  await example.locator('.result').scrollIntoViewIfNeeded();
  await shown();
  assert.equal(await action(), 'walk');
  const first = await field.inputValue();
  await field.fill(first.replace('action="walk"', 'action="fish"'));
  await page.waitForFunction(() => document.querySelector('.example vitrine-viewer').getAttribute('action') === 'fish');
  await shown();
  assert.equal(await action(), 'fish');
  await field.fill('<p>no viewer</p>');
  await page.waitForFunction(() => document.querySelector('.example [role=status]').textContent !== '');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.equal(await action(), 'fish', 'the viewer before stays');
  await example.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction(() => document.querySelector('.example vitrine-viewer').getAttribute('action') === 'walk');
  assert.equal(await field.inputValue(), first);
  await quiet(page);
});

test('markup in an example runs no script', async (t) => {
  const page = await open(t, 'element.html');
  await page
    .locator('.example textarea')
    .fill(
      '<vitrine-viewer onclick="globalThis.ran=1"><img src="nowhere.png" onerror="globalThis.ran=1"></vitrine-viewer>',
    );
  await page.waitForFunction(() => document.querySelector('.example vitrine-viewer')?.hasAttribute('onclick'));
  await page.locator('.example vitrine-viewer').dispatchEvent('click');
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
});

test('axe has nothing against search, code and examples, in both themes and on a phone', async (t) => {
  for (const options of [{}, { width: 390, height: 844, hasTouch: true, isMobile: true }]) {
    const page = await open(t, 'element.html', options);
    await page.evaluate(axe);
    await page.fill('form.search input', 'camera');
    await results(page).first().waitFor();
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(async () => {
        const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`));
      });
      assert.deepEqual(found, [], colorScheme);
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${over} pixels wider than the window`);
    if (options.isMobile)
      for (const box of await results(page).evaluateAll((links) =>
        links.map((link) => link.getBoundingClientRect().toJSON()),
      ))
        assert.ok(box.left >= 0 && box.right <= 390);
  }
});
