// What the Timeline and the Curves of the workbench work out: functions as the core has them, bars, keys.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import type { WorldReport } from '../../web/src/core/worldReport';
import { Draft, type Attempt } from '../../web/src/ui/workbench/text/draft';
import { setKey } from '../../web/src/ui/workbench/text/gestures';
import { withSplineTerm } from '../../web/src/ui/workbench/text/keyframes';
import { type BarPart, dragBars, kBar, placeLanes } from '../../web/src/ui/workbench/time/lanes';
import { addBar, duplicateBar, removeBars, setBpm, setEndless, splitBar } from '../../web/src/ui/workbench/time/edits';
import {
  evaluate,
  fourOf,
  readFunction,
  sampleSpline,
  type Four,
  type Key,
} from '../../web/src/ui/workbench/time/evaluate';
import { Hold, readNumber } from '../../web/src/ui/workbench/time/numbers';
import { addKey, movedKeys, putKeys, removeKeys, scaledKeys } from '../../web/src/ui/workbench/time/keys';
import { levelsOf } from '../../web/src/ui/workbench/time/ruler';
import { scopeOf } from '../../web/src/ui/workbench/time/playhead';
import { songOf, type Bar, type Song } from '../../web/src/ui/workbench/time/song';
// @ts-expect-error plain JavaScript
import { root } from './support/vitrine.mjs';
// @ts-expect-error plain JavaScript
import { world as text } from './support/worlds.mjs';

const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const vitrine = await createVitrine();

function reportAt(document: string, seconds: number): WorldReport {
  const world = vitrine.world(document);
  try {
    assert.deepEqual(world.report.issues ?? [], []);
    world.evaluate(seconds);
    return world.report;
  } finally {
    world.dispose();
  }
}
type Members = Parameters<typeof withSplineTerm>[0];
const near = (found: ArrayLike<number>, wanted: ArrayLike<number>, what: string): void => {
  for (let i = 0; i < wanted.length; ++i)
    assert.ok(
      Math.abs(found[i]! - wanted[i]!) <= 1e-9 * Math.max(1, Math.abs(wanted[i]!)),
      `${what}: ${Array.from(found).join()} is not ${Array.from(wanted).join()}`,
    );
};

/** One animated value of four free components, at a beat. */
function coreValue(anim: object, value: Four, beat: number, more: object = {}): Four {
  const set = { op: 'set', variable: 'V13', value: { value, anim }, in: [{ op: 'add' }] };
  const report = reportAt(text({ timeline: { bpm: 60 }, scenes: { s: set }, ...more }) as string, beat);
  assert.equal(report.anim!.length, 1);
  return report.anim![0]!.value as Four;
}

const curve = [
  [
    [0, -2],
    [4, 2],
    [8, -2],
  ],
  [
    [1, 0.5],
    [1.5, 3],
    [2, -1],
    [5, 0],
  ],
  [],
  [[2, 7]],
];

test('splines have the values of the core, in every mode, between keys, at them and outside', () => {
  for (const mode of ['cubic', 'linear', 'step'] as const) {
    const anim = { spline: { mode, channels: curve } };
    for (const beat of [0, 0.3, 1, 1.25, 1.5, 1.9, 2, 3.5, 4, 6.125, 8, 9])
      near(
        evaluate(readFunction(anim), [1, 2, 3, 4], { TIME: [beat, beat, beat, beat] }),
        coreValue(anim, [1, 2, 3, 4], beat),
        `${mode} at ${beat}`,
      );
  }
});

test('a cubic stretch between two keys that lie alone is a straight line, with a neighbour it is not', () => {
  const two = [[0, 0], [2, 4]] as const; // prettier-ignore
  assert.equal(sampleSpline(two, 'cubic', 0.5), 1);
  // Slopes 2 and (0 - 0) / (4 - 0) = 0, span 2, u = 1/2: 0.5 * 4 + 0.125 * 2 * 2 = 2.5.
  assert.equal(sampleSpline([...two, [4, 0]], 'cubic', 1), 2.5);
});

