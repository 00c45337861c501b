// The curves panel under a person's hands: what it lists, exact values at the playhead, what moves the picture and what
// it shows of the two readings of a QMSH text. One page, one document whose numbers are worked by hand.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openFiles, pause, scrub, shown, startBrowser } from './harness.mjs';
import { boxesText } from './qmsh_models.mjs';

/** Ten frames a second: four units a second and straight on; steps of 2; a line of 20 a second that comes again. */
const action = `"go" {
  "b" { "LocX" LINEAR EXTRAP { 1,-3 6,-1 } "LocZ" CONST CONST { 1,0 11,2 21,4 } }
  "c" { "LocY" BEZIER CYCLIC { 1,0 6,10 } } }`;
const duration = 2;
const size = { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] };

let browser, page, plot, list;
const closing = [];
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: (work) => closing.push(work) }, { width: 1100, height: 900, colorScheme: 'dark' });
  const boxes = [
    { bone: 'b', ...size },
    { bone: 'c', ...size },
  ];
  await openFiles(page, [{ name: 'go.qmsh.tmp', text: boxesText(boxes, { curves: action }) }]);
  await shown(page);
  await pause(page);
  await page.locator('#stage').focus();
  await page.keyboard.press('v');
  plot = page.locator('.curves-plot');
  list = page.getByRole('tree', { name: 'Channels' });
  await row('LocY').waitFor();
  await drawnAnew();
});
after(async () => {
  for (const work of closing) await work();
  await browser?.stop();
});

const row = (name) => list.locator('.channel-row').filter({ hasText: name }).first();
const group = (name) => list.locator('.channel-row.is-group').filter({ hasText: name });
const box = (name) => page.getByRole('checkbox', { name });

/** Until nothing was drawn for a while. */
const drawnAnew = () =>
  page.waitForFunction(async () => {
    const { dataset } = document.querySelector('.curves-plot'),
      count = dataset.drawn;
    await new Promise((resolve) => setTimeout(resolve, 120));
    return count !== undefined && dataset.drawn === count;
  });

/** The list's values once they are these. */
async function values(expected) {
  const found = () =>
    list
      .locator('.channel-row[data-channel]')
      .evaluateAll((rows) =>
        Object.fromEntries(
          rows.map((it) => [
            it.querySelector('.channel-name').textContent,
            it.querySelector('.channel-value').textContent,
          ]),
        ),
      );
  let now;
  for (let i = 0; i < 40; ++i) {
    now = await found();
    if (JSON.stringify(now) === JSON.stringify(expected)) return;
    await page.waitForTimeout(50);
  }
  assert.deepEqual(now, expected);
}

/** The plot's own numbers: gutter and ruler in pixels. */
const gutter = 52,
  ruler = 20;
async function place(x, y = 0.5) {
  const { x: left, y: top, width, height } = await plot.boundingBox();
  return [left + gutter + x * (width - gutter), top + ruler + y * (height - ruler)];
}

