// Plays a song on a page: an audio context, the worklet in it, the worker that seeks. The context begins with the first
// `play` or `note`, which have to come from what the user does.
//
//   const player = new SongPlayer({ script: scriptUrl });
//   await player.open(name, bytes);          // what the roll shows, or why the song cannot be played
//   await player.play();                     // 'playing', or 'refused' where the browser wants a click first
//   player.note(program, key, velocity);     // a keyboard; velocity 0 lets the key go
//   player.analyser;                         // of all that is heard, once it has begun

import { compile } from '../base/compile';
import { gainFactor } from '../core/effectSound';
import type { Issue } from '../core/report';
import { Emitter } from '../base/emitter';
import { startWorker } from '../base/startWorker';
import { heardTime, SongClock } from './clock';
import type { SongState } from './core';
import type { RollEffect } from './roll';
import {
  kRate,
  kWorkletName,
  type SeekCommand,
  type SeekEvent,
  type SongFacts,
  type WorkletCommand,
  type WorkletEvent,
  type WorkletOptions,
} from './messages';

export interface PlayerParts {
  /** The address of a script as trusted types want it. */
  script?: (url: string) => string;
  /** Of the worker and the worklet, where they do not lie beside this script. */
  folder?: URL;
  /** The core, where the host has compiled it. */
  module?: WebAssembly.Module;
  /** For tests. */
  createContext?: () => AudioContext;
}

export type SongOpened = { facts: SongFacts; issue?: never } | { issue: Issue; facts?: never };
export type PlayOutcome = 'playing' | 'refused' | 'failed';

interface PlayerEvents {
  /** Plays, pauses, has ended; volume, mutes, loop. */
  change: void;
  /** How much of a seek is done, 0 to 1; undefined when it is over. */
  progress: number | undefined;
  /** 16 peaks, then 16 numbers of voices. */
  levels: Float32Array;
  ended: void;
  /** It fell silent: what has gone wrong. */
  failed: string;
}

/** A context that has not started after this was not allowed to, in milliseconds. */
const kStartWithin = 1000;
/** One that comes from a click or a key may start, however busy the machine is. */
const kAllowedWithin = 15_000;
/** A context without a sound to make is stopped after this, in milliseconds: longer than most tails. */
const kIdleAfter = 5000;

/** Written out, so that bundlers see which files have to lie beside the script. */
const addresses = (): Record<'core' | 'worker' | 'worklet', string> => ({
  core: new URL('./vitrine-sound.wasm', import.meta.url).href,
  worker: new URL('./music-worker.js', import.meta.url).href,
  worklet: new URL('./music-worklet.js', import.meta.url).href,
});

let compiled: Promise<WebAssembly.Module> | undefined;

export class SongPlayer extends Emitter<PlayerEvents> {
  facts: SongFacts | undefined;
  analyser: AnalyserNode | undefined;
  readonly #parts: PlayerParts;
  readonly #clock = new SongClock();
  #file: Uint8Array | undefined;
  #worker: Worker | undefined;
  #context: AudioContext | undefined;
  #ready: Promise<void> | undefined;
  #node: AudioWorkletNode | undefined;
  #gain: GainNode | undefined;
  #playing = false;
  #loop = false;
  #volume = 1;
  #silent = false;
  #mutedChannels = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  /** The context was asked to stop, though it may say for a while that it runs. */
  #stopped = false;
  #keys = new Set<string>();
  #opened: ((outcome: SongOpened) => void) | undefined;
  #request = 0;
  #sought: ((reached: boolean) => void) | undefined;
  /** Where the song is to go on when the worklet comes, and the sample it shows until then. */
  #waiting: SongState | undefined;
  #place: number | undefined;

  constructor(parts: PlayerParts = {}) {
    super();
    this.#parts = parts;
  }

  // -- songs ----------------------------------------------------------------------------------------------------------

