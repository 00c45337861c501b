// Places of lanes and bars: what plays at the same time lies one below the other, sub-events inside of their parent.

import type { Bar, Lane, Song } from './song';

export const kBar = 24;
const kGap = 2;
const kLeastLane = kBar + 2 * kGap;

export interface PlacedBar {
  bar: Bar;
  lane: Lane;
  /** Pixels in the list of lanes. */
  top: number;
  height: number;
  depth: number;
}
export interface PlacedLane {
  lane: Lane;
  top: number;
  height: number;
  bars: PlacedBar[];
}

export function placeLanes(song: Song): { lanes: PlacedLane[]; height: number } {
  let top = 0;
  const lanes = song.lanes.map((lane) => {
    const bars: PlacedBar[] = [],
      height = Math.max(kLeastLane, stack(lane.bars, lane, top + kGap, 0, bars) + 2 * kGap),
      placed = { lane, top, height, bars };
    top += height;
    return placed;
  });
  return { lanes, height: top };
}

/** Puts bars into the first row that is free; returns how high all of them are. */
function stack(bars: readonly Bar[], lane: Lane, top: number, depth: number, out: PlacedBar[]): number {
  const rows: { end: number; height: number; bars: Bar[] }[] = [];
  for (const bar of [...bars].sort((a, b) => a.from - b.from)) {
    let row = rows.find(({ end }) => end <= bar.from + 1e-9);
    if (!row) rows.push((row = { end: 0, height: 0, bars: [] }));
    row.end = bar.to;
    row.height = Math.max(row.height, heightOf(bar));
    row.bars.push(bar);
  }
  let at = top;
  for (const row of rows) {
    for (const bar of row.bars) {
      out.push({ bar, lane, top: at, height: row.height, depth });
      stack(bar.sub, lane, at + kBar, depth + 1, out);
    }
    at += row.height + kGap;
  }
  return rows.length === 0 ? 0 : at - top - kGap;
}

function heightOf(bar: Bar): number {
  const inner: PlacedBar[] = [],
    height = stack(bar.sub, { name: '', pointer: '', op: '', bars: [] }, 0, 0, inner);
  return kBar + (height > 0 ? height + kGap : 0);
}
