// The folders of a library, of which only the lines in sight are in the page: a list box with one stop of the Tab key.

import { h } from '../dom';
import { isolated } from '../inert';
import { t } from '../language';
import { VirtualList } from '../virtual';
import type { Folder } from './entries';

const kRowPixels = 28;

export class FolderTree {
  readonly element: HTMLElement;
  private readonly list: VirtualList;
  private folders: readonly Folder[] = [];
  private chosen = 0;

  /** `choose` is given the path of a folder, '' for all. */
  constructor(private readonly choose: (path: string) => void) {
    this.list = new VirtualList(kRowPixels, (index) => this.row(index), {
      role: 'listbox',
      tabindex: '0',
      'aria-label': t('Folders'),
    });
    this.element = this.list.element;
    this.element.classList.add('catalog-folders');
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  /** The first of `folders` is all of them. */
  show(folders: readonly Folder[], path: string): void {
    this.folders = folders;
    this.list.show(folders.length);
    this.mark(path);
  }

  mark(path: string): void {
    this.chosen = Math.max(
      0,
      this.folders.findIndex((folder) => folder.path === path),
    );
    this.list.queue();
    this.element.setAttribute('aria-activedescendant', `folder-${this.chosen}`);
  }

  private row(index: number): HTMLElement {
    const { path, name, depth, models } = this.folders[index]!;
    const row = h(
      'div',
      {
        class: 'catalog-folder',
        id: `folder-${index}`,
        title: path,
        attributes: {
          role: 'option',
          'aria-selected': String(index === this.chosen),
          'aria-setsize': this.folders.length,
          'aria-posinset': index + 1,
        },
        on: { click: () => this.choose(path) },
      },
      path === ''
        ? h('span', { text: t('All folders') })
        : h('span', { text: isolated(name), attributes: { translate: 'no' } }),
      h('span', { class: 'quiet numbers', text: String(models) }),
    );
    row.style.setProperty('--depth', String(depth));
    return row;
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { chosen, list } = this,
      last = this.folders.length - 1;
    const to = {
      ArrowUp: chosen - 1,
      ArrowDown: chosen + 1,
      PageUp: chosen - list.page,
      PageDown: chosen + list.page,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(last, to));
    this.choose(this.folders[next]!.path);
    list.reveal(next);
  }
}
