// Instances of a model side by side, and a second document beside the first.

/** Most instances of a model at once. */
export const kMostCopies = 100;

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

/** Over one another, on two sides of a line, or the second held by a joint of the first. */
export type CompareMode = 'over' | 'split' | 'joint';
