// GLB files in three.js' loader, in Chromium: they load, play, and fill the same box as the poses of the module; and the
// page's Export panel writes them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';

import { build } from 'esbuild';

import { createVitrine } from '../../dist/node/index.js';
import { gltfFromFile, readGlb } from '../node/support/glb.mjs';
import { root } from '../node/support/vitrine.mjs';
import { square } from '../node/support/inputs.mjs';
import { openFiles, press, shown, startBrowser } from './harness.mjs';
import { sliderAction, sliderModel } from './models.mjs';

/** What runs in the page: bytes in, the boxes of the model as it stands and at times of its animations out. */
const peer = `
import { AmbientLight, AnimationMixer, Box3, OrthographicCamera, Scene, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
globalThis.loadGlb = async (base64, times) => {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const gltf = await new GLTFLoader().parseAsync(bytes.buffer, '');
  const boxOf = () => {
    gltf.scene.updateMatrixWorld(true);
    gltf.scene.traverse((object) => object.skeleton?.update());
    const { min, max } = new Box3().setFromObject(gltf.scene, true);
    return { min: min.toArray(), max: max.toArray() };
  };
  const out = { names: gltf.animations.map(({ name }) => name), durations: gltf.animations.map(({ duration }) => duration) };
  out.bind = boxOf();
  out.boxes = times.map(({ name, time }) => {
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations.find((clip) => clip.name === name)).play();
    mixer.setTime(time);
    const box = boxOf();
    mixer.stopAllAction();
    return box;
  });
  const scene = new Scene(), { min, max } = out.bind;
  scene.add(gltf.scene, new AmbientLight(0xffffff, 3));
  const camera = new OrthographicCamera(min[0], max[0], max[1], min[1], 0, max[2] - min[2] + 2);
  camera.position.set(0, 0, max[2] + 1);
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(64, 64, false);
  renderer.render(scene, camera);
  const pixels = new Uint8Array(64 * 64 * 4), gl = renderer.getContext();
  gl.readPixels(0, 0, 64, 64, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  out.drawn = pixels.filter((v, i) => i % 4 < 3 && v > 8).length;
  renderer.dispose();
  return out;
};
`;

const sampleFiles = (sample) =>
  readdirSync(join(root, 'public/samples', sample)).map((name) => ({
    name,
    bytes: readFileSync(join(root, 'public/samples', sample, name)),
  }));

