// The worklet: a song as it sounds. One frame of the synthesizer is one quantum of the audio thread, which never waits:
// other places of the song come ready from the worker that seeks.

import { kFrameSamples, kVoiceCount, SoundCore } from './core';
import {
  kRate,
  kTailSeconds,
  kWorkletName,
  type PlayedEffect,
  type WorkletCommand,
  type WorkletEvent,
  type WorkletOptions,
} from './messages';

declare const currentFrame: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new (options: never) => AudioWorkletProcessor): void;

/** Quanta between two reports of levels: about thirty a second. */
const kLevelQuanta = 12;
/** A longer loop of an effect does not repeat: it would take too much memory. */
const kLongestLoop = 600 * kRate;
/** Between two looks at the voices: about as often as a screen draws. */
const kVoiceQuanta = 4;

class SongProcessor extends AudioWorkletProcessor {
  readonly #module: WebAssembly.Module;
  readonly #file: Uint8Array;
  #core: SoundCore | undefined;
  /** A core of its own: a new state must not end notes of the keyboard. */
  #keyboard: SoundCore | undefined;
  #playing = false;
  #loop = false;
  #muted = 0;
  #effect: PlayedEffect | undefined;
  /** The end of the effect, which repeats, and how much of that has sounded since. */
  #tail: Float32Array | undefined;
  #repeated = 0;
  /** The next quantum fades in or out: nothing clicks. */
  #fade: 'in' | 'out' | undefined;
  #quanta = 0;
  /** As they were posted last. */
  readonly #voices = new Uint32Array(kVoiceCount);