test('functions of every form and sign have the values of the core', () => {
  const terms = { a: 'VALUE', b: 'sin(TIME)', c: 'CONST', d: 'cos(TIME)', e: 'CONST2' };
  const constants = { const: [1, 2, 3, 4], const2: 0.5 };
  const forms: object[] = [
    { ...terms },
    { ...terms, lerp: true },
    { ...terms, op: ['*', '-', '-', '+'] },
    { b: 'saw(TIME)' },
    { c: 'rect(TIME)', d: 'XY' },
    { a: 'rnd(TIME)', e: 'COLOR' },
    { b: 'splines(TIME)', spline: { channels: curve } },
    { b: 'splineg(TIME, flight)', c: 'SCALE' },
    { lerp: true, d: 'id(TIME)' },
  ];
  for (const shape of [
    'A+((B*C)+(D*E))',
    'A+((B+C)*(D+E))',
    'A+((B+C)*(D*E))',
    'A+LERP(B*C,D,E)',
    'A+LERP(B+C,D,E)',
    'A*((B*C)+(D*E))',
    'A*((B+C)*(D+E))',
    'A*((B+C)*(D*E))',
    'A*LERP(B*C,D,E)',
    'A*LERP(B+C, D, E)',
    'LERP(A,B*C,D*E)',
    'LERP(A,B+C,D+E)',
    'LERP(A,B+C,D*E)',
  ])
    // prettier-ignore
    forms.push({ ...terms, shape }, { shape, b: 'TIME' }, { shape, e: 'ONE', a: 'X' });
  const splines = { flight: { mode: 'linear' as const, channels: curve as never, scalar: true } };
  for (const form of forms)
    for (const beat of [0, 0.3, 1.75, 6.2]) {
      const anim = { ...form, ...constants };
      near(
        evaluate(readFunction(anim as never), [1, -2, 0.5, 3], { TIME: [beat, beat, beat, beat] }, splines),
        coreValue(anim, [1, -2, 0.5, 3], beat, { splines }),
        `${JSON.stringify(form)} at ${beat}`,
      );
    }
});

test('a number stands for four components, missing ones are the rest', () => {
  assert.deepEqual(fourOf(2), [2, 2, 2, 2]);
  assert.deepEqual(fourOf([1, 2, 3], 1), [1, 2, 3, 1]);
});

// -- bars -----------------------------------------------------------------------------------------------------------------

const show = `{
 "scenes": {
  "title": {"op": "event", "in": [{"op": "text", "text": "$0", "color": {"value": [1, 1, 1, 1], "anim": {"spline": {"channels": [[[0, 1], [1, 0]]]}}}}]},
  "spark": {"op": "event", "in": ["dust"]},
  "dust": {"op": "particles", "size": {"value": 1, "anim": {"b": "TIME"}}},
  "lit": {"op": "add", "in": [{"op": "time", "start": 1.0, "end": 5, "in": [{"op": "light", "range": {"anim": {"b": "TIME"}}}]}, {"op": "light", "at": {"value": [0, 0, 0], "anim": {"spline": {"channels": [[[0, 0], [8, 4]]]}}}}, {"op": "trigger", "event": "spark", "duration": 2}]}
 },
 "timeline": {
  "bpm": 120,
  "events": [
   {"op": "title", "start": 0.0, "end": 4, "text": "One"},
   {"op": "title", "start": 4, "end": 8, "text": "Two", "ease": [0.5, 0], "sub": [{"op": "spark", "start": 1, "end": 2}, {"op": "spark", "start": 3}]},
   {"op": "spark", "start": 10},
   {"op": "title", "start": 1, "end": 2.50, "text": "Over"}
  ]
 }
}`;
const songIn = (draft: Draft): Song => songOf(draft.rootText, draft.root);
const barAt = (draft: Draft, index: number): Bar => songIn(draft).bars.get(`/timeline/events/${index}`)!;
/** Takes a step, and shows that undo and redo give the same bytes. */
function taken(draft: Draft, attempt: Attempt): string {
  const before = draft.text;
  assert.ok(draft.apply(attempt), draft.refusal?.text);
  draft.settle();
  const after = draft.text;
  assert.ok(draft.undo());
  assert.equal(draft.text, before);
  assert.ok(draft.redo());
  assert.equal(draft.text, after);
  return after;
}

