// What declarations say is what the page draws: colours that only one panel of the model has are counted in the view. All
// panels stand in a row and face the viewer, but for those whose triangles are turned around.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { bc1, dds, panelModel, tga } from './declared.mjs';
import { picture, settled, shown, startBrowser } from './harness.mjs';

/** 8 x 8 pixels of one colour; `alpha` by place. */
const plain = (color, alpha = () => 255) => tga(8, (u) => [...color, alpha(u)]);

const panels = ['red', 'green', 'blue', 'magenta', 'cyan', 'yellow', 'orange'];
const declarations = `// what the panels are
test/red { { map test/red.tga } }
test/green { { map test/green.tga alphaTest 0.5 } }
test/blue { nodraw
 { map test/blue.tga } }
test/magenta { backSided { map test/magenta.tga } }
test/cyan { { map test/cyan.tga } }
test/yellow { twoSided { map test/yellow.tga } }
test/orange { { map test/orange.tga } }
`;
const files = [
  { name: 'panels.md5mesh', bytes: Buffer.from(panelModel(panels, new Set(['cyan', 'yellow']))) },
  { name: 'red.tga', bytes: plain([255, 0, 0]) },
  { name: 'green.tga', bytes: plain([0, 255, 0], (u) => (u < 0.5 ? 0 : 255)) },
  { name: 'blue.tga', bytes: plain([0, 0, 255]) },
  { name: 'magenta.tga', bytes: plain([255, 0, 255]) },
  { name: 'cyan.tga', bytes: plain([0, 255, 255]) },
  { name: 'yellow.tga', bytes: plain([255, 255, 0]) },
  { name: 'orange.dds', bytes: dds('DXT1', 8, () => bc1([255, 128, 0])) },
];
const mtr = { name: 'test.mtr', bytes: Buffer.from(declarations) };

/** Pixels near a colour's hue: on or off in each channel, and half for orange's green. */
function counts({ pixels }) {
  const found = Object.fromEntries(panels.map((name) => [name, 0]));
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b] = [pixels[i], pixels[i + 1], pixels[i + 2]].map((value) => (value > 190 ? 1 : value < 60 ? 0 : -1));
    if (r === 1 && g === -1 && b === 0) ++found.orange;
    if (r < 0 || g < 0 || b < 0) continue;
    const name = { 100: 'red', '010': 'green', '001': 'blue', 101: 'magenta', '011': 'cyan', 110: 'yellow' }[
      `${r}${g}${b}`
    ];
    if (name) ++found[name];
  }
  return found;
}

const give = (page, list) =>
  page
    .getByTestId('files')
    .setInputFiles(list.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: bytes })));

let browser, page;
const ends = [];
before(async () => {
  browser = await startBrowser();
  page = await browser.page({ after: (end) => ends.push(end) }, { width: 1280, height: 720 });
  await give(page, [...files, mtr]);
  await shown(page);
});
after(async () => {
  for (const end of ends) await end();
  await browser?.stop();
});

test('cut-outs, sides and nodraw are drawn as declared, and DDS blocks in their colour', async () => {
  await page.locator('#stage').press('g');
  await settled(page);
  const found = counts(await picture(page));
  assert.ok(found.red > 1000, JSON.stringify(found));
  // Half of the panel is a hole; panels farther away are smaller.
  assert.ok(found.green > 0.3 * found.red && found.green < 0.7 * found.red, JSON.stringify(found));
  assert.equal(found.blue, 0, 'nodraw');
  assert.equal(found.magenta, 0, 'the back alone');
  assert.equal(found.cyan, 0, 'the front alone, seen from behind');
  assert.ok(found.yellow > 0.3 * found.red, 'both sides');
  assert.ok(found.orange > 0.3 * found.red, 'a DDS');
  assert.deepEqual(page.errors, []);
});

test('the panel names the declaration of a material; Enter on it leads to its line', async () => {
  await page.locator('button[aria-controls=panel-materials]').first().press('Enter');
  const panel = page.locator('#panel-materials');
  await panel.getByLabel('Material', { exact: true }).selectOption({ label: 'test/blue' });
  const place = panel.getByRole('button', { name: 'test.mtr, line 4' });
  await place.waitFor();
  const row = (name) =>
    panel.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
  assert.equal(await row('hidden').textContent(), 'yes');
  assert.equal(await row('shown side').textContent(), 'front');
  await place.press('Enter');
  const source = page.locator('#panel-source');
  await source.getByText('test/blue { nodraw').waitFor();
  const file = source.getByLabel('File', { exact: true });
  assert.match(await file.evaluate((files) => files.selectedOptions[0].text), /^test\.mtr\b/);
});

test('without declarations the same images are found by name, on both sides; a later drop changes the look', async (t) => {
  const own = await browser.page(t, { width: 640, height: 480 });
  await give(own, files);
  await shown(own);
  await own.locator('#stage').press('g');
  const before = counts(await picture(own));
  // Lit by the studio now: hues are weaker, so only presence is asked for.
  assert.ok(before.red > 0 && before.blue + before.cyan > 0, JSON.stringify(before));
  const frames = await own.locator('#stage').getAttribute('data-frames');
  await give(own, [mtr]);
  await own.waitForFunction(
    (earlier) => Number(document.getElementById('stage').dataset.frames) > Number(earlier),
    frames,
  );
  await own.waitForFunction(() => !document.body.classList.contains('is-loading'));
  const after = counts(await picture(own));
  assert.equal(after.blue, 0);
  assert.equal(after.cyan, 0);
  assert.ok(after.yellow > 0);
});