  constructor({ processorOptions: given }: { processorOptions: WorkletOptions }) {
    super();
    this.#module = given.module;
    this.#file = given.file;
    this.#loop = given.loop ?? false;
    this.#muted = given.muted ?? 0;
    this.port.onmessage = ({ data }: MessageEvent<WorkletCommand>) => this.#guard(() => this.#handle(data));
    this.#guard(() => {
      this.#core = this.#open();
      this.#core.mute(this.#muted);
      this.#playing = given.playing ?? false;
      this.#post({ type: 'ready' });
      this.#postPosition();
    });
  }

  process(_inputs: unknown, [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (left && right) this.#guard(() => this.#fill(left, right));
    return true;
  }

  #fill(left: Float32Array, right: Float32Array): void {
    const core = this.#core;
    if (!core) return;
    if (this.#playing) this.#play(core, left, right);
    if (this.#keyboard) this.#addKeyboard(this.#keyboard, left, right);
  }

  #play(core: SoundCore, left: Float32Array, right: Float32Array): void {
    const count = left.length,
      { length } = core,
      repeats = this.#loop && length >= kFrameSamples;
    for (let done = 0; done < count;) {
      if (repeats && core.position >= length) {
        core.repeat();
        this.#postPosition(done);
      }
      const effect = this.#effect;
      if (effect && core.position >= effect.end) {
        this.#afterEffect(effect, left, right, done);
        break;
      }
      let step = Math.min(kFrameSamples, count - done);
      if (effect) step = Math.min(step, effect.end - core.position);
      if (repeats) step = Math.min(step, length - core.position);
      const sound = core.render(step),
        gain = effect?.gain ?? 1;
      for (let i = 0; i < step; ++i) {
        left[done + i] = sound[2 * i]! * gain;
        right[done + i] = sound[2 * i + 1]! * gain;
      }
      if (effect && this.#tail) this.#keep(effect, core.position - step, left, right, done, step);
      done += step;
    }
    if (this.#fade) this.#ramp(left, right);
    if (!this.#loop && core.position >= length + kTailSeconds * kRate) {
      this.#playing = false;
      this.#postPosition(count);
      this.#post({ type: 'ended' });
    }
    if (++this.#quanta % kLevelQuanta === 0) this.#post({ type: 'levels', levels: core.levels().slice() });
    if (this.#quanta % kVoiceQuanta === 0) this.#tellVoices(core.voices());
  }

  /** Samples of the effect's end are kept for its loop. */
  #keep(
    { end, loop }: PlayedEffect,
    position: number,
    left: Float32Array,
    right: Float32Array,
    at: number,
    count: number,
  ): void {
    for (let i = 0; i < count; ++i) {
      const place = position + i - (end - loop);
      if (place < 0) continue;
      this.#tail![2 * place] = left[at + i]!;
      this.#tail![2 * place + 1] = right[at + i]!;
    }
  }

  /** Its loop, or silence. */
  #afterEffect({ end, loop }: PlayedEffect, left: Float32Array, right: Float32Array, from: number): void {
    const tail = this.#tail;
    if (!tail) {
      this.#effect = undefined;
      this.#playing = false;
      this.#postPosition(from);
      this.#post({ type: 'ended' });
      return;
    }
    for (let i = from; i < left.length; ++i) {
      const place = this.#repeated++ % loop;
      if (place === 0) this.#postPosition(i, end - loop);
      left[i] = tail[2 * place]!;
      right[i] = tail[2 * place + 1]!;
    }
  }

  #tellVoices(voices: Uint32Array): void {
    if (voices.every((voice, i) => voice === this.#voices[i])) return;
    this.#voices.set(voices);
    this.#post({ type: 'voices', frame: currentFrame, voices: this.#voices });
  }

  #ramp(left: Float32Array, right: Float32Array): void {
    const out = this.#fade === 'out';
    for (let i = 0; i < left.length; ++i) {
      const part = (i + 0.5) / left.length,
        gain = out ? 1 - part : part;
      left[i]! *= gain;
      right[i]! *= gain;
    }
    this.#fade = undefined;
    if (!out) return;
    this.#playing = false;
    this.#postPosition(left.length);
  }

  #addKeyboard(keyboard: SoundCore, left: Float32Array, right: Float32Array): void {
    for (let done = 0; done < left.length; done += kFrameSamples) {
      const sound = keyboard.renderKeyboard();
      if (!sound) return;
      for (let i = 0; i < kFrameSamples && done + i < left.length; ++i) {
        left[done + i]! += sound[2 * i]!;
        right[done + i]! += sound[2 * i + 1]!;
      }
    }
  }

  #handle(command: WorkletCommand): void {
    switch (command.type) {
      case 'play':
        if (this.#fade === 'out') this.#fade = undefined;
        if (this.#playing) break;
        this.#playing = true;
        // The start of a song is heard to its last bit.
        if (this.#core && this.#core.position > 0) this.#fade = 'in';
        this.#postPosition();
        break;
      case 'pause':
        if (this.#playing) this.#fade = 'out';
        break;
      case 'state':
        this.#effect = this.#tail = undefined;
        this.#core?.restore(command.state);
        this.#core?.mute(this.#muted);
        if (this.#playing && this.#fade !== 'out') this.#fade = 'in';
        // Posted again whatever they are: no song has one note in every voice.
        this.#voices.fill(0);
        this.#postPosition();
        break;
      case 'loop':
        this.#loop = command.loop;
        break;
      case 'effect': {
        const { loop } = command.effect;
        this.#effect = command.effect;
        this.#tail = loop > 0 && loop <= kLongestLoop ? new Float32Array(2 * loop) : undefined;
        this.#repeated = 0;
        break;
      }
      case 'mute':
        this.#muted = command.channels;
        this.#core?.mute(command.channels);
        break;
      case 'note':
        this.#keyboard ??= this.#open();
        this.#keyboard.note(command.program, command.key, command.velocity);
    }
  }

  #open(): SoundCore {
    const core = new SoundCore(this.#module);
    if (!core.open(this.#file)) throw new Error('the song cannot be played');
    return core;
  }

  /** Where the song stands when `ahead` more frames of this quantum have sounded. */
  #postPosition(ahead = 0, sample = this.#core?.position): void {
    if (sample !== undefined)
      this.#post({
        type: 'at',
        frame: currentFrame + ahead,
        sample,
        playing: this.#playing,
      });
  }

  #post(event: WorkletEvent): void {
    this.port.postMessage(event);
  }

  /** A core that has broken falls silent. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#core = this.#keyboard = undefined;
      this.#playing = false;
      this.#post({ type: 'failed', message: String(error) });
    }
  }
}

registerProcessor(kWorkletName, SongProcessor);
