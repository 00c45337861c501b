// The one clock of a viewer. It knows seconds, never poses: the document wraps or clamps what it is asked for.

import type { RootMotion } from '../core/document';

/** Wider than what the core takes for a whole frame, far less than what can be seen. */
const kEndMargin = 1e-7;

export interface PlaybackState {
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

export class Playback {
  action = -1;
  playing = false;
  duration = 0;
  speed = 1;
  loop = true;
  closeLoop = false;
  rootMotion: RootMotion = 'keep';
  /** Seconds since the action began; grows past `duration` only while cycles add up. */
  private elapsed = 0;

  /** What the document is asked for. A loop starts again where it ends; who rests at the end wants the last frame. */
  get time(): number {
    return !this.playing && this.elapsed === this.duration ? this.elapsed * (1 - kEndMargin) : this.elapsed;
  }

  /** The time within the cycle, what people read. */
  get cycleTime(): number {
    return this.elapsed > this.duration ? this.wrap(this.elapsed) : this.elapsed;
  }

  get state(): PlaybackState {
    const { action, playing, duration, speed, loop, closeLoop, rootMotion } = this;
    return { action, playing, duration, speed, loop, closeLoop, rootMotion };
  }

  select(action: number, duration: number): void {
    this.action = action;
    this.resize(duration);
    this.elapsed = 0;
    if (duration === 0) this.playing = false;
  }

  /** The same action got another length (close the loop). */
  resize(duration: number): void {
    this.duration = duration;
    this.elapsed = Math.min(this.elapsed, duration);
  }

  play(): void {
    if (this.duration === 0) return;
    if (!this.loop && this.elapsed >= this.duration) this.elapsed = 0;
    this.playing = true;
  }

  pause(): void {
    this.playing = false;
    this.elapsed = this.cycleTime;
  }

  seek(time: number): void {
    this.elapsed = Number.isFinite(time) ? Math.max(0, Math.min(time, this.duration)) : 0;
  }

  /** Moves on by `seconds` of real time; true when the end of an unlooped action has been reached. */
  advance(seconds: number): boolean {
    if (!this.playing) return false;
    const next = this.elapsed + seconds * this.speed;
    if (this.loop) {
      this.elapsed = this.rootMotion === 'accumulate' && next >= 0 ? next : this.wrap(next);
      return false;
    }
    this.seek(next);
    const ended = this.speed < 0 ? next <= 0 : next >= this.duration;
    if (ended) this.playing = false;
    return ended;
  }

  private wrap(time: number): number {
    return this.duration > 0 ? time - Math.floor(time / this.duration) * this.duration : 0;
  }
}
