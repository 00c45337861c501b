// The chunks of a KRI scene, with what belongs below what, and what stands at the end and was not read.

import type { Issue } from '../core/report';
import type { Words } from '../base/textFormat';
import { type FileRecord, type FormatView, hex, type RecordList } from './view';

interface Chunk {
  name: string;
  offset: number;
  size: number;
  layout: string;
  consumed: number;
  fields?: Record<string, unknown>;
}
interface KriFormat {
  version: number;
  bytes: number;
  accounted: number;
  interrupted: { name: string; offset: number; bytes: number } | null;
  chunks: Chunk[];
}
/** How deep a chunk stands: below its node or material, or below the mesh, texture unit, action or particles there. */
function depthOf(name: string): number {
  if (/^(kri|grav|mat|node)$/.test(name)) return 0;
  const deep = /^((v|t|mt|im|p|pr|g)_.*|entity|curve|u_apply|m_dist|a_bone|a[a-z]?_seq)$/;
  return deep.test(name) ? 2 : 1;
}

function labelOf({ fields }: Chunk, { count }: Words): string {
  for (const key of ['name', 'path', 'layer', 'object']) {
    const value = fields?.[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  const number = fields?.count ?? fields?.triangles ?? fields?.vertices;
  return typeof number === 'number' ? count(number) : '';
}

function records(file: string, format: KriFormat, messages: readonly Issue[], words: Words): RecordList {
  const { chunks, interrupted, accounted, bytes } = format,
    { t, count, countOf } = words;
  const records = chunks.map((chunk): FileRecord => {
    const { name, offset, size, layout, consumed } = chunk;
    const said = messages.find((m) => m.offset !== undefined && m.offset >= offset && m.offset < offset + 12 + size);
    return {
      name,
      label: labelOf(chunk, words),
      offset,
      size,
      note: [layout, consumed === size ? `${count(size)} B` : `${count(consumed)}/${count(size)} B`]
        .filter(Boolean)
        .join(' · '),
      depth: known(layout) ? depthOf(name) : 1,
      problem: said ? said.message : known(layout) ? '' : t('This chunk is not read.'),
      ...(layout === 'own' && { own: chunk.fields ?? {} }),
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

export const kri: FormatView = {
  records: (file, format, messages, words) =>
    format.chunks ? records(file, format as unknown as KriFormat, messages, words) : undefined,
};
