// The Inspector: all parameters of what is chosen, in the order of the schema, each with its control.

import { fill } from '../../../base/lists';
import type { Bench, Pane, PaneMaker } from '../bench';
import { setNote } from '../text/gestures';
import { noteOf } from '../text/pages';
import { nodeAt } from '../text/scan';
import { NoteField } from './controls/words';
import { apply } from './field';
import { rowAround, RowGroup, rowsIn } from './rows';
import { type Subject, subjectOf } from './subject';

class Inspector implements Pane {
  readonly element: HTMLElement;
  readonly #bench: Bench;
  readonly #title: HTMLElement;
  readonly #place: HTMLElement;
  readonly #problem: HTMLElement;
  readonly #note: NoteField;
  readonly #users: HTMLElement;
  readonly #rows: HTMLElement;
  readonly #off: () => void;
  #subject: Subject | undefined;
  #groups: RowGroup[] = [];
  #built = '';
  #isShown = true;

  constructor(bench: Bench) {
    this.#bench = bench;
    const { h, t } = bench.kit;
    this.#title = h('h2', { class: 'inspector-title', attributes: { translate: 'no' } });
    this.#place = h('p', { class: 'inspector-place' });
    this.#problem = h('p', { class: 'inspector-problem', attributes: { role: 'status', hidden: true } });
    const note = h('textarea', {
      class: 'inspector-note',
      attributes: { rows: 1, 'aria-label': t('Note'), placeholder: t('Note') },
    });
    this.#note = new NoteField(note, (text) => {
      const pointer = this.#subject?.pointers.at(-1);
      if (pointer !== undefined) apply(bench, setNote(bench.draft, pointer, text));
    });
    this.#users = h('div', { class: 'inspector-users' });
    this.#rows = h('div', { class: 'inspector-sections' });
    this.element = h(
      'div',
      { class: 'inspector' },
      this.#title,
      this.#place,
      this.#problem,
      note,
      this.#users,
      this.#rows,
    );
    this.#off = bench.on((event) => {
      if (event === 'frame') this.#tick();
      else if (event === 'text' || event === 'selection' || event === 'page') this.#show();
      if (event === 'issues' || event === 'taken') this.#showIssues();
    });
    this.#show();
  }

  show(shown: boolean): void {
    this.#isShown = shown;
    if (shown) this.#show();
  }

  dispose(): void {
    this.#off();
  }

  /** Letters where nothing is typed: K a key at the playhead, P a parameter, Delete takes the key away. */
  key(event: KeyboardEvent): boolean {
    const { activeElement } = document,
      row = rowAround(activeElement);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return false;
    const isTyped =
      activeElement instanceof HTMLTextAreaElement ||
      activeElement instanceof HTMLSelectElement ||
      (activeElement instanceof HTMLInputElement && activeElement.type === 'text');
    const isNumber = activeElement?.getAttribute('role') === 'spinbutton';
    if (isTyped && !isNumber) return false;
    if (event.code === 'KeyK') row.key();
    else if (event.code === 'KeyP') row.expose();
    else if (event.code === 'Delete' && !isTyped) row.reset();
    else return false;
    event.preventDefault();
    return true;
  }

  #show(): void {
    if (!this.#isShown) return;
    const subject = subjectOf(this.#bench),
      signature = JSON.stringify([subject.kind, subject.sections.map(({ owners, keys }) => [owners, keys.length])]);
    this.#subject = subject;
    this.element.toggleAttribute('data-broken', this.#bench.draft.broken !== undefined);
    this.#rows.inert = this.#bench.draft.broken !== undefined;
    if (signature === this.#built) for (const group of this.#groups) group.show();
    else this.#build(subject, signature);
    this.#showHead(subject);
    this.#showIssues();
  }

  #build({ sections }: Subject, signature: string): void {
    const { h } = this.#bench.kit,
      parts: HTMLElement[] = [];
    this.#built = signature;
    this.#groups = sections.map(({ owners, keys }) => new RowGroup(this.#bench, owners, keys));
    sections.forEach(({ title }, i) => {
      const { element } = this.#groups[i]!;
      parts.push(
        title === ''
          ? element
          : h(
              'section',
              { class: 'inspector-section', attributes: { 'aria-label': title } },
              h('h3', { text: title, attributes: { translate: 'no' } }),
              element,
            ),
      );
    });
    fill(this.#rows, parts);
  }

  #showHead({ kind, name, class: kindOfClass, help, page, pageName, pointers, users }: Subject): void {
    const { h, t } = this.#bench.kit,
      isDocument = kind === 'document';
    const title = isDocument
      ? t('Document')
      : pointers.length > 1
        ? t('{count} chosen', { count: pointers.length })
        : name || kind;
    if (this.#title.textContent !== title) this.#title.textContent = title;
    this.#title.title = help;
    const facts = [pointers.length > 1 || name !== '' ? kind : '', kindOfClass === kind ? '' : kindOfClass].filter(
      Boolean,
    );
    fill(this.#place, [
      h('span', { class: 'quiet', text: isDocument ? name : facts.join(' \u00b7 '), attributes: { translate: 'no' } }),
      ...(page !== '' && pageName !== name ? [this.#chip(pageName, page)] : []),
    ]);
    fill(
      this.#users,
      users.length === 0
        ? []
        : [h('span', { class: 'quiet', text: t('used by') }), ...users.map((user) => this.#user(user))],
    );
    this.#users.hidden = users.length === 0;
    this.#note.element.hidden = pointers.length > 1;
    this.#note.show(this.#noteOf(pointers.at(-1)!));
  }

  #chip(text: string, pointer: string): HTMLElement {
    return this.#bench.kit.h('button', {
      class: 'inspector-chip',
      text,
      attributes: { type: 'button', translate: 'no' },
      on: { click: () => this.#bench.go(pointer) },
    });
  }

  /** The operator or page around a name that links this one. */
  #user(pointer: string): HTMLElement {
    const parts = pointer.split('/').filter((part) => part !== 'in' && !/^\d+$/.test(part));
    return this.#chip(parts.slice(1).join(' ') || pointer, pointer);
  }

  #noteOf(pointer: string): string {
    const { root, rootText } = this.#bench.draft,
      node = nodeAt(root, pointer);
    return node ? noteOf(rootText, node).note : '';
  }

  /** Each problem at the field that is nearest to it; what no field has, above. */
  #showIssues(): void {
    if (!this.#isShown) return;
    const rows = rowsIn(this.#rows),
      messages = new Map(rows.map((row) => [row, [] as string[]])),
      own: string[] = [],
      owners = this.#subject?.pointers ?? [];
    for (const { path, message } of this.#bench.picture.issues) {
      const holders = rows.filter(({ field: { pointers } }) =>
        pointers.some((pointer) => path === pointer || path.startsWith(`${pointer}/`)),
      );
      const nearest = holders.reduce<(typeof rows)[number] | undefined>(
        (best, row) => (best && best.field.pointer.length >= row.field.pointer.length ? best : row),
        undefined,
      );
      if (nearest) messages.get(nearest)!.push(message);
      else if (owners.includes(path)) own.push(message);
    }
    for (const [row, list] of messages) row.issue = list.join('\n');
    this.#problem.textContent = own.join('\n');
    this.#problem.hidden = own.length === 0;
  }

  #tick(): void {
    if (this.#isShown) for (const row of rowsIn(this.#rows)) row.tick();
  }
}

export const inspectorPane: PaneMaker = (bench) => new Inspector(bench);
