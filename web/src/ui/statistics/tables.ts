// The numbers of a document as plain tables, and those as Markdown, CSV and JSON.

import type { Bounds, Report } from '../../core/report';
import type { DocumentStatistics } from '../../protocol/questions';

type Cell = string | number | null;

interface Table {
  title: string;
  columns: string[];
  rows: Cell[][];
}

const size = (bounds: Bounds | null | undefined): Cell[] =>
  bounds
    ? [...bounds.min, ...bounds.max].map((value: number | null) =>
        value === null ? null : Number(value.toPrecision(7)),
      )
    : [null, null, null, null, null, null];
const kBoundsColumns = ['min x', 'min y', 'min z', 'max x', 'max y', 'max z'];

export function tablesOf(report: Report, more: DocumentStatistics | undefined): Table[] {
  const { info, issues, files } = report;
  const facts: Cell[][] = [
    ['format', report.format],
    ['bytes', files.reduce((sum, { bytes }) => sum + bytes, 0)],
    ...Object.entries(info.statistics).map(([name, value]): Cell[] => [words(name), value as number]),
    ['errors', issues.numErrors],
    ['warnings', issues.numWarnings],
    ['notes', issues.numInfos + issues.numHints],
  ];
  const bounds = size(info.bounds);
  kBoundsColumns.forEach((name, i) => facts.push([name, bounds[i]!]));
  if (more)
    facts.push(
      ['GPU bytes of buffers', more.gpu.buffers],
      ['GPU bytes of textures', more.gpu.textures],
      ['GPU bytes of targets', more.gpu.targets],
    );
  const meshes = info.meshes.map((mesh, index): Cell[] => {
    const { survey, weights } = more?.meshes.find((candidate) => candidate.mesh === index) ?? {};
    return [
      mesh.name,
      mesh.material,
      mesh.vertices,
      mesh.triangles,
      ...[
        survey?.places,
        survey?.edges,
        survey?.openEdges,
        survey?.nonManifoldEdges,
        survey?.turnedEdges,
        survey?.collapsedFaces,
        survey?.flatFaces,
        survey?.unusedVertices,
        weights && weights.weighted > 0 ? weights.least : undefined,
        weights && weights.weighted > 0 ? weights.most : undefined,
        weights?.off,
      ].map((value) => value ?? null),
      Object.entries(mesh.influences)
        .map(([influences, vertices]) => `${influences}: ${vertices}`)
        .join(', '),
      ...size(mesh.bounds),
    ];
  });
  const actions = info.actions.map((action, index): Cell[] => [
    action.name,
    action.source,
    action.duration,
    action.frames,
    action.frameRate,
    action.curves,
    ...size(more?.actions.find((candidate) => candidate.action === index)?.bounds),
  ]);
  return [
    { title: 'Document', columns: ['what', 'value'], rows: facts },
    {
      title: 'Meshes',
      columns: [
        'name',
        'material',
        'vertices',
        'triangles',
        'places',
        'edges',
        'open edges',
        'non-manifold edges',
        'inconsistent winding',
        'collapsed faces',
        'flat faces',
        'unused vertices',
        'least weight sum',
        'most weight sum',
        'weight sums ≠ 1',
        'influences: vertices',
        ...kBoundsColumns,
      ],
      rows: meshes,
    },
    {
      title: 'Actions',
      columns: ['name', 'source', 'seconds', 'frames', 'frame rate', 'curves', ...kBoundsColumns],
      rows: actions,
    },
  ].filter(({ rows }) => rows.length > 0);
}

/** `maxInfluences` as `max influences`. */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const text = (cell: Cell): string => (cell === null ? '' : String(cell));

export function toMarkdown(tables: readonly Table[]): string {
  const safe = (cell: Cell): string =>
    text(cell)
      .replace(/[\\|<>[\]`*_]/g, '\\$&')
      .replace(/\s+/g, ' ');
  const line = (cells: readonly Cell[]): string => `| ${cells.map(safe).join(' | ')} |`;
  return tables
    .map(({ title, columns, rows }) => {
      const rule = columns.map((_, i) => (rows.some((row) => typeof row[i] === 'number') ? '---:' : '---'));
      return [`## ${title}`, '', line(columns), `| ${rule.join(' | ')} |`, ...rows.map(line), ''].join('\n');
    })
    .join('\n');
}

/** One table after another, an empty line between them. */
export function toCsv(tables: readonly Table[]): string {
  const safe = (cell: Cell): string => {
    const value = text(cell);
    // Spreadsheets take text that begins like this for a formula.
    const plain = typeof cell === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return tables
    .map(({ columns, rows }) => [columns, ...rows].map((row) => `${row.map(safe).join(',')}\r\n`).join(''))
    .join('\r\n');
}

export function toJson(tables: readonly Table[]): string {
  const objects = tables.map(({ title, columns, rows }) => [
    title.toLowerCase(),
    title === 'Document'
      ? Object.fromEntries(rows.map(([name, value]) => [name, value]))
      : rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
  ]);
  return `${JSON.stringify(Object.fromEntries(objects), null, 2)}\n`;
}
