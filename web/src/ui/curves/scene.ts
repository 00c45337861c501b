// Contents of a plot of curves, and positions of times and values in it.

import type { CurveHead } from '../../core/curves';
import type { Drawn } from './curveSamples';
import type { PlotRange } from './range';

/** Room for the marks: values on the left, times on top. */
export const kGutter = 52;
export const kRuler = 20;

export interface PlotColors {
  text: string;
  quiet: string;
  line: string;
  strong: string;
  shade: string;
  surface: string;
  x: string;
  y: string;
  z: string;
  w: string;
  none: string;
  font: string;
}

export interface KeyMark {
  channel: number;
  key: number;
  time: number;
  value: number;
}

export interface PlotScene {
  width: number;
  height: number;
  range: PlotRange;
  colors: PlotColors;
  /** Seconds of the action. */
  duration: number;
  /** Frames a second where the axis counts frames. */
  frameRate: number | undefined;
  /** Number of the frame at time 0. */
  firstFrame: number;
  heads: readonly CurveHead[];
  visible: readonly number[];
  drawn: Drawn | undefined;
  /** The reading that is not shown. */
  other: Drawn | undefined;
  /** Each channel over its own range, 0 to 1. */
  normalise: boolean;
  handles: boolean;
  /** Channel that is pointed at, -1 = none. */
  pointed: number;
  /** A key with a ring around it. */
  marked?: KeyMark | undefined;
}

/** A channel's value as a height of the plot, and back. */
export function scaleOf(
  { least, most }: CurveHead,
  normalise: boolean,
): { up(v: number): number; down(v: number): number } {
  if (!normalise) return { up: (v) => v, down: (v) => v };
  const low = least ?? 0,
    size = (most ?? 0) - low;
  return size > 0
    ? { up: (v) => (v - low) / size, down: (v) => low + v * size }
    : { up: (v) => 0.5 + (v - low), down: (v) => low + (v - 0.5) };
}

export function xOf({ width, range }: Pick<PlotScene, 'width' | 'range'>, time: number): number {
  return kGutter + ((time - range.from) / (range.to - range.from)) * (width - kGutter);
}

/** Kept where a canvas still counts. */
export function yOf({ height, range }: PlotScene, value: number): number {
  const y = height - ((value - range.low) / (range.high - range.low)) * (height - kRuler);
  return Math.max(-1e5, Math.min(1e5, y));
}

export function timeAt({ width, range }: Pick<PlotScene, 'width' | 'range'>, x: number): number {
  return range.from + ((x - kGutter) / (width - kGutter)) * (range.to - range.from);
}

export function valueAt({ height, range }: Pick<PlotScene, 'height' | 'range'>, y: number): number {
  return range.low + ((height - y) / (height - kRuler)) * (range.high - range.low);
}
