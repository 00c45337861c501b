// The part of one instrument: notes with their lengths, and curves of its controllers.

import type { V2mChannel, V2mRow } from '../model/v2m';

/** Ticks between two values of a curve: a sixteenth. */
const step = 24;

export class Part {
  private readonly notes: { tick: number; key: number; velocity: number }[] = [];
  private readonly controls = new Map<number, Map<number, number>>();
  private random: number;

  /** `channel` is its program as well. */
  constructor(private readonly channel: number) {
    this.random = (channel + 1) * 0x9e3779b1;
  }

  /** A number from 0 to `most`, another one each time and the same ones on every run. */
  late(most: number): number {
    this.random = (Math.imul(this.random, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.random / 2 ** 32) * (most + 1));
  }

  note(tick: number, length: number, key: number, velocity: number): this {
    this.notes.push({ tick, key, velocity: Math.min(127, velocity) }, { tick: tick + length, key, velocity: 0 });
    return this;
  }

  control(number: number, tick: number, value: number): this {
    const rows = this.controls.get(number) ?? new Map<number, number>();
    this.controls.set(number, rows.set(tick, Math.round(value)));
    return this;
  }

  /** From one value to another, the last one included. */
  ramp(number: number, from: number, to: number, first: number, last: number): this {
    for (let tick = from; tick < to; tick += step)
      this.control(number, tick, first + ((last - first) * (tick - from)) / (to - step - from || 1));
    return this;
  }

  /** Bars of keys with their sixteenths; every bar follows the one before. */
  melody(
    start: number,
    bars: readonly (readonly (readonly [number, number, number])[])[],
    velocity: number,
    up = 0,
  ): this {
    bars.forEach((keys, i) => {
      for (const [key, at, length] of keys)
        this.note(start + (i * 16 + at) * step, length * step - 4, key + up, velocity - (at === 0 ? 0 : 8));
    });
    return this;
  }

  /** Nothing lies behind the end; releases come before strokes on the same tick. */
  done(end: number): V2mChannel {
    const notes = this.notes
      .map(({ tick, key, velocity }): V2mRow => [Math.min(tick, end), key, velocity])
      .sort((a, b) => a[0] - b[0] || (a[2] as number) - (b[2] as number));
    const controllers: Record<number, V2mRow[]> = {};
    for (const [number, rows] of this.controls) {
      const sorted = [...rows].sort(([a], [b]) => a - b);
      // A value that is there already takes no row.
      controllers[number] = sorted.filter(([, value], i) => value !== sorted[i - 1]?.[1]);
    }
    return { notes, programs: [[0, this.channel]], controllers };
  }
}