test('a lane for each event and time operator; sub-events lie inside of their parents', () => {
  const song = songIn(new Draft(show));
  assert.deepEqual(
    song.lanes.map(({ name, bars }) => [name, bars.map(({ from, to }) => [from, to])]),
    [
      ['title', [[0, 4], [4, 8], [1, 2.5]]],
      ['spark', [[10, Infinity]]],
      ['time', [[1, 5]]],
    ],
  ); // prettier-ignore
  const two = song.bars.get('/timeline/events/1')!;
  assert.deepEqual(two.sub.map(({ from, to, pointer }) => [from, to, pointer]), [
    [5, 6, '/timeline/events/1/sub/0'],
    [7, Infinity, '/timeline/events/1/sub/1'],
  ]); // prettier-ignore
  assert.equal(song.length, 8);
});

test('bars that overlap lie one below the other', () => {
  const { lanes } = placeLanes(songIn(new Draft(show))),
    tops = lanes[0]!.bars.filter(({ depth }) => depth === 0).map(({ bar, top }) => [bar.text, top]);
  const [one, over, two] = ['One', 'Over', 'Two'].map((text) => tops.find(([name]) => name === text)![1] as number);
  assert.equal(one, two);
  assert.ok(over! >= one! + kBar);
  const inner = lanes[0]!.bars.find(({ depth }) => depth === 1)!,
    outer = lanes[0]!.bars.find(({ bar }) => bar.text === 'Two')!;
  assert.ok(inner.top > outer.top && inner.top + inner.height <= outer.top + outer.height);
});

test('a bar is dragged by quarters, Alt leaves the grid, and nothing but its numbers changes', () => {
  const draft = new Draft(show),
    hold = new Hold(),
    one = barAt(draft, 0);
  assert.ok(draft.apply(dragBars(draft, [one], 'body', 0.9, false, hold), true));
  assert.match(draft.text, /"start": 1, "end": 5, "text": "One"/);
  assert.ok(draft.apply(dragBars(draft, [one], 'body', 0.3333, true, hold), true));
  assert.match(draft.text, /"start": 0.333, "end": 4.333, "text": "One"/);
  assert.ok(draft.apply(dragBars(draft, [one], 'body', -3, false, hold), true));
  draft.settle();
  assert.equal(draft.text, show);
  assert.equal(draft.steps.length, 0);
  assert.ok(draft.apply(dragBars(draft, [one, barAt(draft, 3)], 'body', 1, false, new Hold()), true));
  draft.settle();
  assert.equal(
    draft.text,
    show.replace('0.0, "end": 4', '1, "end": 5').replace('"start": 1, "end": 2.50', '"start": 2, "end": 3.5'),
  );
  assert.equal(draft.steps.length, 1);
});

test('edges stop at each other, corners are parts of the length', () => {
  const draft = new Draft(show);
  const after = (part: BarPart, by: number): Bar => {
    const attempt = dragBars(draft, [barAt(draft, 0)], part, by, false, new Hold());
    assert.ok(draft.apply(attempt));
    draft.settle();
    const bar = barAt(draft, 0);
    draft.undo();
    return bar;
  };
  assert.equal(after('end', -9).end, 0.25);
  assert.equal(after('start', 9).start, 3.75);
  assert.deepEqual(after('ease-in', 1).ease, [0.25, 0]);
  assert.deepEqual(after('ease-out', -9).ease, [0, 0.5]);
});

test('what never ends gets an end, and loses it again', () => {
  const draft = new Draft(show);
  taken(draft, setEndless(draft, barAt(draft, 2), false, 4, 2));
  assert.equal(barAt(draft, 2).to, 14);
  taken(draft, setEndless(draft, barAt(draft, 2), true, 4, 2));
  assert.equal(barAt(draft, 2).to, Infinity);
});

