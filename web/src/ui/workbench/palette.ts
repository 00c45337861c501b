// One dialog that asks: for one of some things, which are found by typing, or for a line of text; so for what a new
// world begins with.

import { fill } from '../../base/lists';
import { type WorldTemplateName, worldTemplates } from '../../base/worldTemplates';
import type { RoomKit } from '../world/kit';

export interface Choice {
  /** What is given back, and shown unless `label` says it for people. */
  name: string;
  label?: string;
  help?: string;
  /** A class of operators: 1 to 6 show one of them alone. */
  class?: string;
  keys?: string;
  /** Address of a small picture. */
  picture?: string;
}

const kClasses = ['texture', 'material', 'mesh', 'scene', 'world', 'fx'];
/** More than these are found by typing more. */
const kMostRows = 200;

/** How well a text answers what is typed; 0: not at all. Words that begin with it come first. */
export function match(text: string, typed: string): number {
  const own = text.toLowerCase(),
    wanted = typed.toLowerCase().trim();
  if (wanted === '') return 1;
  const at = own.indexOf(wanted);
  if (at === 0) return 4;
  if (at > 0) return /[\s_-]/.test(own[at - 1]!) ? 3 : 2;
  // Its letters in their order.
  let next = 0;
  for (const letter of own) if (letter === wanted[next]) ++next;
  return next === wanted.length ? 1 : 0;
}

/** One dialog that asks: for one of some things, which are found by typing, or for a line of text. */
export class Palette {
  readonly element: HTMLDialogElement;
  readonly #title: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #hint: HTMLElement;
  #items: readonly Choice[] = [];
  #rows: Choice[] = [];
  #class = '';
  #at = 0;
  #isList = true;
  #answer: ((name: string | undefined) => void) | undefined;
  #focus: Element | null = null;

