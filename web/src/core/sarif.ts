// Messages as a Static Analysis Results Interchange Format 2.1.0 log, for code scanning.

import type { Issue, Report } from './report';

/** Where people read about the tool and its codes; left out where nobody has said. */
export interface SarifAddresses {
  /** Of the tool. */
  information?: string | undefined;
  /** Folder of the documentation. */
  docs?: string | undefined;
}

/** The page of a code, below the folder of the documentation; what an engine finds is named `engine:rule`. */
export const codePage = (code: string): string =>
  code.includes(':') ? 'engine-rules.html' : `codes/${encodeURIComponent(code)}.html`;

/** One run over all documents. */
export function sarifLog(
  reports: readonly Pick<Report, 'vitrine' | 'files' | 'issues'>[],
  { information, docs }: SarifAddresses = {},
): object {
  const found = reports.flatMap(({ issues, files }) =>
    issues.messages.map((issue) => ({ ...issue, source: issue.source || (files[0]?.name ?? '') })),
  );
  const folder = docs?.replace(/\/?$/, '/');
  const rules = new Map(
    found.map(({ code, help = code }) => [
      code,
      {
        id: code,
        // A name that is the identifier in other letters says nothing (SARIF1001).
        ...(/[_:]/.test(code) && { name: ruleName(code) }),
        shortDescription: { text: help },
        fullDescription: { text: help },
        help: { text: help },
        ...(folder !== undefined && { helpUri: folder + codePage(code) }),
      },
    ]),
  );
  const ids = new Map([...rules.keys()].map((id, i) => [id, i]));
  const files = [...new Set(reports.flatMap((report) => report.files.map(({ name }) => name)))];
  const informationUri = information ?? folder;
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'vitrine',
            version: reports[0]?.vitrine ?? '0',
            ...(informationUri !== undefined && { informationUri }),
            rules: [...rules.values()],
          },
        },
        columnKind: 'utf16CodeUnits',
        artifacts: files.map((name) => ({ location: { uri: uriOf(name) } })),
        results: found.map((issue) => ({
          ruleId: issue.code,
          ruleIndex: ids.get(issue.code),
          level: (['error', 'warning', 'note', 'note'] as const)[issue.severity],
          message: { text: issue.message },
          locations: issue.source ? [{ physicalLocation: location(issue) }] : [],
        })),
      },
    ],
  };
}

/** MD5_NUM_MESHES -> Md5NumMeshes */
const ruleName = (code: string): string =>
  code
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

/** `file:` for an absolute path (of Windows too), a relative reference for others. */
function uriOf(path: string): string {
  const onDrive = /^[a-z]:[\\/]/i.test(path),
    onServer = path.startsWith('\\\\');
  const encoded = (onDrive || onServer ? path.replaceAll('\\', '/') : path)
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  if (onDrive) return `file:///${encoded.replace('%3A', ':')}`;
  if (onServer) return `file:${encoded}`;
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}

function location({ source, line, offset, ...issue }: Issue): object {
  const startColumn = columnOf(issue);
  // What is about the file as a whole is shown where it begins; code scanning wants a place.
  const region =
    line === undefined && offset !== undefined
      ? { byteOffset: offset }
      : { startLine: line ?? 1, ...(startColumn && { startColumn }) };
  return { artifactLocation: { uri: uriOf(source) }, region };
}

/** In UTF-16 units; undefined where the excerpt begins after its line: what the bytes before it are is not known. */
function columnOf({ column, excerpt }: Pick<Issue, 'column' | 'excerpt'>): number | undefined {
  if (column === undefined || excerpt?.caret !== column - 1) return undefined;
  const before = new TextEncoder().encode(excerpt.text).subarray(0, excerpt.caret);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(before).length + 1;
}
