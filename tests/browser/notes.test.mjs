// Annotations: on the moving surface, behind it, in the link, in the GLB, for keyboard and screen reader.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { copyLink, openFiles, press, scrub, settled, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

let browser, page;
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: () => undefined }, { width: 1100, height: 760, reducedMotion: 'reduce' });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: sliderAction },
  ]);
  await shown(page);
});
after(() => browser?.stop());

const panel = () => page.getByRole('complementary', { name: 'Annotations' });
const mark = () => page.getByRole('list', { name: 'Annotations' }).getByRole('button');
const place = async () => {
  await settled(page);
  return mark().boundingBox();
};

test('an annotation is set by a click, follows the surface, and is read by its text', async () => {
  await scrub(page, 0);
  // A camera that a person has moved stays where it is.
  await page.locator('#stage').focus();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Annotations', exact: true }).click();
  await panel().getByRole('button', { name: 'Add annotation' }).click();
  await settled(page);
  // The middle of what is free of panels.
  const { x, y } = await page.evaluate(() => {
    const left = document.querySelector('.panel.left')?.getBoundingClientRect().right ?? 0;
    return { x: (left + innerWidth - 288) / 2, y: innerHeight / 2 };
  });
  await page.mouse.click(x, y);
  await panel().getByRole('textbox', { name: 'Text of annotation 1' }).fill('A worn edge');
  const before = await place();
  assert.ok(Math.abs(before.x + 12 - x) < 8 && Math.abs(before.y + 12 - y) < 8, JSON.stringify([before, x, y]));
  assert.equal(await mark().getAttribute('aria-label'), '1: A worn edge');
  await scrub(page, 0.5);
  const later = await place();
  assert.ok(Math.hypot(later.x - before.x, later.y - before.y) > 5, JSON.stringify([before, later]));
});

test('marks at one place stand below each other, and make room for the one that is open', async (t) => {
  const own = await browser.page(t, {
    width: 1100,
    height: 760,
    reducedMotion: 'reduce',
  });
  await openFiles(own, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(own);
  await own.evaluate(() => {
    const notes = Array.from({ length: 5 }, (_, i) => `p0_-0.5_1|${'Word%20'.repeat(12)}${i}`);
    location.hash = `notes=${encodeURIComponent(notes.join(';'))}`;
  });
  const marks = own.getByRole('list', { name: 'Annotations' }).getByRole('button');
  await marks.nth(4).waitFor();
  const apart = async () => {
    await settled(own);
    const boxes = await marks.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    assert.equal(boxes.length, 5);
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(0, i))
        assert.ok(a.top >= b.bottom || b.top >= a.bottom || a.left >= b.right, JSON.stringify(boxes));
    });
    return boxes;
  };
  const [first] = await apart();
  await marks.nth(3).click();
  await own.mouse.move(5, 5);
  await own.locator('#stage').focus();
  const open = (await apart())[3];
  assert.ok(Math.abs(open.top - first.top) < 1 && open.height > 30, JSON.stringify(open));
});

test('it fades behind the model', async () => {
  const behind = () => page.locator('.note-marks > li').getAttribute('class');
  await settled(page);
  assert.doesNotMatch((await behind()) ?? '', /is-behind/);
  await page.locator('#stage').focus();
  await page.keyboard.press('9');
  await settled(page);
  assert.match(await behind(), /is-behind/);
  await page.keyboard.press('9');
});

test('the link brings it back, with the action and the time that it speaks of', async () => {
  await panel()
    .getByRole('checkbox', { name: /Only at this moment/ })
    .check();
  await copyLink(page);
  const notes = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('notes'));
  assert.match(notes, /^t0\.\d+\.\d+\.\d+\|A%20worn%20edge\|slide\|/);
  await panel().getByRole('button', { name: 'Remove annotation 1' }).click();
  assert.equal(await mark().count(), 0);
  await scrub(page, 0);
  await page.evaluate((text) => {
    location.hash = `notes=${encodeURIComponent(text)}`;
  }, notes);
  await mark().waitFor();
  await mark().focus();
  await page.keyboard.press('Enter');
  assert.equal(await mark().getAttribute('aria-expanded'), 'true');
  const seconds = Number(notes.split('|')[3]);
  await page.waitForFunction(
    (text) => document.querySelector('.clock').textContent.startsWith(text),
    `${seconds.toFixed(3)} s`,
  );
});

