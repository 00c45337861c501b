// Messages as a Static Analysis Results Interchange Format 2.1.0 log, for code scanning.

import type { Issue, Report } from './report';

/** One run over all documents. */
export function sarifLog(reports: readonly Pick<Report, 'vitrine' | 'files' | 'issues'>[]): object {
  const issues = reports.flatMap((report) => report.issues.messages);
  const rules = new Map(
    issues.map(({ code, help }) => [
      code,
      { id: code, name: ruleName(code), ...(help && { help: { text: help }, shortDescription: { text: help } }) },
    ]),
  );
  const ids = [...rules.keys()];
  const files = [...new Set(reports.flatMap((report) => report.files.map(({ name }) => name)))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'vitrine', version: reports[0]?.vitrine ?? '0', rules: [...rules.values()] } },
        columnKind: 'utf16CodeUnits',
        artifacts: files.map((name) => ({ location: { uri: uriOf(name) } })),
        results: issues.map((issue) => ({
          ruleId: issue.code,
          ruleIndex: ids.indexOf(issue.code),
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
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join('');

const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

function location({ source, line, offset, ...issue }: Issue): object {
  const startColumn = columnOf(issue);
  const region =
    line !== undefined
      ? { startLine: line, ...(startColumn && { startColumn }) }
      : offset !== undefined
        ? { byteOffset: offset }
        : undefined;
  return { artifactLocation: { uri: uriOf(source) }, ...(region && { region }) };
}

/** In UTF-16 units; undefined where the excerpt begins after its line: what the bytes before it are is not known. */
function columnOf({ column, excerpt }: Pick<Issue, 'column' | 'excerpt'>): number | undefined {
  if (column === undefined || excerpt?.caret !== column - 1) return undefined;
  const before = new TextEncoder().encode(excerpt.text).subarray(0, excerpt.caret);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(before).length + 1;
}
