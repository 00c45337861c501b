// The song of a world. While it plays, the sound leads: the picture shows the tick that is heard now. Where it cannot
// play, as before a first click or at another speed, the world goes by its own clock.

import { fetchBeside } from '../core/fetchBeside';
import type { RollRows } from './core';
import { SongPlayer, type PlayerParts } from './player';

export interface WorldSongHost {
  /** Seconds that are heard; undefined: the world goes by its own clock. */
  follow(seconds: number | undefined): void;
  /** Seconds that the picture shows. */
  time(): number;
  /** Seconds after which the world starts again; 0: never. */
  length(): number;
}

/** A world document with what lies beside it. */
export interface WorldFiles {
  text: ArrayBuffer;
  files: readonly { name: string; data: ArrayBuffer | Blob }[];
  /** Folder where missing files are looked for. */
  base?: string | undefined;
}

const parsed = (text: ArrayBuffer): { sound?: Record<string, unknown> } => {
  try {
    const world: unknown = JSON.parse(new TextDecoder().decode(text));
    return typeof world === 'object' && world !== null ? world : {};
  } catch {
    return {};
  }
};

/** Does some event operator play an effect? Documents may be nested deeper than calls. */
function playsEffects(document: object): boolean {
  const open = [document];
  for (let value = open.pop(); value; value = open.pop()) {
    if ('effect' in value && 'op' in value && value.op === 'event') return true;
    for (const member of Object.values(value) as unknown[])
      if (typeof member === 'object' && member !== null) open.push(member);
  }
  return false;
}

/** The file that a document names as its song, or the effects with one inside, where no event plays one of them. */
export function songNameOf(text: ArrayBuffer): string | undefined {
  const world = parsed(text),
    names = [world.sound?.['music'], ...(playsEffects(world) ? [] : Object.values(world.sound ?? {}))];
  return names.find((name): name is string => typeof name === 'string');
}

/** The file with the effects that events of a document play. */
export function effectsNameOf(text: ArrayBuffer): string | undefined {
  const world = parsed(text),
    [, name] =
      Object.entries(world.sound ?? {}).find(([key, value]) => key !== 'music' && typeof value === 'string') ?? [];
  return playsEffects(world) ? (name as string | undefined) : undefined;
}

export class WorldSong {
  readonly player: SongPlayer;
  /** The document has a song that can be played. */
  isThere = false;
  /** The notes of that song. */
  roll: RollRows | undefined;
  /** The user has started the sound; a muted song leads as well. */
  #playing = false;
  #speed = 1;
  #opening = 0;
  #frame = 0;
  readonly #hides = (): void => {
    if (document.visibilityState === 'hidden') this.player.pause();
    else void this.start();
  };

  constructor(
    parts: PlayerParts,
    private readonly host: WorldSongHost,
  ) {
    this.player = new SongPlayer(parts);
    this.player.on('ended', () => this.#leave());
    this.player.on('failed', () => this.#leave());
    document.addEventListener('visibilitychange', this.#hides);
  }

  /** The song of another document, or none. */
  async open({ text, files, base }: WorldFiles): Promise<void> {
    const opening = ++this.#opening,
      name = songNameOf(text);
    this.pause();
    this.isThere = false;
    this.roll = undefined;
    if (name === undefined) return;
    const data = files.find((file) => file.name === name)?.data ?? (await fetchBeside(name, base));
    const bytes = data instanceof Blob ? await data.arrayBuffer().catch(() => undefined) : data;
    if (!bytes || opening !== this.#opening) return;
    const { facts } = await this.player.open(name, new Uint8Array(bytes));
    if (opening !== this.#opening) return;
    // Its problems are listed with those of the world.
    this.isThere = facts !== undefined;
    this.roll = facts?.roll;
    if (this.#playing) void this.start();
  }

  get playing(): boolean {
    return this.#playing;
  }

  play(): void {
    this.#playing = true;
    void this.start();
  }

  pause(): void {
    this.#playing = false;
    this.player.pause();
    this.#leave();
  }

  /** Receiver of the times. */
  seek(): void {
    this.player.pause();
    this.#leave();
    void this.start();
  }

  /** Sound has one speed. */
  speed(factor: number): void {
    this.#speed = factor;
    if (factor === 1) void this.start();
    else {
      this.player.pause();
      this.#leave();
    }
  }

  /** From where the picture is; false where the browser wants a click first. */
  async start(): Promise<boolean> {
    const { player } = this;
    if (!this.isThere || !this.#playing || this.#speed !== 1 || player.playing) return player.playing;
    const time = this.host.time();
    // Behind its end there is silence.
    if (time >= player.seconds || !(await player.seek(time)) || !this.#playing) return false;
    if ((await player.play()) !== 'playing') return false;
    if (!this.#playing) player.pause();
    else this.#lead();
    return player.playing;
  }

  /** Falls silent for good. */
  dispose(): void {
    ++this.#opening;
    this.isThere = this.#playing = false;
    this.#leave();
    document.removeEventListener('visibilitychange', this.#hides);
    this.player.dispose();
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  #lead(): void {
    cancelAnimationFrame(this.#frame);
    if (!this.player.playing) return this.#leave();
    const { time } = this.player,
      length = this.host.length(),
      repeats = length > 0 && time >= length;
    if (repeats) void this.player.seek(0);
    this.host.follow(repeats ? 0 : time);
    this.#frame = requestAnimationFrame(() => this.#lead());
  }

  #leave(): void {
    cancelAnimationFrame(this.#frame);
    this.host.follow(undefined);
  }
}
