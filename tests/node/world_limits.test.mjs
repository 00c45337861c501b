// Worlds that ask for more than there is end in a plain error, and hosts that ask for what is not there get none of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { triangles } from './support/glb.mjs';
import { data } from './support/vitrine.mjs';
import { world as text } from './support/worlds.mjs';

let vitrine;
before(async () => {
  vitrine = await createVitrine();
});

const opened = (body, files) => vitrine.world(text(body), files);
/** `count` times the same. */
const times = (count, inner) =>
  count <= 100_000
    ? { op: 'multiply', count, in: [inner] }
    : { op: 'multiply', count: count / 100_000, in: [{ op: 'multiply', count: 100_000, in: [inner] }] };

/** The first frame that fails, of up to `most`; its message. */
function limitOf(body, most = 1, step = 1 / 60) {
  const world = opened(body);
  let frame = 0;
  while (frame < most && world.evaluate(frame * step)) ++frame;
  assert.equal(world.ok, false);
  const [{ code, message }] = world.report.issues;
  assert.equal(code, 'WORLD_LIMIT', message);
  world.dispose();
  return message;
}

describe('limits', () => {
  test('900,000 slots of one block are asked for one after the other', () => {
    const world = opened({ scenes: { m: times(900_000, { op: 'memory', bytes: 16 }) } });
    assert.equal(world.evaluate(0), true);
    const [first] = world.report.issues.slice(-1);
    assert.equal(first.code, 'WORLD_LIMIT');
    world.dispose();
  });

  test('blocks and slots have so many bytes in all', () => {
    const type = 'x'.repeat(200_000);
    assert.match(limitOf({ scenes: { m: times(20_000, { op: 'memory', type }) } }), /instance memory/);
    const events = (op) => new Array(700).fill({ op, start: 0 });
    const nested = {
      scenes: { a: { op: 'event', in: ['b'] }, b: { op: 'event', in: [{ op: 'memory' }] } },
      entities: ['a'],
      timeline: { events: [...events('a'), ...events('b')] },
    };
    assert.match(limitOf(nested), /instance memory/);
  });

  test('and so have the events that triggers made', () => {
    const trigger = (more) => ({
      op: 'trigger',
      event: 'e',
      value: { value: 0, anim: { b: 'rnd(FRACTION)' } },
      duration: 1e9,
      ...more,
    });
    const body = (count, more) => ({
      scenes: { m: times(count, trigger(more)), e: { op: 'event', in: [{ op: 'add' }] } },
      entities: ['m'],
    });
    assert.match(limitOf(body(100_000, { text: 'x'.repeat(100_000) })), /triggered events/);
    assert.match(limitOf(body(900_000, {}), 4), /triggered events/);
  });

  test('and so has all that a frame holds, together', () => {
    const animated = (value) => ({ value, anim: { b: 'sin(TIME)' } });
    const box = { op: 'mesh', boxes: [{ min: [0, 0, 0], max: [1, 1, 1] }], pose: animated(0) },
      lamp = { op: 'light', at: animated([0, 0, 0]), range: animated(0), color: animated([1, 1, 1]) },
      label = { op: 'text', text: 'a', size: animated(1) };
    const parts = { boxes: times(300_000, box), lamps: times(300_000, lamp), labels: times(300_000, label) };
    for (const [name, part] of Object.entries(parts)) {
      const alone = opened({ scenes: { [name]: part } });
      assert.equal(alone.evaluate(0), true, name);
      alone.dispose();
    }
    assert.match(limitOf({ scenes: parts }), /512 MiB/);
  });

  test('and so have the events of operators inside one another', () => {
    // One operator is its own input 2,000 times over, with 10,000 events each.
    const depth = 2000,
      calls = Array.from({ length: depth }, (_, i) => [
        `c${i}`,
        { op: 'call', sub: 'f', in: [i === 0 ? { op: 'add' } : `c${i - 1}`] },
      ]);
    const body = {
      subroutines: { f: { inputs: 1, root: { op: 'event', name: 'e', in: [{ op: 'input' }] } } },
      scenes: Object.fromEntries(calls),
      entities: [`c${depth - 1}`],
      timeline: { events: new Array(10_000).fill({ op: 'e', start: 0 }) },
    };
    assert.match(limitOf(body), /512 MiB/);
  });

  test('long texts and long names are rows of a report', () => {
    const world = opened({ scenes: { m: times(300, { op: 'text', text: 'x'.repeat(1_000_000) }) } });
    assert.equal(world.evaluate(0), true);
    assert.equal(world.report.issues.at(-1).code, 'WORLD_LIMIT');
    world.dispose();
    const count = 8000,
      links = Array.from({ length: count }, (_, i) => [
        `e${i}`,
        { op: 'event', in: [i + 1 < count ? `e${i + 1}` : { op: 'add' }] },
      ]);
    const nested = opened({
      scenes: Object.fromEntries(links),
      entities: ['e0'],
      timeline: { events: links.map(([op]) => ({ op, start: 0 })) },
    });
    assert.equal(nested.evaluate(0), true);
    assert.equal(nested.report.issues.at(-1).code, 'WORLD_LIMIT');
    nested.dispose();
  });

  test('segments that lights reach, and particles that zones list, are rows of a report', () => {
    const segments = Array.from({ length: 300 }, (_, i) => ({
        name: `${i}`.padStart(60, 'segment'),
        cells: [{ min: [i, 0, 0], max: [i + 1, 1, 1] }],
      })),
      portals = segments.slice(1).map(({ name }, i) => ({
        between: [segments[i].name, name],
        min: [i + 1, 0, 0],
        max: [i + 1, 1, 1],
      }));
    segments[0].scene = 'lamps';
    const lamps = opened({
      scenes: { lamps: times(20_000, { op: 'light', at: [0.5, 0.5, 0.5], range: 1000 }) },
      segments,
      portals,
      camera: { at: [0.5, 0.5, 0.5] },
    });
    assert.equal(lamps.evaluate(0), true);
    assert.equal(lamps.report.issues.at(-1).code, 'WORLD_LIMIT');
    lamps.dispose();
    const zones = opened({
      physics: {
        gravity: [0, 0, 0],
        particles: new Array(10_000).fill({ pos: [1, 1, 1] }),
        cells: new Array(2000).fill({ mode: 'zone', min: [0, 0, 0], max: [9, 9, 9] }),
      },
    });
    assert.equal(zones.evaluate(0), true);
    assert.equal(zones.report.issues.at(-1).code, 'WORLD_LIMIT');
    zones.dispose();
  });

  test('particles in zones, and cells at rest, are work of the collision', () => {
    const zone = { mode: 'zone', min: [0, 0, 0], max: [9, 9, 9] },
      particle = { pos: [1, 1, 1] };
    const zones = {
      physics: { gravity: [0, 0, 0], particles: new Array(40_000).fill(particle), cells: new Array(20_000).fill(zone) },
    };
    assert.match(limitOf(zones), /collision/);
    const still = {
      physics: { slice: 0.001, particles: [{ ...particle, fixed: true }], cells: new Array(20_000).fill(zone) },
    };
    const world = opened(still);
    assert.equal(world.evaluate(900), false);
    assert.match(world.report.issues[0].message, /collision/);
    world.dispose();
  });

  test('256 warnings of drawing are kept', () => {
    const boxes = Array.from({ length: 5000 }, (_, i) => ({
      min: [0, 0, -3],
      max: [1, 1, -2],
      material: { op: 'material', texture: { op: 'texture', file: `a${i}.png` } },
    }));
    const world = opened({ meshes: { m: { boxes } }, scenes: { s: { op: 'add', in: ['m'] } } });
    assert.equal(world.render({ width: 8, height: 8 }).issues.length, 256);
    const tables = world.tables();
    for (const name of world.outline.images) tables.missImage(name);
    assert.equal(tables.issues.length, 256);
    world.dispose();
  });

  test('rays among triangles that share a box count what they meet', () => {
    const slivers = [];
    for (let i = 0; i < 1000; ++i) slivers.push(0, 0, 0, 4, 4, 4, 4, 4, 4 - 1e-4 * ((i % 7) + 1));
    const files = () => triangles(slivers);
    const world = opened(
      {
        models: { s: 'slivers.glb' },
        materials: { cast: { phases: ['light'] } },
        scenes: {
          floor: { op: 'mesh', boxes: [{ min: [-50, -1, -50], max: [50, 0, 50] }] },
          above: {
            op: 'transform',
            translate: [0, 10, 0],
            in: [times(1000, { op: 'mesh', model: 's', material: 'cast' })],
          },
          lamp: { op: 'light', at: [2, 16, 2], range: 1000 },
        },
        camera: { at: [2, 5, 2], dir: [0, -1, 0], up: [0, 0, -1] },
      },
      files,
    );
    assert.throws(() => world.render({ width: 64, height: 40 }), { code: 'WORLD_LIMIT' });
    assert.equal(world.ok, true);
    world.dispose();
  });
});

