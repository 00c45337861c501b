// The editor of the text: CodeMirror without a history of its own, since the draft has one for all panes.

import {
  copyLineDown,
  copyLineUp,
  deleteLine,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldCode,
  foldGutter,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
  unfoldCode,
} from '@codemirror/language';
import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search';
import {
  Annotation,
  type ChangeSet,
  EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
  ViewPlugin,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { WorldKit } from '../../world/kit';
import type { Splice } from '../text/draft';

/**
 * The text of a document as an editor shows it: every line ends with "\n", and there is no byte order mark. Offsets are told
 * both ways, so that what is not edited stays as it was written.
 */
export class ShownText {
  readonly shown: string;
  /** What ends a new line. */
  readonly end: string;
  readonly #mark: number;
  /** Where in the text the line ends of two characters begin, in order. */
  readonly #pairs: number[] = [];

  constructor(readonly text: string) {
    this.#mark = text.startsWith('\uFEFF') ? 1 : 0;
    for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) this.#pairs.push(at);
    this.end = this.#pairs.length > 0 ? '\r\n' : '\n';
    this.shown = this.#pairs.length === 0 ? text.slice(this.#mark) : text.slice(this.#mark).replaceAll('\r\n', '\n');
  }

  /** The place in the editor of an offset of the text. */
  toShown(offset: number): number {
    return Math.max(0, offset - this.#mark - this.#before((pair) => pair < offset));
  }

  /** The offset in the text of a place in the editor; never inside the end of a line. */
  toText(place: number): number {
    return place + this.#mark + this.#before((pair, i) => pair - i - this.#mark < place);
  }

  /** A stretch of the editor that is replaced, as one of the text. */
  splice(from: number, to: number, shown: string): Splice {
    const text = this.end === '\n' ? shown : shown.replaceAll('\n', this.end);
    return { from: this.toText(from), to: this.toText(to), text };
  }

  /** How many of the pairs are before; those are the first ones. */
  #before(isBefore: (pair: number, index: number) => boolean): number {
    let [low, high] = [0, this.#pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#pairs[middle]!, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface EditorHost {
  /** What a person has changed. */
  changed(changes: ChangeSet): void;
  /** Where the cursor was put by a person. */
  moved(place: number): void;
  undo(): void;
  redo(): void;
}

/** Of transactions that come from the draft. */
export const isFromDraft = Annotation.define<true>();

interface Stretch {
  from: number;
  to: number;
}
/** The stretch of what is chosen. */
export const chooseStretch = StateEffect.define<Stretch | undefined>();

const chosen = StateField.define<Stretch | undefined>({
  create: () => undefined,
  update(value, { changes, effects }) {
    for (const effect of effects) if (effect.is(chooseStretch)) return effect.value;
    return value && { from: changes.mapPos(value.from, 1), to: changes.mapPos(value.to, -1) };
  },
});

const chosenLine = Decoration.line({ class: 'is-chosen' });

/** Lines in sight that belong to what is chosen. */
function chosenLines({ state, visibleRanges }: EditorView): DecorationSet {
  const stretch = state.field(chosen),
    marks: Range<Decoration>[] = [];
  for (const { from, to } of stretch ? visibleRanges : []) {
    let at = state.doc.lineAt(Math.max(from, stretch!.from)).from;
    const end = Math.min(to, stretch!.to);
    while (at <= end) {
      marks.push(chosenLine.range(at));
      at = state.doc.lineAt(at).to + 1;
    }
  }
  return Decoration.set(marks);
}

const choice = [
  chosen,
  ViewPlugin.define(
    (view) => ({
      lines: chosenLines(view),
      update(update) {
        const isOther = update.startState.field(chosen) !== update.state.field(chosen);
        if (update.docChanged || update.viewportChanged || isOther) this.lines = chosenLines(update.view);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
];

const looks = HighlightStyle.define([
  { tag: tags.propertyName, class: 'key' },
  { tag: tags.string, class: 'text' },
  { tag: tags.number, class: 'number' },
  { tag: [tags.bool, tags.null], class: 'word' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], class: 'sign' },
]);

/** None with Ctrl and Alt: those are letters on some keyboards. Tab leaves the text. */
const keys: KeyBinding[] = [
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Shift-Alt-ArrowUp', run: copyLineUp },
  { key: 'Shift-Alt-ArrowDown', run: copyLineDown },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-]', run: indentMore },
  { key: 'Shift-Mod-k', run: deleteLine },
  { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
  { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel', preventDefault: true },
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
  { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
  { key: 'Ctrl-Shift-[', run: foldCode },
  { key: 'Ctrl-Shift-]', run: unfoldCode },
  ...standardKeymap,
];

/** The words of CodeMirror in the language of the page. */
const phrasesOf = ({ t }: WorldKit): Record<string, string> => ({
  Find: t('Find'),
  Replace: t('Replace'),
  next: t('Next'),
  previous: t('Previous'),
  all: t('All'),
  'match case': t('Match case'),
  regexp: t('Pattern'),
  'by word': t('Whole words'),
  replace: t('Replace'),
  'replace all': t('Replace all'),
  close: t('Close'),
  'current match': t('Current match'),
  'on line': t('in line'),
  'replaced match on line $': t('Replaced in line {line}', { line: '$' }),
  'replaced $ matches': t('Replaced {count} times', { count: '$' }),
  'Fold line': t('Fold'),
  'Unfold line': t('Unfold'),
  'folded code': t('folded'),
  unfold: t('Unfold'),
});

/** One level, as the text has it. */
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? ' ';

function history({ undo, redo }: EditorHost): Extension {
  // The menu of the browser undoes what it knows of: nothing of other panes.
  return EditorView.domEventHandlers({
    beforeinput: (event) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
      event.preventDefault();
      if (event.inputType === 'historyUndo') undo();
      else redo();
      return true;
    },
  });
}

export function makeEditor(root: ShadowRoot, text: string, kit: WorldKit, host: EditorHost): EditorView {
  const listen = EditorView.updateListener.of(({ transactions, docChanged, selectionSet, changes, state }) => {
    if (transactions.some((transaction) => transaction.annotation(isFromDraft))) return;
    if (docChanged) host.changed(changes);
    if (docChanged || selectionSet) host.moved(state.selection.main.head);
  });
  const extensions = [
    lineNumbers(),
    foldGutter(),
    highlightActiveLine(),
    highlightSpecialChars(),
    drawSelection(),
    bracketMatching(),
    json(),
    syntaxHighlighting(looks),
    indentUnit.of(unitOf(text)),
    search({ top: true }),
    keymap.of(keys),
    history(host),
    choice,
    EditorState.phrases.of(phrasesOf(kit)),
    EditorView.contentAttributes.of({ 'aria-label': kit.t('Text'), translate: 'no' }),
    listen,
  ];
  return new EditorView({ root, parent: root, state: EditorState.create({ doc: text, extensions }) });
}
