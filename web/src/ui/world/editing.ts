// The way from a world that is watched to the workbench, whose script is fetched with its first use: a button in the bar,
// Ctrl+E, and `edit` in links.

import type { WorldPick } from '../../engine/world/messages';
import { chordOf } from '../chord';
import type { openWorkbench } from '../workbench/index';
import type { EditedRoom, GivenFiles, Workbench } from './edited';

/** Narrower pages only watch. */
const kWide = '(min-width: 900px)';

export class EditMode {
  readonly button: HTMLButtonElement;
  readonly #wide = matchMedia(kWide);
  readonly #ending = new AbortController();
  #bench: Workbench | undefined;
  #isOn = false;

  constructor(private readonly room: EditedRoom) {
    const { h, t, tabs } = room.kit;
    this.button = h('button', {
      class: 'button small world-tabs world-edit',
      text: t('Edit'),
      title: t('{name} ({keys})', { name: t('Edit'), keys: `${t('Ctrl')}+E` }),
      attributes: { type: 'button' },
      on: { click: () => void this.set(true) },
    });
    tabs(this.button);
    const { signal } = this.#ending;
    const wide = (): void => {
      this.button.hidden = !this.#wide.matches;
      if (!this.#wide.matches) void this.set(false);
    };
    wide();
    this.#wide.addEventListener('change', wide, { signal });
    document.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async set(on: boolean): Promise<void> {
    const { room } = this,
      { kit } = room;
    if (on === this.#isOn || (on && !(this.#wide.matches && room.given))) return;
    this.#isOn = on;
    if (on && !this.#bench) {
      const url = new URL('./world-edit.js', import.meta.url).href;
      try {
        await kit.speakFor('workbench');
        const module = (await import(url)) as { openWorkbench: typeof openWorkbench };
        this.#bench ??= module.openWorkbench(room, () => void this.set(false));
      } catch {
        this.#isOn = false;
        kit.say(kit.t('{name} could not be loaded. Check the connection and try again.', { name: kit.t('Workbench') }));
        return;
      }
    }
    await this.#bench?.show(this.#isOn);
    if (!this.#isOn) room.refresh();
    kit.arranged();
  }

  /** The room came into sight, or another document lies over it. */
  shown(shown: boolean): void {
    if (this.#isOn) void this.#bench?.show(shown);
  }

  /** Another document shows. */
  opened(): void {
    void this.#bench?.opened();
  }

  /** What a click in the picture has found; true when the workbench takes it. */
  pick(pick: WorldPick | undefined): boolean {
    if (this.#isOn) this.#bench?.pick(pick);
    return this.#isOn;
  }

  take(files: GivenFiles, at?: { x: number; y: number }): void {
    this.#bench?.take(files, at);
  }

  dispose(): void {
    this.#ending.abort();
    this.#bench?.dispose();
    this.button.remove();
  }

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented || this.room.element.hidden || chordOf(event) !== 'Ctrl+E') return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    void this.set(!this.#isOn);
  }
}
