// Curve samples of the core by channel: values at a time, and the columns for the plot.

import { kTooManyKeys, type CurvePicture, type CurveQuery } from '../../core/curves';

export interface DrawnKey {
  time: number;
  value: number;
  /** NaN where there is none. */
  left: [time: number, value: number];
  right: [time: number, value: number];
}

export class Drawn {
  private readonly places = new Map<number, number>();
  /** First key of each place, in keys. */
  private readonly firstKeys: number[] = [];

  constructor(
    readonly query: CurveQuery,
    private readonly picture: CurvePicture,
  ) {
    let first = 0;
    query.channels.forEach((channel, place) => {
      this.places.set(channel, place);
      this.firstKeys.push(first);
      const count = picture.keyCounts[place]!;
      if (count !== kTooManyKeys) first += count;
    });
  }

  has(channel: number): boolean {
    return this.places.has(channel);
  }

  /** Three numbers a column (see CurvePicture); undefined for a channel that was not asked for. */
  columns(channel: number): Float32Array | undefined {
    const place = this.places.get(channel),
      size = this.query.columns * 3;
    return place === undefined ? undefined : this.picture.columns.subarray(place * size, (place + 1) * size);
  }

  /** Between the columns' edges straight, or held where the channel steps; NaN outside the picture. */
  valueAt(channel: number, time: number, steps: boolean): number {
    const columns = this.columns(channel),
      { from, to, columns: count } = this.query;
    const at = ((time - from) / (to - from)) * count;
    if (!columns || !(at >= 0) || at >= count) return NaN;
    const column = Math.floor(at),
      value = columns[column * 3]!;
    return steps || column + 1 >= count ? value : value + (columns[column * 3 + 3]! - value) * (at - column);
  }

  /** Keys in sight; undefined when there are too many to distinguish. */
  keys(channel: number): DrawnKey[] | undefined {
    const place = this.places.get(channel);
    if (place === undefined) return [];
    const count = this.picture.keyCounts[place]!;
    if (count === kTooManyKeys) return undefined;
    const { keys } = this.picture,
      first = this.firstKeys[place]!;
    return Array.from({ length: count }, (_, i) => {
      const [time = NaN, value = NaN, lt = NaN, lv = NaN, rt = NaN, rv = NaN] = keys.subarray(
        (first + i) * 6,
        (first + i + 1) * 6,
      );
      return { time, value, left: [lt, lv], right: [rt, rv] };
    });
  }
}