  /** Reads a song, or the one inside an effect file. What was there falls silent only when this one can be played. */
  async open(name: string, file: Uint8Array): Promise<SongOpened> {
    this.#opened?.({ issue: issueOf('another song was opened') });
    let worker: Worker | undefined;
    const outcome = await new Promise<SongOpened>((resolve) => {
      this.#opened = resolve;
      this.#module()
        .then((module) => {
          if (this.#opened !== resolve) return;
          worker = this.#newWorker();
          worker.onmessage = ({ data, target }: MessageEvent<SeekEvent>) =>
            this.#hearWorker(target as Worker, data, resolve);
          worker.onerror = ({ message }) => resolve({ issue: issueOf(message || 'the worker of songs did not start') });
          worker.postMessage({ type: 'open', module, name, file } satisfies SeekCommand);
        })
        .catch((error: unknown) => resolve({ issue: issueOf(String(error)) }));
    });
    if (!outcome.facts) {
      worker?.terminate();
      return outcome;
    }
    this.#opened = undefined;
    this.#endSong();
    this.#worker = worker;
    this.#file = file;
    this.facts = outcome.facts;
    this.emit('change', undefined);
    return outcome;
  }

  /** A song that is being opened comes no more; what was there stays. */
  giveUp(): void {
    this.#opened?.({ issue: issueOf('it was given up') });
    this.#opened = undefined;
  }

  /** Has to come from what the user does. */
  async play(): Promise<PlayOutcome> {
    if (!this.facts) return 'failed';
    const outcome = await this.#wake();
    if (outcome !== 'playing') return outcome;
    // At its end it starts again.
    if (this.time >= this.seconds && !(await this.seek(0))) return 'failed';
    this.#playing = true;
    this.#send({ type: 'play' });
    this.emit('change', undefined);
    return 'playing';
  }

  /** An effect from its start: with its gain, to its end, where its loop repeats. */
  async playEffect({ start, end, loop, gainDb }: RollEffect): Promise<PlayOutcome> {
    const outcome = this.facts ? await this.#wake() : 'failed';
    if (outcome !== 'playing') return outcome;
    if (!(await this.seek(start))) return 'failed';
    const samples = (seconds: number): number => Math.round(seconds * kRate);
    this.#send({ type: 'effect', effect: { end: samples(end), loop: samples(loop), gain: gainFactor(gainDb) } });
    return this.play();
  }

  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    this.#send({ type: 'pause' });
    this.#rest();
    this.emit('change', undefined);
  }

