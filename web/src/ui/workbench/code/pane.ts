// The pane of the text, fetched when it is looked at for the first time: what is typed becomes steps of the draft,
// steps of other panes come into the text. The cursor chooses, and what is chosen elsewhere is shown.

import styles from './code.css';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { ChangeSet, Line } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { fill } from '../../../base/lists';
import type { WorldIssue } from '../../../core/worldReport';
import type { WorldKit } from '../../world/kit';
import type { Bench, BenchEvent, Pane, PaneMaker } from '../bench';
import { difference } from '../sync';
import type { Splice } from '../text/draft';
import { nodeAt } from '../text/scan';
import { t } from '../text/words';
import { chooseStretch, isFromDraft, makeEditor, ShownText } from './editor';
import { choiceAt, placeOf, rangeOf } from './places';

/** A problem with its stretch in the editor. */
interface Found {
  diagnostic: Diagnostic;
  issue: WorldIssue | undefined;
  repairs: readonly string[];
}

interface ProblemHost {
  repair(found: Found, word: string): void;
  go(found: Found): void;
}

/** One line under the text: the problem at the cursor, or the first one, and what would repair it. */
class ProblemLine {
  readonly element: HTMLElement;
  #shown: Found | undefined;
  #count = 0;

  constructor(
    private readonly kit: WorldKit,
    private readonly host: ProblemHost,
  ) {
    this.element = kit.h('div', { class: 'problem', attributes: { hidden: true } });
  }

  /** `line`: where the cursor is. */
  at(line: Line, found: readonly Found[]): void {
    const one = found.find(({ diagnostic: { from, to } }) => from <= line.to && to >= line.from) ?? found[0];
    if (one === this.#shown && found.length === this.#count) return;
    this.#shown = one;
    this.#count = found.length;
    this.element.hidden = one === undefined;
    if (!one) return fill(this.element, []);
    const { h, t } = this.kit,
      { diagnostic, repairs } = one,
      more = found.length - 1;
    this.element.classList.toggle('is-error', diagnostic.severity === 'error');
    fill(this.element, [
      h('button', {
        text: t('Show'),
        title: t('Show the place of this problem'),
        attributes: { type: 'button' },
        on: { click: () => this.host.go(one) },
      }),
      h('span', { class: 'said', text: diagnostic.message, title: diagnostic.message }),
      ...repairs.map((word) =>
        h('button', {
          class: 'repair',
          text: t('Replace by “{name}”', { name: word }),
          attributes: { type: 'button' },
          on: { click: () => this.host.repair(one, word) },
        }),
      ),
      ...(more > 0 ? [h('span', { class: 'quiet', text: t('{count} more', { count: more }) })] : []),
    ]);
  }
}

const kMostIssues = 300;

/**
 * The pane of the text: what is typed becomes steps of the draft, steps of other panes come into the text. The cursor chooses,
 * and what is chosen elsewhere is shown.
 */
class CodePane implements Pane {
  readonly element: HTMLElement;
  readonly #view: EditorView;
  readonly #problem: ProblemLine;
  readonly #ends: (() => void)[] = [];
  #shown: ShownText;
  /** Of the draft, as the editor has it. */
  #version: number;
  #isShown = false;
  /** What comes from here is known here. */
  #isOwn = false;
  #found: readonly Found[] = [];

