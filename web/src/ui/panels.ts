// Panels beside the view: they slide, remember themselves, and under 720 px become sheets of which one is open.

import { h, iconButton, type IconName } from './dom';
import { remember, recall } from './memory';
import { t } from './language';

export const kNarrow = '(max-width: 719px)';

export class Panel {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  /** Called after every opening and closing. */
  onChange: () => void = () => undefined;
  private readonly narrow = matchMedia(kNarrow);

  constructor(
    readonly name: string,
    title: string,
    icon: IconName,
    readonly side: 'left' | 'right',
    body: HTMLElement,
    openAtFirst: boolean,
  ) {
    this.element = h(
      'aside',
      { class: `panel panel-${side}`, id: `panel-${name}`, attributes: { 'aria-label': title } },
      h(
        'header',
        { class: 'panel-head' },
        h('h2', { text: title }),
        iconButton('close', t('Close {panel}', { panel: title }), () => this.close(true)),
      ),
      body,
    );
    this.button = iconButton(icon, title, () => this.set(!this.open), { pressed: false });
    this.button.setAttribute('aria-controls', this.element.id);
    this.set(!this.narrow.matches && recall(`panel.${name}`, openAtFirst ? 'open' : 'closed') === 'open', false);
  }

  get open(): boolean {
    return !this.element.inert;
  }

  set(open: boolean, keep = true): void {
    this.element.inert = !open;
    this.element.classList.toggle('is-open', open);
    this.button.setAttribute('aria-pressed', String(open));
    if (keep && !this.narrow.matches) remember(`panel.${this.name}`, open ? 'open' : 'closed');
    this.onChange();
  }

  private close(focus: boolean): void {
    this.set(false);
    if (focus) this.button.focus();
  }
}
