// Several instances of the model side by side, each with an action and a speed of its own. The timeline moves the chosen
// one; a click on an instance in the view chooses it.

import { kBindPose } from '../../core/document';
import type { Report } from '../../core/report';
import { type CopiesState, kMostCopies } from '../../engine/stage/messages';
import { stageOf } from '../../viewer/stage';
import type { Viewer } from '../../viewer/viewer';
import { h, iconButton } from '../dom';
import { countOf, t } from '../language';

export class Instances {
  readonly element: HTMLElement;
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
      title: t('{name} ({keys})', { name: t('Add an instance'), keys: 'Shift+A' }),
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
    viewer.on('playback', () => void this.ask({ do: 'copies' }));
    viewer.on('click', ({ hit }) => {
      if (hit?.copy !== undefined && hit.copy !== this.state.chosen) this.choose(hit.copy);
    });
  }

  show(report: Report): void {
    this.report = report;
    this.rows.replaceChildren();
    this.state = { copies: [], chosen: 0 };
    void this.ask({ do: 'copies' });
  }

  add(): void {
    void this.ask({ do: 'addCopy' }).then(() => {
      // One look at all of them, unless somebody has chosen where to look from.
      this.viewer.frameAgain(false);
      this.said.textContent = countOf(this.state.copies.length, 'instance');
    });
  }

  private choose(copy: number): void {
    void this.ask({ do: 'chooseCopy', copy });
  }

  private async ask(ask: Parameters<typeof stageOf>[1]): Promise<void> {
    const turn = ++this.asking;
    const { copies } = await stageOf(this.viewer, ask);
    // An older answer says nothing any more.
    if (!copies || turn < this.answered) return;
    this.answered = turn;
    this.state = copies;
    this.fill();
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
        select.replaceChildren(
          h('option', { text: t('Bind pose'), attributes: { value: kBindPose } }),
          ...actions.map(({ name, playable }, value) =>
            h('option', { text: name, attributes: { value, disabled: !playable, translate: 'no' } }),
          ),
        );
      select.value = String(action);
      if (document.activeElement !== field) field.value = String(Number(speed.toFixed(2)));
      play.setAttribute('aria-pressed', String(playing));
      remove.disabled = copies.length < 2;
    });
  }

  private row(copy: number): HTMLElement {
    const number = copy + 1,
      change = (what: Partial<CopiesState['copies'][number]>): void =>
        void this.ask({ do: 'changeCopy', copy, change: what });
    const select = h('select', {
      class: 'select',
      attributes: { 'aria-label': t('What instance {number} does', { number }) },
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
        title: t('The timeline moves this one'),
        attributes: {
          type: 'button',
          'aria-pressed': 'false',
          'aria-label': t('Choose instance {number}', { number }),
        },
        on: { click: () => this.choose(copy) },
      }),
      select,
      field,
      iconButton(
        'play',
        t('Run instance {number}', { number }),
        () => change({ playing: !this.state.copies[copy]?.playing }),
        {
          pressed: false,
        },
      ),
      iconButton('close', t('Remove instance {number}', { number }), () => {
        void this.ask({ do: 'removeCopy', copy }).then(() => {
          this.viewer.frameAgain(false);
          this.said.textContent = countOf(this.state.copies.length, 'instance');
          const next = this.rows.children[Math.min(copy, this.rows.children.length - 1)]?.lastElementChild;
          (next instanceof HTMLButtonElement && !next.disabled ? next : this.addButton).focus();
        });
      }),
    );
  }
}