  /** True when the song stands there; false when another seek came first. */
  seek(seconds: number): Promise<boolean> {
    const { facts } = this;
    this.#sought?.(false);
    if (!facts || !this.#worker) return Promise.resolve(false);
    // Seeks to the border of a frame, as the synthesizer makes complete frames.
    const wanted = Math.max(0, Math.min(Math.round(seconds * kRate), facts.length)),
      sample = wanted - (wanted % 128),
      request = ++this.#request;
    this.#place = sample;
    this.#worker.postMessage({ type: 'seek', request, sample, muted: this.#mutedChannels } satisfies SeekCommand);
    return new Promise((resolve) => (this.#sought = resolve));
  }

  /** A key that plays a program of the song; velocity 0 lets it go. */
  async note(program: number, key: number, velocity: number): Promise<PlayOutcome> {
    const name = `${program} ${key}`;
    if (velocity === 0) {
      this.#keys.delete(name);
      this.#send({ type: 'note', program, key, velocity });
      this.#rest();
      return 'playing';
    }
    this.#keys.add(name);
    const outcome = await this.#wake();
    // It may have been let go before there was a sound.
    if (outcome === 'playing' && this.#keys.has(name)) this.#send({ type: 'note', program, key, velocity });
    return outcome;
  }

  /** Falls silent for good. */
  dispose(): void {
    this.#endSong();
    clearTimeout(this.#idle);
    void this.#context?.close().catch(() => undefined);
    this.#context = this.#ready = this.analyser = this.#gain = undefined;
  }

  // -- state ----------------------------------------------------------------------------------------------------------

  get playing(): boolean {
    return this.#playing;
  }

  /** Seconds of the song that are heard now; where a seek leads to until it is there. */
  get time(): number {
    if (this.#place !== undefined) return this.#place / kRate;
    return this.#context ? this.#clock.sampleAt(heardTime(this.#context, performance.now())) / kRate : 0;
  }

  /** Voices that are heard now, as `voiceOf` numbers the notes of the roll; of a song that stands still, those there. */
  get voices(): ReadonlySet<number> {
    return this.#clock.voicesAt(this.#context ? heardTime(this.#context, performance.now()) : 0);
  }

  /** Seconds from the first event to the last. */
  get seconds(): number {
    return (this.facts?.length ?? 0) / kRate;
  }

  get loop(): boolean {
    return this.#loop;
  }
  set loop(loop: boolean) {
    this.#loop = loop;
    this.#send({ type: 'loop', loop });
    this.emit('change', undefined);
  }

  /** 0 to 1. */
  get volume(): number {
    return this.#volume;
  }
  set volume(volume: number) {
    this.#volume = Math.max(0, Math.min(1, volume));
    this.#setGain();
  }

  get muted(): boolean {
    return this.#silent;
  }
  set muted(muted: boolean) {
    this.#silent = muted;
    this.#setGain();
  }

  /** A bit per channel. */
  get mutedChannels(): number {
    return this.#mutedChannels;
  }
  set mutedChannels(channels: number) {
    this.#mutedChannels = channels & 0xffff;
    this.#send({ type: 'mute', channels: this.#mutedChannels });
    this.emit('change', undefined);
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  /** Compiled once for the page. */
  #module(): Promise<WebAssembly.Module> {
    if (this.#parts.module) return Promise.resolve(this.#parts.module);
    compiled ??= compile(addresses().core).catch((error: unknown) => {
      compiled = undefined;
      throw error;
    });
    return compiled;
  }

  /** The worker or the worklet. */
  #address(name: 'worker' | 'worklet'): string {
    const { folder } = this.#parts;
    return folder ? new URL(`music-${name}.js`, folder).href : addresses()[name];
  }

  #newWorker(): Worker {
    const { script = (url) => url } = this.#parts;
    return startWorker(this.#address('worker'), 'vitrine songs', script);
  }

  #endSong(): void {
    this.#sought?.(false);
    this.#worker?.terminate();
    this.#node?.disconnect();
    this.#node = this.#worker = this.#waiting = this.#place = this.#sought = this.facts = this.#file = undefined;
    this.#playing = false;
    this.#keys.clear();
    this.#clock.clear();
    this.#clock.clearVoices();
  }

  /** The context runs and the worklet is in it. */
  async #wake(): Promise<PlayOutcome> {
    clearTimeout(this.#idle);
    // Browsers warn about a context without a user gesture.
    if (!this.#context && navigator.userActivation?.hasBeenActive === false) return 'refused';
    try {
      const context = (this.#context ??= this.#parts.createContext?.() ?? new AudioContext({ sampleRate: kRate }));
      this.#ready ??= context.audioWorklet.addModule(this.#address('worklet'));
      const runs = context.state === 'running' && !this.#stopped;
      this.#stopped = false;
      if (!runs && !(await started(context))) return 'refused';
      await this.#ready;
      await this.#placeNode(context);
      return 'playing';
    } catch (error) {
      this.#ready = undefined;
      this.#fail(String(error));
      return 'failed';
    }
  }

  async #placeNode(context: AudioContext): Promise<void> {
    const file = this.#file;
    if (this.#node || !file) return;
    const module = await this.#module();
    if (this.#node || file !== this.#file) return;
    this.#gain ??= this.#outputOf(context);
    const processorOptions: WorkletOptions = { module, file, loop: this.#loop, muted: this.#mutedChannels };
    const node = new AudioWorkletNode(context, kWorkletName, {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions,
    });
    node.port.onmessage = ({ data }: MessageEvent<WorkletEvent>) => this.#node === node && this.#hearWorklet(data);
    node.onprocessorerror = () => this.#fail('the audio worklet has broken');
    node.connect(this.#gain);
    this.#node = node;
    if (this.#waiting) this.#go(this.#waiting);
  }

  #outputOf(context: AudioContext): GainNode {
    const gain = context.createGain();
    this.analyser = context.createAnalyser();
    this.analyser.fftSize = 4096;
    gain.connect(this.analyser).connect(context.destination);
    gain.gain.value = this.#silent ? 0 : this.#volume;
    return gain;
  }

  #setGain(): void {
    if (this.#gain && this.#context)
      this.#gain.gain.setTargetAtTime(this.#silent ? 0 : this.#volume, this.#context.currentTime, 0.01);
    this.emit('change', undefined);
  }

  #send(command: WorkletCommand, transfer: Transferable[] = []): void {
    this.#node?.port.postMessage(command, transfer);
  }

  /** Nothing sounds: in a while the context is stopped, which spares the battery. */
  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#playing || this.#keys.size > 0) return;
    this.#idle = setTimeout(() => {
      this.#stopped = true;
      void this.#context?.suspend().catch(() => undefined);
    }, kIdleAfter);
  }

  #go(state: SongState): void {
    this.#waiting = undefined;
    this.#send({ type: 'state', state }, [state.memory]);
  }

  #hearWorker(worker: Worker, event: SeekEvent, opened: (outcome: SongOpened) => void): void {
    if (event.type === 'opened') opened({ facts: event.facts });
    else if (event.type === 'refused') opened({ issue: event.issue });
    else if (event.type === 'failed') {
      opened({ issue: issueOf(event.message) });
      if (worker === this.#worker) this.#fail(event.message);
    } else if (worker !== this.#worker || event.request !== this.#request) return;
    else if (event.type === 'progress') this.emit('progress', event.done / event.total);
    else {
      this.#clock.clearVoices();
      this.#clock.addVoices({ frame: 0, voices: new Set(event.voices) });
      if (this.#node) this.#go(event.state);
      else this.#waiting = event.state;
      this.emit('progress', undefined);
      this.#sought?.(true);
      this.#sought = undefined;
      this.emit('change', undefined);
    }
  }

  #hearWorklet(event: WorkletEvent): void {
    switch (event.type) {
      case 'at':
        // Until a seek is heard, the old position still sounds; it must not show again.
        if (event.sample === this.#place) {
          this.#place = undefined;
          this.#clock.clear();
        }
        this.#clock.add(event);
        break;
      case 'voices':
        this.#clock.addVoices({ frame: event.frame, voices: new Set(event.voices) });
        break;
      case 'levels':
        this.emit('levels', event.levels);
        break;
      case 'ended':
        this.#playing = false;
        this.#rest();
        this.emit('change', undefined);
        this.emit('ended', undefined);
        break;
      case 'failed':
        this.#fail(event.message);
        break;
      case 'ready':
    }
  }

  #fail(message: string): void {
    this.#playing = false;
    this.#rest();
    this.emit('change', undefined);
    this.emit('failed', message);
  }
}

const issueOf = (message: string): Issue => ({ code: 'CORE_START', severity: 0, message, source: '' });

/** A browser that needs a user gesture first leaves the context as it is, without an answer. */
async function started(context: AudioContext): Promise<boolean> {
  const within = navigator.userActivation?.isActive ? kAllowedWithin : kStartWithin;
  const refused = new Promise<void>((resolve) => setTimeout(resolve, within));
  await Promise.race([context.resume().catch(() => undefined), refused]);
  return context.state === 'running';
}
