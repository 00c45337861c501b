// The clock's ranges and turns, where marks stand on the scrubber, and what is said of an action's health.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ActionHealth } from '../../web/src/core/health';
import { Playback } from '../../web/src/engine/playback';
import { framingOf } from '../../web/src/protocol/projection';
import { places, union } from '../../web/src/engine/page/places';
import type { Bounds, Vec3 } from '../../web/src/core/report';
import { readCopies, writeCopies } from '../../web/src/ui/compare/instances';
import { findingsOf } from '../../web/src/ui/timeline/health';
import { columnsOf, keyBeside, kThumb, markTime, markX } from '../../web/src/ui/timeline/track';

const near = (found: number, wanted: number): void =>
  assert.ok(Math.abs(found - wanted) < 1e-9, `${found} instead of ${wanted}`);

function playing(duration = 2): Playback {
  const clock = new Playback();
  clock.select(0, duration);
  clock.play();
  return clock;
}

test('back and forth turns at both ends', () => {
  const clock = playing();
  clock.run({ pingPong: true });
  clock.advance(1.5);
  near(clock.cycleTime, 1.5);
  clock.advance(1);
  near(clock.cycleTime, 1.5);
  clock.advance(1);
  near(clock.cycleTime, 0.5);
  clock.advance(1);
  near(clock.cycleTime, 0.5);
  // Several turns at once: from 0.5 on, two whole ways there and back.
  clock.advance(8);
  near(clock.cycleTime, 0.5);
});

test('back and forth shows the last frame at its end, not the first', () => {
  const clock = playing();
  clock.run({ pingPong: true });
  clock.advance(2);
  assert.ok(clock.time > 1.999999 && clock.time < 2);
});

test('on the way back, a loop that is switched off runs to its end', () => {
  const clock = playing();
  clock.run({ pingPong: true });
  clock.advance(2.5);
  clock.loop = false;
  assert.equal(clock.advance(0.25), false);
  near(clock.cycleTime, 1.75);
  assert.equal(clock.advance(1), true);
  assert.deepEqual([clock.playing, clock.cycleTime], [false, 2]);
});

test('a loop stays within its range, forwards and backwards', () => {
  const clock = playing();
  clock.run({ range: [0.5, 1.5] });
  clock.seek(1);
  clock.advance(0.75);
  near(clock.cycleTime, 0.75);
  clock.speed = -3;
  clock.advance(0.25);
  near(clock.cycleTime, 1);
});

test('a single run ends at the end of its range, and begins again at its start', () => {
  const clock = playing();
  clock.loop = false;
  clock.run({ range: [0.5, 1.5] });
  assert.equal(clock.advance(5), true);
  near(clock.cycleTime, 1.5);
  clock.play();
  near(clock.cycleTime, 0.5);
  clock.speed = -1;
  assert.equal(clock.advance(5), true);
  clock.play();
  near(clock.cycleTime, 1.5);
});

test('a range keeps within the action, an empty one is none, and another action has its own', () => {
  const clock = playing();
  clock.run({ range: [-1, 9] });
  assert.deepEqual(clock.range, [0, 2]);
  clock.run({ range: [1, 1] });
  assert.equal(clock.range, null);
  clock.run({ range: [0.5, 1], crossfade: 7 });
  assert.equal(clock.crossfade, 1);
  clock.select(1, 3);
  assert.equal(clock.range, null);
  assert.equal(clock.crossfade, 1);
});

test('standing still at speed nothing is no end', () => {
  const clock = playing();
  clock.loop = false;
  clock.speed = 0;
  clock.seek(2);
  assert.equal(clock.advance(1), false);
  assert.equal(clock.playing, true);
});

test('the key beside a time is the next one, not the one it stands on', () => {
  const keys = [0, 0.1, 0.1 + 1e-9, 0.5, 1];
  assert.equal(keyBeside(keys, 0, 1), 0.1);
  assert.equal(keyBeside(keys, 0.1, 1), 0.5);
  assert.equal(keyBeside(keys, 0.3, -1), 0.1 + 1e-9);
  assert.equal(keyBeside(keys, 0.5, -1), 0.1 + 1e-9);
  assert.equal(keyBeside(keys, 0, -1), undefined);
  assert.equal(keyBeside(keys, 1, 1), undefined);
  assert.equal(keyBeside([], 1, 1), undefined);
});

