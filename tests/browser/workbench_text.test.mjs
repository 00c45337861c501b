// The text of a world as the workbench shows it, and what keeps it: repairs, saving, drafts that outlive their page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';

import { askWorld, openFiles, startBrowser } from './harness.mjs';
import { template, textOf as taken } from './workbench.mjs';

const kWaitMs = 30_000;

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const editor = (page) => page.locator('.bench-code .cm-content');
/** Until `work` gives something. */
async function until(page, work, what) {
  for (const end = Date.now() + kWaitMs; Date.now() < end; await page.waitForTimeout(50)) {
    const found = await work();
    if (found) return found;
  }
  return assert.fail(what);
}

async function edited(page) {
  await page.waitForFunction(() => document.querySelector('.world-room')?.dataset.time !== undefined);
  if ((await page.locator('.world-room.is-edit').count()) === 0)
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.locator('.bench-dock').waitFor();
  return page;
}
async function opened(t, text, { name = 'stage.world.json', ...more } = {}) {
  const page = await browser.page(t, { width: 1440, height: 900, reducedMotion: 'reduce', ...more });
  page.setDefaultTimeout(kWaitMs);
  await openFiles(page, [{ name, text }]);
  return edited(page);
}
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
async function openText(page) {
  await tab(page, 'Text');
  await editor(page).waitFor();
}
/** The cursor behind a piece of the text, which is found by the editor's own search. */
async function goBehind(page, piece) {
  await editor(page).focus();
  await page.keyboard.press('Control+f');
  await page.locator('.bench-code .cm-search [name=search]').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(piece);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

describe('the text', () => {
  test('an operator that there is not is said at its line, block and in Problems; the picture stays; the button repairs', async (t) => {
    const page = await opened(t, template('stage'));
    await openText(page);
    await goBehind(page, '"light"');
    for (let i = 0; i < 6; ++i) await page.keyboard.press('Backspace');
    const before = await page.locator('.world-canvas').screenshot();
    await page.keyboard.type('lite"');
    const line = page.locator('.bench-code .problem');
    await line.getByText('unknown operator "lite"').waitFor();
    await page.locator('.bench-code .cm-lintRange-error', { hasText: '"lite"' }).waitFor();
    assert.match(await taken(page), /"op": "light"/);
    assert.deepEqual(await page.locator('.world-canvas').screenshot(), before);
    await tab(page, 'Problems');
    await page.locator('.bench-problems').getByText('unknown operator "lite"').waitFor();
    await tab(page, 'Stack');
    await page.locator('.bench-block[data-pointer="/scenes/stage/in/0"]').filter({ hasText: 'lite' }).waitFor();
    await openText(page);
    await line.getByRole('button', { name: 'Replace by “light”' }).click();
    await line.waitFor({ state: 'hidden' });
    await until(page, async () => (await taken(page)) === template('stage'), 'the text is repaired');
    await tab(page, 'Problems');
    await page.locator('.bench-problems').getByText('No problems found.').waitFor();
    assert.deepEqual(page.errors, []);
    assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  });

  test('typing without pauses is one step, and undo takes it back', async (t) => {
    const page = await opened(t, template('stage'));
    await openText(page);
    await goBehind(page, '"range": 1');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3');
    await until(page, async () => (await taken(page)).includes('"range": 32'), 'the core has the range');
    await page.keyboard.press('Control+z');
    await until(page, async () => (await taken(page)) === template('stage'), 'undone');
    assert.match(await editor(page).innerText(), /"range": 12/);
    await page.keyboard.press('Control+Shift+z');
    await until(page, async () => (await taken(page)).includes('"range": 32'), 'done again');
  });

  test('the cursor chooses, and what is chosen elsewhere is shown', async (t) => {
    const page = await opened(t, template('stage'));
    await openText(page);
    await goBehind(page, '"ground');
    await page.locator('.bench-outline [aria-selected=true]').filter({ hasText: 'ground' }).waitFor();
    await page.locator('.bench-outline').getByRole('treeitem').filter({ hasText: 'key' }).first().click();
    await page.locator('.bench-code .cm-line.is-chosen', { hasText: '"name": "key"' }).waitFor();
    assert.equal(await page.locator('.bench-code .cm-line.is-chosen', { hasText: 'ground' }).count(), 0);
  });

  test('a text that is no JSON says so at once, and other panes are read-only until it is', async (t) => {
    const page = await opened(t, template('stage'));
    await openText(page);
    await goBehind(page, '"range": 12');
    await page.keyboard.type(',');
    await page.locator('.bench-code .problem').getByText('This comma is one too many.').waitFor();
    await page.locator('.bench-inspector :is(input:disabled, fieldset:disabled, [inert])').first().waitFor();
    await page.keyboard.press('Backspace');
    await page.locator('.bench-code .problem').waitFor({ state: 'hidden' });
  });

  test('a document with a byte order mark and CRLF keeps both', async (t) => {
    const text = `\uFEFF${template('stage').replaceAll('\n', '\r\n')}`;
    const page = await opened(t, text);
    await openText(page);
    await goBehind(page, '"range": 12');
    await page.keyboard.type(',\n"castShadow": false');
    const wanted = '"range": 12,\r\n     "castShadow": false\r\n    }';
    const got = await until(page, async () => (await taken(page)).includes('castShadow') && taken(page), 'taken');
    assert.ok(got.includes(wanted), got);
    await page.keyboard.press('Tab');
    assert.notEqual(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className),
      'cm-content',
    );
  });
});

