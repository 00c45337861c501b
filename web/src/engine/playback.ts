// The one clock of a viewer. It knows seconds, never poses: the document wraps or clamps what it is asked for. The page's
// runs in more ways (stage/run.ts).

import type { Run, PlaybackState } from '../protocol/playback';
import type { RootMotion } from '../core/document';

/** Wider than what the core takes for a whole frame, far less than what can be seen. */
const kEndMargin = 1e-7;

const kPlainRun: Run = { pingPong: false, range: null, crossfade: 0 };

export class Playback {
  action = -1;
  playing = false;
  duration = 0;
  speed = 1;
  loop = true;
  closeLoop = false;
  rootMotion: RootMotion = 'keep';
  /** Seconds since the action began; grows past `duration` only while cycles add up. */
  protected elapsed = 0;

  /** What the document is asked for. A loop starts again where it ends; who rests or turns there wants the last frame. */
  get time(): number {
    const { elapsed, duration } = this;
    return this.stays && elapsed === duration ? elapsed * (1 - kEndMargin) : elapsed;
  }

  protected get stays(): boolean {
    return !this.playing;
  }

  /** The time within the cycle, what people read. */
  get cycleTime(): number {
    return this.elapsed > this.duration ? this.wrap(this.elapsed) : this.elapsed;
  }

  get state(): PlaybackState {
    const { action, playing, duration, speed, loop, closeLoop, rootMotion } = this;
    return { action, playing, duration, speed, loop, closeLoop, rootMotion, ...kPlainRun };
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
    const [from, to] = this.span,
      backwards = this.speed < 0;
    if (!this.loop && (backwards ? this.elapsed <= from : this.elapsed >= to)) this.elapsed = backwards ? to : from;
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
    return this.move(seconds * this.speed);
  }

  protected move(by: number): boolean {
    const [from, to] = this.span,
      next = this.elapsed + by;
    if (this.loop) {
      this.elapsed = this.wrap(next);
      return false;
    }
    this.elapsed = Math.max(from, Math.min(next, to));
    const ended = this.speed < 0 ? next <= from : this.speed > 0 && next >= to;
    if (ended) this.playing = false;
    return ended;
  }

  /** Seconds that are played. */
  protected get span(): [number, number] {
    return [0, this.duration];
  }

  protected wrap(time: number): number {
    const [from, to] = this.span;
    return to > from ? time - Math.floor((time - from) / (to - from)) * (to - from) : from;
  }
}
