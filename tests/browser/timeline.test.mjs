// The timeline under a person's hands: key stepping, speed, range, back and forth, crossfades and the health of an action.
// One page, one model whose numbers are worked by hand.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openFiles, pause, scrub, settled, shown, startBrowser } from './harness.mjs';
import { boxModel, slideAction } from './models.mjs';

/** A root that stands still and an arm that two actions move; both are animated in x, y and z. */
const joints = [
  { name: 'root', parent: -1, at: [0, 0, 0] },
  { name: 'arm', parent: 0, at: [0, 0, 0] },
];
const model = boxModel(joints, [{ joint: 1, min: [-1, -1, -1], max: [1, 1, 1] }]);
const root = [0, 0, 0];
/** Five frames, four a second: the arm rises to z = 4 and does not come back; at z = 4 it would need a box up to 5. */
const rise = slideAction(
  joints,
  [0, 1, 2, 3, 4].map((z) => [root, [0, 0, z]]),
  4,
).replaceAll('( -9 -9 -9 ) ( 9 9 9 )', '( -9 -9 -9 ) ( 9 9 4.25 )');
/** The arm stays far to the left. */
const aside = slideAction(
  joints,
  [0, 1, 2, 3, 4].map(() => [root, [0, -8, 0]]),
  4,
);

let browser, page;
const closing = [];
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: (work) => closing.push(work) }, { width: 760, height: 420 });
  // What the engine says of the selected node, picture by picture.
  await page.evaluate(() => {
    globalThis.seen = [];
    globalThis.engineWorker.addEventListener('message', ({ data }) => {
      if (data.type === 'frames')
        for (const { selected, time } of data.frames) globalThis.seen.push({ selected, time });
    });
  });
  await openFiles(page, [
    { name: 'box.md5mesh', text: model },
    { name: 'rise.md5anim', text: rise },
    { name: 'aside.md5anim', text: aside },
  ]);
  await shown(page);
  await pause(page);
  await page.locator('.timeline .action').selectOption('rise');
  await page.locator('#stage').focus();
});
after(async () => {
  for (const work of closing) await work();
  await browser?.stop();
});

const clock = () => page.locator('.clock').textContent();
const clockIs = (text) =>
  page.waitForFunction((wanted) => document.querySelector('.clock').textContent.startsWith(wanted), text);
