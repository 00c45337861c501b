// The box that a file states: a frame of an md5anim has one, a binary QMSH one for all.

import type { Bounds } from '../../core/report';
import { storedBounds } from '../../core/whole';
import type { Exhibit } from '../exhibit';

export function storedBox({ document, report }: Exhibit, time: number): Bounds | undefined {
  const frame = storedBounds(document, time);
  if (frame || report.format !== 'qmsh') return frame;
  const { box } = (report.info.format ?? {}) as { box?: Bounds };
  return box && [...box.min, ...box.max].every(Number.isFinite) ? box : undefined;
}
