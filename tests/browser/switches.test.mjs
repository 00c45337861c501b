// How <vitrine-viewer> is told to read files that leave it open: attributes, `open` and messages, and what a change keeps.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { document as pageOf, embed, loaded } from './embedding.mjs';
import { press, shown, startBrowser } from './harness.mjs';
import { boxesText } from './qmsh_models.mjs';
import { bendingStrip } from './scenes.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/**
 * A box that jumps four units to the right after a second, ten frames a second: halfway it has not moved. A straight line
 * through the same keys is two units to the right there. `rise` is as long and goes up.
 */
const bent = boxesText([{ bone: 'b', min: [-0.5, -0.01, -0.5], max: [0.5, 0, 0.5] }], {
  curves: `"jump" { "b" { "LocX" CONST CONST { 1,0 11,4 } } } "rise" { "b" { "LocZ" CONST CONST { 1,0 11,2 } } }`,
});
const files = { 'bent.qmsh.tmp': bent, 'strip.pivot': bendingStrip() };
files['long.pivot'] = Buffer.concat([files['strip.pivot'], Buffer.from('left over')]);

/** Twenty units away, ten units of the model from the lower edge to the upper one. */
const front = `background="none" camera-orbit="0deg 90deg 20" camera-target="0 0 0" field-of-view="${2 * Math.atan(5 / 20)}rad"`;
const kUnit = 24;

/** A page with one viewer; `requests` has the names of what it fetched of the files above, `warnings` what it warned of. */
async function open(t, attributes, body) {
  const requests = [],
    warnings = [];
  const page = await embed(
    browser,
    t,
    body ?? `<div class="figure"><vitrine-viewer id="fig" ${attributes}></vitrine-viewer></div>`,
    {
      before: async (each) => {
        each.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
        for (const [name, content] of Object.entries(files))
          await each.route(`**/test/${name}`, (route) => {
            requests.push(name);
            return route.fulfill({ contentType: 'application/octet-stream', body: content });
          });
      },
    },
  );
  const figure = page.locator('#fig');
  return {
    page,
    figure,
    requests,
    warnings,
    /** Until the model shows that `change` asks for. */
    again: (change, argument) =>
      figure.evaluate(
        async (v, [text, given]) => {
          const done = new Promise((resolve) => {
            v.addEventListener('load', () => resolve('load'), { once: true });
            v.addEventListener('error', () => resolve('error'), { once: true });
          });
          new Function('v', 'given', text)(v, given);
          return done;
        },
        [change, argument],
      ),
  };
}

/** Columns of the picture that the model fills: their middle, in units right of the picture's own. */
const middle = (figure) =>
  figure.evaluate(async (v, unit) => {
    const { width, height, data } = await createImageBitmap(await v.toBlob()).then((bitmap) => {
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    });
    const filled = Array.from({ length: width }, (_, x) => x).filter((x) =>
      Array.from({ length: height }, (_, y) => data[4 * (y * width + x) + 3]).some((alpha) => alpha === 255),
    );
    return ((filled[0] + filled.at(-1) + 1) / 2 - width / 2) / unit;
  }, kUnit);
const near = (found, wanted, tolerance) => assert.ok(Math.abs(found - wanted) <= tolerance, `${found}, not ${wanted}`);
const axes = (figure) => figure.evaluate((v) => v.report.info.axes);
const read = (figure) => figure.evaluate((v) => v.inspect().then(({ info }) => info.format.legacyReading.shown));

async function quiet({ page, warnings }) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
  assert.deepEqual(warnings, [], 'warnings');
}

test('legacy-curves shows a text as the original converter read it', async (t) => {
  const own = await open(t, `src="bent.qmsh.tmp" time="0.5" ${front}`),
    straight = await open(t, `src="bent.qmsh.tmp" time="0.5" legacy-curves ${front}`);
  for (const { page } of [own, straight]) await loaded(page);
  near(await middle(own.figure), 0, 0.05);
  near(await middle(straight.figure), 2, 0.05);
  assert.deepEqual([await read(own.figure), await read(straight.figure)], [false, true]);
  assert.equal(await straight.figure.evaluate((v) => v.legacyCurves), true);
  for (const each of [own, straight]) await quiet(each);
});

