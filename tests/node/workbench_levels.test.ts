// Previews of the workbench: the document that shows an operator alone opens in the core, and something is drawn.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { worldTemplates } from '../../web/src/base/worldTemplates';
import { kSphere, type LevelLook, levelOf, neededBy, plainLook, sphere } from '../../web/src/ui/workbench/level/derive';
import { channelText, stepped } from '../../web/src/ui/workbench/level/texel';
import { scan } from '../../web/src/ui/workbench/text/scan';
// @ts-expect-error plain JavaScript
import { root } from './support/vitrine.mjs';

const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const core = await createVitrine();

const template = (name: string): string => worldTemplates.find((each) => each.name === name)!.text;
const levelAt = (text: string, pointer: string, look?: Partial<LevelLook>) =>
  levelOf(text, scan(text).root!, pointer, { ...plainLook, ...look });

/** The pixels of a preview, RGBA, 40 x 40, from before it; throws where the core refuses it. */
function drawn(
  text: string,
  pointer: string,
  look?: Partial<LevelLook>,
  time = 0,
): { pixels: Uint8Array; jobs: number } {
  const level = levelAt(text, pointer, look)!;
  const world = core.world(level.text, (name) => (name === kSphere ? new Uint8Array(sphere()) : undefined));
  try {
    assert.deepEqual(world.report.issues, []);
    const camera = level.hasCamera ? undefined : { at: [0, 1.5, 4] as const, dir: [0, -0.3, -1] as const };
    const { pixels, jobs } = world.render({ times: [time], width: 40, height: 40, ...(camera && { camera }) });
    return { pixels, jobs: Object.values(jobs).reduce((sum, count) => sum + count, 0) };
  } finally {
    world.dispose();
  }
}
const sumOf = (pixels: Uint8Array, channel: number): number =>
  pixels.reduce((sum, value, i) => (i % 4 === channel ? sum + value : sum), 0);
const lit = (pixels: Uint8Array): number => sumOf(pixels, 0) + sumOf(pixels, 1) + sumOf(pixels, 2);

describe('each level of the show', () => {
  const show = template('show');
  for (const [pointer, kind, time] of [
    ['/materials/stone', 'material', 0],
    ['/materials/stone/lightmap', 'texture', 0],
    ['/scenes/set', 'scene', 0],
    ['/scenes/set/in/0', 'scene', 0],
    ['/scenes/set/in/1', 'mesh', 0],
    ['/scenes/title', 'scene', 1],
    ['/scenes/title/in/0', 'scene', 1],
    ['/scenes/spark', 'scene', 1.5],
    ['/entities/0', 'scene', 0],
    ['/post/0', 'fx', 0],
  ] as const)
    test(`${pointer}: ${kind}`, () => {
      assert.equal(levelAt(show, pointer)?.kind, kind);
      const { pixels, jobs } = drawn(show, pointer, {}, time);
      assert.ok(jobs > 0 && lit(pixels) > 0, `${jobs} jobs, ${lit(pixels)}`);
    });
});

test('a material shows on each shape, and on the sphere there are no corners', () => {
  const show = template('show'),
    covered = (shape: LevelLook['shape']): number => {
      const { pixels } = drawn(show, '/materials/stone', { shape });
      return pixels.filter((value, i) => i % 4 === 0 && value + pixels[i + 1]! + pixels[i + 2]! > 0).length;
    };
  const [round, box, plane] = [covered('sphere'), covered('box'), covered('plane')];
  assert.ok(round > 40 && round < box && plane > 40, `${round}, ${box}, ${plane}`);
});

test('only the operator is drawn: one light of two rooms is the only one of its own', () => {
  const text = template('rooms'),
    world = core.world(levelAt(text, '/scenes/yard')!.text);
  world.evaluate(0);
  const { lights, jobs } = world.report as { lights: { name: string }[]; jobs: unknown[] };
  world.dispose();
  assert.deepEqual(
    lights.map(({ name }) => name),
    ['yard lamp'],
  );
  // Two boxes.
  assert.equal(jobs.length, 2);
});

test('a segment is shown by its scene, a portal in its world', () => {
  const rooms = template('rooms');
  assert.ok(lit(drawn(rooms, '/segments/0').pixels) > 0);
  assert.equal(levelAt(rooms, '/portals/0')?.kind, 'world');
});

