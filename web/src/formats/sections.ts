// Formats whose files are a row of sections.

import type { Issue } from '../core/report';
import type { Words } from '../base/textFormat';
import type { FileRecord, FormatView, RecordList } from './view';

interface Section {
  name: string;
  offset: number;
  size: number;
  /** Number of its records; 0 if it has none. */
  count: number;
}

function records(
  file: string,
  sections: readonly Section[],
  messages: readonly Issue[],
  { count, countOf }: Words,
): RecordList {
  const records = sections.map(({ name, offset, size, count: inside }): FileRecord => ({
    name,
    label: inside > 0 ? count(inside) : '',
    offset,
    size,
    note: `${count(size)} B`,
    depth: 0,
    problem:
      messages.find((m) => m.offset !== undefined && m.offset >= offset && m.offset < offset + size)?.message ?? '',
  }));
  return { file, noun: 'section', summary: [countOf(sections.length, 'section')], records };
}

export const sections: FormatView = {
  records: (file, format, messages, words) =>
    format.sections ? records(file, format.sections as Section[], messages, words) : undefined,
};
