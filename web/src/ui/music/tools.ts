// What stands beside the lanes of a song when it is asked for: its sounds, and its export.

import type { RollNote } from '../../music/roll';
import type { WorldKit } from '../world/kit';
import { SongFiles } from './files';
import { Saves } from './saves';
import { Sounds, type SoundsHost } from './sounds';

export class SongTools {
  readonly element: HTMLElement;
  readonly buttons: readonly HTMLButtonElement[];
  readonly #files: SongFiles;
  readonly #sounds: Sounds;
  readonly #saves: Saves;
  #shown: 'sounds' | 'export' | undefined;

  constructor(kit: WorldKit, host: SoundsHost) {
    const { h, t } = kit;
    this.#files = new SongFiles((url) => kit.scriptUrl(url));
    this.#sounds = new Sounds(kit, this.#files, host);
    this.#saves = new Saves(kit, this.#files);
    const button = (text: string, what: 'sounds' | 'export'): HTMLButtonElement =>
      h('button', {
        class: 'button small song-tool',
        text,
        attributes: { type: 'button', 'aria-expanded': 'false', 'aria-controls': 'song-tools', 'data-tool': what },
        on: { click: () => this.toggle(what) },
      });
    this.buttons = [button(t('Sounds'), 'sounds'), button(t('Export'), 'export')];
    this.element = h(
      'aside',
      { class: 'song-tools', id: 'song-tools', attributes: { hidden: true } },
      this.#sounds.element,
      this.#saves.element,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#shown) return;
      event.stopPropagation();
      const { buttons } = this,
        index = this.#shown === 'sounds' ? 0 : 1;
      this.toggle(this.#shown);
      buttons[index]!.focus();
    });
    this.#update();
  }

  /** Another song: what stands here is read anew when it can be seen. */
  show(name: string, file: Uint8Array, notes: readonly RollNote[]): void {
    this.#files.show(name, file);
    this.#sounds.show(notes);
    this.#saves.show(name);
    if (this.#shown === 'sounds') void this.#sounds.enter();
  }

  toggle(what: 'sounds' | 'export'): void {
    this.#shown = this.#shown === what ? undefined : what;
    this.#update();
    if (this.#shown === 'sounds') void this.#sounds.enter();
    else this.#sounds.leave();
  }

  #update(): void {
    this.element.hidden = this.#shown === undefined;
    this.#sounds.element.hidden = this.#shown !== 'sounds';
    this.#saves.element.hidden = this.#shown !== 'export';
    for (const button of this.buttons)
      button.setAttribute('aria-expanded', String(button.dataset.tool === this.#shown));
  }
}
