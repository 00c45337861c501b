// What is wrong, in the reader's words; each line leads to its place.

import { fill } from '../../base/lists';
import type { WorldIssue } from '../../core/worldReport';
import type { Pane } from './bench';
import { attempt } from './blockCommands';
import { type Place, placeOf } from './code/places';
import { nodeAt } from './text/scan';
import { t as words } from './text/words';
import type { WorldBench } from './worldBench';

const kMostIssues = 300;

export class ProblemsPane implements Pane {
  readonly element: HTMLElement;
  readonly #ends: (() => void)[] = [];
  #isShown = false;

  constructor(private readonly bench: WorldBench) {
    this.element = bench.kit.h('div', { class: 'bench-problems', attributes: { tabindex: 0 } });
    this.#ends.push(
      bench.on((event) => {
        if (this.#isShown && (event === 'issues' || event === 'taken')) this.#fill();
      }),
    );
  }

  show(shown: boolean): void {
    this.#isShown = shown;
    if (shown) this.#fill();
  }

  dispose(): void {
    for (const end of this.#ends) end();
  }

  key(event: KeyboardEvent): boolean {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || event.ctrlKey || event.altKey) return false;
    const buttons = [...this.element.querySelectorAll('button')],
      at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus();
    return true;
  }

  #fill(): void {
    const { h, t } = this.bench.kit,
      { issues } = this.bench.picture;
    if (issues.length === 0)
      return fill(this.element, [h('p', { class: 'quiet bench-empty', text: t('No problems found.') })]);
    const rows = issues.slice(0, kMostIssues).map((issue) => this.#row(issue));
    fill(this.element, [h('ul', { class: 'issues' }, ...rows)]);
  }

  #row(issue: WorldIssue): HTMLElement {
    const { h, t } = this.bench.kit;
    const place = h(
      'button',
      { class: 'bench-issue', attributes: { type: 'button' }, on: { click: () => this.#go(issue) } },
      h('span', { class: 'issue-message', text: issue.message }),
      h(
        'span',
        { class: 'issue-place quiet' },
        issue.line ? h('span', { text: t('line {line}', { line: issue.line }) }) : undefined,
        issue.path ? h('span', { text: issue.path, attributes: { translate: 'no' } }) : undefined,
        h('code', { text: issue.code }),
      ),
    );
    const row = h('li', { class: `issue issue-${issue.severity === 0 ? 'error' : 'warning'}` }, place);
    for (const word of this.#placeOf(issue)?.repairs ?? [])
      row.append(
        h('button', {
          class: 'button small',
          text: t('Replace by “{name}”', { name: word }),
          attributes: { type: 'button' },
          on: { click: () => this.#repair(issue, word) },
        }),
      );
    return row;
  }

  /** Warnings of a frame name the operator, not its place. */
  #pointerOf({ path }: WorldIssue): string {
    if (path.startsWith('/')) return path;
    return this.bench.picture.outline?.operators.find(({ name }) => name === path)?.pointer ?? '';
  }

  #placeOf(issue: WorldIssue): Place | undefined {
    const { draft, schema } = this.bench;
    return draft.broken
      ? undefined
      : placeOf(draft.text, draft.root, { ...issue, path: this.#pointerOf(issue) }, schema);
  }

  #repair(issue: WorldIssue, word: string): void {
    const place = this.#placeOf(issue);
    if (!place) return;
    const splices = [{ from: place.from, to: place.to, text: JSON.stringify(word) }];
    attempt(this.bench, { label: words('Repair: {name}', { name: word }), splices });
  }

  /** To the place itself, or the nearest around it that the draft has. */
  #go(issue: WorldIssue): void {
    const { bench } = this;
    let place = this.#pointerOf(issue);
    while (place !== '' && !nodeAt(bench.draft.root, place)) place = place.slice(0, place.lastIndexOf('/'));
    if (place === '') bench.run('tabText');
    else bench.go(place);
  }
}
