// The text of a world as the workbench shows it, and what keeps it: repairs, saving, drafts that outlive their page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';

import { anotherPage, askWorld, openFiles, startBrowser } from './harness.mjs';
import {
  block,
  edited,
  finish,
  kLook,
  openTab,
  openWorld,
  tabTo,
  taken,
  template,
  textOf,
  until,
  untilKept,
} from './workbench.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const edit = (t, text, options) => openWorld(browser, t, text, options);
const editor = (page) => page.locator('.bench-code .cm-content');
async function openText(page) {
  await openTab(page, 'text');
  await editor(page).waitFor();
}
/** The cursor behind a piece of the text, which is found by the editor's own search. */
async function goBehind(page, piece) {
  await editor(page).focus();
  await page.keyboard.press('Control+f');
  await page.locator('.bench-code .cm-search [name=search]:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(piece);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

describe('the text', () => {
  for (const byKeys of [true, false])
    test(`an operator that there is not is said at its line, block and in Problems; the picture stays; the button repairs, ${byKeys ? 'by keys' : 'by pointer'}`, async (t) => {
      const opened = template('stage'),
        page = await edit(t, opened),
        picture = async () => Buffer.from(await askWorld(page, { type: 'picture' }));
      await openTab(page, 'text', byKeys);
      if (byKeys) {
        await tabTo(page, '.cm-content', { pane: '.bench-dock' });
        await goBehind(page, '"light"');
        for (let i = 0; i < 6; ++i) await page.keyboard.press('Backspace');
      } else await editor(page).locator('.text', { hasText: 'light' }).first().dblclick();
      await page.locator('.bench-outline [aria-selected=true]').filter({ hasText: 'key' }).waitFor();
      const before = await picture();
      assert.ok(before.length > 1000);
      await page.keyboard.type(byKeys ? 'lite"' : 'lite');
      const line = page.locator('.bench-code .problem');
      await line.getByText('unknown operator "lite"').waitFor();
      await page.locator('.bench-code .cm-lintRange-error', { hasText: '"lite"' }).waitFor();
      await page.locator('.bench-status').getByText('picture of').waitFor();
      assert.equal(await textOf(page), opened);
      assert.ok(before.equals(await picture()), 'the picture is another one');
      await openTab(page, 'problems', byKeys);
      await page.locator('.bench-problems').getByText('unknown operator "lite"').waitFor();
      await openTab(page, 'stack', byKeys);
      await block(page, '/scenes/stage/in/0').filter({ hasText: 'lite' }).waitFor();
      await openTab(page, 'text', byKeys);
      if (byKeys) {
        await tabTo(page, '.repair', { pane: '.bench-dock' });
        await page.keyboard.press('Enter');
      } else await line.getByRole('button', { name: 'Replace by “light”' }).click();
      await line.waitFor({ state: 'hidden' });
      await openTab(page, 'problems', byKeys);
      await page.locator('.bench-problems').getByText('No problems found.').waitFor();
      assert.equal(await finish(browser, t, page, opened), opened);
    });

  test('typing without pauses is one step, and undo takes it back', async (t) => {
    const page = await edit(t, template('stage'));
    await openText(page);
    await goBehind(page, '"range": 1');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3');
    await taken(page, (now) => now.includes('"range": 32'), 'the core has the range');
    await page.keyboard.press('Control+z');
    await taken(page, (now) => now === template('stage'), 'undone');
    assert.match(await editor(page).innerText(), /"range": 12/);
    await page.keyboard.press('Control+Shift+z');
    await taken(page, (now) => now.includes('"range": 32'), 'done again');
  });

  test('the cursor chooses, and what is chosen elsewhere is shown', async (t) => {
    const page = await edit(t, template('stage'));
    await openText(page);
    await goBehind(page, '"ground');
    await page.locator('.bench-outline [aria-selected=true]').filter({ hasText: 'ground' }).waitFor();
    await page.locator('.bench-outline').getByRole('treeitem').filter({ hasText: 'key' }).first().click();
    await page.locator('.bench-code .cm-line.is-chosen', { hasText: '"name": "key"' }).waitFor();
    assert.equal(await page.locator('.bench-code .cm-line.is-chosen', { hasText: 'ground' }).count(), 0);
  });

  test('a text that is no JSON says so at once, and other panes are read-only until it is', async (t) => {
    const page = await edit(t, template('stage'));
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
    const page = await edit(t, text);
    await openText(page);
    await goBehind(page, '"range": 12');
    await page.keyboard.type(',\n"castShadow": false');
    const wanted = '"range": 12,\r\n     "castShadow": false\r\n    }';
    const got = await taken(page, (now) => now.includes('castShadow'), 'the typed line');
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
  const rangeBecomes = (page, wanted) =>
    taken(page, (text) => text.includes(`"range": ${wanted}\n`), `a range of ${wanted}`);

  test('outlives its page: the start page offers it with its steps, which can be undone', async (t) => {
    const page = await edit(t, template('stage'));
    await typeSteps(page, '3', '4', '5');
    await rangeBecomes(page, '15');
    await untilKept(page, 3);
    await page.close();
    const next = await anotherPage(page);
    await next.locator('.unsaved').getByText('stage, 3 steps not saved').waitFor();
    await next.locator('.unsaved').getByRole('button', { name: 'Continue' }).click();
    await next.locator('.bench-dock').waitFor();
    await rangeBecomes(next, '15');
    await next.locator('.world-canvas').focus();
    for (const wanted of ['14', '13', '12']) {
      await next.keyboard.press('Control+z');
      await rangeBecomes(next, wanted);
    }
    await taken(next, (now) => now === template('stage'), 'all is undone');
  });

  test('is discarded where that is chosen, and a saved one is not offered', async (t) => {
    const page = await edit(t, template('stage'));
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

  test('is offered by a start page that was open already, when the page that works on it goes', async (t) => {
    const page = await edit(t, template('stage'));
    await typeSteps(page, '3');
    await untilKept(page, 1);
    const other = await anotherPage(page);
    await other.locator('.gallery:not([hidden])').waitFor();
    assert.equal(await other.locator('.unsaved').isVisible(), false);
    await page.close();
    await other.locator('.unsaved').getByText('stage, 1 step not saved').waitFor();
  });

  test('files that came with it go into a zip with it', async (t) => {
    const text = template('stage').replace('"materials"', '"textures": { "stone": "stone.png" },\n "materials"');
    const page = await browser.page(t, kLook);
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

  test('is lost with its page where storage is forbidden: that is said, and leaving asks until it is saved', async (t) => {
    const page = await browser.page(t, { hash: null, ...kLook });
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    });
    await page.goto(page.origin);
    await openFiles(page, [{ name: 'stage.world.json', text: template('stage') }]);
    await edited(page);
    const said = page.getByText('This browser keeps nothing here: what is not saved is lost with the page.');
    await said.waitFor();
    await page.locator('.bench-keep').getByRole('button', { name: 'OK' }).click();
    await said.waitFor({ state: 'hidden' });
    await typeSteps(page, '3');
    await rangeBecomes(page, '13');
    const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    assert.equal(question.type(), 'beforeunload');
    await question.dismiss();
    await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    await page.locator('.bench-status').getByText('stage.world.json saved as a download').waitFor();
    assert.deepEqual(page.errors, []);
    let asks = 0;
    page.on('dialog', (dialog) => (++asks, dialog.accept()));
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
    assert.equal(asks, 0);
  });

  test('another tab with the same document has a copy, which is saved under another name', async (t) => {
    const page = await edit(t, template('stage'));
    await until(
      page,
      () => page.evaluate(async () => (await navigator.locks.query()).held.some(({ name }) => /stage/.test(name))),
      (isHeld) => isHeld,
      'the document is held',
    );
    const other = await anotherPage(page);
    await openFiles(other, [{ name: 'stage.world.json', text: template('stage') }]);
    await edited(other);
    await other.getByText('stage.world.json is open in another tab: this is a copy.').first().waitFor();
    const [download] = await Promise.all([other.waitForEvent('download'), other.keyboard.press('Control+s')]);
    assert.equal(download.suggestedFilename(), 'stage-copy.world.json');
  });
});

test('a file is saved in its place; what another program writes is asked about, and taken as a step', async (t) => {
  const page = await browser.page(t, kLook);
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
  await until(page, onDisk, (now) => now === text.replace('12', '13'), 'what was saved');
  await page.getByText('stage.world.json saved').first().waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('4');
  await page.evaluate((given) => globalThis.write(given), text.replace('12', '199'));
  await page.locator('.bench-keep').getByRole('button', { name: 'Take theirs' }).click();
  await taken(page, (now) => now === text.replace('12', '199'), 'taken');
  await page.locator('.world-canvas').focus();
  await page.keyboard.press('Control+z');
  await taken(page, (now) => now === text.replace('12', '14'), 'undone');
});

describe('S shows a level alone', () => {
  const show = template('show');
  for (const [pointer, name] of [
    ['/materials/stone', 'stone'],
    ['/scenes/set', 'set'],
    ['/scenes/title', 'title'],
  ])
    test(`${pointer}, and Shift+S the world again`, async (t) => {
      const page = await edit(t, show, { name: 'show.world.json' });
      await openTab(page, 'stack');
      await page.locator('.bench-outline').getByRole('treeitem').filter({ hasText: name }).first().click();
      await page.locator('.bench-stack').focus();
      await page.keyboard.press('s');
      const level = page.locator(`.bench-level[data-shown="${pointer}"]`);
      await level.waitFor();
      assert.equal(await level.locator('.bench-level-said').textContent(), '');
      // The world behind it is as it was.
      assert.equal(await textOf(page), show);
      await page.keyboard.press('Shift+s');
      await page.locator('.bench-level').waitFor({ state: 'hidden' });
      assert.deepEqual(page.errors, []);
    });
});
