// The two readings of a QMSH text, in words: the author's editor and the program that made the game's files.

import { numberText } from '../words';
import { fixed, joined, t } from '../language';

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
  /** Actions that are left out, where there are very many. */
  notCompared: number;
  /** The original converter's reading is the one that is shown. */
  shown: boolean;
}

export function readingText(reading: LegacyReading): string {
  const { notCompared } = reading;
  return joined(
    [difference(reading), notCompared > 0 && t('Actions not compared: {count}.', { count: notCompared })],
    ' ',
  );
}

function difference({
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
    rotationDegrees > 1e-4 && t('rotations up to {degrees}°', { degrees: numberText(rotationDegrees) }),
    translation > 1e-9 && t('translations up to {distance}', { distance: numberText(translation) }),
    scale > 1e-9 && t('scales up to {factor}', { factor: numberText(scale) }),
  ].filter((part): part is string => part !== false);
  if (parts.length === 0) return t('The original converter reads these curves in the same way as the author’s editor.');
  const joints =
    distance > 1e-9 &&
    t('joints up to {distance} units ({joint} in {action} at {seconds} s)', {
      distance: numberText(distance),
      joint,
      action,
      seconds: fixed(time, 3),
    });
  const what = joined([joined(parts, ', '), joints], '; ');
  return shown
    ? t('The author’s editor differs by {what}. It is drawn dotted.', { what })
    : t('The original converter differs by {what}. It is drawn dotted.', { what });
}
