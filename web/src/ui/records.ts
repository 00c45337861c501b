// What the report says a binary file is made of, as a list: the chunks of a KRI scene with what belongs below what, the
// header and objects of a pivot scene, or the sections of an IQM file; and what stands at the end and was not read.

import type { Issue, Report } from '../core/report';
import { count, countOf } from './words';
import { joined, t } from './language';

export interface FileRecord {
  name: string;
  /** What it is called or about, from its own fields. */
  label: string;
  offset: number;
  /** Of its contents, as the file counts them. */
  size: number;
  /** Layout and bytes consumed, in few words. */
  note: string;
  depth: number;
  /** Why it stands out; empty when nothing is unusual about it. */
  problem: string;
}

export interface RecordList {
  /** Name of the file, as it was given. */
  file: string;
  noun: string;
  summary: string[];
  records: FileRecord[];
}

interface Chunk {
  name: string;
  offset: number;
  size: number;
  layout: string;
  consumed: number;
  fields?: Record<string, unknown>;
}
interface PivotObject {
  name: string;
  offset: number;
  kind: string;
  bone: boolean;
  parent: number | null;
  encoding: string;
}
interface KriFormat {
  version: number;
  bytes: number;
  accounted: number;
  interrupted: { name: string; offset: number; bytes: number } | null;
  chunks: Chunk[];
}
interface PivotFormat {
  dialectTitle: string;
  formatName: string;
  version: number;
  serviceText: string;
  bytes: number;
  accounted: number;
  objects: PivotObject[];
}

interface IqmSection {
  name: string;
  offset: number;
  size: number;
  /** Number of its records; 0 if it has none. */
  count: number;
}

/** Undefined for formats that have no such list. */
export function recordsOf(report: Report): RecordList | undefined {
  const format = report.info.format;
  const file = report.files.find(({ format: id, role }) => id === report.format && role !== 'texture')?.name ?? '';
  const messages = report.issues.messages.filter(({ source }) => source === file);
  if (report.format === 'kri' && format?.chunks) return kriRecords(file, format as unknown as KriFormat, messages);
  if (report.format === 'pivot' && format?.objects) return pivotRecords(file, format as unknown as PivotFormat);
  if (report.format === 'iqm' && format?.sections) return iqmRecords(file, format.sections as IqmSection[], messages);
  return undefined;
}

export const hex = (offset: number): string => `0x${offset.toString(16)}`;

/** How deep a chunk stands: below its node or material, or below the mesh, texture unit, action or particles there. */
function depthOf(name: string): number {
  if (/^(kri|grav|mat|node)$/.test(name)) return 0;
  const deep = /^((v|t|mt|im|p|pr|g)_.*|entity|curve|u_apply|m_dist|a_bone|a[a-z]?_seq)$/;
  return deep.test(name) ? 2 : 1;
}

function labelOf({ fields }: Chunk): string {
  for (const key of ['name', 'path', 'layer', 'object']) {
    const value = fields?.[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  const number = fields?.count ?? fields?.triangles ?? fields?.vertices;
  return typeof number === 'number' ? count(number) : '';
}

function kriRecords(file: string, format: KriFormat, messages: readonly Issue[]): RecordList {
  const { chunks, interrupted, accounted, bytes } = format;
  const records = chunks.map((chunk): FileRecord => {
    const { name, offset, size, layout, consumed } = chunk;
    const said = messages.find((m) => m.offset !== undefined && m.offset >= offset && m.offset < offset + 12 + size);
    return {
      name,
      label: labelOf(chunk),
      offset,
      size,
      note: [layout, consumed === size ? `${count(size)} B` : `${count(consumed)}/${count(size)} B`]
        .filter(Boolean)
        .join(' · '),
      depth: known(layout) ? depthOf(name) : 1,
      problem: said ? said.message : known(layout) ? '' : t('This chunk is not read.'),
    };
  });
  const rest = bytes - accounted;
  if (interrupted)
    records.push({
      name: interrupted.name,
      label: t('interrupted'),
      offset: interrupted.offset,
      size: interrupted.bytes,
      note: `0/${count(interrupted.bytes)} B`,
      depth: depthOf(interrupted.name),
      problem: t(
        'The exporter writes the size of a chunk after the chunk. Here the size is missing because the exporter ' +
          'stopped. Everything before this chunk is shown.',
      ),
    });
  else if (rest > 0)
    records.push({
      name: t('rest of the file'),
      label: '',
      offset: accounted,
      size: rest,
      note: `0/${count(rest)} B`,
      depth: 0,
      problem: messages.find(({ offset }) => offset === accounted)?.message ?? t('These bytes are not a chunk.'),
    });
  const unknown = chunks.filter(({ layout }) => layout === 'unknown').length,
    unfit = chunks.filter(({ layout }) => layout === 'none').length;
  const summary = [
    t('KRI version {version}, {chunks}, {accounted} of {bytes} bytes accounted for.', {
      version: format.version,
      chunks: countOf(chunks.length, 'chunk'),
      accounted,
      bytes,
    }),
  ];
  if (unknown > 0)
    summary.push(t('{chunks} unknown and skipped.', { chunks: countOf(unknown, 'chunk is', 'chunks are') }));
  if (unfit > 0)
    summary.push(t('Skipped, because none of the known layouts fits: {chunks}.', { chunks: countOf(unfit, 'chunk') }));
  if (interrupted)
    summary.push(
      t('The export was interrupted in chunk {chunk} at {offset}; {bytes} of it were written.', {
        chunk: interrupted.name,
        offset: hex(interrupted.offset),
        bytes: countOf(interrupted.bytes, 'byte'),
      }),
    );
  else if (rest > 0) summary.push(t('{bytes} at the end are not read.', { bytes: countOf(rest, 'byte') }));
  return { file, noun: 'chunk', summary, records };
}

const known = (layout: string): boolean => layout !== 'unknown' && layout !== 'none';

function iqmRecords(file: string, sections: readonly IqmSection[], messages: readonly Issue[]): RecordList {
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

function pivotRecords(file: string, format: PivotFormat): RecordList {
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