/** The time under a place of the plot, by its own readout. */
async function timeAt(x, y = 0.02) {
  await page.mouse.move(...(await place(x, y)));
  const readout = page.locator('.curves-readout');
  await page.waitForFunction(() => / s · frame /.test(document.querySelector('.curves-readout').textContent));
  await page.waitForTimeout(80);
  return Number((await readout.textContent()).match(/(-?[\d.]+) s · frame/)[1]);
}
const near = (found, wanted, tolerance, what) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${what}: ${found} instead of ${wanted}`);

/** What an action of 2 s shows when it is fitted: 4 % of room on both sides. */
const [fitFrom, fitTo] = [-0.04 * duration, 1.04 * duration];
const fitted = async () => {
  near(await timeAt(0.25), fitFrom + 0.25 * (fitTo - fitFrom), 0.006, 'a quarter');
  near(await timeAt(0.75), fitFrom + 0.75 * (fitTo - fitFrom), 0.006, 'three quarters');
};
const leavePlot = () => page.mouse.move(600, 100);

/** Whether the plot has a line's colour within two pixels of a time and a height (0 bottom to 1 top). */
const lineAt = (time, height, channel) =>
  page.evaluate(
    ([x, y, axis]) => {
      const canvas = document.querySelector('.curves-canvas'),
        ratio = canvas.width / canvas.clientWidth;
      const at = [52 + x * (canvas.clientWidth - 52), 20 + (1 - y) * (canvas.clientHeight - 20)].map((v) => v * ratio);
      const reach = Math.ceil(2 * ratio);
      const { data } = canvas.getContext('2d').getImageData(at[0] - reach, at[1] - reach, 2 * reach + 1, 2 * reach + 1);
      const wanted = { x: 0, y: 1, z: 2 }[axis];
      for (let i = 0; i < data.length; i += 4) {
        const own = data[i + wanted],
          others = [0, 1, 2].filter((c) => c !== wanted).map((c) => data[i + c]);
        if (data[i + 3] > 120 && own > 1.25 * Math.max(...others)) return true;
      }
      return false;
    },
    [(time - fitFrom) / (fitTo - fitFrom), height, channel],
  );

test('lists what moves, with how each curve goes and what it does outside', async () => {
  assert.deepEqual(await list.locator('.channel-name').allTextContents(), ['b', 'LocX', 'LocZ', 'c', 'LocY']);
  assert.equal(
    await row('LocX').getAttribute('title'),
    '2 keys, 0.000 to 0.500 s, linear, before and after: linear extrapolation',
  );
  assert.equal(await row('LocZ').getAttribute('title'), '3 keys, 0.000 to 2.000 s, step, before and after: constant');
  assert.equal(await row('LocY').getAttribute('title'), '2 keys, 0.000 to 0.500 s, bezier, before and after: cyclic');
});

test('values at the playhead are exact, at the very key of a step too', async () => {
  await leavePlot();
  await scrub(page, 0.5);
  await values({ LocX: '1', LocZ: '2', LocY: '0' });
  await page.locator('#stage').focus();
  await page.keyboard.press(',');
  await values({ LocX: '0.6', LocZ: '0', LocY: '8' });
  await page.keyboard.press('.');
  await values({ LocX: '1', LocZ: '2', LocY: '0' });
  await scrub(page, 1);
  await values({ LocX: '5', LocZ: '4', LocY: '0' });
});

test('the pointer reads the curve below it', async () => {
  // Fitted heights: the values between keys go from -3 to 10, with a tenth of room; LocY passes 5 at 0.25 s.
  const x = (0.25 - fitFrom) / (fitTo - fitFrom),
    height = (5 + 3 + 1.3) / (13 * 1.2);
  await page.mouse.move(...(await place(x, 1 - height)));
  await page.waitForFunction(() => /^c LocY = /.test(document.querySelector('.curves-readout').textContent));
  await page.waitForTimeout(80);
  const text = await page.locator('.curves-readout').textContent();
  const [, value, time] = text.match(/^c LocY = (\S+) · (\S+) s · frame \S+$/);
  near(Number(value), 20 * Number(time), 0.011, 'value and time of the readout');
  await leavePlot();
});

test('a wheel zooms at the pointer, a drag pans, F fits', async () => {
  await fitted();
  const under = await timeAt(0.4);
  await page.mouse.wheel(0, -400);
  await drawnAnew();
  near(await timeAt(0.4), under, 0.004, 'the time under the pointer');
  const [left, right] = [await timeAt(0.2), await timeAt(0.6)];
  near((right - left) / (0.4 * (fitTo - fitFrom)), Math.exp(-400 * 0.0016), 0.01, 'the stretch in sight');

  const grabbed = await timeAt(0.5, 0.9);
  await page.mouse.down();
  await page.mouse.move(...(await place(0.3, 0.9)), { steps: 4 });
  await page.mouse.up();
  await drawnAnew();
  near(await timeAt(0.3, 0.9), grabbed, 0.004, 'the time that was grabbed');

  await plot.focus();
  await page.keyboard.press('f');
  await drawnAnew();
  await fitted();
  await leavePlot();
});

test('keys move the picture as the hands do', async () => {
  await plot.focus();
  await page.keyboard.press('+');
  await drawnAnew();
  near((await timeAt(0.9)) - (await timeAt(0.1)), (0.8 * (fitTo - fitFrom)) / 1.25, 0.006, 'zoomed');
  const before = await timeAt(0.5);
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  await drawnAnew();
  assert.ok((await timeAt(0.5)) > before + 0.1, 'panned');
  await page.keyboard.press('Home');
  await drawnAnew();
  await fitted();
  await leavePlot();
});

test('the list is worked by keys: arrows, space, enter', async () => {
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  assert.equal(await row('LocX').getAttribute('aria-checked'), 'false');
  assert.equal(await group('b').getAttribute('aria-checked'), 'mixed');
  await page.keyboard.press(' ');
  assert.equal(await group('b').getAttribute('aria-checked'), 'true');
  await page.keyboard.press('Enter');
  assert.deepEqual(
    [await row('LocX').getAttribute('aria-checked'), await row('LocY').getAttribute('aria-checked')],
    ['true', 'false'],
    'alone',
  );
  await page.keyboard.press('Enter');
  assert.equal(await row('LocY').getAttribute('aria-checked'), 'true', 'all again');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await group('b').getAttribute('aria-expanded'), 'false');
  await page.keyboard.press('ArrowRight');
  assert.equal(await group('b').getAttribute('aria-expanded'), 'true');
});

test('a click on a row takes its curve away and brings it back', async () => {
  await drawnAnew();
  // LocY at 0.25 s, as above.
  const height = (5 + 3 + 1.3) / (13 * 1.2);
  assert.equal(await lineAt(0.25, height, 'y'), true);
  await row('LocY').click();
  await drawnAnew();
  assert.equal(await lineAt(0.25, height, 'y'), false);
  await row('LocY').click();
  await drawnAnew();
  assert.equal(await lineAt(0.25, height, 'y'), true);
});

test('normalised curves fill the height, each with its own range', async () => {
  await box('Normalise').check();
  await drawnAnew();
  // A tenth of room below and above; the straight line of LocX lies under that of LocY now.
  assert.equal(await lineAt(1.5, (0.5 + 0.1) / 1.2, 'z'), true, 'LocZ at 2 of 0 to 4');
  assert.equal(await lineAt(0.3, (0.6 + 0.1) / 1.2, 'y'), true, 'LocY from 0 to 10');
  await box('Normalise').uncheck();
  await drawnAnew();
  assert.equal(await lineAt(1.5, (2 + 3 + 1.3) / (13 * 1.2), 'z'), true, 'LocZ at 2 of -3 to 10');
});

test('only what is selected, chosen by a click on its name', async () => {
  await group('c').locator('.channel-name').click();
  await page.locator('.tree-row.is-selected, [role=treeitem][aria-selected=true]').first().waitFor();
  await box('Only selected').check();
  assert.deepEqual(await list.locator('.channel-name').allTextContents(), ['c', 'LocY']);
  await box('Only selected').uncheck();
  assert.deepEqual(await list.locator('.channel-name').allTextContents(), ['b', 'LocX', 'LocZ', 'c', 'LocY']);
});

test('they open with what is selected, or with all that changes', async () => {
  const toggle = page.getByRole('button', { name: 'Curves', exact: true });
  await toggle.click();
  await toggle.click();
  await page.waitForFunction(() => document.querySelectorAll('.curves .channel-name').length === 2);
  assert.deepEqual(await list.locator('.channel-name').allTextContents(), ['c', 'LocY']);
  assert.equal(await box('Only selected').isChecked(), true);
  await box('Only selected').uncheck();
});

test('both readings of a text: how far apart they lie, and the switch between them', async () => {
  const reading = page.locator('.curves-reading');
  // The original converter holds LocY at 10 while the author saw it start again from 0.
  assert.match(
    await reading.textContent(),
    /^The original converter differs by translations up to 10; joints up to 10 units \(c in go at /,
  );
  await scrub(page, 0.5);
  await box('Original converter').check();
  await page.waitForFunction(() => /^The author/.test(document.querySelector('.curves-reading').textContent));
  await pause(page);
  await leavePlot();
  await scrub(page, 0.5);
  await values({ LocX: '-1', LocZ: '2', LocY: '10' });
  await scrub(page, 0.25);
  await values({ LocX: '-1', LocZ: '1', LocY: '10' });
  // What was set up stays: the range that is played, and a rotation override.
  const range = () =>
    page.locator('.track-handle').evaluateAll((all) => all.map((it) => Number(it.ariaValueNow).toFixed(2)).join());
  await page.locator('#stage').focus();
  await page.keyboard.press('Shift+I');
  await page.waitForFunction(() => document.querySelector('.track.has-range') !== null);
  await page.getByRole('treeitem').first().click();
  await page.locator('#stage').focus();
  await page.keyboard.press('r');
  await page.getByRole('spinbutton', { name: 'Degrees about x' }).fill('40');
  await page.keyboard.press('Escape');
  const before = await range();
  await box('Original converter').uncheck();
  await page.waitForFunction(() => /^The original/.test(document.querySelector('.curves-reading').textContent));
  assert.equal(await range(), before);
  assert.equal(await page.getByRole('spinbutton', { name: 'Degrees about x' }).inputValue(), '40');
});

test('nothing broke on the way', async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.deepEqual(page.errors, []);
});
