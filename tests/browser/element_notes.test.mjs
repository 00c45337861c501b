// Annotations of <vitrine-viewer>: children with `slot` and `data-at`, on the surface, behind it, at a moment.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { embed, loaded, slider } from './embedding.mjs';
import { startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const note = (number, at, text, more = '') => `<button slot="note-${number}" data-at="${at}" ${more}>${text}</button>`;
/** The model alone, seen along its x axis: 1 unit of y is as many pixels as anywhere at the same depth. */
const view = 'camera-orbit="0deg 90deg 400%" camera-target="0 0 0"';

/** Middle of the child in the window once it shows; null while it is hidden. */
const middle = async (page, name) => {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
};
const still = async (page, seconds) => {
  await page.evaluate(async (time) => {
    const viewer = document.getElementById('fig');
    viewer.pause();
    viewer.currentTime = time;
    await viewer.toBlob();
  }, seconds);
  // The answer to what is asked with the last picture.
  await page.waitForTimeout(300);
};
const near = (a, b, within, text) => assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) <= within, `${text}: ${a} ${b}`);

test('a child stands at its vertex while that moves, one with a place stays, and all are read by their texts', async (t) => {
  // Corner 7 of the box is at 1 1 1; the action carries the box from y 0 to y 1 in a second.
  const page = await embed(
    browser,
    t,
    slider(
      `${view} action="eleven"`,
      note(1, 'v0.7', 'Corner') + note(2, 'p1_1_1', 'Place') + note(3, 'p1_2_1', 'End'),
    ),
  );
  await loaded(page);
  await page.getByRole('button', { name: 'Corner', exact: true }).waitFor();
  // Where several are, they make room for each other.
  const alone = async (name) => {
    await page.evaluate((wanted) => {
      for (const child of document.querySelectorAll('#fig > button'))
        child.dataset.action = child.textContent === wanted ? 'eleven' : 'none';
    }, name);
    await page.waitForTimeout(300);
    return middle(page, name);
  };
  await still(page, 0);
  const [corner, place, end] = [await alone('Corner'), await alone('Place'), await alone('End')];
  near(corner, place, 2, 'at the start');
  assert.ok(Math.hypot(end[0] - place[0], end[1] - place[1]) > 15, 'a unit can be seen');
  await still(page, 1);
  near(await alone('Corner'), end, 2, 'at the end');
  near(await alone('Place'), place, 2, 'the place');
  assert.deepEqual(page.errors, []);
});

test('those at one place can each be read', async (t) => {
  const texts = Array.from({ length: 6 }, (_, i) => `Note ${'long '.repeat(i)}${i}`),
    page = await embed(browser, t, slider(view, texts.map((text, i) => note(i, 'p0_4_0', text)).join('')));
  await loaded(page);
  await page.getByRole('button', { name: texts[0], exact: true }).waitFor();
  await still(page, 0);
  const boxes = await Promise.all(texts.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()));
  boxes.forEach((a, i) => {
    for (const b of boxes.slice(0, i)) assert.ok(a.y >= b.y + b.height || b.y >= a.y + a.height, JSON.stringify(boxes));
  });
  // The first stands at the place, the others below it.
  assert.equal(Math.min(...boxes.map(({ y }) => y)), boxes[0].y);
  assert.deepEqual(page.errors, []);
});

test('what the model hides is marked, and comes back when it is seen from there', async (t) => {
  const behind = (page) =>
    page
      .locator('vitrine-viewer')
      .evaluate((viewer) =>
        [...viewer.shadowRoot.querySelectorAll('.note')].map((each) => each.part.contains('annotation-behind')),
      );
  // Along x, the corners 0 and 7 are on either side of the box.
  const page = await embed(browser, t, slider(view, note(1, 'v0.0', 'Back') + note(2, 'v0.7', 'Front')));
  await loaded(page);
  await page.getByRole('button', { name: 'Front', exact: true }).waitFor();
  await still(page, 0);
  const first = await behind(page);
  assert.equal(first.filter(Boolean).length, 1, 'one of the two is hidden');
  await page.evaluate(() => document.getElementById('fig').setAttribute('camera-orbit', '180deg 90deg 400%'));
  await page.waitForFunction(
    (before) =>
      [...document.getElementById('fig').shadowRoot.querySelectorAll('.note')].every(
        (each, i) => each.part.contains('annotation-behind') !== before[i],
      ),
    first,
  );
});

test('one with an action shows in that alone, and a click leads to its time', async (t) => {
  const page = await embed(
    browser,
    t,
    slider(`${view} action="eleven"`, note(1, 'p0_0_3', 'Turn', 'data-action="eleven" data-time="0.6"')),
  );
  await loaded(page);
  const button = page.getByRole('button', { name: 'Turn' });
  await button.click();
  await page.waitForFunction(() => document.getElementById('fig').currentTime === 0.6);
  await page.evaluate(() => (document.getElementById('fig').action = 'slide'));
  await button.waitFor({ state: 'hidden' });
  await page.evaluate(() => (document.getElementById('fig').action = 'eleven'));
  await button.waitFor();
});

test('children that come, go and mean nothing', async (t) => {
  const page = await embed(browser, t, slider(view, note(1, 'v0.7', 'One') + note(2, 'x9', 'Nowhere')));
  const warnings = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await loaded(page);
  await page.getByRole('button', { name: 'One', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Nowhere' }).isVisible(), false);
  await page.evaluate(() => {
    const child = document.createElement('span');
    Object.assign(child, { slot: 'late', textContent: 'Late' });
    child.dataset.at = 'v0.0';
    document.getElementById('fig').append(child);
  });
  await page.getByText('Late').waitFor();
  await page.evaluate(() => document.querySelector('[data-at="v0.7"]').remove());
  await page.waitForFunction(() => document.getElementById('fig').shadowRoot.querySelectorAll('.note').length === 1);
  assert.deepEqual(page.errors, []);
});

test('the script comes only where there are annotations', async (t) => {
  const asked = async (children) => {
    const urls = [];
    const page = await embed(browser, t, slider('', children), {
      before: (fresh) => fresh.on('request', (request) => urls.push(request.url())),
    });
    await loaded(page);
    await page.waitForTimeout(200);
    return urls.some((url) => url.includes('element-notes'));
  };
  assert.equal(await asked('<p>A box</p>'), false);
  assert.equal(await asked(note(1, 'v0.7', 'Corner')), true);
});

test('the page for frames takes them from the link of the application', async (t) => {
  const page = await browser.page(t, { hash: null, width: 600, height: 400 });
  const src = 'samples/column/column.md5mesh,samples/column/bend.md5anim';
  await page.goto(`${page.origin}/embed.html#src=${src}&notes=${encodeURIComponent('v0.3|A%20crack|bend|0.5')}`);
  await page.getByRole('button', { name: 'A crack' }).waitFor();
  assert.deepEqual(page.errors, []);
});