describe('a draft', () => {
  /** Steps of their own in the text: the digit behind the range is another one each time. */
  async function typeSteps(page, ...digits) {
    await openText(page);
    await goBehind(page, '"range": 12');
    for (const digit of digits) {
      await page.keyboard.press('Backspace');
      await page.keyboard.type(digit);
      // A pause ends a step.
      await page.waitForTimeout(1100);
    }
  }
  /** Until the browser keeps a draft with so many steps that are not saved. */
  const untilKept = (page, steps) =>
    until(
      page,
      () =>
        page.evaluate(async (wanted) => {
          const { promise, resolve } = Promise.withResolvers();
          const opening = indexedDB.open('vitrine-worlds');
          opening.onsuccess = () => {
            const asked = opening.result.transaction('drafts').objectStore('drafts').getAll();
            asked.onsuccess = () => resolve(asked.result.map((draft) => draft.steps));
          };
          const kept = await promise;
          opening.result.close();
          return kept.includes(wanted);
        }, steps),
      `${steps} steps are kept`,
    );
  const range = async (page) => /"range": (\d+)/.exec(await taken(page))?.[1];

  test('outlives its page: the start page offers it with its steps, which can be undone', async (t) => {
    const page = await opened(t, template('stage'));
    await typeSteps(page, '3', '4', '5');
    await until(page, async () => (await range(page)) === '15', 'typed');
    await untilKept(page, 3);
    const context = page.context(),
      { origin } = page;
    await page.close();
    const next = await context.newPage();
    next.setDefaultTimeout(kWaitMs);
    await next.addInitScript(() => {
      globalThis.Worker = class extends Worker {
        constructor(...args) {
          super(...args);
          if (!String(args[0]).includes('engine-check')) globalThis.engineWorker = this;
        }
      };
    });
    await next.goto(`${origin}/`);
    await next.locator('.unsaved').getByText('stage, 3 steps not saved').waitFor();
    await next.locator('.unsaved').getByRole('button', { name: 'Continue' }).click();
    await next.locator('.bench-dock').waitFor();
    await until(next, async () => (await range(next)) === '15', 'as it was left');
    await next.locator('.world-canvas').focus();
    for (const wanted of ['14', '13', '12']) {
      await next.keyboard.press('Control+z');
      await until(next, async () => (await range(next)) === wanted, `undone: ${wanted}`);
    }
    await until(next, async () => (await taken(next)) === template('stage'), 'all is undone');
  });

  test('is discarded where that is chosen, and a saved one is not offered', async (t) => {
    const page = await opened(t, template('stage'));
    await typeSteps(page, '3');
    await untilKept(page, 1);
    await page.goto(`${page.origin}/`);
    await page.locator('.unsaved').getByRole('button', { name: 'Discard' }).click();
    await page.locator('.unsaved').waitFor({ state: 'hidden' });
    await openFiles(page, [{ name: 'stage.world.json', text: template('stage') }]);
    await edited(page);
    await typeSteps(page, '4');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    assert.equal(download.suggestedFilename(), 'stage.world.json');
    assert.equal(await readFile(await download.path(), 'utf8'), template('stage').replace('12', '14'));
    await untilKept(page, 0);
    await page.goto(`${page.origin}/?again`);
    await page.locator('.gallery:not([hidden])').waitFor();
    assert.equal(await page.locator('.unsaved').isVisible(), false);
  });

  test('files that came with it go into a zip with it', async (t) => {
    const text = template('stage').replace('"materials"', '"textures": { "stone": "stone.png" },\n "materials"');
    const page = await browser.page(t, { width: 1440, height: 900, reducedMotion: 'reduce' });
    page.setDefaultTimeout(kWaitMs);
    await openFiles(page, [
      { name: 'stage.world.json', text },
      { name: 'stone.png', text: 'no picture' },
    ]);
    await edited(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    assert.equal(download.suggestedFilename(), 'stage.zip');
    const { unzipSync, strFromU8 } = await import('fflate');
    const files = unzipSync(await readFile(await download.path()));
    assert.deepEqual(Object.keys(files).sort(), ['stage.world.json', 'stone.png']);
    assert.equal(strFromU8(files['stage.world.json']), text);
  });

  test('another tab with the same document has a copy, which is saved under another name', async (t) => {
    const page = await opened(t, template('stage'));
    await until(
      page,
      () => page.evaluate(async () => (await navigator.locks.query()).held.some(({ name }) => /stage/.test(name))),
      'the document is held',
    );
    const other = await page.context().newPage();
    other.setDefaultTimeout(kWaitMs);
    await other.goto(`${page.origin}/`);
    await openFiles(other, [{ name: 'stage.world.json', text: template('stage') }]);
    await edited(other);
    await other.getByText('stage.world.json is open in another tab: this is a copy.').first().waitFor();
    const [download] = await Promise.all([other.waitForEvent('download'), other.keyboard.press('Control+s')]);
    assert.equal(download.suggestedFilename(), 'stage-copy.world.json');
  });
});

test('a file is saved in its place; what another program writes is asked about, and taken as a step', async (t) => {
  const page = await browser.page(t, { width: 1440, height: 900, reducedMotion: 'reduce' });
  page.setDefaultTimeout(kWaitMs);
  const text = template('stage');
  // A file of the browser's own store stands for one on disk.
  await page.evaluate(async (given) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('stage.world.json', { create: true });
    globalThis.write = async (content) => {
      const stream = await handle.createWritable();
      await stream.write(content);
      await stream.close();
    };
    globalThis.read = async () => (await handle.getFile()).text();
    await globalThis.write(given);
    globalThis.showOpenFilePicker = () => Promise.resolve([handle]);
  }, text);
  await page.getByRole('button', { name: 'Open files' }).click();
  await edited(page);
  await openText(page);
  await goBehind(page, '"range": 12');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await page.keyboard.press('Control+s');
  const onDisk = () => page.evaluate(() => globalThis.read());
  await until(page, async () => (await onDisk()) === text.replace('12', '13'), 'saved');
  await page.getByText('stage.world.json saved').first().waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('4');
  await page.evaluate((given) => globalThis.write(given), text.replace('12', '199'));
  await page.locator('.bench-keep').getByRole('button', { name: 'Take theirs' }).click();
  await until(page, async () => (await taken(page)) === text.replace('12', '199'), 'taken');
  await page.locator('.world-canvas').focus();
  await page.keyboard.press('Control+z');
  await until(page, async () => (await taken(page)) === text.replace('12', '14'), 'undone');
});

describe('S shows a level alone', () => {
  const show = template('show');
  for (const [pointer, name] of [
    ['/materials/stone', 'stone'],
    ['/scenes/set', 'set'],
    ['/scenes/title', 'title'],
  ])
    test(`${pointer}, and Shift+S the world again`, async (t) => {
      const page = await opened(t, show, { name: 'show.world.json' });
      await tab(page, 'Stack');
      await page.locator('.bench-outline').getByRole('treeitem').filter({ hasText: name }).first().click();
      await page.locator('.bench-stack').focus();
      await page.keyboard.press('s');
      const level = page.locator(`.bench-level[data-shown="${pointer}"]`);
      await level.waitFor();
      assert.equal(await level.locator('.bench-level-said').textContent(), '');
      // The world behind it is as it was.
      assert.equal(await taken(page), show);
      await page.keyboard.press('Shift+s');
      await page.locator('.bench-level').waitFor({ state: 'hidden' });
      assert.deepEqual(page.errors, []);
    });
});
