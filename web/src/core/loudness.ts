// Integrated loudness of stereo sound after ITU-R BS.1770-5: K-weighting, mean squares of blocks of 400 ms that overlap by
// three quarters, an absolute gate at -70 LKFS and a relative one 10 LU below the mean of what passes it.

import { checkValue, isFrom } from '../base/given';

/** Coefficients b0 b1 b2 a1 a2 of a filter of second order. */
type Biquad = readonly [number, number, number, number, number];

const kAbsoluteGate = -70;
const kRelativeGate = -10;
const kOffset = -0.691;

/**
 * The filters of the standard at any rate. It gives coefficients for 48 kHz; these are the analogue filters behind them:
 * a shelf of +4 dB at 1682 Hz and a high pass at 38 Hz.
 */
export function kWeighting(rate: number): readonly [Biquad, Biquad] {
  const shelfGain = 10 ** (3.999843853973347 / 20),
    shelfQ = 0.7071752369554196,
    shelf = Math.tan((Math.PI * 1681.974450955533) / rate),
    mid = shelfGain ** 0.4996667741545416;
  const s0 = 1 + shelf / shelfQ + shelf * shelf;
  const high = Math.tan((Math.PI * 38.13547087602444) / rate),
    highQ = 0.5003270373238773;
  const h0 = 1 + high / highQ + high * high;
  return [
    [
      (shelfGain + (mid * shelf) / shelfQ + shelf * shelf) / s0,
      (2 * (shelf * shelf - shelfGain)) / s0,
      (shelfGain - (mid * shelf) / shelfQ + shelf * shelf) / s0,
      (2 * (shelf * shelf - 1)) / s0,
      (1 - shelf / shelfQ + shelf * shelf) / s0,
    ],
    [1, -2, 1, (2 * (high * high - 1)) / h0, (1 - high / highQ + high * high) / h0],
  ];
}

/** A filter with what it remembers. */
class Filter {
  private s1 = 0;
  private s2 = 0;

  constructor(private readonly coefficients: Biquad) {}

  next(x: number): number {
    const [b0, b1, b2, a1, a2] = this.coefficients,
      y = b0 * x + this.s1;
    this.s1 = b1 * x - a1 * y + this.s2;
    this.s2 = b2 * x - a2 * y;
    return y;
  }
}

/** One side through both filters. */
class Weighted {
  private readonly shelf: Filter;
  private readonly high: Filter;

  constructor([shelf, high]: readonly [Biquad, Biquad]) {
    this.shelf = new Filter(shelf);
    this.high = new Filter(high);
  }

  next(sample: number): number {
    return this.high.next(this.shelf.next(sample));
  }
}

const loudnessOf = (power: number): number => kOffset + 10 * Math.log10(power);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export class Loudness {
  private readonly sides: readonly [Weighted, Weighted];
  private readonly step: number;
  /** Sums of squares of both sides, of each 100 ms. */
  private readonly steps: number[] = [];
  private squares = 0;
  private filled = 0;

  constructor(rate: number) {
    checkValue('the rate of samples', rate, isFrom(4000, 1e6));
    const filters = kWeighting(rate);
    this.sides = [new Weighted(filters), new Weighted(filters)];
    this.step = Math.round(rate / 10);
  }

  /** Left and right in turn. */
  add(sound: Float32Array): void {
    const [left, right] = this.sides;
    for (let i = 0; i + 1 < sound.length; i += 2) {
      this.squares += left.next(sound[i]!) ** 2 + right.next(sound[i + 1]!) ** 2;
      if (++this.filled < this.step) continue;
      this.steps.push(this.squares);
      this.squares = this.filled = 0;
    }
  }

  /** In LUFS; null where nothing passes the absolute gate. */
  get integrated(): number | null {
    const blocks: number[] = [];
    for (let i = 0; i + 4 <= this.steps.length; ++i)
      blocks.push(this.steps.slice(i, i + 4).reduce((sum, value) => sum + value, 0) / (4 * this.step));
    const loud = blocks.filter((power) => loudnessOf(power) > kAbsoluteGate);
    if (loud.length === 0) return null;
    const gate = loudnessOf(mean(loud)) + kRelativeGate;
    return loudnessOf(mean(loud.filter((power) => loudnessOf(power) > gate)));
  }
}