test('channels of a texture are shown alone', () => {
  const text = template('stage').replace('[0.2, 0.2, 0.25]', '[1, 0.5, 0.25]');
  const [all, red, blue] = (['all', 'red', 'blue'] as const).map(
    (channel) => drawn(text, '/materials/floor/lightmap', { channel }).pixels,
  );
  assert.ok(sumOf(all!, 0) > sumOf(all!, 1) && sumOf(all!, 1) > sumOf(all!, 2) && sumOf(all!, 2) > 0);
  assert.equal(sumOf(red!, 0), sumOf(all!, 0));
  assert.equal(sumOf(red!, 1) + sumOf(red!, 2), 0);
  assert.equal(sumOf(blue!, 0), 0);
});

test('alpha alone is white as far as the texture covers', () => {
  const fill = (alpha: number): string => template('stage').replace('[0.2, 0.2, 0.25]', `[1, 0.5, 0.25, ${alpha}]`),
    middle = (alpha: number): number[] => {
      const { pixels } = drawn(fill(alpha), '/materials/floor/lightmap', { channel: 'alpha' }),
        at = (26 * 40 + 20) * 4;
      return [...pixels.subarray(at, at + 3)];
    };
  assert.deepEqual(middle(1), [255, 255, 255]);
  assert.deepEqual(middle(0), [0, 0, 0]);
  assert.deepEqual(middle(0.4), [102, 102, 102]);
});

test('the next texel is chosen by its middle, and the edges hold', () => {
  assert.equal(stepped(0.3, 1, 4), 0.625);
  assert.equal(stepped(0.625, -10, 4), 0.125);
  assert.equal(stepped(0.625, 10, 4), 0.875);
  // One value all over is one texel.
  assert.equal(stepped(0.2, 1, 1), 0.5);
});

test('a small picture depends on what its page links, and on nothing else', () => {
  const at = (world: object, pointer: string): string | undefined => {
    const text = JSON.stringify(world);
    return neededBy(text, scan(text).root!, pointer);
  };
  const world = {
    textures: {
      base: { op: 'texture', fill: [1, 0, 0] },
      far: { op: 'texture', in: ['base'] },
      other: { op: 'texture' },
    },
    materials: { wall: { op: 'material', texture: 'far' } },
    scenes: { s: { op: 'mesh', material: 'wall' } },
  };
  const needed = at(world, '/materials/wall')!;
  assert.deepEqual(JSON.parse(needed), {
    kind: 'vitrine-world',
    version: 1,
    textures: { base: world.textures.base, far: world.textures.far },
    materials: world.materials,
  });
  const otherwise = (textures: object): string | undefined =>
    at({ ...world, scenes: {}, textures: { ...world.textures, ...textures } }, '/materials/wall');
  assert.equal(otherwise({ other: { op: 'texture', fill: [0, 0, 1] } }), needed);
  assert.notEqual(otherwise({ base: { op: 'texture', fill: [0, 0, 1] } }), needed);
  assert.equal(at(world, '/textures/nothing'), undefined);
});

test('channels are told as 8 bits have them and as they are', () => {
  assert.deepEqual(channelText(0.2), ['51', '0.2']);
  assert.deepEqual(channelText(1.5), ['383', '1.5']);
  assert.deepEqual(channelText(-0), ['0', '0']);
});

describe('subroutines', () => {
  const text = JSON.stringify({
    kind: 'vitrine-world',
    version: 1,
    subroutines: {
      pillar: {
        params: [{ id: 0, name: 'high', default: 2 }],
        inputs: 1,
        root: { op: 'transform', scale: [1, { param: 'high' }, 1], in: [{ op: 'input' }] },
      },
    },
    entities: [
      {
        op: 'call',
        sub: 'pillar',
        args: { '0': 5 },
        in: [{ op: 'mesh', boxes: [{ min: [0, 0, 0], max: [1, 1, 1] }] }],
      },
    ],
  });
  for (const pointer of ['/subroutines/pillar', '/subroutines/pillar/root', '/subroutines/pillar/root/in/0'])
    test(`${pointer} is called with its defaults`, () => {
      const world = core.world(levelAt(text, pointer)!.text);
      assert.deepEqual(world.report.issues, []);
      world.evaluate(0);
      const [job] = (world.report as { jobs: { bounds: number[][] }[] }).jobs;
      world.dispose();
      assert.equal(job!.bounds[1]![1], 2);
    });
});

test('what stands in no class is not shown', () => {
  const stage = template('stage');
  for (const pointer of ['', '/title', '/camera', '/nothing/here']) assert.equal(levelAt(stage, pointer), undefined);
});
