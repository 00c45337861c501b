// The leaf of the four doors: boards in old red paint, with bands of iron.

import { Model } from './surface';
import type { Room } from './room';

export function doors(): Room {
  const leaf = new Model('leaf', { scale: 0.7, density: 7 });
  leaf.box('paint!', [-0.07, 0, -1.15], [0.07, 2.8, 1.15]);
  for (const y of [0.3, 1.35, 2.35]) leaf.box('iron', [-0.1, y, -1.14], [0.1, y + 0.14, 1.14], { scale: 1.4 });
  for (const x of [-0.13, 0.13]) leaf.lathe('brass', [x, 1.15, 0.8], [[0, -0.09], [0.09, 0], [0, 0.09]], 10); // prettier-ignore
  return {
    name: 'doors',
    models: [leaf],
    air: { reach: 3, far: ([, y], at) => [0.24 + 0.03 * at[1], 0.23 + 0.05 * y + 0.025 * at[1], 0.27 + 0.08 * y], emitters: [] },
    scene: [],
    cells: [],
  }; // prettier-ignore
}
