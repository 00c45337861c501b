// vitrine inspect: what is in the files.

import { soundKinds } from '../../core/formats';
import type { Bounds, HierarchyNode, Issue, Report, ReportMaterial, ReportTexture, FoundBy } from '../../core/report';
import type { EffectTable, SongMeasures, SongTable } from '../../core/sound';
import { plainWords } from '../../base/textFormat';
import { formatViews } from '../../formats';
import { batchOptions, runBatch } from '../batch';
import { type Command, type Context, formatOf, jsonOption } from '../command';
import { examples } from '../help';
import type { InputFile, Vitrine, VitrineDocument } from '../index';
import { loadFiles, loadOptions, mainFile, sayIssues } from '../load';
import { measureRows, soundSections } from './sound';
import { countOf, decimal, json, kMostIndent, plain, problemCount, severityName, table } from '../terminal';

type Cell = string | number;
/** Nodes in all actions whose health is checked: a few seconds. */
const kMostPosed = 10_000_000;
const kSounds: readonly string[] = [...soundKinds.effects, ...soundKinds.songs];

export const inspect: Command = {
  name: 'inspect',
  summary: 'shows statistics, hierarchy, meshes, materials and actions',
  operands: 'FILE...',
  options: {
    format: { value: 'pretty|json|md|csv', text: 'how to print it (default: pretty)' },
    ...batchOptions,
    json: jsonOption,
    ...loadOptions,
  },
  examples: examples.inspect,
  async run(context) {
    const format = formatOf(context.values, ['pretty', 'json', 'md', 'csv']);
    if (context.values.batch === true) return inspectMany(context, format);
    const { document, files } = await loadFiles(context);
    const report = withSound(withChecks(context, document), files, await context.vitrine());
    const print = { pretty, json, md: card, csv }[format];
    context.out(`${print(report)}\n`);
    if (format === 'json') return report.issues.numErrors > 0 ? 1 : 0;
    return sayIssues(context, document);
  },
};

async function inspectMany(context: Context, format: 'pretty' | 'json' | 'md' | 'csv'): Promise<number> {
  const all: object[] = [];
  let first = true;
  const { status, tally } = await runBatch<undefined, Report>(context, {
    work: ({ report }) => ({ status: report.issues.numErrors > 0 ? 1 : 0, done: report }),
    report(report, { name }, { out }) {
      if (format === 'json') all.push({ name, ...report });
      else if (format === 'md') out(`${first ? '' : '\n'}${card(report)}\n`);
      else if (format === 'pretty')
        out(`${first ? '' : '\n'}${plain(name)}\n${pretty(report).replace(/^(?=.)/gm, '  ')}\n`);
      // One table of all: the document stands first in every row.
      else out(`${csv(report, name).slice(first ? 0 : csvHead(true).length + 1)}\n`);
      first = false;
    },
  });
  if (format === 'json') context.out(`${json({ summary: tally, documents: all })}\n`);
  return status;
}

/** The report with what may be wrong with each mesh and action. */
function withChecks(context: Context, document: VitrineDocument): Report {
  const { report } = document;
  const { nodes } = report.info.statistics;
  // An action poses every node.
  const most = Math.floor(kMostPosed / Math.max(nodes, 1));
  const left = report.info.actions.length - most;
  if (left > 0)
    context.err(
      `The health of ${countOf(left, 'action')} is not checked: there are too many for ${countOf(nodes, 'node')}.\n`,
    );
  const meshes = report.info.meshes.map((mesh, i) => ({ ...mesh, survey: document.survey(i).survey }));
  const actions = report.info.actions.map((action, i) =>
    action.playable && i < most ? { ...action, health: document.health(i) } : action,
  );
  return { ...report, info: { ...report.info, meshes, actions } };
}

/** The report with what its song measures, for which all of it is synthesized. */
function withSound(report: Report, files: readonly InputFile[], vitrine: Vitrine): Report {
  const name = report.files.find(({ role }) => role === 'sound')?.name;
  const file = files.find((given) => given.name === name);
  if (!file || report.issues.numErrors > 0) return report;
  const song = vitrine.song(file);
  let sound: SongMeasures;
  try {
    sound = song.measure();
  } finally {
    song.dispose();
  }
  return { ...report, info: { ...report.info, sound } };
}

/** A row for every mesh that is not a closed surface, or has faces and vertices to no effect. */
const topologyRows = ({ meshes }: Report['info']): Cell[][] =>
  meshes.flatMap(({ name, survey }) => {
    if (!survey) return [];
    const { edges, openEdges, nonManifoldEdges, turnedEdges, collapsedFaces, flatFaces, unusedVertices } = survey;
    const found = [openEdges, nonManifoldEdges, turnedEdges, collapsedFaces, flatFaces, unusedVertices];
    return found.some((count) => count > 0) ? [[name, edges, ...found.map((count) => count || '')]] : [];
  });

