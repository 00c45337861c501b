// The world of the gallery keeps its promises: computed from the document and its song by the public module.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

// @ts-expect-error plain JavaScript
import { root } from './support/vitrine.mjs';

const { createVitrine, worldTables } = (await import(
  join(root as string, 'dist/node/index.js')
)) as typeof import('../../web/src/node/index');
const folder = join(root as string, 'public/samples/island');
const file = (name: string): Buffer => readFileSync(join(folder, name));
const source = JSON.parse(file('island.world.json').toString('utf8'));
const second = 60 / 92,
  beats = 256;

const vitrine = await createVitrine();
const open = () => vitrine.world(file('island.world.json'), file);
// Reports are documents of their own; only what is asked for is named here.
interface Report {
  camera: { at: number[] };
  segment: string | null;
  total: number;
  lights: { name: string; rank: number | null }[];
  segmentLights: Record<string, string[]>;
  jobs: { mesh: string; cluster: number; matrix: number[] }[];
  doors: Record<string, number>;
  issues: unknown[];
  physics: { particles: { at: number[] }[]; cells: { name: string; offset: number[] }[]; blockedCount: number };
}
const at = (world: ReturnType<typeof open>, beat: number): Report => {
  world.evaluate(beat * second);
  return world.report as unknown as Report;
};

/** The value behind a pointer, or the named scene. */
function operator(name: string): { model?: string } {
  if (!name.startsWith('/')) return source.scenes[name];
  return name.slice(1).split('/').reduce((value, key) => value[key.replaceAll('~1', '/').replaceAll('~0', '~')], source); // prettier-ignore
}

describe('along the flight', () => {
  const reports: Report[] = [];
  const triangles: number[] = [];
  before(() => {
    const world = open();
    for (let beat = 0; beat < beats; beat += 0.5) {
      reports.push(at(world, beat));
      const tables = world.tables()!,
        numbers = tables.get('jobNumbers'),
        width = numbers.length / tables.rows('jobNumbers');
      let corners = 0;
      for (let row = worldTables.JobNumber.count; row < numbers.length; row += width) corners += numbers[row]!;
      triangles.push(corners / 3);
    }
    world.dispose();
  });

  test('nothing is reported as a problem', () => {
    for (const { issues } of reports) assert.deepEqual(issues, []);
  });

  test('the camera is in a room at every half beat, and comes through all six', () => {
    assert.ok(reports.every(({ segment }) => segment !== null));
    assert.equal(new Set(reports.map(({ segment }) => segment)).size, 6);
  });

  test('jobs, lights and triangles stay within the budget', () => {
    const casting = (name: string): boolean => name !== 'clockwork lamp';
    for (const [i, { total, lights, segmentLights }] of reports.entries()) {
      assert.ok(total >= 60 && total <= 340, `${total} jobs`);
      assert.ok(lights.length <= 6);
      for (const names of Object.values(segmentLights)) assert.ok(names.filter(casting).length <= 3);
      assert.ok(triangles[i]! > 1000 && triangles[i]! <= 60000, `${triangles[i]} triangles`);
    }
  });

  test('it never moves faster than a runner but at its two cuts and its loop', () => {
    const fast = reports.flatMap(({ camera }, i) => {
      const before = reports[i - 1]?.camera.at ?? camera.at;
      return Math.hypot(...camera.at.map((c, axis) => c - before[axis]!)) / (second / 2) > 6 ? [i / 2] : [];
    });
    assert.deepEqual(
      fast,
      [124, 140, 248].filter((beat) => fast.includes(beat)),
    );
  });
});

describe('the song', () => {
  const { notes } = vitrine.sound({ name: 'dusk.v2m', bytes: file('dusk.v2m') });
  const struck = (channel: number): number[] => notes.filter((note) => note.channel === channel).map((note) => note.start / second); // prettier-ignore
  let world: ReturnType<typeof open>;
  before(() => (world = open()));
  after(() => world.dispose());

  test('is as long as the flight and lies in the world document', () => {
    assert.deepEqual(file('dusk.v2m'), readFileSync(join(root as string, 'public/samples/dusk/dusk.v2m')));
    const song = vitrine.song({ name: 'dusk.v2m', bytes: file('dusk.v2m') });
    assert.ok(Math.abs(song.seconds - beats * second) < 0.06);
    song.dispose();
  });

  test('opens the second door with the stroke of bar 17, and the third by strokes of the bass drum', () => {
    assert.ok(struck(3).some((beat) => Math.abs(beat - 64) < 0.02));
    assert.equal(at(world, 63.9).doors['shaft'], 0);
    assert.ok(at(world, 65).doors['shaft']! > 0.3);
    const drum = struck(5).filter((beat) => beat > 87.9 && beat < 97);
    for (const [i, beat] of drum.slice(0, 4).entries()) {
      assert.ok(Math.abs(at(world, beat - 0.02).doors['engine']! - i / 4) < 0.05);
      assert.ok(Math.abs(at(world, beat + 0.45).doors['engine']! - (i + 1) / 4) < 0.01);
    }
  });

  test('strikes the sparks from the bell', () => {
    const sparks = (source.timeline.events as { op: string; start: number }[]).filter(({ op }) => op === 'sparks');
    assert.ok(sparks.length >= 6);
    for (const { start } of sparks)
      assert.ok(
        struck(3).some((beat) => Math.abs(beat - start) < 0.02),
        `${start}`,
      );
  });
});

