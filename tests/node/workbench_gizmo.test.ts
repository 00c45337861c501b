// Gizmos of the workbench: spaces as the core has them, and drags by distances that are worked out by hand.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { Draft } from '../../web/src/ui/workbench/text/draft';
import { viewProjection } from '../../web/src/ui/workbench/picture';
import { dragged, stepOf, typed, type Grip } from '../../web/src/ui/workbench/gizmo/drag';
import { handlesOf, type Handle } from '../../web/src/ui/workbench/gizmo/handles';
import {
  alongLine,
  gimbal,
  type Moment,
  placed,
  project,
  rayAt,
  rotation,
  spaceOf,
  transform,
  untwisted,
  type View,
} from '../../web/src/ui/workbench/gizmo/space';
import { Hold } from '../../web/src/ui/workbench/time/numbers';
// @ts-expect-error plain JavaScript
import { root } from './support/vitrine.mjs';

const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const vitrine = await createVitrine();

const unknown: Moment = { value: () => undefined, events: () => [] };
type Vec3 = [number, number, number];
const near = (found: ArrayLike<number>, wanted: ArrayLike<number>, tolerance = 1e-6): void => {
  assert.equal(found.length, wanted.length);
  for (let i = 0; i < wanted.length; ++i)
    assert.ok(
      Math.abs(found[i]! - wanted[i]!) <= tolerance,
      `${Array.from(found).join()} is not ${Array.from(wanted).join()}`,
    );
};

/** 5 units in front of the origin, 600 pixels high: a pixel is 2 * 5 * tan 30 / 600 units there. */
const at: Vec3 = [0, 0, 5];
const dir: Vec3 = [0, 0, -1];
const up: Vec3 = [0, 1, 0];
const view: View = {
  viewProjection: viewProjection(at, dir, up, 60, 800 / 600),
  at,
  dir,
  up,
  fov: 60,
  width: 800,
  height: 600,
};
const unit = (10 * Math.tan(Math.PI / 6)) / 600;

const draftOf = (scene: object): Draft =>
  new Draft(JSON.stringify({ kind: 'vitrine-world', version: 1, scenes: { s: scene } }, undefined, 1));
function gripOf(draft: Draft, pointer: string, kind: Handle['kind'], more: Partial<Grip>): Grip {
  const handle = handlesOf(draft.text, draft.root, pointer).find((one) => one.kind === kind)!,
    { matrix } = spaceOf(draft.text, draft.root, handle.owner, unknown);
  return { handle, matrix, axis: 'free', start: { x: 400, y: 300 }, ...more };
}

test('a place goes to the pixel that the picture has it at, and the ray of that pixel meets it', () => {
  near(Object.values(project(view, [0, 0, 0])!), [400, 300], 1e-3);
  near(Object.values(project(view, [unit * 100, -unit * 50, 0])!), [500, 350], 1e-3);
  assert.equal(project(view, [0, 0, 6]), undefined);
  const { from, way } = rayAt(view, { x: 500, y: 350 });
  near(
    from.map((part, i) => part + (way[i]! * 5) / -way[2]),
    [unit * 100, -unit * 50, 0],
  );
  near([alongLine(rayAt(view, { x: 500, y: 300 }), [0, 0, 0], [2, 0, 0])!], [unit * 50]);
});

test('spaces are those of the core: T R S, and what stands above', () => {
  const inner = {
    op: 'transform',
    rotate: [30, -50, 70],
    scale: [1, 2, 0.5],
    translate: [1, 2, 3],
    in: [{ op: 'mesh', boxes: [{ min: [0, 0, 0], max: [1, 1, 1] }] }],
  };
  const scene = { op: 'transform', translate: [0, 5, 0], rotate: [10, 20, 30], in: [inner] },
    draft = draftOf(scene),
    world = vitrine.world(draft.text);
  world.evaluate(0);
  const matrix = world.report.jobs![0]!.matrix;
  world.dispose();
  const space = spaceOf(draft.text, draft.root, '/scenes/s/in/0/in/0', unknown);
  assert.equal(space.isOwn, false);
  near([...space.matrix], matrix as number[], 1e-9);
  near(
    untwisted(space.matrix, [1, 2, 3])!.map((_, i) => [1, 2, 3][i]!),
    [1, 2, 3],
  );
});

