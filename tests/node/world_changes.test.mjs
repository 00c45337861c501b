// Worlds that are changed, sought, walked through and drawn by renderers of the host: the module's side of it.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { vitrine as run } from './support/vitrine.mjs';
import { caseFolder, worldCases, world as text } from './support/worlds.mjs';

let vitrine;
before(async () => {
  vitrine = await createVitrine();
});

const tick = (number) => number / 60;
const room = {
  scenes: {
    a: {
      op: 'add',
      in: [
        { op: 'light', name: 'lamp', at: [0, 5, 0], range: 20 },
        { op: 'mesh', material: { op: 'material', color: [1, 0, 0] }, boxes: [{ min: [-1, 0, -1], max: [1, 1, 1] }] },
        { op: 'mesh', boxes: [{ min: [-9, -1, -9], max: [9, -1, 9] }] },
      ],
    },
  },
};
const cells = {
  segments: [{ name: 'A', cells: [{ min: [0, 0, 0], max: [4, 3, 4] }] }],
  camera: { at: [2, 1.5, 2] },
};

/** The report of a new world after the same frames. */
function fresh(document, times, files) {
  const world = vitrine.world(document, files);
  for (const time of times) world.evaluate(time);
  const { report } = world;
  world.dispose();
  return report;
}
const ticks = (last) => Array.from({ length: last + 1 }, (_, i) => tick(i));

describe('set', () => {
  test('what every frame reads anew is in the next one', () => {
    const world = vitrine.world(text(room));
    world.evaluate(0);
    assert.deepEqual(world.set('/scenes/a/in/1/material/color', [0, 1, 0]), { state: 'taken' });
    world.evaluate(tick(1));
    assert.deepEqual(world.report.jobs[0].color, [0, 1, 0, 1]);
    assert.deepEqual(world.report, fresh(world.text, ticks(1)));
    world.dispose();
  });

  test('everything else is replayed in slices', () => {
    const world = vitrine.world(text(room));
    for (const time of ticks(20)) world.evaluate(time);
    assert.deepEqual(world.set('/scenes/a/in/1/boxes/0/max', [2, 1, 1]), { state: 'replays' });
    assert.equal(world.replay(5), 16);
    assert.deepEqual(world.report.jobs[0].bounds[1], [1, 1, 1], 'as it was until the replay is done');
    assert.equal(world.replay(100), 0);
    assert.deepEqual(world.report.jobs[0].bounds[1], [2, 1, 1]);
    assert.deepEqual(world.report, fresh(world.text, ticks(20)));
    world.dispose();
  });

  test('a refused change says why and where, and changes nothing', () => {
    const document = text(room),
      world = vitrine.world(document);
    world.evaluate(0);
    const { state, issues } = world.set('/scenes/a/in/0/range', -1);
    assert.equal(state, 'refused');
    assert.equal(issues[0].code, 'WORLD_RANGE');
    assert.equal(issues[0].path, '/scenes/a/in/0/range');
    assert.ok(issues[0].line >= 1 && issues[0].column >= 1);
    assert.equal(world.set('/scenes/b/in', 1).issues[0].code, 'WORLD_NAME');
    assert.throws(() => world.set('/seed', undefined), TypeError);
    assert.equal(world.text, document);
    world.dispose();
  });

  test('a changed file name is asked for', () => {
    const asked = [];
    const world = vitrine.world(text({ models: { m: 'a.iqm' }, ...room }), (name) => void asked.push(name));
    world.evaluate(0);
    assert.deepEqual(world.set('/models/m', 'b.iqm'), { state: 'replays' });
    assert.equal(world.replay(), 0);
    assert.deepEqual(asked, ['a.iqm', 'b.iqm']);
    assert.match(world.report.issues[0].message, /b\.iqm/);
    world.dispose();
  });

  test('over the cases of the reference, one change each', () => {
    const beside = (name) => (existsSync(join(caseFolder, name)) ? readFileSync(join(caseFolder, name)) : undefined);
    let taken = 0,
      replayed = 0;
    for (const [name, { error }] of worldCases()) {
      if (error) continue;
      const document = readFileSync(join(caseFolder, `${name}.world.json`), 'utf8');
      if (document.length > 20_000) continue;
      for (const [pointer, value] of [
        ['/seed', 12345],
        ['/lighting', { shadows: false }],
      ]) {
        const world = vitrine.world(document, beside);
        for (const time of ticks(4)) world.evaluate(time);
        const { state } = world.set(pointer, value);
        assert.notEqual(state, 'refused', `${name} ${pointer}`);
        while (world.replay(2) > 0);
        world.evaluate(tick(5));
        assert.deepEqual(world.report, fresh(world.text, ticks(5), beside), `${name} ${pointer}`);
        state === 'taken' ? ++taken : ++replayed;
        world.dispose();
      }
    }
    assert.ok(taken > 100 && replayed > 100, `${taken} taken, ${replayed} replayed`);
  });
});

