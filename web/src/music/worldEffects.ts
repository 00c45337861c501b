// The sounds of a world's events: effects of its VFX file. Each is rendered once, and sounds while its event is active.

import { fetchBeside } from '../core/fetchBeside';
import type { Song } from './index';
import type { RollEffect } from './roll';
import { effectsNameOf, type WorldFiles } from './worldSong';

/** An event that is active and plays an effect. */
export interface SoundingEvent {
  /** The same from frame to frame, for as long as it is active. */
  id: string;
  /** Minor id of the effect. */
  effect: number;
  /** Seconds since it began. */
  since: number;
}

/** What it needs of a song. */
export type EffectSong = Pick<Song, 'effects' | 'renderEffect' | 'dispose'>;

export interface WorldEffectsParts {
  openSong(bytes: Uint8Array): Promise<EffectSong>;
  createContext(): AudioContext;
}

const kRate = 44_100;

/** The module of songs lies beside the page's scripts; it is fetched with the first world that has effects. */
const kParts: WorldEffectsParts = {
  openSong: async (bytes) => {
    const { openSong } = (await import(new URL('./song.js', import.meta.url).href)) as typeof import('./index');
    return openSong(bytes);
  },
  createContext: () => new AudioContext({ sampleRate: kRate }),
};

export class WorldEffects {
  /** The document has effects that can be played. */
  isThere = false;
  #muted = false;
  #opening = 0;
  #song: EffectSong | undefined;
  #context: AudioContext | undefined;
  #gain: GainNode | undefined;
  readonly #buffers = new Map<number, AudioBuffer>();
  /** By event; undefined where there is no such effect, or it is over. */
  readonly #sounding = new Map<string, AudioBufferSourceNode | undefined>();

  constructor(private readonly parts: WorldEffectsParts = kParts) {}

  /** The effects of another document, or none. */
  async open({ text, files, base }: WorldFiles): Promise<void> {
    const opening = ++this.#opening,
      name = effectsNameOf(text);
    this.silence();
    this.#buffers.clear();
    this.#song?.dispose();
    this.#song = undefined;
    this.isThere = false;
    if (name === undefined) return;
    const data = files.find((file) => file.name === name)?.data ?? (await fetchBeside(name, base)),
      bytes = data instanceof Blob ? await data.arrayBuffer().catch(() => undefined) : data;
    if (!bytes || opening !== this.#opening) return;
    // Its problems are listed with those of the world.
    const song = await this.parts.openSong(new Uint8Array(bytes)).catch(() => undefined);
    if (opening !== this.#opening) return song?.dispose();
    this.#song = song;
    this.isThere = song !== undefined;
  }

  get muted(): boolean {
    return this.#muted;
  }
  set muted(muted: boolean) {
    this.#muted = muted;
    if (this.#gain) this.#gain.gain.value = muted ? 0 : 1;
  }

  /** Has to come from what the user does. */
  async start(): Promise<void> {
    if (!this.isThere) return;
    this.#context ??= this.parts.createContext();
    if (!this.#gain) {
      this.#gain = this.#context.createGain();
      this.#gain.gain.value = this.#muted ? 0 : 1;
      this.#gain.connect(this.#context.destination);
    }
    await this.#context.resume().catch(() => undefined);
  }

  /** The events that are active now: what is new among them begins, what is over ends. */
  hear(events: readonly SoundingEvent[]): void {
    const heard = new Set(events.map(({ id }) => id));
    for (const [id, source] of this.#sounding) {
      if (heard.has(id)) continue;
      source?.stop();
      this.#sounding.delete(id);
    }
    if (this.#context?.state !== 'running') return;
    for (const event of events) {
      if (!this.#sounding.has(event.id)) this.#sounding.set(event.id, this.#begin(event));
    }
  }

  silence(): void {
    this.hear([]);
  }

  /** Falls silent for good. */
  dispose(): void {
    ++this.#opening;
    this.silence();
    this.#song?.dispose();
    this.#song = undefined;
    this.isThere = false;
    void this.#context?.close().catch(() => undefined);
  }

  #begin({ effect: minor, since }: SoundingEvent): AudioBufferSourceNode | undefined {
    const index = this.#song?.effects.findIndex((effect) => effect.minor === minor) ?? -1;
    if (index < 0) return undefined;
    const { loop } = this.#song!.effects[index] as RollEffect,
      buffer = this.#buffer(index);
    if (!buffer || (loop === 0 && since >= buffer.duration)) return undefined;
    const source = this.#context!.createBufferSource();
    source.buffer = buffer;
    source.loop = loop > 0;
    source.loopStart = Math.max(0, buffer.duration - loop);
    source.loopEnd = buffer.duration;
    source.connect(this.#gain!);
    const past = since - source.loopStart;
    source.start(0, loop > 0 && past > 0 ? source.loopStart + (past % loop) : since);
    return source;
  }

  /** The effect with its gain, as one stretch of sound. */
  #buffer(index: number): AudioBuffer | undefined {
    const known = this.#buffers.get(index);
    if (known) return known;
    let pairs: Float32Array;
    try {
      pairs = this.#song!.renderEffect(index);
    } catch {
      return undefined; // it is longer than can be rendered
    }
    if (pairs.length === 0) return undefined;
    const buffer = this.#context!.createBuffer(2, pairs.length / 2, kRate);
    for (const side of [0, 1])
      buffer.getChannelData(side).forEach((_, i, samples) => void (samples[i] = pairs[2 * i + side]!));
    this.#buffers.set(index, buffer);
    return buffer;
  }
}
