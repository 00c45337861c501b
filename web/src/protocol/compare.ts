// Instances of a model side by side, and a second document beside the first.

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