/** A row for every action in which something was found. */
function healthRows({ actions }: Report['info']): Cell[][] {
  return actions.flatMap(({ name, health }) => {
    if (!health) return [];
    const { seam, flips, frozen, bounds } = health;
    const found: Cell[] = [
      seam && !seam.closed ? decimal(seam.distance) : '',
      flips.count || '',
      frozen.count || '',
      bounds?.outside ? `${bounds.outside} of ${bounds.checked}, ${decimal(bounds.largest.excess)}` : '',
    ];
    return found.some((cell) => cell !== '') ? [[name, ...found]] : [];
  });
}

/** The tables that every format but JSON shows: a title, column names, rows. */
function sections(report: Report): { title: string; head: string[]; rows: Cell[][] }[] {
  const { format, files, info } = report;
  const list = { title: 'Files', head: ['name', 'role', 'bytes'], rows: files.map((f) => [f.name, f.role, f.bytes]) };
  // Of files that did not open there is nothing to count.
  if (format === '') return [list];
  const turns = info.textures.some((texture) => texture.turns);
  if (kSounds.includes(format)) {
    const table = info.format as unknown as SongTable | EffectTable;
    return [list, ...soundSections(table), ...(info.sound ? [measureRows(info.sound)] : [])];
  }
  return [
    list,
    {
      title: 'Mod',
      head: ['what', 'value'],
      rows: report.root === undefined ? [] : [['root of the mod', report.root]],
    },
    { title: 'Statistics', head: ['what', 'count'], rows: Object.entries(info.statistics) },
    {
      title: 'Meshes',
      head: ['name', 'vertices', 'triangles', 'material', 'bounds'],
      rows: info.meshes.map((m) => [m.name, m.vertices, m.triangles, m.material ?? '', box(m.bounds)]),
    },
    {
      title: 'Topology',
      head: [
        'mesh',
        'edges',
        'open',
        'non-manifold',
        'inconsistent winding',
        'collapsed faces',
        'flat faces',
        'unused vertices',
      ],
      rows: topologyRows(info),
    },
    {
      title: 'Actions',
      head: ['name', 'source', 'duration', 'frames', 'frameRate', 'curves'],
      rows: info.actions.map((a) => [
        a.name,
        a.source,
        Number(decimal(a.duration)),
        a.frames,
        Number(decimal(a.frameRate)),
        a.curves,
      ]),
    },
    {
      title: 'Health',
      head: ['action', 'open loop by', 'flips', 'frozen', 'frames outside their box'],
      rows: healthRows(info),
    },
    {
      title: 'Materials',
      head: ['name', 'alpha', 'shown', 'diffuse', 'normal', 'specular', 'declared in'],
      rows: info.materials.map((m) => materialRow(m, info.textures)),
    },
    {
      title: 'Textures',
      head: ['name', 'status', 'file', 'taken because', ...(turns ? ['images change at'] : [])],
      rows: info.textures.map((t) => [
        t.name,
        t.status,
        t.file ?? '',
        reasonOf(t),
        ...(turns ? [t.turns?.map(decimal).join(' ') ?? ''] : []),
      ]),
    },
    ...ownSections(report),
    ...chunkSections(report),
  ].filter(({ rows }) => rows.length > 0);
}

/** Tables of this format alone. */
function ownSections({ format, info }: Report): { title: string; head: string[]; rows: Cell[][] }[] {
  const view = formatViews[format],
    found = view?.facts?.(info.format ?? {}, plainWords);
  if (!found) return [];
  return [
    { title: view?.title?.(plainWords) ?? '', head: ['what', 'value'], rows: found.facts },
    {
      title: 'Objects',
      head: ['object', 'what', 'value'],
      rows: found.objects.flatMap(({ name, facts }) => facts.map((row) => [name, ...row])),
    },
  ];
}

/** The chunks of a file that is made of them. */
function chunkSections({ format, files, info, issues }: Report): { title: string; head: string[]; rows: Cell[][] }[] {
  const own = files.find((file) => file.format === format),
    list = own && formatViews[format]?.records?.(own.name, info.format ?? {}, issues.messages, plainWords);
  if (list?.noun !== 'chunk') return [];
  const rows = list.records.map(({ name, label, offset, size, note, depth, problem }): Cell[] => [
    `${'  '.repeat(depth)}${name}`,
    label,
    offset,
    size,
    note,
    problem,
  ]);
  return [{ title: 'Chunks', head: ['name', 'label', 'offset', 'bytes', 'read', 'problem'], rows }];
}

const kReasons: Readonly<Record<FoundBy, string>> = {
  address: 'it is at this address',
  root: 'it has this path from the root',
  path: 'its path ends in this one',
  folder: "it is in the model's folder",
  nearest: 'it is the nearest of this name',
};

function reasonOf({ foundBy, others = 0 }: ReportTexture): string {
  if (foundBy === undefined) return '';
  return `${kReasons[foundBy]}${others > 0 ? `, with ${others} more` : ''}`;
}

