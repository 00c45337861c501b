// The one clock of a viewer. It knows seconds, never poses: the document wraps or clamps what it is asked for.

import type { RootMotion } from '../core/document';

/** Wider than what the core takes for a whole frame, far less than what can be seen. */
const kEndMargin = 1e-7;

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

export class Playback {
  action = -1;
  playing = false;
  duration = 0;
  speed = 1;
  loop = true;
  closeLoop = false;
  rootMotion: RootMotion = 'keep';
  pingPong = false;
  range: [number, number] | null = null;
  crossfade = 0;
  /** Seconds since the action began; grows past `duration` only while cycles add up. */
  private elapsed = 0;
  /** On the way back. */
  private back = false;

  /** What the document is asked for. A loop starts again where it ends; who rests or turns there wants the last frame. */
  get time(): number {
    const { elapsed, duration } = this;
    const stays = !this.playing || this.pingPong || this.range !== null;
    return stays && elapsed === duration ? elapsed * (1 - kEndMargin) : elapsed;
  }

  /** The time within the cycle, what people read. */
  get cycleTime(): number {
    return this.elapsed > this.duration ? this.wrap(this.elapsed) : this.elapsed;
  }

  get state(): PlaybackState {
    const { action, playing, duration, speed, loop, closeLoop, rootMotion, pingPong, range, crossfade } = this;
    return { action, playing, duration, speed, loop, closeLoop, rootMotion, pingPong, range, crossfade };
  }

  select(action: number, duration: number): void {
    this.action = action;
    this.range = null;
    this.back = false;
    this.resize(duration);
    this.elapsed = 0;
    if (duration === 0) this.playing = false;
  }

  /** The same action got another length (close the loop). */
  resize(duration: number): void {
    this.duration = duration;
    this.elapsed = Math.min(this.elapsed, duration);
  }

  run({ pingPong = this.pingPong, range = this.range, crossfade = this.crossfade }: Partial<Run>): void {
    const [from, to] = (range ?? []).map((time) => Math.max(0, Math.min(time, this.duration)));
    this.pingPong = pingPong;
    this.back = false;
    this.range = from! < to! ? [from!, to!] : null;
    this.crossfade = Math.max(0, Math.min(1, crossfade || 0));
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
    const [from, to] = this.span,
      next = this.elapsed + seconds * this.speed * (this.back ? -1 : 1);
    if (this.loop && this.pingPong) {
      const turns = to > from ? Math.floor((next - from) / (to - from)) : 0,
        rest = next - from - turns * (to - from);
      if (turns % 2 !== 0) this.back = !this.back;
      this.elapsed = turns % 2 !== 0 ? to - rest : from + rest;
      return false;
    }
    if (this.loop) {
      this.elapsed = this.rootMotion === 'accumulate' && !this.range && next >= 0 ? next : this.wrap(next);
      return false;
    }
    this.elapsed = Math.max(from, Math.min(next, to));
    const ended = this.speed < 0 ? next <= from : this.speed > 0 && next >= to;
    if (ended) this.playing = false;
    return ended;
  }

  private get span(): [number, number] {
    return this.range ?? [0, this.duration];
  }

  private wrap(time: number): number {
    const [from, to] = this.span;
    return to > from ? time - Math.floor((time - from) / (to - from)) * (to - from) : from;
  }
}