test('a change reads what is shown again: nothing is fetched, and action, time and view stay', async (t) => {
  const it = await open(t, `src="bent.qmsh.tmp" ${front}`),
    { page, figure } = it;
  await loaded(page);
  await figure.evaluate((v) => {
    v.action = 'rise';
    v.currentTime = 0.5;
  });
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.getElementById('fig').camera.orbit !== '0deg 90deg 20');
  await figure.evaluate((v) => v.toBlob());
  const state = () =>
    figure.evaluate((v) => ({ action: v.action, time: v.currentTime, paused: v.paused, ...v.camera }));
  const before_ = await state();
  assert.equal(await it.again('v.legacyCurves = true'), 'load');
  assert.equal(await read(figure), true);
  assert.deepEqual(await state(), before_);
  assert.equal(before_.action, 'rise');
  assert.equal(before_.time, 0.5);

  // The bind pose is no action, and stays as well.
  await figure.evaluate((v) => v.selectAction(-1));
  await page.waitForFunction(() => document.getElementById('fig').action === '');
  assert.equal(await it.again(`v.removeAttribute('legacy-curves')`), 'load');
  assert.equal(await read(figure), false);
  assert.equal(await figure.evaluate((v) => v.action), '');
  assert.deepEqual(it.requests, ['bent.qmsh.tmp']);
  await quiet(it);
});

test('a view that nobody has chosen frames what the change has moved', async (t) => {
  const it = await open(t, 'src="strip.pivot"'),
    { page, figure } = it;
  await loaded(page);
  const target = () => figure.evaluate((v) => v.camera.target.split(' ').map(Number));
  // Four units high along y; with z up it lies, and its middle is not above the ground any more.
  near((await target())[1], 2, 0.05);
  assert.equal(await it.again(`v.pivot = 'z-up'`), 'load');
  near((await target())[1], 0, 0.05);
  await quiet(it);
});

test('pivot switches by its words, and names those that mean nothing', async (t) => {
  const it = await open(t, 'src="strip.pivot" pivot="Flip-V, sideways"'),
    { page, figure, warnings } = it;
  await loaded(page);
  const told = async () => {
    const { up, handedness, uvOrigin } = await axes(figure);
    return [up, handedness, uvOrigin];
  };
  assert.deepEqual(await told(), ['y', 'right', 'bottom']);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /pivot.*sideways.*flip-v conjugate z-up mirror-z force/);
  assert.equal(await it.again(`v.pivot = 'z-up mirror-z'`), 'load');
  assert.deepEqual(await told(), ['z', 'left', 'top']);
  assert.equal(await it.again('v.removeAttribute("pivot")'), 'load');
  assert.deepEqual(await told(), ['y', 'right', 'top']);
  assert.equal(warnings.length, 1);
  assert.deepEqual(it.requests, ['strip.pivot']);
  await figure.evaluate((v) => (v.overlays = 'grid walls'));
  await page.waitForFunction(() => document.getElementById('fig').overlays === 'grid walls');
  assert.match(warnings[1], /overlays.*walls/);
});

test('what a switch refuses, another shows', async (t) => {
  const it = await open(t, 'src="long.pivot"'),
    { page, figure } = it;
  await page.getByRole('alert').getByText('long.pivot could not be shown').waitFor();
  const refused = await figure.evaluate((v) => v.error.code);
  assert.equal(await it.again(`v.pivot = 'force'`), 'load');
  assert.equal(await figure.evaluate((v) => v.error), null);
  assert.equal(await it.again(`v.pivot = ''`), 'error');
  assert.equal(await figure.evaluate((v) => v.error.code), refused);
  assert.equal(await it.again(`v.pivot = 'force flip-v'`), 'load');
  assert.equal((await axes(figure)).uvOrigin, 'bottom');
  await quiet(it);
});

test('another source with another reading is one load', async (t) => {
  const it = await open(t, `src="bent.qmsh.tmp" ${front}`),
    { page, figure } = it;
  await loaded(page);
  await figure.evaluate((v) => {
    globalThis.loads = 0;
    v.addEventListener('loadedmetadata', () => (globalThis.loads += 1));
  });
  assert.equal(await it.again(`v.pivot = 'z-up'; v.src = 'strip.pivot'; v.legacyCurves = true`), 'load');
  assert.equal((await axes(figure)).up, 'z');
  assert.equal(await page.evaluate(() => globalThis.loads), 1);
  assert.deepEqual(it.requests, ['bent.qmsh.tmp', 'strip.pivot']);
  await quiet(it);
});

