// `vitrine/song`: V2M songs and the songs of VFX files alone, in Node, in a page and in a worker, without the rest of
// Vitrine. Importing it touches neither the DOM nor the network.
//
//   const song = await openSong(bytes);
//   song.render(0, 5);            // Float32Array, left and right in turn
//   song.wav();                   // a file
//   await song.play();            // in a page
//   song.dispose();

import { effectSound, gainFactor } from '../core/effectSound';
import { compile } from '../base/compile';
import { VitrineError } from '../base/errors';
import { packageFolder } from '../core/packageFolder';
import { kRate, kTailSeconds } from './messages';
import { kFrameSamples, SoundCore } from './core';
import { type PlayOutcome, SongPlayer } from './player';
import { readRoll, type Roll, type RollEffect, type RollNote, type RollProgram, type RollTempo } from './roll';
import { encodeWav } from '../core/song';

export { VitrineError } from '../base/errors';
export { encodeWav } from '../core/song';
export type { PlayOutcome, Roll, RollEffect, RollNote, RollProgram, RollTempo };

export interface OpenSongOptions {
  /** The core: its bytes, or compiled; by default it is fetched from beside this script. */
  wasm?: Uint8Array<ArrayBuffer> | ArrayBuffer | WebAssembly.Module;
  /** Makes an address of a script what a page with trusted types takes. */
  script?: (url: string) => string;
}
export interface RenderSongOptions {
  /** One channel alone, 0 to 15. */
  channel?: number;
}
export interface RenderEffectOptions extends RenderSongOptions {
  /** Its length, if it loops. */
  seconds?: number;
}
export interface SongWavOptions extends RenderSongOptions {
  /** Floats of 32 bits; else integers of 16, which clip what is louder than full scale. */
  float?: boolean;
  /** Seconds where it begins; 0 by default. */
  from?: number;
  /** Its length; by default to the end of the song and its tails. */
  seconds?: number;
}
export interface SongEvents {
  /** It plays, pauses, has ended, or another of its properties has changed. */
  change: void;
  ended: void;
  /** It fell silent: what has gone wrong. */
  failed: string;
}

/** It holds for the player too, once there is one. */
interface Subscription {
  begin: (player: SongPlayer) => () => void;
  end?: () => void;
}

/** Samples per second of every song, on each of two sides. */
export const songRate = kRate;
/** No stretch of a song is longer: a file made to do harm can state any length. */
const kMostSeconds = 3600;

let compiled: Promise<WebAssembly.Module> | undefined;
/** Of the core and the player's scripts, where they do not lie beside this one. */
let folder: URL | undefined;

async function read(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === 'file:') {
    // Node fetches no files. The name is out of sight of bundlers, which have no such module.
    const name = 'node:fs/promises',
      { readFile } = (await import(
        /* @vite-ignore */ /* webpackIgnore: true */ name
      )) as typeof import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  try {
    return await compile(url.href);
  } catch (cause) {
    folder = await packageFolder().catch(() => Promise.reject(cause as Error));
    return compile(new URL('vitrine-sound.wasm', folder).href);
  }
}

/** Compiled once; the next try may find what was missing. */
function ownModule(): Promise<WebAssembly.Module> {
  compiled ??= read(new URL('./vitrine-sound.wasm', import.meta.url)).catch((cause: unknown) => {
    compiled = undefined;
    throw new VitrineError('CORE_START', `The core for songs did not start: ${String(cause)}`);
  });
  return compiled;
}

/** Reads a V2M song, or the one inside a VFX file. Throws VitrineError: SONG_REFUSED, or CORE_START. */
export async function openSong(bytes: Uint8Array | ArrayBuffer, options: OpenSongOptions = {}): Promise<Song> {
  const file = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
  if (!(file instanceof Uint8Array)) throw new TypeError('the bytes of a song are a Uint8Array or an ArrayBuffer');
  const { wasm } = options;
  const module =
    wasm === undefined
      ? await ownModule()
      : wasm instanceof WebAssembly.Module
        ? wasm
        : await WebAssembly.compile(wasm);
  // Its own copy: the caller's may change.
  return new Song(module, new Uint8Array(file), options);
}

