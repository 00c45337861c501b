// A glTF whose meshes hang on no node is shown by the element, whose core has no messages, and by the page with its warning.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { embed, files, loaded } from './embedding.mjs';
import { openFiles, shown, startBrowser } from './harness.mjs';

const points = new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 0]);
const uri = `data:application/octet-stream;base64,${Buffer.from(points.buffer).toString('base64')}`;
files['loose.gltf'] = JSON.stringify({
  asset: { version: '2.0' },
  buffers: [{ uri, byteLength: 36 }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 2, 0] }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
});

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

test('the element shows it', async (t) => {
  const page = await embed(
    browser,
    t,
    '<vitrine-viewer id="fig" class="figure" src="loose.gltf" alt="A triangle" loading="eager"></vitrine-viewer>',
  );
  await loaded(page);
  assert.deepEqual(
    await page.evaluate(() => {
      const { info } = document.getElementById('fig').report;
      return [info.statistics.triangles, info.bounds];
    }),
    [1, { min: [0, 0, 0], max: [1, 2, 0] }],
  );
});

test('the page shows it and says so', async (t) => {
  const page = await browser.page(t, { width: 900, height: 700 });
  await openFiles(page, [{ name: 'loose.gltf', text: files['loose.gltf'] }]);
  await shown(page);
  await page.waitForFunction(() => document.body.textContent.includes('the meshes are shown at the origin'));
});