  constructor(private readonly kit: RoomKit) {
    const { h, t } = kit;
    this.#title = h('h2', { id: 'bench-ask-title' });
    this.#field = h('input', {
      class: 'bench-ask-field',
      attributes: {
        type: 'text',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-labelledby': 'bench-ask-title',
        'aria-controls': 'bench-ask-list',
      },
      on: { input: () => this.#fill(0) },
    });
    this.#list = h('ul', { class: 'bench-ask-list', id: 'bench-ask-list', attributes: { role: 'listbox' } });
    this.#hint = h('p', {
      class: 'quiet bench-ask-hint',
      text: t('1 to 6: texture, material, mesh, scene, world, fx'),
    });
    this.element = h(
      'dialog',
      { class: 'bench-ask', attributes: { 'aria-labelledby': 'bench-ask-title' } },
      this.#title,
      this.#field,
      this.#list,
      this.#hint,
    );
    this.element.addEventListener('keydown', (event) => this.#key(event));
    // It comes late: by then something else may be asked.
    this.element.addEventListener('close', () => this.element.open || this.#end(undefined));
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element) return this.element.close();
      const row = (event.target as Element).closest<HTMLElement>('[data-row]');
      if (row) this.#end(this.#rows[Number(row.dataset['row'])]?.name);
    });
  }

  /** Undefined when it is given up. */
  choose(title: string, items: readonly Choice[]): Promise<string | undefined> {
    this.#items = items;
    this.#isList = true;
    return this.#open(title, '');
  }

  prompt(title: string, text: string): Promise<string | undefined> {
    this.#items = [];
    this.#isList = false;
    return this.#open(title, text);
  }

  #open(title: string, text: string): Promise<string | undefined> {
    this.#answer?.(undefined);
    this.#title.textContent = title;
    this.#field.value = text;
    this.#class = '';
    this.#list.hidden = !this.#isList;
    this.#hint.hidden = !this.#items.some((item) => item.class !== undefined);
    this.#field.setAttribute('role', this.#isList ? 'combobox' : 'textbox');
    if (this.#isList) this.#field.setAttribute('aria-expanded', 'true');
    else for (const name of ['aria-expanded', 'aria-activedescendant']) this.#field.removeAttribute(name);
    this.#focus = document.activeElement;
    this.#fill(0);
    if (!this.element.open) this.element.showModal();
    this.#field.select();
    return new Promise((resolve) => (this.#answer = resolve));
  }

  #end(name: string | undefined): void {
    const answer = this.#answer;
    // Its own closing comes late: by then the focus may be elsewhere.
    if (!answer) return;
    this.#answer = undefined;
    if (this.element.open) this.element.close();
    if (this.#focus instanceof HTMLElement && this.#focus.isConnected) this.#focus.focus({ preventScroll: true });
    answer(name);
  }

  #fill(at: number): void {
    if (!this.#isList) return;
    const { h, t } = this.kit,
      typed = this.#field.value;
    this.#rows = this.#items
      .filter((item) => this.#class === '' || item.class === this.#class)
      .map((item) => ({
        item,
        rank: Math.max(
          match(item.label ?? item.name, typed) * 2,
          typed === '' ? 0 : match(item.help ?? '', typed) > 1 ? 1 : 0,
        ),
      }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank)
      .slice(0, kMostRows)
      .map(({ item }) => item);
    this.#at = Math.max(0, Math.min(this.#rows.length - 1, at));
    const rows = this.#rows.map(({ name, label, help, class: own, keys, picture }, i) =>
      h(
        'li',
        {
          class: `bench-ask-row${own ? ` is-${own}` : ''}`,
          id: `bench-ask-${i}`,
          attributes: { role: 'option', 'data-row': i, 'aria-selected': String(i === this.#at) },
        },
        h(
          'span',
          { class: 'bench-ask-name', attributes: label === undefined ? { translate: 'no' } : {} },
          picture !== undefined && h('img', { class: 'bench-thumbnail', attributes: { src: picture, alt: '' } }),
          label ?? name,
        ),
        help !== undefined && h('span', { class: 'quiet bench-ask-help', text: help }),
        keys ? h('kbd', { text: keys }) : undefined,
      ),
    );
    if (rows.length === 0) rows.push(h('li', { class: 'quiet bench-ask-row', text: t('Nothing fits.') }));
    fill(this.#list, rows);
    this.#mark();
  }

  #mark(): void {
    [...this.#list.children].forEach((row, i) => row.setAttribute('aria-selected', String(i === this.#at)));
    if (this.#rows.length === 0) return this.#field.removeAttribute('aria-activedescendant');
    this.#field.setAttribute('aria-activedescendant', `bench-ask-${this.#at}`);
    this.#list.children[this.#at]?.scrollIntoView({ block: 'nearest' });
  }

  #key(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.isComposing) return;
    const last = this.#rows.length - 1,
      to = { ArrowDown: this.#at + 1, ArrowUp: this.#at - 1, PageDown: this.#at + 8, PageUp: this.#at - 8 }[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#end(this.#isList ? this.#rows[this.#at]?.name : this.#field.value);
    } else if (this.#isList && to !== undefined) {
      event.preventDefault();
      this.#at = Math.max(0, Math.min(last, to));
      this.#mark();
    } else if (this.#field.value === '' && !this.#hint.hidden && /^[1-6]$/.test(event.key)) {
      event.preventDefault();
      const own = kClasses[Number(event.key) - 1]!;
      this.#class = this.#class === own ? '' : own;
      this.#fill(0);
    }
  }
}

const wordsOf = ({ t }: RoomKit): Readonly<Record<WorldTemplateName, { label: string; help: string }>> => ({
  stage: { label: t('Stage'), help: t('a floor under a light') },
  rooms: { label: t('Two rooms'), help: t('two segments, and a door that opens') },
  show: { label: t('A show'), help: t('titles, sparks and a moving light on a timeline') },
});

/** What a new world begins with. */
export async function chooseTemplate(kit: RoomKit): Promise<void> {
  const { t } = kit,
    palette = new Palette(kit);
  document.body.append(palette.element);
  const words = wordsOf(kit),
    names = worldTemplates.map(({ name }) => ({ name, ...words[name] })),
    chosen = await palette.choose(t('New world'), names);
  palette.element.remove();
  const template = worldTemplates.find(({ name }) => name === chosen);
  if (template) kit.create(`${template.name}.world.json`, template.text);
}
