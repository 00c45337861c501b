// The box that a file states: for each frame, or one for all as `box` of what only its format has.

import type { Bounds } from '../../core/report';
import { storedBounds } from '../../core/fullCore';
import type { RenderModel } from '../renderModel';

export function storedBox({ document, report }: RenderModel, time: number): Bounds | undefined {
  const frame = storedBounds(document, time);
  if (frame) return frame;
  const { box } = (report.info.format ?? {}) as { box?: Bounds };
  return box && [...box.min, ...box.max].every(Number.isFinite) ? box : undefined;
}