  constructor(private readonly bench: Bench) {
    const { kit, draft } = bench;
    this.element = kit.h('div', { class: 'bench-code', attributes: { tabindex: 0 } });
    const root = this.element.attachShadow({ mode: 'open', delegatesFocus: true });
    this.#shown = new ShownText(draft.text);
    this.#version = draft.version;
    this.#view = makeEditor(root, this.#shown.shown, kit, {
      changed: (changes) => this.#typed(changes),
      moved: (place) => this.#moved(place),
      undo: () => bench.run('undo'),
      redo: () => bench.run('redo'),
    });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.#problem = new ProblemLine(kit, {
      repair: (found, word) => this.#repair(found, word),
      go: ({ diagnostic: { from } }) => this.#goTo(from, from),
    });
    root.append(this.#problem.element);
    this.#ends.push(bench.on((event) => this.#hear(event)));
  }

  show(shown: boolean): void {
    this.#isShown = shown;
    if (!shown) return;
    this.#catchUp();
    this.#choose();
    this.#check();
    this.#view.requestMeasure();
  }

  dispose(): void {
    for (const end of this.#ends) end();
    this.#view.destroy();
  }

  #hear(event: BenchEvent): void {
    if (!this.#isShown) return;
    if (event === 'text') {
      if (this.#isOwn) return;
      this.#catchUp();
      this.#check();
    } else if (event === 'selection' && !this.#isOwn) this.#choose();
    else if (event === 'issues') this.#check();
  }

  // -- from the editor --------------------------------------------------------------------------------------------------

  #typed(changes: ChangeSet): void {
    const { draft } = this.bench,
      splices: Splice[] = [];
    changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
      splices.push(this.#shown.splice(from, to, inserted.toString()));
    });
    this.#own(() => draft.apply({ label: t('Typing'), splices, gesture: 'typing' }));
    this.#read();
    this.#check();
  }

  #moved(place: number): void {
    const { draft } = this.bench;
    this.#problem.at(this.#view.state.doc.lineAt(place), this.#found);
    if (draft.broken) return;
    const pointer = choiceAt(draft.root, this.#shown.toText(place));
    if (pointer === undefined || pointer === draft.selection.at(-1)) return;
    this.#own(() => this.bench.go(pointer));
    this.#mark();
  }

  #own(work: () => void): void {
    this.#isOwn = true;
    try {
      work();
    } finally {
      this.#isOwn = false;
    }
  }

  // -- from the draft ---------------------------------------------------------------------------------------------------

  #read(): void {
    this.#shown = new ShownText(this.bench.draft.text);
    this.#version = this.bench.draft.version;
  }

  /** The editor gets what the draft has. */
  #catchUp(): void {
    const { draft } = this.bench;
    if (draft.version === this.#version) return;
    const before = this.#shown,
      isNext = draft.version === this.#version + 1;
    this.#read();
    const changes = isNext ? draft.changes.map((splice) => shownSplice(before, splice)) : [];
    const length = changes.reduce(
      (sum, { from, to, insert }) => sum + insert.length - (to - from),
      before.shown.length,
    );
    // Ends of lines may have come together or apart.
    const whole =
      length === this.#shown.shown.length && isNext ? undefined : difference(before.shown, this.#shown.shown);
    const last = whole ? { from: whole.from, insert: whole.text } : changes.at(-1);
    this.#view.dispatch({
      changes: whole ? { from: whole.from, to: whole.to, insert: whole.text } : changes,
      annotations: isFromDraft.of(true),
    });
    if (!last || !this.#view.hasFocus) return;
    const end = Math.min(this.#shown.shown.length, this.#view.state.selection.main.head);
    this.#view.dispatch({ effects: EditorView.scrollIntoView(end), annotations: isFromDraft.of(true) });
  }

  /** Shows what is chosen. */
  #choose(): void {
    const stretch = this.#mark(),
      head = this.#view.state.selection.main.head;
    if (stretch && (head < stretch.from || head > stretch.to)) this.#goTo(stretch.from, stretch.to);
  }

  #mark(): { from: number; to: number } | undefined {
    const { draft } = this.bench,
      pointer = draft.selection.at(-1),
      range = pointer === undefined || draft.broken ? undefined : rangeOf(draft.root, pointer);
    const stretch = range && { from: this.#shown.toShown(range.from), to: this.#shown.toShown(range.to) };
    this.#view.dispatch({ effects: chooseStretch.of(stretch), annotations: isFromDraft.of(true) });
    return stretch;
  }

  #goTo(from: number, to: number): void {
    const end = Math.min(to, this.#view.state.doc.lineAt(from).to);
    this.#view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: end < to ? 'start' : 'center', yMargin: 54 }),
      annotations: isFromDraft.of(true),
    });
  }

  // -- problems ---------------------------------------------------------------------------------------------------------

  #check(): void {
    const { draft } = this.bench;
    this.#found = draft.broken ? [this.#syntax(draft.broken)] : this.#issues();
    this.#view.dispatch(
      setDiagnostics(
        this.#view.state,
        this.#found.map(({ diagnostic }) => diagnostic),
      ),
    );
    this.#problem.at(this.#view.state.doc.lineAt(this.#view.state.selection.main.head), this.#found);
  }

  #syntax({ at, message }: { at: number; message: string }): Found {
    const from = Math.min(this.#shown.toShown(at), this.#shown.shown.length);
    const to = Math.min(from + 1, this.#shown.shown.length);
    const diagnostic: Diagnostic = { from, to, severity: 'error', message: this.bench.words({ text: message }) };
    return { diagnostic, issue: undefined, repairs: [] };
  }

  #issues(): Found[] {
    const { picture } = this.bench,
      found: Found[] = [];
    for (const issue of picture.issues.slice(0, kMostIssues)) {
      const place = this.#placeOf(issue);
      if (!place) continue;
      const one: Found = { issue, repairs: place.repairs, diagnostic: undefined! };
      one.diagnostic = {
        from: this.#shown.toShown(place.from),
        to: this.#shown.toShown(place.to),
        severity: issue.severity === 0 ? 'error' : 'warning',
        message: issue.message,
        actions: place.repairs.map((name) => ({ name, apply: () => this.#repair(one, name) })),
      };
      found.push(one);
    }
    return found.sort((a, b) => a.diagnostic.from - b.diagnostic.from);
  }

  #placeOf(issue: WorldIssue): ReturnType<typeof placeOf> {
    const { draft, picture, schema } = this.bench,
      named = picture.outline?.operators.find(({ name }) => name === issue.path)?.pointer,
      isName = !nodeAt(draft.root, issue.path) && named !== undefined;
    return placeOf(draft.text, draft.root, isName ? { ...issue, path: named } : issue, schema);
  }

  #repair({ issue }: Found, word: string): void {
    const place = issue && this.#placeOf(issue);
    if (!place || this.bench.draft.broken) return;
    const splices = [{ from: place.from, to: place.to, text: JSON.stringify(word) }];
    this.bench.draft.apply({ label: t('Repair: {name}', { name: word }), splices });
    this.#view.focus();
  }
}

const shownSplice = (before: ShownText, { from, to, text }: Splice): { from: number; to: number; insert: string } => ({
  from: before.toShown(from),
  to: before.toShown(to),
  insert: text.replaceAll('\r\n', '\n'),
});

/** The script of the text, fetched when it is looked at for the first time. */
export const codePane: PaneMaker = (bench) => new CodePane(bench);
