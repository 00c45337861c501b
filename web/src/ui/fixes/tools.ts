// Buttons above the list of problems: copy it, and fix problems.

import type { Fix } from '../../core/sourceMap';
import type { Issue, Report } from '../../core/report';
import { h } from '../dom';
import { t } from '../language';
import { notLoaded } from '../late';
import { recall, remember } from '../memory';
import { countOf, placeText, severityName } from '../words';
import type { FixDialog } from './dialog';

const formats = ['Markdown', 'JSON', 'SARIF'] as const;
type Format = (typeof formats)[number];

const cell = (text: string): string => text.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' ');

function markdown(issues: readonly Issue[]): string {
  const rows = issues.map(
    (issue) =>
      `| ${severityName(issue.severity)} | ${issue.code} | ${cell(placeText(issue))} | ${cell(issue.path ?? '')} | ${cell(issue.message)} |`,
  );
  return ['| severity | code | place | path | message |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}

/** Asked for as soon as it is chosen: browsers let a page copy only right after a click. */
const writing = () => import('../exportFiles');

async function problemsAs(format: Format, report: Report): Promise<string> {
  const { vitrine, files, issues } = report;
  if (format === 'JSON') return `${JSON.stringify({ vitrine, format: report.format, files, issues }, null, 2)}\n`;
  if (format === 'SARIF') {
    const { sarifLog } = await writing();
    return `${JSON.stringify(sarifLog([report], { docs: new URL('docs/', document.baseURI).href }), null, 2)}\n`;
  }
  return markdown(issues.messages);
}

export class ProblemTools {
  readonly element: HTMLElement;
  private readonly format = h(
    'select',
    {
      class: 'select',
      attributes: { 'aria-label': t('Copy as') },
      on: { change: () => this.choose() },
    },
    ...formats.map((name) => h('option', { text: name, attributes: { value: name } })),
  );
  private readonly copied = h('span', { class: 'quiet', attributes: { role: 'status' } });
  private readonly fix = h('button', {
    class: 'button small primary',
    attributes: { type: 'button', hidden: true },
    on: { click: () => this.dialog.open(this.fixes) },
  });
  private report: Report | undefined;
  private fixes: Fix[] = [];
  private request = 0;

  constructor(private readonly dialog: FixDialog) {
    this.format.value = recall('problems.copy', 'Markdown');
    if (this.format.value === '') this.format.value = 'Markdown';
    this.choose();
    this.element = h(
      'div',
      { class: 'problem-tools' },
      this.fix,
      this.format,
      h('button', {
        class: 'button small',
        text: t('Copy'),
        attributes: { type: 'button' },
        on: { click: () => void this.copy() },
      }),
      this.copied,
    );
  }

  show(report: Report): void {
    this.report = report;
    this.copied.textContent = '';
    this.fix.hidden = true;
    this.fixes = [];
    const request = ++this.request;
    if (report.issues.messages.length === 0) return;
    void this.dialog.known().then((fixes) => {
      if (request !== this.request) return;
      this.fixes = fixes;
      this.fix.hidden = fixes.length === 0;
      this.fix.textContent = t('Fix {faults}…', {
        faults: countOf(fixes.length, 'kind of problem', 'kinds of problem'),
      });
    });
  }

  private choose(): void {
    remember('problems.copy', this.format.value);
    if (this.format.value === 'SARIF') void writing().catch(() => undefined);
  }

  private async copy(): Promise<void> {
    if (!this.report) return;
    const format = this.format.value as Format,
      text = await problemsAs(format, this.report).catch(() => undefined);
    if (text === undefined) return void (this.copied.textContent = notLoaded(format));
    this.copied.textContent = await navigator.clipboard.writeText(text).then(
      () => t('Copied.'),
      () => t('Clipboard access blocked.'),
    );
  }
}
