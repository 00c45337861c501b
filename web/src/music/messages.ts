// Messages between the page, the audio worklet and the worker that seeks.

import type { Issue } from '../core/report';
import type { RollRows, SongState } from './core';

export const kRate = 44100;
/** Seconds behind the last event that belong to the song: tails of the effects. */
export const kTailSeconds = 2;
export const kWorkletName = 'vitrine-song';

/** A song as a worker reads it. */
export interface SongFacts {
  /** Sample of the last event. */
  length: number;
  version: number;
  programCount: number;
  roll: RollRows;
}

export interface WorkletOptions {
  module: WebAssembly.Module;
  file: Uint8Array;
  /** Plays from its first sample on; else it waits for `play`. */
  playing?: boolean;
  loop?: boolean;
  muted?: number;
}

/** In samples of the song. */
export interface PlayedEffect {
  end: number;
  /** At its end these repeat; 0 ends it. */
  loop: number;
  /** Factor. */
  gain: number;
}

export type WorkletCommand =
  | { type: 'play' }
  | { type: 'pause' }
  /** Goes on from a state. */
  | { type: 'state'; state: SongState }
  | { type: 'loop'; loop: boolean }
  | { type: 'mute'; channels: number }
  /** What plays from here on is an effect; another state ends it. */
  | { type: 'effect'; effect: PlayedEffect }
  | { type: 'note'; program: number; key: number; velocity: number };

export type WorkletEvent =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  /** From this frame of the context on, the song stands at `sample`, and goes on while it plays. */
  | { type: 'at'; frame: number; sample: number; playing: boolean }
  /** 16 peaks, then 16 numbers of voices. */
  | { type: 'levels'; levels: Float32Array }
  /** From this frame of the context on these voices sound, as SoundCore.voices gives them. */
  | { type: 'voices'; frame: number; voices: Uint32Array }
  | { type: 'ended' };

export type SeekCommand =
  | { type: 'open'; module: WebAssembly.Module; name: string; file: Uint8Array }
  | { type: 'seek'; request: number; sample: number; muted: number };

export type SeekEvent =
  | { type: 'opened'; facts: SongFacts }
  | { type: 'refused'; issue: Issue }
  | { type: 'progress'; request: number; done: number; total: number }
  | { type: 'reached'; request: number; sample: number; state: SongState; voices: Uint32Array }
  | { type: 'failed'; message: string };
