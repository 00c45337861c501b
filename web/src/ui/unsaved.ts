// Drafts of worlds that were not saved, on the start page: each can be continued or discarded.

import { fill } from '../base/lists';
import { h } from './dom';
import { discardDraft, freed, type KeptDraft, openDrafts, type UnsavedDrafts, unsavedDrafts } from './drafts';
import { countOf, t } from './language';
import { unsavedText } from './workbench/keep/texts';

export class Unsaved {
  private readonly list = h('ul', { class: 'recent-list' });
  readonly element = h(
    'section',
    { class: 'recent unsaved', attributes: { 'aria-labelledby': 'unsaved-title', hidden: true } },
    h('h2', { class: 'quiet', id: 'unsaved-title', text: t('Not saved') }),
    this.list,
  );

  private waiting = new AbortController();

  constructor(private readonly proceed: (draft: KeptDraft) => void) {}

  /** Where nothing can be kept there is nothing to show. A draft comes when the page that works on it has gone. */
  async show(): Promise<void> {
    this.waiting.abort();
    const { signal } = (this.waiting = new AbortController()),
      { free, held } = await this.drafts().catch((): UnsavedDrafts => ({ free: [], held: [] }));
    if (signal.aborted) return;
    this.element.hidden = free.length === 0;
    fill(
      this.list,
      free.map((draft) => this.row(draft)),
    );
    if (held.length > 0)
      void Promise.any(held.map((draft) => freed(draft, signal))).then(
        () => this.show(),
        () => undefined,
      );
  }

  private row(draft: KeptDraft): HTMLElement {
    return h(
      'li',
      {},
      h('span', { text: unsavedText({ t, countOf }, draft) }),
      h('button', {
        class: 'button small',
        text: t('Continue'),
        attributes: { type: 'button' },
        on: { click: () => this.proceed(draft) },
      }),
      h('button', {
        class: 'button small',
        text: t('Discard'),
        attributes: { type: 'button' },
        on: { click: () => void this.discard(draft) },
      }),
    );
  }

  private async discard({ id }: KeptDraft): Promise<void> {
    const base = await openDrafts();
    await discardDraft(base, id).finally(() => base.close());
    await this.show();
  }

  private async drafts(): Promise<UnsavedDrafts> {
    const base = await openDrafts();
    return unsavedDrafts(base).finally(() => base.close());
  }
}
