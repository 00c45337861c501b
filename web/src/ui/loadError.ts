// A file that could not be opened: what is wrong, where, and what to do. What was shown before stays.

import { fill } from '../base/lists';
import type { Issue, Report } from '../core/report';
import type { SourceFile } from '../protocol/files';
import { h, iconButton } from './dom';
import { issueItem } from './problems';
import { baseName, countOf } from './words';
import { familyList } from './families';
import { t } from './language';

/** What is said where a browser gives no WebGL2. */
export const noGraphics = (): string =>
  t(
    'This browser gives no WebGL2 context, so nothing can be drawn. Turn on graphics acceleration in its settings, or use another browser.',
  );

/** No reader knows the file. */
const kUnknown = 'UNKNOWN_FORMAT';

export class LoadError {
  readonly element: HTMLElement;
  private readonly title = h('h2', { id: 'load-error-title' });
  private readonly body = h('div', { class: 'load-error-body' });
  private readonly alternative = h('button', {
    class: 'button',
    attributes: { type: 'button', hidden: true },
    on: {
      click: () => {
        this.close();
        this.apply();
      },
    },
  });
  /** Called with the files that did not open. */
  onShow: (files: readonly SourceFile[]) => void = () => undefined;
  private apply: () => void = () => undefined;
  private before: Element | null = null;

  constructor(chooseAnother: () => void) {
    this.element = h(
      'section',
      {
        class: 'load-error',
        attributes: { role: 'alertdialog', 'aria-labelledby': 'load-error-title', tabindex: -1, hidden: true },
        on: { keydown: (event) => event.key === 'Escape' && this.close() },
      },
      h(
        'header',
        {},
        this.title,
        iconButton('close', t('Close'), () => this.close()),
      ),
      this.body,
      h(
        'footer',
        {},
        h('button', {
          class: 'button primary',
          text: t('Open another file'),
          attributes: { type: 'button' },
          on: { click: chooseAnother },
        }),
        this.alternative,
        h('button', {
          class: 'button',
          text: t('Close'),
          attributes: { type: 'button' },
          on: { click: () => this.close() },
        }),
      ),
    );
  }

  /** One more way out, beside the others. */
  offer(button: HTMLElement): void {
    this.alternative.after(button);
  }

  /** `alternative` is a way to open the files all the same. */
  show(
    names: readonly string[],
    code: string,
    message: string,
    report: Pick<Report, 'issues'> | undefined,
    alternative?: { text: string; apply: () => void },
    files: readonly SourceFile[] = [],
  ): void {
    this.alternative.hidden = alternative === undefined;
    this.alternative.textContent = alternative?.text ?? '';
    this.apply = alternative?.apply ?? (() => undefined);
    const errors = (report?.issues.messages ?? []).filter(({ severity }) => severity === 0);
    const found: Issue[] = errors.length > 0 ? errors : [{ code, severity: 0, message, source: names.join(', ') }];
    const issues = found
      .map((issue) => (issue.code === 'GL_MISSING' ? { ...issue, message: noGraphics() } : issue))
      .map(
        // It is about the whole file; the list of formats below says more than its help.
        ({ offset, help, ...issue }) =>
          issue.code === kUnknown
            ? issue
            : { ...issue, ...(offset !== undefined && { offset }), ...(help && { help }) },
      );
    const [first] = issues,
      rest = issues.length - 1;
    this.title.textContent =
      names.length === 1 || first?.source
        ? t('{name} could not be opened', { name: baseName(first?.source || names[0] || '') || t('The file') })
        : t('{files} could not be opened', { files: countOf(names.length, 'file') });
    fill(this.body, [
      h('ul', { class: 'issues' }, ...issues.slice(0, 3).map(issueItem)),
      ...(rest > 2 ? [h('p', { class: 'quiet', text: t('and {number} more', { number: rest - 2 }) })] : []),
      ...(issues.some(({ code: each }) => each === kUnknown)
        ? [h('p', { class: 'quiet', text: t('Vitrine opens:') }), familyList()]
        : []),
    ]);
    this.before = document.activeElement;
    this.onShow(files);
    this.element.hidden = false;
    this.element.focus();
  }

  close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (this.before instanceof HTMLElement) this.before.focus();
  }
}
