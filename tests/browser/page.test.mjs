import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import {
  bothPaths,
  differing,
  dropFolder,
  openFiles,
  overlayOn,
  pause,
  picture,
  press,
  scrub,
  settled,
  shown,
  startBrowser,
} from './harness.mjs';
import { boxModel, slideAction, sliderAction, sliderJoints, sliderModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const slider = [
  { name: 'slider.md5mesh', text: sliderModel },
  { name: 'slide.md5anim', text: sliderAction },
];

async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

async function openSlider(t, options) {
  const page = await browser.page(t, options);
  await openFiles(page, slider);
  await shown(page);
  return page;
}

test('the empty page offers files, folders and live samples', async (t) => {
  const page = await browser.page(t, { width: 900, height: 800 });
  await page.getByRole('button', { name: 'Open files' }).waitFor();
  const sample = page.getByRole('button', { name: /^Heron/ });
  await sample.waitFor();
  await sample.click();
  await shown(page);
  assert.equal(await page.locator('.document-name').textContent(), 'heron.md5mesh');
  assert.deepEqual(await page.getByRole('combobox', { name: 'Action' }).locator('option').allTextContents(), [
    'Bind pose',
    'idle',
    'walk',
    'look',
    'fish',
    'doze',
    'flight',
  ]);
  await quiet(page);
});

test('a dropped folder is read to the end, paths kept', async (t) => {
  const page = await browser.page(t, { width: 900 });
  const actions = Array.from({ length: 12 }, (_, i) => ({
    name: `actions/a${String(i).padStart(2, '0')}.md5anim`,
    text: sliderAction,
  }));
  await dropFolder(page, 'slider', [slider[0], { name: 'readme.txt', text: 'not a model' }, ...actions], 5);
  await shown(page);
  assert.equal(await page.getByRole('combobox', { name: 'Action' }).locator('option').count(), 13);
  assert.ok(await page.getByTitle('slider/actions/a11.md5anim').count());
  await quiet(page);
});

test('a known pose covers the pixels that arithmetic says', async (t) => {
  const page = await openSlider(t);
  await pause(page);
  await page.locator('#stage').focus();
  for (const key of ['g', '1', '5']) await page.keyboard.press(key);
  await scrub(page, 0);
  const first = await picture(page);
  await scrub(page, 1);
  const last = await picture(page);
  // Seen from the front, orthographic: from -5..-3 to 3..5 units around the middle of the picture.
  const row = Math.floor(first.height * 0.5),
    changed = [];
  for (let x = 0; x < first.width; ++x) {
    const i = (row * first.width + x) * 4;
    if ([0, 1, 2].some((c) => Math.abs(first.pixels[i + c] - last.pixels[i + c]) > 4))
      changed.push(x + 0.5 - first.width / 2);
  }
  const left = changed.filter((x) => x < 0),
    right = changed.filter((x) => x > 0);
  const unit = right.at(-1) / 5;
  assert.ok(unit > 20, `the box is large enough to measure: ${unit} pixels a unit`);
  for (const [found, units] of [
    [left[0], -5],
    [left.at(-1), -3],
    [right[0], 3],
    [right.at(-1), 5],
  ]) {
    assert.ok(Math.abs(found - units * unit) <= 1.5, `edge at ${found}, expected ${units * unit}`);
  }
  await scrub(page, 0.5);
  const middle = await picture(page),
    center = middle.at(0.5, 0.5),
    before = first.at(0.5, 0.5);
  assert.ok(
    center.some((value, c) => Math.abs(value - before[c]) > 24),
    `halfway the box is in the middle: ${center} instead of ${before}`,
  );
  await quiet(page);
});

test('playing moves the clock, and a resting page draws nothing', async (t) => {
  const page = await openSlider(t);
  await page.waitForFunction(
    () =>
      document.querySelector('.clock').textContent.startsWith('0.') &&
      !document.querySelector('.clock').textContent.startsWith('0.000'),
  );
  await pause(page);
  await settled(page);
  const frames = await page.evaluate(() => document.getElementById('stage').dataset.frames);
  await page.waitForTimeout(700);
  assert.equal(await page.evaluate(() => document.getElementById('stage').dataset.frames), frames);
  await quiet(page);
});

test('frames step one by one, and the slider says where it is', async (t) => {
  const page = await browser.page(t, { width: 900 });
  const frames = Array.from({ length: 11 }, (_, i) => [[0, i, 0]]);
  await openFiles(page, [slider[0], { name: 'eleven.md5anim', text: slideAction(sliderJoints, frames, 10) }]);
  await shown(page);
  await pause(page);
  await scrub(page, 0);
  await page.locator('#stage').focus();
  const value = () => page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuetext');
  const says = (text) =>
    page.waitForFunction(
      (wanted) => document.querySelector('.scrubber').getAttribute('aria-valuetext') === wanted,
      text,
    );
  await says('0.000 s · frame 1/11');
  for (const [key, text] of [
    ['.', '0.100 s · frame 2/11'],
    ['.', '0.200 s · frame 3/11'],
    [',', '0.100 s · frame 2/11'],
  ]) {
    await page.keyboard.press(key);
    await says(text);
  }
  await scrub(page, 1);
  await says('1.000 s · frame 11/11');
  assert.equal(await value(), '1.000 s · frame 11/11');
  await quiet(page);
});

test('a broken file shows its line with a caret, and the model before it stays', async (t) => {
  const page = await openSlider(t);
  await pause(page);
  const before = await picture(page);
  const broken = sliderModel.replace('weight 3 0 1 (', 'weight 3 0 1 }');
  await openFiles(page, [{ name: 'broken.md5mesh', text: broken }]);
  const loadError = page.getByRole('alertdialog');
  await loadError.waitFor();
  assert.match(await loadError.getByRole('heading').textContent(), /broken\.md5mesh/);
  const line = broken.split('\n').findIndex((text) => text.startsWith('weight 3')) + 1;
  assert.match(await loadError.textContent(), new RegExp(`broken\\.md5mesh:${line}:14`));
  const [source, caret] = (await loadError.locator('.excerpt').textContent()).split('\n');
  assert.ok(source.includes('weight 3 0 1 } -1 -1 1'.slice(0, 14)), source);
  assert.equal(source[caret.indexOf('^')], '}');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.document-name').textContent(), 'slider.md5mesh');
  assert.equal(differing(before, await picture(page), 4), 0);
  await quiet(page);
});

test('a model with problems opens, and the status line counts them', async (t) => {
  const page = await browser.page(t, { width: 900 });
  await openFiles(page, [
    {
      name: 'odd.md5mesh',
      text: sliderModel
        .replace('weight 3 0 1 (', 'weight 4 0 1 (')
        .replace('weight 4 0 1 ( -1 -1 1', 'weight 3 0 1 ( -1 -1 1'),
    },
  ]);
  await shown(page);
  await page.locator('.status-problems').click();
  const problems = page.getByRole('complementary', { name: 'Problems' });
  await problems.locator('.issue').first().waitFor();
  assert.match(await problems.textContent(), /odd\.md5mesh:\d+:\d+/);
  assert.ok(await problems.locator('.excerpt').count());
  await quiet(page);
});

test('an action dropped later joins the model', async (t) => {
  const page = await browser.page(t, { width: 900 });
  await openFiles(page, [slider[0]]);
  await shown(page);
  await openFiles(page, [slider[1]]);
  await page.waitForFunction(() => document.querySelector('.action').options.length === 2);
  assert.equal(await page.getByRole('combobox', { name: 'Action' }).inputValue(), '0');
  await quiet(page);
});

test('an action dropped first shows its skeleton and waits for its model', async (t) => {
  const page = await browser.page(t, { width: 900 });
  await openFiles(page, [slider[1]]);
  await shown(page);
  assert.ok(await overlayOn(page, 'skeleton'));
  await openFiles(page, [slider[0]]);
  await page.waitForFunction(() => document.querySelector('.status').textContent.includes('12 triangles'));
  assert.equal(await page.getByRole('combobox', { name: 'Action' }).locator('option').count(), 2);
  await quiet(page);
});

test('both skinning paths draw a rigidly moved box alike, pixel by pixel', async (t) => {
  const page = await openSlider(t, { width: 900 });
  await pause(page);
  await scrub(page, 0.3);
  const { cpu, gpu } = await bothPaths(page);
  assert.equal(differing(cpu, gpu, 2), 0);
  await scrub(page, 0.8);
  assert.ok(differing(gpu, await picture(page), 12) > 1000, 'the GPU path moves the box');
  await quiet(page);
});

test('both skinning paths draw the same outline of a bent column', async (t) => {
  const page = await browser.page(t, {
    hash: '#src=samples/column/column.md5mesh,samples/column/bend.md5anim&action=bend&time=0.4',
    width: 900,
    height: 600,
  });
  await shown(page);
  const { cpu, gpu } = await bothPaths(page);
  await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption('-1');
  const moved = differing(gpu, await picture(page), 12),
    apart = differing(cpu, gpu, 40),
    shaded = differing(cpu, gpu, 12);
  t.diagnostic(`${moved} pixels moved, ${apart} apart, ${shaded} shaded differently`);
  assert.ok(moved > 1000, `the pose shows: ${moved} pixels differ from the bind pose`);
  // The CPU computes normals from the posed triangles, the GPU turns those of the bind pose: light may differ, outlines not.
  assert.ok(apart * 100 < moved, `${apart} of ${moved} pixels differ between the paths`);
  assert.ok(shaded * 10 < moved, `${shaded} of ${moved} pixels are shaded differently`);
  await quiet(page);
});

test('a lost context comes back with the same picture', async (t) => {
  const page = await browser.page(t);
  await openFiles(page, slider);
  await shown(page);
  await pause(page);
  await scrub(page, 0.25);
  const before = await picture(page);
  const tell = (action) =>
    page.evaluate((what) => globalThis.engineWorker.postMessage({ type: 'context', viewer: 0, action: what }), action);
  await tell('lose');
  await page.getByText('Graphics context lost').waitFor();
  await tell('restore');
  await page.getByText('Graphics context lost').waitFor({ state: 'hidden' });
  assert.equal(differing(before, await picture(page), 4), 0);
  await scrub(page, 0.75);
  assert.ok(differing(before, await picture(page), 24) > 500, 'it moves again');
});

test('hostile names stay text', async (t) => {
  const markup = '<img src=x onerror=document.title=1>';
  const page = await browser.page(t, { width: 900 });
  const text = boxModel(
    [{ name: markup, parent: -1, at: [0, 0, 0] }],
    [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }],
  ).replace('"clay"', `"${markup}"`);
  await openFiles(page, [{ name: `${markup}.md5mesh`, text }]);
  await shown(page);
  assert.equal(await page.locator('.document-name').textContent(), `${markup}.md5mesh`);
  assert.equal(await page.getByRole('treeitem').first().locator('.tree-name').first().textContent(), markup);
  assert.equal(await page.locator('img[src="x"]').count(), 0);
  await quiet(page);
});

