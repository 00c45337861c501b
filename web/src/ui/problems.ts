// The problem list: what, where, and the line itself, grouped by kind; a click goes to the place.

import { appendAll, fill, leastOf, pushTo } from '../base/lists';
import type { Issue, Report } from '../core/report';
import { codePage } from '../core/sarif';
import type { SourceFile } from '../protocol/files';
import { CheckBar, type Source } from './check/bar';
import { englishNote } from './check/words';
import { h, svgIcon } from './dom';
import type { ProblemTools } from './fixes/tools';
import { t } from './language';
import { recall, remember } from './memory';
import { placeText, problemsText, severityCount, severityName, severityText } from './words';

/** Most seen first: what is absent, what stands or moves otherwise, what looks otherwise. */
const kSeen = [
  /TEXTURE|IMAGE|SKELETON|SKIN|MISSING(?!_KEY)|LOST|UNRESOLVED|NOT_SHOWN|NO_WEIGHTS|NO_POSES|FIT_FAILED|EMPTY|PALETTE|MATERIAL/,
  /FIT|WEIGHT|BONE|JOINT|POSE|SCALE|ROTATION|INFLUENCE|BLEND|VERTEX|GROUP|CHANNEL|RATE|FPS|CUT_/,
  /NORMAL|WINDING|TANGENT|DIFFUSE|COLOUR|MESH|FACE|CURVE|STAGE|EDGES|TARGET/,
];

/** Smaller is seen more; what only the file has comes last. */
export function seenRank(code: string): number {
  const at = kSeen.findIndex((words) => words.test(code.toUpperCase()));
  return at < 0 ? kSeen.length : at;
}

/** Letters that a narrow panel has room for, beside the number of the line. */
const kShort = 26;

/** The line of the file with a caret under the column; undefined for binary files. */
function excerptOf({ excerpt, line }: Issue): HTMLElement | undefined {
  if (!excerpt) return undefined;
  // The caret counts bytes; a tab before it stays a tab, or the caret would stand elsewhere.
  const before = new TextDecoder().decode(new TextEncoder().encode(excerpt.text).subarray(0, excerpt.caret));
  const indent = before.replace(/[^\t]/gu, ' '),
    number = String(line ?? '');
  const element = h(
    'pre',
    { class: 'excerpt', attributes: { role: 'group', 'aria-label': t('Line {line}', { line: number }) } },
    h('span', { class: 'excerpt-line', text: `${number} │ ` }),
    excerpt.text,
    '\n',
    h('span', { class: 'excerpt-line', text: `${' '.repeat(number.length)} │ ` }),
    h('span', { class: 'excerpt-caret', text: `${indent}^` }),
  );
  // A line that may be longer than its place is moved by the arrow keys.
  if (excerpt.text.replaceAll('\t', '    ').length > kShort) element.tabIndex = 0;
  return element;
}

/** As all messages about files are. */
const kEnglish = { lang: 'en' };

export function issueItem(issue: Issue): HTMLElement {
  const severity = severityName(issue.severity);
  return h(
    'li',
    { class: `issue issue-${severity}` },
    messageOf(issue),
    placeOf(issue, h('code', { text: issue.code })),
    excerptOf(issue),
    ...helpOf(issue.help),
  );
}

