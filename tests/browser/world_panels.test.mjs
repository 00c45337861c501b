// What is known of a world beside its picture: what a click finds, values that change while it is shown, the tree of calls,
// its source, its curves, two ways of lighting side by side; and how few draw calls a frame takes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { askWorld as ask, openFiles, startBrowser } from './harness.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

const fill = (value) => ({ op: 'texture', fill: [value, value, value] });
const box = (min, max, more = {}) => ({ op: 'mesh', boxes: [{ min, max }], ...more });
const world = {
  kind: 'vitrine-world',
  version: 1,
  materials: {
    wall: { lightmap: fill(0.25), color: [0.5, 0.5, 0.5] },
    block: {
      lightmap: fill(0.25),
      color: { value: [0.2, 0.2, 0.2], anim: { b: 'TIME', c: 'CONST', const: [0.1, 0, 0, 0] } },
    },
  },
  scenes: {
    hall: {
      op: 'add',
      in: [
        box([-4, 0, -4], [4, 4, 4], { material: 'wall' }),
        { op: 'call', sub: 'row' },
        { op: 'light', name: 'lamp', at: [0, 3.5, 3], range: 12, color: [0.6, 0.6, 0.6] },
      ],
    },
  },
  subroutines: {
    row: {
      root: {
        op: 'multiply',
        count: 3,
        translate: [1.5, 0, 0],
        in: [box([-2, 0, -1], [-1, 1, 0], { material: 'block' })],
      },
    },
  },
  segments: [{ name: 'room', scene: 'hall', cells: [{ min: [-4, 0, -4], max: [4, 4, 4] }] }],
  camera: { at: [0, 1.5, 3.5], dir: [0, -0.25, -1], fov: 70 },
  timeline: { bpm: 60, events: [{ op: 'show', start: 1, end: 4, text: 'hi' }] },
  entities: [{ op: 'event', name: 'show', in: [{ op: 'text', text: '$0', size: 0.3 }] }],
};

async function opened(t, document = world) {
  const page = await browser.page(t, { width: 1100, height: 640, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] }); // prettier-ignore
  await openFiles(page, [{ name: 'hall.world.json', text: JSON.stringify(document, undefined, 1) }]);
  await page.waitForFunction(() => document.querySelector('.world-room')?.dataset.time !== undefined);
  await page.getByRole('treeitem', { name: 'room' }).waitFor();
  return page;
}
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const click = async (page, x, y) => {
  const { x: left, y: top, width, height } = await page.locator('.world-canvas').boundingBox();
  await page.mouse.click(left + x * width, top + y * height);
};
/** Mean brightness of a part of the picture, given in shares of it. */
async function brightness(page, [x0, y0, x1, y1]) {
  const png = (await page.locator('.world-canvas').screenshot()).toString('base64');
  return page.evaluate(
    async ([base64, part]) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))])),
        { width, height } = bitmap,
        context = new OffscreenCanvas(width, height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const [x, y] = [Math.floor(part[0] * width), Math.floor(part[1] * height)];
      const { data } = context.getImageData(x, y, Math.floor((part[2] - part[0]) * width), Math.floor((part[3] - part[1]) * height)); // prettier-ignore
      let sum = 0;
      for (let i = 0; i < data.length; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
      return sum / (data.length / 4) / 3;
    },
    [png, [x0, y0, x1, y1]],
  );
}