/** One splice from the first unit that differs to the last. */
function between(from, to) {
  let first = 0,
    last = 0;
  const shorter = Math.min(from.length, to.length);
  while (first < shorter && from[first] === to[first]) ++first;
  while (last < shorter - first && from.at(-1 - last) === to.at(-1 - last)) ++last;
  return [{ from: first, to: from.length - last, text: to.slice(first, to.length - last) }];
}

describe('edit', () => {
  test('takes values and comments at once, and replays the rest', () => {
    const world = vitrine.world(text(room));
    for (const time of ticks(3)) world.evaluate(time);
    const red = world.text.indexOf('[1,0,0]'),
      light = world.text.indexOf('[0,5,0]');
    const splices = [
      { from: light, to: light + 7, text: '[0,6,0]' },
      { from: red, to: red + 7, text: '[0,1,0],"comment":"grün 😀"' },
    ];
    assert.deepEqual(world.edit(splices), { state: 'taken' });
    world.evaluate(tick(4));
    assert.deepEqual(world.report.jobs[0].color, [0, 1, 0, 1]);
    assert.deepEqual(world.report, fresh(world.text, ticks(4)));
    const end = world.text.indexOf('}]', world.text.indexOf('😀')) + 1;
    assert.deepEqual(world.edit([{ from: end, to: end, text: ',{"min":[2,0,2],"max":[3,1,3]}' }]), {
      state: 'replays',
    });
    assert.equal(world.replay(Infinity), 0);
    assert.equal(world.report.jobs.length, 3);
    assert.deepEqual(world.report, fresh(world.text, ticks(4)));
    world.dispose();
  });

  test('counts a byte order mark, which stays', () => {
    const world = vitrine.world(`\ufeff${text(room)}`);
    assert.equal(world.text.charCodeAt(0), 0xfeff);
    assert.deepEqual(world.edit([{ from: 1, to: 1, text: ' ' }]), { state: 'taken' });
    assert.ok(world.text.startsWith('\ufeff {'));
    world.dispose();
  });

  test('loose values are shown at once, and exact after the release', () => {
    const document = readFileSync('tests/data/world/valid/physics.world.json', 'utf8'),
      world = vitrine.world(document);
    for (const time of ticks(30)) world.evaluate(time);
    const gravity = document.replace(/"gravity": \[[^\]]*\]/, '"gravity": [0, -5, 0]');
    assert.notEqual(gravity, document);
    assert.deepEqual(world.edit(between(document, gravity), { loose: true }), { state: 'taken' });
    assert.equal(world.approximate, true);
    world.evaluate(tick(31));
    assert.deepEqual(world.edit([]), { state: 'replays' });
    while (world.replay(7) > 0);
    assert.equal(world.approximate, false);
    assert.deepEqual(world.report, fresh(gravity, ticks(31)));
    world.dispose();
  });

  test('hostile splices are refused with a sentence, and nothing changes', () => {
    const document = text({ title: '😀', ...room }),
      world = vitrine.world(document);
    world.evaluate(0);
    const smile = document.indexOf('😀');
    for (const [splices, message] of [
      [[{ from: 0, to: 1e9, text: '' }], /splice 0 goes from 0 to 1000000000 in a text of \d+ UTF-16 units/],
      [[{ from: 5, to: 4, text: '' }], /splice 0 goes from 5 to 4/],
      [[{ from: smile + 1, to: smile + 2, text: '' }], /cuts a character in two/],
      [
        [
          { from: 4, to: 8, text: '' },
          { from: 7, to: 9, text: '' },
        ],
        /splice 1 begins before the end of the one before it/,
      ],
      [[{ from: -1, to: 0, text: '' }], /whole numbers/],
      [[{ from: 0.5, to: 1, text: '' }], /whole numbers/],
      [[{ from: NaN, to: 1, text: '' }], /whole numbers/],
      [[{ from: 0, to: 0, text: '\ud83d' }], /whole numbers/],
      [[{ from: 0, to: 0 }], /whole numbers/],
    ]) {
      const { state, issues } = world.edit(splices);
      assert.equal(state, 'refused');
      assert.equal(issues[0].code, 'WORLD_SPLICE');
      assert.match(issues[0].message, message);
    }
    assert.throws(() => world.edit('all'), RangeError);
    assert.throws(() => world.edit([], { lose: true }), RangeError);
    assert.equal(world.text, document);
    world.dispose();
  });

  test('states and links', () => {
    const world = vitrine.world(
      text({ scenes: { a: { op: 'add', in: ['b'] }, b: { op: 'light' }, c: { op: 'add' } }, entities: ['a'] }),
    );
    world.evaluate(0);
    assert.equal(world.states(), undefined);
    world.evaluate(tick(1));
    assert.deepEqual([...world.states()], [65, 65, 32], 'ran, ran, not under the root');
    assert.deepEqual(world.links(), [
      { pointer: '/scenes/a/in/0', target: '/scenes/b', name: 'b', table: 'scenes' },
      { pointer: '/entities/0', target: '/scenes/a', name: 'a', table: 'scenes' },
    ]);
    world.dispose();
  });
});

