// The notes of the song that the picture plays too, in beats.

import { channels, ticksPerQuarter } from '../dusk/score';
import { bars, beats } from './plan';

const [bell, kick] = [3, 5];
const starts = (channel: number): number[] =>
  (channels()[channel]?.notes ?? [])
    .filter(([, , velocity]) => (velocity ?? 0) > 0)
    .map(([tick]) => tick / ticksPerQuarter);

export interface Notes {
  /** The bell, while the camera is in the engine room, and the lighthouse's own three strokes. */
  strikes: number[];
  /** The bass drum. */
  kicks: number[];
  /** Values of the dial, bar by bar in the engine room. */
  hours: { beat: number; text: string }[];
}

export function notes(): Notes {
  const strikes = [...new Set(starts(bell))].filter((beat) => beat >= 94 && beat < 162);
  const roman = ['VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'I'];
  return {
    strikes,
    kicks: starts(kick).filter((beat) => beat < beats),
    hours: Array.from({ length: bars / 4 }, (_, i) => ({ beat: 96 + 4 * i, text: roman[i % roman.length]! })),
  };
}