test('open says how its files are read, before the attributes', async (t) => {
  const it = await open(t, 'pivot="mirror-z" alt="A strip"'),
    { page, figure } = it;
  await page.waitForFunction(() => customElements.get('vitrine-viewer'));
  const give = (options) =>
    figure.evaluate(async (v, how) => {
      const data = await (await fetch('strip.pivot')).arrayBuffer();
      await v.open([{ name: 'own.pivot', data }], how);
      const { up, handedness } = v.report.info.axes;
      return [up, handedness];
    }, options);
  assert.deepEqual(await give({ read: { pivot: { zUp: true } } }), ['z', 'right']);
  assert.deepEqual(await give({ read: { legacyCurves: true } }), ['y', 'left']);
  assert.deepEqual(await give(), ['y', 'left']);
  // The files that were handed over are read again, too.
  assert.equal(await it.again(`v.pivot = 'z-up'`), 'load');
  assert.deepEqual([(await axes(figure)).up, await figure.evaluate((v) => v.report.files[0].name)], ['z', 'own.pivot']);
  await quiet(it);
});

test('a property that was set before there is an element holds', async (t) => {
  const body = pageOf('<div class="figure"><vitrine-viewer id="fig" src="strip.pivot"></vitrine-viewer></div>', {
    head: '<script src="/test/early.js"></script>',
  });
  const page = await embed(browser, t, body, {
    before: async (each) => {
      await each.route('**/test/early.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `document.addEventListener('readystatechange', () => { const fig = document.getElementById('fig'); fig.pivot ??= 'z-up'; fig.loop ??= true; });`,
        }),
      );
      await each.route('**/test/strip.pivot', (route) => route.fulfill({ body: files['strip.pivot'] }));
    },
  });
  await loaded(page);
  assert.equal((await axes(page.locator('#fig'))).up, 'z');
  assert.equal(await page.locator('#fig').getAttribute('loop'), '');
});

test('embed.html takes both from its address and from messages', async (t) => {
  const frame =
    '<iframe id="one" width="400" height="300" src="/embed.html#src=/test/strip.pivot&pivot=flip-v"></iframe>';
  const page = await embed(
    browser,
    t,
    `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="/icons/vitrine.svg"><body>${frame}</body></html>`,
    {
      policy: `default-src 'self' 'unsafe-inline'`,
      before: (each) => each.route('**/test/strip.pivot', (route) => route.fulfill({ body: files['strip.pivot'] })),
    },
  );
  const inside = await page
    .locator('#one')
    .elementHandle()
    .then((handle) => handle.contentFrame());
  await inside.waitForFunction(() => document.querySelector('vitrine-viewer')?.report?.info.axes.uvOrigin === 'bottom');
  await page.evaluate(async () => {
    const { connectEmbed } = await import('/embed.js');
    connectEmbed(document.getElementById('one')).set({ pivot: 'z-up', legacyCurves: true });
  });
  await inside.waitForFunction(() => document.querySelector('vitrine-viewer').report.info.axes.up === 'z');
  const now = () =>
    inside.evaluate(() => {
      const { legacyCurves, pivot } = document.querySelector('vitrine-viewer');
      return { legacyCurves, pivot };
    });
  assert.deepEqual(await now(), { legacyCurves: true, pivot: 'z-up' });
  await inside.evaluate(() => (location.hash = '#src=/test/strip.pivot&legacy-curves=0'));
  await inside.waitForFunction(() => !document.querySelector('vitrine-viewer').hasAttribute('pivot'));
  assert.deepEqual(await now(), { legacyCurves: false, pivot: '' });
});

test('what the page writes for other pages reads as the page does', async (t) => {
  const page = await browser.page(t, {
    hash: '#src=samples/mannequin/mannequin.pivot&read=legacy,zUp,mirrorZ',
    width: 1280,
    height: 800,
  });
  await shown(page);
  await press(page, 'Embed');
  const text = (name) => page.getByRole('textbox', { name, exact: true }).inputValue();
  const found = await page.evaluate(
    (html) => {
      const root = new DOMParser().parseFromString(html, 'text/html'),
        viewer = root.querySelector('vitrine-viewer');
      return {
        legacy: viewer.hasAttribute('legacy-curves'),
        pivot: viewer.getAttribute('pivot'),
        frame: root.querySelector('iframe').src,
      };
    },
    `${await text('Element')}${await text('Iframe')}`,
  );
  assert.deepEqual([found.legacy, found.pivot], [true, 'z-up mirror-z']);
  assert.match(await text('Markdown'), /&read=legacy,zUp,mirrorZ\)$/);
  await page.goto(found.frame);
  await page.waitForFunction(() => document.querySelector('vitrine-viewer').report !== null);
  const { up, handedness } = await axes(page.locator('vitrine-viewer'));
  assert.deepEqual([up, handedness], ['z', 'left']);
  assert.equal(await page.locator('vitrine-viewer').evaluate((v) => v.legacyCurves), true);
});
