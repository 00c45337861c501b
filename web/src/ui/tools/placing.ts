// A click in the view that is awaited: a line over the view says for what, and keys that are letters rest until Escape
// ends it or the click has come.

import { h } from '../dom';
import { t } from '../language';

export class Placing {
  readonly element = h('p', { class: 'stage-note placing-note', attributes: { role: 'status', hidden: true } });

  /** Ends with an empty text. */
  show(text: string): void {
    document.body.classList.toggle('is-placing', text !== '');
    this.element.hidden = text === '';
    if (text !== '') this.element.textContent = t('{instruction} Esc ends this.', { instruction: text });
  }

  /** The click met nothing. */
  miss(): void {
    this.element.textContent = t('Nothing is there. Click the model, or press Esc.');
  }
}

/** A key that would change something beside what is being placed. */
export const restsWhilePlacing = ({ key }: KeyboardEvent): boolean =>
  /^\p{L}$/u.test(key) && document.body.classList.contains('is-placing');
