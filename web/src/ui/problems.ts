// The problem list: what, where, and the line itself.

import type { Issue, Report } from '../core/report';
import { h, svgIcon } from './dom';
import { excerptOf } from './excerpt';
import { placeText, problemsText, severityName } from './words';

export function issueItem(issue: Issue): HTMLElement {
  const severity = severityName(issue.severity);
  return h(
    'li',
    { class: `issue issue-${severity}` },
    h(
      'p',
      { class: 'issue-message' },
      svgIcon('problems'),
      h('span', { class: 'visually-hidden', text: `${severity}: ` }),
      h('span', { text: issue.message }),
    ),
    h(
      'p',
      { class: 'issue-place' },
      h('span', { class: 'issue-file', text: placeText(issue) }),
      issue.path ? h('span', { text: issue.path }) : undefined,
      h('code', { text: issue.code }),
    ),
    excerptOf(issue),
    issue.help ? h('p', { class: 'issue-help', text: issue.help }) : undefined,
  );
}

export class Problems {
  readonly element = h('div', { class: 'panel-body problems' });

  constructor() {
    this.show(undefined);
  }

  show(report: Report | undefined): void {
    const messages = report?.issues.messages ?? [];
    if (messages.length === 0) {
      this.element.replaceChildren(
        h('p', { class: 'quiet', text: report ? 'Nothing is wrong with these files.' : 'Nothing is open.' }),
      );
      return;
    }
    const rest = report ? total(report) - messages.length : 0;
    this.element.replaceChildren(
      h('p', { class: 'quiet', text: report ? problemsText(report.issues) : '' }),
      h('ul', { class: 'issues' }, ...messages.map(issueItem)),
      ...(rest > 0 ? [h('p', { class: 'quiet', text: `${rest} more of the same kinds are only counted.` })] : []),
    );
  }
}

function total({ issues }: Report): number {
  return issues.numErrors + issues.numWarnings + issues.numInfos + issues.numHints;
}
