// The clock of a viewer as the user sees it: what was asked for holds at once, however late the engine answers.

import { kBindPose } from '../core/document';
import type { PlaybackChange, PlaybackState } from '../protocol/playback';
import type { FrameInfo } from '../protocol/view';
import type { ViewerPart } from './parts';
import type { Viewer } from './viewer';

/** Seconds: closer together, a picture is the one that was asked for. */
const kSameTime = 1e-6;

export class Clock implements ViewerPart {
  /** Where the last seek goes, until a picture of it is here: keys may be pressed faster than pictures come. */
  #aimed: number | undefined;

  constructor(private readonly viewer: Viewer) {}

  /** Seconds: what is shown, or will be when everything asked for has come. */
  get time(): number {
    return this.#aimed ?? this.viewer.lastFrame?.time ?? 0;
  }

  /** One frame on or back, at the action's own rate. */
  step(by: number): void {
    const { viewer } = this,
      { playback, shown } = viewer;
    if (!playback || playback.duration === 0) return;
    const action = shown?.report.info.actions[playback.action];
    // Actions that play together have Blender's usual rate.
    const rate = action ? action.frameRate || 30 : 25,
      frame = Math.round(this.time * rate) + by;
    viewer.change({ set: 'playing', playing: false });
    viewer.change({ set: 'time', time: Math.max(0, Math.min(playback.duration, frame / rate)) });
  }

  changed(change: PlaybackChange): void {
    const { viewer } = this,
      { playback } = viewer;
    if (!playback) return;
    if (change.set === 'time') {
      const { playing, duration } = playback;
      this.#aimed = playing ? undefined : Math.max(0, Math.min(change.time, duration));
      return;
    }
    viewer.playback = this.#after(playback, change);
    if (change.set === 'action' || viewer.playback.playing) this.#aimed = undefined;
    viewer.emit('playback', { playback: viewer.playback, ended: false });
  }

  frame({ time }: FrameInfo): void {
    if (this.#aimed !== undefined && Math.abs(this.#aimed - time) < kSameTime) this.#aimed = undefined;
  }

  forget(): void {
    this.#aimed = undefined;
  }

  remember(): () => void {
    const { playback } = this.viewer;
    return () => {
      if (!playback) return;
      const { pingPong, crossfade, range } = playback;
      this.viewer.change({ set: 'run', pingPong, crossfade, range });
    };
  }

  /** Predicted state after a change, before the engine answers. */
  #after(state: PlaybackState, change: PlaybackChange): PlaybackState {
    const { set: kind, ...rest } = change;
    if (kind === 'playing') return { ...state, playing: change.playing && state.duration > 0 };
    if (kind !== 'action') return { ...state, ...rest };
    const { action } = change,
      { duration = action === kBindPose ? 0 : state.duration } = this.viewer.shown?.report.info.actions[action] ?? {};
    return { ...state, action, duration, range: null, playing: state.playing && duration > 0 };
  }
}
