// What the view can show and measure, by mouse and keyboard: distances, cuts, weights, boxes, presets, pictures, links.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { copyLink, openFiles, pause, picture, scrub, settled, shown, startBrowser } from './harness.mjs';
import { boxModel, slideAction } from './models.mjs';

// Two boxes of side 2: one slides from y = -4 to 4 in a second, the other stands 4 above it and rises by 2 on the way.
const joints = [
  { name: 'origin', parent: -1, at: [0, 0, 0] },
  { name: 'hand', parent: 0, at: [0, 0, 4] },
];
const files = [
  {
    name: 'pair.md5mesh',
    text: boxModel(joints, [
      { joint: 0, min: [-1, -1, -1], max: [1, 1, 1] },
      { joint: 1, min: [-1, -1, -1], max: [1, 1, 1] },
    ]),
  },
  {
    name: 'slide.md5anim',
    text: slideAction(
      joints,
      [
        [
          [0, -4, 0],
          [0, 0, 4],
        ],
        [
          [0, 4, 0],
          [0, 0, 6],
        ],
      ],
      1,
    ),
  },
];

let browser, page;
const ends = [];
before(async () => {
  browser = await startBrowser();
  page = await browser.page(
    { after: (end) => ends.push(end) },
    { width: 900, height: 640, permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' },
  );
  await page.evaluate(() =>
    globalThis.engineWorker.addEventListener('message', ({ data }) => {
      if (data.type === 'frames') globalThis.lastFrame = data.frames.at(-1);
    }),
  );
  await openFiles(page, files);
  await shown(page);
  await pause(page);
  await page.locator('#stage').focus();
  for (const key of ['1', '5', 'g']) await page.keyboard.press(key);
  await scrub(page, 0);
});
after(async () => {
  for (const end of ends) await end();
  await browser?.stop();
});

const panel = (name) => page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name });
const distance = (term) =>
  page
    .locator('.measure dl dt', { hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .textContent();
const stage = () => page.locator('#stage').focus();

/** Where a joint is in the view, by the label that bears its name. */
async function placeOf(name) {
  await settled(page);
  const label = await page.evaluate(
    (wanted) => globalThis.lastFrame.tools.labels.find(({ text }) => text === wanted),
    name,
  );
  assert.ok(label, `${name} is named in the view`);
  return { x: label.x - 5, y: label.y + 9 };
}

async function withOverlay(name, work) {
  const box = page.locator(`.overlay-menu [data-overlay=${name}]`);
  const set = async (on) => {
    await stage();
    await page.keyboard.press('d');
    await box.setChecked(on);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
  };
  await set(true);
  await work();
  await set(false);
}

async function linkHash() {
  await copyLink(page);
  await page.waitForFunction(() => document.querySelector('.status-note').textContent.startsWith('Link copied'));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  return new URLSearchParams(new URL(link).hash.slice(1));
}

async function cameraOf() {
  await settled(page);
  return (await linkHash()).get('camera').split(',');
}

test('two nodes by their numbers are as far apart as the pose has them, at every time', async () => {
  await panel('Measure and section').click();
  await page.getByRole('spinbutton', { name: 'First point: number' }).fill('0');
  await page.getByRole('spinbutton', { name: 'Second point: number' }).fill('1');
  await page.locator('.measure dl dt').first().waitFor();
  assert.deepEqual([await distance('distance'), await distance('dy'), await distance('dz')], ['4 u', '0', '4']);
  await scrub(page, 0.5);
  await page.waitForFunction(() => document.querySelector('.measure dl dd').textContent === '5 u');
  await page.locator('.measure').getByRole('button', { name: 'Copy' }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '5\t0\t0\t5');
  await page.locator('.measure').getByRole('button', { name: 'Clear' }).click();
  assert.equal(await page.locator('.measure dl dt').count(), 0);
  await scrub(page, 0);
});

test('a point that is not there leaves no distance of the last one, and none to copy', async () => {
  const measure = page.locator('.measure'),
    second = page.getByRole('spinbutton', { name: 'Second point: number' });
  await page.getByRole('spinbutton', { name: 'First point: number' }).fill('0');
  await second.fill('1');
  await measure.locator('dl dt').first().waitFor();
  await second.fill('99');
  await measure.getByText('This point does not exist.').waitFor();
  assert.equal(await measure.locator('dl dt').count(), 0);
  assert.ok(await measure.getByRole('button', { name: 'Copy' }).isDisabled());
  await second.fill('1');
  await measure.locator('dl dt').first().waitFor();
  assert.ok(await measure.getByRole('button', { name: 'Copy' }).isEnabled());
  await measure.getByRole('button', { name: 'Clear' }).click();
});

test('points that are clicked stay on the mesh; with Ctrl they are vertices', async () => {
  await withOverlay('names', async () => {
    await stage();
    await page.keyboard.press('m');
    const origin = await placeOf('origin'),
      hand = await placeOf('hand');
    await page.mouse.click(origin.x, origin.y);
    await page.mouse.click(hand.x, hand.y);
    await page.locator('.measure dl dt').first().waitFor();
    // Both on the faces x = 1 that look at the viewer, a joint's height apart, to the pixel.
    const [dx, dz] = [Number(await distance('dx')), Number(await distance('dz'))];
    assert.ok(Math.abs(dx) < 1e-4 && Math.abs(dz - 4) < 0.1, `${dx}, ${dz}`);
    await scrub(page, 0.5);
    await page.waitForFunction(
      (before) => Math.abs(Number(document.querySelectorAll('.measure dl dd')[3].textContent) - before - 1) < 1e-4,
      dz,
    );
    await scrub(page, 0);
    await page.keyboard.down('Control');
    await page.mouse.click(origin.x, origin.y);
    await page.mouse.click(hand.x, hand.y);
    await page.keyboard.up('Control');
    const points = (await linkHash()).get('measure');
    assert.match(points, /^v0\.\d+,v0\.\d+$/);
    await stage();
    await page.keyboard.press('Escape');
    await page.locator('.measure').getByRole('button', { name: 'Clear' }).click();
  });
});

test('a cut box is filled with the hatch where it is at that time, and is hollow without', async () => {
  await withOverlay('names', async () => {
    const warm = (image, { x, y }) => {
      // Hatch and ground colour of the cap are both warm; clay is not.
      const [r, , b] = image.at(x / image.width, y / image.height);
      return r - b > 60;
    };
    const off = (place) => ({ x: place.x - 12, y: place.y + 12 });
    await stage();
    await page.keyboard.press('x');
    for (const part of [0, 0.5]) {
      await scrub(page, part);
      const place = off(await placeOf('origin'));
      assert.ok(warm(await picture(page), place), `filled at ${part}`);
    }
    await page.getByText('All 2 components are closed and filled.').waitFor();
    await page.getByRole('checkbox', { name: 'Fill closed surfaces' }).uncheck();
    const place = off(await placeOf('origin'));
    assert.ok(!warm(await picture(page), place), 'hollow');
    await page.getByRole('checkbox', { name: 'Fill closed surfaces' }).check();
    // Across z at 3.5 nothing of the lower box goes; the other side kept, it is gone and a click there finds nothing.
    await page.getByRole('radio', { name: 'Across z' }).check();
    await page.getByRole('spinbutton', { name: 'Section position in file units' }).fill('3.5');
    await page.getByRole('checkbox', { name: 'Flip side' }).check();
    const gone = await placeOf('origin');
    await page.mouse.click(gone.x - 12, gone.y + 12);
    await settled(page);
    assert.equal(await page.locator('[role=treeitem][aria-selected=true]').count(), 0);
    assert.equal((await linkHash()).get('cut'), 'z,3.5,flip');
    await stage();
    await page.keyboard.press('x');
    await scrub(page, 0);
  });
});

test('the selected joint colours what it moves by its exact weights, where that is wanted', async () => {
  await withOverlay('names', async () => {
    const hand = await placeOf('hand'),
      origin = await placeOf('origin'),
      near = (image, { x, y }) => image.at((x + 16) / image.width, (y + 16) / image.height);
    const before = await picture(page);
    await page.getByRole('treeitem', { name: 'hand' }).click();
    await settled(page);
    assert.deepEqual(near(await picture(page), hand), near(before, hand), 'a selection hides no material');
    await withOverlay('weights', async () => {
      await page.waitForFunction(() => globalThis.lastFrame.tools?.moved === 8);
      const image = await picture(page),
        [r, g, b] = near(image, hand);
      assert.ok(r > 170 && g > 150 && b < 90, `all of it, the bright end of the scale: ${r} ${g} ${b}`);
      const [or, og, ob] = near(image, origin);
      assert.ok(Math.max(or, og, ob) - Math.min(or, og, ob) < 40, `nothing of it, grey: ${or} ${og} ${ob}`);
    });
    await stage();
    await page.keyboard.press('Escape');
  });
});

test('the box in the file stands against the true one, side by side', async () => {
  await stage();
  await page.keyboard.press('d');
  await page.locator('[data-overlay=stored]').check();
  // True at the start: x -1..1, y -5..-3, z -1..5; stated: -9..9.
  await page.getByText('stored − actual: x− −8, x+ +8, y− −4, y+ +12, z− −8, z+ +4').waitFor();
  await page.locator('[data-overlay=stored]').uncheck();
  await page.locator('[data-overlay=influences]').check();
  await page.getByText('0 of 16 vertices').waitFor();
  await page.locator('[data-overlay=influences]').uncheck();
  await page.keyboard.press('Escape');
});

test('rulers have a line at 1, 2 or 5 times a power of ten, labelled in the unit', async () => {
  await withOverlay('ruler', async () => {
    await settled(page);
    const { spacing, labels } = await page.evaluate(() => globalThis.lastFrame.tools);
    assert.match(spacing.toExponential(3), /^(1|2|5)\.000e/);
    const values = labels.map(({ text }) => /^(-?[\d.]+) u$/.exec(text)?.[1]).filter(Boolean);
    assert.ok(values.length > 3, labels.map(({ text }) => text).join());
    for (const value of values) assert.ok(Math.abs(value / spacing - Math.round(value / spacing)) < 1e-6, value);
  });
});

test('overlays are chosen with keys alone and remembered', async () => {
  await stage();
  await page.keyboard.press('d');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => localStorage.getItem('vitrine.overlays')), 'names', 'the second switch alone');
  await page.keyboard.press('d');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => localStorage.getItem('vitrine.overlays')), '-');
});

