// WebKit without an OffscreenCanvas, as Safari before 16.4: pages draw all the same.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { document as html, files, slider } from '../browser/embedding.mjs';
import { skip, startWebkit } from './harness.mjs';

const sample = (path) => fileURLToPath(new URL(`../../public/samples/${path}`, import.meta.url));
let webkit, page;
before(async () => {
  if (skip) return;
  const model = { type: 'text/html', body: html(slider('controls loading="eager"')) };
  const css = { type: 'text/css', body: '.figure { width: 480px; }' };
  webkit = await startWebkit({ ...files, 'model.html': model, 'page.css': css }, ['--features=!OffscreenCanvas']);
  ({ page } = webkit);
});
after(() => webkit?.stop());

const quiet = async () =>
  assert.deepEqual(await page.evaluate(() => [globalThis.errors, globalThis.violations]), [[], []]);
const open = (path) => page.goto(`${webkit.origin}${path}`);

test('a model is drawn, and saved as an animation', { skip }, async () => {
  await open('/');
  assert.equal(await page.evaluate(() => typeof OffscreenCanvas), 'undefined');
  await page.choose('[data-testid=files]', sample('column/column.md5mesh'), sample('column/bend.md5anim'));
  await page.until(() => Number(document.getElementById('stage').dataset.frames) > 0);
  assert.ok((await page.contrast('#stage canvas')) > 5);
  const formats = await page.evaluate(() => {
    document.querySelector('button[aria-label="Film"]').click();
    const dialog = document.querySelector('dialog.film[open]'),
      [, format, size] = dialog.querySelectorAll('select');
    size.value = size.options[0].value;
    dialog.querySelector('input[type=number]').value = '3';
    dialog.querySelector('button.primary').click();
    return [...format.options].map(({ value }) => value);
  });
  assert.deepEqual(formats, ['apng', 'gif'], 'a video is made by workers with a canvas');
  await page.until(() => /saved/.test(document.querySelector('dialog.film [role=status]').textContent));
  await quiet();
});

test('the element draws a model', { skip }, async () => {
  await open('/test/model.html');
  await page.until(() => document.querySelector('#fig').shadowRoot?.querySelector('[data-drawn]') !== null);
  assert.ok((await page.contrast('#fig >> canvas')) > 5);
  await quiet();
});

test('a world is drawn', { skip }, async () => {
  await open('/#src=samples/island/island.world.json');
  await page.until(() => document.querySelector('.world-room')?.dataset.time !== undefined);
  assert.ok((await page.contrast('.world-canvas')) > 5);
  await quiet();
});
