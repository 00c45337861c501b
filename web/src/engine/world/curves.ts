// The values that animated keys take over the time of a document, by playing it apart from the one that is shown.

import type { World } from '../../core/world';
import type { WorldCurve, WorldCurves } from './messages';
import type { WorldPlayer } from './player';

const kPoints = 400;
const kSliceMs = 8;
/** Seconds of a document whose events never end. */
const kEndless = 30;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Undefined for a document that cannot be played apart. */
export async function curvesOf(player: WorldPlayer): Promise<WorldCurves | undefined> {
  const world = player.fresh();
  if (!world) return undefined;
  try {
    return await sample(world, player.duration || kEndless, player.aspect);
  } finally {
    world.dispose();
  }
}

async function sample(world: World, seconds: number, aspect: number): Promise<WorldCurves> {
  const times = Float32Array.from({ length: kPoints }, (_, i) => (seconds * i) / (kPoints - 1)),
    rows = new Map<number, { row: WorldCurve; frame: number }>();
  let start = performance.now();
  for (const [frame, time] of times.entries()) {
    // A document starts again when its length is reached.
    if (!world.evaluate(Math.min(time, seconds * (1 - 1e-6)), undefined, aspect)) break;
    const tables = world.tables()!,
      nodes = tables.get('valueNumbers'),
      values = tables.get('values');
    for (let i = 0; i < tables.rows('values'); ++i) {
      const node = nodes[i * 3]!;
      let known = rows.get(node);
      if (!known) {
        const empty = new Float32Array(kPoints * 4).fill(NaN);
        rows.set(node, (known = { row: { pointer: '', instances: 0, values: empty }, frame: -1 }));
      }
      if (known.frame !== frame) {
        known.row.values.set(values.subarray(i * 4, i * 4 + 4), frame * 4);
        known.frame = frame;
        known.row.instances = Math.max(known.row.instances, 1);
      } else ++known.row.instances;
    }
    if (performance.now() - start < kSliceMs) continue;
    await pause();
    start = performance.now();
  }
  const tables = world.tables();
  for (const [node, { row }] of rows) row.pointer = tables?.pointerOf(node) ?? '';
  return { times, curves: [...rows.values()].map(({ row }) => row) };
}
