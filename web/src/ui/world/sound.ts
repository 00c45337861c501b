// The song of a world on the page and the effects of its events: their button.

import type { RollRows } from '../../music/core';
import { WorldEffects, type SoundingEvent } from '../../music/worldEffects';
import { WorldSong, type WorldFiles, type WorldSongHost } from '../../music/worldSong';
import type { WorldKit } from './kit';

export class WorldSound {
  readonly button: HTMLButtonElement;
  readonly #song: WorldSong;
  readonly #effects = new WorldEffects();
  #speed = 1;

  constructor(
    private readonly kit: WorldKit,
    host: WorldSongHost,
  ) {
    const { iconButton, t, scriptUrl } = kit;
    this.#song = new WorldSong({ script: scriptUrl }, host);
    this.button = iconButton('loud', t('Sound'), () => void this.#toggle(), { pressed: true });
    this.button.hidden = true;
    this.#song.player.on('change', () => this.#show());
  }

  /** Notes of the song, where there is one. */
  get roll(): RollRows | undefined {
    return this.#song.roll;
  }

  /** The song of another document, or none. */
  async open(given: WorldFiles): Promise<void> {
    const opening = Promise.all([this.#song.open(given), this.#effects.open(given)]);
    this.#show();
    await opening;
    this.#show();
  }

  play(): void {
    this.#song.play();
    void this.#effects.start();
  }

  pause(): void {
    this.#song.pause();
    this.#effects.silence();
  }

  speed(factor: number): void {
    this.#speed = factor;
    this.#song.speed(factor);
  }

  /** Events that are active while the world plays: sound has one speed. */
  hear(events: readonly SoundingEvent[]): void {
    this.#effects.hear(this.#speed === 1 ? events : []);
  }

  dispose(): void {
    this.#song.dispose();
    this.#effects.dispose();
  }

  async #toggle(): Promise<void> {
    const { player, playing } = this.#song;
    void this.#effects.start();
    if (playing && !player.playing && !player.muted) {
      if (await this.#song.start()) return;
    }
    player.muted = !player.muted;
    this.#effects.muted = player.muted;
    this.#show();
    if (!player.muted) await this.#song.start();
  }

  #show(): void {
    const { button } = this,
      isHeard = !this.#song.player.muted;
    button.hidden = !this.#song.isThere && !this.#effects.isThere;
    if (button.getAttribute('aria-pressed') === String(isHeard)) return;
    button.setAttribute('aria-pressed', String(isHeard));
    this.kit.setIcon(button, isHeard ? 'loud' : 'silent');
  }
}
