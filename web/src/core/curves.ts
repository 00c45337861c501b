// Curves for the eye: the channels of an action without their keys, and what a view over a stretch of time shows of
// them.

import type { CurveExtension, ReportCurve } from './report';

type Interpolation = ReportCurve['interpolation'];

/** One animated number of an action. */
export interface CurveHead extends Omit<ReportCurve, 'keys' | 'samples'> {
  /** Number of its action: several may play together. */
  clip: number;
  /** It is one of several components that share a name: what shows curves marks them. */
  vector?: boolean;
  keyCount: number;
  /** Times of the first and last key, and the range of values between them; absent without keys. */
  first?: number;
  last?: number;
  least?: number;
  most?: number;
  /** The reading that is not shown, where it differs (QMSH texts: the original converter's, or the author's). */
  other?: { interpolation: Interpolation; before: CurveExtension; after: CurveExtension };
}

export interface CurveList {
  duration: number;
  frameRate: number;
  /** Number of the frame at time 0, as the file counts. */
  firstFrame: number;
  curves: CurveHead[];
}

export interface CurveQuery {
  /** Numbers of channels in CurveList.curves. */
  channels: number[];
  from: number;
  to: number;
  /** Width of the plot in columns; 0 for no plot. */
  columns: number;
  /** Keys of a channel in sight are handed over up to this number. */
  mostKeys: number;
  /** The reading that is not shown. */
  other: boolean;
  /** A time whose exact values are wanted. */
  at?: number;
}

/** Channel after channel, in the order of the query. */
export interface CurvePicture {
  /** Three numbers a column: value at its left edge, least and largest value within; NaN where there is nothing. */
  columns: Float32Array<ArrayBuffer>;
  /** Six numbers a key: time, value, left handle, right handle; NaN where there is none. */
  keys: Float64Array<ArrayBuffer>;
  /** Keys a channel; kTooManyKeys where there are more than asked for. */
  keyCounts: Uint32Array<ArrayBuffer>;
  /** A number a channel, its value at the query's time; NaN where there is nothing. */
  values: Float64Array<ArrayBuffer>;
}

export const kTooManyKeys = 0xffffffff;
