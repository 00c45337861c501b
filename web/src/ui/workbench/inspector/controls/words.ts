// Fields for texts and names, with what may well stand there offered below.

import { fill } from '../../../../base/lists';
import type { Json } from '../../../world/text';
import { type Control, type ControlHost, type Field, paramOf } from '../field';

let next = 0;

interface WordOptions {
  /** What is offered; asked for when the field gets the focus. */
  offers?: () => readonly string[];
  /** The value of a text in the document: a parameter of the subroutine, perhaps. */
  toValue?: (text: string) => Json;
  /** Names have 1 to 64 characters. */
  isName?: boolean;
  /** Instead of putting the value: a name that is linked changes everywhere. */
  put?: (text: string) => unknown;
}

const kMostName = 64;

export class WordControl implements Control {
  readonly element: HTMLElement;
  readonly isWide: boolean;
  readonly #input: HTMLInputElement;
  readonly #field: Field;
  readonly #options: WordOptions;
  readonly #host: ControlHost;
  #text = '';

  constructor(field: Field, host: ControlHost, options: WordOptions = {}) {
    this.#field = field;
    this.#host = host;
    this.#options = options;
    const { h } = field.bench.kit,
      { offers } = options,
      id = `inspector-offers-${++next}`;
    this.isWide = field.info.kind === 'file' || field.info.kind === 'text';
    const list = offers && h('datalist', { id, attributes: { translate: 'no' } });
    this.#input = h('input', {
      class: 'inspector-word',
      attributes: {
        type: 'text',
        'aria-label': field.info.name,
        autocomplete: 'off',
        spellcheck: 'false',
        translate: 'no',
        ...(offers && { list: id }),
        ...(options.isName && { maxlength: kMostName }),
      },
      on: {
        blur: () => this.#commit(),
        focus: () =>
          list &&
          fill(
            list,
            offers!().map((offer) => h('option', { attributes: { value: offer } })),
          ),
        // A choice of the list is one, without Enter.
        input: () => {
          if (offers?.().includes(this.#input.value)) this.#commit();
        },
        keydown: (event) => this.#key(event),
      },
    });
    this.element = h('span', { class: 'inspector-words' }, this.#input, list);
    this.show();
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#commit();
    } else if (event.key === 'Escape' && this.#input.value !== this.#text) {
      event.preventDefault();
      event.stopPropagation();
      this.#input.value = this.#text;
      this.#host.complain('');
    }
  }

  #commit(): void {
    const { value } = this.#input,
      { t } = this.#field.bench.kit;
    if (value === this.#text) return;
    if (this.#options.isName && value === '') {
      this.#host.complain(t('A name has 1 to 64 characters'));
      return;
    }
    this.#host.complain('');
    this.#text = value;
    if (this.#options.put) this.#options.put(value);
    else this.#field.put(this.#options.toValue?.(value) ?? value);
  }

  show(): void {
    const value = this.#field.literal,
      param = paramOf(value),
      isMixed = this.#field.differs(''),
      text = isMixed ? '' : param !== undefined ? `{${param}}` : typeof value === 'string' ? value : '';
    this.#input.placeholder = isMixed ? '\u2013' : '';
    if (text === this.#text && this.#input.value === text) return;
    if (text === this.#text && document.activeElement === this.#input) return;
    this.#text = text;
    this.#input.value = text;
  }
}

/** A text of several lines that is kept on blur: the note. */
export class NoteField {
  readonly element: HTMLTextAreaElement;
  #text = '';

  constructor(field: HTMLTextAreaElement, put: (text: string) => void) {
    this.element = field;
    field.addEventListener('blur', () => {
      if (field.value === this.#text) return;
      this.#text = field.value;
      put(field.value);
    });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && field.value !== this.#text) {
        event.stopPropagation();
        field.value = this.#text;
      } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) field.blur();
    });
  }

  show(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.element.value = text;
  }
}
