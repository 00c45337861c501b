// Bounds of a world's frame, for cameras that frame all of it.

import { boundsOf } from '../../core/worldSummary';
import type { WorldTables } from '../../core/worldTables';
import type { Framing } from '../../protocol/view';

export function framingOf(tables: WorldTables): Framing {
  const bounds = boundsOf(tables),
    { min, max } = bounds;
  const center = min.map((low, axis) => (low + max[axis]!) / 2) as typeof min;
  return { bounds, center, radius: Math.max(1e-3, Math.hypot(...max.map((high, axis) => high - min[axis]!)) / 2) };
}