describe('seek', () => {
  test('gives the frame of a world that was played there', () => {
    const document = readFileSync('tests/data/world/valid/physics.world.json', 'utf8'),
      world = vitrine.world(document);
    world.evaluate(3);
    world.seek(tick(30));
    while (world.replay(7) > 0);
    assert.deepEqual(world.report, fresh(document, ticks(30)));
    world.dispose();
  });

  test('refuses times out of range, and those that take too long', () => {
    const world = vitrine.world(text(room));
    assert.throws(() => world.seek(-1), RangeError);
    assert.throws(() => world.seek(1e9), { code: 'WORLD_LIMIT' });
    assert.equal(world.replay(), 0, 'nothing is replayed');
    world.dispose();
  });
});

describe('cameras', () => {
  test('walls stop a walk, which moves the camera of the next frames', () => {
    const world = vitrine.world(text(cells));
    world.evaluate(0);
    world.walk([-1, 0, 0]);
    world.walk([-9, 0, 1]);
    world.evaluate(tick(1));
    const [x, y, z] = world.report.camera.at;
    assert.ok(Math.abs(x - 0.3) < 1e-3, `${x}`);
    assert.equal(y, 1.5);
    assert.ok(Math.abs(z - 3) < 1e-3, `${z}`);
    assert.throws(() => world.walk([NaN, 0, 0]), RangeError);
    assert.throws(() => world.walk([0, 0, 0], -1), RangeError);
    world.dispose();
  });

  test('an aspect is one of the camera, of the call, and of the command', () => {
    const world = vitrine.world(text(room)),
      camera = { at: [0, 1, 5], dir: [0, 0, -1], up: [1, 1, 0], aspect: 1.6 };
    world.evaluate(0, camera);
    assert.equal(world.report.camera.aspect, 1.6);
    assert.deepEqual(world.report.camera.up, [1, 1, 0]);
    world.evaluate(tick(1), camera, 2);
    assert.equal(world.report.camera.aspect, 2);
    world.evaluate(tick(2));
    assert.equal(world.report.camera.aspect, 1);
    assert.throws(() => world.evaluate(tick(3), { ...camera, aspect: 0.001 }), RangeError);
    world.dispose();
    const path = 'tests/data/world/valid/rooms.world.json';
    const { stdout, status } = run(['world', path, '--aspect', '1.6', '--json']);
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout).camera.aspect, 1.6);
    for (const wrong of ['0', '1,2', 'wide', '1000']) assert.equal(run(['world', path, '--aspect', wrong]).status, 2);
  });
});