test('a click on the picture finds job, material, segment and lights, and the source shows where', async (t) => {
  const page = await opened(t);
  const pick = await ask(page, { type: 'pick', x: 0.5, y: 0.5 });
  // The middle box of three: its front face stands at z = 0, and the ray goes down from (0, 1.5, 3.5).
  assert.ok(Math.abs(pick.at[2]) < 1e-4, `${pick.at}`);
  assert.equal(pick.triangles, 12);
  await click(page, 0.5, 0.5);
  const details = page.locator('.world-details');
  await details.getByRole('heading', { name: 'Picked job' }).waitFor();
  for (const name of ['block', 'room', 'lamp']) await details.getByRole('button', { name, exact: true }).waitFor();
  await details.getByRole('button', { name: 'block', exact: true }).click();
  await details.getByRole('heading', { name: 'block' }).waitFor();
  await details.getByRole('button', { name: /^line/ }).click();
  const lines = await page.locator('.world-line.is-chosen').allTextContents();
  assert.ok(lines.some((line) => line.includes('"block"')), lines.join('\n')); // prettier-ignore
  // The other way: a line chooses the operator that it is in.
  await page.locator('.world-line', { hasText: '"wall": {' }).click();
  await tab(page, 'Details');
  await details.getByRole('heading', { name: 'wall' }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('a field changes the picture, and the copied document has the value in its place', async (t) => {
  const page = await opened(t),
    part = [0.1, 0.2, 0.9, 0.35];
  await click(page, 0.5, 0.2);
  const details = page.locator('.world-details');
  await details.getByRole('button', { name: 'wall', exact: true }).click();
  const before = await brightness(page, part);
  for (const channel of ['r', 'g', 'b']) await details.getByLabel(`color ${channel}`, { exact: true }).fill('1');
  for (let i = 0; i < 100 && (await brightness(page, part)) < before * 1.7; ++i) await page.waitForTimeout(100);
  assert.ok((await brightness(page, part)) > before * 1.7, `${before} ${await brightness(page, part)}`);
  await details.getByRole('button', { name: 'Copy document' }).click();
  await page.getByText('Document copied').waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const changed = structuredClone(world);
  changed.materials.wall.color = [1, 1, 1, 1];
  assert.deepEqual(JSON.parse(text), changed);
  // Everything else stays as it was written.
  assert.equal(text.split('"fov": 70').length, 2);
  // The function of an animated value stays as well.
  await click(page, 0.5, 0.5);
  await details.getByRole('button', { name: 'block', exact: true }).click();
  await details.getByLabel('color g', { exact: true }).fill('0.75');
  let color;
  for (let i = 0; i < 100 && color?.value?.[1] !== 0.75; ++i) {
    color = JSON.parse((await ask(page, { type: 'document' })).text).materials.block.color;
    await page.waitForTimeout(50);
  }
  assert.deepEqual(color, { value: [0.2, 0.75, 0.2, 1], anim: world.materials.block.color.anim });
  assert.deepEqual(page.errors, []);
});

test('every value that a frame reads anew has a field', async (t) => {
  const page = await opened(t);
  const { outline } = await ask(page, { type: 'document' });
  assert.deepEqual(outline.live.material.map(({ name }) => name).sort(), [
    'blend',
    'castShadow',
    'color',
    'detailScale',
    'pass',
    'phases',
    'receiveShadow',
    'specular',
    'uvRotate',
    'uvScale',
    'uvTranslate',
  ]);
  await tab(page, 'Details');
  const details = page.locator('.world-details'),
    names = async () => details.locator('.world-field-name > :first-child').allTextContents();
  assert.deepEqual(
    await names(),
    [...outline.live.lighting, ...outline.live.document].map(({ name }) => name),
  );
  await click(page, 0.5, 0.2);
  await details.getByRole('button', { name: 'lamp', exact: true }).click();
  assert.deepEqual(await names(), ['at', 'range', 'color', 'castShadow']);
});

test('a change of what is not there yet makes its object, and the next frame has it', async (t) => {
  const page = await opened(t);
  const before = (await ask(page, { type: 'report' })).report;
  assert.equal(before.lighting.shadows, true);
  assert.ok(before.shadowJobs > 0);
  const change = await ask(page, { type: 'change', pointer: '/lighting', value: { shadows: false } });
  assert.equal(change.state, 'taken');
  assert.deepEqual(JSON.parse((await ask(page, { type: 'document' })).text).lighting, { shadows: false });
  // A report is of the frame that was evaluated last: only when nothing is left to draw has one had the change for certain.
  await ask(page, { type: 'settle' });
  const { report } = await ask(page, { type: 'report' });
  assert.equal(report.lighting.shadows, false);
  assert.equal(report.shadowJobs, 0);
});

test('the tree follows calls, and keys walk in it', async (t) => {
  const page = await opened(t),
    tree = page.getByRole('tree', { name: 'Operators' });
  await tree.getByRole('treeitem', { name: 'room' }).click();
  await tree.focus();
  for (const name of ['hall', 'call', 'multiply', 'mesh']) {
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 3; ++i) {
      await page.keyboard.press('ArrowDown');
      if ((await tree.locator('.is-current').textContent()).includes(name)) break;
    }
    assert.match(await tree.locator('.is-current').textContent(), new RegExp(name));
  }
  assert.equal(await tree.locator('.is-current').getAttribute('aria-level'), '6');
  await page.getByLabel('Order of the operators').selectOption('classes');
  await tree.getByRole('treeitem', { name: /^material/ }).waitFor();
});

test('curves are the values that the document takes', async (t) => {
  const page = await opened(t),
    { times, curves } = await ask(page, { type: 'curves' });
  const curve = curves.find(({ pointer }) => pointer.startsWith('/materials/block/color'));
  // 0.2 + 0.1 per beat, which is a second.
  for (const i of [0, 100, 399]) assert.ok(Math.abs(curve.values[i * 4] - (0.2 + 0.1 * times[i])) < 1e-4, `${i}`);
  assert.ok(Math.abs(times[399] - 4) < 1e-6);
  await tab(page, 'Curves');
  await page.getByRole('img', { name: /^Curve from/ }).waitFor();
  const head = () =>
    page.locator('.world-plot-head').evaluate((line) => (line.style.display ? undefined : line.x1.baseVal.value));
  assert.equal(await head(), 0, 'the time that is shown is marked before the next picture');
});

test('where nothing is animated there is no picture of a curve', async (t) => {
  const { wall } = world.materials;
  const page = await opened(t, { ...world, materials: { wall, block: wall } });
  await tab(page, 'Curves');
  await page.getByText('Nothing in this document is animated.').waitFor();
  assert.equal(await page.locator('.world-plot').isVisible(), false);
});

test('both ways of lighting stand side by side, and the link keeps it', async (t) => {
  const page = await opened(t, { ...world, lighting: { shadows: false } });
  const left = [0.1, 0.6, 0.4, 0.75],
    right = [0.6, 0.6, 0.9, 0.75];
  const whole = [await brightness(page, left), await brightness(page, right)];
  await page.getByLabel('Lighting').selectOption('fake');
  for (let i = 0; i < 100 && Math.abs((await brightness(page, right)) - whole[1]) < 0.5; ++i) await page.waitForTimeout(100); // prettier-ignore
  const fake = [await brightness(page, left), await brightness(page, right)];
  assert.ok(Math.abs(fake[1] - whole[1]) > 0.5, 'prebump and gleams play no part in it');
  await page.getByLabel('Lighting').selectOption('compare');
  await page.waitForTimeout(1500);
  assert.ok(Math.abs((await brightness(page, left)) - whole[0]) < 0.2);
  assert.ok(Math.abs((await brightness(page, right)) - fake[1]) < 0.2);
  await page.getByRole('separator', { name: 'Divider of the comparison' }).focus();
  await page.keyboard.press('Home');
  await page.waitForTimeout(800);
  assert.ok(Math.abs((await brightness(page, left)) - fake[0]) < 0.2, 'all of it is fake');
});

test('a thousand jobs are drawn with one call per key, geometry and textures, and one per light for shadows', async (t) => {
  const lights = [0, 1, 2, 3].map((i) => ({ op: 'light', name: `l${i}`, at: [i * 8, 6, -i * 8], range: 100 }));
  const rows = Array.from({ length: 25 }, (_, row) => ({
    op: 'transform',
    translate: [0, 0, -row],
    in: [{ op: 'multiply', count: 40, translate: [1, 0, 0], in: ['crate'] }],
  }));
  const document = {
    kind: 'vitrine-world',
    version: 1,
    meshes: { crate: box([-0.3, 0, -0.3], [0.3, 0.6, 0.3]) },
    scenes: { all: { op: 'add', in: [...lights, ...rows] } },
    camera: { at: [20, 20, 10], dir: [0, -1, -1] },
    segments: [{ name: 'room', scene: 'all', cells: [{ min: [-99, -9, -99], max: [99, 99, 99] }] }],
  };
  const page = await opened(t, document);
  const { report } = await ask(page, { type: 'report' });
  assert.equal(report.jobs.length, 1000);
  assert.equal(report.shadowJobs, 4000);
  await tab(page, 'Statistics');
  const facts = await page.locator('.world-facts').nth(1).locator('dd').allTextContents();
  // Lightmap, prebump, mul, specular, add; receiving and shadows of four lights.
  assert.ok(Number(facts[3]) <= 5 + 2 * 4, `${facts}`);
});
