// A click in the view that is awaited: a line over the view says for what, and keys that are letters rest until Escape
// ends it or the click has come.

import { h } from '../dom';
import { t } from '../language';

export class Placing {
  readonly element = h('p', { class: 'stage-note placing-note', attributes: { role: 'status', hidden: true } });

  private end: (() => void) | undefined;

  /** One click is awaited at a time: who waited for another before is ended by its own `end`. */
  begin(text: string, end: () => void): void {
    const before = this.end;
    this.end = end;
    if (before !== end) before?.();
    document.body.classList.add('is-placing');
    this.element.hidden = false;
    this.element.textContent = t('{instruction} Esc ends this.', { instruction: text });
  }

  /** Nothing happens when somebody else's click is awaited by now. */
  finish(end: () => void): void {
    if (this.end !== end) return;
    this.end = undefined;
    document.body.classList.remove('is-placing');
    this.element.hidden = true;
  }

  /** The click met nothing. */
  miss(): void {
    this.element.textContent = t('Nothing is there. Click the model, or press Esc.');
  }
}

/** A key that would change something beside what is being placed. */
export const restsWhilePlacing = ({ key }: KeyboardEvent): boolean =>
  /^\p{L}$/u.test(key) && document.body.classList.contains('is-placing');