describe('numbers of a host', () => {
  const textured = {
    textures: { t: 'a.png' },
    materials: { m: { texture: 't' } },
    meshes: { m: { material: 'm', boxes: [{ min: [0, 0, -5], max: [1, 1, -4] }] } },
    scenes: { s: { op: 'add', in: ['m'] }, label: { op: 'text', text: 'hi' } },
  };

  test('tables that are read between a change and its frame are made again after it', () => {
    const world = opened(textured);
    world.evaluate(0);
    world.tables();
    assert.deepEqual(world.set('/lighting', { shadows: false }), { state: 'taken' });
    const rows = world.tables().rows('jobs');
    world.tables().missImage('a.png');
    world.evaluate(1 / 60);
    assert.equal(world.tables().rows('jobs'), rows);
    world.tables().missImage('a.png');
    assert.equal(world.tables().issues.length, 1);
    world.dispose();
  });

  test('numbers of nothing have no text, name or pointer', () => {
    const world = opened(textured);
    world.evaluate(0);
    const tables = world.tables();
    for (const number of [1000, 1e8, 4e9])
      for (const name of ['text', 'instanceName', 'pointerOf']) assert.equal(tables[name](number), '', name);
    assert.equal(tables.text(0), 'hi');
    assert.equal(tables.pointerOf(0), '');
    assert.notEqual(tables.pointerOf(3), '');
    world.dispose();
    const refused = opened({ scenes: { s: { op: 'nothing' } } });
    assert.equal(refused.ok, false);
    assert.equal(refused.tables(), undefined);
  });

  test('tables that are too much end the world', () => {
    const world = opened({ scenes: { m: { op: 'text', text: 'x'.repeat(900_000) } } });
    assert.equal(world.tables(), undefined);
    assert.equal(world.ok, true, 'there is no frame yet');
    world.evaluate(0);
    assert.equal(world.tables(), undefined);
    assert.equal(world.ok, false);
    assert.equal(world.report.issues[0].code, 'WORLD_LIMIT');
    world.dispose();
  });

  test('a replay takes numbers from 0, and Infinity for all', () => {
    const world = opened(textured);
    world.evaluate(0);
    world.seek(1);
    for (const wrong of [NaN, -5]) assert.throws(() => world.replay(wrong), RangeError);
    assert.equal(world.replay(Infinity), 0);
    world.seek(1);
    assert.equal(world.replay(1e300), 0);
    assert.equal(world.report.time, 1);
    world.dispose();
  });

  test('to seek during the replay of a change keeps its models', () => {
    const glb = triangles([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const world = opened({ models: {}, scenes: { s: { op: 'add', in: [] } } }, () => glb);
    world.evaluate(0);
    world.evaluate(1);
    assert.equal(world.set('/models', { h: 'h.glb' }).state, 'replays');
    assert.equal(world.set('/scenes/s', { op: 'mesh', model: 'h' }).state, 'replays');
    world.seek(2);
    while (world.replay() > 0);
    assert.deepEqual(world.report.issues, []);
    assert.equal(world.report.jobs.length, 1);
    world.dispose();
  });

  test('a walk begins at the camera, however long the report is', () => {
    const many = times(100_000, times(3, { op: 'text', text: 'a' }));
    const world = opened({ scenes: { m: many }, camera: { at: [100, 0, 0] } });
    world.evaluate(0);
    assert.equal(world.report.camera, undefined);
    assert.deepEqual(world.walk([1, 0, 0]).at, [101, 0, 0]);
    world.dispose();
  });

  test('cameras are three finite numbers each, and times are those of the command', () => {
    const world = opened(textured);
    for (const camera of [
      {},
      { at: [1, 2] },
      { at: ['1', '2', '3'] },
      { at: [0, 0, Infinity] },
      { at: [0, 0, 0], up: [1] },
    ])
      assert.throws(() => world.evaluate(0, camera), RangeError, JSON.stringify(camera));
    for (const time of [-1, 1e308, NaN]) assert.throws(() => world.evaluate(time), RangeError);
    assert.throws(() => world.walk([1, 2]), RangeError);
    assert.equal(world.evaluate(0), true);
    world.dispose();
  });

  test('a file that is too large is none that is missing', () => {
    const large = new Uint8Array(2 ** 28 + 1);
    const world = opened({ models: { m: 'm.glb' }, sound: { vfx: 's.vfx', music: 'm.v2m' } }, (name) =>
      name === 'm.v2m' ? undefined : large,
    );
    assert.deepEqual(
      world.report.issues.map(({ code, severity, path }) => [code, severity, path]),
      [
        ['LIMIT_INPUT', 1, '/models/m'],
        ['LIMIT_INPUT', 1, '/sound/vfx'],
        ['WORLD_FILE', 1, '/sound/music'],
      ],
    );
    assert.match(world.report.issues[0].message, /"m\.glb".* 268435457 bytes.* 268435456/);
    assert.equal(world.evaluate(0), true);
    world.dispose();
  });

  test('a file that its host does not give leaves nothing behind', () => {
    const body = text({ models: { a: 'a.glb', b: 'b.glb' } }),
      large = new Uint8Array(2 ** 26);
    const ask = (name) => {
      if (name === 'a.glb') return large;
      throw new Error('mine');
    };
    for (let i = 0; i < 40; ++i) assert.throws(() => vitrine.world(body, ask), /mine/);
  });
});

describe('songs', () => {
  const bytes = readFileSync(data('v2m', 'valid', 'melody.v2m'));

  test('are disposed of once, and say so afterwards', () => {
    const song = vitrine.song({ name: 'm.v2m', bytes });
    song.dispose();
    song.dispose();
    for (const use of [() => song.render(0, 1), () => song.seconds, () => song.midi()])
      assert.throws(use, { name: 'VitrineError', code: 'DOCUMENT_DISPOSED' });
  });

  test('that claim more samples than there are numbers have an end', () => {
    const u32 = (...values) => Buffer.from(new Uint32Array(values).buffer),
      bytesOf = (count, value) => Buffer.alloc(count, value),
      count = 7000;
    const notes = [u32(count), bytesOf(3 * count, 255), bytesOf(2 * count, 1)],
      tempo = [u32(1), bytesOf(3, 0), u32(0xffffffff), Buffer.from([4, 4, 0])],
      channel = [...notes, u32(1), bytesOf(4, 0), u32(0), bytesOf(28, 0)];
    const file = Buffer.concat([
      u32(1, 0xffffffff),
      ...tempo,
      ...channel,
      bytesOf(60, 0),
      u32(12),
      bytesOf(12, 0),
      u32(73, 4),
      bytesOf(69, 0),
    ]);
    const song = vitrine.song({ name: 'long.v2m', bytes: file });
    assert.equal(song.seconds, 2 ** 63 / 44100);
    assert.equal(song.render(0, 1).length, 88200);
    song.dispose();
  });
});
