// The findings of a world in the shape that those of models have.

import type { Report } from '../../core/report';
import type { WorldIssue } from '../../core/worldReport';

/** Problems of a world in the form of those of models. */
export function reportOf(source: string, issues: readonly WorldIssue[]): Pick<Report, 'issues'> {
  const count = (severity: number): number => issues.filter((issue) => issue.severity === severity).length;
  return {
    issues: {
      numErrors: count(0),
      numWarnings: count(1),
      numInfos: 0,
      numHints: 0,
      truncated: false,
      messages: issues.map((issue) => ({ ...issue, source })),
    },
  };
}