/** A song that is open: its facts, its sound, and in a page its playback. */
export class Song {
  readonly #module: WebAssembly.Module;
  readonly #file: Uint8Array;
  readonly #options: OpenSongOptions;
  readonly #listeners = new Set<Subscription>();
  /** Generation of the synthesizer that wrote it, 0 to 6. */
  readonly version: number;
  /** Number of its programs. */
  readonly programCount: number;
  /** Seconds from the first event to the last; tails of the effects sound on for up to two more. */
  readonly duration: number;
  readonly #roll: Roll;
  #core: SoundCore | undefined;
  #muted = 0;
  #player: Promise<SongPlayer> | undefined;
  #ready: SongPlayer | undefined;
  #volume = 1;
  #isMuted = false;
  #loop = false;
  #disposed = false;

  /** @internal Songs come from `openSong`. */
  constructor(module: WebAssembly.Module, file: Uint8Array, options: OpenSongOptions) {
    [this.#module, this.#file, this.#options] = [module, file, options];
    const core = opened(module, file);
    this.#core = core;
    this.version = core.version;
    this.programCount = core.programCount;
    this.duration = core.length / kRate;
    this.#roll = readRoll(core.roll());
  }

  /** Channel by channel, in the order of their starts, in seconds. */
  get notes(): readonly RollNote[] {
    return this.#roll.notes;
  }
  /** Where a channel changes to another program. */
  get programs(): readonly RollProgram[] {
    return this.#roll.programs;
  }
  get tempo(): readonly RollTempo[] {
    return this.#roll.tempo;
  }
  /** Rows of a VFX file: the stretches of the song that are its effects; empty for a V2M file. */
  get effects(): readonly RollEffect[] {
    return this.#roll.effects;
  }

  // -- as numbers -------------------------------------------------------------------------------------------------------

  /**
   * Left and right in turn, 44100 pairs a second, from `from` on, in seconds; ordinary songs stay about -1 to 1. It is as
   * if the song had been played through.
   */
  render(from = 0, seconds = this.#rest(from), { channel }: RenderSongOptions = {}): Float32Array<ArrayBuffer> {
    const first = Math.round(from * kRate),
      count = Math.round(seconds * kRate);
    if (!(first >= 0 && count >= 0 && first + count <= kMostSeconds * kRate))
      throw new RangeError(`from and seconds are from 0, and together at most ${kMostSeconds} s`);
    if (channel !== undefined && !(Number.isInteger(channel) && channel >= 0 && channel < 16))
      throw new RangeError('a channel is 0 to 15');
    const muted = channel === undefined ? 0 : 0xffff & ~(1 << channel),
      out = new Float32Array(2 * count);
    try {
      const core = this.#rewound(muted);
      if (first !== core.position) core.seek(first);
      for (let done = 0; done < count;) {
        const step = Math.min(kFrameSamples, count - done);
        out.set(core.render(step), 2 * done);
        done += step;
      }
    } catch (error) {
      // A core that has trapped is not used again.
      this.#core = undefined;
      throw error;
    }
    return out;
  }

  /** A WAV file of the song, or of a part. */
  wav({ float = false, from = 0, seconds, ...options }: SongWavOptions = {}): Uint8Array {
    return encodeWav(this.render(from, seconds, options), float);
  }

  /**
   * One row of a VFX file as it plays: a stretch of the song with the gain of the row. With `seconds` it is so long: its
   * loop repeats, or it ends before.
   */
  renderEffect(index: number, { seconds, ...options }: RenderEffectOptions = {}): Float32Array<ArrayBuffer> {
    const effect = this.effects[index];
    if (!effect) throw new RangeError(`there is no effect ${index}; there are ${this.effects.length}`);
    const { start, end, loop, gainDb } = effect,
      samples = seconds === undefined ? undefined : Math.round(seconds * kRate);
    if (samples !== undefined && !(samples >= 0 && samples <= kMostSeconds * kRate))
      throw new RangeError(`seconds are 0 to ${kMostSeconds}`);
    return effectSound(this.render(start, end - start, options), Math.round(loop * kRate), gainFactor(gainDb), samples);
  }

  #rest(from: number): number {
    return Math.max(0, Math.min(kMostSeconds, this.duration + kTailSeconds) - from);
  }

