// Where the picture is in time: in beats, and on the way through events.

import { member, nodeAt, valueOf } from '../text/scan';
import type { Bench } from '../bench';
import type { Scope } from './scope';

/** Frames come 60 times a second: the beats of one are as exact as half of that. */
const kHalfTick = 1 / 120;

/** The beat of the picture; a whole quarter where the frame is as near to it as frames can be. */
export function beatOf(bench: Bench, bpm: number): number {
  const beat = ((bench.picture.frame?.time ?? 0) * bpm) / 60,
    quarter = Math.round(beat * 4) / 4;
  return Math.abs(beat - quarter) <= (kHalfTick * bpm) / 60 + 1e-9 ? quarter : Math.round(beat * 1000) / 1000;
}

export const secondsOf = (beat: number, bpm: number): number => (beat * 60) / bpm;

/** TIME of what is animated in a scope; undefined where no event of it is active. */
export function timeIn(bench: Bench, scope: Scope, bpm: number): number | undefined {
  const beat = beatOf(bench, bpm);
  if (scope.axis === 'beats') return beat;
  const own = ownTime(bench, scope.operator, beat);
  if (own !== undefined) return own;
  const { frame, outline } = bench.picture,
    operator = outline?.operators.findIndex(({ pointer }) => pointer === scope.operator) ?? -1;
  return operator < 0 ? undefined : frame?.events.find((event) => event.operator === operator)?.time;
}

/** Of a time operator that says itself when it begins and ends. */
function ownTime({ draft }: Bench, operator: string, beat: number): number | undefined {
  const node = nodeAt(draft.root, operator),
    [start, end, interval] = ['start', 'end', 'interval'].map((key) => {
      const child = node && member(node, key);
      return child && valueOf(draft.text, child);
    });
  if (typeof start !== 'number' || typeof end !== 'number') return undefined;
  const [from, to] = Array.isArray(interval) ? (interval as number[]) : [0, 1],
    u = Math.min(1, Math.max(0, (beat - start) / (end - start)));
  return from! + (to! - from!) * u;
}