test('an animated transform whose value is not known leaves the own space', () => {
  const draft = draftOf({
    op: 'transform',
    translate: { value: [1, 0, 0], anim: { b: 'V13' } },
    in: [{ op: 'light' }],
  });
  assert.equal(spaceOf(draft.text, draft.root, '/scenes/s/in/0', unknown).isOwn, true);
  const known = spaceOf(draft.text, draft.root, '/scenes/s/in/0', { ...unknown, value: () => [4, 5, 6, 0] });
  assert.equal(known.isOwn, false);
  near(placed(known.matrix, [1, 1, 1]), [5, 6, 7]);
});

test('a number of a rotation turns around its own axis and leaves the others alone', () => {
  const before: Vec3 = [20, 30, 40];
  gimbal(before).forEach((axis, i) => {
    const after = before.map((part, k) => part + (i === k ? 1e-4 : 0)) as Vec3,
      [a, b] = [rotation(before), rotation(after)];
    // Each column moves at right angles to the axis, by angle x distance from it.
    for (const column of [0, 4, 8]) {
      const way = [0, 1, 2].map((row) => (b[column + row]! - a[column + row]!) / ((1e-4 * Math.PI) / 180)),
        v = [a[column]!, a[column + 1]!, a[column + 2]!];
      near(
        way,
        [axis[1] * v[2]! - axis[2] * v[1]!, axis[2] * v[0]! - axis[0] * v[2]!, axis[0] * v[1]! - axis[1] * v[0]!],
        1e-4,
      );
    }
  });
  near([...transform([2, 3, 4], [0, 0, 90], [1, 0, 0])].slice(0, 8), [0, 2, 0, 0, -3, 0, 0, 0], 1e-12);
});

test('a drag of 100 pixels along x moves a light by 100 pixels of its depth, a turned space turns it', () => {
  const draft = draftOf({ op: 'light', at: [0, 0, 0] }),
    grip = gripOf(draft, '/scenes/s', 'place', { axis: 0 });
  const hand = { spot: { x: 500, y: 340 }, fine: false, snap: false };
  near(dragged(grip, view, hand)!.value, [100 * unit, 0, 0]);
  near(dragged(grip, view, { ...hand, fine: true })!.value, [10 * unit, 0, 0]);
  // 100 pixels are 0.962 units: the next quarter is 1.
  near(dragged(grip, view, { ...hand, snap: true })!.value, [1, 0, 0]);
  near(dragged({ ...grip, axis: 'free' }, view, hand)!.value, [100 * unit, -40 * unit, 0]);
  const turned = draftOf({ op: 'transform', rotate: [0, 0, 90], scale: 2, in: [{ op: 'light', at: [0, 0, 0] }] });
  // Its y runs to the left of the world, and is twice as long.
  near(dragged(gripOf(turned, '/scenes/s/in/0', 'place', { axis: 1 }), view, hand)!.value, [0, -50 * unit, 0]);
});

