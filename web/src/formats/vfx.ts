// Parts of an effect file: the song inside it, and the table of its effects.

import type { EffectTable } from '../core/sound';
import type { Words } from '../base/textFormat';
import { recordOf, songRecords } from './v2m';
import type { FormatView } from './view';

const kRowBytes = 16;
const kRate = 44100;

type Effect = EffectTable['effects'][number];

/** Ids, times in seconds, gain in decibels. */
function labelOf({ major, minor, startSeconds, endSeconds, loop, gainDb }: Effect, { t, joined }: Words): string {
  const fixed = (seconds: number): string => seconds.toFixed(2);
  return joined(
    [
      `${major}.${minor}`,
      t('{from} to {to} s', { from: fixed(startSeconds), to: fixed(endSeconds) }),
      loop > 0 && t('repeats {seconds} s', { seconds: fixed(loop / kRate) }),
      `${gainDb} dB`,
    ],
    ' · ',
  );
}

export const vfx: FormatView = {
  records: (file, format, messages, words) => {
    const { sections, effects, music } = format as unknown as EffectTable;
    const records = sections.flatMap(({ what, at, bytes }) => {
      if (what === 'music') return songRecords(music, at, 1, messages, words);
      if (what !== 'effects') return [recordOf(what, '', at, bytes, 0, messages, words)];
      return effects.map((effect) =>
        recordOf(
          `effect ${effect.row}`,
          labelOf(effect, words),
          at + kRowBytes * effect.row,
          kRowBytes,
          0,
          messages,
          words,
        ),
      );
    });
    return { file, noun: 'section', summary: [words.countOf(records.length, 'section')], records };
  },
};
