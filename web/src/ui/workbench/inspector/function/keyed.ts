// Is there a key of a parameter where the playhead stands?

import type { Bench } from '../../bench';
import { type Curve, curveAt } from '../../time/curve';
import { timeIn } from '../../time/playhead';
import { songOf } from '../../time/song';

/** Keys this near to the playhead are at it: half a frame at 60 a second, in beats of 120 a minute. */
const kNear = 0.02;

/** What was found in one text, by pointer: frames come faster than texts. */
let known: { draft: Bench['draft']; version: number; bpm: number; curves: Map<string, Curve | undefined> } | undefined;

export function hasKeyHere(bench: Bench, pointer: string): boolean {
  const { draft } = bench,
    { rootText, root, version } = draft;
  if (known?.draft !== draft || known.version !== version)
    known = { draft, version, bpm: songOf(rootText, root).bpm, curves: new Map() };
  if (!known.curves.has(pointer)) known.curves.set(pointer, curveAt(rootText, root, pointer));
  const curve = known.curves.get(pointer);
  if (!curve || curve.splines.length === 0) return false;
  const at = timeIn(bench, curve.scope, known.bpm);
  if (at === undefined) return false;
  return curve.splines.some(({ spline }) =>
    spline.channels.some((keys) => keys.some(([time]) => Math.abs(time - at) < kNear)),
  );
}