test('presets by key, the other side with Ctrl, and the axes in the corner by click and key', async () => {
  const look = async (press, yaw, pitch) => {
    await press();
    const [found, tilt] = (await cameraOf()).map(Number),
      turns = (((found - yaw) % 360) + 540) % 360;
    assert.ok(Math.abs(turns - 180) < 0.1 && Math.abs(tilt - pitch) < 0.1, `${found}, ${tilt}`);
  };
  const key = (name) => async () => {
    await stage();
    await page.keyboard.press(name);
  };
  await look(key('3'), 90, 0);
  await look(key('Control+1'), 180, 0);
  await look(key('Control+3'), -90, 0);
  await look(key('7'), 0, 90);
  await look(key('Control+7'), 0, -90);
  await look(key('0'), 34.3775, 11.4592);
  // The front of these files is +x, their left +y is to the right of the picture, z is up.
  await look(() => page.getByRole('button', { name: 'Look from +x' }).click(), 0, 0);
  await look(() => page.getByRole('button', { name: 'Look from −y' }).press('Enter'), -90, 0);
  await look(() => page.getByRole('button', { name: 'Look from +z' }).press('Enter'), 0, 90);
  await look(
    async () => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('button', { name: /^Front/ }).click();
      await page.keyboard.press('Escape');
    },
    0,
    0,
  );
});