test('the tree walks by keyboard and selects', async (t) => {
  const page = await browser.page(t, { width: 900 });
  const joints = [
    { name: 'origin', parent: -1, at: [0, 0, 0] },
    { name: 'arm', parent: 0, at: [0, 1, 0] },
    { name: 'hand', parent: 1, at: [0, 2, 0] },
  ];
  await openFiles(page, [
    { name: 'arm.md5mesh', text: boxModel(joints, [{ joint: 2, min: [-1, -1, -1], max: [1, 1, 1] }]) },
  ]);
  await shown(page);
  await page.getByRole('treeitem', { name: 'origin' }).first().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  assert.equal(await page.locator('[role=treeitem][aria-selected=true] > .tree-row .tree-name').textContent(), 'hand');
  assert.match(await page.getByRole('complementary', { name: 'Details' }).textContent(), /hand.*joint.*arm/);
  await page.keyboard.press('/');
  await page.keyboard.type('ar');
  assert.deepEqual(await page.locator('.tree-name').allTextContents(), ['arm']);
  await quiet(page);
});

test('the address says what to show', async (t) => {
  const page = await browser.page(t, {
    hash: '#src=samples/heron/heron.md5mesh,samples/heron/walk.md5anim,samples/heron/flight.md5camera&action=walk&time=0.5&overlays=skeleton,bounds',
    width: 900,
    height: 600,
  });
  await shown(page);
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('0.500 s'));
  assert.equal(await page.getByRole('combobox', { name: 'Action' }).locator('option:checked').textContent(), 'walk');
  for (const [name, on] of [
    ['skeleton', true],
    ['bounds', true],
    ['grid', false],
  ])
    assert.equal(await overlayOn(page, name), on, name);
  const own = await picture(page);
  await page.locator('#stage').focus();
  await page.keyboard.press('c');
  assert.equal(await page.getByRole('combobox', { name: 'Camera' }).locator('option:checked').textContent(), 'flight');
  assert.ok(differing(own, await picture(page), 12) > 2000, 'the camera sees something else');
  await quiet(page);
});