test('marks stand where the thumb does, and there are no more of them than pixels', () => {
  assert.equal(markX(0, 2, 200), kThumb);
  assert.equal(markX(2, 2, 200), 200 - kThumb);
  near(markTime(markX(0.7, 2, 200), 2, 200), 0.7);
  assert.equal(markTime(-50, 2, 200), 0);
  const many = Float64Array.from({ length: 100_000 }, (_, i) => i / 99_999);
  assert.equal(columnsOf(many, 1, 200, 1).length, 200 - 2 * kThumb + 1);
  assert.deepEqual(columnsOf([0, 1, 2, 3], 2, 114, 1), [7, 57, 107]);
});

test('instances stand in rows, as far apart as the largest needs, and are framed together', () => {
  const box = (size: number): Bounds => ({ min: [0, 0, 0], max: [size, 1, size] });
  const at = places([box(1), box(2), box(1)]);
  assert.deepEqual(
    at.map((place) => place.map((v) => Number(v.toFixed(6)) + 0)),
    [
      [0, 0, 0],
      [2.3, 0, 0],
      [0, 0, -2.3],
    ],
  );
  const { center, radius } = framingOf(union([box(1), { min: [-3, 0, 0], max: [0, 1, 1] }]));
  assert.deepEqual(center, [-1, 0.5, 0.5]);
  near(radius, Math.hypot(4, 1, 1) / 2);
});

test('a single point is framed with a size, wherever it is', () => {
  for (const at of [0, -7, 1e9, 3e38]) {
    const point: Vec3 = [at, 2, -at];
    const { bounds, center, radius } = framingOf({ min: point, max: point });
    for (let axis = 0; axis < 3; ++axis) {
      near(center[axis]! / (1 + at), point[axis]! / (1 + at));
      assert.ok(bounds.min[axis]! <= point[axis]! - 1 && bounds.max[axis]! >= point[axis]! + 1, `${at}`);
    }
    assert.ok(radius >= Math.sqrt(3) && Number.isFinite(radius), `${at}`);
    if (Math.abs(at) < 10) near(radius, Math.sqrt(3));
  }
});

const healthy: ActionHealth = {
  action: 'go',
  size: 10,
  seam: { closed: true, distance: 0, node: null, angle: 0, angleNode: null, allowed: { distance: 0.1, angle: 5 } },
  flips: { count: 0, list: [] },
  frozen: { count: 0, list: [] },
  bounds: null,
};

test('a healthy action has no findings', () => {
  assert.deepEqual(
    findingsOf(healthy, 2, () => 'x'),
    [],
  );
});

test('findings say what, how much and where, and know the way', () => {
  const found = findingsOf(
    {
      ...healthy,
      seam: { ...healthy.seam!, closed: false, distance: 3, node: 4 },
      flips: { count: 70, list: [{ node: 2, name: 'arm', time: 0.2, dot: -1 }] },
      frozen: { count: 1, list: [{ node: 1, name: 'hip', channels: ['translation.x'], whole: false }] },
      bounds: {
        frames: 9,
        checked: 9,
        outside: 2,
        allowed: 0.01,
        largest: { frame: 8, time: 0.8, excess: 0.75, axis: 'z', side: 'max' },
        list: [],
      },
    },
    2,
    (node) => `node ${node}`,
  );
  assert.deepEqual(found, [
    {
      text: 'The loop does not close: node 4 ends 3 from its start, more than 0.1.',
      time: 2,
      node: 4,
    },
    { text: '2 of 9 frames exceed their stored bounds, at most by 0.75 (max z, frame 9).', time: 0.8 },
    { text: 'arm: quaternion sign flips at 0.200 s (dot product -1.000).', kind: 'flips', time: 0.2, node: 2 },
    { kind: 'flips', text: 'And 69 more sign flips.' },
    { text: 'hip: has keys but never changes: translation.x.', kind: 'frozen', node: 1 },
  ]);
});

test('instances survive an address, and what makes no sense there is left out', () => {
  const state = {
    copies: [
      { action: -1, speed: 1, playing: true },
      { action: 12, speed: -0.25, playing: false },
    ],
    chosen: 1,
  };
  assert.equal(writeCopies(state), '-1:1,*12:-0.25!');
  assert.deepEqual(readCopies('-1:1,*12:-0.25!'), state);
  assert.equal(writeCopies({ copies: state.copies.slice(0, 1), chosen: 0 }), undefined);
  assert.deepEqual(readCopies('<img>,1e9:1,0:,2:9,,NaN:1').copies, [{ action: 2, speed: 3, playing: true }]);
  assert.equal(readCopies('0:1,'.repeat(500)).copies.length, 100);
});