describe('volumes', () => {
  test('are rows of views, with numbers that stay while nothing moves', () => {
    const world = vitrine.world(text(room));
    world.evaluate(0);
    const rows = world.volumes();
    assert.deepEqual(
      rows.map(({ entry, job, light }) => [world.report.paint[entry].usage, job, light]),
      [
        ['shadow', 1, 0],
        ['shadow', 0, 0],
      ],
      'in the order of the list, by material',
    );
    const box = rows[1];
    assert.equal(box.points.length, 2 * 8 * 4, 'eight corners, and the same at infinity');
    assert.equal(box.nearIndices, 36);
    assert.deepEqual(Array.from(box.at), [0, 5, 0]);
    assert.deepEqual(Array.from(box.matrix), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    assert.ok(box.indices.every((index) => index < 16));
    const numbers = rows.map(({ caster, volume }) => [caster, volume]);
    world.evaluate(tick(1));
    assert.deepEqual(
      world.volumes().map(({ caster, volume }) => [caster, volume]),
      numbers,
    );
    world.set('/scenes/a/in/0/at', [1, 5, 0]);
    world.evaluate(tick(2));
    const moved = world.volumes().map(({ caster, volume }) => [caster, volume]);
    assert.deepEqual(
      moved.map(([caster]) => caster),
      numbers.map(([caster]) => caster),
    );
    assert.notEqual(moved[1][1], numbers[1][1]);
    world.dispose();
  });

  test('open casters are warnings of drawing', () => {
    const world = vitrine.world(text(room));
    const { issues } = world.render({ width: 16, height: 10 });
    assert.deepEqual(
      issues.map(({ code, path }) => `${code} ${path}`),
      ['WORLD_OPEN_EDGES /scenes/a/in/2'],
    );
    assert.deepEqual(world.report.issues, []);
    world.dispose();
  });
});

describe('limits of drawing', () => {
  test('thousands of layers are a plain error, and the world goes on', () => {
    const lights = Array.from({ length: 16 }, () => ({ op: 'light', at: [0, 0, 1], range: 100 }));
    const sheet = { op: 'mesh', boxes: [{ min: [-9, -9, -1], max: [9, 9, -1] }] };
    const world = vitrine.world(
      text({ scenes: { a: { op: 'add', in: [...lights, { op: 'multiply', count: 5000, in: [sheet] }] } } }),
    );
    assert.throws(() => world.render(), { code: 'WORLD_LIMIT' });
    assert.ok(world.ok);
    world.dispose();
  });

  test('a picture of hundreds of thousands of jobs is a plain error', () => {
    const box = { op: 'mesh', boxes: [{ min: [0, 0, 0], max: [1, 1, 1] }] };
    const world = vitrine.world(
      text({ scenes: { a: { op: 'multiply', count: 1000, in: [{ op: 'multiply', count: 300, in: [box] }] } } }),
    );
    assert.throws(() => world.render(), { code: 'WORLD_LIMIT' });
    world.dispose();
  });
});
