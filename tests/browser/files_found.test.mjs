// Which file is meant by a name, on the page and in the element: the rule of public/docs/files-found.md, which the core has.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { zipSync } from 'fflate';

import { encodePng } from '../../dist/node/index.js';
import { declared, gltfOf, meshOf } from '../node/support/mods.mjs';
import { embed, loaded } from './embedding.mjs';
import { openFiles, shown, startBrowser } from './harness.mjs';

const png = (r, g, b) =>
  Buffer.from(
    encodePng(
      2,
      2,
      new Uint8Array(16).map((_, i) => [r, g, b, 255][i % 4]),
    ),
  );

/** On the server, below /test/sets. */
const served = {
  'set/model/up.gltf': gltfOf('../shared/up.png'),
  'set/shared/up.png': png(255, 0, 0),
  'base/models/a/m.md5mesh': meshOf('models/b/skin.png'),
  'base/models/b/skin.png': png(0, 255, 0),
};
const serve = (page) =>
  page.route('**/test/sets/**', (route) => {
    const body = served[new URL(route.request().url()).pathname.split('/sets/')[1]];
    return route.fulfill(body === undefined ? { status: 404, body: 'not found' } : { body });
  });

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** Opens a zip of these files and returns what the panel of materials says of the texture. */
async function taken(t, entries) {
  const page = await browser.page(t, { width: 1280, height: 800, reducedMotion: 'reduce' });
  const bytes = Object.fromEntries(
    Object.entries(entries).map(([name, data]) => [name, new Uint8Array(Buffer.from(data))]),
  );
  await openFiles(page, [{ name: 'set.zip', text: zipSync(bytes) }]);
  await shown(page);
  const switches = page.locator('[aria-controls=panel-materials]');
  if (!(await switches.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).first().click();
  if ((await switches.getAttribute('aria-pressed')) !== 'true') await switches.click();
  const fact = (name) =>
    page
      .locator('#panel-materials dt', { hasText: new RegExp(`^${name}$`) })
      .first()
      .locator('xpath=following-sibling::dd[1]')
      .textContent();
  await page
    .locator('#panel-materials dt', { hasText: /^taken because$/ })
    .first()
    .waitFor();
  const found = [await fact('found as'), await fact('taken because')];
  assert.deepEqual(page.errors, []);
  return found;
}

test('the model’s folder comes before what is put aside, and the panel says so', async (t) => {
  const [file, reason] = await taken(t, {
    '_source/skin.png': png(1, 1, 1),
    'models/a/thing.md5mesh': meshOf('skin'),
    'models/a/skin.png': png(2, 2, 2),
  });
  assert.match(file, /models\/a\/skin\.png$/);
  assert.equal(reason, 'it is in the model’s folder');
});

test('a declaration’s image is found from the root', async (t) => {
  const [file, reason] = await taken(t, {
    'base/materials/mod.mtr': declared('models/a/body', 'models/monsters/a_d.tga'),
    'base/models/md5/a/a.md5mesh': meshOf('models/a/body'),
    'base/models/md5/a/a_d.png': png(1, 1, 1),
    'base/models/monsters/a_d.png': png(2, 2, 2),
  });
  assert.match(file, /base\/models\/monsters\/a_d\.png$/);
  assert.equal(reason, 'it has this path from the root');
});

test('the element takes the address above the model, and a path from the root', async (t) => {
  for (const [src, file] of [
    ['set/model/up.gltf', 'up.png'],
    ['base/models/a/m.md5mesh', 'skin.png'],
  ]) {
    const page = await embed(browser, t, `<vitrine-viewer id="fig" src="sets/${src}"></vitrine-viewer>`, {
      before: serve,
    });
    await loaded(page, 'fig');
    await page.waitForFunction(
      (name) =>
        document.getElementById('fig').report?.info.textures.some((texture) => (texture.file ?? '').endsWith(name)),
      file,
    );
  }
});