  /** A core that has heard these channels alone. */
  #rewound(muted: number): SoundCore {
    this.#check();
    if (this.#core && muted !== this.#muted) this.#core.seek(0);
    this.#core ??= opened(this.#module, this.#file);
    this.#core.mute((this.#muted = muted));
    return this.#core;
  }

  // -- as sound, in a page ----------------------------------------------------------------------------------------------

  /** Has to come from what the user does: 'refused' where the browser wants a click first. At its end it starts again. */
  async play(): Promise<PlayOutcome> {
    return (await this.#playing()).play();
  }
  pause(): void {
    this.#ready?.pause();
  }
  /** True when it stands there; false when another seek came first. */
  async seek(seconds: number): Promise<boolean> {
    return (await this.#playing()).seek(seconds);
  }

  get paused(): boolean {
    return !this.#ready?.playing;
  }
  /** Seconds that are heard now. */
  get currentTime(): number {
    return Math.min(this.#ready?.time ?? 0, this.duration);
  }
  get volume(): number {
    return this.#volume;
  }
  /** 0 to 1. */
  set volume(volume: number) {
    this.#volume = Math.max(0, Math.min(1, Number(volume) || 0));
    this.#set();
  }
  get muted(): boolean {
    return this.#isMuted;
  }
  set muted(muted: boolean) {
    this.#isMuted = Boolean(muted);
    this.#set();
  }
  get loop(): boolean {
    return this.#loop;
  }
  set loop(loop: boolean) {
    this.#loop = Boolean(loop);
    this.#set();
  }
  /** Of all that is heard, once it has played: for meters and spectra. */
  get analyser(): AnalyserNode | undefined {
    return this.#ready?.analyser;
  }

  /** What happens while it plays. Returns the function that ends it. */
  on<Name extends keyof SongEvents>(name: Name, listener: (event: SongEvents[Name]) => void): () => void {
    const entry: Subscription = { begin: (player) => player.on(name, listener as never) };
    this.#listeners.add(entry);
    if (this.#ready) entry.end = entry.begin(this.#ready);
    return () => {
      entry.end?.();
      this.#listeners.delete(entry);
    };
  }

  /** Falls silent and gives its memory back. */
  dispose(): void {
    this.#disposed = true;
    this.#core = undefined;
    void this.#player?.then(
      (player) => player.dispose(),
      () => undefined,
    );
    this.#player = this.#ready = undefined;
  }

  /** The same at the end of a block with `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #check(): void {
    if (this.#disposed) throw new VitrineError('DOCUMENT_DISPOSED', 'The song has been disposed of.');
  }

  #set(): void {
    const player = this.#ready;
    if (!player) return;
    player.volume = this.#volume;
    player.muted = this.#isMuted;
    if (player.loop !== this.#loop) player.loop = this.#loop;
  }

  #playing(): Promise<SongPlayer> {
    this.#check();
    if (typeof AudioContext === 'undefined')
      throw new VitrineError('NO_AUDIO', 'There is no sound here: a song plays in a page. Use render or wav.');
    const { script } = this.#options;
    this.#player ??= (async () => {
      const player = new SongPlayer({ module: this.#module, ...(folder && { folder }), ...(script && { script }) });
      const { issue } = await player.open('song', this.#file);
      if (issue) {
        this.#player = undefined;
        throw new VitrineError(issue.code, issue.message, [issue]);
      }
      if (this.#disposed) player.dispose();
      this.#check();
      this.#ready = player;
      for (const entry of this.#listeners) entry.end = entry.begin(player);
      this.#set();
      return player;
    })();
    return this.#player;
  }
}

/** A core with the song at its start. */
function opened(module: WebAssembly.Module, file: Uint8Array): SoundCore {
  const core = new SoundCore(module);
  let plays = false;
  try {
    plays = core.open(file, true);
  } catch (error) {
    // A trap: memory that runs out.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
  if (plays) return core;
  const message = 'The file is no V2M song and no VFX file with one, or it is damaged.';
  throw new VitrineError('SONG_REFUSED', message, [{ code: 'SONG_REFUSED', severity: 0, message, source: '' }]);
}
