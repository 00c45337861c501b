// The song of a world on the page: its button.

import { WorldSong, type WorldFiles, type WorldSongHost } from '../../music/worldSong';
import type { WorldKit } from './kit';

export class WorldSound {
  readonly button: HTMLButtonElement;
  readonly #song: WorldSong;

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

  /** The song of another document, or none. */
  async open(given: WorldFiles): Promise<void> {
    const opening = this.#song.open(given);
    this.#show();
    await opening;
    this.#show();
  }

  play(): void {
    this.#song.play();
  }

  pause(): void {
    this.#song.pause();
  }

  speed(factor: number): void {
    this.#song.speed(factor);
  }

  dispose(): void {
    this.#song.dispose();
  }

  async #toggle(): Promise<void> {
    const { player, playing } = this.#song;
    if (playing && !player.playing && !player.muted) {
      if (await this.#song.start()) return;
    }
    player.muted = !player.muted;
    if (!player.muted) await this.#song.start();
  }

  #show(): void {
    const { button } = this,
      isHeard = !this.#song.player.muted;
    button.hidden = !this.#song.isThere;
    if (button.getAttribute('aria-pressed') === String(isHeard)) return;
    button.setAttribute('aria-pressed', String(isHeard));
    this.kit.setIcon(button, isHeard ? 'loud' : 'silent');
  }
}
