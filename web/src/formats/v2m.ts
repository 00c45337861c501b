// Parts of a song: header, tempo map, channels, globals, patches, speech.

import type { Issue } from '../core/report';
import type { SongTable } from '../core/sound';
import type { Words } from '../base/textFormat';
import type { FileRecord, FormatView } from './view';

/** The record of some bytes; a message about one of them is its problem. */
export function recordOf(
  name: string,
  label: string,
  offset: number,
  size: number,
  depth: number,
  messages: readonly Issue[],
  { count }: Words,
): FileRecord {
  const isInside = (at: number | undefined): boolean => at !== undefined && at >= offset && at < offset + size,
    problem = messages.find((message) => isInside(message.offset))?.message ?? '';
  return { name, label, offset, size, note: `${count(size)} B`, depth, problem };
}

/** The records of native/formats/v2m/full/map_record.h; the song begins at `base`. */
export function songRecords(
  { sections, patches, channels }: SongTable,
  base: number,
  depth: number,
  messages: readonly Issue[],
  words: Words,
): FileRecord[] {
  const record = (name: string, label: string, at: number, bytes: number, deeper = 0): FileRecord =>
    recordOf(name, label, base + at, bytes, depth + deeper, messages, words);
  let channel = 0;
  return sections.flatMap(({ what, at, bytes }) => {
    if (what === 'channel') {
      const number = channel++,
        events = channels.find((row) => row.channel === number)?.events ?? 0;
      return [record(`channel ${number}`, events > 0 ? words.count(events) : '', at, bytes)];
    }
    if (what !== 'patches') return [record(what, '', at, bytes)];
    let from = patches.at + 4 * patches.count;
    return [
      record('patch table', words.count(patches.count), at, from - at),
      ...patches.sizes.map((size, i) => record(`patch ${i}`, '', (from += size) - size, size, 1)),
    ];
  });
}

export const v2m: FormatView = {
  records: (file, format, messages, words) => {
    const records = songRecords(format as unknown as SongTable, 0, 0, messages, words);
    return { file, noun: 'section', summary: [words.countOf(records.length, 'section')], records };
  },
};