test('a bar that is cut plays as before: TIME is the same on both sides, sub-events stay where they are', () => {
  const draft = new Draft(show);
  taken(draft, splitBar(draft, barAt(draft, 1), 6, 2));
  const [first, second] = [barAt(draft, 1), barAt(draft, 2)];
  assert.deepEqual([first.from, first.to, second.from, second.to], [4, 6, 6, 8]);
  // Eased by 0.5: s = 1 / 0.75, and at half of the way s * (0.5 - 0.25) = 1/3.
  assert.deepEqual(first.interval, [0, 0.333333]);
  assert.deepEqual(second.interval, [0.333333, 1]);
  assert.deepEqual([...first.sub, ...second.sub].map(({ from, to }) => [from, to]), [[5, 6], [7, Infinity]]); // prettier-ignore
  assert.ok('refused' in splitBar(draft, barAt(draft, 1), 7, 2));
});

test('bars are added, doubled and deleted; each is one step', () => {
  const draft = new Draft(show),
    lane = songIn(draft).lanes[0]!;
  assert.ok(draft.apply(addBar(draft, lane, 8, 2)));
  assert.deepEqual(draft.selection, ['/timeline/events/4']);
  draft.undo();
  taken(draft, addBar(draft, lane, 8, 2));
  assert.deepEqual([barAt(draft, 4).from, barAt(draft, 4).to, barAt(draft, 4).text], [8, 9.5, '']);
  taken(draft, duplicateBar(draft, barAt(draft, 0), 2));
  assert.deepEqual([barAt(draft, 1).from, barAt(draft, 1).to, barAt(draft, 1).text], [4, 8, 'One']);
  taken(draft, removeBars(draft, [barAt(draft, 1), barAt(draft, 5)]));
  assert.equal(draft.text, show);
  taken(draft, removeBars(draft, [barAt(draft, 0), barAt(draft, 1), barAt(draft, 2), barAt(draft, 3)]));
  assert.deepEqual(
    songIn(draft).lanes.map(({ bars }) => bars.length),
    [0, 0, 1],
  );
});

test('another tempo keeps beats, or seconds: then all that counts beats moves, and nothing else', () => {
  const draft = new Draft(show);
  assert.equal(taken(draft, setBpm(draft, songIn(draft), 60, 'beats')), show.replace('"bpm": 120', '"bpm": 60'));
  draft.undo();
  const after = taken(draft, setBpm(draft, songIn(draft), 60, 'seconds'));
  const wanted = show
    .replace('"bpm": 120', '"bpm": 60')
    .replace('0.0, "end": 4', '0, "end": 2')
    .replace('"start": 4, "end": 8', '"start": 2, "end": 4')
    .replace('"start": 1, "end": 2}', '"start": 0.5, "end": 1}')
    .replace('"start": 3}', '"start": 1.5}')
    .replace('"start": 10', '"start": 5')
    .replace('"start": 1, "end": 2.50', '"start": 0.5, "end": 1.25')
    .replace('"start": 1.0, "end": 5, "in"', '"start": 0.5, "end": 2.5, "in"')
    .replace('[8, 4]', '[4, 4]')
    .replace('"duration": 2', '"duration": 1');
  assert.equal(after, wanted);
  assert.equal(draft.steps.length, 1);
});

test('the time of a value: beats, or that of the event around it or around all that links it', () => {
  const { rootText: text, root } = new Draft(show);
  const axis = (pointer: string): string => scopeOf(text, root, pointer).operator;
  assert.equal(axis('/scenes/title/in/0/color'), '/scenes/title');
  assert.equal(axis('/scenes/dust/size'), '/scenes/spark');
  assert.equal(axis('/scenes/lit/in/0/in/0/range'), '/scenes/lit/in/0');
  assert.equal(axis('/scenes/lit/in/1/at'), '');
});

// -- keys -----------------------------------------------------------------------------------------------------------------

const spline = '/scenes/s/at/anim/spline';
const lamp =
  '{"scenes":{"s":{"op":"light","at":{"value":[0,0,0],"anim":{"spline":{"channels":[[[0,-2.0],[4,2],[8,-2]],[[1.50,1]]]}}}}}}';
