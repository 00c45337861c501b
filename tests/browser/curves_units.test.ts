// The pure parts of the curves panel: ranges and marks, what is under a pixel, groups, words, questions to the core.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  kTooManyKeys,
  type CurveHead,
  type CurveList,
  type CurvePicture,
  type CurveQuery,
} from '../../web/src/core/curves';
import { qmshFacts } from '../../web/src/formats/qmsh';
import {
  axisOf,
  channelKey,
  channelName,
  describe as inWords,
  groupsOf,
  markVectors,
} from '../../web/src/ui/curves/groups';
import { readingText } from '../../web/src/ui/curves/bar';
import {
  Drawn,
  kGutter,
  kRuler,
  type PlotScene,
  scaleOf,
  timeAt,
  valueAt,
  xOf,
  yOf,
} from '../../web/src/ui/curves/scene';
import { pan, ticks, tickStep, tickText, withMargin, zoomTimes, zoomValues } from '../../web/src/ui/curves/range';
import { CurveSource } from '../../web/src/ui/curves/source';
import type { Viewer } from '../../web/src/viewer/viewer';

const near = (found: number, wanted: number, what = '', tolerance = 1e-9): void =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${what} ${found} instead of ${wanted}`);

const head = (changes: Partial<CurveHead> = {}): CurveHead => ({
  path: 'LocX',
  targetKind: 'node',
  target: 'Bone',
  targetIndex: 1,
  channel: 'translation',
  component: 0,
  interpolation: 'linear',
  handles: 'none',
  before: 'hold',
  after: 'hold',
  clip: 0,
  keyCount: 2,
  first: 0,
  last: 1,
  least: -2,
  most: 2,
  ...changes,
});

// -- ranges and marks -------------------------------------------------------------------------------------------------

test('zooming leaves what is under the pointer where it is', () => {
  const range = { from: 0, to: 4, low: -1, high: 1 };
  const times = zoomTimes(range, 0.5, 1, 4);
  assert.deepEqual(times, { from: 0.5, to: 2.5, low: -1, high: 1 });
  assert.deepEqual(zoomValues(range, 2, 0, 2), { from: 0, to: 4, low: -2, high: 2 });
});

test('neither zoom ends in nothing', () => {
  const range = { from: 0, to: 1, low: 0, high: 1 };
  near(zoomTimes(range, 1e-30, 0, 1).to, 1e-5);
  near(zoomTimes(range, 1e30, 0, 1).to, 1e5);
});

test('panning moves both ends', () => {
  assert.deepEqual(pan({ from: 0, to: 1, low: 2, high: 3 }, 0.5, -1), { from: 0.5, to: 1.5, low: 1, high: 2 });
});

test('a curve that never changes still gets room around it', () => {
  assert.deepEqual(withMargin(0, 10, 0.1), [-1, 11]);
  assert.deepEqual(withMargin(0, 0, 0.1), [-1, 1]);
  assert.deepEqual(withMargin(5, 5, 0.1), [4.5, 5.5]);
  assert.deepEqual(withMargin(Infinity, -Infinity, 0.1), [-1, 1]);
});

test('marks stand at 1, 2 and 5 times a power of ten, as near as there is room', () => {
  // 100 pixels a unit: 76 pixels of room need 0.76, the next step is 1.
  assert.equal(tickStep(0, 10, 1000, 76), 1);
  assert.equal(tickStep(0, 10, 2000, 76), 0.5);
  near(tickStep(0, 1, 4000, 76), 0.02);
  assert.equal(tickStep(0, 10, 1e6, 76, 1), 1);
  assert.deepEqual(ticks(-0.9, 2.1, 1), [-0, 1, 2]);
});

test('marks are written with the decimals that their step needs', () => {
  assert.equal(tickText(0.3, 0.1), '0.3');
  assert.equal(tickText(2, 1), '2');
  assert.equal(tickText(-0.001, 0.5), '0.0');
  assert.equal(tickText(3e-8, 1e-8), '3e-8');
  assert.equal(tickText(0, 1e-8), '0');
});

// -- the plot ---------------------------------------------------------------------------------------------------------

test('places of the plot lead to times and values and back', () => {
  const scene = { width: 452, height: 220, range: { from: 1, to: 3, low: -1, high: 1 } } as PlotScene;
  assert.equal(xOf(scene, 1), kGutter);
  assert.equal(xOf(scene, 3), 452);
  assert.equal(yOf(scene, 1), kRuler);
  assert.equal(yOf(scene, -1), 220);
  near(timeAt(scene, xOf(scene, 1.7)), 1.7);
  near(valueAt(scene, yOf(scene, 0.3)), 0.3);
});

test('a normalised curve fills its own range, one without a range lies in the middle', () => {
  const { up, down } = scaleOf(head(), true);
  assert.deepEqual([up(-2), up(2), up(1)], [0, 1, 0.75]);
  near(down(0.75), 1);
  const still = scaleOf(head({ least: 4, most: 4 }), true);
  assert.equal(still.up(4), 0.5);
  assert.equal(scaleOf(head(), false).up(7), 7);
});

// -- pictures ---------------------------------------------------------------------------------------------------------

const query = (changes: Partial<CurveQuery> = {}): CurveQuery => ({
  channels: [3, 5],
  from: 0,
  to: 2,
  columns: 2,
  mostKeys: 4,
  other: false,
  ...changes,
});
const picture: CurvePicture = {
  columns: new Float32Array([0, 0, 10, 10, 10, 10, 1, 1, 1, 2, 2, 2]),
  keys: new Float64Array([0, 0, NaN, NaN, 0.5, 1, 1, 10, 0.5, 9, NaN, NaN]),
  keyCounts: new Uint32Array([2, kTooManyKeys]),
  values: new Float64Array(),
};

test('between the columns of a picture values lie on a line, or stand where the curve steps', () => {
  const drawn = new Drawn(query(), picture);
  assert.equal(drawn.valueAt(3, 0.5, false), 5);
  assert.equal(drawn.valueAt(3, 0.5, true), 0);
  assert.equal(drawn.valueAt(5, 1, false), 2);
  assert.ok(Number.isNaN(drawn.valueAt(3, 2, false)), 'behind the picture');
  assert.ok(Number.isNaN(drawn.valueAt(4, 1, false)), 'not asked for');
});

test('keys of a picture belong to their channel', () => {
  const drawn = new Drawn(query(), picture);
  assert.deepEqual(
    drawn.keys(3)!.map(({ time, value }) => [time, value]),
    [
      [0, 0],
      [1, 10],
    ],
  );
  assert.deepEqual(drawn.keys(3)![1]!.left, [0.5, 9]);
  assert.equal(drawn.keys(5), undefined);
});

// -- groups and words -------------------------------------------------------------------------------------------------

test('channels are put together by what they move', () => {
  const groups = groupsOf([
    head(),
    head({ target: 'Tail', targetIndex: 2 }),
    head({ path: 'QuatW', channel: 'rotation', component: 3 }),
    head({ target: undefined, targetIndex: undefined, track: 'ghost' } as Partial<CurveHead>),
  ]);
  assert.deepEqual(
    groups.map(({ name, node, channels }) => [name, node, channels]),
    [
      ['Bone', 1, [0, 2]],
      ['Tail', 2, [1]],
      ['ghost', -1, [3]],
    ],
  );
});

test('the colour of a channel is its axis', () => {
  assert.equal(axisOf(head({ component: 2 })), 'z');
  assert.equal(axisOf(head({ channel: 'rotation', component: 3 })), 'w');
  assert.equal(axisOf(head({ channel: 'other' })), undefined);
});

test('components that share a name have letters and colours, those of colours r, g and b', () => {
  const parts = (path: string, count: number, channel: CurveHead['channel'] = 'other'): CurveHead[] =>
    Array.from({ length: count }, (_, component) => head({ path, channel, component }));
  const heads = [...parts('t.diffuse_color', 3), ...parts('t.offset', 2), ...parts('l.energy', 1), head()];
  markVectors(heads);
  assert.deepEqual(heads.map(channelName), [
    ...['t.diffuse_color r', 't.diffuse_color g', 't.diffuse_color b', 't.offset x', 't.offset y', 'l.energy', 'LocX'],
  ]);
  assert.deepEqual(heads.map(axisOf), ['x', 'y', 'z', 'x', 'y', undefined, 'x']);
  assert.equal(new Set(heads.map(channelKey)).size, heads.length);
});

test('a curve says how it goes and what it does outside', () => {
  assert.equal(
    inWords(head({ before: 'cyclic', after: 'cyclic', last: 0.5 })),
    '2 keys, 0.000 to 0.500 s, linear, before and after: cyclic',
  );
  assert.equal(
    inWords(head({ keyCount: 1, interpolation: 'step', after: 'extrapolate' })),
    '1 key, 0.000 to 1.000 s, step, before: constant, after: linear extrapolation',
  );
  assert.equal(inWords(head({ animated: false, keyCount: 1 })), '1 key, constant at the value of the base frame');
});

test('the two readings of a text are compared in words', () => {
  const reading = {
    translation: 0,
    rotationDegrees: 180,
    scale: 0,
    distance: 0.25,
    action: 'gust',
    joint: 'Wheel',
    time: 0.37,
    notCompared: 0,
    shown: false,
  };
  assert.match(readingText({ ...reading, notCompared: 3 }), /It is drawn dotted\. Actions not compared: 3\.$/);
  assert.equal(
    readingText(reading),
    'The original converter differs by rotations up to 180°; joints up to 0.25 units (Wheel in gust at 0.370 s). It is drawn dotted.',
  );
  assert.match(readingText({ ...reading, shown: true }), /^The author’s editor differs/);
  assert.equal(
    readingText({ ...reading, rotationDegrees: 0, distance: 0 }),
    'The original converter reads these curves in the same way as the author’s editor.',
  );
});

// -- questions to the core --------------------------------------------------------------------------------------------

/** A viewer whose answers wait until they are let go. */
function slowViewer(): { viewer: Viewer; asked: CurveQuery[]; answer(value: number): Promise<void> } {
  const asked: CurveQuery[] = [],
    waiting: ((value: number) => void)[] = [];
  const curves = [head(), head({ component: 1 })];
  const viewer = {
    ask: (question: string, { query }: { query: CurveQuery }) => {
      if (question === 'curveList') return Promise.resolve({ duration: 2, frameRate: 25, curves });
      asked.push(query);
      return new Promise<CurvePicture>((resolve) =>
        waiting.push((value) =>
          resolve({ ...picture, values: new Float64Array(query.channels.map((c) => value + c)) }),
        ),
      );
    },
  } as unknown as Viewer;
  return {
    viewer,
    asked,
    async answer(value) {
      waiting.shift()!(value);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test('exact values are asked for one at a time, and the last question is not lost', async () => {
  const { viewer, asked, answer } = slowViewer();
  let read = 0;
  const source = new CurveSource(
    viewer,
    () => undefined,
    () => ++read,
  );
  assert.equal(await source.open(0), true);
  source.read([0, 1], 0.1);
  source.read([0, 1], 0.2);
  source.read([1], 0.3);
  assert.deepEqual(
    asked.map(({ at, columns }) => [at, columns]),
    [[0.1, 0]],
  );
  await answer(10);
  assert.deepEqual([source.valueOf(0), source.valueOf(1), read], [10, 11, 1]);
  assert.deepEqual([asked[1]!.at, asked[1]!.channels], [0.3, [1]]);
  await answer(20);
  assert.equal(source.valueOf(1), 21);
  assert.ok(Number.isNaN(source.valueOf(0)), 'not asked for this time');
});

test('what is left of a zero by rounding is zero, and small values of small curves stay', async () => {
  const { viewer, answer } = slowViewer();
  const source = new CurveSource(
    viewer,
    () => undefined,
    () => undefined,
  );
  await source.open(0);
  source.read([0], 0);
  await answer(1e-17);
  assert.equal(source.valueOf(0), 0);
  source.read([0], 0);
  await answer(1e-9);
  assert.equal(source.valueOf(0), 1e-9);
});

test('answers to an action that is no longer shown count for nothing', async () => {
  const { viewer, answer } = slowViewer();
  let read = 0;
  const source = new CurveSource(
    viewer,
    () => undefined,
    () => ++read,
  );
  await source.open(0);
  source.read([0], 0.1);
  const second = source.open(1);
  await answer(5);
  assert.equal(await second, true);
  assert.equal(read, 0);
  assert.ok(Number.isNaN(source.valueOf(0)));
});

// -- facts of QMSH ----------------------------------------------------------------------------------------------------

test('a text says what smooths its objects and what holds their vertices', () => {
  const object = {
    name: 'Arm',
    parentArmature: 'Rig',
    parentBone: '',
    autoSmoothDegrees: 40,
    vertices: 10,
    faces: 9,
    quads: 5,
    smoothFaces: 4,
    normals: 'angle',
    weights: { parentBone: 0, groups: 7, envelopes: 1, none: 2 },
  };
  const found = qmshFacts({
    version: 10,
    fps: 24,
    objects: [
      object,
      {
        ...object,
        quads: 0,
        normals: 'stored',
        parentBone: 'b',
        weights: { parentBone: 10, groups: 0, envelopes: 0, none: 0 },
      },
      {
        ...object,
        parentArmature: '',
        autoSmoothDegrees: undefined,
        weights: { parentBone: 0, groups: 0, envelopes: 0, none: 10 },
      },
    ],
    armature: { name: 'Rig', bones: 1, useVertexGroups: true, useEnvelopes: true },
    exported: { objects: 3, vertices: 30, faces: 27, bones: 1, actions: 0 },
  })!;
  assert.deepEqual(found.facts, [
    ['version', '10, text'],
    ['frames per second', '24'],
    ['exported', '3 objects, 30 vertices, 27 faces, 1 bone, 0 actions'],
    ['armature', 'Rig: 1 bone, vertex groups, else envelopes'],
  ]);
  assert.deepEqual(
    found.objects.map(({ facts }) => facts),
    [
      [
        ['vertices', '10'],
        ['faces', '9, 5 of them quads'],
        ['parent', 'Rig'],
        ['smoothing', 'up to 40°'],
        ['smooth faces', '4 of 9, without effect: only the angle matters'],
        ['weights', 'vertex groups control 7 vertices, envelopes control 1 vertex, nothing controls 2'],
      ],
      [
        ['vertices', '10'],
        ['faces', '9'],
        ['parent', 'Rig, bone b'],
        ['smoothing', 'none: uses its own normals'],
        ['smooth faces', '4 of 9'],
        ['weights', 'the parent bone controls all'],
      ],
      [
        ['vertices', '10'],
        ['faces', '9, 5 of them quads'],
        ['smoothing', 'up to 30°, no angle in the text'],
        ['smooth faces', '4 of 9, without effect: only the angle matters'],
        ['weights', 'none'],
      ],
    ],
  );
});

test('a binary says its flags, guards, camera, points, groups and splits', () => {
  const found = qmshFacts({
    version: 22,
    flags: ['tangents', 'skinned', 'split'],
    bytes: 100,
    bytesConsumed: 100,
    radius: 1.5,
    box: { min: [-1, -1, -1], max: [1, 1, 1] },
    camera: { position: [1, 1, 1], target: [0, 0, 0], up: [0, 1, 0] },
    points: [
      { name: 'hand', bone: 'Arm', type: 'CUBE' },
      { name: 'door', bone: null, type: 'SPHERE' },
    ],
    groups: [{ name: 'default', bones: [1, 2] }],
  })!;
  assert.deepEqual(found.facts, [
    ['version', '22, binary'],
    ['flags', 'tangents, skinned, split'],
    ['bytes read', '100 of 100'],
    ['stored radius', '1.5'],
    ['stored box', '-1, -1, -1 to 1, 1, 1'],
    ['camera', '1, 1, 1 to 0, 0, 0, up 0, 1, 0'],
    ['points', 'hand (CUBE of Arm), door (SPHERE)'],
    ['bone groups', 'default (2 bones)'],
    ['split bounds', 'for each submesh'],
  ]);
  const old = qmshFacts({
    version: 10,
    flags: [],
    guards: 5,
    bytes: 9,
    bytesConsumed: 9,
    radius: 0,
    box: { min: [0, 0, 0], max: [0, 0, 0] },
  })!;
  assert.ok(old.facts.some(([label, value]) => label === 'guard bytes' && value === '5, all 0'));
  assert.equal(qmshFacts({ chunks: [] }), undefined);
  assert.equal(qmshFacts(undefined), undefined);
});

/** A source whose questions are answered by hand, by action. */
function heldSource(): { source: CurveSource; answer(action: number): void } {
  const waiting = new Map<number, (list: CurveList) => void>();
  const viewer = {
    ask: (_: string, { action }: { action: number }) =>
      new Promise<CurveList>((resolve) => waiting.set(action, resolve)),
  } as unknown as Viewer;
  const nothing = (): void => undefined;
  return {
    source: new CurveSource(viewer, nothing, nothing),
    answer: (action) => waiting.get(action)!({ duration: 1, frameRate: 25, firstFrame: 1, curves: [] }),
  };
}

test('a key waits for the channels of its action', async () => {
  const { source, answer } = heldSource();
  const opened = source.open(3),
    arrived = source.arrival(3);
  answer(3);
  assert.deepEqual([await opened, await arrived], [true, true]);
  assert.equal(await source.arrival(3), true, 'they are here already');
});

test('a key may wait before its action is opened, and gives up for another action or another key', async () => {
  const { source, answer } = heldSource();
  const before = source.arrival(2);
  void source.open(2);
  answer(2);
  assert.equal(await before, true);
  const first = source.arrival(5),
    second = source.arrival(5);
  assert.equal(await first, false, 'another key is wanted');
  void source.open(7);
  assert.equal(await second, false, 'another action is wanted');
});
