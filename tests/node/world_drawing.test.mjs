// Drawn world documents against the reference pictures, by the rules of their comparison: at least 99.5 % of the
// unmasked pixels within 2/255, a mean of at most 0.5/255, and no block of 3 x 3 pixels that is off by more than 4/255
// throughout; wireframes by lines within one pixel. Prints a row per picture.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { data, shared, vitrine as run, without } from './support/vitrine.mjs';
import { compareLines, comparePixels, readPng } from './support/worldpictures.mjs';
import { noTool, tool } from './support/worlds.mjs';

const folder = data('world/drawing');
const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
const drawn = shared && join(shared, 'reference/world_drawing');
const absent = without && 'the reference pictures of worlds (VITRINE_SHARED) are absent';

let vitrine;
before(async () => {
  vitrine = await createVitrine();
});

describe('drawn worlds and the reference pictures', { skip: absent }, () => {
  for (const { name, document, size, times, compare, mask, pictures } of cases)
    test(name, (t) => {
      const picture = (path) => readPng(readFileSync(path));
      for (const [draw, file] of Object.entries(pictures)) {
        const world = vitrine.world(readFileSync(join(folder, document)), (path) =>
          existsSync(join(folder, path)) ? readFileSync(join(folder, path)) : undefined,
        );
        const [width, height] = size;
        const { pixels, jobs } = world.render({ times, width, height, draw, bits: 16 });
        if (draw === 'final') assert.deepEqual(jobs, world.report.paintJobs, 'jobs that were run');
        world.dispose();
        const samples = Float64Array.from(
          { length: width * height * 3 },
          (_, i) => (pixels[2 * i] * 256 + pixels[2 * i + 1]) / 257,
        );
        const made = { width, height, channels: 3, samples };
        const { passed, row } =
          compare === 'lines'
            ? compareLines(made, picture(join(drawn, file)))
            : comparePixels(made, picture(join(drawn, file)), picture(join(folder, mask)));
        t.diagnostic(`${file}: ${row}`);
        assert.ok(passed, `${file}: ${row}`);
      }
    });
});

describe('native and wasm draw the same bytes', { skip: noTool }, () => {
  let out;
  before(() => {
    out = mkdtempSync(join(tmpdir(), 'vitrine-parity-'));
  });
  after(() => rmSync(out, { recursive: true }));

  /** Samples of the picture that the native tool draws, 16 bits each, high byte first. */
  function native(path, { width, height, times, draw }) {
    const file = join(out, 'native.ppm');
    execFileSync(tool, ['draw', path, file, `${width}x${height}`, times.join(','), draw, out]);
    const bytes = readFileSync(file);
    return bytes.subarray(bytes.length - width * height * 6);
  }
  function compare(path, options) {
    const folder = dirname(path);
    const world = vitrine.world(readFileSync(path), (name) => {
      // The tool draws without images.
      const file = join(folder, name);
      return /\.(png|tga)$/.test(name) || !existsSync(file) ? undefined : readFileSync(file);
    });
    const { pixels } = world.render({ ...options, bits: 16 });
    world.dispose();
    assert.equal(Buffer.compare(native(path, options), Buffer.from(pixels)), 0, `${path} ${options.draw}`);
  }

  test('of the test data', () => {
    for (const name of readdirSync('tests/data/world/valid'))
      if (name.endsWith('.world.json'))
        compare(join('tests/data/world/valid', name), { width: 96, height: 60, times: [0, 0.7], draw: 'final' });
  });
  for (const { name, document, times, pictures } of cases)
    test(name, () => {
      for (const draw of Object.keys(pictures)) compare(join(folder, document), { width: 64, height: 40, times, draw });
    });
});

describe('world.render and vitrine render', () => {
  let out;
  before(() => {
    out = mkdtempSync(join(tmpdir(), 'vitrine-world-'));
  });
  after(() => rmSync(out, { recursive: true }));

  test('sizes, words and depths out of range are refused', () => {
    const world = vitrine.world('{ "kind": "vitrine-world", "version": 1 }');
    for (const options of [{ width: 0 }, { height: 5000 }, { draw: 'solo-fog' }, { draw: 'steps--1' }, { times: [] }])
      assert.throws(() => world.render(options), RangeError, JSON.stringify(options));
    world.dispose();
  });

  test('a refused document names its first error', () => {
    const world = vitrine.world('{ "kind": "vitrine-world" ');
    assert.throws(() => world.render(), { code: 'WORLD_JSON' });
    world.dispose();
  });

  test('the command writes the picture that the module draws', () => {
    const path = 'tests/data/world/valid/rooms.world.json',
      file = join(out, 'rooms.png');
    const { status, stderr } = run(['render', path, '-o', file, '--size', '64x40', '--times', '0,0.5', '--bits', '16']);
    assert.equal(status, 0, stderr);
    const { width, height, samples } = readPng(readFileSync(file));
    assert.deepEqual([width, height], [64, 40]);
    const world = vitrine.world(readFileSync(path));
    const { pixels } = world.render({ times: [0, 0.5], width: 64, height: 40, bits: 16 });
    world.dispose();
    assert.deepEqual(
      Array.from(samples, (one) => Math.round(one * 257)),
      Array.from({ length: samples.length }, (_, i) => pixels[2 * i] * 256 + pixels[2 * i + 1]),
    );
  });

  test('a wrong word or depth is a usage error, and nothing is written', () => {
    const path = 'tests/data/world/valid/rooms.world.json',
      file = join(out, 'none.png');
    for (const wrong of [
      ['--draw', 'solo-fog'],
      ['--bits', '12'],
      ['--times', '-1'],
    ]) {
      assert.equal(run(['render', path, '-o', file, ...wrong]).status, 2, wrong.join(' '));
      assert.equal(existsSync(file), false);
    }
  });
});
