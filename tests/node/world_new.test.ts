// Documents to begin with: what they are, how they are written, and `vitrine world new`.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { type WorldTemplateName, worldTemplates } from '../../web/src/base/worldTemplates';
import type { WorldFrame } from '../../web/src/core/worldReport';
// @ts-expect-error plain JavaScript
import { root, vitrine as run } from './support/vitrine.mjs';

const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const core = await createVitrine();

const textOf = (name: WorldTemplateName): string => worldTemplates.find((each) => each.name === name)!.text;

/** Frames of one session, at these seconds. */
function frames(name: WorldTemplateName, ...times: number[]): WorldFrame[] {
  const world = core.world(textOf(name));
  try {
    return times.map((time) => {
      assert.ok(world.evaluate(time));
      return world.report as WorldFrame;
    });
  } finally {
    world.dispose();
  }
}

/** Fourfold mean of the bytes of red, green and blue. */
const brightness = (pixels: Uint8Array): number =>
  pixels.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0) / (pixels.length * 0.75);

for (const { title, text } of worldTemplates)
  describe(title, () => {
    test('opens without warnings, and draws without warnings', () => {
      const world = core.world(text);
      assert.ok(world.ok);
      assert.deepEqual(world.report.issues, []);
      const { pixels, issues } = world.render({ times: [0, 1], width: 160, height: 100 });
      assert.deepEqual(issues, []);
      assert.ok(brightness(pixels) > 10, `${brightness(pixels)}`);
      world.dispose();
    });

    test('has one member per line, one blank for each level, and its title', () => {
      const lines = text.split('\n');
      assert.equal(lines.pop(), '');
      let depth = 0;
      for (const line of lines) {
        assert.ok((line.match(/": /g) ?? []).length <= 1, line);
        if (/^ *[\]}]/.test(line)) depth -= 1;
        assert.equal(line.search(/\S/), depth, line);
        if (/[[{]$/.test(line)) depth += 1;
      }
      assert.equal((JSON.parse(text) as { title: string }).title, title);
    });
  });

test('the stage is a floor under a light', () => {
  const [frame] = frames('stage', 0);
  assert.deepEqual(
    frame!.lights.map(({ name, range, at }) => ({ name, range, at })),
    [{ name: 'key', range: 12, at: [2, 3, 2] }],
  );
  assert.equal(frame!.jobs.length, 1);
  assert.deepEqual(frame!.jobs[0]!.bounds, [
    [-4, -0.2, -4],
    [4, 0, 4],
  ]);
  assert.equal(frame!.camera.fov, 60);
});

test('the door of the two rooms opens in two seconds, and lets the camera see out', () => {
  const [shut, half, open] = frames('rooms', 0, 1, 3);
  assert.deepEqual(
    [shut, half, open].map((frame) => frame!.doors['door']),
    [0, 0.5, 1],
  );
  assert.equal(shut!.segment, 'inside');
  assert.deepEqual(shut!.visible, ['inside']);
  assert.deepEqual(half!.visible, ['inside', 'outside']);
  // The flood begins with 10, and the door takes 1.
  assert.deepEqual(half!.flood, { inside: 10, outside: 9 });
  assert.deepEqual(new Set(half!.lights.map(({ name }) => name)), new Set(['hall lamp', 'yard lamp']));
});

test('the titles of the show follow one another, sparks fly between them, and the light goes to and fro', () => {
  // 120 beats per minute: two beats are a second.
  const [before, sparks, second, after] = frames('show', 0.4, 1.5, 2.4, 4.1);
  const texts = (frame: WorldFrame): string[] => frame.texts.map(({ text }) => text);
  assert.deepEqual(
    [before, sparks, second, after].map((frame) => texts(frame!)),
    [['One'], ['One'], ['Two'], []],
  );
  assert.deepEqual(
    [before, sparks, second, after].map((frame) => frame!.particles.map(({ count }) => count)),
    [[], [40], [40], []],
  );
  const [start, middle, end] = frames('show', 0, 2, 4).map((frame) => frame.lights[0]!.at);
  assert.deepEqual(
    [start, middle, end],
    [
      [-2, 3, 1],
      [2, 3, 1],
      [-2, 3, 1],
    ],
  );
});

describe('vitrine world new', () => {
  let folder = '';
  const there = { cwd: '' };
  before(() => {
    there.cwd = folder = mkdtempSync(join(tmpdir(), 'vitrine-new-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const begin = (...args: string[]) =>
    run(['world', 'new', ...args], there) as { status: number; stdout: string; stderr: string };

  test('prints the stage, or the named template', () => {
    assert.deepEqual(begin(), { status: 0, stdout: textOf('stage'), stderr: '' });
    assert.equal(begin('show').stdout, textOf('show'));
  });

  test('writes a file, and says what it is', () => {
    const { status, stdout, stderr } = begin('rooms', '-o', 'a.world.json');
    assert.deepEqual(
      [status, stdout, stderr],
      [0, '', 'a.world.json: Two rooms, two segments, and a door that opens\n'],
    );
    assert.equal(readFileSync(join(folder, 'a.world.json'), 'utf8'), textOf('rooms'));
  });

  test('a file that exists stays, unless --force is there', () => {
    writeFileSync(join(folder, 'b.world.json'), 'mine');
    const refused = begin('-o', 'b.world.json');
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /'b.world.json' exists already; --force overwrites it/);
    assert.equal(readFileSync(join(folder, 'b.world.json'), 'utf8'), 'mine');
    assert.equal(begin('-o', 'b.world.json', '--force').status, 0);
    assert.equal(readFileSync(join(folder, 'b.world.json'), 'utf8'), textOf('stage'));
  });

  for (const [args, said] of [
    [['new', 'roms'], /there is no template 'roms'; did you mean 'rooms'\?/],
    [['new', 'castle'], /there is no template 'castle'; there are stage, rooms and show/],
    [['new', 'stage', 'show'], /name one template/],
    [['new', '-o', 'x.json'], /'x.json' must end in .world.json/],
    [['new', '--time', '1'], /--time is for reports, not for new documents/],
    [['x.world.json', '-o', 'y.world.json'], /--output is for new documents, not for reports/],
  ] as const)
    test(`wrong use: world ${args.join(' ')}`, () => {
      const { status, stderr } = run(['world', ...args], there) as { status: number; stderr: string };
      assert.equal(status, 2);
      assert.match(stderr, said);
    });
});
