// How many moments one call may evaluate.

import { VitrineError } from '../base/errors';

/** Most samples of one curve, or of a comparison. */
export const kMostSamples = 100_000;
/** Most samples of all curves together, so that the core can write them into one text. */
export const kMostPoints = 2_000_000;

/** Throws VitrineError SAMPLE_COUNT for what is no such number, and for more than the core can write. */
export function checkSamples(samples: number, curves: number): void {
  if (!(Number.isInteger(samples) && samples >= 0 && samples <= kMostSamples))
    throw new VitrineError(
      'SAMPLE_COUNT',
      `A curve is evaluated at 0 to ${kMostSamples} points, as a whole number, not at ${samples}.`,
    );
  if (samples * curves > kMostPoints)
    throw new VitrineError(
      'SAMPLE_COUNT',
      `${samples} points of ${curves} curves are more than ${kMostPoints}; ${Math.floor(kMostPoints / curves)} fit.`,
    );
}