const digits = { time: 2, value: 2 };
const channelsOf = (draft: Draft): Key[][] => JSON.parse(draft.text).scenes.s.at.anim.spline.channels as Key[][];
const channelIn =
  (draft: Draft) =>
  (_: string, channel: number): readonly Key[] =>
    channelsOf(draft)[channel]!;
const place = (index: number, channel = 0) => ({ spline, channel, index });

test('a key stops before its neighbours, several keys go together and keep their distances', () => {
  const draft = new Draft(lamp),
    hold = new Hold();
  const move = (keys: ReturnType<typeof place>[], by: Key): Key[][] => {
    assert.ok(draft.apply(putKeys(draft, movedKeys(keys, () => [[0, -2], [4, 2], [8, -2]], by, digits), digits, hold), true)); // prettier-ignore
    return channelsOf(draft);
  };
  assert.deepEqual(move([place(1)], [100, 0.5])[0], [[0, -2], [7.99, 2.5], [8, -2]]); // prettier-ignore
  assert.deepEqual(move([place(1)], [-100, 0])[0], [[0, -2], [0.01, 2], [8, -2]]); // prettier-ignore
  assert.deepEqual(move([place(1), place(2)], [-100, 0])[0], [[0, -2], [0.01, 2], [4.01, -2]]); // prettier-ignore
  move([place(0), place(1), place(2)], [0, 0]);
  draft.settle();
  assert.equal(draft.text, lamp);
});

test('a frame scales around its other side; keys keep their order and stop at a neighbour', () => {
  const draft = new Draft(lamp),
    channel = channelIn(draft);
  const scaled = (keys: ReturnType<typeof place>[], around: Key, factor: Key): (readonly number[])[] =>
    scaledKeys(keys, channel, around, factor, digits).map(({ to }) => to);
  assert.deepEqual(scaled([place(0), place(1)], [0, -2], [0.5, 2]), [[0, -2], [2, 6]]); // prettier-ignore
  const [, last] = scaled([place(0), place(1)], [0, -2], [5, 1]);
  assert.ok(last![0]! < 8 && last![0]! > 7.98);
  const [, flat] = scaled([place(0), place(1)], [0, -2], [0, 1]);
  assert.ok(flat![0]! > 0 && flat![0]! < 0.02);
});

test('keys are added in order, set where one is, put into new channels, and deleted', () => {
  const draft = new Draft(lamp);
  taken(draft, addKey(draft, spline, 0, [6, 1.256], digits));
  assert.deepEqual(channelsOf(draft)[0], [[0, -2], [4, 2], [6, 1.26], [8, -2]]); // prettier-ignore
  assert.deepEqual(draft.selection, [`${spline}/channels/0/2`]);
  taken(draft, addKey(draft, spline, 0, [6, 3], digits));
  assert.deepEqual(channelsOf(draft)[0], [[0, -2], [4, 2], [6, 3], [8, -2]]); // prettier-ignore
  taken(draft, addKey(draft, spline, 3, [1, 1], digits));
  assert.deepEqual(channelsOf(draft).slice(1), [[[1.5, 1]], [], [[1, 1]]]);
  assert.match(draft.text, /\[1\.50,1\]/);
  taken(draft, removeKeys(draft, [place(0), place(2), place(0, 1)]));
  assert.deepEqual(channelsOf(draft), [[[4, 2], [8, -2]], [], [], [[1, 1]]]); // prettier-ignore
});

test('fields take fractions and changes', () => {
  assert.deepEqual(
    ['3/4', '*2', '/4', '+1', '-1', ' 1,5 ', 'x', ''].map((text) => readNumber(text, 8)),
    [0.75, 16, 2, 9, -1, 1.5, undefined, undefined],
  );
});

