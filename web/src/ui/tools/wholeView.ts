// The page on the whole screen, and the picture without everything else.

import { h, iconButton } from '../dom';
import { t } from '../language';

export class WholeView {
  readonly button = iconButton('fit', t('Full screen'), () => this.toggle(), { pressed: false, keys: 'Shift+Z' });
  /** For fingers, who have no Esc. */
  readonly exit = h('button', {
    class: 'button whole-exit',
    text: t('Show the controls (Esc)'),
    attributes: { type: 'button', hidden: true },
    on: { click: () => this.setAlone(false) },
  });
  onChange: () => void = () => undefined;

  constructor() {
    this.button.hidden = !document.fullscreenEnabled;
    document.addEventListener('fullscreenchange', () =>
      this.button.setAttribute('aria-pressed', String(document.fullscreenElement !== null)),
    );
  }

  get isAlone(): boolean {
    return document.body.classList.contains('is-alone');
  }

  setAlone(alone: boolean): void {
    document.body.classList.toggle('is-alone', alone);
    this.exit.hidden = !alone;
    this.onChange();
  }

  toggle(): void {
    // A browser may forbid it, as in frames of other sites.
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    void done.catch(() => undefined);
  }
}
