// A bar under the pointer: which part is held, and where it comes to.

import { leastOf } from '../../../base/lists';
import type { Draft, Attempt } from '../text/draft';
import { t } from '../text/words';
import type { BarPart } from './barView';
import { placeBar, together } from './edits';
import type { Hold } from './hold';
import { snapped } from './numbers';
import type { Bar } from './song';

/** A quarter of a beat; decimals of what is free. */
export const kBeatStep = 0.25;
export const kDecimals = 2;
const kFreeDecimals = 3;
const kMostEase = 0.5;

/** The steps of a drag from where it began by so many beats; `free` leaves the grid. */
export function dragBars(
  draft: Draft,
  bars: readonly Bar[],
  part: BarPart,
  by: number,
  free: boolean,
  hold: Hold,
): Attempt {
  const step = free ? 0 : kBeatStep,
    decimals = free ? kFreeDecimals : kDecimals,
    [front] = bars;
  if (!front) return { refused: t('No bar is chosen.') };
  if (part === 'body') {
    // The one that is held comes onto the grid, the others go along; none begins before 0.
    const wanted = snapped(front.start + by, step) - front.start,
      way = Math.max(wanted, -leastOf(bars.map(({ start }) => start)));
    const attempts = bars.map((bar) =>
      placeBar(
        draft,
        bar,
        { start: bar.start + way, end: bar.end === undefined ? undefined : bar.end + way },
        decimals,
        hold,
      ),
    );
    const label =
      bars.length === 1 ? t('Move bar of {name}', { name: front.op }) : t('Move {count} bars', { count: bars.length });
    return together(label, attempts, { gesture: hold.gesture });
  }
  return placeBar(draft, front, partPlace(front, part, by, step), decimals, hold);
}

function partPlace(bar: Bar, part: BarPart, by: number, step: number): Parameters<typeof placeBar>[2] {
  const { start, end } = bar,
    least = step || 0.001;
  if (part === 'start') {
    const to = Math.max(0, snapped(start + by, step));
    return { start: end === undefined ? to : Math.min(to, end - least), end };
  }
  // What goes on for ever is taken by the place where it is held.
  if (part === 'end') return { start, end: Math.max(start + least, snapped((end ?? start) + by, step)) };
  if (end === undefined) return { start, end };
  const share = by / (end - start),
    [into, out] = bar.ease,
    limited = (value: number): number => Math.round(Math.min(kMostEase, Math.max(0, value)) * 100) / 100;
  return { start, end, ease: part === 'ease-in' ? [limited(into + share), out] : [into, limited(out - share)] };
}