function messageOf(issue: Issue): HTMLElement {
  return h(
    'p',
    { class: 'issue-message' },
    svgIcon('problems'),
    h('span', { class: 'visually-hidden', text: `${severityText(issue.severity)}: ` }),
    h('span', { text: issue.message, attributes: kEnglish }),
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

/** Groups of more findings are one line until they are opened. */
const kLongGroup = 8;

const kinds = ['error', 'warning', 'note'] as const;
type Kind = (typeof kinds)[number];
/** Hints are notes to those who filter. */
const kindOf = ({ severity }: Issue): Kind => kinds[Math.min(severity, 2)]!;

/** A page of the documentation, beside this one. */
const pageOf = (code: string): string => `docs/${codePage(code)}`;

export class Problems {
  readonly element = h('div', { class: 'panel-body problems' });
  private readonly filters = h('div', { class: 'filters', attributes: { role: 'group', 'aria-label': t('Show') } });
  private readonly list = h('div', { class: 'issue-groups' });
  private readonly said = englishNote();
  private report: Report | undefined;
  private readonly hidden: Set<string>;
  private closed = new Set<string>();
  /** Long groups that the user has opened. */
  private opened = new Set<string>();
  private readonly check: CheckBar | undefined;
  private readonly rest = h('div', { class: 'problem-rest' });
  /** Shows the problems for an engine instead of the reader's. */
  private found: readonly Issue[] | undefined;
  private leads: ReadonlyMap<string, string> | undefined;

  /** `go` shows a place; a message without one is not clickable. */
  constructor(
    private readonly go: (issue: Issue) => void,
    private readonly tools?: ProblemTools,
    source?: Source,
  ) {
    if (source)
      this.check = new CheckBar(source, (issues, leads) => {
        this.found = issues;
        this.leads = leads;
        this.arrange();
      });
    if (this.check) this.element.append(this.check.element);
    this.element.append(this.rest);
    this.hidden = new Set(recall('problems.hidden', '').split(',').filter(Boolean));
    this.show(undefined);
  }

  /** The files that the shown model may stand in for in a game. */
  set replaced(files: () => readonly SourceFile[]) {
    if (this.check) this.check.replaced = files;
  }

  show(report: Report | undefined): void {
    this.report = report;
    this.found = undefined;
    this.closed = new Set();
    this.opened = new Set();
    if (report) this.tools?.show(report);
    this.arrange();
    this.check?.show(report);
  }

  private get messages(): readonly Issue[] {
    return this.found ?? this.report?.issues.messages ?? [];
  }

  private arrange(): void {
    const { report, messages, found } = this;
    if (!report || messages.length === 0) {
      const quiet = report ? t('No problems found.') : t('Nothing is open.');
      fill(this.rest, found ? [] : [h('p', { class: 'quiet', text: quiet })]);
      return;
    }
    const more = found ? 0 : total(report) - messages.length;
    fill(this.rest, [
      ...(found ? [] : [h('p', { class: 'quiet', text: problemsText(report.issues) })]),
      this.said,
      ...(this.tools && !found ? [this.tools.element] : []),
      this.filters,
      this.list,
      ...(more > 0
        ? [
            h('p', {
              class: 'quiet',
              text: t('{count} more of the same kinds are counted but not listed.', { count: more }),
            }),
          ]
        : []),
    ]);
    this.fill();
  }

  private fill(): void {
    const { messages } = this;
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
      pushTo(groups, issue.code, issue);
    }
    // Within a severity, what the user sees in the picture comes first.
    const sorted = [...groups].sort(
      ([one, a], [other, b]) => worst(a) - worst(b) || seenRank(one) - seenRank(other) || b.length - a.length,
    );
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
    const severity = severityName(worst(issues)),
      long = issues.length > kLongGroup;
    const items = h('ul', { class: 'issues' }, ...issues.map((issue) => this.item(issue)));
    // Help that is equal for all of them is shown once.
    const helps = new Set(issues.map(({ help }) => help ?? ''));
    const help = helps.size === 1 ? [...helps][0] : '';
    if (help === '') for (const [i, item] of [...items.children].entries()) appendAll(item, helpOf(issues[i]!.help));
    const group = h(
      'details',
      {
        class: `issue-group issue-${severity}`,
        attributes: { open: long ? this.opened.has(code) : !this.closed.has(code) },
      },
      h(
        'summary',
        {},
        svgIcon('chevron'),
        h('code', { text: code }),
        this.leads?.has(code) && h('span', { class: 'issue-lead', text: this.leads.get(code)! }),
        h('span', {
          class: 'quiet numbers',
          text: severityCount(issues.length, severity),
        }),
        long && h('span', { class: 'issue-first', text: issues[0]!.message, attributes: kEnglish }),
      ),
      ...helpOf(help),
      items,
      h('a', {
        class: 'issue-more',
        text: t('More about {code}', { code }),
        attributes: { href: pageOf(code), target: '_blank', rel: 'noopener' },
      }),
    );
    group.addEventListener('toggle', () => {
      if (group.open) {
        this.closed.delete(code);
        this.opened.add(code);
      } else {
        this.closed.add(code);
        this.opened.delete(code);
      }
    });
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

const helpOf = (help: string | undefined): HTMLElement[] =>
  help ? [h('p', { class: 'issue-help', text: help, attributes: kEnglish })] : [];

const worst = (issues: readonly Issue[]): number => leastOf(issues.map(({ severity }) => severity));

export function total({ issues }: Report): number {
  return issues.numErrors + issues.numWarnings + issues.numInfos + issues.numHints;
}
