// One line under the text: the problem at the cursor, or the first one, and what would repair it.

import type { Diagnostic } from '@codemirror/lint';
import type { Line } from '@codemirror/state';

import { fill } from '../../../base/lists';
import type { WorldIssue } from '../../../core/worldReport';
import type { WorldKit } from '../../world/kit';

/** A problem with its stretch in the editor. */
export interface Found {
  diagnostic: Diagnostic;
  issue: WorldIssue | undefined;
  repairs: readonly string[];
}

export interface ProblemHost {
  repair(found: Found, word: string): void;
  go(found: Found): void;
}

export class ProblemLine {
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
