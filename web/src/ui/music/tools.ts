// Panels beside the lanes of a song: its sounds, its bytes, and its export.

import type { Roll, RollNote } from '../../music/roll';
import { SongBytes, type SongPlace } from './bytes';
import { Saves, SongFiles } from './files';
import type { SongKit } from '../world/kit';
import { kWholeSong, Sounds } from './sounds';

interface ToolsHost {
  /** Velocity 0 lets the key go. */
  note(program: number, key: number, velocity: number): void;
  /** Frames what a byte or a sound stands for. */
  show(place: SongPlace): void;
}

type Tool = 'sounds' | 'structure' | 'export';
const tools: readonly Tool[] = ['sounds', 'structure', 'export'];

export class SongTools {
  readonly element: HTMLElement;
  /** In the bar. */
  readonly tabs: HTMLElement;
  private readonly buttons: readonly HTMLButtonElement[];
  readonly #files: SongFiles;
  readonly #sounds: Sounds;
  readonly #bytes: SongBytes;
  readonly #saves: Saves;
  #shown: Tool | undefined;
  /** The sound that is to be seen when sounds are next. */
  #program: number | undefined;

  constructor(
    private readonly kit: SongKit,
    host: ToolsHost,
  ) {
    const { h, t } = kit;
    this.#files = new SongFiles((url) => kit.scriptUrl(url));
    this.#sounds = new Sounds(kit, this.#files, {
      note: (program, key, velocity) => host.note(program, key, velocity),
      notes: (program) => host.show({ kind: 'program', program }),
      bytes: (offset) => void this.bytes(offset),
    });
    this.#bytes = new SongBytes(kit, this.#files, (place) => {
      if (place.kind === 'program') this.#program = place.program;
      else if (place.kind === 'note') this.#program = place.note.program;
      else if (place.kind === 'globals') this.#program = kWholeSong;
      host.show(place);
    });
    this.#saves = new Saves(kit, this.#files);
    const button = (text: string, what: Tool): HTMLButtonElement =>
      h('button', {
        class: 'bar-tab song-tool',
        text,
        attributes: { type: 'button', 'aria-expanded': 'false', 'aria-controls': 'song-tools', 'data-tool': what },
        on: { click: () => this.toggle(what) },
      });
    this.buttons = [button(t('Sounds'), 'sounds'), button(t('Structure'), 'structure'), button(t('Export'), 'export')];
    this.tabs = h('div', { class: 'song-tabs' }, ...this.buttons);
    const close = kit.iconButton('close', t('Close panel'), () => this.#close(), { class: 'song-close' });
    this.element = h(
      'aside',
      { class: 'song-tools', id: 'song-tools', attributes: { hidden: true } },
      close,
      this.#sounds.element,
      this.#bytes.element,
      this.#saves.element,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#shown) return;
      event.stopPropagation();
      this.#close();
    });
    this.#update();
  }

  /** Another song: what stands here is read again when it can be seen. */
  show(name: string, file: Uint8Array, roll: Roll): void {
    this.#files.show(name, file);
    this.#sounds.show(roll.notes);
    this.#bytes.show(name, roll);
    this.#saves.show(name);
    this.#program = undefined;
    void this.#enter();
  }

  /** The sound of a program. */
  async sound(program: number): Promise<void> {
    this.#program = program;
    this.#open('sounds');
    await this.#enter();
  }

  /** The bytes of a note, or from an offset on. */
  async bytes(what: RollNote | number): Promise<void> {
    this.#open('structure');
    await this.#bytes.reveal(what);
  }

  /** Shows the bytes and the sound of the chosen note. */
  follow(note: RollNote): void {
    if (this.#shown === 'structure') void this.#bytes.reveal(note);
    this.#program = note.program;
    if (this.#shown === 'sounds') void this.#enter();
  }

  toggle(what: Tool): void {
    this.#open(this.#shown === what ? undefined : what);
    void this.#enter();
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  /** Gives the focus back to the tab. */
  #close(): void {
    if (!this.#shown) return;
    const button = this.buttons[tools.indexOf(this.#shown)];
    this.toggle(this.#shown);
    button!.focus();
  }

  #open(what: Tool | undefined): void {
    this.#shown = what;
    this.#update();
    if (what !== 'sounds') this.#sounds.leave();
  }

  async #enter(): Promise<void> {
    const program = this.#program;
    if (this.#shown === 'structure') await this.#bytes.enter();
    if (this.#shown !== 'sounds') return;
    this.#program = undefined;
    await this.#sounds.enter(program);
  }

  #update(): void {
    this.element.hidden = this.#shown === undefined;
    this.#sounds.element.hidden = this.#shown !== 'sounds';
    this.#bytes.element.hidden = this.#shown !== 'structure';
    this.#saves.element.hidden = this.#shown !== 'export';
    for (const button of this.buttons)
      button.setAttribute('aria-expanded', String(button.dataset.tool === this.#shown));
    this.kit.arranged();
  }
}
