// Images under the names that artists give them, and an image dropped on a mesh.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { Chunk, glb } from '../node/support/gltf.mjs';
import { embed, loaded } from './embedding.mjs';
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

/** A cube of one image, which the file names by its place. */
function cube(uri) {
  const chunk = new Chunk();
  const corners = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => 2 * bit - 1));
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const attributes = {
    POSITION: chunk.add(Float32Array.from(corners.flat()), 'VEC3'),
    TEXCOORD_0: chunk.add(new Float32Array(16).fill(0.5), 'VEC2'),
  };
  const indices = chunk.add(Uint16Array.from(faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])), 'SCALAR');
  const document = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes, indices, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0 } }],
    textures: [{ source: 0 }],
    images: [{ uri }],
    ...chunk.members,
  };
  return glb(document, chunk.bytes);
}

test('images of a glTF file are fetched from the folders that it names', async (t) => {
  const asked = [];
  const body =
    '<div class="figure"><vitrine-viewer id="fig" src="models/crate.glb" alt="A crate"></vitrine-viewer></div>';
  const page = await embed(browser, t, body, {
    reducedMotion: 'reduce',
    before: (each) =>
      each.route('**/test/models/**', (route) => {
        const { pathname } = new URL(route.request().url());
        asked.push(pathname);
        if (pathname.endsWith('.glb')) return route.fulfill({ body: cube('textures/crate%20one.png') });
        if (pathname === '/test/models/textures/crate%20one.png')
          return route.fulfill({ contentType: 'image/png', body: image(4, [20, 200, 20]) });
        return route.fulfill({ status: 404, body: 'not found' });
      }),
  });
  await loaded(page);
  const figure = page.locator('#fig');
  const middle = async () => {
    const picture = await figure.screenshot();
    return page.evaluate(async (base64) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      return [...context.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data];
    }, picture.toString('base64'));
  };
  let color = [];
  for (let i = 0; i < 40 && !(color[1] > 1.3 * color[0]); ++i) {
    color = await middle();
    await page.waitForTimeout(250);
  }
  assert.ok(color[1] > 1.3 * color[0] && color[1] > 1.3 * color[2], `the middle is ${color}, ${asked}`);
  assert.deepEqual(asked, ['/test/models/crate.glb', '/test/models/textures/crate%20one.png']);
  assert.deepEqual(page.errors, []);
});
