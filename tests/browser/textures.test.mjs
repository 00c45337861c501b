// Images under the names that artists give them, and an image dropped on a mesh.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { openFiles, picture, shown, startBrowser } from './harness.mjs';
import { boxModel } from './models.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const root = [{ name: 'origin', parent: -1, at: [0, 0, 0] }];
const box = boxModel(root, [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]).replace(
  'shader "clay"',
  'shader "models/crate_d"',
);
const image = (size, [r, g, b]) => {
  const rgba = new Uint8Array(size * size * 4);
  for (let i = 0; i < rgba.length; i += 4) rgba.set([r, g, b, 255], i);
  return Buffer.from(encodePng(size, size, rgba));
};
/** The middle of the picture, until its strongest channel is `channel`. */
const turns = async (page, channel) => {
  for (let i = 0; i < 20; ++i) {
    const color = (await picture(page)).at(0.5, 0.5);
    if (color.indexOf(Math.max(...color)) === channel && color[channel] > 1.3 * Math.min(...color)) return;
    await page.waitForTimeout(250);
  }
  assert.fail(`the picture never turned ${'red green blue'.split(' ')[channel]}`);
};

test('of several images that artists name after a model the largest is its colour', async (t) => {
  const page = await browser.page(t, { width: 900, height: 700, reducedMotion: 'reduce' });
  await openFiles(page, [
    { name: 'crate.md5mesh', text: box },
    { name: 'crate_diffuse.png', text: image(4, [230, 20, 20]) },
    { name: 'crate_albedo.png', text: image(16, [20, 200, 20]) },
    { name: 'crate_normals.png', text: image(16, [128, 128, 255]) },
    { name: 'barrel_albedo.png', text: image(64, [20, 20, 230]) },
  ]);
  await shown(page);
  await turns(page, 1);
  assert.deepEqual(page.errors, []);
});

test('an image dropped on a mesh in the view is assigned to it', async (t) => {
  const page = await browser.page(t, { width: 900, height: 700, reducedMotion: 'reduce' });
  await openFiles(page, [{ name: 'crate.md5mesh', text: box }]);
  await shown(page);
  const drop = (x, name) =>
    page.evaluate(
      ([left, base64, file]) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const event = new Event('drop', { bubbles: true, cancelable: true });
        Object.assign(event, { clientX: left, clientY: 350 });
        event.dataTransfer = {
          types: ['Files'],
          items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => new File([bytes], file) }],
        };
        document.body.dispatchEvent(event);
      },
      [x, image(8, [20, 20, 230]).toString('base64'), name],
    );
  await drop(450, 'anything.png');
  await page.getByText(/anything\.png is the image of/).waitFor();
  await turns(page, 2);
});