test('a model from an address finds the images that lie beside it, in a new engine as well', async (t) => {
  const page = await browser.page(t, {
    hash: '#src=samples/column/column.md5mesh&panel=details',
    width: 1100,
    height: 700,
    reducedMotion: 'reduce',
  });
  await shown(page);
  const row = page.locator('#panel-details').getByText('found', { exact: true });
  await row.waitFor();
  // The image is decoded after the first picture.
  const settled = async () => {
    for (let last = await picture(page); ;) {
      await page.waitForTimeout(2000);
      const next = await picture(page);
      if (differing(last, next, 12) === 0) return next;
      last = next;
    }
  };
  const before = await settled();
  await page.evaluate(() => {
    delete document.getElementById('stage').dataset.frames;
    globalThis.engineWorker.terminate();
  });
  await shown(page);
  await row.waitFor();
  assert.ok(differing(before, await settled(), 12) < 100, 'the picture has its images');
  await quiet(page);
});

test('the page shows what the address says, however fast it goes back and forward', async (t) => {
  const heron = 'src=samples/heron/heron.md5mesh,samples/heron/walk.md5anim,samples/heron/idle.md5anim';
  const page = await browser.page(t, { hash: `#${heron}&action=walk&time=0.5`, width: 900, height: 600 });
  const shows = (name, action, time) =>
    page.waitForFunction(
      (wanted) =>
        [
          document.querySelector('.document-name').textContent,
          document.querySelector('.timeline .action').selectedOptions[0]?.label,
          document.querySelector('.clock').textContent.slice(0, 7),
        ].join() === wanted,
      [name, action, time].join(),
      { timeout: 10_000 },
    );
  await shows('heron.md5mesh', 'walk', '0.500 s');
  const column = '#src=samples/column/column.md5mesh,samples/column/bend.md5anim&action=bend&time=0.25';
  // Back while the other one is on its way.
  let asked, answer;
  const reached = new Promise((resolve) => (asked = resolve)),
    held = new Promise((resolve) => (answer = resolve));
  await page.route('**/bend.md5anim', async (route) => {
    asked();
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.evaluate((hash) => void (location.hash = hash), column);
  await reached;
  await page.goBack();
  await page.getByText('Cancelled.').waitFor();
  answer();
  await page.waitForTimeout(300);
  await shows('heron.md5mesh', 'walk', '0.500 s');
  await page.goForward();
  await shows('column.md5mesh', 'bend', '0.250 s');
  // A document that is open already does what the address says, not what it did before.
  await page.evaluate((hash) => void (location.hash = hash), `#${heron}&action=idle&time=0.75`);
  await shows('heron.md5mesh', 'idle', '0.750 s');
  await page.goBack();
  await shows('column.md5mesh', 'bend', '0.250 s');
  await quiet(page);
});

test('where workers cannot draw, the same engine runs on the page', async (t) => {
  const page = await browser.page(t);
  await page.addInitScript(() => delete HTMLCanvasElement.prototype.transferControlToOffscreen);
  await page.reload();
  await openFiles(page, slider);
  await shown(page);
  await pause(page);
  await scrub(page, 0);
  await page.waitForTimeout(500);
  const first = await page.locator('#stage').screenshot();
  await scrub(page, 1);
  await page.waitForTimeout(500);
  assert.equal(await page.evaluate(() => globalThis.engineWorker), undefined);
  assert.ok(!first.equals(await page.locator('#stage').screenshot()), 'the box has moved');
  await quiet(page);
});

test('with reduced motion nothing plays by itself', async (t) => {
  const page = await openSlider(t, { reducedMotion: 'reduce' });
  await settled(page);
  assert.match(await page.locator('.clock').textContent(), /^0\.000 s/);
  assert.equal(await page.getByRole('button', { name: 'Play' }).count(), 1);
  await quiet(page);
});

test('a page that becomes narrow keeps the panel that was opened last, and has the others again when it is wide', async (t) => {
  const page = await browser.page(t, { hash: '#src=samples/column/column.md5mesh', width: 1200, height: 700 });
  await shown(page);
  const panel = (name) => page.locator(`#panel-${name}`),
    open = (name) => panel(name).and(page.locator('.is-open')).waitFor({ timeout: 5000 }),
    closed = (name) => panel(name).and(page.locator(':not(.is-open)')).waitFor({ state: 'attached', timeout: 5000 });
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  await closed('details');
  await open('hierarchy');
  await page.setViewportSize({ width: 500, height: 700 });
  await closed('hierarchy');
  await open('export');
  await page.setViewportSize({ width: 1200, height: 700 });
  await open('hierarchy');
  await open('export');
  await quiet(page);
});

test('the bar has room for all it holds, at every width', async (t) => {
  const page = await openSlider(t);
  for (const width of [1400, 1240, 1239, 1100, 1024, 1023, 1000, 999, 900, 800, 799, 720, 719, 400]) {
    await page.setViewportSize({ width, height: 480 });
    const { places, name } = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const of = (element) => element.getBoundingClientRect();
      const parts = document.querySelectorAll('#bar > .mark, .document-name, .badge, .bar-tabs, .bar-buttons > *');
      const places = [...parts].filter((part) => of(part).width > 0).map(of);
      return {
        places: places.map(({ left, right, height }) => [left, right, height]),
        name: of(document.querySelector('.document-name')),
      };
    });
    assert.ok(name.width > 40, `${width}: ${name.width} pixels for the name`);
    // On a phone the tabs have a row of their own, higher than their icons.
    const row = width < 480 ? places.filter(([, , height]) => height !== 44) : places;
    for (const [i, [left, right]] of row.entries()) {
      assert.ok(right <= width, `${width}: something ends at ${right}`);
      assert.ok(i === 0 || left >= row[i - 1][1], `${width}: ${left} is left of ${row[i - 1]?.[1]}`);
    }
  }
  await quiet(page);
});