test('the turntable turns until the view is touched, and not at all where less motion is asked for', async (t) => {
  const yaw = (view) => view.evaluate(() => document.querySelector('.axis-tip.axis-x').style.transform);
  const turning = (view) => view.locator('.views-menu').getByRole('checkbox', { name: /^Turntable/ });
  const other = await browser.page(t, { width: 640, height: 480 });
  await openFiles(other, files);
  await shown(other);
  await pause(other);
  await settled(other);
  const before = await yaw(other);
  await other.locator('#stage').focus();
  await other.keyboard.press('y');
  await other.getByRole('button', { name: 'Views' }).click();
  assert.ok(await turning(other).isChecked());
  await other.keyboard.press('Escape');
  await other.waitForFunction((then) => document.querySelector('.axis-tip.axis-x').style.transform !== then, before);
  await other.mouse.move(320, 300);
  await other.mouse.down();
  await other.mouse.up();
  await settled(other);
  const rested = await yaw(other);
  await other.getByRole('button', { name: 'Views' }).click();
  assert.ok(!(await turning(other).isChecked()));
  assert.equal(await yaw(other), rested);
  await stage();
  await page.keyboard.press('y');
  await page.getByRole('button', { name: 'Views' }).click();
  assert.ok((await turning(page).isDisabled()) && !(await turning(page).isChecked()));
  await page.keyboard.press('Escape');
});

