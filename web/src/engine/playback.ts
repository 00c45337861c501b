// The one clock of a viewer. It counts seconds and has no poses: the document wraps or clamps what it is asked for.

import type { RootMotion } from '../core/document';
import type { PlaybackState, Run } from '../protocol/playback';

/** Wider than what the core takes for a whole frame, far less than what can be seen. */
const kEndMargin = 1e-7;

export class Playback implements PlaybackState {
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
  /** Seconds that have been played since the action was chosen or a time set; what no action moves goes on with it. */
  clock = 0;
  /** Seconds since the action began; grows past `duration` only while cycles add up. */
  #elapsed = 0;
  /** On the way back. */
  #back = false;

  /** Time at which the document is posed. A loop starts again at its end; when paused or reversing, its last frame shows. */
  get time(): number {
    const { duration, playing, pingPong, range } = this,
      stays = !playing || pingPong || range !== null;
    return stays && this.#elapsed === duration ? duration * (1 - kEndMargin) : this.#elapsed;
  }

  /** The time within the cycle, what people read. */
  get cycleTime(): number {
    return this.#elapsed > this.duration ? this.#wrap(this.#elapsed) : this.#elapsed;
  }

  get state(): PlaybackState {
    const { action, playing, duration, speed, loop, closeLoop, rootMotion, pingPong, range, crossfade } = this;
    return { action, playing, duration, speed, loop, closeLoop, rootMotion, pingPong, range, crossfade };
  }

  select(action: number, duration: number): void {
    this.range = null;
    this.#back = false;
    this.action = action;
    this.resize(duration);
    this.clock = this.#elapsed = 0;
    if (duration === 0) this.playing = false;
  }

  /** The same action got another length (close the loop). */
  resize(duration: number): void {
    this.duration = duration;
    this.#elapsed = Math.min(this.#elapsed, duration);
  }

  run({ pingPong = this.pingPong, range = this.range, crossfade = this.crossfade }: Partial<Run>): void {
    const [from, to] = (range ?? []).map((time) => Math.max(0, Math.min(time, this.duration)));
    this.pingPong = pingPong;
    this.#back = false;
    this.range = from! < to! ? [from!, to!] : null;
    this.crossfade = Math.max(0, Math.min(1, crossfade || 0));
  }

  play(): void {
    if (this.duration === 0) return;
    const [from, to] = this.#span,
      backwards = this.speed < 0;
    if (!this.loop && (backwards ? this.#elapsed <= from : this.#elapsed >= to)) this.#elapsed = backwards ? to : from;
    this.playing = true;
  }

  pause(): void {
    this.playing = false;
    this.#elapsed = this.cycleTime;
  }

  seek(time: number): void {
    this.clock = this.#elapsed = Number.isFinite(time) ? Math.max(0, Math.min(time, this.duration)) : 0;
  }

  /** Moves on by `seconds` of real time; true when the end of an unlooped action has been reached. */
  advance(seconds: number): boolean {
    if (!this.playing) return false;
    const by = seconds * this.speed,
      next = this.#elapsed + by,
      [from, to] = this.#span;
    this.clock += by;
    if (this.loop) {
      if (this.pingPong) this.#swing(by);
      else if (this.rootMotion === 'accumulate' && !this.range && next >= 0) this.#elapsed = next;
      else this.#elapsed = this.#wrap(next);
      return false;
    }
    this.#elapsed = Math.max(from, Math.min(next, to));
    const ended = this.speed < 0 ? next <= from : this.speed > 0 && next >= to;
    if (ended) this.playing = false;
    return ended;
  }

  /** Back and forth. */
  #swing(by: number): void {
    const [from, to] = this.#span,
      there = this.#elapsed + (this.#back ? -by : by),
      turns = to > from ? Math.floor((there - from) / (to - from)) : 0,
      rest = there - from - turns * (to - from),
      turned = turns % 2 !== 0;
    if (turned) this.#back = !this.#back;
    this.#elapsed = turned ? to - rest : from + rest;
  }

  /** Seconds that are played. */
  get #span(): [number, number] {
    return this.range ?? [0, this.duration];
  }

  #wrap(time: number): number {
    const [from, to] = this.#span;
    return to > from ? time - Math.floor((time - from) / (to - from)) * (to - from) : from;
  }
}
