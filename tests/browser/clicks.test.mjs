// Clicks that the ten most frequent jobs take, counted, with a model that has just been opened.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openFiles, shown, startBrowser } from './harness.mjs';
import { slideAction, sliderJoints, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const broken = readFileSync(new URL('../../public/samples/broken/broken.md5mesh', import.meta.url));
const action = (name, to) => ({ name, text: slideAction(sliderJoints, [[[0, 0, 0]], [[0, to, 0]]], 10) });
const files = [{ name: 'slider.md5mesh', text: sliderModel }, action('away.md5anim', 4), action('back.md5anim', -4)];
const saved = (page) => page.waitForEvent('download');

/** A job: the most clicks it may take, and the clicks; a choice in a list takes two. */
const jobs = [
  [
    'another action',
    2,
    async (page, { choose }) => {
      await choose(page.getByRole('combobox', { name: 'Action' }), 'back');
      await page.waitForFunction(() => document.querySelector('.action').selectedOptions[0].text === 'back');
    },
  ],
  [
    'the curves of a joint',
    2,
    async (page, { click }) => {
      await click(page.locator('.tree-name', { hasText: sliderJoints[1]?.name ?? sliderJoints[0].name }).first());
      await click(page.getByRole('button', { name: 'Show curves' }));
      await page.locator('.curves').waitFor();
      assert.ok(await page.getByLabel('Only selected').isChecked());
    },
  ],
  [
    'a screenshot',
    2,
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'Screenshot' }));
      await Promise.all([saved(page), click(page.getByRole('dialog').getByRole('button', { name: 'Download PNG' }))]);
    },
  ],
  [
    'a link to the view',
    2,
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'More', exact: true }));
      await click(page.getByRole('button', { name: 'Copy a link to this view' }));
      await page.waitForFunction(() => location.hash.includes('action='));
    },
  ],
  [
    'a GLB',
    2,
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'Export', exact: true }));
      await Promise.all([
        saved(page),
        click(page.locator('.exporter').getByRole('button', { name: 'Export', exact: true })),
      ]);
    },
  ],
  [
    'a zip for an engine',
    3,
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'Export', exact: true }));
      // One gesture of the list, as of a file dialog.
      await click(page.getByLabel('For a game engine'), (list) => list.selectOption('vkquake'));
      const [zip] = await Promise.all([
        saved(page),
        click(page.locator('.exporter').getByRole('button', { name: 'Export', exact: true })),
      ]);
      assert.equal(zip.suggestedFilename(), 'slider.zip');
    },
  ],
  [
    'a comparison with a file',
    3,
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'Compare', exact: true }));
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        click(page.getByRole('button', { name: /^Choose files/ })),
      ]);
      await click(chooser, (dialog) =>
        dialog.setFiles([{ name: 'other.md5mesh', mimeType: 'text/plain', buffer: Buffer.from(sliderModel) }]),
      );
      // The same model, to the last digit.
      await page.getByText('Identical at this moment').waitFor();
    },
  ],
  [
    'a film',
    2,
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'Film', exact: true }));
      await Promise.all([
        page.waitForEvent('download', { timeout: 120_000 }),
        click(page.getByRole('dialog', { name: 'Film' }).getByRole('button', { name: /^Save/ })),
      ]);
    },
  ],
  [
    'the whole screen',
    1,
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'Full screen' }));
      await page.waitForFunction(() => document.fullscreenElement !== null);
    },
  ],
];

async function counted(t, opened, most, job) {
  const page = await browser.page(t, { width: 1100, height: 640, reducedMotion: 'reduce' });
  await openFiles(page, opened);
  await shown(page);
  let clicks = 0;
  await job(page, {
    click: (target, how = (locator) => locator.click()) => {
      ++clicks;
      return how(target);
    },
    choose: (list, label) => {
      clicks += 2;
      return list.selectOption({ label });
    },
  });
  assert.ok(clicks <= most, `${clicks} clicks, of ${most}`);
  assert.deepEqual(page.errors, []);
}

for (const [name, most, job] of jobs) test(`${name}: ${most} clicks`, (t) => counted(t, files, most, job));

test('problems and their number: 1 click', (t) =>
  counted(t, [{ name: 'broken.md5mesh', text: broken }], 1, async (page, { click }) => {
    await click(page.getByRole('button', { name: 'Problems', exact: true }));
    await page
      .getByRole('complementary', { name: 'Problems' })
      .getByText(/^\d+ warnings?/)
      .first()
      .waitFor();
  }));