const press = async (...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

function menu() {
  return page.locator('#play-menu');
}
const select = async (name) => {
  await page
    .getByRole('treeitem', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await page.locator('#stage').focus();
};

function speed() {
  return page.getByRole('spinbutton', { name: 'Speed', exact: true });
}

test('keys of the selection stand on the scrubber, and J and K step from one to the next', async () => {
  await select('arm');
  await page.waitForFunction(() => document.querySelector('.track').dataset.keys === '5');
  await scrub(page, 0.4);
  await page.locator('#stage').focus();
  await press('k');
  await clockIs('0.500 s');
  await press('k');
  await clockIs('0.750 s');
  await press('j', 'j', 'j');
  await clockIs('0.000 s');
  await press('j');
  assert.match(await clock(), /^0\.000 s/);
  assert.equal(
    await page.getByRole('button', { name: 'Previous keyframe' }).getAttribute('title'),
    'Previous keyframe (J)',
  );
  assert.equal(await page.getByRole('button', { name: 'Next keyframe' }).getAttribute('title'), 'Next keyframe (K)');
  await page.getByRole('button', { name: 'Next keyframe' }).click();
  await clockIs('0.250 s');
  await page.getByRole('button', { name: 'Previous keyframe' }).click();
  await clockIs('0.000 s');
});

test('speed goes from -3 to 3 in tenths, by field and by keys, and runs backwards below nothing', async () => {
  await press('>', '>');
  assert.equal(await speed().inputValue(), '1.2');
  await press('<');
  assert.equal(await speed().inputValue(), '1.1');
  await speed().fill('9');
  await speed().press('Tab');
  assert.equal(await speed().inputValue(), '3');
  await speed().fill('-0.5');
  await speed().press('Tab');
  await scrub(page, 0.9);
  await page.locator('#stage').focus();
  const before = await page.evaluate(() => globalThis.seen.length);
  await press('Space');
  await page.waitForFunction((count) => globalThis.seen.length > count + 5, before);
  await press('Space');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const times = (await page.evaluate((count) => globalThis.seen.slice(count), before)).map(({ time }) => time);
  assert.ok(times[0] <= 0.9 && times[5] < times[0], `backwards: ${times.slice(0, 6)}`);
  await speed().fill('1');
  await speed().press('Tab');
});

test('keys that are faster than the engine count on each other, whatever it answers meanwhile', async () => {
  const action = page.locator('.timeline .action');
  const was = await action.inputValue();
  const speeds = await page.evaluate(async () => {
    const stage = document.querySelector('#stage'),
      field = document.querySelector('.speed');
    const key = (name) => stage.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    const answer = () =>
      new Promise((resolve) => {
        const hear = ({ data }) => {
          if (data.type !== 'playback') return;
          globalThis.engineWorker.removeEventListener('message', hear);
          resolve();
        };
        globalThis.engineWorker.addEventListener('message', hear);
      });
    const seen = [];
    const note = () => seen.push(Number(field.value));
    key('>');
    key('>');
    // The answer to the first alone: the second is on its way.
    await answer();
    note();
    key('<');
    note();
    await answer();
    note();
    await answer();
    note();
    key('<');
    note();
    return seen;
  });
  assert.deepEqual(speeds, [1.2, 1.1, 1.1, 1.1, 1]);
  // Three frames on at once, of four a second, and one back.
  await scrub(page, 0);
  await page.evaluate(() => {
    for (const key of ['.', '.', '.', ','])
      document.querySelector('#stage').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await clockIs('0.500 s');
  // Twice in one moment: what played plays, and the second action further is shown.
  const twice = async (name) =>
    page.evaluate((key) => {
      for (let i = 0; i < 2; i++)
        document.querySelector('#stage').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }, name);
  await twice(' ');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const before = await page.evaluate(() => globalThis.seen.length);
  await scrub(page, 0.5);
  await page.waitForFunction((count) => globalThis.seen.length > count, before);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await twice(']');
  const options = await action.locator('option').evaluateAll((all) => all.map(({ value }) => value));
  const next = options[(options.indexOf(was) + 2) % options.length];
  await page.waitForFunction((wanted) => document.querySelector('.timeline .action').value === wanted, next);
  await action.selectOption(was);
});

test('a range is set where the playhead stands, moved by its handles, and cleared', async () => {
  const start = page.getByRole('slider', { name: 'Start of the range' }),
    end = page.getByRole('slider', { name: 'End of the range' });
  await scrub(page, 0.25);
  await page.locator('#stage').focus();
  await press('Shift+I');
  await scrub(page, 0.75);
  await page.locator('#stage').focus();
  await press('Shift+O');
  await page.waitForFunction(
    () => [...document.querySelectorAll('.track-handle')].map((it) => it.ariaValueNow).join() === '0.25,0.75',
  );
  // One frame is a quarter of a second.
  await start.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.track-handle.is-start').ariaValueNow === '0.5');
  assert.match(await start.getAttribute('aria-valuetext'), /^0\.500 s · frame 3\/5/);
  // The end, by hand, to the middle of the track: it stays a frame behind the start.
  const box = await page.locator('.track').boundingBox(),
    handle = await end.boundingBox();
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, handle.y, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('.track-handle.is-end').ariaValueNow === '0.75');
  // What plays stays inside.
  await page.locator('#stage').focus();
  const before = await page.evaluate(() => globalThis.seen.length);
  await press('Space');
  await page.waitForFunction((count) => globalThis.seen.length > count + 8, before);
  await press('Space');
  const times = (await page.evaluate((count) => globalThis.seen.slice(count + 2), before)).map(({ time }) => time);
  assert.ok(
    Math.min(...times) >= 0.5 - 1e-6 && Math.max(...times) <= 0.75 + 1e-6,
    `${Math.min(...times)} ${Math.max(...times)}`,
  );
  await press('Shift+X');
  await page.waitForFunction(() => !document.querySelector('.track.has-range'));
  assert.equal(await end.getAttribute('aria-valuenow'), '1');
});

test('loop, back and forth, root motion and the closed loop are switches that say what they are', async () => {
  const loop = page.getByRole('button', { name: 'Loop', exact: true }),
    turning = page.getByRole('button', { name: 'Back and forth' });
  await press('Shift+P');
  await page.waitForFunction(() => document.querySelector('[aria-label="Back and forth"]').ariaPressed === 'true');
  await press('Shift+L');
  await page.waitForFunction(() => document.querySelector('[aria-label="Loop"]').ariaPressed === 'false');
  assert.equal(await turning.isDisabled(), true);
  await loop.click();
  await turning.click();
  await page.waitForFunction(() => document.querySelector('[aria-label="Back and forth"]').ariaPressed === 'false');
  await page.locator('#stage').focus();
  await press('Shift+H');
  await menu().getByLabel('Root motion').selectOption('In place');
  await menu().getByLabel('Interpolate last frame to first').check();
  // One interval more.
  await page.waitForFunction(() => document.querySelector('.scrubber').max === '1.25');
  await menu().getByLabel('Interpolate last frame to first').uncheck();
  await menu().getByLabel('Root motion').selectOption('As in the file');
  await page.waitForFunction(() => document.querySelector('.scrubber').max === '1');
  await press('Escape');
  await menu().waitFor({ state: 'hidden' });
});

test('another action fades in over the chosen time while playing, and cuts at rest', async () => {
  await page.locator('.timeline .action').selectOption('aside');
  await page.getByRole('button', { name: 'Timeline options' }).click();
  await menu().getByLabel('Crossfade in seconds').fill('0.8');
  await menu().getByLabel('Crossfade in seconds').press('Tab');
  await press('Escape');
  await menu().waitFor({ state: 'hidden' });
  await page.locator('#stage').focus();
  await press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.waitForFunction(() => globalThis.seen.at(-1).selected?.[13] === -8);
  const before = await page.evaluate(() => globalThis.seen.length);
  await page.locator('.timeline .action').selectOption('rise');
  // On the way from the one's place to the other's, nearer with every picture.
  await page.waitForFunction((from) => {
    const places = globalThis.seen.slice(from).map(({ selected }) => selected[13]);
    return places.some((y) => y > -7.99 && y < -0.01);
  }, before);
  await press('Space');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const places = await page.evaluate((from) => globalThis.seen.slice(from).map(({ selected }) => selected[13]), before);
  assert.ok(
    places.every((y, i) => y >= -8 && y <= 0 && (i === 0 || y >= places[i - 1] - 1e-5)),
    `${places}`,
  );
  // The last picture of what played is still to come.
  await settled(page);
  const rest = await page.evaluate(() => globalThis.seen.length);
  await page.locator('.timeline .action').selectOption('aside');
  await page.waitForFunction(
    (from) => globalThis.seen.length > from && globalThis.seen.at(-1).selected[13] === -8,
    rest,
  );
  const cut = await page.evaluate((from) => globalThis.seen.slice(from).map(({ selected }) => selected[13]), rest);
  assert.deepEqual([...new Set(cut)], [-8]);
  await page.locator('.timeline .action').selectOption('rise');
});

test('the health of an action says what is wrong in words that lead there', async () => {
  await page.waitForFunction(() => document.querySelector('.timeline .action').selectedOptions[0].label === 'rise');
  await page.locator('#stage').focus();
  await press('Shift+H');
  const health = page.getByRole('region', { name: 'Checks of the action' });
  await health.getByRole('button').first().waitFor();
  const found = await health.getByRole('listitem').allTextContents();
  assert.deepEqual(found, [
    // A box of side 2 that rises by 4 of its own: 0.01 of the root of twelve.
    'The loop does not close: arm ends 4 from its start, more than 0.034641.',
    '1 of 5 frames exceed their stored bounds, at most by 0.75 (max z, frame 5).',
    'root: has keys but never moves (translation.x, translation.y, translation.z).',
    'arm: has keys but never changes: translation.x, translation.y.',
  ]);
  await health.getByRole('button', { name: /root: has keys/ }).click();
  await page.waitForFunction(() =>
    document.querySelector('[role=treeitem][aria-selected=true]')?.textContent.includes('root'),
  );
  await health.getByRole('button', { name: /stored bounds/ }).click();
  await clockIs('1.000 s');
  await press('Escape');
  await menu().waitFor({ state: 'hidden' });
});

test('on a narrow page everything of it is in the menu', async () => {
  for (const name of ['details', 'hierarchy'])
    await page
      .locator(`#panel-${name}`)
      .getByRole('button', { name: /^Close/ })
      .click();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Timeline options' }).click();
  await menu().getByRole('spinbutton', { name: 'Speed', exact: true }).fill('2');
  await menu().getByRole('button', { name: 'Loop', exact: true }).waitFor();
  const { x, width } = await menu().boundingBox();
  assert.ok(x >= 0 && x + width <= 360, `${x} ${width}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(overflow <= 360, `${overflow}`);
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});
