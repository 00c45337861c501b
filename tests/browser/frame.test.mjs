// One frame for models, songs and worlds: tabs with counts in the bar, panels of one width, each with a way to close.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openFiles, shown, startBrowser } from './harness.mjs';
import { boxModel, slideAction, sliderJoints, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const sample = (path) => ({
  name: path.split('/').at(-1),
  text: readFileSync(new URL(`../../public/samples/${path}`, import.meta.url)),
});
const world = {
  name: 'events.world.json',
  text: readFileSync(new URL('../data/world/valid/events.world.json', import.meta.url)),
};
const widthOf = (page, selector) => page.locator(selector).evaluate((element) => element.offsetWidth);
const tabs = (page) =>
  page
    .locator('.bar-tab')
    .evaluateAll((all) =>
      all
        .filter((tab) => tab.checkVisibility())
        .map((tab) => [tab.getAttribute('aria-label') ?? tab.firstChild.textContent, tab.getBoundingClientRect().top]),
    );

test('panels of a model, a song and a world have tabs in the same place, one width, and close', async (t) => {
  const page = await browser.page(t, { width: 1000, height: 640, reducedMotion: 'reduce' });
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(page);
  const model = await tabs(page);
  for (const name of ['Details', 'Problems', 'Materials', 'Source', 'Statistics', 'Compare', 'Export'])
    assert.ok(
      model.some(([each]) => each === name),
      name,
    );
  const edge = page.getByRole('separator', { name: 'Width of the panels' });
  await page.getByRole('button', { name: 'Source', exact: true }).click();
  const before = await widthOf(page, '#panel-source'),
    box = await edge.boundingBox();
  await page.mouse.move(box.x + 4, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x - 36, box.y + 100);
  await page.mouse.up();
  const wide = await widthOf(page, '#panel-source');
  assert.ok(Math.abs(wide - before - 40) < 6, `${before} to ${wide}`);
  await page.getByRole('button', { name: 'Materials', exact: true }).click();
  assert.equal(await widthOf(page, '#panel-materials'), wide);
  await edge.press('ArrowRight');
  assert.equal(await widthOf(page, '#panel-materials'), wide - 24);

  await openFiles(page, [sample('dusk/dusk.v2m')]);
  await page.locator('.song-room:not([hidden])').waitFor();
  const song = await tabs(page);
  assert.deepEqual(
    song.map(([name]) => name),
    ['Sounds', 'Structure', 'Export'],
  );
  await page.getByRole('button', { name: 'Structure' }).click();
  assert.equal(await widthOf(page, '.song-tools'), wide - 24);
  await page.getByRole('button', { name: 'Close panel' }).click();
  assert.ok(await page.locator('.song-tools').isHidden());
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Structure');

  await openFiles(page, [world]);
  await page.locator('.world-room[data-time]').waitFor();
  const own = await tabs(page);
  assert.equal(own.length, 7);
  await page.getByRole('tab', { name: 'Source', exact: true }).click();
  assert.equal(await widthOf(page, '.world-panel'), wide - 24);
  await page.getByRole('button', { name: 'Close panel' }).click();
  assert.ok(await page.locator('.world-panel').isHidden());
  assert.equal(await widthOf(page, '.world-canvas'), 1000);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Source');
  // All of them in one row.
  assert.equal(new Set([...model, ...song, ...own].map(([, top]) => top)).size, 1);
  await page.reload();
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(page);
  assert.equal(await widthOf(page, '.panel-right.is-open'), wide - 24);
  assert.deepEqual(page.errors, []);
});

test('the tab of the problems counts them, and the broken sample opens on them', async (t) => {
  const page = await browser.page(t, { width: 1000, height: 640 });
  await page.getByRole('button', { name: /A broken file/ }).click();
  await shown(page);
  await page.getByRole('complementary', { name: 'Problems' }).waitFor();
  const tab = page.getByRole('button', { name: 'Problems', exact: true }),
    [, errors = 0] = /(\d+) error/.exec((await tab.getAttribute('aria-description')) ?? '') ?? [],
    [, warnings = 0] = /(\d+) warning/.exec((await tab.getAttribute('aria-description')) ?? '') ?? [];
  assert.ok(Number(errors) + Number(warnings) > 0);
  assert.equal(await tab.locator('.tab-count').textContent(), String(Number(errors) + Number(warnings)));
  await openFiles(page, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await page.waitForFunction(() => document.title.includes('slider'));
  assert.ok(await tab.locator('.tab-count').isHidden());
});

test('curves of a model cover nothing of a song and a world on a phone', async (t) => {
  const page = await browser.page(t, { width: 390, height: 844, hasTouch: true, isMobile: true });
  await openFiles(page, [sample('heron/heron.md5mesh'), sample('heron/walk.md5anim')]);
  await shown(page);
  await page.getByRole('button', { name: 'Curves' }).tap();
  await page.locator('.curves').waitFor();
  const isFree = (locator) =>
    locator.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await openFiles(page, [sample('dusk/dusk.v2m')]);
  const song = page.locator('.song-room');
  await song.locator('.play').waitFor();
  for (const part of ['.play', '.song-slider']) assert.ok(await isFree(song.locator(part)), part);
  await openFiles(page, [world]);
  const room = page.locator('.world-room[data-time]');
  await room.waitFor();
  for (const part of ['.play', '.world-slider']) assert.ok(await isFree(room.locator(part)), part);
  assert.deepEqual(page.errors, []);
});

test('open curves follow the selection until the user decides; the details of a node lead to its line', async (t) => {
  const page = await browser.page(t, { width: 1000, height: 700, reducedMotion: 'reduce' });
  const arm = [...sliderJoints, { name: 'arm', parent: 0, at: [0, 1, 0] }];
  await openFiles(page, [
    { name: 'arm.md5mesh', text: boxModel(arm, [{ joint: 1, min: [-1, -1, -1], max: [1, 1, 1] }]) },
    {
      name: 'wave.md5anim',
      text: slideAction(
        arm,
        [0, 1].map((y) => [
          [0, 0, 0],
          [0, 1 + y, 0],
        ]),
        10,
      ),
    },
  ]);
  await shown(page);
  await page.locator('#stage').focus();
  await page.keyboard.press('v');
  await page.locator('.curves').waitFor();
  const only = page.getByLabel('Only selected');
  assert.ok(!(await only.isChecked()));
  await page.locator('.tree-name', { hasText: 'arm' }).click();
  await page.waitForFunction(() => document.querySelector('.curves input[type=checkbox]').checked);
  await only.uncheck();
  await page.locator('.tree-name', { hasText: 'origin' }).click();
  await page.locator('.tree-name', { hasText: 'arm' }).click();
  assert.ok(!(await only.isChecked()));
  await page.getByRole('button', { name: 'Show in source' }).click();
  await page.locator('#panel-source .source-row.is-current', { hasText: '"arm"' }).waitFor();
  const arms = page.locator('.tree-name[title=arm]');
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await arms.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Expand all' }).click();
  await arms.waitFor();
  assert.deepEqual(page.errors, []);
});
