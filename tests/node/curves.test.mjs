// `vitrine curves` and the module's curves: keys, handles, values between them, against numbers worked by hand.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { bytes, rise, square } from './support/inputs.mjs';
import { root, vitrine, vitrineJson } from './support/vitrine.mjs';

const pinwheel = join(root, 'public/samples/pinwheel/pinwheel.qmsh.tmp');
const near = (found, wanted, what, tolerance = 1e-6) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${what}: ${found} instead of ${wanted}`);

/** One bone, one channel per curve: [name, interpolation, extension, points in frames]. Ten frames a second. */
const text = (...curves) => `QMSH TMP 10
objects { armature "Rig" { 0,0,0 0,0,0 1,1,1 1 0
  bone "b" { "" head 0,0,0 0,0,0 0.1 tail 0,0,1 0,0,1 0.1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0,0,1; } } }
actions { "act" { "b" { ${curves.map(([name, how, outside, points]) => `"${name}" ${how} ${outside} { ${points} }`).join(' ')} } } }
params { fps = 10 }
`;

let folder, core;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-curves-'));
  core = await createVitrine();
  writeFileSync(join(folder, 'square.md5mesh'), square());
  writeFileSync(join(folder, 'rise.md5anim'), rise);
});
after(() => rmSync(folder, { recursive: true }));

const curvesOf = (...curves) => {
  const doc = core.open([{ name: 'a.qmsh.tmp', bytes: bytes(text(...curves)) }]);
  return { doc, curves: doc.curves(0, 21) };
};
/** Values at 21 places over the action. */
const valuesOf = (curve) => curvesOf(curve).curves[0].samples.map(([, value]) => value);

describe('curves of a QMSH text', () => {
  test('CONST steps, LINEAR goes straight', () => {
    const points = '1,0 6,10 21,40';
    const step = valuesOf(['LocX', 'CONST', 'CONST', points]),
      line = valuesOf(['LocX', 'LINEAR', 'CONST', points]);
    assert.deepEqual([step[0], step[4], step[5], step[19], step[20]], [0, 0, 10, 10, 40]);
    near(line[4], 8, 'frame 5');
    near(line[15], 30, 'frame 16');
  });

  test('BEZIER eases between levelled ends by the derived handles', () => {
    // Handles are the span over 2.5614 long, measured along the chord (slope 10 over 20 frames), then levelled.
    const h = 1 / 2.5614 / Math.hypot(1, 0.5);
    const { curves } = curvesOf(['LocX', 'BEZIER', 'CONST', '1,0 21,10']);
    const [first, last] = curves[0].keys;
    near(first.right[0], 2 * h, 'right handle');
    near(first.right[1], 0, 'its value');
    near(last.left[0], 2 - 2 * h, 'left handle');
    const values = curves[0].samples.map(([, value]) => value);
    near(values[10], 5, 'half-way');
    // x(s) = 3 (1-s)^2 s h + 3 (1-s) s^2 (1-h) + s^3 ; y(s) = s^2 (3 - 2 s). At s = 1/4:
    const s = 0.25,
      x = 3 * (1 - s) ** 2 * s * h + 3 * (1 - s) * s * s * (1 - h) + s ** 3,
      y = s * s * (3 - 2 * s);
    const doc = curvesOf(['LocX', 'BEZIER', 'CONST', '1,0 21,10']).doc;
    const dense = doc.curves(0, 20001)[0].samples;
    near(dense[Math.round(x * 20000)][1], 10 * y, 'at a quarter of the curve', 2e-3);
  });

  test('BEZIER between two keys is a straight line where the ends are not levelled', () => {
    const values = valuesOf(['LocX', 'BEZIER', 'EXTRAP', '1,0 21,10']);
    values.forEach((value, i) => near(value, i / 2, `place ${i}`));
  });

  test('each extension goes on in its own way behind the last key', () => {
    // Keys over the first half; a second curve makes the action twice as long.
    const long = ['LocY', 'LINEAR', 'CONST', '1,0 21,0'];
    const behind = (extension) =>
      curvesOf(['LocX', 'LINEAR', extension, '1,0 11,10'], long).curves[0].samples.map(([, value]) => value);
    const [held, straight, round, climbing] = ['CONST', 'EXTRAP', 'CYCLIC', 'CYCLIC_EXTRAP'].map(behind);
    near(held[15], 10, 'held');
    near(straight[15], 15, 'straight on');
    near(round[10], 0, 'a cycle shows its first value at its end');
    near(round[15], 5, 'cyclic');
    near(climbing[15], 15, 'cyclic, climbing');
    near(climbing[20], 20, 'after two rounds');
  });

  test('are plain data: what moves, how, and what it does outside', () => {
    const { doc, curves } = curvesOf(['QuatW', 'LINEAR', 'CYCLIC', '1,1 6,0.5']);
    const { samples, ...curve } = curves[0];
    assert.equal(samples.length, 21);
    assert.deepEqual(curve, {
      path: 'QuatW',
      targetKind: 'node',
      target: 'b',
      targetIndex: 1,
      channel: 'rotation',
      component: 3,
      interpolation: 'linear',
      handles: 'none',
      before: 'cyclic',
      after: 'cyclic',
      keys: [
        { time: 0, value: 1 },
        { time: 0.5, value: 0.5 },
      ],
    });
    doc.dispose();
  });
});

describe('vitrine curves', () => {
  const run = (args) => vitrine(['curves', ...args], { cwd: folder });
  const runJson = (args) => vitrineJson(['curves', '--json', ...args], { cwd: folder }).value;

  test('prints a table for people', () => {
    const { status, stdout, stderr } = run([pinwheel]);
    assert.equal(status, 0);
    assert.equal(stderr, '');
    assert.match(stdout, /^breeze: 4 s, 4 curves\ntarget +path +keys +times +values +interpolation +outside$/m);
    assert.match(stdout, /^Wheel +QuatY +25 +0 \.\. 2 s +0 \.\. 1 +linear +cyclic$/m);
    assert.match(stdout, /^gust: 2\.88 s, 4 curves$/m);
  });

  test('prints all keys as JSON, of one action by name or number', () => {
    const all = runJson([pinwheel]);
    assert.deepEqual(
      all.map(({ action, curves }) => [action, curves.length]),
      [
        ['breeze', 4],
        ['gust', 4],
      ],
    );
    assert.equal(all[0].frameRate, 25);
    assert.deepEqual(runJson([pinwheel, '--action', 'gust']), [all[1]]);
    assert.deepEqual(runJson([pinwheel, '--action', '1']), [all[1]]);
    // As the file has it: frame 3.083333 of `"QuatY" LINEAR CYCLIC`.
    const line = readFileSync(pinwheel, 'utf8').match(/"QuatY" LINEAR CYCLIC \{ 1\.000000,0\.000000 ([\d.]+),([\d.]+)/);
    const { time, value } = all[0].curves[2].keys[1];
    near(time, (Number(line[1]) - 1) / 25, 'time');
    near(value, Number(line[2]), 'value');
  });

  test('--sample adds evaluated points', () => {
    const [{ curves, duration }] = runJson([pinwheel, '--action', 'breeze', '--sample', '5']);
    assert.deepEqual(
      curves[2].samples.map(([time]) => time),
      [0, 1, 2, 3, 4].map((i) => (i * duration) / 4),
    );
    // The wheel turns once in two seconds and goes on: half-way round the half angle is a right one.
    near(curves[2].samples[1][1], 1, 'after a second');
    near(curves[2].samples[3][1], 1, 'and after a second round');
  });

  test('--sample counts the points of all actions together', () => {
    const action = (i) => `"act ${i}" { "b" { "LocX" LINEAR CONST { 1,0 2,1 } } }`;
    const many = text().replace(/"act" .*/, `${Array.from({ length: 21 }, (_, i) => action(i)).join(' ')} }`);
    writeFileSync(join(folder, 'many.qmsh.tmp'), many);
    const { status, stderr } = vitrine(['curves', join(folder, 'many.qmsh.tmp'), '--sample', '100000', '--json']);
    assert.equal(status, 2);
    assert.match(stderr, /more than 2000000 points; name an --action/);
  });

  test('shows sampled frames component by component', () => {
    const [{ curves }] = runJson(['square.md5mesh', 'rise.md5anim', '--sample', '5']);
    assert.equal(curves.length, 14);
    const z = curves.find(({ track, path }) => track === 'top' && path === 'translation.z');
    assert.equal(z.animated, true);
    assert.equal(z.keys.length, 3);
    near(z.keys[1].value, 4 / 3, 'middle frame', 1e-7);
    near(z.samples[1][1], 7 / 6, 'between two frames', 1e-7);
    assert.equal(curves[0].animated, false);
  });

  for (const [what, args, said] of [
    ['an unknown action', [pinwheel, '--action', 'storm'], /no action "storm".*breeze, gust/],
    ['an unknown format', [pinwheel, '--format', 'csv'], /pretty, json/],
    ['a number of samples that is none', [pinwheel, '--sample', 'many'], /--sample/],
  ]) {
    test(`ends with 2 for ${what}`, () => {
      const { status, stdout, stderr } = run(args);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr, said);
    });
  }

  test('ends with 1 where a file does not open', () => {
    writeFileSync(join(folder, 'torn.qmsh.tmp'), 'QMSH TMP 10\nobjects {');
    const { status, stdout, stderr } = run(['torn.qmsh.tmp']);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^torn\.qmsh\.tmp:2:10: error QMSH_SYNTAX/);
  });
});