async function shot(width, height, clear) {
  await stage();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Screenshot' });
  await dialog.getByRole('spinbutton', { name: 'Width in pixels' }).fill(String(width));
  await dialog.getByRole('spinbutton', { name: 'Height in pixels' }).fill(String(height));
  await dialog.getByRole('checkbox', { name: 'Transparent background' }).setChecked(clear);
  await dialog.getByRole('checkbox', { name: 'With overlays' }).setChecked(false);
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download PNG' }).click();
  const download = await coming,
    bytes = readFileSync(await download.path());
  await page.keyboard.press('Escape');
  return { name: download.suggestedFilename(), bytes };
}

/** Pixels as a browser decodes them, made smaller to `to` pixels a side. */
const decode = (bytes, to) =>
  page.evaluate(
    async ([base64, [w, h]]) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
      const pen = new OffscreenCanvas(w, h).getContext('2d');
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(bitmap, 0, 0, w, h);
      return { width: bitmap.width, height: bitmap.height, data: [...pen.getImageData(0, 0, w, h).data] };
    },
    [bytes.toString('base64'), to],
  );

test('a picture has the size that was asked for, without seams, and is clear where nothing is', async () => {
  await scrub(page, 0.5);
  const large = await shot(1400, 1100, true),
    small = await shot(280, 220, true);
  assert.equal(large.name, 'pair-slide-0.500s.png');
  const [a, b] = [await decode(large.bytes, [280, 220]), await decode(small.bytes, [280, 220])];
  assert.deepEqual([a.width, a.height, b.width, b.height], [1400, 1100, 280, 220]);
  const alpha = (image, x, y) => image.data[(y * 280 + x) * 4 + 3];
  assert.equal(alpha(a, 2, 2), 0);
  let opaque = 0,
    differ = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    if (a.data[i + 3] > 250) ++opaque;
    if ([0, 1, 2, 3].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > 40)) ++differ;
  }
  assert.ok(opaque > 400, `${opaque} pixels of boxes`);
  assert.ok(differ < 0.01 * 280 * 220, `${differ} pixels differ between parts and whole`);
  await scrub(page, 0);
});

test('a link holds everything the view shows, and opening it shows the same', async (t) => {
  const other = await browser.page(t, {
    width: 1000,
    height: 700,
    permissions: ['clipboard-read', 'clipboard-write'],
    hash: '#src=samples/heron/heron.md5mesh,samples/heron/walk.md5anim&action=walk&time=0.25&camera=20,-5,60,1,20,-2,o&overlays=names,ruler,wireframe&panel=measure&node=3&hidden=7-9,12&apart=1&cut=y,0.5,flip,open&measure=v0.5,n4&shading=uv.0&off=textures&theme=light&speed=-0.5&loop=once&range=0.1,0.9',
  });
  await shown(other);
  await settled(other);
  await copyLink(other);
  await other.waitForFunction(() => document.querySelector('.status-note').textContent.startsWith('Link copied'));
  const first = new URLSearchParams((await other.evaluate(() => location.hash)).slice(1));
  for (const [name, value] of Object.entries({
    action: 'walk',
    time: '0.25',
    camera: '20,-5,60,1,20,-2,o',
    overlays: 'wireframe,names,ruler',
    node: '3',
    hidden: '7-9,12',
    apart: '1',
    cut: 'y,0.5,flip,open',
    measure: 'v0.5,n4',
    shading: 'uv.0',
    off: 'textures',
    theme: 'light',
    speed: '-0.5',
    loop: 'once',
    range: '0.1,0.9',
  }))
    assert.equal(first.get(name), value, name);
  assert.ok(first.get('panel').split(',').includes('measure'));
  assert.deepEqual(other.errors, []);
});

test('an address that means harm or nothing leaves the page as it is', async (t) => {
  const other = await browser.page(t, {
    hash: '#src=samples/heron/heron.md5mesh&time=1e999&camera=1,2,-3,4,5,6&overlays=__proto__,grid&panel=%00,constructor&node=4000000&hidden=0-99999999,8-2,x&apart=-1&cut=q,1&measure=t9.99999999.10001.1&shading=uv.-1&speed=Infinity&range=2,1&read=__proto__&theme=<img>',
  });
  await shown(other);
  await settled(other);
  assert.deepEqual(other.errors, []);
  assert.equal(await other.locator('[role=treeitem][aria-selected=true]').count(), 0);
});

test('the page stayed quiet', async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.deepEqual(page.errors, []);
});