test('an exported GLB has it in its extras', async () => {
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const download = page.waitForEvent('download');
  await page.locator('.exporter button[type=submit]').click();
  const glb = readFileSync(await (await download).path());
  assert.equal(glb.readUInt32LE(8), glb.length);
  const { asset } = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
  assert.equal(asset.extras.annotations[0].text, 'A worn edge');
  assert.equal(asset.extras.annotations[0].action, 'slide');
  assert.deepEqual(page.errors, []);
});

test('the GLB brings its annotations back, each at its place', async (t) => {
  const fresh = await browser.page(t, { width: 1100, height: 760, reducedMotion: 'reduce' });
  const marks = fresh.getByRole('list', { name: 'Annotations' }).getByRole('button');
  await openFiles(fresh, [{ name: 'slider.md5mesh', text: sliderModel }]);
  await shown(fresh);
  // Triangle 2 has the corners -1 -1 1, -1 1 1 and 1 -1 1: with the parts 1/4, 1/4 and 1/2 of them the point is at 0 -0.5 1.
  await fresh.evaluate(() => {
    location.hash = `notes=${encodeURIComponent('t0.2.2500.2500|Side;p0_-0.5_1|Place')}`;
  });
  await marks.nth(1).waitFor();
  const apart = async () => {
    await settled(fresh);
    // Of the places, not of the marks, which make room for each other.
    const [a, b] = await marks.evaluateAll((all) => all.map((each) => each.parentElement.getBoundingClientRect()));
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  assert.ok((await apart()) < 1.5, 'in the md5mesh');
  await fresh.getByRole('button', { name: 'Export', exact: true }).first().click();
  const download = fresh.waitForEvent('download');
  await fresh.locator('.exporter button[type=submit]').click();
  const glb = readFileSync(await (await download).path());
  await fresh.getByTestId('files').setInputFiles({ name: 'back.glb', mimeType: 'model/gltf-binary', buffer: glb });
  await fresh.waitForFunction(() => document.title.includes('back.glb'));
  await marks.nth(1).waitFor();
  assert.deepEqual(await marks.evaluateAll((all) => all.map((each) => each.ariaLabel)), ['1: Side', '2: Place']);
  assert.ok((await apart()) < 1.5, 'in the GLB');
  await fresh.getByRole('tab', { name: /slider/ }).click();
  await fresh.waitForFunction(() => document.title.includes('slider.md5mesh'));
  // The first model has its own again.
  await marks.nth(1).waitFor();
  assert.deepEqual(fresh.errors, []);
});

test('what the page writes for other pages has the annotations, and the preview shows them', async (t) => {
  const fresh = await browser.page(t, {
    hash: `#src=samples/column/column.md5mesh,samples/column/bend.md5anim&action=bend&time=0.4&notes=${encodeURIComponent('v0.3|A%20%22crack%22|bend|0.4')}`,
    width: 1100,
    height: 760,
    reducedMotion: 'reduce',
  });
  await shown(fresh);
  await fresh.getByRole('list', { name: 'Annotations' }).getByRole('button').waitFor();
  await press(fresh, 'Embed');
  const dialog = fresh.getByRole('dialog', { name: 'Embed' }),
    text = (name) => dialog.getByRole('textbox', { name, exact: true }).inputValue();
  assert.match(
    await text('Element'),
    /<button type="button" slot="note-1" data-at="v0\.3" data-action="bend" data-time="0\.4">A &quot;crack&quot;<\/button>/,
  );
  assert.match(
    await text('Iframe'),
    /embed\.html#src=[^"]*&amp;notes=v0\.3%7CA%2520%2522crack%2522%7Cbend%7C0\.4&amp;alt=/,
  );
  await dialog.getByRole('button', { name: 'A "crack"' }).waitFor();
  assert.deepEqual(fresh.errors, []);
});
