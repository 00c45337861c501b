// Rotations by degrees and the rings that a pointer drags: plain arithmetic, held against numbers worked by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Vec3, Vec4 } from '../../web/src/core/report';
import * as m from '../../web/src/core/math';
import {
  axisRotation,
  degreesFromQuaternion,
  multiplyQuaternions,
  quaternionFromDegrees,
  rotationBetween,
} from '../../web/src/core/math';
import { gizmoOf } from '../../web/src/engine/page/rotationOverrides';
import { RingDrag, ringAt } from '../../web/src/viewer/rotationOverrides';
import type { View } from '../../web/src/protocol/projection';

const near = (found: readonly number[], expected: readonly number[], tolerance: number): void =>
  found.forEach((value, i) =>
    assert.ok(Math.abs(value - (expected[i] as number)) <= tolerance, `${found.join()} instead of ${expected.join()}`),
  );

test('degrees turn about x first, then y, then z', () => {
  const h = Math.SQRT1_2;
  near(quaternionFromDegrees([90, 0, 0]), [h, 0, 0, h], 1e-12);
  near(quaternionFromDegrees([0, 0, 90]), [0, 0, h, h], 1e-12);
  // x to 90 degrees takes y to z; then z to 90 degrees leaves it there.
  near(quaternionFromDegrees([90, 0, 90]), [0.5, 0.5, 0.5, 0.5], 1e-12);
});

test('degrees come back from their quaternion', () => {
  for (const degrees of [
    [10, 20, 30],
    [-170, 45, 120],
    [0, -89, 5],
    [33.3, 0, -179],
  ] as Vec3[])
    near(degreesFromQuaternion(quaternionFromDegrees(degrees)), degrees, 1e-9);
  // Straight up one angle is free: the same rotation comes back.
  const steep = quaternionFromDegrees([40, 90, 10]),
    again = quaternionFromDegrees(degreesFromQuaternion(steep));
  near(
    again.map((c) => c * Math.sign(again[3] * steep[3])),
    steep,
    1e-6,
  );
});

test('what lies between two rotations leads from one to the other', () => {
  const from = quaternionFromDegrees([20, -40, 70]),
    by = quaternionFromDegrees([5, 10, 15]);
  near(rotationBetween(from, multiplyQuaternions(from, by)), by, 1e-12);
});

/** Looking along -z from (0, 0, 10), orthographic, ten units to 500 pixels. */
const front = (): View => {
  const clipFromWorld = m.multiply(m.orthographic(5, 5, 1, 100), m.lookAt([0, 0, 10], [0, 0, 0], [0, 1, 0]));
  return {
    clipFromWorld,
    worldFromClip: m.invert(clipFromWorld) as m.Mat4,
    eye: [0, 0, 1, 0],
    studio: new Float32Array(9),
    height: 1,
  };
};
const nodeAt = (x: number, y: number): m.Mat4 => {
  const matrix = m.identity();
  matrix[12] = x;
  matrix[13] = y;
  return matrix;
};
const identity: Vec4 = [0, 0, 0, 1];
/** Around (1, 1): pixel (300, 200) of 500 by 500. */
const gizmo = gizmoOf(7, nodeAt(1, 1), identity, front(), 500, 1);

test('rings have the same size on the screen, and are found within reach', () => {
  assert.ok(Math.abs(gizmo.radius - 74 / 50) < 1e-6);
  const at = (angle: number, radius: number): number =>
    ringAt(gizmo, { x: 300 + radius * Math.cos(angle), y: 200 - radius * Math.sin(angle) }, 500, 500);
  assert.equal(at(0.8, 74), 2);
  assert.equal(at(0.8, 80), 2);
  assert.equal(at(0.8, 95), -1);
  // The two other rings are seen from their edges: lines along y and x.
  assert.equal(at(Math.PI / 2, 40), 0);
  assert.equal(at(0, 40), 1);
});

test('a drag around a ring turns by its angle, over and over', () => {
  const drag = new RingDrag(gizmo, 2, { x: 374, y: 200 }, 500, 500);
  let rotation = identity;
  for (let step = 1; step <= 54; ++step) {
    const angle = (step * Math.PI) / 18;
    rotation = drag.move({ x: 300 + 74 * Math.cos(angle), y: 200 - 74 * Math.sin(angle) });
  }
  // One and a half rounds.
  near(rotation, axisRotation(2, 3 * Math.PI), 1e-6);
});

test('a ring seen from its edge turns by what the pointer moves along it', () => {
  const drag = new RingDrag(gizmo, 1, { x: 300, y: 200 }, 500, 500);
  // The near side of the ring about y runs to the right: 7.4 pixels of a radius of 74 are a tenth of a radian.
  near(drag.move({ x: 307.4, y: 200 }), axisRotation(1, 0.1), 2e-3);
});

test('in a mirrored space the pointer still takes the surface along', () => {
  const mirrored = nodeAt(1, 1);
  mirrored[10] = -1;
  const ring = gizmoOf(7, mirrored, identity, front(), 500, 1);
  const drag = new RingDrag(ring, 2, { x: 374, y: 200 }, 500, 500);
  // x and y are as before, so a quarter round on the screen is a quarter turn of the node.
  near(drag.move({ x: 300, y: 126 }), axisRotation(2, Math.PI / 2), 1e-6);
});
