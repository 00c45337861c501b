// Framing of a view: the bounds of a model over its whole action.

import { BufferKind } from '../core/buffers';
import { leastOf, mostOf } from '../base/lists';
import * as m from '../core/math';
import type { Framing } from '../protocol/view';
import type { RenderModel } from './renderModel';
import { nodePosition } from './skeleton';
import { framingOf } from '../protocol/projection';

export const kEmptyFraming: Framing = { bounds: { min: [-1, 0, -1], max: [1, 2, 1] }, center: [0, 1, 0], radius: 1.7 };

/** Framing of the selected action of the document. */
export function measure({ document, worldFromFile, skeleton }: RenderModel): Framing {
  const bounds = document.actionBounds();
  if (bounds) return framingOf(m.transformBounds(worldFromFile, bounds));
  // A skeleton or cameras without a mesh.
  document.evaluate(0, { skin: false });
  if (document.bufferBytes(BufferKind.NodeMatrices) === 0) return kEmptyFraming;
  const points = skeleton.nodes.map(({ index }) => nodePosition(document, worldFromFile, index));
  const corner = (pick: (values: number[]) => number): m.Vec3 =>
    [0, 1, 2].map((k) => pick(points.map((p) => p[k]!))) as m.Vec3;
  return framingOf({ min: corner(leastOf), max: corner(mostOf) });
}
