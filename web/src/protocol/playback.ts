// State of a viewer's clock.

import type { RootMotion } from '../core/document';

/** How the time runs, beyond the actions' own ways. */
export interface Run {
  /** Looping goes back and forth. */
  pingPong: boolean;
  /** Seconds that are played, null = all. */
  range: [number, number] | null;
  /** Seconds that one action takes to become another while playing. */
  crossfade: number;
}

export interface PlaybackState extends Run {
  /** Index of the action, -1 in the bind pose. */
  action: number;
  playing: boolean;
  /** Seconds of one cycle. */
  duration: number;
  speed: number;
  loop: boolean;
  closeLoop: boolean;
  rootMotion: RootMotion;
}

export type PlaybackChange =
  | { set: 'action'; action: number }
  | { set: 'playing'; playing: boolean }
  | { set: 'time'; time: number }
  | { set: 'speed'; speed: number }
  | ({ set: 'run' } & Partial<Run>)
  | { set: 'options'; loop: boolean; closeLoop: boolean; rootMotion: RootMotion };
