// QMSH on the page: played actions at places worked by hand, and models that are neither mirrored nor inside out.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { openFiles, pause, picture, scrub, settled, shown, startBrowser } from './harness.mjs';
import { boxesText, lookFromFront, png } from './qmsh_models.mjs';

let browser, vitrine;
before(async () => {
  browser = await startBrowser();
  vitrine = await createVitrine();
});
after(() => browser?.stop());

const sample = (name) => readFileSync(new URL(`../../public/samples/pinwheel/${name}`, import.meta.url));
const pinwheel = ['pinwheel.qmsh.tmp', 'pinwheel_paper.png', 'pinwheel_wood.png'].map((name) => ({
  name,
  text: sample(name),
}));

async function openIn(t, files, options = {}) {
  const page = await browser.page(t, { width: 600, height: 600, colorScheme: 'dark', ...options });
  await openFiles(page, files);
  await shown(page);
  await page.locator('#stage').focus();
  await page.keyboard.press('g');
  return page;
}

async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

/** Sets the clock to a time of the action. */
async function go(page, seconds) {
  const duration = await page.getByRole('slider', { name: 'Time' }).evaluate((slider) => Number(slider.max));
  await scrub(page, seconds / duration);
}

const kind = ([r, g, b]) =>
  r > 1.6 * g && r > 90 ? 'red' : Math.min(r, g, b) > 70 && b < 1.5 * r ? 'paper' : b > 1.3 * r ? 'teal' : 'background';

test('the pinwheel turns as its curves say, and goes on beyond their keys', async (t) => {
  const page = await openIn(t, pinwheel);
  await pause(page);
  // Arm k of eight covers the angles 45 k + 4 to 45 k + 37 at this radius, seen from the front, even ones red.
  const hub = [0, 1.7, 0],
    radius = 0.45;
  const probe = async (seconds, degrees) => {
    await go(page, seconds);
    const place = await lookFromFront(page, hub, 1.1);
    await settled(page);
    const image = await picture(page),
      angle = (degrees * Math.PI) / 180;
    return kind(image.at(...place(radius * Math.cos(angle), hub[1] + radius * Math.sin(angle))));
  };
  assert.equal(await probe(0, 20), 'red', 'arm 0');
  assert.notEqual(await probe(0, 65), 'red', 'arm 1');
  assert.equal(await probe(0, 42.5), 'background', 'between both');
  // A turn takes two seconds; the bone's y axis points at us, so it goes counter-clockwise: 15 degrees later arm 0 is
  // between 19 and 52 degrees. The other way round arm 1 would be there.
  assert.equal(await probe(1 / 12, 42.5), 'red', 'a twenty-fourth of a turn');
  assert.equal(await probe(1 / 4, 65), 'red', 'an eighth of a turn: arm 0 where arm 1 was');
  // The keys end after one turn; CYCLIC brings them round again.
  assert.equal(await probe(2 + 1 / 12, 42.5), 'red', 'the same place in the second round');
  await quiet(page);
});

test('curves move a box where arithmetic puts it, step by step and in between', async (t) => {
  const curves = `"go" { "b" { "LocX" LINEAR EXTRAP { 1,-3 6,-1 } "LocZ" CONST CONST { 1,0 11,2 21,2 } } }`;
  const page = await openIn(t, [
    {
      name: 'box.qmsh.tmp',
      text: boxesText([{ bone: 'b', min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] }], { curves }),
    },
  ]);
  await pause(page);
  // Straight on from -3 by 4 units a second, one step up by 2 after a second.
  for (const [seconds, x, y] of [
    [0, -3, 0],
    [0.25, -2, 0],
    [0.9, 0.6, 0],
    [1, 1, 2],
    [1.5, 3, 2],
  ]) {
    await go(page, seconds);
    const place = await lookFromFront(page, [0, 0, 0], 4.5);
    const image = await picture(page);
    const lit = (dx, dy) => Math.min(...image.at(...place(x + dx, y + dy))) > 60;
    assert.ok(lit(0, 0), `there at ${seconds} s`);
    for (const [dx, dy] of [
      [0.46, 0.46],
      [-0.46, -0.46],
    ])
      assert.ok(lit(dx, dy), `its corner ${dx} at ${seconds} s`);
    for (const [dx, dy] of [
      [0.56, 0],
      [-0.56, 0],
      [0, 0.56],
      [0, -0.56],
    ])
      assert.ok(!lit(dx, dy), `nothing beside it (${dx}, ${dy}) at ${seconds} s`);
  }
  await quiet(page);
});