/** The box of what is drawn, in glTF's axes. */
function boxOf(document, pose) {
  const toGltf = gltfFromFile(document.report.info.axes);
  const hidden = new Set(),
    collect = (nodes) =>
      nodes.forEach((node) => {
        if (node.hidden) hidden.add(node.index);
        collect(node.children);
      });
  collect(document.hierarchy);
  const { matrices, meshes } = document.pose({ ...pose, normals: false });
  const min = [Infinity, Infinity, Infinity],
    max = [-Infinity, -Infinity, -Infinity];
  for (const { node, skinned, positions } of meshes) {
    if (hidden.has(node)) continue;
    const m = matrices.subarray(node * 16, node * 16 + 16);
    for (let v = 0; v < positions.length; v += 3) {
      const [x, y, z] = positions.subarray(v, v + 3);
      const at = skinned ? [x, y, z] : [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
      toGltf(at).forEach((value, c) => {
        min[c] = Math.min(min[c], value);
        max[c] = Math.max(max[c], value);
      });
    }
  }
  return { min, max };
}

function assertBox(found, wanted, name) {
  const size = Math.hypot(...wanted.max.map((v, c) => v - wanted.min[c]));
  for (const side of ['min', 'max'])
    found[side].forEach((value, c) =>
      assert.ok(
        Math.abs(value - wanted[side][c]) < 1e-5 * size,
        `${name}: ${side}[${c}] is ${value}, not ${wanted[side][c]}`,
      ),
    );
}

describe('a GLB', () => {
  let browser, core, script;
  before(async () => {
    [browser, core, script] = await Promise.all([
      startBrowser(),
      createVitrine(),
      build({
        stdin: { contents: peer, resolveDir: root, loader: 'js' },
        bundle: true,
        format: 'iife',
        write: false,
        minify: true,
      }).then(({ outputFiles }) => outputFiles[0].text),
    ]);
  });
  after(() => browser.stop());

  test("plays in three.js' GLTFLoader where the module poses it", async (t) => {
    const page = await browser.page(t, { bypassCSP: true, width: 320, height: 200 });
    await page.addScriptTag({ content: script });
    for (const sample of ['heron', 'lighthouse', 'mannequin', 'pinwheel']) {
      const document = core.open(sampleFiles(sample));
      const bytes = document.export('glb');
      const names = (readGlb(bytes).json.animations ?? []).map(({ name }) => name);
      const times = names.map((name) => ({ name, time: 0.377 * document.action(name).duration }));
      const found = await page.evaluate(
        ([base64, at]) => globalThis.loadGlb(base64, at),
        [Buffer.from(bytes).toString('base64'), times],
      );
      assert.deepEqual(found.names, names, sample);
      assert.ok(found.drawn > 500, `${sample}: ${found.drawn} colours of 64 x 64 pixels are not black`);
      assertBox(found.bind, boxOf(document, {}), `${sample} as it stands`);
      times.forEach(({ name, time }, i) => {
        assertBox(found.boxes[i], boxOf(document, { action: name, time }), `${sample}, ${name}`);
        const { duration } = document.action(name);
        assert.ok(Math.abs(found.durations[i] - duration) < 1e-4, `${sample}: ${name} lasts ${found.durations[i]}`);
      });
      document.dispose();
    }
    assert.deepEqual(page.errors, []);
  });

  test('is what the Export panel writes, with its images, the same as the module does', async (t) => {
    const src = ['pinwheel.qmsh.tmp', 'pinwheel_paper.png', 'pinwheel_wood.png']
      .map((name) => `samples/pinwheel/${name}`)
      .join(',');
    const page = await browser.page(t, {
      width: 1280,
      height: 800,
      hash: `#src=${src}&panel=export`,
    });
    await page.locator('#panel-export').getByLabel('Format', { exact: true }).selectOption('glb');
    const panel = page.getByRole('complementary', { name: 'Export' });
    await panel.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save file' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'pinwheel.glb');
    const written = readFileSync(await download.path());
    const { json } = readGlb(written);
    const document = core.open(sampleFiles('pinwheel'));
    const { json: own } = readGlb(document.export('glb'));
    document.dispose();
    assert.equal(json.images?.length, own.images.length);
    assert.deepEqual(json.animations, own.animations);
    assert.deepEqual(json.accessors, own.accessors);
    await page.getByRole('heading', { name: 'Round-trip check' }).waitFor();
    assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
    assert.deepEqual(page.errors, []);
  });

  test('holds a TGA as PNG when the page writes it', async (t) => {
    const page = await browser.page(t, { width: 900, height: 700, hash: '#panel=export' });
    // Two pixels from the top: red, and green half seen through.
    const tga = Uint8Array.from([0, 0, 2, ...Array(9).fill(0), 2, 0, 1, 0, 32, 0x28, 0, 0, 255, 255, 0, 255, 0, 128]);
    await openFiles(page, [
      { name: 'a.md5mesh', text: square() },
      { name: 'cloth.tga', text: tga },
    ]);
    await page.locator('#panel-export').getByLabel('Format', { exact: true }).selectOption('glb');
    const panel = page.getByRole('complementary', { name: 'Export' });
    await panel.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save file' }).click(),
    ]);
    const glb = readGlb(readFileSync(await download.path()));
    const png = Buffer.from(glb.image(0));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[25]], [2, 1, 6]);
    const at = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    assert.deepEqual([...rows], [0, 255, 0, 0, 255, 0, 255, 0, 128]);
    assert.deepEqual(page.errors, []);
  });

  test('holds a WEBP as PNG when the page writes it, as the browser decodes it', async (t) => {
    const page = await browser.page(t, { width: 900, height: 700, hash: '#panel=export' });
    // Two pixels, red and blue, without loss.
    const webp = Buffer.from(
      await page.evaluate(async () => {
        const canvas = new OffscreenCanvas(2, 1),
          context = canvas.getContext('2d');
        context.fillStyle = '#f00';
        context.fillRect(0, 0, 1, 1);
        context.fillStyle = '#00f';
        context.fillRect(1, 0, 1, 1);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
        return Array.from(new Uint8Array(await blob.arrayBuffer()));
      }),
    );
    assert.equal(webp.subarray(8, 12).toString('latin1'), 'WEBP');
    const name = 'lighthouse_towe.webp';
    const scene = readFileSync(join(root, 'public/samples/lighthouse/lighthouse.scene'), 'latin1');
    await openFiles(page, [
      { name: 'a.scene', text: Buffer.from(scene.replaceAll('lighthouse_tower.png', name), 'latin1') },
      { name, text: webp },
    ]);
    await page.locator('#panel-export').getByLabel('Format', { exact: true }).selectOption('glb');
    const panel = page.getByRole('complementary', { name: 'Export' });
    await panel.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save file' }).click(),
    ]);
    const glb = readGlb(readFileSync(await download.path()));
    const png = Buffer.from(glb.image(0));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2, 1]);
    const at = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    assert.deepEqual([...rows], [0, 255, 0, 0, 0, 0, 255]);
    assert.deepEqual(page.errors, []);
  });

  test('leads loops back only where an action has one', async (t) => {
    const page = await browser.page(t, { width: 1100, height: 640, reducedMotion: 'reduce' });
    const files = [
      { name: 'slider.md5mesh', text: sliderModel },
      { name: 'away.md5anim', text: sliderAction },
    ];
    await openFiles(page, files);
    await shown(page);
    await press(page, 'Export');
    await page.locator('#panel-export').getByLabel('Format', { exact: true }).selectOption('glb');
    await page.getByLabel('Include hidden meshes').waitFor();
    assert.ok(await page.getByLabel('Close loops').isHidden());
    // Cube 2 leads every action of its declarations back to the first frame.
    const config = { name: 'md5.cfg', text: 'md5load slider.md5mesh\nmd5anim idle away.md5anim 10\n' };
    await openFiles(page, [...files, config]);
    await page.getByLabel('Close loops').waitFor();
    assert.deepEqual(page.errors, []);
  });
});
