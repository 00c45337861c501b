// Worlds as WebGL draws them, against the reference pictures, whole and per phase, with one sample; and what was executed
// against what the painter has listed.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { encodePng } from '../../dist/node/index.js';
import { data, shared, without } from '../node/support/vitrine.mjs';
import { compareLines, comparePixels, readPng } from '../node/support/worldpictures.mjs';
import { startBrowser } from './harness.mjs';

const folder = data('world/drawing');
const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
const references = shared && join(shared, 'reference/world_drawing');
const absent = without && 'the reference pictures of worlds (VITRINE_SHARED) are absent';
/** Where what was drawn is written, to be looked at. */
const made = process.env.VITRINE_WORLD_PICTURES;

let browser, page;
const endings = [];
before(async () => {
  browser = await startBrowser();
  page = await blankPage({ after: (end) => endings.push(end) });
  await page.evaluate(startStage);
});
after(async () => {
  for (const end of endings) await end();
  await browser?.stop();
});

/** A page of the product's origin with nothing on it. */
async function blankPage(t) {
  const fresh = await browser.page(t, { hash: null });
  await fresh.route('**/blank.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>worlds</title>' }),
  );
  await fresh.goto(`${fresh.origin}/blank.html`);
  return fresh;
}

async function startStage() {
  const engine = await import('/world-worker.js');
  globalThis.events = [];
  globalThis.engine = engine;
  globalThis.worlds = await engine.WorldEngine.start((event) => globalThis.events.push(event));
}

/** Draws in the page: pixels (RGBA, base64) and what was executed. */
async function draw({ text, files, times, width, height, word, samples = 1 }) {
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer;
  const { WorldFiles, WorldPlayer, readSwitch } = globalThis.engine;
  const found = new WorldFiles(files.map(({ name, base64 }) => ({ name, data: bytesOf(base64) })));
  const { player, issues } = await WorldPlayer.open(globalThis.worlds.core, new Uint8Array(bytesOf(text)), found);
  if (!player) return { issues };
  const { pixels, counts, tables } = globalThis.worlds.render(player, {
    times,
    width,
    height,
    which: readSwitch(word),
    samples,
  });
  let packed = '';
  for (let i = 0; i < pixels.length; i += 0x8000) packed += String.fromCharCode(...pixels.subarray(i, i + 0x8000));
  const drawn = { pixels: btoa(packed), counts, numbers: Array.from(tables.get('numbers')), issues: tables.issues };
  const { report } = player;
  player.dispose();
  return {
    ...drawn,
    shadowJobs: report.shadowJobs,
    paintJobs: report.paintJobs,
    keys: new Set(report.paint.map(({ key }) => key)).size,
  };
}

const filesBeside = () =>
  readdirSync(folder)
    .filter((name) => !/\.world\.json$|\.mask\.png$/.test(name))
    .map((name) => ({ name, base64: readFileSync(join(folder, name)).toString('base64') }));

describe('worlds in WebGL and the reference pictures', { skip: absent }, () => {
  for (const { name, document, size, times, compare, mask, pictures } of cases)
    test(name, async (t) => {
      const [width, height] = size,
        text = readFileSync(join(folder, document)).toString('base64');
      const bad = [];
      for (const [word, file] of Object.entries(pictures)) {
        const drawn = await page.evaluate(draw, { text, files: filesBeside(), times, width, height, word });
        const bytes = Buffer.from(drawn.pixels, 'base64'),
          samples = Float64Array.from({ length: width * height * 3 }, (_, i) => bytes[Math.floor(i / 3) * 4 + (i % 3)]),
          picture = { width, height, channels: 3, samples };
        if (made) {
          mkdirSync(made, { recursive: true });
          writeFileSync(join(made, file), encodePng(width, height, bytes));
        }
        const wanted = readPng(readFileSync(join(references, file)));
        const { passed, row } =
          compare === 'lines'
            ? compareLines(picture, wanted)
            : comparePixels(picture, wanted, readPng(readFileSync(join(folder, mask))));
        t.diagnostic(`${file}: ${row}`);
        if (!passed) bad.push(`${file}: ${row}`);
        if (word === 'final') {
          assert.deepEqual(countsOf(drawn), drawn.paintJobs, `${name}: executed jobs`);
          assert.equal(drawn.counts.volumes, drawn.shadowJobs, `${name}: shadow volumes`);
          if (!('wire' in drawn.paintJobs) && !('depth' in drawn.paintJobs))
            assert.ok(
              drawn.counts.stateChanges <= drawn.keys,
              `${drawn.counts.stateChanges} states, ${drawn.keys} keys`,
            );
        }
      }
      assert.deepEqual(bad, []);
    });
});

/** What was executed, with a row for everything the painter lists. */
const countsOf = ({ counts, paintJobs }) =>
  Object.fromEntries(Object.keys(paintJobs).map((key) => [key, counts.jobs[key] ?? 0]));

test('without float targets a world is drawn in bytes', async (t) => {
  const fresh = await blankPage(t);
  await fresh.evaluate(() => {
    const { prototype } = WebGL2RenderingContext,
      { getExtension } = prototype;
    prototype.getExtension = function (name) {
      return name.startsWith('EXT_color_buffer_') ? null : getExtension.call(this, name);
    };
  });
  await fresh.evaluate(startStage);
  assert.equal(await fresh.evaluate(() => globalThis.events.find(({ type }) => type === 'ready').isFloat), false);
  const fill = { op: 'texture', fill: [0.6, 0.4, 0.2] },
    wall = { lightmap: fill, color: [0.5, 0.5, 0.5] };
  const document = {
    kind: 'vitrine-world',
    version: 1,
    materials: { wall },
    scenes: { a: { op: 'mesh', material: 'wall', boxes: [{ min: [-1, -1, -3], max: [1, 1, -2] }] } },
  };
  const text = Buffer.from(JSON.stringify(document)).toString('base64');
  for (const samples of [1, 4]) {
    const drawn = await fresh.evaluate(draw, {
      text,
      files: [],
      times: [0],
      width: 16,
      height: 16,
      word: 'final',
      samples,
    });
    const [r, g, b] = Buffer.from(drawn.pixels, 'base64').subarray((8 * 16 + 8) * 4);
    // 0.5 of the lightmap, each step in 8 bits.
    for (const [value, wanted] of [[r, 76.5], [g, 51], [b, 25.5]]) assert.ok(Math.abs(value - wanted) <= 1.5, `${value} is not ${wanted}`); // prettier-ignore
  }
});
