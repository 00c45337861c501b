// Results of `vitrine check` in the formats of other tools: SARIF for code scanning, JUnit for test reports.

import type { Issue, Report } from '../core/report';
import { sarifLog } from '../core/sarif';
import { type OptionSpec, UsageError, type Values } from './command';
import { issueLine, issueText, json, plain } from './terminal';

/** One document that was checked. */
export interface Checked {
  name: string;
  report: Pick<Report, 'vitrine' | 'format' | 'files' | 'issues'>;
  /** Its errors, or more warnings than allowed. */
  failed: boolean;
  /** Why it failed without an error of a file. */
  reason?: string;
}

/** `homepage` of the package, as the bundler found it. */
declare const VITRINE_HOMEPAGE: string | undefined;

/** Static Analysis Results Interchange Format 2.1.0: one run over all documents. `docs` is the documentation's address. */
export const sarif = (checked: readonly Checked[], docs?: string): string =>
  json(
    sarifLog(
      checked.map(({ report }) => report),
      { docs, information: typeof VITRINE_HOMEPAGE === 'string' ? VITRINE_HOMEPAGE : undefined },
    ),
  );

export const docsOption: OptionSpec = {
  value: 'ADDRESS',
  text: 'SARIF: where your copy of the documentation is, for links from each problem',
};

export function docsOf({ docs }: Values): string | undefined {
  if (docs === undefined) return undefined;
  if (!URL.canParse(String(docs)))
    throw new UsageError(`--docs is an address such as https://..., not '${String(docs)}'`);
  return String(docs);
}

/** A suite per document and a case per file; what concerns no single file, the document's own case. */
export function junit(checked: readonly Checked[]): string {
  const suites = checked.map(({ name, report, failed, reason }) => {
    const { files, issues, format } = report;
    const cases = files.map((file) => ({
      name: file.name,
      of: issues.messages.filter(({ source }) => source === file.name),
    }));
    const rest = issues.messages.filter(({ source }) => !files.some((file) => file.name === source));
    const results = [...cases, ...(rest.length > 0 ? [{ name, of: rest }] : [])].map((test) => caseOf(test, format));
    if (failed && !results.some(({ failed: bad }) => bad))
      results.push({
        text: failedCase(name, format, reason ?? 'errors were counted that were not kept'),
        failed: true,
      });
    const failures = results.filter(({ failed: bad }) => bad).length;
    return {
      tests: results.length,
      failures,
      text: `  <testsuite name="${xml(name)}" tests="${results.length}" failures="${failures}" errors="0" skipped="0">\n${results
        .map(({ text }) => text)
        .join('')}  </testsuite>\n`,
    };
  });
  const sum = (of: 'tests' | 'failures'): number => suites.reduce((total, suite) => total + suite[of], 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="vitrine check" tests="${sum('tests')}" failures="${sum(
    'failures',
  )}" errors="0">\n${suites.map(({ text }) => text).join('')}</testsuites>`;
}

function caseOf(
  { name, of }: { name: string; of: readonly Issue[] },
  format: string,
): { text: string; failed: boolean } {
  const errors = of.filter(({ severity }) => severity === 0),
    rest = of.filter(({ severity }) => severity !== 0);
  const open = `    <testcase name="${xml(name)}" classname="vitrine.${xml(format || 'unknown')}"`;
  if (of.length === 0) return { text: `${open}/>\n`, failed: false };
  const failures = errors.map(
    (issue) =>
      `      <failure type="${xml(issue.code)}" message="${xml(issueLine(issue))}">${xml(issueText(issue))}</failure>\n`,
  );
  const results = rest.length > 0 ? `      <system-out>${xml(rest.map(issueText).join('\n'))}</system-out>\n` : '';
  return { text: `${open}>\n${failures.join('')}${results}    </testcase>\n`, failed: errors.length > 0 };
}

const failedCase = (name: string, format: string, reason: string): string =>
  `    <testcase name="${xml(name)}" classname="vitrine.${xml(format || 'unknown')}">\n      <failure message="${xml(reason)}"/>\n    </testcase>\n`;

/** Text of an attribute or an element. Control characters become escapes first: XML has no word for them. */
function xml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .split('\n')
    .map((line) => plain(line).replace(/[\uFFFE\uFFFF]/g, '\uFFFD'))
    .join('\n')
    .replace(/[&<>"]/g, (c) => entities[c] as string);
}
