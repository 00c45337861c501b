// The page on the whole screen, and the picture without everything else.

import { keysOf } from '../commands';
import { h, iconButton } from '../dom';
import { t } from '../language';

export class WholeView {
  /** In the strip of tools of a model. */
  readonly button = this.fullScreen('');
  /** In the bar, for worlds and songs. */
  readonly roomButton = this.fullScreen('room-button');
  readonly aloneButton = iconButton('view', t('Picture alone'), () => this.setAlone(true), {
    keys: keysOf('alone'),
    class: 'document-button',
  });
  /** For fingers, who have no Esc. */
  readonly exit = h('button', {
    class: 'button whole-exit',
    text: t('Show the controls (Esc)'),
    attributes: { type: 'button', hidden: true },
    on: { click: () => this.setAlone(false) },
  });
  onChange: () => void = () => undefined;

  private fullScreen(className: string): HTMLButtonElement {
    const button = iconButton('fit', t('Full screen'), () => this.toggle(), {
      pressed: false,
      keys: keysOf('fullScreen'),
      class: className,
    });
    button.hidden = !document.fullscreenEnabled;
    document.addEventListener('fullscreenchange', () =>
      button.setAttribute('aria-pressed', String(document.fullscreenElement !== null)),
    );
    return button;
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
