// A note over the view: what the engine has failed with, or what could not be fetched.

import type { EngineClient } from '../viewer/client';
import type { Viewer } from '../viewer/viewer';
import { h } from './dom';
import { t } from './language';
import { noGraphics } from './loadError';

export class StageNote {
  readonly element = h('p', { class: 'stage-note', attributes: { role: 'status', hidden: true } });
  private contextLost = false;

  /** `ended`: the engine has ended; true where that is said elsewhere. */
  constructor(client: EngineClient, viewer: Viewer, ended: () => boolean) {
    viewer.on('context', (state) => {
      this.contextLost = state === 'lost';
      this.show(this.contextLost ? t('Graphics context lost, restoring…') : '');
    });
    client.on('event', (event) => {
      if (event.type !== 'failed') return;
      const reason = event.code === 'GL_MISSING' ? noGraphics() : event.message.replace(/^Uncaught /, '');
      if (!event.ended) this.show(event.code === 'ENGINE' ? t('The engine has failed: {reason}', { reason }) : reason);
      else if (!ended()) this.show(t('The engine has ended.'));
    });
    client.on('restarted', () => {
      this.contextLost = false;
      this.end();
    });
  }

  /** No note for an empty text. */
  show(text: string): void {
    this.element.textContent = text;
    this.element.hidden = text === '';
  }

  /** What the engine failed with is over with the next document; a lost context is not. */
  end(): void {
    if (!this.contextLost) this.show('');
  }
}
