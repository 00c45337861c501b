// A load as the page shows it: its progress, what is wrong with files that do not open, and a note where the engine
// fails.

import { fill } from '../base/lists';
import type { Issue, Report } from '../core/report';
import type { Fix } from '../core/sourceMap';
import type { SourceFile } from '../protocol/files';
import type { EngineClient } from '../viewer/client';
import type { Viewer, ViewerEvents } from '../viewer/viewer';
import { h, iconButton } from './dom';
import { familyList } from './families';
import type { FixDialog } from './fixes/dialog';
import { isolated } from './inert';
import { t } from './language';
import { issueItem } from './problems';
import { baseName, bytesText, countOf } from './words';

const kPatienceMs = 150;

/** Progress of the engine, and before it of files from a server, where `total` may be 0. */
type Progress = ViewerEvents['progress'] | (Omit<ViewerEvents['progress'], 'phase'> & { phase: 'fetching' });

/** A load that takes longer than a moment: name, bytes, phase, cancel. */
export class Loading {
  readonly element: HTMLElement;
  private readonly name = h('strong');
  private readonly phase = h('span', { class: 'quiet numbers' });
  private readonly bar = h('progress', { attributes: { max: 1, 'aria-label': t('Progress') } });
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `stage` is busy, for who cannot see it, from the start of a load to its end. */
  constructor(
    private readonly stage: HTMLElement,
    cancel: () => void,
  ) {
    this.element = h(
      'div',
      { class: 'loading', attributes: { role: 'status', hidden: true } },
      h('p', {}, this.name, this.phase),
      this.bar,
      h('button', { class: 'button', text: t('Cancel'), attributes: { type: 'button' }, on: { click: cancel } }),
    );
  }

  start(name: string): void {
    this.name.textContent = isolated(name);
    this.phase.textContent = '';
    this.bar.removeAttribute('value');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.element.hidden = false), kPatienceMs);
    this.stage.ariaBusy = 'true';
  }

  progress({ phase, file, loaded, total }: Progress): void {
    if (file) this.name.textContent = isolated(baseName(file));
    this.phase.textContent =
      phase === 'textures'
        ? t('Decoding images {number}/{all}', { number: loaded, all: total })
        : phase === 'fetching'
          ? total > 0
            ? t('Fetching {bytes} of {all}', { bytes: bytesText(loaded), all: bytesText(total) })
            : t('Fetching {bytes}', { bytes: bytesText(loaded) })
          : phase === 'reading'
            ? t('Reading {bytes} of {all}', { bytes: bytesText(loaded), all: bytesText(total) })
            : t('Parsing {all}', { all: bytesText(total) });
    if ((phase === 'reading' || phase === 'fetching') && total > 0) this.bar.value = loaded / total;
    else this.bar.removeAttribute('value');
  }

  end(): void {
    clearTimeout(this.timer);
    this.element.hidden = true;
    this.stage.ariaBusy = null;
  }
}

/** What is said where a browser gives no WebGL2. */
const noGraphics = (): string =>
  t(
    'This browser gives no WebGL2 context, so nothing can be drawn. Turn on graphics acceleration in its settings, or use another browser.',
  );

/** No reader knows the file. */
const kUnknown = 'UNKNOWN_FORMAT';

/** A file that could not be opened: what is wrong, where, and what to do. What was shown before stays. */
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

/** A note over the view: what the engine has failed with, or what could not be fetched. */
export class StageNote {
  readonly element = h('p', { class: 'stage-note', attributes: { role: 'status', hidden: true } });
  private contextLost = false;

  /** `ended`: the engine has ended; true where that is said elsewhere. */
  constructor(client: EngineClient, viewer: Viewer, ended: () => boolean) {
    viewer.on('context', (state) => {
      this.contextLost = state === 'lost';
      this.show(this.contextLost ? t('Graphics context lost, restoring…') : '');
    });
    client.on('event', (event) => {
      if (event.type !== 'failed') return;
      const reason = event.code === 'GL_MISSING' ? noGraphics() : event.message.replace(/^Uncaught /, '');
      if (!event.ended) this.show(event.code === 'ENGINE' ? t('The engine has failed: {reason}', { reason }) : reason);
      else if (!ended()) this.show(t('The engine has ended.'));
    });
    client.on('restarted', () => {
      this.contextLost = false;
      this.end();
    });
  }

  /** No note for an empty text. */
  show(text: string): void {
    this.element.textContent = text;
    this.element.hidden = text === '';
  }

  /** What the engine failed with is over with the next document; a lost context is not. */
  end(): void {
    if (!this.contextLost) this.show('');
  }
}

/** A button of the load error for files that did not open but have fixes. */
export function offerFixes(loadError: LoadError, dialog: FixDialog): void {
  let fixes: Fix[] = [],
    files: SourceFile[] = [],
    request = 0;
  const button = h('button', {
    class: 'button',
    text: t('Fix…'),
    attributes: { type: 'button', hidden: true },
    on: { click: () => dialog.open(fixes, files) },
  });
  loadError.offer(button);
  loadError.onShow = (refused) => {
    const asked = ++request;
    button.hidden = true;
    if (refused.length === 0) return;
    files = [...refused];
    void dialog.known(files).then((known) => {
      if (asked !== request) return;
      fixes = known;
      button.hidden = known.length === 0;
    });
  };
}
