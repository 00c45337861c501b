// vitrine check: what is wrong with the files, for people, scripts and code scanning.

import type { Issue, Report } from '../../core/report';
import { type Command, formatOf, jsonOption, numberOf } from '../command';
import { loadOperands } from '../load';
import { issueText, json } from '../terminal';

export const check: Command = {
  name: 'check',
  summary: 'what is wrong with the files; exit status 1 when there are errors',
  operands: 'FILE...',
  options: {
    'max-warnings': { value: 'N', text: 'more warnings than N count as failure' },
    format: { value: 'pretty|json|sarif', text: 'how to print it (default: pretty)' },
    json: jsonOption,
  },
  async run(context) {
    const format = formatOf(context.values, ['pretty', 'json', 'sarif']);
    const allowed = numberOf(context.values, 'max-warnings', 'whole') ?? Infinity;
    const { report } = await loadOperands(context);
    const print = { pretty, json: summary, sarif }[format];
    context.out(`${print(report)}\n`);
    const { numErrors, numWarnings } = report.issues;
    if (numErrors === 0 && numWarnings > allowed)
      context.err(`${numWarnings} warnings are more than the ${allowed} allowed\n`);
    return numErrors > 0 || numWarnings > allowed ? 1 : 0;
  },
};

function pretty({ issues, files }: Report): string {
  const said = [...issues.messages].sort((a, b) => a.severity - b.severity).map(issueText);
  if (issues.truncated) said.push('more messages were counted than kept');
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  return [
    ...said,
    `${count(files.length, 'file')}: ${count(issues.numErrors, 'error')}, ${count(issues.numWarnings, 'warning')}`,
  ].join('\n');
}

const summary = ({ vitrine, format, files, issues }: Report): string => json({ vitrine, format, files, issues });

/** Static Analysis Results Interchange Format 2.1.0. */
function sarif({ vitrine, issues }: Report): string {
  const rules = new Map(
    issues.messages.map(({ code, help }) => [code, { id: code, ...(help && { help: { text: help } }) }]),
  );
  return json({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'vitrine', version: vitrine, rules: [...rules.values()] } },
        results: issues.messages.map((issue) => ({
          ruleId: issue.code,
          ruleIndex: [...rules.keys()].indexOf(issue.code),
          level: (['error', 'warning', 'note', 'note'] as const)[issue.severity],
          message: { text: issue.message },
          locations: issue.source === '' ? [] : [{ physicalLocation: location(issue) }],
        })),
      },
    ],
  });
}

function location({ source, line, column, offset }: Issue): object {
  const uri = source.split('/').map(encodeURIComponent).join('/');
  const region =
    line !== undefined
      ? { startLine: line, startColumn: column }
      : offset !== undefined
        ? { byteOffset: offset }
        : undefined;
  return { artifactLocation: { uri }, ...(region && { region }) };
}