test('the level of a song is that of the notes that sound, by how hard they were struck', () => {
  // Start, end (samples of 44,100 Hz), velocity << 16, row: one note over a second, a harder one over its second half.
  const notes = new Uint32Array([0, 44100, 60 << 16, 0, 22050, 44100, 80 << 16, 0]),
    none = new Uint32Array(0),
    levels = levelsOf({ notes, programs: none, tempo: none, effects: none });
  // 60, 80: together 100.
  assert.deepEqual(
    [0, 9, 11].map((slice) => levels[slice]!.toFixed(5)),
    ['0.60000', '0.60000', '1.00000'],
  );
});

describe('a spline is added to a function, and its value without the spline stays', () => {
  const cases: [string, Members, Members | undefined][] = [
    ['sway', { b: 'sin(TIME)', c: 'CONST' }, { b: 'sin(TIME)', c: 'CONST', d: 'spline(TIME)' }],
    [
      'a pair that multiplies nothing yet',
      { b: 'TIME', op: ['+', '*', '*', '*'] },
      { b: 'TIME', op: ['+', '*', '+', '*'], d: 'spline(TIME)' },
    ],
    [
      'half a pair',
      { b: 'TIME', c: 'CONST', e: 'sin(TIME)' },
      { b: 'TIME', c: 'CONST', op: ['+', '*', '+', '+'], d: 'spline(TIME)', e: 'sin(TIME)' },
    ],
    [
      'a shape that has no such form',
      { shape: 'A+((B+C)*(D*E))', b: 'TIME', c: 'CONST' },
      { op: ['+', '+', '+', '*'], b: 'TIME', c: 'CONST', d: 'spline(TIME)' },
    ],
    ['the first pair', { d: 'TIME', e: 'CONST' }, { b: 'spline(TIME)', d: 'TIME', e: 'CONST' }],
    ['one that has it', { b: 'TIME', d: 'spline(TIME)' }, { b: 'TIME', d: 'spline(TIME)' }],
    ['all slots are used', { b: 'TIME', c: 'CONST', d: 'TIME', e: 'CONST' }, undefined],
    ['a product', { shape: 'A*((B*C)+(D*E))', b: 'TIME' }, undefined],
    ['a mixture', { shape: 'A+LERP(B*C,D,E)', b: 'TIME' }, undefined],
    ['a spline that is multiplied', { b: 'spline(TIME)', c: 'CONST' }, undefined],
    ['a spline that is subtracted', { b: 'TIME', d: 'spline(TIME)', op: ['+', '*', '-', '*'] }, undefined],
    ['a spline that nothing reads', { b: 'TIME', spline: { channels: [] } }, undefined],
  ];
  for (const [name, anim, wanted] of cases)
    test(name, () => {
      const found = withSplineTerm(anim);
      assert.deepEqual(found, wanted);
      if (!found) return;
      // As the core has it, at a beat; each channel of the spline stays at one height.
      const value = (json: Members, height?: number): Four =>
        coreValue(
          { ...json, const: 3, ...(height !== undefined && { spline: { channels: Array(4).fill([[0, height]]) } }) },
          [2, 2, 2, 2],
          0.3,
        );
      const hasOwn = anim === found;
      near(value(found, 0), value(anim, hasOwn ? 0 : undefined), 'without it');
      near(
        value(found, 5),
        value(found, 0).map((part) => part + 5),
        'with it',
      );
    });
});

test('a key of a function holds what it lacks there, and undo gives the function back', () => {
  const text = '{"scenes":{"s":{"op":"light","range":{"value":2,"anim":{"b":"sin(TIME)","c":"CONST","const":3}}}}}',
    draft = new Draft(text);
  assert.ok(draft.apply(setKey(draft, '/scenes/s/range', 1.5, [7], [4])));
  assert.equal(
    draft.text,
    text
      .replace('"c":"CONST",', '"c":"CONST","d":"spline(TIME)",')
      .replace('"const":3', '"const":3,"spline":{"channels":[[[1.5,3]]]}'),
  );
  assert.ok(draft.apply(setKey(draft, '/scenes/s/range', 2, [5], [4])));
  assert.match(draft.text, /"channels":\[\[\[1.5,3\],\[2,1\]\]\]/);
  draft.undo();
  draft.undo();
  assert.equal(draft.text, text);
});