test('rings turn by the angle at the middle, boxes stretch to the pointer, ranges grow by the distance', () => {
  const draft = draftOf({
    op: 'transform',
    rotate: [0, 0, 10],
    scale: [2, 2, 2],
    in: [{ op: 'light', at: [0, 0, 0], range: 1 }],
  });
  const hand = (x: number, y: number, snap = false) => ({ spot: { x, y }, fine: false, snap });
  const ring = gripOf(draft, '/scenes/s', 'turn', { axis: 2, start: { x: 450, y: 300 } });
  near(dragged(ring, view, hand(400, 250))!.value, [0, 0, 100]);
  near(dragged(ring, view, hand(440, 260, true))!.value, [0, 0, 60]);
  near(dragged(ring, view, hand(450, 310))!.value, [0, 0, 10 - (Math.atan2(10, 50) * 180) / Math.PI]);
  const size = gripOf(draftOf({ op: 'transform', scale: [2, 2, 2], in: [{ op: 'light' }] }), '/scenes/s', 'size', {
    axis: 0,
    start: { x: 440, y: 300 },
  });
  near(dragged(size, view, hand(500, 300))!.value, [5, 2, 2]);
  const range = gripOf(draftOf({ op: 'light', range: 1 }), '/scenes/s', 'range', { start: { x: 500, y: 300 } });
  near(dragged(range, view, hand(600, 300))!.value, [1 + 100 * unit]);
  near(dragged(range, view, hand(405, 300))!.value, [1 - 95 * unit]);
});

test('a face of a box stops at the other one; an empty box says so', () => {
  const boxes = [
      { min: [-1, 0, 0], max: [1, 1, 1] },
      { min: [0, 0, 0], max: [-1, 1, 1] },
    ],
    draft = draftOf({ op: 'mesh', boxes });
  const handles = handlesOf(draft.text, draft.root, '/scenes/s');
  assert.deepEqual(
    handles.map((handle) => handle.kind === 'box' && handle.isEmpty),
    [false, true],
  );
  const grip = { ...gripOf(draft, '/scenes/s/boxes/0', 'box', { axis: 0 }), face: { axis: 0 as const, isMax: true } };
  assert.deepEqual(
    dragged(grip, view, { spot: { x: 0, y: 300 }, fine: false, snap: false })!.value,
    [-1, 0, 0, -1, 1, 1],
  );
  // Cells have to have a volume.
  const cell = new Draft('{"segments":[{"name":"a","cells":[{"min":[0,0,0],"max":[0,1,1]}]}]}'),
    [box] = handlesOf(cell.text, cell.root, '/segments/0');
  assert.equal(box!.kind === 'box' && box.isEmpty, true);
});

test('numbers that are typed go along the axis, as factors for scales', () => {
  const draft = draftOf({ op: 'transform', translate: [1, 2, 3], scale: [1, 2, 3], in: [{ op: 'light' }] });
  assert.deepEqual(typed(gripOf(draft, '/scenes/s', 'place', { axis: 2 }), 2.5).value, [1, 2, 5.5]);
  assert.deepEqual(typed(gripOf(draft, '/scenes/s', 'size', { axis: 1 }), 3).value, [1, 6, 3]);
  assert.deepEqual(typed(gripOf(draft, '/scenes/s', 'size', { axis: 'free' }), 2).value, [2, 4, 6]);
  assert.deepEqual(typed(gripOf(draft, '/scenes/s', 'turn', { axis: 0 }), -90).value, [-90, 0, 0]);
});

test('only the numbers that a hand moved are written, and back where they were they are as they were', () => {
  const text = '{"scenes":{"s":{"op":"light","at":[1.50, 2.0e0,3]}}}',
    draft = new Draft(text),
    grip = gripOf(draft, '/scenes/s', 'place', { axis: 0 }),
    hold = new Hold();
  assert.ok(draft.apply(stepOf(draft, grip.handle, { value: [1.75, 2, 3], decimals: 2 }, hold), true));
  assert.equal(draft.text, '{"scenes":{"s":{"op":"light","at":[1.75, 2.0e0,3]}}}');
  assert.ok(draft.apply(stepOf(draft, grip.handle, { value: [1.5, 2.25, 3], decimals: 2 }, hold), true));
  assert.equal(draft.text, '{"scenes":{"s":{"op":"light","at":[1.50, 2.25,3]}}}');
  assert.ok(draft.apply(stepOf(draft, grip.handle, { value: [1.5, 2, 3], decimals: 2 }, hold), true));
  draft.settle();
  assert.equal(draft.text, text);
  assert.equal(draft.undoLabel, undefined);
});
