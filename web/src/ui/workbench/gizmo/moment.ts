// What the picture shows now, as places are worked out from: values of animated parameters and events at work.

import type { Bench } from '../bench';
import { nodeAt } from '../text/scan';
import { curveAt, curveValue, globalSplines, isKnown } from '../time/curve';
import { timeIn } from '../time/playhead';
import { songOf, type Song } from '../time/song';
import type { Moment } from './space';

export function momentOf(bench: Bench): Moment {
  const { rootText: text, root } = bench.draft;
  let song: Song | undefined;
  const read = (): Song => (song ??= songOf(text, root));
  return {
    value(pointer) {
      const curve = curveAt(text, root, pointer),
        time = curve && isKnown(curve) ? timeIn(bench, curve.scope, read().bpm) : undefined;
      return curve && time !== undefined
        ? curveValue({ ...curve, variable: 'TIME' }, globalSplines(text, root), time)
        : undefined;
    },
    events(operator) {
      const { frame, outline } = bench.picture,
        index = outline?.operators.findIndex(({ pointer }) => pointer === operator) ?? -1,
        lane = read().lanes.find(({ pointer }) => pointer === operator),
        active = frame?.events.filter((event) => event.operator === index) ?? [];
      return active
        .flatMap(({ start }) => lane?.bars.find((bar) => near(bar.from, start))?.pointer ?? [])
        .filter((one) => nodeAt(root, one));
    },
  };
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;