/** A material as it is drawn, and where that is declared. */
function materialRow(material: ReportMaterial, textures: readonly ReportTexture[]): Cell[] {
  const { name, alphaMode, alphaCutoff, culled, hidden, slots, declaration } = material;
  const image = (wanted: string): string =>
    textures[slots.find(({ role, texture }) => role === wanted && texture !== null)?.texture ?? -1]?.name ?? '';
  const alpha = alphaMode === 'mask' ? `cutoff ${decimal(alphaCutoff)}` : alphaMode;
  const shown = hidden ? 'nothing' : { none: 'both sides', back: 'front', front: 'back' }[culled];
  const place = declaration ? `${declaration.file}:${declaration.line}` : '';
  return [name, alpha, shown, image('diffuse'), image('normal'), image('specular'), place];
}

const box = (bounds: Bounds | null): string =>
  bounds ? `${bounds.min.map(decimal).join(' ')} .. ${bounds.max.map(decimal).join(' ')}` : '';

/** Not by recursion: a chain of joints may be thousands long. */
function tree(roots: readonly HierarchyNode[]): string[] {
  const lines: string[] = [];
  const left = roots.map((node) => ({ node, depth: 1 })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, depth } = next;
    // Deeper ones say how deep: a chain of thousands would be blanks for the most part.
    const level = depth > kMostIndent ? `${'  '.repeat(kMostIndent)}(${depth}) ` : '  '.repeat(depth);
    lines.push(`${level}${plain(node.name) || '(no name)'}  ${node.kind}`);
    for (let i = node.children.length - 1; i >= 0; --i) left.push({ node: node.children[i]!, depth: depth + 1 });
  }
  return lines;
}

function pretty(report: Report): string {
  const { info, issues, format } = report;
  const parts = sections(report).map(
    ({ title, head, rows }) => `${title}\n${table([head, ...rows]).replace(/^/gm, '  ')}`,
  );
  const up = `up ${info.axes.up}, ${info.axes.handedness}-handed`;
  return [
    kSounds.some((id) => id === format)
      ? `${format}, nothing to draw`
      : format === ''
        ? 'unknown format'
        : `${format}, ${up}, ${box(info.bounds) || 'nothing to draw'}`,
    ...parts,
    ...(info.hierarchy.length > 0 ? [`Hierarchy\n${tree(info.hierarchy).join('\n')}`] : []),
    problemCount(issues),
  ].join('\n\n');
}

const cell = (c: Cell): string => plain(String(c)).replace(/[\\|`*_<>[\]]/g, '\\$&');

/** A report card in Markdown: what it is and whether it is fine in one line, then tables. */
function card(report: Report): string {
  const { issues, info, format } = report;
  const line = (cells: readonly Cell[]): string => `| ${cells.map(cell).join(' | ')} |`;
  const tableOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
    [line(head), line(head.map(() => '---')).replaceAll('\\', ''), ...rows.map(line)].join('\n');
  const { triangles, joints, actions } = info.statistics;
  const count = (n: number, what: string): string[] => (n > 0 ? [countOf(n, what)] : []);
  const facts = [
    cell(format || 'unknown format'),
    ...count(triangles, 'triangle'),
    ...count(joints, 'joint'),
    ...count(actions, 'action'),
  ];
  const verdict =
    issues.numErrors + issues.numWarnings === 0
      ? 'no errors, no warnings'
      : [...count(issues.numErrors, 'error'), ...count(issues.numWarnings, 'warning')].join(', ');
  const problems = issues.messages.filter(({ severity }) => severity <= 1);
  const place = ({ source, line: row, column, offset }: Issue): string =>
    row !== undefined
      ? `${source}:${row}:${column}`
      : offset !== undefined
        ? `${source} @0x${offset.toString(16)}`
        : source;
  return [
    `# ${cell(mainFile(report) || 'nothing')}`,
    `**${issues.numErrors > 0 ? 'Has errors' : issues.numWarnings > 0 ? 'Has warnings' : 'Fine'}** - ${[...facts, verdict].join(' - ')}`,
    ...sections(report).map(({ title, head, rows }) => `## ${title}\n\n${tableOf(head, rows)}`),
    ...(problems.length > 0
      ? [
          `## Problems\n\n${tableOf(
            ['severity', 'code', 'place', 'message'],
            problems.map((issue) => [severityName(issue), issue.code, place(issue), issue.message]),
          )}`,
        ]
      : []),
  ].join('\n\n');
}

const csvHead = (named: boolean): string => `${named ? 'document,' : ''}section,row,column,value`;

/** One flat table, so that any program can filter it: section, row, column, value. */
function csv(report: Report, document?: string): string {
  const field = (c: Cell): string => {
    // A leading = + - @ would be a formula to a spreadsheet when it comes from a file's name.
    const text = typeof c === 'string' ? plain(c).replace(/^[=+\-@]/, "'$&") : String(c);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = sections(report).flatMap(({ title, head, rows: list }) =>
    list.flatMap((row, i) =>
      row.map((value, c) => [
        ...(document === undefined ? [] : [document]),
        title.toLowerCase(),
        i,
        head[c] ?? '',
        value,
      ]),
    ),
  );
  return [csvHead(document !== undefined), ...rows.map((row) => row.map(field).join(','))].join('\n');
}
