// Several instances of the model side by side, each with an action and a speed of its own. The timeline moves the chosen
// one; a click on an instance in the view chooses it.

import { fill } from '../../base/lists';
import { kBindPose } from '../../core/document';
import type { Report } from '../../core/report';
import { type CopiesState, kMostCopies } from '../../protocol/compare';
import type { Given } from '../../protocol/questions';
import type { Viewer } from '../../viewer/viewer';
import { keysOf } from '../commands';
import { h, iconButton } from '../dom';
import { hashParts } from '../linkState';
import { countOf, t } from '../language';

/** What an instance plays. */
export type Played = Pick<CopiesState['copies'][number], 'action' | 'speed'>;

export class Instances {
  readonly element: HTMLElement;
  /** Called when instances came, went or play in another way. */
  onChange: () => void = () => undefined;
  private readonly rows = h('ol', { class: 'instance-rows' });
  private readonly addButton: HTMLButtonElement;
  private readonly said = h('p', { class: 'quiet', attributes: { role: 'status' } });
  private state: CopiesState = { copies: [], chosen: 0 };
  private report: Report | undefined;
  private asking = 0;
  private answered = 0;

  constructor(private readonly viewer: Viewer) {
    this.addButton = h('button', {
      class: 'button small',
      text: t('Add an instance'),
      title: t('{name} ({keys})', { name: t('Add an instance'), keys: keysOf('addInstance') }),
      attributes: { type: 'button' },
      on: { click: () => this.add() },
    });
    this.element = h(
      'section',
      { class: 'section instances' },
      h('h3', { text: t('Instances side by side') }),
      this.rows,
      h('div', { class: 'compare-buttons' }, this.addButton),
      this.said,
    );
    viewer.on('playback', () => void this.ask('copies', null));
    hashParts.push({
      name: 'instances',
      write: () => writeCopies(this.state),
      read: (value) => void this.restore(readCopies(value)),
    });
    viewer.on('click', ({ hit }) => {
      if (hit?.copy !== undefined && hit.copy !== this.state.chosen) this.choose(hit.copy);
    });
  }

  show(report: Report): void {
    this.report = report;
    this.rows.replaceChildren();
    this.state = { copies: [], chosen: 0 };
    this.said.textContent = '';
    void this.ask('copies', null);
  }

  /** In a new engine, which has the model once. */
  again(): void {
    const { state } = this;
    if (state.copies.length > 1) void this.ask('copies', null).then(() => this.restore(state));
  }

  add(): void {
    void this.ask('addCopy', null).then(() => {
      this.viewer.fit();
      this.said.textContent = countOf(this.state.copies.length, 'instance');
    });
  }

  /** What each plays and how fast; none while there is the model alone. */
  get played(): readonly Played[] {
    const { copies } = this.state;
    return copies.length < 2 ? [] : copies.map(({ action, speed }) => ({ action, speed }));
  }

  async restorePlayed(played: readonly Played[]): Promise<void> {
    const { copies, chosen } = this.state,
      kept = played.length > 0 ? played : copies.slice(0, 1);
    await this.restore({
      copies: kept.map((each, i) => ({ playing: copies[i]?.playing ?? true, ...each })),
      chosen: Math.min(chosen, kept.length - 1),
    });
  }

  /** Restores a link, with the model that shows. */
  private async restore({ copies, chosen }: CopiesState): Promise<void> {
    const { report } = this;
    if (copies.length === 0) return;
    for (let copy = this.state.copies.length - 1; copy >= copies.length; --copy) await this.ask('removeCopy', { copy });
    for (const copy of copies.keys()) {
      if (copy >= this.state.copies.length) await this.ask('addCopy', null);
      if (this.report !== report) return;
      const { action } = copies[copy]!;
      const there = action === kBindPose || report?.info.actions[action]?.playable;
      if (there) await this.ask('changeCopy', { copy, change: copies[copy]! });
    }
    if (copies.length > 1) await this.ask('chooseCopy', { copy: chosen });
  }

  private choose(copy: number): void {
    void this.ask('chooseCopy', { copy });
  }

  private async ask<Name extends 'copies' | 'addCopy' | 'removeCopy' | 'chooseCopy' | 'changeCopy'>(
    name: Name,
    given: Given<Name>,
  ): Promise<void> {
    const request = ++this.asking;
    const copies: CopiesState | undefined = await this.viewer.ask(name, given);
    // Older answers are dropped.
    if (!copies || request < this.answered) return;
    this.answered = request;
    this.state = copies;
    this.fill();
    this.onChange();
  }

