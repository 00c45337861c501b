// Collision of the island: the lift that pushes crates, and the ropes of the bridge.

import { from, sag, to } from './bridge';
import { high, low, shaft } from './plan';
import { lift } from './stair';

export function physics(): object {
  const links = 9,
    ropes = [-0.86, 0.86].flatMap((z) =>
      Array.from({ length: links + 1 }, (_, i) => ({
        pos: [from + 0.1 + ((to - from - 0.3) * i) / links, sag(i / links) + 0.1, z],
        damp: 0.02,
        ...((i === 0 || i === links) && { fixed: true }),
      })),
    );
  const crates = [[0.75, 0.01, -0.7], [0.05, 0.01, -0.82]].map(([x, y, z]) => ({ pos: [shaft.x + x!, low + lift[0]![1] + y!, z!], damp: 0.01 })); // prettier-ignore
  return {
    gravity: [0, -9.81, 0],
    cells: [
      // Moves as the drawn one does; what lies on it is carried.
      { mode: 'sub', name: 'lift', min: [shaft.x - 1.25, low - 0.4, -1.25], max: [shaft.x + 1.25, low + lift[0]![1], 1.25], offset: { value: [0, 0, 0], anim: { spline: { channels: [[], lift.map(([beat, y]) => [beat, y - lift[0]![1]]), []] } } } }, // prettier-ignore
      { mode: 'zone', name: 'upper door', min: [shaft.x + 1.4, high, -1.1], max: [21, high + 2.6, 1.1] },
    ],
    particles: [...crates, ...ropes],
    constraints: ropes.flatMap((_, i) => (i % (links + 1) === links ? [] : [{ a: crates.length + i, b: crates.length + i + 1 }])), // prettier-ignore
  };
}
