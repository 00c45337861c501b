// The two readings of a QMSH text, in words: the author's editor and the program that made the game's files.

import { numberText } from '../words';

/** info.format.legacyReading of a report. */
export interface LegacyReading {
  translation: number;
  rotationDegrees: number;
  scale: number;
  /** Largest distance of a joint, in file units, and where and when. */
  distance: number;
  action: string;
  joint: string;
  time: number;
  /** The original converter's reading is the one that is shown. */
  shown: boolean;
}

export function readingText({
  translation,
  rotationDegrees,
  scale,
  distance,
  action,
  joint,
  time,
  shown,
}: LegacyReading): string {
  const parts = [
    rotationDegrees > 1e-4 && `rotations up to ${numberText(rotationDegrees)}°`,
    translation > 1e-9 && `translations up to ${numberText(translation)}`,
    scale > 1e-9 && `scales up to ${numberText(scale)}`,
  ].filter((part): part is string => part !== false);
  if (parts.length === 0) return 'The original converter reads these curves as their author saw them.';
  const joints =
    distance > 1e-9
      ? `; joints up to ${numberText(distance)} units (${joint} in ${action} at ${time.toFixed(3)} s)`
      : '';
  const other = shown ? 'The author’s editor' : 'The original converter';
  return `${other} differs by ${parts.join(', ')}${joints}. It is drawn dotted.`;
}
