// Files that Vitrine does not read, on the page and in the element: the sentence that the command says too.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { gltfOf } from '../node/support/mods.mjs';
import { embed, files } from './embedding.mjs';
import { openFiles, shown, startBrowser } from './harness.mjs';
import { sliderModel } from './models.mjs';

const smd = 'version 1\nnodes\n0 "root" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\nend\n';
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a'.repeat(16)}\nsize 12345678\n`;
const said = 'x.smd is a Valve model text (SMD). Vitrine does not read it; Blender Source Tools do.';
Object.assign(files, {
  'x.smd': smd,
  'big.glb': pointer,
  'page.md5mesh': '<!doctype html>\n<html><title>404</title></html>',
});

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const refusal = async (t, name, text) => {
  const page = await browser.page(t, { width: 900, height: 700 });
  await openFiles(page, [{ name, text }]);
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  return dialog.textContent();
};

test('the page names a file of another kind', async (t) => {
  assert.ok((await refusal(t, 'x.smd', smd)).includes(said));
});

test('the page names a KTX2 image alone and beside a model', async (t) => {
  const ktx = Buffer.from('ab4b5458203230bb0d0a1a0a00000000', 'hex');
  assert.match(await refusal(t, 't.ktx2', ktx), /t\.ktx2 is a KTX2 texture/);
  const page = await browser.page(t, { width: 900, height: 700 });
  await openFiles(page, [
    { name: 'm.gltf', text: gltfOf('t.ktx2') },
    { name: 't.ktx2', text: ktx },
  ]);
  await shown(page);
  await page.waitForFunction(() => document.body.textContent.includes('a KTX2 image'));
});

test('the page names a pointer in place of a model and of a song', async (t) => {
  for (const name of ['big.glb', 'song.v2m'])
    assert.match(
      await refusal(t, name, pointer),
      /Git LFS pointer of \d+ bytes, not the file itself.*git lfs pull/,
      name,
    );
});

test('the page names a pointer beside a model that it shows', async (t) => {
  const page = await browser.page(t, { width: 900, height: 700 });
  await openFiles(page, [
    { name: 'slider.md5mesh', text: sliderModel },
    { name: 'slide.md5anim', text: pointer },
  ]);
  await shown(page);
  await page.waitForFunction(() => document.body.textContent.includes('slide.md5anim is a Git LFS pointer'));
});

test('the error of the element has the same sentence', async (t) => {
  for (const [src, message] of [
    ['x.smd', said],
    ['big.glb', /^big\.glb is a Git LFS pointer of \d+ bytes/],
    ['page.md5mesh', /^page\.md5mesh is a web page \(HTML\)/],
  ]) {
    const page = await embed(
      browser,
      t,
      `<vitrine-viewer id="fig" class="figure" src="${src}" alt="A thing" loading="eager" textures="none"></vitrine-viewer>`,
    );
    await page.waitForFunction(() => document.getElementById('fig').error, undefined, { timeout: 60_000 });
    const error = await page.evaluate(() => {
      const { code, message: text } = document.getElementById('fig').error;
      return { code, text };
    });
    assert.equal(error.code, 'UNKNOWN_FORMAT', src);
    if (typeof message === 'string') assert.equal(error.text, message);
    else assert.match(error.text, message);
  }
});
