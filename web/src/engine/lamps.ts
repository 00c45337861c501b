// The lamps of a file as the shader reads them: KRI's own law of light.

import { BufferKind } from '../core/buffers';
import type { RenderModel } from './renderModel';
import * as m from '../core/math';
import { nodeMatrix } from './picking';

export const kMostLamps = 8;
/** Four vectors a lamp: place and kind, direction and outer cosine, colour and inner cosine, attenuation. */
const kLampFloats = 16;
const kStateFloats = 12;
const kinds = ['point', 'sun', 'spot', 'hemi', 'area'] as const;

/** The first eight lamps in the order of the nodes; `count` of them are meant. */
export function lampsOf({ document, report, skeleton, worldFromFile }: RenderModel): {
  count: number;
  values: Float32Array;
} {
  const values = new Float32Array(kMostLamps * kLampFloats),
    states = document.floats(BufferKind.Lights);
  let count = 0;
  for (const node of skeleton.nodes) {
    if (node.light === undefined || count === kMostLamps) continue;
    const worldFromNode = m.multiply(worldFromFile, nodeMatrix(document, node.index));
    // Blender's lamps shine along their own -z.
    const direction = m.normalize(m.transformDirection(worldFromNode, [0, 0, -1]));
    const [r = 0, g = 0, b = 0, q0 = 0, q1 = 0, q2 = 0, qs = 0, , , angle = 0, blend = 0] = states.subarray(
      node.light * kStateFloats,
      (node.light + 1) * kStateFloats,
    );
    const outer = Math.cos(angle / 2);
    values.set(
      [
        ...m.transformPoint(worldFromNode, [0, 0, 0]),
        kinds.indexOf(report.info.lights[node.light]?.kind ?? 'point'),
        ...direction,
        outer,
        ...[r, g, b],
        outer + (1 - outer) * Math.min(1, Math.max(1e-3, blend)),
        ...[q0, q1, q2, qs],
      ],
      count * kLampFloats,
    );
    ++count;
  }
  return { count, values };
}
