// The sky: a drum round everything, whose second texture coordinates span the whole picture.

import type { KriMesh } from '../model/kri';
import { Model } from './surface';

export function sky(): KriMesh {
  const model = new Model('sky');
  model.lathe('sky', [20, 0, 0], [[150, -60], [150, -30], [150, -8], [150, 9], [148, 34], [138, 60], [115, 85], [70, 105], [0, 112]], 32, { inside: true, from: 0, to: 1 }); // prettier-ignore
  Object.assign(model.patches[0]!.chart, { x: 0, y: 0, width: 64, height: 64 });
  return model.mesh(64);
}
