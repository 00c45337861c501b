// The ten most frequent jobs, with a model that has just been opened: the clicks that they take, counted; and the same by keys
// alone, and by fingers alone on a phone.

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

/** A job: the most clicks it may take, and the clicks, with the button that shows the target on a phone; a choice in a list takes two. */
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
      const name = page.locator('.tree-name', { hasText: sliderJoints[1]?.name ?? sliderJoints[0].name }).first();
      await click(name, undefined, 'Hierarchy');
      await click(page.getByRole('button', { name: 'Show curves' }), undefined, 'Details');
      await page.locator('.curves').waitFor();
      await page.getByLabel('Only selected').and(page.locator(':checked')).waitFor();
    },
  ],
  [
    'a screenshot',
    2,
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'Screenshot' }), undefined, 'Tools');
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
      await click(page.getByRole('button', { name: 'Film', exact: true }), undefined, 'Tools');
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
      await click(page.getByRole('button', { name: 'Full screen' }), undefined, 'Tools');
      await page.waitForFunction(() => document.fullscreenElement !== null);
    },
  ],
];

const problems = async (page, { click }) => {
  await click(page.getByRole('button', { name: 'Problems', exact: true }));
  await page
    .getByRole('complementary', { name: 'Problems' })
    .getByText(/^\d+ warnings?/)
    .first()
    .waitFor();
};

async function opened(t, given, options) {
  const page = await browser.page(t, { reducedMotion: 'reduce', ...options });
  await openFiles(page, given);
  await shown(page);
  return page;
}

async function counted(t, given, most, job) {
  const page = await opened(t, given, { width: 1100, height: 640 });
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

/** Tab leads to the target, arrows within strips and trees, then Enter; what is awaited of another program is given. */
async function byKeys(t, given, job) {
  const page = await opened(t, given, { width: 1100, height: 640 });
  await page.locator('#stage').focus();
  const reach = async (target) => {
    await target.waitFor();
    for (let i = 0; i < 160; ++i) {
      const key = await target.evaluate((element) => {
        const active = document.activeElement;
        if (active === element || (active.matches('[role=treeitem]') && active.contains(element))) return '';
        return active.closest('[role=toolbar], [role=tree]')?.contains(element) ? 'ArrowDown' : 'Tab';
      });
      if (key === '') return;
      await page.keyboard.press(key);
    }
    assert.fail(`keys do not reach ${target}`);
  };
  await job(page, {
    click: async (target, how) => {
      if (!('waitFor' in target)) return how(target);
      await reach(target);
      await (how ? how(target) : page.keyboard.press('Enter'));
    },
    choose: async (list, label) => {
      await reach(list);
      await page.keyboard.type(label);
    },
  });
  assert.deepEqual(page.errors, []);
}

/** On a phone; `home` opens the panel or the tools where the target is. */
async function byFingers(t, given, job) {
  const page = await opened(t, given, { width: 390, height: 844, hasTouch: true, isMobile: true });
  await job(page, {
    click: async (target, how = (locator) => locator.tap(), home = '') => {
      if (home !== '' && !(await target.isVisible()))
        await page.getByRole('button', { name: home, exact: true }).first().tap();
      await how(target);
    },
    choose: (list, label) => list.selectOption({ label }),
  });
  assert.deepEqual(page.errors, []);
}

const model = [{ name: 'broken.md5mesh', text: broken }];
for (const [name, given, most, job] of [
  ...jobs.map(([title, ...job]) => [title, files, ...job]),
  ['problems and their number', model, 1, problems],
]) {
  test(`${name}: ${most} clicks`, (t) => counted(t, given, most, job));
  test(`${name}: by keys`, (t) => byKeys(t, given, job));
  test(`${name}: by fingers`, (t) => byFingers(t, given, job));
}