test('the first door opens for who comes near, at any time', () => {
  const world = open();
  const door = (x: number): number => {
    world.evaluate(100, { at: [x, 2, 0], dir: [1, 0, 0] });
    return (world.report as unknown as Report).doors['gate']!;
  };
  assert.deepEqual([door(-8), door(-2), door(6)], [0, 1, 0]);
  world.dispose();
});

test('the lift carries the crates where they are drawn', () => {
  const world = open();
  for (let tick = 0; tick <= Math.round(92 * second * 60); ++tick) world.evaluate(tick / 60);
  const { physics, jobs } = world.report as unknown as Report;
  const crates = jobs.filter(({ mesh, cluster }) => cluster === 0 && operator(mesh).model === 'crate');
  assert.equal(crates.length, 3);
  assert.ok(physics.particles[0]!.at[1]! > 9.5, `${physics.particles[0]!.at[1]}`);
  for (const [particle, crate] of [
    [0, 0],
    [1, 2],
  ] as const)
    for (const axis of [0, 1, 2])
      // prettier-ignore
      assert.ok(Math.abs(physics.particles[particle]!.at[axis]! - crates[crate]!.matrix[12 + axis]!) < 0.05);
  world.dispose();
});

test('the last picture is the first: no seam', () => {
  const draw = (times: number[]): Uint8Array => {
    const world = open(),
      { pixels } = world.render({ times, width: 96, height: 60 });
    world.dispose();
    return pixels as Uint8Array;
  };
  const [first, last] = [draw([0]), draw([254 * second, 255.98 * second])];
  const mean = first.reduce((sum, value, i) => sum + Math.abs(value - last[i]!), 0) / first.length;
  assert.ok(mean < 1.5, `${mean}`);
  assert.ok(first.reduce((sum, value) => sum + value, 0) / first.length > 80, 'not a black picture');
});

test('its images have at most 4 MB', () => {
  const images = readdirSync(folder).filter((name) => name.endsWith('.png'));
  assert.ok(images.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) < 4e6);
});

test('tables are read after the shadow volumes have made the memory larger', async () => {
  const fresh = await createVitrine(),
    world = fresh.world(file('island.world.json'), file);
  world.evaluate(60);
  const tables = world.tables()!,
    memory = tables.get('jobs').buffer,
    rows = tables.rows('jobs');
  world.volumes();
  world.render({ times: [60], width: 2400, height: 1500, draw: 'solo-lightmap' });
  assert.notEqual(tables.get('jobs').buffer, memory);
  assert.equal(tables.rows('jobs'), rows);
  world.dispose();
});

test('a walk through the doors and up the lift comes to every room and never leaves the cells', () => {
  const world = open(),
    rooms = new Set<string | null>();
  const walk = (from: [number, number, number], step: [number, number, number], steps: number): number[] => {
    world.camera = { at: from, dir: [1, 0, 0] };
    for (let i = 0; i < steps; ++i) {
      world.walk(step);
      if (i % 20 !== 0) continue;
      world.evaluate(100);
      rooms.add((world.report as unknown as Report).segment);
    }
    return [...world.camera.at];
  };
  // The far walls stop it, a radius before they come.
  assert.ok(walk([-12, 2.2, 0], [0.05, 0, 0], 800)[0]! < 20.4);
  assert.ok(walk([16.4, 2.2, 0], [0, 0.05, 0], 400)[1]! < 16.4);
  assert.ok(walk([16.4, 12.2, 0], [0.05, 0, 0], 1200)[0]! < 62);
  assert.deepEqual([...rooms].sort(), ['bridge', 'engine', 'gate', 'lamp room', 'landing', 'stair']);
  world.dispose();
});
