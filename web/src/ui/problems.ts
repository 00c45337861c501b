// The problem list: what, where, and the line itself, grouped by kind; a click goes to the place.

import { appendAll, fill, leastOf } from '../core/lists';
import type { Issue, Report } from '../core/report';
import { h, svgIcon } from './dom';
import { excerptOf } from './excerpt';
import type { ProblemTools } from './fixes/tools';
import { recall, remember } from './memory';
import { placeText, problemsText, severityCount, severityName, severityText } from './words';
import { t } from './language';

export function issueItem(issue: Issue): HTMLElement {
  const severity = severityName(issue.severity);
  return h(
    'li',
    { class: `issue issue-${severity}` },
    messageOf(issue),
    placeOf(issue, h('code', { text: issue.code })),
    excerptOf(issue),
    issue.help ? h('p', { class: 'issue-help', text: issue.help }) : undefined,
  );
}

function messageOf(issue: Issue): HTMLElement {
  return h(
    'p',
    { class: 'issue-message' },
    svgIcon('problems'),
    h('span', { class: 'visually-hidden', text: `${severityText(issue.severity)}: ` }),
    h('span', { text: issue.message }),
  );
}

function placeOf(issue: Issue, ...more: HTMLElement[]): HTMLElement {
  return h(
    'p',
    { class: 'issue-place' },
    h('span', { class: 'issue-file', text: placeText(issue) }),
    issue.path ? h('span', { text: issue.path }) : undefined,
    ...more,
  );
}

const kinds = ['error', 'warning', 'note'] as const;
type Kind = (typeof kinds)[number];
/** Hints are notes to those who filter. */
const kindOf = ({ severity }: Issue): Kind => kinds[Math.min(severity, 2)]!;

/** A page of the documentation, beside this one. */
const pageOf = (code: string): string => `docs/codes/${encodeURIComponent(code)}.html`;

export class Problems {
  readonly element = h('div', { class: 'panel-body problems' });
  private readonly filters = h('div', { class: 'filters', attributes: { role: 'group', 'aria-label': t('Show') } });
  private readonly list = h('div', { class: 'issue-groups' });
  private readonly said = h('p', {
    class: 'quiet other-language',
    text: t('Messages about files are in English so that they can be searched for.'),
  });
  private report: Report | undefined;
  private readonly hidden: Set<string>;
  private closed = new Set<string>();

  /** `go` shows a place; a message without one is not clickable. */
  constructor(
    private readonly go: (issue: Issue) => void,
    private readonly tools?: ProblemTools,
  ) {
    this.hidden = new Set(recall('problems.hidden', '').split(',').filter(Boolean));
    this.show(undefined);
  }

  show(report: Report | undefined): void {
    this.report = report;
    this.closed = new Set();
    if (report) this.tools?.show(report);
    const messages = report?.issues.messages ?? [];
    if (!report || messages.length === 0) {
      this.element.replaceChildren(
        h('p', { class: 'quiet', text: report ? t('No problems found.') : t('Nothing is open.') }),
      );
      return;
    }
    const rest = total(report) - messages.length;
    fill(this.element, [
      h('p', { class: 'quiet', text: problemsText(report.issues) }),
      this.said,
      ...(this.tools ? [this.tools.element] : []),
      this.filters,
      this.list,
      ...(rest > 0
        ? [
            h('p', {
              class: 'quiet',
              text: t('{count} more of the same kinds are counted but not listed.', { count: rest }),
            }),
          ]
        : []),
    ]);
    this.fill();
  }

  private fill(): void {
    const messages = this.report?.issues.messages ?? [];
    const counts = new Map<Kind, number>();
    for (const issue of messages) counts.set(kindOf(issue), (counts.get(kindOf(issue)) ?? 0) + 1);
    const focused = (document.activeElement as HTMLElement | null)?.dataset.kind;
    this.filters.hidden = counts.size < 2;
    fill(
      this.filters,
      kinds
        .filter((kind) => counts.has(kind))
        .map((kind) =>
          h('button', {
            class: 'button small',
            text: severityCount(counts.get(kind)!, kind),
            attributes: { type: 'button', 'aria-pressed': String(!this.hidden.has(kind)), 'data-kind': kind },
            on: { click: () => this.toggle(kind) },
          }),
        ),
    );
    if (focused) this.filters.querySelector<HTMLElement>(`[data-kind=${focused}]`)?.focus();
    const groups = new Map<string, Issue[]>();
    for (const issue of messages) {
      if (counts.size > 1 && this.hidden.has(kindOf(issue))) continue;
      groups.set(issue.code, [...(groups.get(issue.code) ?? []), issue]);
    }
    const sorted = [...groups].sort(([, a], [, b]) => worst(a) - worst(b));
    fill(this.list, [
      ...sorted.map(([code, issues]) => this.group(code, issues)),
      ...(sorted.length === 0 ? [h('p', { class: 'quiet', text: t('The filter hides all problems.') })] : []),
    ]);
  }

  private toggle(kind: Kind): void {
    if (!this.hidden.delete(kind)) this.hidden.add(kind);
    remember('problems.hidden', [...this.hidden].join());
    this.fill();
  }

  private group(code: string, issues: readonly Issue[]): HTMLElement {
    const severity = severityName(worst(issues));
    const items = h('ul', { class: 'issues' }, ...issues.map((issue) => this.item(issue)));
    // Help that is equal for all of them is shown once.
    const helps = new Set(issues.map(({ help }) => help ?? ''));
    const help = helps.size === 1 ? [...helps][0] : '';
    if (help === '') for (const [i, item] of [...items.children].entries()) appendAll(item, helpOf(issues[i]!.help));
    const group = h(
      'details',
      { class: `issue-group issue-${severity}`, attributes: { open: !this.closed.has(code) } },
      h(
        'summary',
        {},
        svgIcon('chevron'),
        h('code', { text: code }),
        h('span', {
          class: 'quiet numbers',
          text: severityCount(issues.length, severity),
        }),
      ),
      ...helpOf(help),
      items,
      h('a', {
        class: 'issue-more',
        text: t('More about {code}', { code }),
        attributes: { href: pageOf(code), target: '_blank', rel: 'noopener' },
      }),
    );
    group.addEventListener('toggle', () => (group.open ? this.closed.delete(code) : this.closed.add(code)));
    return group;
  }

  private item(issue: Issue): HTMLElement {
    const severity = severityName(issue.severity),
      placed = issue.line !== undefined || issue.offset !== undefined;
    const parts = [messageOf(issue), placeOf(issue)];
    return h(
      'li',
      { class: `issue issue-${severity}` },
      placed
        ? h(
            'div',
            {
              class: 'issue-link',
              title: t('Show in source'),
              attributes: { role: 'button', tabindex: 0 },
              on: {
                click: () => this.go(issue),
                keydown: (event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return;
                  event.preventDefault();
                  event.stopPropagation();
                  this.go(issue);
                },
              },
            },
            ...parts,
          )
        : h('div', {}, ...parts),
      excerptOf(issue),
    );
  }
}

const helpOf = (help: string | undefined): HTMLElement[] => (help ? [h('p', { class: 'issue-help', text: help })] : []);

const worst = (issues: readonly Issue[]): number => leastOf(issues.map(({ severity }) => severity));

function total({ issues }: Report): number {
  return issues.numErrors + issues.numWarnings + issues.numInfos + issues.numHints;
}
