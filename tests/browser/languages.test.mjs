// The page in five languages: chosen by the browser, the address or a person; changed in place, with the view kept and
// names from files left as they are.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { dist, openFiles, settled, shown, startBrowser } from './harness.mjs';

const tables = new Map();
for (const name of ['de', 'pl', 'ru', 'sk'])
  tables.set(name, JSON.parse(readFileSync(join(dist, `languages/${name}.json`), 'utf8')));

let browser, page;
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: () => undefined }, { width: 1280, height: 800, locale: 'pl-PL' });
});
after(() => browser.stop());
const language = () => page.evaluate(() => document.documentElement.lang);
const choose = async (name) => {
  const list = page.locator('.language select');
  if (!(await list.isVisible())) await page.locator('.panel-menu-button').click();
  await list.selectOption(name);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, name);
};

/** Texts of the page, with those read aloud; names from files and text to copy are not the page's. */
const texts = (of) =>
  of.evaluate(() => {
    const found = new Set();
    const walk = (node) => {
      if (node instanceof Text) found.add(node.data.trim());
      if (!(node instanceof Element) || node.matches('[translate=no], textarea, script, style, noscript')) return;
      for (const name of ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'])
        found.add(node.getAttribute(name) ?? '');
      node.childNodes.forEach(walk);
    };
    walk(document.body);
    return [...found];
  });
/** Sentences that stand on the page in English though their language says them otherwise. */
const english = async (name, of = page) => {
  const { texts: table } = tables.get(name);
  return (await texts(of)).filter((text) => text in table && table[text] !== text);
};

test('the browser’s language is the page’s, numbers and plurals included', async () => {
  await page.locator('.sample').first().waitFor();
  assert.equal(await language(), 'pl');
  await page.getByRole('button', { name: 'Otwórz pliki' }).waitFor();
  assert.deepEqual(await english('pl'), []);
});

test('every panel is in the language, and a change keeps document, view, selection and time', async () => {
  const model = readFileSync(new URL('../../public/samples/heron/heron.md5mesh', import.meta.url), 'utf8');
  await openFiles(page, [
    // A joint called as a word of the page keeps its name.
    { name: 'heron.md5mesh', text: model.replaceAll('"pelvis"', '"Hierarchia"') },
    {
      name: 'walk.md5anim',
      text: readFileSync(new URL('../../public/samples/heron/walk.md5anim', import.meta.url), 'utf8').replaceAll(
        '"pelvis"',
        '"Hierarchia"',
      ),
    },
  ]);
  await shown(page);
  await page.getByRole('button', { name: 'Zatrzymaj' }).click();
  await page.getByRole('treeitem', { name: 'Hierarchia' }).click();
  await settled(page);
  const state = () =>
    page.evaluate(() => ({
      title: document.title,
      time: document.querySelector('.scrubber').value,
      selected: document.querySelector('[role=treeitem][aria-selected=true]').getAttribute('data-node'),
      name: document.querySelector('[role=treeitem][aria-selected=true] .tree-name').textContent,
      open: [...document.querySelectorAll('.panel.is-open')].map(({ id }) => id),
    }));
  const before = await state();
  assert.equal(before.name, 'Hierarchia');
  for (const name of ['ru', 'de', 'sk', 'pl']) {
    await choose(name);
    assert.deepEqual(await state(), before, name);
    assert.deepEqual(await english(name), [], name);
  }
  await page.locator('.status', { hasText: /trójkąt(y|ów)? · 38 stawów/ }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('panels that were opened in one language speak the next one, every one of them', async () => {
  for (const id of await page.evaluate(() => [...document.querySelectorAll('aside.panel')].map((panel) => panel.id))) {
    const usable = await page.evaluate((name) => {
      const button = document.querySelector(`[aria-controls="${name}"]`);
      if (!button || button.hidden) return false;
      if (button.getAttribute('aria-pressed') !== 'true') button.click();
      return true;
    }, id);
    if (!usable) continue;
    await choose('en');
    await choose('de');
    assert.deepEqual(await english('de'), [], id);
  }
});

test('a world is in the language of the page, with every panel of it', async (t) => {
  const text = readFileSync(new URL('../data/world/valid/events.world.json', import.meta.url), 'utf8');
  for (const name of tables.keys()) {
    const own = await browser.page(t, { hash: `?lang=${name}`, reducedMotion: 'reduce' });
    await openFiles(own, [{ name: 'events.world.json', text }]);
    await own.locator('.world-room[data-time]').waitFor();
    for (const tab of await own.locator('.world-tab').all()) {
      await tab.click();
      assert.deepEqual(await english(name, own), [], `${name}, ${await tab.textContent()}`);
    }
    assert.deepEqual(own.errors, []);
    await own.context().close();
  }
});

test('the choice is remembered, and an address may ask for another', async () => {
  await choose('sk');
  await page.reload();
  await page.locator('.sample').first().waitFor();
  assert.equal(await language(), 'sk');
  await page.goto(`${page.origin}/#lang=ru`);
  await page.waitForFunction(() => document.documentElement.lang === 'ru');
  await page.goto(`${page.origin}/?lang=en`);
  await page.locator('.sample').first().waitFor();
  assert.equal(await language(), 'en');
});

test('English fetches no table, another language one', async (t) => {
  const fresh = await browser.page(t, { hash: null });
  const asked = [];
  fresh.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await fresh.goto(`${fresh.origin}/`);
  await fresh.locator('.sample').first().waitFor();
  assert.deepEqual(
    asked.filter((path) => path.includes('languages/')),
    [],
  );
  await fresh.locator('.language select').selectOption('de');
  await fresh.getByRole('button', { name: 'Dateien öffnen' }).waitFor();
  assert.deepEqual(
    asked.filter((path) => path.includes('languages/')),
    ['/languages/de.json'],
  );
});

test('long words fit a page of 360 pixels', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of ['de', 'ru']) {
    await page.goto(`${page.origin}/?lang=${name}`);
    await page.locator('.sample').first().waitFor();
    const wide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter(
            (element) =>
              element.checkVisibility({ visibilityProperty: true }) &&
              element.getBoundingClientRect().right > innerWidth + 1 &&
              // Tabs scroll.
              !element.closest('svg, .panel:not(.is-open), .bar-tabs > *'),
          )
          .map((element) => element.outerHTML.slice(0, 120)),
      );
    assert.deepEqual(await wide(), [], `${name}, empty`);
    await page.locator('.sample').nth(4).click();
    await shown(page);
    assert.deepEqual(await wide(), [], `${name}, loaded`);
    await page.evaluate(() => document.querySelector('dialog.help').showModal());
    assert.deepEqual(await wide(), [], `${name}, keys`);
  }
});
