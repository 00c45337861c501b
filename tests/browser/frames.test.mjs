// Normal maps: on frames that a file stores, turned by the CPU or by the vertex shader, and on frames made of texture
// coordinates where the file has none.

import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { after, before, test } from 'node:test';

import { differing, openFiles, picture, press, scrub, shown, startBrowser } from './harness.mjs';
import { Kri } from './scenes.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** One texel that leans by 45 degrees towards +v: (0.5, 0.85, 0.85). */
function relief() {
  const table = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = ~body.reduce((c, byte) => table[(c ^ byte) & 255] ^ (c >>> 8), -1) >>> 0;
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(sum, 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.from([0, 128, 218, 218]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Shows `file` with its relief from the front, lit from above. */
async function open(t, file) {
  const page = await browser.page(t, { reducedMotion: 'reduce', colorScheme: 'dark', width: 900 });
  const bytes = file
    .node('Sun', { at: [0, 0, 5] })
    .lamp('SUN', [255, 255, 255], 1)
    .done();
  await openFiles(page, [
    { name: 'test.scene', text: bytes },
    { name: 'relief.png', text: relief() },
  ]);
  await shown(page);
  await page.locator('#stage').focus();
  for (const key of ['g', '1', '5']) await page.keyboard.press(key);
  return page;
}

const material = () =>
  new Kri().material('Grey', [128, 128, 128], { shadeless: false }).texture('normal', '/relief.png');

async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

test('frames that the vertex shader turns are those of the CPU', async (t) => {
  const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const file = material()
    .node('Rig')
    .chunk('skel', (p) => {
      p.u8(2);
      for (const [name, parent, z] of [
        ['low', 0, 0],
        ['high', 1, 1],
      ])
        p.text(name).u8(parent).f32(0, 0, z, 1, 0, 0, 0, 1);
    })
    // The upper bone leans to the side and towards the front: w x y z.
    .action('Lean', 1, [
      [
        's.rotation_quaternion',
        2,
        [
          [0, 1, 0, 0, 0],
          [1, 0.9, -0.3, 0.3, 0.1],
        ],
      ],
    ])
    .node('Quad', { parent: 'Rig' })
    .square('Grey', [-1, 0, 1, 2], { frame: upright, hand: 1 })
    .chunk('v_skin', (p) => {
      for (const [low, high] of [
        [255, 0],
        [200, 55],
        [55, 200],
        [0, 255],
      ])
        p.u8(low, 1, high, 2, 0, 0, 0, 0);
    });
  const page = await open(t, file);
  await scrub(page, 1);
  await press(page, 'Statistics');
  const path = page.getByRole('combobox', { name: 'Skinning path' });
  await path.selectOption('cpu');
  const exact = await picture(page);
  await path.selectOption('gpu');
  const shader = await picture(page);
  assert.match(await page.locator('.status').innerText(), /GPU/);
  // Edges of triangles may fall to the pixel beside them.
  assert.ok(differing(exact, shader, 3) < 30, `${differing(exact, shader, 3)} pixels differ`);
  await page.locator('#stage').focus();
  await page.keyboard.press('t');
  assert.ok(differing(shader, await picture(page), 8) > 5000, 'the relief is there');
  await quiet(page);
});

test('where a file has no frames, texture coordinates make them', async (t) => {
  const layer = (...uv) => [(p) => p.text('UV').f32(...uv)];
  // Both lean along v, which runs up on the left and down on the right.
  const file = material()
    .node('Up')
    .square('Grey', [-2, -1, 0, 1])
    .chunk('v_uv', ...layer(0, 0, 1, 0, 1, 1, 0, 1))
    .node('Down')
    .square('Grey', [0, -1, 2, 1])
    .chunk('v_uv', ...layer(0, 1, 1, 1, 1, 0, 0, 0));
  const page = await open(t, file);
  const image = await picture(page);
  const [left, right] = [image.at(0.4, 0.5), image.at(0.6, 0.5)];
  assert.ok(left[0] > right[0] + 40, `${left} beside ${right}`);
  await page.keyboard.press('t');
  const flat = await picture(page);
  const [a, b] = [flat.at(0.4, 0.5), flat.at(0.6, 0.5)];
  assert.ok(Math.abs(a[0] - b[0]) <= 2, 'without textures both are alike');
  assert.ok(left[0] > a[0] && right[0] < a[0], 'one faces the sun more, one less than the surface does');
  await quiet(page);
});
