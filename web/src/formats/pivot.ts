// The header and objects of a pivot scene, and how it was read.

import type { Words } from '../base/textFormat';
import type { Fact, FileRecord, FormatView, RecordList } from './view';

interface PivotObject {
  name: string;
  offset: number;
  kind: string;
  bone: boolean;
  parent: number | null;
  encoding: string;
}
interface PivotFormat {
  dialect: string;
  dialectTitle: string;
  formatName: string;
  version: number;
  serviceText: string;
  countField: number;
  bytes: number;
  accounted: number;
  objects: PivotObject[];
}

function records(file: string, format: PivotFormat, { t, count, countOf, joined }: Words): RecordList {
  const { objects, dialectTitle, bytes, accounted } = format;
  const levels: number[] = [];
  const end = (index: number): number => objects[index + 1]?.offset ?? accounted;
  const records: FileRecord[] = [
    {
      name: t('header'),
      label: format.formatName,
      offset: 0,
      size: objects[0]?.offset ?? accounted,
      note: `${count(objects[0]?.offset ?? accounted)} B`,
      depth: 0,
      problem: '',
    },
  ];
  objects.forEach(({ name, kind, bone, parent, offset, encoding }, index) => {
    levels.push(parent === null ? 0 : (levels[parent] ?? 0) + 1);
    const size = end(index) - offset;
    records.push({
      name,
      label: joined([kind, bone && t('bone'), encoding === 'windows-1251' && 'Windows-1251'], ', '),
      offset,
      size,
      note: `${count(size)} B`,
      depth: Math.min(levels[index]!, 12),
      problem: '',
    });
  });
  const summary = [
    t('Read as {dialect}: {objects}, {accounted} of {bytes} bytes accounted for.', {
      dialect: dialectTitle,
      objects: countOf(objects.length, 'object'),
      accounted,
      bytes,
    }),
  ];
  if (accounted < bytes) {
    records.push({
      name: t('rest of the file'),
      label: '',
      offset: accounted,
      size: bytes - accounted,
      note: `0/${count(bytes - accounted)} B`,
      depth: 0,
      problem: t('These bytes follow the last record; the file was opened anyway.'),
    });
    summary.push(t('{bytes} at the end are not read.', { bytes: countOf(bytes - accounted, 'byte') }));
  }
  return { file, noun: 'object', summary, records };
}

function reading(format: PivotFormat, { t, count }: Words): Fact[] {
  const cyrillic = format.objects.filter(({ encoding }) => encoding === 'windows-1251').length;
  const rows: Fact[] = [
    [t('dialect'), format.dialect],
    [t('read as'), format.dialectTitle],
    [t('format name'), format.formatName || t('(empty)')],
    [t('version'), String(format.version)],
    [t('service text'), format.serviceText || t('(empty)')],
    [t('object count'), count(format.countField)],
  ];
  if (cyrillic > 0)
    rows.push([t('in Windows-1251'), t('{number} of {all} names', { number: cyrillic, all: format.objects.length })]);
  return rows;
}

export const pivot: FormatView = {
  title: ({ t }) => t('Pivot scene'),
  records: (file, format, _messages, words) =>
    format.objects ? records(file, format as unknown as PivotFormat, words) : undefined,
  reading: (format, words) => reading(format as unknown as PivotFormat, words),
};