  private fill(): void {
    const { copies, chosen } = this.state,
      actions = this.report?.info.actions ?? [];
    this.addButton.disabled = !this.report || copies.length >= kMostCopies;
    // Rows that are there already keep the focus.
    while (this.rows.children.length > copies.length) this.rows.lastElementChild?.remove();
    copies.forEach(({ action, speed, playing }, index) => {
      const row = this.rows.children[index] ?? this.rows.appendChild(this.row(index));
      const [button, select, field, play, remove] = row.children as unknown as [
        HTMLButtonElement,
        HTMLSelectElement,
        HTMLInputElement,
        HTMLButtonElement,
        HTMLButtonElement,
      ];
      button.setAttribute('aria-pressed', String(index === chosen));
      if (select.options.length !== actions.length + 1)
        fill(select, [
          h('option', { text: t('Bind pose'), attributes: { value: kBindPose } }),
          ...actions.map(({ name, playable }, value) =>
            h('option', { text: name, attributes: { value, disabled: !playable, translate: 'no' } }),
          ),
        ]);
      select.value = String(action);
      if (document.activeElement !== field) field.value = String(Number(speed.toFixed(2)));
      play.setAttribute('aria-pressed', String(playing));
      remove.disabled = copies.length < 2;
    });
  }

  private row(copy: number): HTMLElement {
    const number = copy + 1,
      change = (what: Partial<CopiesState['copies'][number]>): void => {
        // Holds at once, whatever older answers say: the next change counts on it.
        const copies = this.state.copies.map((each, i) => (i === copy ? { ...each, ...what } : each));
        this.state = { ...this.state, copies };
        this.onChange();
        void this.ask('changeCopy', { copy, change: what });
        this.answered = this.asking;
      };
    const select = h('select', {
      class: 'select',
      attributes: { 'aria-label': t('Action of instance {number}', { number }) },
      on: { change: () => change({ action: Number(select.value) }) },
    });
    const field = h('input', {
      class: 'field number-field',
      attributes: {
        type: 'number',
        min: -3,
        max: 3,
        step: 0.1,
        value: 1,
        'aria-label': t('Speed of instance {number}', { number }),
      },
      on: { change: () => change({ speed: Math.max(-3, Math.min(3, field.valueAsNumber || 0)) }) },
    });
    return h(
      'li',
      { class: 'instance-row' },
      h('button', {
        class: 'button small instance-number',
        text: String(number),
        title: t('Controlled by the timeline'),
        attributes: {
          type: 'button',
          'aria-pressed': 'false',
          'aria-label': t('Select instance {number}', { number }),
        },
        on: { click: () => this.choose(copy) },
      }),
      select,
      field,
      iconButton(
        'play',
        t('Play instance {number}', { number }),
        () => change({ playing: !this.state.copies[copy]?.playing }),
        {
          pressed: false,
        },
      ),
      iconButton('close', t('Remove instance {number}', { number }), () => {
        void this.ask('removeCopy', { copy }).then(() => {
          this.viewer.frameAgain(false);
          this.said.textContent = countOf(this.state.copies.length, 'instance');
          const next = this.rows.children[Math.min(copy, this.rows.children.length - 1)]?.lastElementChild;
          (next instanceof HTMLButtonElement && !next.disabled ? next : this.addButton).focus();
        });
      }),
    );
  }
}

/** `action:speed` of each instance, `!` behind those that rest, `*` before the one that the timeline moves. */
export function writeCopies({ copies, chosen }: CopiesState): string | undefined {
  if (copies.length < 2) return undefined;
  return copies
    .map(
      ({ action, speed, playing }, i) =>
        `${i === chosen ? '*' : ''}${action}:${Number(speed.toFixed(2))}${playing ? '' : '!'}`,
    )
    .join(',');
}

/** Invalid entries are ignored. */
export function readCopies(text = ''): CopiesState {
  const state: CopiesState = { copies: [], chosen: 0 };
  for (const part of text.split(',').slice(0, kMostCopies)) {
    const [, chosen, action, speed, rests] = /^(\*?)(-1|\d{1,6}):(-?\d(?:\.\d{1,2})?)(!?)$/.exec(part) ?? [];
    if (action === undefined) continue;
    if (chosen) state.chosen = state.copies.length;
    state.copies.push({
      action: Number(action),
      speed: Math.max(-3, Math.min(3, Number(speed))),
      playing: rests === '',
    });
  }
  return state;
}
