// Parts of an effect file: the song inside it, and the table of its effects.

import type { EffectTable } from '../core/sound';
import { recordOf, songRecords } from './v2m';
import type { FormatView } from './view';

const kRowBytes = 16;

export const vfx: FormatView = {
  records: (file, format, messages, words) => {
    const { sections, effects, music } = format as unknown as EffectTable;
    const records = sections.flatMap(({ what, at, bytes }) => {
      if (what === 'music') return songRecords(music, at, 1, messages, words);
      if (what !== 'effects') return [recordOf(what, '', at, bytes, 0, messages, words)];
      return effects.map(({ row, major, minor }) =>
        recordOf(`effect ${row}`, `${major}.${minor}`, at + kRowBytes * row, kRowBytes, 0, messages, words),
      );
    });
    return { file, noun: 'section', summary: [words.countOf(records.length, 'section')], records };
  },
};