/** An F as the front of a model that looks at us: the post on the left, both arms to the right. */
const letter = boxesText(
  [
    { bone: 'b', min: [-1, -0.4, -2], max: [-0.4, 0.4, 2] },
    { bone: 'b', min: [-0.4, -0.4, 1.4], max: [1, 0.4, 2] },
    { bone: 'b', min: [-0.4, -0.4, -0.2], max: [0.4, 0.4, 0.4] },
  ],
  { name: 'F' },
);
const letterAs = (version) => {
  const doc = vitrine.open([{ name: 'f.qmsh.tmp', bytes: new TextEncoder().encode(letter) }]);
  const bytes = doc.export('qmsh', { version });
  doc.dispose();
  return Buffer.from(bytes);
};

for (const [what, name, make] of [
  ['the text', 'f.qmsh.tmp', () => letter],
  ['a binary of version 10', 'f10.qmsh', () => letterAs(10)],
  ['a binary of version 22', 'f22.qmsh', () => letterAs(22)],
]) {
  test(`${what} reads as an F, and its normals look out of it`, async (t) => {
    const page = await openIn(t, [{ name, text: make() }], { width: 800 });
    const place = await lookFromFront(page, [0, 0, 0], 2.5);
    let image = await picture(page);
    const lit = (x, y) => Math.min(...image.at(...place(x, y))) > 60;
    for (const [x, y, there] of [
      [-0.7, 0, true],
      [-0.7, -1.8, true],
      [0.8, 1.7, true],
      [0.2, 0.1, true],
      [0.7, 0.1, false],
      [0.8, -1.7, false],
      [-1.2, 1.7, false],
    ])
      assert.equal(lit(x, y), there, `at ${x}, ${y}`);
    // Normals as colours: towards us is +z, (128, 128, 255).
    await page.getByRole('combobox', { name: 'Shading' }).selectOption({ label: 'Normals' });
    await lookFromFront(page, [0, 0, 0], 2.5);
    image = await picture(page);
    const [r, g, b] = image.at(...place(-0.7, 0));
    assert.ok(Math.abs(r - 128) < 6 && Math.abs(g - 128) < 6 && b > 245, `${r}, ${g}, ${b}`);
    await quiet(page);
  });
}

test('an image is found by the name of its material and lies the right way up', async (t) => {
  // Rows from the top: red green, blue white.
  const image = png([
    [
      [220, 30, 30],
      [30, 200, 30],
    ],
    [
      [30, 30, 220],
      [230, 230, 230],
    ],
  ]);
  const text = boxesText([{ bone: 'b', min: [-1, -1, -1], max: [1, 1, 1] }], { material: 'Checks' });
  const doc = vitrine.open([{ name: 'c.qmsh.tmp', bytes: new TextEncoder().encode(text) }]);
  const binary = Buffer.from(doc.export('qmsh', { version: 10 }));
  doc.dispose();
  for (const [name, content] of [
    ['c.qmsh.tmp', text],
    ['c.qmsh', binary],
  ]) {
    const page = await openIn(t, [
      { name, text: content },
      { name: 'Checks.png', text: image },
    ]);
    const place = await lookFromFront(page, [0, 0, 0], 1.5);
    const seen = await picture(page);
    const hue = (x, y) => {
      const [r, g, b] = seen.at(...place(x, y));
      if (Math.max(r, g, b) < 1.4 * Math.min(r, g, b)) return 'white';
      return r > g && r > b ? 'red' : g > b ? 'green' : 'blue';
    };
    // The front's corners run from the lower left, where u and v of the text are 0: v = 1 is the image's top.
    assert.deepEqual(
      [hue(-0.5, 0.5), hue(0.5, 0.5), hue(-0.5, -0.5), hue(0.5, -0.5)],
      ['red', 'green', 'blue', 'white'],
      name,
    );
    await quiet(page);
  }
});

test('names in Windows-1250 are read as their author wrote them', async (t) => {
  const text = boxesText([{ bone: 'b', min: [-1, -1, -1], max: [1, 1, 1] }], { name: 'Wy@1@2czony' });
  const bytes = Buffer.from(text, 'latin1');
  for (const [mark, byte] of [
    ['@1', 0xb3],
    ['@2', 0xb9],
  ]) {
    const at = bytes.indexOf(mark);
    bytes[at] = byte;
    bytes.copyWithin(at + 1, at + 2);
    bytes[bytes.length - 1] = 0x0a;
  }
  const page = await openIn(t, [{ name: 'names.qmsh.tmp', text: bytes }], { width: 1000 });
  await page.getByRole('treeitem', { name: 'Wyłączony' }).waitFor();
  await quiet(page);
});
