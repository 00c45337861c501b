// What the page asks of a viewer's stage beyond showing one model: instances side by side, a second document, health.

import type { ReadOptions } from '../../core/formats';
import type { ActionHealth, LargestDistance } from '../../core/health';
import type { Report } from '../../core/report';
import type { SourceFile } from '../messages';

/** Most instances of a model at once. */
export const kMostCopies = 64;

export interface CopyState {
  action: number;
  speed: number;
  playing: boolean;
}

export interface CopiesState {
  copies: CopyState[];
  /** The one that the timeline moves. */
  chosen: number;
}

/** Over one another, or on two sides of a line. */
export type CompareMode = 'over' | 'split';

export type StageAsk =
  | { do: 'health'; action: number }
  | { do: 'keyTimes'; action: number; node: number }
  | { do: 'copies' }
  | { do: 'addCopy' }
  | { do: 'removeCopy'; copy: number }
  | { do: 'chooseCopy'; copy: number }
  | { do: 'changeCopy'; copy: number; change: Partial<CopyState> }
  | { do: 'compare'; files: SourceFile[]; read?: ReadOptions }
  | { do: 'stopComparing' }
  /** `divider` from the left edge, 0 to 1; `action` of the second document. */
  | { do: 'look'; mode: CompareMode; divider: number; action?: number }
  /** Largest distances at times of the shown action. */
  | { do: 'distances'; times: number[] };

export type StageAnswer = {
  health?: ActionHealth;
  times?: Float64Array<ArrayBuffer>;
  copies?: CopiesState;
  compared?: { report: Report; action: number };
  /** What the second document does. */
  second?: number;
  /** Undefined where there is nothing to compare. */
  distances?: (LargestDistance | undefined)[];
  error?: string;
};
