// The dialog that opens an address: errors are shown where it was typed.

import { VitrineError } from '../../base/errors';
import type { SourceFile } from '../../protocol/files';
import { h, iconButton } from '../dom';
import { t } from '../language';
import { baseName, bytesText } from '../words';
import { fetchFiles, rawAddress } from './addresses';

export class AddressDialog {
  readonly element: HTMLDialogElement;
  private readonly field = h('input', {
    id: 'address',
    class: 'address-field',
    attributes: {
      type: 'text',
      inputmode: 'url',
      autocomplete: 'url',
      spellcheck: 'false',
      autofocus: true,
      required: true,
      'aria-describedby': 'address-note address-said',
    },
  });
  private readonly said = h('p', { id: 'address-said', class: 'address-said', attributes: { role: 'alert' } });
  private readonly bar = h('progress', { attributes: { max: 1 } });
  private readonly amount = h('span', { class: 'quiet numbers' });
  private readonly going = h('p', { class: 'address-going', attributes: { hidden: true } }, this.bar, this.amount);
  private readonly submit = h('button', {
    class: 'button primary',
    text: t('Open'),
    attributes: { type: 'submit' },
  });
  private transfer: AbortController | undefined;

  constructor(private readonly opened: (files: SourceFile[], urls: string[]) => void) {
    this.bar.setAttribute('aria-label', t('Progress'));
    const form = h(
      'form',
      {
        class: 'address-form',
        attributes: { method: 'dialog', novalidate: true },
        on: {
          submit: (event) => {
            event.preventDefault();
            void this.fetch();
          },
        },
      },
      h('label', { text: t('URL of a model or an archive'), attributes: { for: 'address' } }),
      this.field,
      h('p', {
        id: 'address-note',
        class: 'quiet',
        text: t('Several URLs, separated by spaces, form one document: a model, its animations, its images.'),
      }),
      this.said,
      this.going,
      h(
        'footer',
        {},
        this.submit,
        h('button', {
          class: 'button',
          text: t('Cancel'),
          attributes: { type: 'button' },
          on: { click: () => this.cancel() },
        }),
      ),
    );
    this.element = h(
      'dialog',
      { class: 'help address' },
      h(
        'header',
        {},
        h('h2', { id: 'address-title', text: t('Open from URL') }),
        iconButton('close', t('Close'), () => this.element.close()),
      ),
      form,
    );
    this.element.setAttribute('aria-labelledby', 'address-title');
    // The event comes late: the dialog may be open again, with a transfer of its own.
    this.element.addEventListener('close', () => {
      if (!this.element.open) this.transfer?.abort();
    });
    this.element.addEventListener('click', (event) => event.target === this.element && this.element.close());
  }

  open(): void {
    this.transfer?.abort();
    this.said.textContent = '';
    this.element.showModal();
    this.field.select();
  }

  /** Stops a transfer; without one the dialog closes. */
  private cancel(): void {
    if (this.transfer) this.transfer.abort();
    else this.element.close();
  }

  private async fetch(): Promise<void> {
    const urls = this.field.value.trim().split(/\s+/).filter(Boolean).map(rawAddress);
    if (urls.length === 0) {
      this.said.textContent = t('Enter a URL.');
      this.field.focus();
      return;
    }
    this.transfer?.abort();
    const transfer = (this.transfer = new AbortController());
    this.said.textContent = '';
    this.bar.removeAttribute('value');
    this.amount.textContent = '';
    this.going.hidden = false;
    this.submit.disabled = true;
    try {
      const files = await fetchFiles(urls, document.baseURI, {
        signal: transfer.signal,
        progress: (name, loaded, total) => {
          this.amount.textContent =
            total > 0
              ? t('{name}: {loaded} of {total}', {
                  name: baseName(name),
                  loaded: bytesText(loaded),
                  total: bytesText(total),
                })
              : t('{name}: {loaded}', { name: baseName(name), loaded: bytesText(loaded) });
          if (total > 0) this.bar.value = loaded / total;
        },
      });
      if (transfer.signal.aborted) return;
      this.transfer = undefined;
      this.element.close();
      this.opened(files, urls);
    } catch (error) {
      const stopped = transfer.signal.aborted;
      transfer.abort();
      if (this.transfer !== transfer) return;
      this.said.textContent = stopped ? t('Stopped.') : error instanceof VitrineError ? error.message : String(error);
      if (this.element.open) this.field.focus();
    } finally {
      if (this.transfer === transfer || this.transfer === undefined) {
        this.transfer = undefined;
        this.going.hidden = true;
        this.submit.disabled = false;
      }
    }
  }
}
